"""A match of several games at one table: how many are played, when it is over, and the one record that it comes to."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from tournaments.formats.bracket.progress import Bracket, PlaceOf
from tournaments.formats.options import DECIDED, Options
from tournaments.formats.record import Id, Points, SeatRecord, TableRecord


@dataclass(frozen=True, slots=True)
class MatchRule:
    """At most so many ``games``. By "wins" the games won decide, and no further one is played once they cannot change
    a place; by "total" all are played, and the sums of the game's own scores decide. Whoever is level in the one is
    told apart by the other: so a match between two needs a draw in both to be one.

    By "games" all are played and each brings its points: the games won decide, and nothing else tells anybody apart.
    ``extra`` games follow as long as two are level after the others. After a single game only the games won tell them
    apart: its scores are level too, or the director has said that they do not count.
    """

    games: int = 1
    decided: str = DECIDED[0]
    extra: int = 0


ONE_GAME = MatchRule()


def match_rule(options: Options, *, bracket: Bracket | None = None, match: int | None = None) -> MatchRule:
    """That of a stage's matches; in a ``bracket`` the last rounds may have a number of their own."""
    games = options.games
    if bracket and match and options.last_games:
        from_end = rounds_from_end(bracket)[match]
        if from_end <= len(options.last_games):
            games = options.last_games[from_end - 1]
    return MatchRule(games, "games" if options.points.scheme.by_game else options.decided)


def rounds_from_end(bracket: Bracket) -> dict[int, int]:
    """By match: 1 for those whose winner plays no other, 2 where one is left to win, and so on. A reset is no round of
    its own.
    """
    after = {
        source.match: match.number
        for match in bracket.matches
        if not match.reset
        for source in match.seats
        if isinstance(source, PlaceOf) and source.place == 1
    }
    from_end: dict[int, int] = {}
    for match in reversed(bracket.matches):
        following = after.get(match.number)
        from_end[match.number] = 1 if following is None else from_end[following] + 1
    return from_end


def match_record(
    games: Sequence[TableRecord], rule: MatchRule, *, ruled: Mapping[Id, int] | None = None, as_it_stands: bool = False
) -> TableRecord:
    """The match as one table, in the order in which its first game was seated: places, sums of scores, games won.

    It has no places as long as it is open. Whoever forfeits a game has forfeited those after it, and so the match,
    whatever was played before, as at a single table; among the others it goes on. Where each game brings its points,
    only those are lost (FIDE C.04.5, preface). ``ruled`` are places by the director's word. ``as_it_stands``: it counts
    as if no further game were played.
    """
    games = _until_decided(games, rule)
    gone = _gone(games, rule)
    people = games[0].ids
    staying = [who for who in people if who not in gone]
    if ruled is not None:
        places: Mapping[Id, int] = ruled
    elif as_it_stands or _is_over(games, staying, rule):
        places = _places(games, staying, rule)
    else:
        places = {}
    wins = games_won(games)
    if ruled is not None and rule.decided == "games":
        wins = _given(ruled, wins, rule)
    seats = {who: [seat for game in games for seat in game.seats if seat.id == who] for who in people}
    return TableRecord(tuple(_seat(seats[who], places.get(who), wins[who]) for who in people), gone)


def games_won(games: Sequence[TableRecord]) -> dict[Id, Points]:
    """By everybody who sat there; a game that several have won together is shared among them."""
    wins: dict[Id, Points] = dict.fromkeys((who for game in games for who in game.ids), 0)
    for game in games:
        first = [seat.id for seat in game.present if len(game.present) == 1 or seat.place == 1]
        for who in first if game.kind != "open" else ():
            share = wins[who] + Fraction(1, len(first))
            wins[who] = share.numerator if share.denominator == 1 else share
    return wins


def gone_from(games: Sequence[TableRecord]) -> frozenset[Id]:
    """Who has forfeited a game, or sits at a later one no more."""
    left = {who for game in games for who in games[0].ids if who not in game.ids}
    return frozenset(left.union(*(game.forfeited for game in games)))


def is_undecided(match: TableRecord, games: int, rule: MatchRule) -> bool:
    """Whether another game is to be played, after so many ``games`` which all have a result."""
    return match.kind == "open" and games < rule.games + rule.extra


def is_level(match: TableRecord) -> bool:
    """Whether two have played to the end, and nothing tells them apart."""
    return match.kind == "played" and len(match.seats) == 2 and match.seats[0].place == match.seats[1].place


def next_seats(seats: Sequence[Id], *, first_dealer: int, without: Collection[Id] = ()) -> list[Id]:
    """Who sits where in the next game, at which seat 0 deals first: the deal passes on to the next in the old order."""
    after = (first_dealer + 1) % len(seats)
    return [who for who in (*seats[after:], *seats[:after]) if who not in without]


def _gone(games: Sequence[TableRecord], rule: MatchRule) -> frozenset[Id]:
    """Who has forfeited the match."""
    return gone_from(games[:1] if rule.decided == "games" else games)


def _given(places: Mapping[Id, int], wins: Mapping[Id, Points], rule: MatchRule) -> dict[Id, Points]:
    """The games that count by the director's word: as they were won where that says the same, else all of them for
    whoever is first, and one each for two who share it.
    """
    stood = {who: 1 + sum(other > won for other in wins.values()) for who, won in wins.items()}
    if stood == places and any(wins.values()):
        return dict(wins)
    given: dict[Id, Points] = dict.fromkeys(places, 0)
    first = [who for who, place in places.items() if place == 1]
    given.update(dict.fromkeys(first, Fraction(rule.games, len(first) or 1)))
    return given


def _until_decided(games: Sequence[TableRecord], rule: MatchRule) -> Sequence[TableRecord]:
    """Without what was begun although it was decided by then, as a correction of an earlier game may show later."""
    for number in range(1, len(games)):
        so_far = games[:number]
        gone = _gone(so_far, rule)
        if _is_over(so_far, [who for who in games[0].ids if who not in gone], rule):
            return so_far
    return games


def _is_over(games: Sequence[TableRecord], staying: Sequence[Id], rule: MatchRule) -> bool:
    if len(staying) < 2:
        return True
    if any(game.kind == "open" for game in games):
        return False
    left = rule.games - len(games)
    if left <= 0:
        return left + rule.extra <= 0 or len(set(_places(games, staying, rule).values())) == len(staying)
    if rule.decided != "wins":
        return False
    won = games_won(games)
    wins = sorted((won[who] for who in staying), reverse=True)
    return all(better - worse > left for better, worse in pairwise(wins))


def _places(games: Sequence[TableRecord], staying: Sequence[Id], rule: MatchRule) -> dict[Id, int]:
    wins = games_won(games)
    totals = dict.fromkeys(staying, Fraction(0))
    for seat in (seat for game in games for seat in game.present if seat.id in totals):
        totals[seat.id] += seat.score
    if rule.decided == "games" or rule.games == 1:
        totals = dict.fromkeys(staying, Fraction(0))
    by_total = rule.decided == "total"
    ranks = {who: (totals[who], wins[who]) if by_total else (wins[who], totals[who]) for who in staying}
    return {who: 1 + sum(other > rank for other in ranks.values()) for who, rank in ranks.items()}


def _seat(seats: Sequence[SeatRecord], place: int | None, wins: Points) -> SeatRecord:
    """The seats of one person in all games as one."""
    return SeatRecord(
        seats[0].id,
        place=place,
        score=sum((seat.score for seat in seats), start=0),
        exact=_sum([seat.exact for seat in seats]),
        made=_sum([seat.made for seat in seats]),
        net=_sum([seat.net for seat in seats]),
        wins=wins,
    )


def _sum(figures: Sequence[int | None]) -> int | None:
    """Nothing where one of them is not known."""
    numbers = [figure for figure in figures if figure is not None]
    return sum(numbers) if len(numbers) == len(figures) else None
