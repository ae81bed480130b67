"""The facts of an entry of the log, by their labels and in words, those of a deal field by field."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats.ladders import read_rules as read_ladder_rules
from tournaments.formats.leagues import read_rules as read_league_rules
from tournaments.formats.seasons.standing import read_rules
from tournaments.models import (
    ApiToken,
    ByeRequest,
    Colour,
    Confirmation,
    Entrant,
    Event,
    Member,
    NightAnswer,
    RatingsBegin,
    RatingsFor,
    Round,
    Ruling,
    ShownNames,
    Stage,
    StageEntry,
    Table,
    Visibility,
    WebhookTopic,
)
from tournaments.selectors.table.cards import number_text
from tournaments.words.games import NAMES
from tournaments.words.league import ladder_words, league_words
from tournaments.words.season import rules_words
from tournaments.words.stage.plans import stage_in_words
from tournaments.words.standings import TIEBREAK_NAMES, list_words

NOTHING = "–"
Words = Mapping[str, str | Promise]

LABELS: Words = {
    "accept_minutes": gettext_lazy("Accepted by itself after minutes"),
    "address": gettext_lazy("Address"),
    "anonymous": gettext_lazy("Anonymous"),
    "archived": gettext_lazy("Archived"),
    "at": gettext_lazy("At"),
    "begins": gettext_lazy("Begins"),
    "best_of": gettext_lazy("Members who count in a round (0: all)"),
    "byes": gettext_lazy("Byes"),
    "categories": gettext_lazy("Categories"),
    "call_hours": gettext_lazy("Hours before, when it is decided who is needed"),
    "called_at": gettext_lazy("Called at"),
    "cancelled": gettext_lazy("Cancelled"),
    "captain": gettext_lazy("Captain"),
    "chain": gettext_lazy("Tie-breaks"),
    "checked_in": gettext_lazy("Checked in"),
    "choice": gettext_lazy("What follows"),
    "clock": gettext_lazy("Clock"),
    "colour": gettext_lazy("Colour"),
    "confirmation": gettext_lazy("Confirmation"),
    "confirmation_mode": gettext_lazy("Confirmation asked for"),
    "correction_minutes": gettext_lazy("Players may correct for minutes"),
    "counts": gettext_lazy("Counts for the season"),
    "date": gettext_lazy("Date"),
    "dates": gettext_lazy("Dates"),
    "deal": gettext_lazy("Deal"),
    "dealer": gettext_lazy("First dealer"),
    "deals": gettext_lazy("Deals"),
    "ends": gettext_lazy("Ends"),
    "entered": gettext_lazy("Entered"),
    "entries": gettext_lazy("Entries"),
    "divisions": gettext_lazy("Divisions"),
    "drawn": gettext_lazy("Fixtures drawn"),
    "edited": gettext_lazy("What was changed"),
    "exact": gettext_lazy("Exact"),
    "fixed_table": gettext_lazy("Fixed table"),
    "folded": gettext_lazy("Folded"),
    "forfeited": gettext_lazy("Forfeit"),
    "from": gettext_lazy("From table"),
    "from_day": gettext_lazy("First day"),
    "from_round": gettext_lazy("From round"),
    "game": gettext_lazy("Game"),
    "game_of_match": gettext_lazy("Game of the match"),
    "match": gettext_lazy("Games in a match"),
    "groups": gettext_lazy("Kept apart"),
    "handicaps": gettext_lazy("Handicap"),
    "handicap_terms": gettext_lazy("Handicap by rating"),
    "how": gettext_lazy("How"),
    "into": gettext_lazy("Player"),
    "invitation": gettext_lazy("Invitation"),
    "is_player": gettext_lazy("On the list as"),
    "kind": gettext_lazy("Ruling"),
    "league_rules": gettext_lazy("Rules of the league"),
    "ladder_rules": gettext_lazy("Rules of the ladder"),
    "late_points": gettext_lazy("Points"),
    "level": gettext_lazy("Tied at the cut"),
    "level_in": gettext_lazy("Of these in by the director’s word"),
    "link": gettext_lazy("Pad link"),
    "lots_seed": gettext_lazy("Drawn from the seed"),
    "minutes": gettext_lazy("Minutes"),
    "months": gettext_lazy("Phones kept for months"),
    "moved_on": gettext_lazy("Stay where they have moved on to"),
    "name": gettext_lazy("Name"),
    "names": gettext_lazy("Names"),
    "from_club": gettext_lazy("Club"),
    "crest": gettext_lazy("Logo"),
    "framed_by": gettext_lazy("Pages that may show it"),
    "net": gettext_lazy("Cubits net"),
    "nickname": gettext_lazy("Nickname"),
    "night": gettext_lazy("Night"),
    "note": gettext_lazy("Note"),
    "offered": gettext_lazy("Come if needed"),
    "order": gettext_lazy("Order"),
    "owner": gettext_lazy("Owner"),
    "paused_seconds": gettext_lazy("Seconds paused"),
    "person": gettext_lazy("Person"),
    "pinned": gettext_lazy("Pinned tables"),
    "place": gettext_lazy("Place"),
    "player": gettext_lazy("Player"),
    "players": gettext_lazy("Players"),
    "points": gettext_lazy("Points"),
    "present": gettext_lazy("Here"),
    "prizes": gettext_lazy("Prizes"),
    "provisional": gettext_lazy("Counted provisionally"),
    "rating": gettext_lazy("Rating"),
    "reason": gettext_lazy("Reason"),
    "registration": gettext_lazy("Registration open"),
    "reply": gettext_lazy("Answer"),
    "requested": gettext_lazy("Byes on request"),
    "requests": gettext_lazy("Byes on request"),
    "results": gettext_lazy("Results"),
    "role": gettext_lazy("Role"),
    "room": gettext_lazy("Tables in the room"),
    "round": gettext_lazy("Round"),
    "rounds": gettext_lazy("Rounds"),
    "rules": gettext_lazy("Rules"),
    "scope": gettext_lazy("What it may do"),
    "score": gettext_lazy("Score"),
    "says_player": gettext_lazy("Asks to be on the list as"),
    "scores": gettext_lazy("Scores"),
    "seats": gettext_lazy("Seats"),
    "rung": gettext_lazy("Place on the ladder"),
    "season_rules": gettext_lazy("Rules of the season"),
    "seed": gettext_lazy("Seed"),
    "ratings_begin": gettext_lazy("Ratings begin"),
    "ratings_for": gettext_lazy("Who sees ratings"),
    "shown_names": gettext_lazy("Name for strangers"),
    "unranked": gettext_lazy("Left out of the ranking"),
    "by_average": gettext_lazy("Ranked by the average"),
    "shared_phones": gettext_lazy("One phone may speak for several seats"),
    "silence_minutes": gettext_lazy("Minutes a silent phone is waited for"),
    "stage": gettext_lazy("Stage"),
    "stages": gettext_lazy("Stages"),
    "stages_over": gettext_lazy("Stages over by that"),
    "started_at": gettext_lazy("Started at"),
    "status": gettext_lazy("State"),
    "substitute": gettext_lazy("Substitute"),
    "table": gettext_lazy("Table"),
    "tables": gettext_lazy("Tables"),
    "team": gettext_lazy("Team"),
    "teams": gettext_lazy("Teams"),
    "text": gettext_lazy("Text"),
    "time_up": gettext_lazy("When time is up"),
    "switched_on": gettext_lazy("On"),
    "topics": gettext_lazy("What it is told"),
    "to": gettext_lazy("To table"),
    "to_day": gettext_lazy("Last day"),
    "until": gettext_lazy("Good until"),
    "uses": gettext_lazy("For how many"),
    "value": gettext_lazy("Seats or places"),
    "waiting": gettext_lazy("Waiting to be let in"),
    "verdict": gettext_lazy("Verdict"),
    "version": gettext_lazy("Version"),
    "visibility": gettext_lazy("Who sees it"),
    "where": gettext_lazy("Where"),
    "won": gettext_lazy("The challenger has won"),
    "years": gettext_lazy("Names kept for years"),
}

STATES: Words = {
    **dict(Stage.Status.choices),
    **dict(Round.Status.choices),
    **dict(Event.Status.choices),
    **dict(Entrant.Status.choices),
    **dict(Table.Status.choices),
}
VALUES: Mapping[str, Words] = {
    "status": STATES,
    "confirmation": dict(Table.ConfirmationState.choices),
    "verdict": dict(Confirmation.Verdict.choices),
    "confirmation_mode": dict(Event.ConfirmationMode.choices),
    "time_up": dict(Event.TimeUp.choices),
    "game": NAMES,
    "colour": dict(Colour.choices),
    "crest": {"own": gettext_lazy("a picture of its own"), "drawn": gettext_lazy("drawn from the name")},
    "role": dict(Member.Role.choices),
    "scope": dict(ApiToken.Scope.choices),
    "topics": dict(WebhookTopic.choices),
    "edited": {
        "name": gettext_lazy("name"),
        "nickname": gettext_lazy("nickname"),
        "federation_number": gettext_lazy("federation number"),
    },
    "reply": dict(NightAnswer.Reply.choices),
    "visibility": {**dict(Visibility.choices), "": gettext_lazy("as the club")},
    "ratings_for": dict(RatingsFor.choices),
    "ratings_begin": dict(RatingsBegin.choices),
    "shown_names": {**dict(ShownNames.choices), "": gettext_lazy("as the club wishes")},
    "kind": dict(Ruling.Kind.choices),
    "results": dict(StageEntry.Results.choices),
    "chain": TIEBREAK_NAMES,
    "clock": {
        "not-started": gettext_lazy("not started"),
        "running": gettext_lazy("runs"),
        "paused": gettext_lazy("paused"),
    },
    "choice": {
        "standings only": gettext_lazy("standings only"),
        "replay": gettext_lazy("the later rounds are drawn anew"),
    },
}
# Details for machines, or said by another fact of the same entry.
NOT_SHOWN = {
    "coming",
    "event",
    "fixture",
    "ladder",
    "season",
    "version",
    "client_id",
    "payload",
    "change",
    "passport",
    "proposed_correction",
    "program",
    "registrations",
    "checked_in",
    "order",
    "paused_seconds",
    "started_at",
}


def label_of(key: str) -> str:
    return str(LABELS[key]) if key in LABELS else capfirst(key.replace("_", " "))


def value_words(key: str, value: Any) -> str:
    """One fact in words, whatever its shape."""
    if key in SHAPES and value:
        return SHAPES[key](value)
    if value is None or value in ("", [], {}):
        return str(VALUES.get(key, {}).get(value, NOTHING)) if value == "" else NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str):
        return str(VALUES.get(key, {}).get(value, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{label_of(str(name))}: {value_words(str(name), item)}" for name, item in value.items())
    if isinstance(value, Sequence):
        parts = [value_words(key, item) for item in value]
        return ("; " if any(isinstance(item, Mapping | list) for item in value) else ", ").join(parts)
    return str(value)


def _tables(tables: Sequence[Any]) -> str:
    """Their numbers, or who sits where."""
    if not all(isinstance(table, Mapping) for table in tables):
        return ", ".join(map(str, tables))
    named = [(table.get("table"), value_words("seats", table.get("seats"))) for table in tables]
    return "; ".join(_("table %(number)s: %(names)s") % {"number": number, "names": names} for number, names in named)


def _stages(stages: Sequence[Mapping[str, Any]]) -> str:
    formats = dict(Stage.Format.choices)
    texts = []
    for stage in stages:
        name = str(formats.get(stage["format"], stage["format"]))
        texts.append(", ".join([name, *stage_in_words(stage["format"], stage["options"])]))
    return "; ".join(texts)


def _requests(byes: Sequence[Mapping[str, Any]]) -> str:
    worths = dict(ByeRequest.Worth.choices)
    facts = [{"round": bye["round"], "points": worths.get(bye["worth"], bye["worth"])} for bye in byes]
    return "; ".join(_("round %(round)s, %(points)s") % request for request in facts)


def _time(moment: str) -> str:
    return date_format(localtime(datetime.fromisoformat(moment)), "TIME_FORMAT")


def _date_and_time(moment: str) -> str:
    return date_format(localtime(datetime.fromisoformat(moment)), "SHORT_DATETIME_FORMAT")


def _dates(days: Sequence[str]) -> str:
    return ", ".join(date_format(date.fromisoformat(day), "SHORT_DATE_FORMAT") for day in days)


def _season_rules(stored: Mapping[str, Any]) -> str:
    return " ".join(rules_words(read_rules(stored)))


def _league_rules(stored: Mapping[str, Any]) -> str:
    rules = read_league_rules(stored)
    return " ".join(league_words(rules, teams=rules.team_best > 0))


def _ladder_rules(stored: Mapping[str, Any]) -> str:
    return " ".join(ladder_words(read_ladder_rules(stored)))


def _handicaps(given: Sequence[Mapping[str, Any]]) -> str:
    facts = [(value_words("player", each["player"]), number_text(Fraction(each["points"]))) for each in given]
    return "; ".join(f"{name}: {points}" for name, points in facts)


def _handicap_terms(terms: Sequence[Any] | None) -> str:
    if terms is None:
        return _("none")
    rounds, cap, win = terms
    words = _("games: %(rounds)s; a win: %(win)s; at most: %(cap)s wins")
    return words % {"rounds": rounds, "win": number_text(Fraction(win)), "cap": cap}


SHAPES: Mapping[str, Callable[[Any], str]] = {
    "tables": _tables,
    "stages": _stages,
    "requests": _requests,
    "called_at": _time,
    "until": _date_and_time,
    "begins": _date_and_time,
    "ends": _date_and_time,
    "dates": _dates,
    "season_rules": _season_rules,
    "league_rules": _league_rules,
    "ladder_rules": _ladder_rules,
    "prizes": list_words,
    "handicaps": _handicaps,
    "handicap_terms": _handicap_terms,
}
