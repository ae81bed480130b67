"""The stages of a plan and how one begins. Only the fields that concern a stage's format are there; what is posted for
others is ignored.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from scoring.game import Game
from tournaments.formats.graph import check_graph
from tournaments.formats.options import DECIDED, LINE_UPS
from tournaments.formats.plan import LIMITS, POINTS, PlanError, read_plan
from tournaments.formats.sources import (
    ENTRY,
    SourceError,
    StageSource,
    read_source,
    read_sources,
    sources_from,
    sources_text,
)
from tournaments.formats.stages import FORMATS
from tournaments.formats.standings.ledger import EDITIONS
from tournaments.formats.standings.points import TABLE_SIZES, PointsError, own_scheme
from tournaments.forms.fields import fields_only
from tournaments.forms.stage.fields import (
    ENTRY_FIELDS,
    ChainChoices,
    bye_fields,
    chain_fields,
    edition_field,
    entry_fields,
    format_fields,
    match_fields,
    own_fields,
    points_fields,
)
from tournaments.forms.teams import board_fields
from tournaments.limits import MOST_STAGES
from tournaments.words.stage.plans import FORMAT_NAMES, plan_sentence, sizes_offered, source_words

FIELDS = {
    "round-robin": ("seats", "rounds", "double", "groups", "acceleration", "cap"),
    "swiss": ("seats", "rounds", "remainder", "groups", "acceleration", "bands", "cap"),
    "single-elimination": ("third_place", "level"),
    "double-elimination": ("grand_final", "level"),
    "table-knockout": ("seats", "advance"),
    "strikes": ("seats", "lives", "loses"),
}
OF_ACCELERATION = {"mcmahon": "bands", "handicap": "cap"}
MATCH = ("games", "decided", "last_games", "boards", "line_up")
SHAPING = ("format", "seats", "entry", "points", "acceleration")


class StageForm(ChainChoices):
    """One stage of a plan, the ``number``-th of its event. Once valid, ``planned`` is what read_plan takes."""

    format = forms.ChoiceField(label=_("Format"), choices=[(key, FORMAT_NAMES[key]) for key in FORMATS])
    helper = fields_only()

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        number: int,
        game: Game,
        given: Mapping[str, Any] | None = None,
    ) -> None:
        shaping = {name: data.get(f"{number}-{name}") for name in SHAPING} if data is not None else dict(given or {})
        self.number = number
        self.game = game
        self.given = given or self.sent(data or {}, number)
        self.key = str(shaping.get("format")) if shaping.get("format") in FORMATS else "swiss"
        self.form = FORMATS[self.key]
        sizes = [] if self.form.duels else sizes_offered(self.key, game)
        self.seats = next(
            (size for size, _name in sizes if str(size) == str(shaping.get("seats"))), sizes[0][0] if sizes else 2
        )
        self.comes_in = str(shaping.get("entry") or "") if number > 1 else ""
        self.scheme = str(shaping.get("points") or "") if self.form.standings else ""
        accelerated = "acceleration" in FIELDS[self.key]
        self.acceleration = str(shaping.get("acceleration") or "") if accelerated else ""
        super().__init__(data, prefix=str(number), initial={**(given or {}), "format": self.key, "seats": self.seats})
        self._ask()

    def _ask(self) -> None:
        offered = format_fields(self.key, self.game)
        unfit = {"double" if self.seats > 2 else "remainder"}
        unfit |= {name for of, name in OF_ACCELERATION.items() if of != self.acceleration}
        self.fields.update({name: offered[name] for name in FIELDS[self.key] if name not in unfit})
        if self.number > 1:
            extra = ENTRY_FIELDS.get(self.comes_in, ())
            offered = entry_fields(self.number)
            self.fields |= {name: field for name, field in offered.items() if name in ("entry", *extra, "more")}
        meets = self.seats == 2 and (self.form.standings or self.form.duels)
        self.fields.update(match_fields(bracket=self.form.bracket is not None) | (board_fields() if meets else {}))
        if self.form.standings:
            own = own_fields(self._sizes()) if self.scheme == "own" else {}
            self.fields.update(points_fields() | own | chain_fields())
        if self.key == "swiss":
            self.fields |= {**bye_fields(), "edition": edition_field()}

    def _sizes(self) -> Iterable[int]:
        """The sizes that a table may have: one may turn out smaller than planned, or larger."""
        most = self.seats + 1 if self.seats > 2 and "remainder" in self.fields else self.seats
        return range(2, min(most, self.game.max_seats) + 1)

    @property
    def shape(self) -> str:
        """What decides which fields there are; a page sends back the shape it was made for."""
        return f"{self.key}/{self.seats}/{self.comes_in}/{self.scheme}/{self.acceleration}"

    @property
    def largest(self) -> int:
        """The most who may sit at one of its tables."""
        return self.seats + ("remainder" in self.fields and self["remainder"].value() == "fives")

    @property
    def unasked(self) -> list[tuple[str, Any]]:
        """What was filled in for another format: a page keeps it, and nothing else listens to it."""
        unasked = [(name, value) for name, value in self.given.items() if name not in self.fields]
        return [(self.add_prefix(name), value) for name, value in unasked if isinstance(value, str) and name != "shown"]

    @property
    def triggers(self) -> str:
        """For htmx: the choices that lead to other fields."""
        return ", ".join(f"change from:#{self[name].id_for_label}" for name in SHAPING if name in self.fields)

    @staticmethod
    def sent(data: Mapping[str, Any], number: int) -> dict[str, Any]:
        """What was filled in for one stage."""
        prefix = f"{number}-"
        return {name.removeprefix(prefix): data[name] for name in data if name.startswith(prefix)}

    @staticmethod
    def given_by(key: str, options: Mapping[str, Any], *, game: Game) -> dict[str, Any]:
        """What a form is given to show a stored stage: the inverse of ``planned``."""
        entry = StageForm.given_by_sources(options)
        own = {f"own_{size}": " ".join(map(str, row)) for size, row in (options.get("own_points") or {}).items()}
        chain = ChainChoices.given_by_chain(options.get("chain") or ChainChoices.usual(game))
        # What was planned before there were two editions, and limits of byes.
        before = {"edition": EDITIONS[0], **dict.fromkeys(LIMITS)} if key == "swiss" else {}
        return {"seats": 2, **before, **options, "format": key, **entry, **own, **chain}

    @staticmethod
    def given_by_sources(options: Mapping[str, Any]) -> dict[str, Any]:
        """What shows who comes into a stored stage. The first of several sources can be changed, the others stay."""
        first, *others = read_sources(options)
        shown = {name: value for name, value in first.as_dict().items() if name != "after"}
        if first.stage is None:
            entry = "size" if first.size else "group" if first.per_group else ""
            return {"entry": entry, **shown}
        count = first.size or first.per_group or 0
        entry = "places" if first.size else "group-places" if first.per_group else "losers" if first.losers else "rest"
        entry = f"lost-to-{first.lost_to}" if first.lost_to else entry
        more = sources_text([source.as_dict() for source in others])
        places = {"first_place": first.after + 1, "last_place": first.after + count} if count else {}
        return {"entry": entry, "from_stage": first.stage, "losers": first.losers, "more": more, **places}

    @property
    def planned(self) -> tuple[str, dict[str, Any]]:
        return self.key, self._options()

    @property
    def shown_main(self) -> list[BoundField]:
        return [self[name] for name in ("format", *FIELDS[self.key]) if name in self.fields]

    @property
    def shown_entry(self) -> list[BoundField]:
        return [self[name] for name in ("entry", *ENTRY_FIELDS.get(self.comes_in, ()), "more") if name in self.fields]

    @property
    def further(self) -> list[str]:
        """In words, who comes in besides."""
        try:
            return [source_words(read_source(raw, by_number=True)) for raw in sources_from(self["more"].value() or "")]
        except (KeyError, SourceError):
            return []

    @property
    def shown_match(self) -> list[BoundField]:
        return [self[name] for name in MATCH if name in self.fields]

    @property
    def match_open(self) -> bool:
        """Whether matches want to be seen: they have several games, or what is filled in is wrong."""
        usual: tuple[object, ...] = (None, "", [], 0, 1, "1", DECIDED[0], LINE_UPS[0])
        return any(field.errors or field.value() not in usual for field in self.shown_match)

    @property
    def shown_points(self) -> list[BoundField]:
        rows = (name for name in self.fields if name.startswith("own_"))
        return [self[name] for name in ("points", *rows, *POINTS, "requested", *LIMITS) if name in self.fields]

    @property
    def points_open(self) -> bool:
        """Whether the points want to be seen: they are not the usual ones, or wrong."""
        return self.scheme != "" or (self.is_bound and any(field.errors for field in self.shown_points))

    @property
    def shown_chain(self) -> list[BoundField]:
        """The fields of the order of tie-breaks, and of how rounds count that were not played."""
        return super().shown_chain + ([self["edition"]] if "edition" in self.fields else [])

    @property
    def chain_open(self) -> bool:
        return self.is_bound and any(field.errors for field in self.shown_chain)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self._check_remainder()
        self._check_entry()
        self._check_own_points()
        if not self.errors:
            try:
                read_plan(*self.planned)
            except PlanError as error:
                self.add_error(error.field if error.field in self.fields else None, plan_sentence(error))
        return data

    def _check_remainder(self) -> None:
        if self.cleaned_data.get("remainder") == "fives" and self.seats >= self.game.max_seats:
            self.add_error("remainder", _("This game has no larger tables."))

    def _check_entry(self) -> None:
        for needed in ENTRY_FIELDS.get(self.comes_in, ()):
            if needed != "best_runners_up" and self.cleaned_data.get(needed) is None and needed not in self.errors:
                self.add_error(needed, _("Say how many.") if needed in ENTRY else _("Say which."))
        first, last = (self.cleaned_data.get(name) for name in ("first_place", "last_place"))
        if first and last and last < first:
            self.add_error("last_place", _("This number does not work here."))

    def _check_own_points(self) -> None:
        most = self.seats + (self.cleaned_data.get("remainder") == "fives")
        draw = self.cleaned_data.get("own_draw")
        for size, row in self._own_points().items():
            if not row and size > most:
                continue
            name = f"own_{size}"
            try:
                own_scheme({size: [Fraction(points) for points in row]} if row else {}, draw=draw and Fraction(draw))
            except PointsError as error:
                name = "own_draw" if error.code == "draw" else name
                self.add_error(name, plan_sentence(PlanError(error.code, name)))

    def _own_points(self) -> dict[int, list[str]]:
        data = self.cleaned_data
        return {size: data[f"own_{size}"] for size in TABLE_SIZES if f"own_{size}" in data}

    def _options(self) -> dict[str, Any]:
        data = self.cleaned_data
        asked = (*FIELDS[self.key], *MATCH, *POINTS)
        usual = {"decided": DECIDED[0], "line_up": LINE_UPS[0]}
        options = {name: data[name] for name in asked if data.get(name) not in (None, "", [], usual.get(name))}
        options |= self._sources()
        if not self.form.standings:
            return options
        if data["points"]:
            options["points"] = data["points"]
        if data["points"] == "own":
            options["own_points"] = {str(size): row for size, row in self._own_points().items() if row}
            options |= {name: data[name] for name in ("own_draw", "own_shared") if data.get(name)}
        if self.key == "swiss":
            options["edition"] = data["edition"] or EDITIONS[-1]
            options |= {"requested": data["requested"]} if data["requested"] else {}
            options |= {name: data[name] for name in LIMITS if data.get(name) is not None}
        return options | {"chain": self.order(self.game, boards="boards" in options)}

    def _sources(self) -> dict[str, Any]:
        data = self.cleaned_data
        stage, after = data.get("from_stage"), (data.get("first_place") or 1) - 1
        count = (data.get("last_place") or 0) - after
        match self.comes_in:
            case "size":
                return {"qualify": {"size": data["size"]}}
            case "group":
                return {"qualify": {"per_group": data["per_group"], "best_runners_up": data["best_runners_up"] or 0}}
            case "places":
                source = StageSource(stage, size=count, after=after)
            case "group-places":
                source = StageSource(stage, per_group=count, after=after)
            case "losers":
                source = StageSource(stage, losers=data["losers"])
            case "lost-to-2" | "lost-to-4":
                source = StageSource(stage, lost_to=int(self.comes_in[-1]))
            case "rest":
                source = StageSource(stage)
            case _:
                return {}
        return {"sources": [source.as_dict(), *(sources_from(data["more"]) if data.get("more") else [])]}

    def clean_more(self) -> str:
        more: str = self.cleaned_data["more"]
        try:
            return sources_text(sources_from(more)) if more else ""
        except SourceError:
            return ""


class PlanForms:
    """The stages of a plan from ``first`` on, each a form. ``settled``: they were sent to be kept, not only to be shown
    anew.

    A changed format, say, or a stage more or one less, leads to other fields, which are shown before anything is kept.
    """

    def __init__(self, forms_: Sequence[StageForm], *, settled: bool = False) -> None:
        self.forms = list(forms_)
        self.settled = settled

    def __iter__(self) -> Iterator[StageForm]:
        return iter(self.forms)

    def __len__(self) -> int:
        return len(self.forms)

    @property
    def may_grow(self) -> bool:
        return len(self.forms) < MOST_STAGES

    @classmethod
    def of(cls, stages: Sequence[tuple[str, Mapping[str, Any]]], *, first: int, game: Game) -> "PlanForms":
        return cls.showing(
            [StageForm.given_by(key, options, game=game) for key, options in stages], first=first, game=game
        )

    @classmethod
    def showing(cls, given: Sequence[Mapping[str, Any]], *, first: int, game: Game) -> "PlanForms":
        return cls([StageForm(number=number, game=game, given=options) for number, options in enumerate(given, first)])

    @classmethod
    def read(cls, data: Mapping[str, Any], *, first: int, game: Game) -> "PlanForms":
        typed = [StageForm(data, number=number, game=game) for number in _numbers(data, first)]
        changed = any(data.get(f"{form.prefix}-shown") != form.shape for form in typed)
        if changed or data.keys() & {"show", "add", "remove"}:
            return cls.anew(data, first=first, game=game)
        return cls(typed, settled=True)

    @classmethod
    def anew(cls, data: Mapping[str, Any], *, first: int, game: Game) -> "PlanForms":
        """What was filled in, with the fields that belong to it: nothing of it is kept yet."""
        stages = [_typed(data, number, game) for number in _numbers(data, first) if str(number) != data.get("remove")]
        if "add" in data and len(stages) < MOST_STAGES:
            options = {"qualify": {"size": 8}} if first + len(stages) > 1 else {}
            stages.append(StageForm.given_by("single-elimination", options, game=game))
        return cls.showing(stages, first=first, game=game)

    def are_valid(self) -> bool:
        """Whether all of them are. Each is looked at, so that every error shows at once."""
        valid = [form.is_valid() for form in self.forms]
        return self.settled and all(valid) and self._is_playable()

    def _is_playable(self) -> bool:
        """Whether people can go where the plan says; the service asks, where stages have begun."""
        if not self.forms or self.forms[0].number > 1:
            return True
        faults = check_graph([read_plan(*form.planned) for form in self.forms])
        for fault in faults:
            form = self.forms[fault.stage - 1]
            form.add_error("entry" if "entry" in form.fields else None, plan_sentence(PlanError(fault.code, "entry")))
        return not faults

    @property
    def planned(self) -> list[tuple[str, dict[str, Any]]]:
        return [form.planned for form in self.forms]


def _numbers(data: Mapping[str, Any], first: int) -> range:
    count = data.get("stages", "")
    return range(first, first + (min(int(count), MOST_STAGES) if re.fullmatch(r"\d{1,2}", count) else 0))


def _typed(data: Mapping[str, Any], number: int, game: Game) -> dict[str, Any]:
    """What has been filled in for one stage, and the usual order of tie-breaks where none was to be seen."""
    typed = StageForm.sent(data, number)
    if any(name.startswith("chain_") for name in typed):
        return typed
    usual = StageForm.given_by("swiss", {}, game=game)
    return {name: usual[name] for name in usual if "chain" in name} | typed
