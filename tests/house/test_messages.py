"""Every text of the tree is translated, compiled, and reaches the pages, in every language."""

import ast
import re
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.http import HttpResponse
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation.template import templatize

from scoring.games import GAMES
from tests.factories import announce, deal, make_member, make_table
from tournaments.imports.entry_lists import COLUMN_OF, COLUMNS
from tournaments.models import Member, plain_letters
from tournaments.selectors.table.cards import number_text
from tournaments.words.games import game_name
from tournaments.words.languages import listed
from tournaments.words.log.fields import LABELS
from tournaments.words.menu import ALSO
from tournaments.words.pad.sentences import pad_words, unsent_words

ROOT = Path(__file__).resolve().parent.parent.parent
LANGUAGES = list(dict(settings.LANGUAGES))
TRANSLATED = [code for code in LANGUAGES if code != "en"]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}")

# What marks a text: a context comes first where the name has a p, and where it has an n a plural follows.
MARKS = {name + lazy for name in ("gettext", "ngettext", "pgettext", "npgettext") for lazy in ("", "_lazy")}
STRING = r"""u?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")"""
MARKED = re.compile(rf"\b(n?p?gettext)\(({STRING}(?:, {STRING})*)")

Key = tuple[str | None, str]
Said = tuple[str, ...]


@pytest.fixture(autouse=True)
def no_language_is_left_behind() -> Iterator[None]:
    """A request leaves its language to the thread; the next request chooses anew, the next test would not."""
    yield
    translation.deactivate()


def po(language: str) -> polib.POFile:
    return polib.pofile(ROOT / "locale" / language / "LC_MESSAGES" / "django.po")


def said(entry: polib.POEntry | polib.MOEntry) -> Said:
    return (entry.msgstr, *(text for _form, text in sorted(entry.msgstr_plural.items())))


def key(mark: str, strings: list[str]) -> Key:
    return (strings[0], strings[1]) if "pgettext" in mark else (None, strings[0])


def marked_in_templates() -> Iterator[Key]:
    for path in (ROOT / "templates").rglob("*.*"):
        for mark, arguments in MARKED.findall(templatize(path.read_text())):
            yield key(mark, [ast.literal_eval(text) for text in re.findall(STRING, arguments)])


def marked_in_python() -> Iterator[Key]:
    for path in (*(ROOT / "tournaments").rglob("*.py"), *(ROOT / "pyramid_site").rglob("*.py")):
        tree = ast.parse(path.read_text())
        aliases = {
            alias.asname or alias.name: alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
            for alias in node.names
        }
        if any(isinstance(node, ast.FunctionDef) and node.name == "_" for node in tree.body):  # of the pure layers
            aliases["_"] = "gettext"
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and aliases.get(node.func.id) in MARKS:
                arguments = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
                if strings := [text for text in arguments if isinstance(text, str)]:  # else it is marked elsewhere
                    yield key(aliases[node.func.id], strings)


def test_the_reader_of_templates_sees_every_kind_of_mark():
    source = """{% translate "it's" context "c" %}{% blocktranslate count n=n trimmed %}
        one {{ n }} {% plural %} many {{ n }} {% endblocktranslate %}{% translate 'a "b"' as x %}"""
    marks = [(mark, re.findall(STRING, arguments)) for mark, arguments in MARKED.findall(templatize(source))]
    found = [key(mark, [ast.literal_eval(text) for text in strings]) for mark, strings in marks]
    assert found == [("c", "it's"), (None, "one %(n)s"), (None, 'a "b"')]


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_the_tree_says_is_what_the_catalogue_holds(language):
    """Where this fails: make messages, then fill in what is empty."""
    tree = {*marked_in_templates(), *marked_in_python()}
    held = {(entry.msgctxt, entry.msgid) for entry in po(language)}
    assert (tree - held, held - tree) == (set(), set())


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_untranslated_doubtful_or_left_over(language):
    catalogue = po(language)
    forms = int(catalogue.metadata["Plural-Forms"].partition("nplurals=")[2][0])
    assert (catalogue.metadata["Language"], bool(catalogue.metadata_is_fuzzy)) == (language, False)
    assert [entry.msgid for entry in catalogue if not entry.translated()] == []
    assert [entry.msgid for entry in catalogue if entry.msgid_plural and len(entry.msgstr_plural) != forms] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_are_kept(language):
    assert [entry.msgid for entry in po(language) if not keeps_placeholders(entry)] == []


def keeps_placeholders(entry: polib.POEntry) -> bool:
    wanted = sorted(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
    forms = said(entry)[1:] if entry.msgid_plural else (entry.msgstr,)
    return all(sorted(PLACEHOLDER.findall(form)) == wanted for form in forms)


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_compiled_is_what_is_written(language):
    compiled = polib.mofile(ROOT / "locale" / language / "LC_MESSAGES" / "django.mo")
    written = po(language)
    assert {(each.msgctxt, each.msgid): said(each) for each in compiled} == {
        (each.msgctxt, each.msgid): said(each) for each in written
    }
    assert compiled.metadata["Plural-Forms"] == written.metadata["Plural-Forms"]


UNSENT = {
    "it": {0: "0 smazzate non inviate", 1: "1 smazzata non inviata", 2: "2 smazzate non inviate"},
    "lt": {
        **{count: f"{count} dalijimas neišsiųstas" for count in (1, 21)},
        **{count: f"{count} dalijimai neišsiųsti" for count in (2, 22)},
        **{count: f"{count} dalijimų neišsiųsta" for count in (10, 11, 12)},
    },
}


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_language_counts_in_its_own_way(language):
    with translation.override(language):
        sentences = unsent_words()
    assert {count: sentences[count] for count in UNSENT[language]} == UNSENT[language]


NUMBERS_AND_DAYS = {
    "en": ("−2.25", "Friday, 6 November 2026"),
    "it": ("−2,25", "venerdì, 6 novembre 2026"),
    "lt": ("−2,25", "penktadienis, 2026 m. lapkričio 6 d."),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_and_dates_are_written_as_the_reader_writes_them(language):
    written = Template('{{ day|date:"l" }}, {{ day|date:"DATE_FORMAT" }}')
    with translation.override(language):
        day = written.render(Context({"day": date(2026, 11, 6)}))
        assert (number_text(Fraction(-9, 4)), day) == NUMBERS_AND_DAYS[language]


@pytest.mark.parametrize(("language", "sentence"), [("en", "A, B and C"), ("it", "A, B e C"), ("lt", "A, B ir C")])
def test_people_are_listed_as_in_a_sentence(language, sentence):
    with translation.override(language):
        assert [listed(list(names)) for names in ("ABC", "A", "")] == [sentence, "A", ""]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_of_entrants_may_head_its_columns_in_the_words_of_the_pages(language):
    with translation.override(language):
        headed = {column: plain_letters(str(LABELS[column])) for column in COLUMNS}
    assert {column: COLUMN_OF.get(word) for column, word in headed.items()} == {column: column for column in COLUMNS}


def in_language(client: Client, language: str, address: str) -> HttpResponse:
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text
    return answer


WORDS = {
    "it": {"event": "Classifica", "desk": "Chi è arrivato?", "wall": "Tavoli", "club": "Da sempre"},
    "lt": {"event": "Vakaro įskaita", "desk": "Kas atėjo?", "wall": "Stalai", "club": "Per visą laiką"},
}
VERDICTS = {
    "it": "Bruno ha dichiarato 3 (cuori), ne ha prese 3: 10 punti.",
    "lt": "Bruno skelbė 3 (čirvai), paėmė 3: 10 taškų.",
}


@pytest.mark.django_db
@pytest.mark.parametrize("language", TRANSLATED)
def test_pages_and_the_pad_speak_the_readers_language(client, language):
    table = make_table(seats=2)
    deal(table, announce(1, 3, 3, trump="H"))
    director = make_member(table.event.club, Member.Role.DIRECTOR)
    client.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    for name, word in WORDS[language].items():
        address = reverse(name, args=[table.event.club.slug if name == "club" else table.event_id])
        assert word in in_language(client, language, address).text
    assert VERDICTS[language] in in_language(client, language, reverse("table", args=[table.pk])).text
    pad = in_language(client, language, reverse("pad", args=[table.pad_links.get().token]))
    with translation.override(language):
        assert pad.context["boot"]["strings"] == pad_words("announcements")


@pytest.mark.django_db
@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("game", list(GAMES))
def test_the_rules_are_told_in_every_language(client, language, game):
    with translation.override(language):
        name = game_name(game)
    assert f"<h1>{name}</h1>" in in_language(client, language, reverse("rules-game", args=[game])).text


def choose(client: Client, language: str, *, next_page: str = "/rules/", **more: str) -> HttpResponse:
    return client.post(reverse("set-language"), {"language": language, "next": next_page, **more})


@pytest.mark.django_db
def test_a_visitor_chooses_a_language_on_any_page_and_keeps_it(client):
    page = in_language(client, "en", "/rules/?from=wall")
    assert 'name="next" value="/rules/?from=wall"' in page.text
    assert choose(client, "lt", next_page="/rules/?from=wall")["Location"] == "/rules/?from=wall"
    chosen = client.get("/rules/", headers={"accept-language": "en"}).text
    assert '<html lang="lt"' in chosen
    assert 'value="lt" lang="lt" aria-current="true"' in chosen
    assert re.findall(r'<button[^>]+name="language"[^>]*>(\w+)<', chosen) == ["English", "Italiano", "Lietuviškai"]


@pytest.mark.django_db
def test_choosing_a_language_leads_nowhere_else_and_cannot_be_forged():
    assert choose(Client(), "it", next_page="https://elsewhere.example/")["Location"] == "/"
    careful = Client(enforce_csrf_checks=True)
    assert choose(careful, "it").status_code == 403
    token = careful.get("/rules/").context["csrf_token"]
    assert choose(careful, "it", csrfmiddlewaretoken=str(token)).status_code == 302


# What no native speaker says, or says of another thing, and two words for one act; the right word stands beside it.
BANNED = {
    r"^Leave it$": "Cancel",
    r"^(Withdraws|Leaves the tournament)$": "Withdraw",
    r"Once more:": "Same again",
    r"^The night is over$|[Cc]lose the night|Finish tournament": "End the night, End the tournament",
    r"undone in one\b|being played out|were possible$": "say it in full",
    r"^Sound (on|off)$": "Turn the sound on",
    r"\b(are|is|was|were|still|who are) level\b(?! \d)|\b[Ll]evel (with|for|on points|at the (cut|line))\b": "tied",
    r"\b([Hh]e|[Hh]is|[Hh]im)\b": "they",
}

# The same of translations: foreign words for terms of decision 9, and what is said of the phone otherwise.
BANNED_IN = {
    "it": {
        r"(?<!Italian )\b[Cc]lub\b": "circolo",
        r"\b([Mm]atch|[Rr]ound|[Pp]ad|[Bb]ye|[Aa]tout)\b": "incontro, turno, taccuino, riposo, briscola",
        r"[Cc]licca|[Pp]igia": "tocca",
        r"\b[Tt]ermin(a|are)\b": "chiudi la serata",
        r"inché i giocatori smett": "finché i giocatori continuano",
        r"\b([Ee]gli|[Ee]lla)\b": "a sentence of people, not of him or her",
    },
    "lt": {
        r"[Mm]ač[ao]|[Rr]aund|[Tt]ūr[aoųe]|\b[Pp]ad\b": "susitikimas, ratas, bloknotas",
        r"[Kk]ozer|[Kk]alad|[Dd]alini[mu]": "koziris, malka, dalijimas",
        r"[Pp]aspaus|\b[Ss]pausk|[Ss]pustel|[Kk]liktel": "palieskite",
        r"[Dd]irektori|[Tt]eisėj(as|o) sprend": "vedėjas",
        r"[Uu]ždary\w+ vakar": "baigti vakarą",
    },
}


def test_no_text_has_a_word_that_another_has_replaced():
    scripts = [path.read_text() for path in (ROOT / "static" / "js").rglob("*.js")]
    texts = [text for _context, text in {*marked_in_templates(), *marked_in_python()}]
    texts += re.findall(r'"([^"\n]+)"', "\n".join(scripts))
    assert len(texts) > 1000
    assert [(text, instead) for text in texts for word, instead in BANNED.items() if re.search(word, text)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_has_a_word_that_another_has_replaced(language):
    with translation.override(language):
        looked_for = {str(words) for words in ALSO.values()}  # what people may type, which no page says
    texts = [PLACEHOLDER.sub("", text) for entry in po(language) for text in said(entry) if text not in looked_for]
    banned = BANNED_IN[language].items()
    assert [(text, instead) for text in texts for word, instead in banned if re.search(word, text)] == []
