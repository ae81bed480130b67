"""Who comes: the nights a club has planned, and who has said what to them; who has registered for an event, who waits
for the director, and whose name a name looks like to the eye.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.db.models import F, Max, Q, QuerySet

from tournaments.formats.calendar import Attendance, Tables, attendance, called, tables_of
from tournaments.limits import MOST_CALL_HOURS, MOST_SIMULATED_PLAYERS
from tournaments.models import OPEN_TO_ALL, WITHOUT_ROUNDS, Club, ComingNight, Event, NightAnswer, Player, Registration
from tournaments.models.year import is_coming
from tournaments.selectors.stage.entrants import has_begun
from tournaments.selectors.table.cards import PLAYER_COLUMNS, PlayerTag, tag

MOST_SHOWN = 60
MOST_NEXT = 3
MOST_ASKED = 12
IN_CALENDARS = timedelta(days=366)
"""How long a night that is over stays in the calendars of others."""

USUAL_PLAYERS = 16

Reply = NightAnswer.Reply


class Given(NamedTuple):
    """An answer as it is read, of ANSWER_COLUMNS: there are many, and few names are shown."""

    night: int
    reply: str
    since: datetime
    called_at: datetime | None
    answered_at: datetime
    player_id: int
    name: str
    nickname: str
    colour: str
    shown_names: str

    @property
    def comes(self) -> bool:
        return is_coming(self.reply, self.since, self.called_at)

    @property
    def tag(self) -> PlayerTag:
        return tag(self.player_id, self.name, self.nickname, self.colour, self.shown_names)


ANSWER_COLUMNS = (
    *("night", "reply", "since", "called_at", "answered_at"),
    *(f"player__{column}" for column in PLAYER_COLUMNS),
)


@dataclass(frozen=True)
class Planned:
    """A night, and everybody's answer by player (id)."""

    night: ComingNight
    answers: Mapping[int, Given]
    attendance: Attendance
    tables: Tables
    opened: Event | None = None  # where whoever looks may see it
    own: Given | None = None

    @property
    def coming(self) -> list[PlayerTag]:
        return self._named(self.attendance.coming)

    @property
    def waiting(self) -> list[PlayerTag]:
        return self._named(self.attendance.waiting)

    @property
    def offered(self) -> list[PlayerTag]:
        return self._named(self.attendance.offered)

    @property
    def released(self) -> list[PlayerTag]:
        return self._named(self.attendance.released)

    @property
    def declined(self) -> list[PlayerTag]:
        return self._named([pk for pk, answer in self.answers.items() if answer.reply == Reply.NO])

    @property
    def has_moved(self) -> bool:
        """Since whoever asks has answered."""
        return bool(self.own and self.night.moved_at and self.own.answered_at < self.night.moved_at)

    def _named(self, players: Iterable[int]) -> list[PlayerTag]:
        return [self.answers[pk].tag for pk in players]


@dataclass(frozen=True)
class CalendarPage:
    club: Club
    nights: list[Planned]


def calendar_page(slug: str, *, now: datetime, stricter: Set[int] | None) -> CalendarPage:
    """What is ahead, soonest first. ``stricter``: as `Seen` has it. Raises Club.DoesNotExist."""
    club = Club.objects.get(slug=slug)
    nights = _shown_nights(club.coming_nights.filter(ends_at__gt=now), stricter)[:MOST_SHOWN]
    return CalendarPage(club, _planned(nights, stricter=stricter))


def next_nights(club: Club, *, now: datetime, stricter: Set[int] | None) -> list[Planned]:
    """The first that take place and have not been opened."""
    unopened = Q(event=None) | Q(event__status=Event.Status.DISCARDED)
    nights = _shown_nights(club.coming_nights.filter(unopened, ends_at__gt=now, cancelled_at=None), stricter)
    return _planned(nights[:MOST_NEXT], stricter=stricter)


def planned_night(pk: int, *, stricter: Set[int] | None = None, player: Player | None = None) -> Planned:
    """A planned night with everybody's answer. Raises ComingNight.DoesNotExist."""
    (planned_night,) = _planned([_nights().get(pk=pk)], stricter=stricter, player=player)
    return planned_night


def nights_asked(player: Player, *, now: datetime) -> list[Planned]:
    """Whoever is on the club's list is asked to all of its nights, until they are opened."""
    nights = _nights().filter(club=player.club_id, ends_at__gt=now)[:MOST_ASKED]
    return _planned([night for night in nights if not night.opened], player=player)


def nights_in_calendars(slug: str, *, now: datetime, stricter: Set[int] | None) -> tuple[Club, list[ComingNight]]:
    """The club's nights for calendars, also those that are cancelled or over. Raises Club.DoesNotExist."""
    club = Club.objects.get(slug=slug)
    return club, list(_shown_nights(club.coming_nights.filter(ends_at__gt=now - IN_CALENDARS), stricter))


def own_nights(player: Player, *, now: datetime) -> list[Planned]:
    """The nights to which the player has replied, for their own calendar."""
    answered = _nights().filter(answers__player=player, ends_at__gt=now - IN_CALENDARS)
    return _planned(answered, player=player)


def due_nights(*, now: datetime) -> Q:
    """Which nights are due: who comes if needed is to be told, and has not been. A few too many: `ComingNight.is_due`
    says which.
    """
    ahead = now + timedelta(hours=MOST_CALL_HOURS)
    return Q(decided_at=None, cancelled_at=None, starts_at__lte=ahead, ends_at__gt=now)


def newest_night(club: Club) -> ComingNight | None:
    """The club's newest planned night, by which the next one is planned."""
    return club.coming_nights.select_related("like").order_by("starts_at", "pk").last()


def likely_players(club: Club | None) -> int:
    """For whom an event is planned: all on the club's list, or the usual number where there are not two."""
    count = club.players.filter(archived_at=None).count() if club else 0
    return min(count, MOST_SIMULATED_PLAYERS) if count > 1 else USUAL_PLAYERS


def attendance_at(night: ComingNight) -> Attendance:
    return _attendance(night, _answers([night])[night.pk])


def chosen_at(night: ComingNight, attendance: Attendance) -> list[int]:
    """The players (ids) that a night takes of those who come if they are needed."""
    earlier_answers = NightAnswer.objects.filter(player__in=list(attendance.offered), called_at__isnull=False).exclude(
        night=night
    )
    return called(attendance, dict(earlier_answers.order_by().values_list("player").annotate(last=Max("called_at"))))


def _nights() -> QuerySet[ComingNight]:
    return ComingNight.objects.select_related("club", "event", "like")


def _shown_nights(nights: QuerySet[ComingNight], stricter: Set[int] | None) -> QuerySet[ComingNight]:
    nights_read = nights.select_related("club", "event", "like")
    return nights_read if stricter is None else nights_read.filter(visibility__in=OPEN_TO_ALL)


def _planned(
    nights: Iterable[ComingNight], *, stricter: Set[int] | None = None, player: Player | None = None
) -> list[Planned]:
    night_list = list(nights)
    answers = _answers(night_list)
    return [_one_night(night, answers[night.pk], stricter, player) for night in night_list]


def _one_night(
    night: ComingNight, answers: Sequence[Given], stricter: Set[int] | None, player: Player | None
) -> Planned:
    attendance = _attendance(night, answers)
    by_player = {answer.player_id: answer for answer in answers}
    return Planned(
        night=night,
        answers=by_player,
        attendance=attendance,
        tables=tables_of(len(attendance.coming), most=night.most),
        opened=night.opened if night.opened and _is_shown(night.opened, stricter) else None,
        own=by_player.get(player.pk) if player else None,
    )


def _is_shown(event: Event, stricter: Set[int] | None) -> bool:
    return stricter is None or event.visibility in OPEN_TO_ALL or event.pk in stricter


def _attendance(night: ComingNight, answers: Sequence[Given]) -> Attendance:
    return attendance(
        [answer.player_id for answer in answers if answer.comes],
        [answer.player_id for answer in answers if answer.reply == Reply.IF_NEEDED and not answer.comes],
        most=night.most,
        is_decided=night.decided_at is not None,
    )


def _answers(nights: Sequence[ComingNight]) -> Mapping[int, list[Given]]:
    """Of each night (id), in the order in which they were given. Who was merged into another is that one; who is
    anonymous does not come, nor who has left the club since.
    """
    has_left = Q(player__archived_at__gte=F("answered_at"), player__archived_at__lte=F("night__ends_at"))
    answers = NightAnswer.objects.filter(~has_left, night__in=nights, player__merge=None, player__anonymised_at=None)
    replies: dict[int, list[Given]] = defaultdict(list)
    for row in answers.order_by("since", "pk").values_list(*ANSWER_COLUMNS):
        replies[row[0]].append(Given(*row))
    return replies


CONFUSABLES = Path(__file__).with_name("confusables.txt")


def _read_table() -> dict[int, str]:
    lines = [line.split() for line in CONFUSABLES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {ord(written): read for read, letters in lines for written in letters}


PLAIN_LETTERS = _read_table()


def lookalikes(name: str, players: Iterable[Player]) -> list[Player]:
    """Those whom this name may be taken for, by name or nickname, and who bears it."""
    looks = _looks(name)
    return [player for player in players if looks & (_looks(player.name) | _looks(player.nickname))]


@lru_cache(maxsize=16384)
def _looks(name: str) -> frozenset[str]:
    """As it is written and in small letters: capital I is read as l, small i is not."""
    seen = unicodedata.normalize("NFKD", name)
    letters = "".join(part for part in seen if unicodedata.category(part) not in ("Mn", "Me", "Cf"))
    return frozenset(
        key for part in (letters, letters.casefold()) for key in _joined(part.translate(PLAIN_LETTERS)) if key
    )


def _joined(text: str) -> tuple[str, str]:
    """However the words are parted, and in whichever order."""
    words = re.findall(r"[^\W_]+", text.casefold())
    return "".join(words), "".join(sorted(words))


State = Registration.State
FEW = 30  # who came in last, of whom the director may still say that it was a mistake


@dataclass(frozen=True)
class WrittenName:
    id: int
    name: str
    at: datetime
    like: list[Player]  # of the club, whom the name may be taken for

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Who it may be, as the form takes it."""
        return [(f"{self.id}:{player.pk}", player.name) for player in self.like]

    @property
    def same(self) -> Player | None:
        """Who bears this very name: nobody else of the club can."""
        return next((player for player in self.like if player.name.casefold() == self.name.casefold()), None)


@dataclass(frozen=True)
class FromOneNetwork:
    """The names that came from one network address."""

    names: list[WrittenName]

    @property
    def ids(self) -> list[int]:
        return [name.id for name in self.names]

    @property
    def simple(self) -> list[int]:
        """Whose names look like nobody's."""
        return [name.id for name in self.names if not name.like]


@dataclass(frozen=True)
class RegistrationList:
    is_open: bool
    waiting: list[FromOneNetwork]
    let_in: list[FromOneNetwork]

    @property
    def count(self) -> int:
        return sum(len(group.names) for group in self.waiting)

    @property
    def ids(self) -> list[int]:
        return [pk for group in self.waiting for pk in group.ids]

    @property
    def simple(self) -> list[int]:
        return [pk for group in self.waiting for pk in group.simple]


def is_open(event: Event) -> bool:
    """A tournament's registration closes by itself when its first stage begins."""
    return event.status == Event.Status.OPEN and event.registration_open and not has_begun(event)


def registration_list(event: Event, *, everything: bool = False) -> RegistrationList:
    """Names that wait to be let in; with ``everything`` also who was let in last. The club's list is read only where
    somebody waits.
    """
    states = [State.WAITING, State.LET_IN] if everything else [State.WAITING]
    rows = event.registrations.filter(state__in=states).select_related("entrant__player")
    waiting = [row for row in rows if row.state == State.WAITING]
    came = [row for row in rows if row.entrant][-FEW:]
    players = list(_listed_players(event.club)) if waiting else []
    return RegistrationList(is_open(event), _by_network(waiting, players), _by_network(came[::-1], []))


def who_it_may_be(club: Club, name: str) -> list[Player]:
    return _names_like(name, _listed_players(club))


def _names_like(name: str, players: Iterable[Player]) -> list[Player]:
    """Each as who that is since they were merged."""
    return list(dict.fromkeys(player.one for player in lookalikes(name, players)))


def _listed_players(club: Club) -> QuerySet[Player]:
    """What somebody's row shows in place of a name is nobody's name."""
    return club.players.filter(anonymised_at=None).select_related("merge__into")


def _by_network(rows: Iterable[Registration], players: list[Player]) -> list[FromOneNetwork]:
    by_network: dict[str, list[WrittenName]] = {}
    for row in rows:
        name = row.said_name
        by_network.setdefault(row.origin, []).append(WrittenName(row.pk, name, row.at, _names_like(name, players)))
    return [FromOneNetwork(names) for names in by_network.values()]


def own_registrations(event: Event, ids: Iterable[int]) -> list[Registration]:
    """Those that this phone has written, so that it can say what became of them."""
    return list(event.registrations.filter(pk__in=list(ids)).select_related("entrant__player"))


def events_to_enter(player: Player) -> list[Event]:
    """Of the player's club, with open registration, where nobody knows yet that this player is there."""
    entered = player.entries.filter(present=True) | player.entries.exclude(event__kind__in=WITHOUT_ROUNDS)
    events = Event.objects.filter(club=player.club, status=Event.Status.OPEN, registration_open=True)
    return [event for event in events.exclude(pk__in=entered.values("event")) if is_open(event)]


def came_in(event: Event, ids: Iterable[int]) -> dict[int, int | None]:
    """Those of these registrations (ids) that were let in, and as which player (id) if they were written otherwise."""
    rows = event.registrations.filter(pk__in=list(ids), state=State.LET_IN).select_related("entrant")
    return {row.pk: row.entrant.player_id if row.entrant and row.name else None for row in rows}
