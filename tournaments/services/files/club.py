"""Brings in a whole club from its file, all of it or nothing. Each row gets an id of its own here, and refers to rows
of the same file alone.
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from fractions import Fraction
from itertools import groupby, islice
from operator import attrgetter
from typing import Any, NamedTuple, cast

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, connection, transaction
from django.db.models import CharField, Field, ForeignKey, JSONField, Model
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.games import GAMES
from tournaments import audit
from tournaments.audit import Actor
from tournaments.formats.plan import read_plan
from tournaments.formats.seasons.standing import read_rules
from tournaments.limits import LONGEST_ACCOUNT_NAME, numbered
from tournaments.models import (
    Club,
    Deal,
    Entrant,
    Event,
    Member,
    Player,
    PlayerMerge,
    Season,
    Stage,
    StageEntry,
    Table,
    ToldAchievement,
    tidy_name,
)
from tournaments.models.fields import ANONYMOUS, FractionField
from tournaments.models.seating import SeatingField, read_seating
from tournaments.models.table import new_edition
from tournaments.selectors.files import CLUB, LOGO, PLAYER, PORTABLE, PROGRAM, ROOM, Portable
from tournaments.selectors.printing import is_drawn_here
from tournaments.selectors.prizes import prize_list
from tournaments.services.change import keep_confirmation, lock_table
from tournaments.services.club.clubs import free_slug
from tournaments.services.files.ids import one_at_a_time, relocated, reserve
from tournaments.services.integrations.trusted import ANYBODY, ORIGIN
from tournaments.services.refusals import Refused
from tournaments.services.summaries.events import count_by_day
from tournaments.services.summaries.players import update_tallies
from tournaments.services.summaries.registry import rebuild_summaries
from tournaments.services.table.judging import rescore
from tournaments.services.teams import find_sides

AT_ONCE = 500  # rows in one statement
FRACTION = re.compile(r"-?\d{1,18}(/\d{1,18})?")
IMPOSSIBLE = (
    ValidationError,
    ScoringError,
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    AttributeError,
    RecursionError,
)
"""What reading a row raises that this program has not written."""


class FileRow(NamedTuple):
    line: int
    kind: str
    facts: dict[str, Any]


class Arrival:
    """``into``: the club that the rows become part of, None for one of its own; ``people``: which players (their ids
    in the file) are which of its list. ``sizes`` say how many rows of each kind there are, the least id and
    the greatest.
    """

    def __init__(
        self, *, into: Club | None, people: Mapping[int, int], sizes: Mapping[str, tuple[int, int, int]], slug: str
    ) -> None:
        self._into, self._people, self._slug = into, people, slug
        self._first = {portable.model: sizes[kind][1] for kind, portable in PORTABLE.items()}
        self._last = {portable.model: sizes[kind][2] for kind, portable in PORTABLE.items()}
        self._read: dict[type[Model], array[int]] = {portable.model: array("q") for portable in PORTABLE.values()}
        self._moved_by = {}
        for kind, portable in PORTABLE.items():
            _rows, first, last = sizes[kind]
            self._moved_by[portable.model] = reserve(portable.model, first=first, last=last) if last else 0
        self._left_out = {CLUB, LOGO, ROOM} if into else set[str]()

    @property
    def club_id(self) -> int:
        return self._here(Club, self._read[Club][0])

    def ids(self, model: type[Model]) -> Iterator[int]:
        """Of the rows that came, as they are here."""
        return (self._here(model, pk) for pk in self._read[model])

    def take(self, rows: Iterable[FileRow]) -> None:
        for kind, of_kind in groupby(rows, key=attrgetter("kind")):
            portable = PORTABLE[kind]
            new_rows = (row for facts in of_kind if (row := self._row(kind, portable, facts)) is not None)
            while batch := list(islice(new_rows, AT_ONCE)):
                try:
                    self._write(portable, batch)
                except (*IMPOSSIBLE, DataError) as error:
                    raise Refused("club-file-unfit") from error

    def _here(self, model: type[Model], pk: int) -> int:
        if type(pk) is not int or pk < 1:
            raise ValueError(pk)
        if self._into and model is Club:
            return self._into.pk
        if model is Player and pk in self._people:
            return self._people[pk]
        return pk + self._moved_by[model]

    def _meant(self, model: type[Model], pk: int) -> int:
        """Within JSON, which may name who is there no more: a number that is nobody's here, nor ever will be."""
        if type(pk) is int and pk >= 0 and not (pk and self._first[model] <= pk <= self._last[model]):
            return 0
        return self._here(model, pk)

    def _row(self, kind: str, portable: Portable, row: FileRow) -> Model | None:
        """None where the club it comes into has that already."""
        field = ""
        if row.facts.keys() - {field.name for field in portable.fields}:
            raise Refused("club-file-newer")
        try:
            facts = relocated(kind, row.facts, self._meant)
            values = {}
            for name in portable.fields:
                field = name.name
                value = facts[field] if field in facts else _older(name)
                values[name.attname] = self._value(portable.model, name, value)
            self._read[portable.model].append(facts["id"])
            if kind in self._left_out or (kind == PLAYER and facts["id"] in self._people):
                return None
            return self._completed(portable.model(**values))
        except IMPOSSIBLE as error:
            raise Refused("club-file-row", line=row.line, kind=kind, field=field) from error

    def _value(self, model: type[Model], field: "Field[Any, Any]", raw: Any) -> Any:
        if field.primary_key:
            earlier = self._read[model]
            if not (earlier[-1] if earlier else 0) < raw <= self._last[model]:
                raise ValueError(raw)
            return self._here(model, raw)
        if raw is None:
            if not field.null:
                raise ValueError(field.name)
            return None
        if isinstance(field, ForeignKey):
            target = cast(type[Model], field.related_model)
            if not _holds(self._read[target], raw):
                raise LookupError(raw)
            return self._here(target, raw)
        if isinstance(field, SeatingField):
            return read_seating(raw)
        if isinstance(field, JSONField):
            return raw
        if isinstance(field, FractionField):
            return _fraction(raw)
        value = _text(field, raw) if isinstance(field, CharField) else field.clean(raw, None)
        if isinstance(value, datetime):
            value.astimezone(UTC)  # before the first moment and after the last there is none
        return value

    def _completed(self, row: Model) -> Model:
        """With what has stayed behind; and checked as the program that reads it will."""
        if complete := COMPLETED.get(type(row)):
            complete(row)
        if isinstance(row, Club):
            row.slug = self._slug
        if isinstance(row, Entrant) and self._moved_by[Entrant]:
            row.first_id = row.first_id or row.pk - self._moved_by[Entrant]
        return row

    def _write(self, portable: Portable, rows: list[Model]) -> None:
        model = portable.model
        if model is ToldAchievement and self._people:
            rows = _untold(rows)
        _refuse_known(model, rows)
        fields = model._meta.local_concrete_fields
        size = min(AT_ONCE, connection.ops.bulk_batch_size(fields, rows)) if rows else 1
        try:
            for start in range(0, len(rows), size):
                with transaction.atomic():
                    # As they are: Django would put the present moment in the place of when something was recorded.
                    model._base_manager._insert(rows[start : start + size], fields=fields, raw=True)  # type: ignore[attr-defined]
        except IntegrityError as error:
            raise Refused("club-file-twice", kind=model._meta.verbose_name) from error


def _older(field: "Field[Any, Any]") -> Any:
    """What a file does not tell that is older than the column."""
    if field.has_default():
        return field.get_default()
    if field.null:
        return None
    raise LookupError(field.name)


def _fraction(text: str) -> Fraction:
    """Of no more digits than any score has: a short text can stand for a number that takes for ever."""
    if not FRACTION.fullmatch(text):
        raise ValueError(text)
    return Fraction(text)


def _text(field: "CharField[str, str]", raw: str) -> str:
    """What is stored may be older than a rule of how it is written; what is longer than its column is not stored."""
    choices = [value for value, _label in field.flatchoices]
    if len(raw) > (field.max_length or 0) or "\0" in raw or (raw and choices and raw not in choices):
        raise ValueError(raw)
    return str(raw)


def _holds(read: "array[int]", pk: int) -> bool:
    index = bisect_left(read, pk)
    return index < len(read) and read[index] == pk


def _refuse_known(model: type[Model], rows: list[Model]) -> None:
    """What can be in one place alone is what tells that this file, or one like it, has come before."""
    if model is Deal:
        deals = Deal.objects.filter(client_id__in=[cast(Deal, row).client_id for row in rows])
        if deals.exists():
            raise Refused("club-is-here", club=deals.select_related("table__event__club")[0].table.event.club.name)
    if model is Player:
        _refuse_names([row for row in cast(list[Player], rows) if not row.is_team])


def _refuse_names(players: list[Player]) -> None:
    listed = Player.objects.filter(club__in={player.club_id for player in players}).values_list("name", flat=True)
    listed_names = {name.casefold() for name in listed}
    for player in players:
        if player.name.casefold() in listed_names:
            raise Refused("player-name-here", name=player.name)
        listed_names.add(player.name.casefold())


def _untold(rows: list[Any]) -> list[Model]:
    """A player of the list may have been told on already."""
    rows_told = ToldAchievement.objects.filter(player__in=[row.player_id for row in rows])
    achievements = set(rows_told.values_list("player", "key"))
    return [row for row in rows if (row.player_id, row.key) not in achievements]


def _club(row: Any) -> None:
    """What becomes part of a policy is what the owner could have written."""
    if row.framed_by != ANYBODY and not all(ORIGIN.fullmatch(origin) for origin in row.framed_by.split(" ") if origin):
        raise ValueError(row.framed_by)


def _logo(row: Any) -> None:
    """What browsers are sent is of the size and kind that this program draws."""
    if not is_drawn_here(row.picture):
        raise ValueError(row.club_id)


def _account(row: Any) -> None:
    """A name that stands in the log: nobody signs in by it."""
    row.password, row.is_active, row.date_joined = make_password(None), False, timezone.now()
    username, number = row.username, 1
    while User.objects.filter(username=row.username).exists():
        number += 1
        row.username = numbered(username, number, LONGEST_ACCOUNT_NAME)
    if row.username != username and not row.get_full_name():
        row.first_name = username


def _player(row: Any) -> None:
    if row.anonymised_at:
        row.name, row.nickname, row.federation_number = f"{ANONYMOUS}{row.pk}", "", ""
    elif not row.name or tidy_name(row.name) != row.name:
        raise ValueError(row.name)


def _program(row: Any) -> None:
    row.good_until = row.revoked_at = row.made_at


def _event(row: Any) -> None:
    GAMES[row.game].check_rules(dict(row.game_rules))
    _ = row.handicap_terms
    prize_list(row)


def _stage(row: Any) -> None:
    read_plan(row.format, row.options)


def _entry(row: Any) -> None:
    _ = row.starts_with


def _season(row: Any) -> None:
    read_rules(row.stored_rules)
    prize_list(row)


def _pad(row: Any) -> None:
    row.edition = new_edition()


COMPLETED: Mapping[type[Model], Any] = {
    Club: _club,
    PORTABLE[LOGO].model: _logo,
    User: _account,
    Player: _player,
    PORTABLE[PROGRAM].model: _program,
    Event: _event,
    Entrant: _entry,
    Stage: _stage,
    StageEntry: _entry,
    Season: _season,
    PORTABLE["pad"].model: _pad,
}


@transaction.atomic
def bring_club(
    *,
    rows: Iterable[FileRow],
    sizes: Mapping[str, tuple[int, int, int]],
    name: str,
    slug: str,
    into: Club | None,
    people: Mapping[int, int],
    owner: User | None,
    actor: Actor,
    rehearsal: bool = False,
) -> Club:
    """Brings a club in from the rows of its file. ``people``: which of the file's players are which of the list of the
    club it comes ``into``; a club of its own is the ``owner``'s. A rehearsal does all of it, and then none.
    """
    one_at_a_time()
    if into:
        into = Club.objects.select_for_update(no_key=True).get(pk=into.pk)
        _check_people(into, people)
    arrival = Arrival(into=into, people=people, sizes=sizes, slug=free_slug(slug))
    arrival.take(rows)
    club = Club.objects.get(pk=arrival.club_id)
    find_sides(club)
    if into:
        count_by_day(club, seasons=set(arrival.ids(Season)), events=set(arrival.ids(Event)))
    _check_merges(club)
    try:
        _update_summaries(club, arrival)
    except IMPOSSIBLE as error:
        raise Refused("club-file-unfit") from error
    if owner and not into:
        Member.objects.create(club=club, user=owner, role=Member.Role.OWNER)
    audit.record(actor, "club-brought", club=club, after={"name": name})
    if rehearsal:
        transaction.set_rollback(True)
    return club


def _check_people(into: Club, people: Mapping[int, int]) -> None:
    if len(set(people.values())) < len(people):
        raise Refused("people-twice")
    if into.players.filter(anonymised_at=None, merge=None, pk__in=people.values()).count() < len(people):
        raise Refused("player-gone")


def _check_merges(club: Club) -> None:
    """Whoever is somebody else is not in the end the same again: that would be followed for ever."""
    into = dict(PlayerMerge.objects.filter(gone__club=club).values_list("gone", "into"))
    for merged in into:
        further, one = 0, merged
        while one in into:
            further, one = further + 1, into[one]
            if further > len(into):
                raise Refused("club-file-unfit")


def _update_summaries(club: Club, arrival: Arrival) -> None:
    """What is kept for reading is made of what came, not believed."""
    for pk in arrival.ids(Table):
        table = lock_table(pk)
        rescore(table)
        keep_confirmation(table)
        table.save(update_fields=["deal_count", "confirmation", "accepted_at"])
    for pk in arrival.ids(Event):
        event = Event.objects.get(pk=pk)
        if event.status == Event.Status.FINISHED:
            update_tallies(event)
    rebuild_summaries(club)
