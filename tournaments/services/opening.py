"""Tables are opened: those of a round or a night, and by themselves the further games of a match."""

from collections.abc import Collection, Iterable, Sequence

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.formats.matches import gone_from, is_level, is_undecided, next_seats
from tournaments.formats.options import LEVEL
from tournaments.formats.plan import read_plan
from tournaments.models import Entrant, Event, PadLink, Seat, Table
from tournaments.models.table import ENDED
from tournaments.selectors.stage.stages import PlayedMatch, played_match, rule_of
from tournaments.selectors.table.deals import clock_of, has_later_round
from tournaments.services.refusals import Refused


def require_free(event: Event, player_ids: Iterable[int], *, going_on: Table | None = None) -> None:
    """Nobody sits at two running tables of an event. Where a game is ``going_on`` again, the next one of its match was
    opened too early: it is taken back, if nobody has played it.
    """
    pks = list(player_ids)
    busy = Seat.objects.filter(
        Q(substitute__in=pks) | Q(substitute=None, entrant__player__in=pks),
        table__event=event,
        table__status=Table.Status.PLAYING,
    ).select_related("entrant__player", "substitute")
    if going_on and going_on.has_games:
        busy = busy.exclude(table__in=_later_games(going_on).filter(deals=None))
    if names := [seat.player.name for seat in busy]:
        raise Refused("players-elsewhere", names=names)


def has_followed(table: Table) -> bool:
    """Whether a game after it stands, at which people sit as its deal went."""
    return table.has_games and _later_games(table).exists()


def _later_games(table: Table) -> QuerySet[Table]:
    same = Table.objects.filter(round=table.round_id, number=table.number, game__gt=table.game)
    return same.exclude(status=Table.Status.UNDONE)


def create_tables(seated: Sequence[tuple[Table, Sequence[Entrant]]]) -> None:
    """New tables, each with its entrants by seat: all at once. One that is not played gets no pad."""
    tables = [table for table, _entrants in seated]
    Table.objects.bulk_create(tables)
    Seat.objects.bulk_create(
        Seat(table=table, index=index, entrant=entrant, substitute_id=entrant.substitute_id)
        for table, entrants in seated
        for index, entrant in enumerate(entrants)
    )
    PadLink.objects.bulk_create(PadLink(table=table) for table in tables if table.status == Table.Status.PLAYING)


def follow_match(table: Table, *, forfeits: bool = False) -> tuple[int, int]:
    """After a change at one of its games a match goes on with the next, or no more: it is opened, or taken back as long
    as nobody has played it, with the change's revision. Tells which game was the newest, and which one is by that.
    Where the ``forfeits`` of an earlier game changed, the next is opened anew for whom it is due to.

    A match of a bracket that is level after its games goes on with an extra one, unless the plan says otherwise.
    Nothing is opened once the time of the round is up, or the event is over, nor where a game has ended without a
    result: the director says what becomes of the match.
    """
    played = played_match(table)
    newest = played.games[-1]
    if newest.game > 1 and newest.status not in ENDED and not newest.deals.exists():
        if played.is_open(-1) or played.before(-1).kind != "open":
            _take_back(newest, table.revision)
            if newest.extra_games:
                _count_extra_games(played.games[:-1], newest.extra_games - 1, table)
            return newest.game, newest.game - 1
        earlier, gone = played.games[-2], gone_from(played.records[:-1])
        sitting = [seat.entrant_id for seat in newest.seats.all()]
        if forfeits and newest.pk != table.pk and sitting != _seats_after(earlier, gone):
            _take_back(newest, table.revision)
            _open_next(earlier, gone, table)
    elif not played.is_open(len(played.games)):
        undecided = is_undecided(played.record, len(played.games), rule_of(table))
        level = not undecided and _wants_extra_game(played, table)
        if (undecided or level) and table.event.status == Event.Status.OPEN and not _is_time_up(table):
            if level:
                _count_extra_games(played.games, newest.extra_games + 1, table)
            _open_next(newest, gone_from(played.records), table)
            return newest.game, newest.game + 1
    return newest.game, newest.game


def place_in_match(table: Table, entrant_id: int) -> int:
    """At which index who has left the match at this game, the newest, sits down there after all. Raises Refused."""
    played = played_match(table)
    sitting = {seat.entrant_id for seat in played.games[-1].seats.all()}
    seats = _seats_after(played.games[-2], gone_from(played.records[:-1]))
    if played.games[-1].pk != table.pk or entrant_id in sitting or entrant_id not in seats:
        raise Refused("list-changed")
    return [who for who in seats if who == entrant_id or who in sitting].index(entrant_id)


def _seats_after(game: Table, gone: Collection[int]) -> list[int]:
    """Who (ids) is due to sit where in the game after this one."""
    return next_seats([seat.entrant_id for seat in game.seats.all()], first_dealer=game.first_dealer, without=gone)


def _wants_extra_game(played: PlayedMatch, table: Table) -> bool:
    """Whether a match of a bracket has ended level, and nothing rests on it or was ruled on it as a whole."""
    if table.match is None or table.round is None or not is_level(played.record) or played.is_ruled:
        return False
    stage = table.round.stage
    return read_plan(stage.format, stage.options).options.level == LEVEL[0] and not has_later_round(table)


def _count_extra_games(games: Sequence[Table], extra: int, changed: Table) -> None:
    """So many ``extra`` ones are played, as the pads of all ``games`` are told."""
    for game in [*games, changed]:
        game.games += extra - game.extra_games
        game.extra_games = extra
    Table.objects.filter(pk__in=[game.pk for game in games]).update(
        games=games[-1].games, extra_games=extra, revision=changed.revision, pad_revision=changed.revision
    )


def _is_time_up(table: Table) -> bool:
    clock = clock_of(table.round) if table.round else None
    return clock is not None and clock.state(timezone.now(), extra_minutes=table.extra_minutes) == "over"


def _open_next(newest: Table, gone: Collection[int], changed: Table) -> None:
    entrants = {seat.entrant_id: seat.entrant for seat in newest.seats.all()}
    seats = _seats_after(newest, gone)
    require_free(changed.event, [entrants[who].player_id for who in seats])
    table = Table(
        event=changed.event,
        round_id=newest.round_id,
        match=newest.match,
        number=newest.number,
        game=newest.game + 1,
        games=newest.games,
        extra_games=newest.extra_games,
        decided=newest.decided,
        extra_minutes=newest.extra_minutes,
        revision=changed.revision,
        pad_revision=changed.revision,
    )
    create_tables([(table, [entrants[who] for who in seats])])


def _take_back(table: Table, revision: int) -> None:
    """Its code goes on to whichever game is played instead."""
    table.status, table.ended_at = Table.Status.UNDONE, timezone.now()
    table.revision = table.pad_revision = revision
    table.save(update_fields=["status", "ended_at", "revision", "pad_revision"])
