"""Points given before the first round or deal. They rest on ratings of that time, which no file has: what is proved is
that those that nobody has changed follow from the wins that were expected, where the file says these.
"""

from collections import Counter
from fractions import Fraction

from tournaments.formats.acceleration import read_handicap
from tournaments.formats.drawing import read_exact
from tournaments.proofs.stages import ReadStage
from tournaments.proofs.tables import Difference, Json


def check_handicaps(stage: ReadStage, checked: Counter[str], unchecked: Counter[str]) -> None:
    """Those of a stage. Raises Difference."""
    options = stage.plan.options
    for entry in stage.raw["entrants"]:
        if "handicap" in entry:
            where = f"{stage.name}, entrant {entry['seed']}: handicap"
            if options.acceleration != "handicap":
                raise Difference(where, entry["handicap"]["points"])
            win = options.points.win_over_last(options.seats)
            _check(where, entry["handicap"], options.cap, win, checked, unchecked)


def night_handicaps(whole: Json, checked: Counter[str], unchecked: Counter[str]) -> dict[int, Fraction]:
    """Those of a night, by person. Raises Difference."""
    claims = whole["event"].get("handicap")
    if claims is None:
        return {}
    people = [given["person"] for given in claims["given"]]
    if len(set(people)) < len(people) or not set(people) <= {person["number"] for person in whole["people"]}:
        raise Difference("handicaps: people", people)
    win = Fraction(read_exact(claims["win"]))
    return {
        given["person"]: _check(
            f"person {given['person']}: handicap", given["handicap"], claims["cap"], win, checked, unchecked
        )
        for given in claims["given"]
    }


def _check(
    where: str, claims: Json, cap: int, win: Fraction, checked: Counter[str], unchecked: Counter[str]
) -> Fraction:
    given = read_handicap({**claims, "points": read_exact(claims["points"])})
    if given.points < 0:
        raise Difference(where, claims["points"])
    if given.by_hand:
        unchecked["handicap-by-hand"] += 1
    elif "expected" not in claims:
        unchecked["expected-wins"] += 1
    elif not given.follows(cap=cap, win=win):
        raise Difference(where, claims["points"])
    else:
        checked["handicaps"] += 1
    unchecked["expected-wins"] += given.expected is not None
    return given.points
