"""The prizes of an event file, given anew from its places. Who was of which category is not proved."""

from collections import Counter
from collections.abc import Iterable, Sequence

from tournaments.formats.drawing import read_exact
from tournaments.formats.prizes import Award, Contender, Prize, PrizeRules, awards, counts_points, tables_played
from tournaments.proofs.stages import ReadStage
from tournaments.proofs.tables import Difference, Json, night_figures


def check_prizes(whole: Json, stages: Sequence[ReadStage], checked: Counter[str], unchecked: Counter[str]) -> None:
    """By the standings, which have been checked. Raises Difference."""
    claims = whole["event"].get("prizes")
    if claims is None:
        return
    numbers = {person["number"] for person in whole["people"]}
    if not all(numbers.issuperset(category["people"]) for category in claims["categories"]):
        raise Difference("prizes: categories")
    prizes = [Prize(prize["value"], prize["category"]) for prize in claims["list"]]
    if not {prize.category for prize in prizes} <= {None, *range(1, len(claims["categories"]) + 1)}:
        raise Difference("prizes: list")
    rules = PrizeRules(claims["one_each"], claims["shared"], claims["least_tables"])
    people = _at_night(whole) if whole["event"]["kind"] == "club-night" else _in_tournament(whole, stages)
    follows = [award_json(award) for award in awards([_with_categories(who, claims) for who in people], prizes, rules)]
    if claims["awards"] != follows:
        raise Difference("prizes", claims["awards"], follows)
    checked["prizes"] += len(prizes)
    unchecked["category"] += sum(len(category["people"]) for category in claims["categories"])


def award_json(award: Award) -> Json:
    """As a file holds it: prizes by their places in the list, people by their numbers."""
    return {
        "prizes": [index + 1 for index in award.prizes],
        "people": sorted(award.holders),
        "amount": award.amount,
        "left": award.left,
        "why": award.why,
    }


def _with_categories(person: Contender, claims: Json) -> Contender:
    own = {at for at, category in enumerate(claims["categories"], start=1) if person.id in category["people"]}
    return Contender(person.id, person.place, person.points, person.tables, frozenset(own))


def _at_night(whole: Json) -> Iterable[Contender]:
    figures = night_figures(whole)
    for row in whole["standings"]:
        if row["person"] in figures:
            yield Contender(row["person"], row["place"], figures[row["person"]], row["tables"])


def _in_tournament(whole: Json, stages: Sequence[ReadStage]) -> Iterable[Contender]:
    tables: Counter[int] = Counter()
    for stage in stages:
        people = {entry["seed"]: entry["person"] for entry in stage.raw["entrants"]}
        tables.update({people[seed]: count for seed, count in tables_played(stage.groups).items()})
    points = {}
    if len(stages) == 1 and len(stages[0].groups) == 1 and counts_points(stages[0].plan):
        people = {entry["seed"]: entry["person"] for entry in stages[0].raw["entrants"]}
        points = {people[row["entrant"]]: read_exact(row["points"]) for row in stages[0].raw["places"][0]}
    for row in whole["standings"]:
        if row["place"] is not None:
            yield Contender(row["person"], row["place"], points.get(row["person"]), tables[row["person"]])
