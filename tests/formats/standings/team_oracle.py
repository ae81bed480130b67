"""The tie-breaks of teams, written from the text of FIDE C.07 alone (2024 and 2026), to compare ours with.

Whoever wrote this had not seen ours. Nothing is shared with it, and nothing is clever: a team's season is a list of
`Turn`, one a round, and every figure is a sum over them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

HALF = Fraction(1, 2)
WIN, DRAW = 2, 1


@dataclass(frozen=True, slots=True)
class Turn:
    """A round of one team. ``kind``: "match", "allocated" (a bye of the draw), "full" (asked for, worth a win),
    "requested" (less than a win; nothing for who is absent or has withdrawn), "forfeit-win", "forfeit-loss", "free" (in
    a round robin). ``match_points`` are those given, ``boards`` the points of each board; ``opponent`` is who was due.
    """

    kind: str
    match_points: int
    boards: tuple[Fraction, ...]
    opponent: int | None = None

    @property
    def game_points(self) -> Fraction:
        return sum(self.boards, Fraction())

    @property
    def voluntary(self) -> bool:
        """Article 16.1.2."""
        return self.kind in ("requested", "forfeit-loss")


Teams = dict[int, list[Turn]]


def match_points(turns: Sequence[Turn]) -> int:
    """Article 11.1."""
    return sum(turn.match_points for turn in turns)


def game_points(turns: Sequence[Turn]) -> Fraction:
    """Articles 11.1 and 13.1."""
    return sum((turn.game_points for turn in turns), Fraction())


def board_count(turns: Sequence[Turn], *, bye: Fraction = Fraction(1)) -> Fraction:
    """Article 12.1: the number of the board, times the points there; the lower, the better. An allocated ``bye`` counts
    as a win on every board, whatever it brought.
    """
    total = Fraction()
    for turn in turns:
        boards = [bye] * len(turn.boards) if turn.kind == "allocated" else turn.boards
        total += sum((number * points for number, points in enumerate(boards, 1)), Fraction())
    return total


def for_opponents(turns: Sequence[Turn]) -> int:
    """Article 16.3: the score as opponents count it."""
    total = 0
    for at, turn in enumerate(turns):
        given_up = turn.kind == "requested" and all(later.voluntary for later in turns[at + 1 :])
        total += DRAW if given_up else turn.match_points  # 16.2.5
    return total


def contributions(teams: Teams, who: int, *, edition: str, scheduled: bool) -> list[tuple[int, Turn]]:
    """What each round's opponent counts, with the round; article 15.2 in a round robin, else 16.4."""
    found = []
    for turn in teams[who]:
        if scheduled:
            if turn.opponent is not None:
                found.append((match_points(teams[turn.opponent]), turn))
        elif turn.kind == "match":
            found.append((for_opponents(teams[turn.opponent]), turn))
        else:
            dummy = match_points(teams[who])
            if edition == "2026" and turn.opponent is not None:
                dummy = min(dummy, for_opponents(teams[turn.opponent]))  # 16.4.1
            elif edition == "2026":
                dummy = min(dummy, DRAW * len(teams[who]))  # 16.4.2
            found.append((dummy, turn))
    return found


def extended_sonneborn_berger(teams: Teams, who: int, *, edition: str, scheduled: bool) -> Fraction:
    """Article 13.2.2, EMGSB: match points of the opponent, times the game points against them."""
    of = contributions(teams, who, edition=edition, scheduled=scheduled)
    return sum((basis * turn.game_points for basis, turn in of), Fraction())


def of_match_points(teams: Teams, who: int, *, edition: str, scheduled: bool) -> Fraction:
    """Article 13.2.1, EMMSB."""
    of = contributions(teams, who, edition=edition, scheduled=scheduled)
    return sum((Fraction(basis * turn.match_points) for basis, turn in of), Fraction())


def buchholz(teams: Teams, who: int, *, edition: str) -> int:
    """Article 8.1, by match points."""
    return sum(basis for basis, _ in contributions(teams, who, edition=edition, scheduled=False))


def buchholz_cut_1(teams: Teams, who: int, *, edition: str) -> int:
    """Articles 14.1 and 16.5: the lowest is cut, or the lowest of the rounds given up."""
    of = contributions(teams, who, edition=edition, scheduled=False)
    given_up = [basis for basis, turn in of if turn.voluntary]
    return sum(basis for basis, _ in of) - min(given_up or [basis for basis, _ in of])


def direct_encounter(teams: Teams, tied: Sequence[int], *, scheduled: bool) -> list[list[int]]:
    """Article 6: the tied in the order of their match points among themselves; who cannot be told apart, together."""
    if len(tied) < 2:
        return [list(tied)]
    kinds = ("match", "forfeit-win", "forfeit-loss") if scheduled else ("match",)
    met: dict[tuple[int, int], list[int]] = {}
    for who in tied:
        for turn in teams[who]:
            if turn.kind in kinds and turn.opponent in tied:
                met.setdefault((who, turn.opponent), []).append(turn.match_points)
    total = {who: Fraction() for who in tied}
    missing = dict.fromkeys(tied, len(tied) - 1)
    for (who, _), points in met.items():
        total[who] += Fraction(sum(points), len(points))
        missing[who] -= 1
    if not any(missing.values()):
        levels = sorted(set(total.values()), reverse=True)
        if len(levels) == 1:
            return [sorted(tied)]
        parts = [[who for who in tied if total[who] == level] for level in levels]
        return [line for part in parts for line in direct_encounter(teams, part, scheduled=scheduled)]
    ahead: list[int] = []
    while rest := [who for who in tied if who not in ahead]:
        sure = [
            who
            for who in rest
            if all(total[other] + WIN * missing[other] < total[who] for other in rest if other != who)
        ]
        if not sure:
            break
        ahead += sure
    after = direct_encounter(teams, rest, scheduled=scheduled) if ahead and rest else [sorted(rest)] if rest else []
    return [[who] for who in ahead] + after


def random_teams(lots: Random, *, boards: int, rounds: int, people: int, bye: int) -> Teams:
    """A Swiss without a system: byes, forfeited boards and matches, teams that rest, come late or withdraw."""
    teams: Teams = {who: [] for who in range(1, people + 1)}
    leaves = {who: lots.randint(2, rounds) if lots.random() < 0.2 else rounds for who in teams}
    comes = {who: 1 if lots.random() < 0.15 else 0 for who in teams}
    for number in range(rounds):
        here = []
        for who, turns in teams.items():
            if not comes[who] <= number < leaves[who] or lots.random() < 0.05:
                turns.append(_without(boards, 0))
            elif lots.random() < 0.08:
                turns.append(_without(boards, lots.choice((DRAW, WIN))))
            else:
                here.append(who)
        lots.shuffle(here)
        if len(here) % 2:
            teams[here.pop()].append(_without(boards, bye, kind="allocated"))
        for one, other in zip(here[::2], here[1::2], strict=True):
            _meet(lots, teams, one, other, boards=boards)
    return teams


def random_round_robin(lots: Random, *, boards: int, people: int) -> Teams:
    """Every two teams meet once, some of them by forfeit."""
    teams: Teams = {who: [] for who in range(1, people + 1)}
    ring = people + people % 2
    for number in range(ring - 1):
        line = [0, *((number + step) % (ring - 1) + 1 for step in range(ring - 1))]
        for one, other in ((line[at], line[-1 - at]) for at in range(ring // 2)):
            first, second = (one or ring), (other or ring)
            if max(first, second) > people:
                teams[min(first, second)].append(Turn("free", 0, (Fraction(),) * boards))
            else:
                _meet(lots, teams, first, second, boards=boards)
    return teams


def _without(boards: int, points: int, *, kind: str = "requested") -> Turn:
    if kind == "requested" and points == WIN:
        kind = "full"
    return Turn(kind, points, (Fraction(points, WIN),) * boards)


def _meet(lots: Random, teams: Teams, one: int, other: int, *, boards: int) -> None:
    fate = lots.random()
    if fate < 0.12:
        missing = {one, other} if fate < 0.02 else {one}
        for who, opponent in ((one, other), (other, one)):
            won = who not in missing
            kind, points = ("forfeit-win", WIN) if won else ("forfeit-loss", 0)
            teams[who].append(Turn(kind, points, (Fraction(won),) * boards, opponent))
        return
    first = [lots.choice((Fraction(1), HALF, Fraction())) for _ in range(boards)]
    second = [1 - points for points in first]
    if boards > 1 and lots.random() < 0.2:  # nobody came to the last board
        first[-1] = second[-1] = Fraction()
    for who, opponent, own, theirs in ((one, other, first, second), (other, one, second, first)):
        points = WIN if sum(own) > sum(theirs) else DRAW if sum(own) == sum(theirs) else 0
        teams[who].append(Turn("match", points, tuple(own), opponent))
