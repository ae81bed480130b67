"""A list over clubs as files: JSON, CSV, and pages that open without a server. docs/files.md describes it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from tournaments.exports.files.sheet import FileColumn, Row, Sheet, csv_lines
from tournaments.formats.ratings import SETTLED, SURE
from tournaments.models import Colour
from tournaments.proofs.canonical import canonical
from tournaments.proofs.identities import ListedPerson
from tournaments.proofs.rated import ListedEvent
from tournaments.proofs.rating_list import GameList, ListedChange, ListedRow, ListedTable, Opponent, RatingList
from tournaments.selectors.ratings.page import Against
from tournaments.selectors.table.cards import PlayerTag
from tournaments.words.club import grouped_fingerprint
from tournaments.words.languages import in_language
from tournaments.words.statistics.compared import (
    LEFT_OUT,
    PERHAPS_ONE,
    against_text,
    place_text,
    rests_on_text,
    state_text,
)

FORMAT = "capstone-rating-list/1"
COLUMNS = [
    FileColumn("game", "its key"),
    FileColumn("rank", "empty where there is none"),
    FileColumn("player", "as at the latest event"),
    FileColumn("clubs", "where they played"),
    FileColumn("federation_number", "empty where there is none"),
    FileColumn("rating", "the guess"),
    FileColumn("band", "19 of 20 lie within so much of it"),
    FileColumn("tables", "by which they are rated"),
    FileColumn("latest", "the day they were rated last"),
    FileColumn("key", "the person in ratings.json and in the addresses of pages"),
]
SHEETS = [
    "vendor/bootstrap/bootstrap.css",
    "css/tokens.css",
    "css/capstone.css",
    "css/pictures.css",
    "css/results.css",
]
FONTS = ["vendor/hanken-grotesk", "vendor/source-serif-4"]
PICTURES = ["img/favicon.svg", "img/mark.svg", "img/edge.svg", "img/chevron.svg"]


def list_files(ratings: RatingList, *, language: str) -> Iterator[tuple[str, bytes]]:
    """Each with its path in the folder."""
    with in_language(language):
        yield "ratings.json", canonical(_as_json(ratings))
        yield "ratings.csv", "".join(csv_lines(Sheet(COLUMNS, _lines(ratings)), language=language)).encode()
        yield "index.html", _page("index", _index_context(ratings), root="")
        for place in sorted(_rated(ratings)):
            context = _person_context(ratings, place)
            yield _address(ratings.people[place]), _page("person", context, root="../")
    static = Path(settings.BASE_DIR) / "static"
    fonts = [path.relative_to(static).as_posix() for folder in FONTS for path in sorted((static / folder).iterdir())]
    for name in [*SHEETS, *PICTURES, *fonts]:
        yield f"static/{name}", (static / name).read_bytes()


# JSON and CSV


def _as_json(ratings: RatingList) -> Mapping[str, Any]:
    return {
        "format": FORMAT,
        "people": [_person_json(person) for person in ratings.people],
        "games": [_game_json(game, ratings) for game in ratings.games],
        "proposals": [
            {"people": [ratings.people[one].key, ratings.people[other].key], "why": why}
            for one, other, why in ratings.proposals
        ],
        "events": [_event_json(event) for event in ratings.events],
        "left_out": [{**_event_json(event), "why": why} for event, why in ratings.left_out],
    }


def _person_json(person: ListedPerson) -> Mapping[str, Any]:
    return {
        "key": person.key,
        "name": person.name,
        "clubs": list(person.clubs),
        "known_as": [{"issuer": issuer, "id": number} for issuer, number in person.known_as],
        "federation_number": person.federation_number or None,
        "listed": person.listed,
    }


def _event_json(event: ListedEvent) -> Mapping[str, Any]:
    return {
        "issuer": event.issuer,
        "id": event.id,
        "revision": event.revision,
        "club": event.club,
        "name": event.name,
        "date": event.day.isoformat(),
        "game": event.game,
        "sha256": event.digest,
    }


def _game_json(game: GameList, ratings: RatingList) -> Mapping[str, Any]:
    people = ratings.people
    return {
        "game": game.game,
        "rows": [
            {
                "person": people[row.person].key,
                "rank": row.rank,
                "rating": _points(row.strength.mu),
                "band": _points(2 * row.strength.sigma),
                "tables": row.strength.tables,
                "latest": row.latest.isoformat(),
                "away": row.is_away,
                "changes": [_change_json(change, people) for change in game.changes[row.person]],
            }
            for row in game.rows
        ],
    }


def _change_json(change: ListedChange, people: Sequence[ListedPerson]) -> Mapping[str, Any]:
    return {
        "event": {"issuer": change.event.issuer, "id": change.event.id},
        "before": _points(change.before.mu),
        "after": _points(change.after.mu),
        "tables": [
            {
                "place": table.place,
                "seats": table.seats,
                "against": [_against_json(one, people) for one in table.others],
            }
            for table in change.tables
        ],
    }


def _against_json(opponent: Opponent, people: Sequence[ListedPerson]) -> Mapping[str, Any]:
    """Of who is left out no chance is told, from which the rating could be worked out."""
    person, duel = people[opponent.duel.other], opponent.duel
    return {
        "person": person.key,
        "rating": _points(opponent.before.mu) if person.listed else None,
        "expected": round(duel.expected, 4) if person.listed else None,
        "scored": duel.scored,
        "moved": _points(duel.moved),
    }


def _points(value: float) -> float:
    return round(value, 2)


def _lines(ratings: RatingList) -> Iterator[Row]:
    for game in ratings.games:
        for row in game.rows:
            person = ratings.people[row.person]
            yield (
                game.game,
                row.rank,
                person.name,
                ", ".join(person.clubs),
                person.federation_number,
                _points(row.strength.mu),
                _points(2 * row.strength.sigma),
                row.strength.tables,
                row.latest,
                person.key,
            )


# Pages


def _page(name: str, context: Mapping[str, Any], *, root: str) -> bytes:
    return render_to_string(f"ratings/over_clubs/{name}.html", {**context, "root": root, "sheets": SHEETS}).encode()


def _rated(ratings: RatingList) -> set[int]:
    """Who has a page."""
    return {row.person for game in ratings.games for row in game.rows}


def _address(person: ListedPerson) -> str:
    return f"people/{person.key}.html"


def _index_context(ratings: RatingList) -> Mapping[str, Any]:
    clubs: dict[str, set[str]] = defaultdict(set)
    for event in ratings.events:
        clubs[event.issuer].add(event.club)
    people, rated = ratings.people, _rated(ratings)
    return {
        "says": rests_on_text(ratings),
        "games": [(game.game, _told_rows(game.rows, people)) for game in ratings.games],
        "settled": {"tables": SETTLED, "band": round(2 * SURE)},
        "proposals": [
            ([(people[who], _address(people[who]) if who in rated else "") for who in pair], PERHAPS_ONE[why])
            for *pair, why in ratings.proposals
        ],
        "events": ratings.events,
        "left_out": [(event, LEFT_OUT[why]) for event, why in ratings.left_out],
        "issuers": [(grouped_fingerprint(issuer), sorted(clubs[issuer])) for issuer in sorted(clubs)],
    }


def _told_rows(rows: Sequence[ListedRow], people: Sequence[ListedPerson]) -> list[tuple[Any, ...]]:
    return [(row, people[row.person], _address(people[row.person]), state_text(row)) for row in rows]


def _person_context(ratings: RatingList, place: int) -> Mapping[str, Any]:
    games = []
    for game in ratings.games:
        row = next((row for row in game.rows if row.person == place), None)
        if row is not None:
            changes = [_told_change(change, ratings.people) for change in reversed(game.changes[place])]
            games.append((game.game, row, place_text(row, game.rows), changes))
    return {"person": ratings.people[place], "games": games}


def _told_change(change: ListedChange, people: Sequence[ListedPerson]) -> tuple[ListedChange, list[Any]]:
    return change, [(table, _told_others(table, people)) for table in change.tables]


def _told_others(table: ListedTable, people: Sequence[ListedPerson]) -> list[tuple[Against, str]]:
    others = []
    for opponent in table.others:
        person = people[opponent.duel.other]
        tag = PlayerTag(opponent.duel.other, person.name, person.name, Colour.SLATE)
        others.append(Against(tag, round(opponent.before.mu) if person.listed else None, opponent.duel))
    return [(against, against_text(against)) for against in others]
