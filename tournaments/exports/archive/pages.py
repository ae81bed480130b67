"""A page as an archive has it: it asks no server for anything, and whatever is left of it can be read.

Scripts go, forms, and what a template marks `data-online`. What a script would ask for when the page opens stands in
it. Links lead to the files of the archive; where it has none, a link of a menu, a list of files or a button goes, with
what it leaves empty, and any other stays as its text.
"""

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from xml.etree.ElementTree import Element, SubElement, tostring

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
GONE = {"script", "form", "button", "input", "select", "textarea", "iframe", "template", "base", "noscript"}
ONLINE = "data-online"
LIVE = ("hx-", "data-live-", "data-revision", "data-outline")
ADDRESSES = {"a": "href", "img": "src", "link": "href", "source": "src"}
LINKS = {"icon", "stylesheet"}
META = {"viewport", "theme-color", "robots"}
MENUS = {"nav", "footer"}
MENU_CLASSES = {"btn", "actions", "file-links", "file-beside", "results-foot", "site-own"}
MAY_BE_EMPTY = {"td", "th", "main", "body", "head", "html", "svg", "i", "symbol", "use", *VOID}
HEADINGS = {"h1", "h2", "h3", "h4", "summary"}
NOWHERE = "data-nowhere"
DRAWN = "drawn-"
BESIDE = {"width": "0", "height": "0", "style": "position: absolute", "aria-hidden": "true"}


def parsed(html: str) -> Element:
    """The elements of a page, or a part of one, below one that stands for the document."""
    parser = _PageParser()
    parser.feed(html)
    parser.close()
    return parser.root


def written(page: Element) -> str:
    return "<!doctype html>\n" + "".join(tostring(part, encoding="unicode", method="html") for part in page)


def quiet(page: Element, part: Callable[[str], str]) -> None:
    """Take out what needs a server, and put in the `part` that a script would ask for."""
    for element in list(page.iter()):
        if "load" in element.get("hx-trigger", "").replace(",", " ").split():
            drawn = parsed(part(element.get("hx-get", "")))
            element.text, element[:] = drawn.text, list(drawn)
    for element in page.iter():
        for name in [name for name in element.attrib if name.startswith(LIVE)]:
            del element.attrib[name]
    _take_out(page, _needs_server)


def addresses(page: Element) -> Iterator[str]:
    """Of what it links to and shows, as it has them."""
    for element in page.iter():
        address = element.get("href" if element.tag == "use" else ADDRESSES.get(element.tag, ""))
        if address and not address.startswith("#"):
            yield address


def lead(page: Element, to: Callable[[str], str | None], symbol: Callable[[str], Element | None]) -> None:
    """Have its links lead where `to` says: None is nowhere. A `symbol` of another file is drawn from the page itself,
    since a page that is a file may draw from no other.
    """
    drawn: dict[str, Element] = {}
    for use in page.iter("use"):
        address = use.get("href", "")
        if not address.startswith("#") and (picture := symbol(address)) is not None:
            name = DRAWN + address.rpartition("#")[2]
            use.set("href", f"#{name}")
            drawn[name] = Element("symbol", picture.attrib | {"id": name})
            drawn[name].extend(picture)
    for body in page.iter("body") if drawn else ():
        SubElement(body, "svg", BESIDE).extend(drawn.values())
    for element in page.iter():
        attribute = ADDRESSES.get(element.tag, "")
        address = element.get(attribute, "#")
        if not address.startswith("#"):
            target = to(address)
            element.set(*((NOWHERE, "") if target is None else (attribute, target)))
    for menu in page.iter():
        if menu.tag in MENUS or MENU_CLASSES & {*menu.get("class", "").split()}:
            for link in menu.iter("a"):
                link.attrib.update({NOWHERE: "gone"} if NOWHERE in link.attrib else {})
    _take_out(page, _is_gone)
    for svg in page.iter("svg"):
        _unlink(svg, "g")
    _unlink(page, "span")


class _PageParser(HTMLParser):
    """Elements from what our templates write, whose tags are all closed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("document")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self._open.append(self._open[-1][-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        SubElement(self._open[-1], tag, {name: value or "" for name, value in attrs})

    def handle_endtag(self, tag: str) -> None:
        depths = [depth for depth, element in enumerate(self._open) if element.tag == tag]
        if depths:
            del self._open[depths[-1] :]

    def handle_data(self, data: str) -> None:
        _add_text(self._open[-1], len(self._open[-1]), data)


def _needs_server(element: Element) -> bool:
    return (
        element.tag in GONE
        or ONLINE in element.attrib
        or (element.tag == "link" and element.get("rel") not in LINKS)
        or (element.tag == "meta" and "charset" not in element.attrib and element.get("name") not in META)
    )


def _is_gone(element: Element) -> bool:
    return element.get(NOWHERE) == "gone" or (NOWHERE in element.attrib and element.tag != "a")


def _take_out(parent: Element, is_gone: Callable[[Element], bool]) -> bool:
    """Answers whether the parent had something, and now has nothing but a heading."""
    emptied = False
    for child in list(parent):
        if is_gone(child) or _take_out(child, is_gone):
            place = list(parent).index(child)
            del parent[place]
            _add_text(parent, place, child.tail or "")
            emptied = True
    return emptied and parent.tag not in MAY_BE_EMPTY and _says_nothing(parent)


def _says_nothing(element: Element) -> bool:
    texts = [element.text, *(child.tail for child in element)]
    return all(child.tag in HEADINGS for child in element) and not any((text or "").strip() for text in texts)


def _add_text(parent: Element, place: int, text: str) -> None:
    """Before the child at this place."""
    if place:
        parent[place - 1].tail = (parent[place - 1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def _unlink(page: Element, tag: str) -> None:
    for link in page.iter("a"):
        if NOWHERE in link.attrib:
            link.tag = tag
            for name in (NOWHERE, "href", "download"):
                link.attrib.pop(name, None)
