"""How rare is each hand?"""

from json import dumps

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.game import Odds
from scoring.games import GAMES


class Command(BaseCommand):
    help = "Prints every category of hand with its exact count among all hands, its share, and one in how many."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=list(counted()))
        parser.add_argument("--hand-size", type=int, help="the game's own, unless given")
        parser.add_argument("--json", action="store_true")

    def handle(self, *, game: str, hand_size: int | None, json: bool, **options: object) -> None:
        odds = counted()[game]
        if hand_size is None:
            hand_size = int(GAMES[game].descriptor({})["hand_size"])
        if hand_size not in odds.sizes:
            raise CommandError(f"{game} is counted for hands of {', '.join(map(str, odds.sizes))} cards.")
        counts = odds.count(hand_size)
        self.stdout.write(as_json(counts) if json else as_table(counts))


def counted() -> dict[str, Odds]:
    """By key, for those games whose hands somebody has counted."""
    return {key: game.odds for key, game in GAMES.items() if game.odds}


def as_json(counts: dict[str, int]) -> str:
    return dumps({"total": sum(counts.values()), "categories": counts})


def as_table(counts: dict[str, int]) -> str:
    total = sum(counts.values())
    width = max(map(len, counts))
    lines = [f"{'':{width}}  {'hands':>13}  {'share':>10}  1 in"]
    for category, count in counts.items():
        rarity = f"{total / count:,.2f}" if count else "never"
        lines.append(f"{category:{width}}  {count:>13,}  {count / total:>10.5%}  {rarity}")
    lines.append(f"{'all':{width}}  {total:>13,}")
    return "\n".join(lines)
