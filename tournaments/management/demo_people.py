"""Who comes to the demo's club, when, and how well they play: a small club for a year, or a large one for years."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from tournaments.management.demo_deals import Character

ROSTER = {
    "Ana Petrauskaitė": "Ana",
    "Bruno Ferri": "",
    "Chiara Lombardi": "Chia",
    "Dovydas Kazlauskas": "Dovas",
    "Elena Rossetti": "",
    "Faust Mikalauskas": "",
    "Giulia Conti": "",
    "Henrikas Žukauskas": "Henris",
    "Ieva Stankevičiūtė-Bartkienė": "Ieva",
    "Jonas Urbonas": "",
    "Karolina Vaitkutė": "Karo",
    "Lorenzo de’ Santi": "",
    "Milda Ivanauskienė": "",
    "Nicolò Barbieri": "Nico",
}
FORTNIGHT = timedelta(days=14)

GIVEN_AND_FAMILY = (
    ("Austėja Lina Rasa Eglė Jurga Vaiva Nijolė", "Balčiūnienė Jankauskaitė Paulauskienė Savickaitė Butkutė Norkienė"),
    ("Tomas Mantas Vytautas Rokas Linas Paulius Andrius", "Balčiūnas Jankauskas Stonkus Savickas Norkus Rimkus"),
    ("Francesca Sofia Aurora Beatrice Noemi Martina", "Colombo Ricci Marino Greco Gallo Moretti Fontana"),
    ("Matteo Andrea Davide Pietro Simone Edoardo", "Esposito Bianchi Romano Costa Mancini Rizzo Villa"),
)
LARGE = 60
WITHOUT_NIGHTS = (1, *range(27, 36), 52, 53)
"""Weeks of the year in which a large club rests."""


@dataclass(frozen=True)
class Crowd:
    """Its club: the nights, the last one tonight, and everybody as named, with nickname and character. Without
    ``by_attendance`` all come as often.
    """

    club: str
    people: dict[str, str]
    characters: Sequence[Character]
    nights: Sequence[date]
    nights_a_season: int  # of half a year
    by_attendance: bool

    def tonight(self, random: Random) -> list[int]:
        """Who has come, as places in the list of people."""
        everybody = range(len(self.people))
        if not self.by_attendance:
            return random.sample(everybody, random.randint(7, 12))
        came = [number for number in everybody if random.random() < self.characters[number].attendance]
        random.shuffle(came)
        return came


def small_club(*, today: date, nights: int, random: Random) -> Crowd:
    dates = [today - FORTNIGHT * night for night in range(nights, -1, -1)]
    return Crowd("Pyramid Club Neris", ROSTER, characters(len(ROSTER), random), dates, 13, by_attendance=False)


def large_club(*, today: date, years: int, random: Random) -> Crowd:
    """Once a week; the first 14 are those of the small one."""
    weeks = [today - timedelta(weeks=week) for week in range(52 * years, 0, -1)]
    dates = [*(week for week in weeks if week.isocalendar().week not in WITHOUT_NIGHTS), today]
    people = ROSTER | dict.fromkeys(more_names(LARGE - len(ROSTER)), "")
    return Crowd("Pyramid Club Vilnelė", people, characters(LARGE, random), dates, 20, by_attendance=True)


def more_names(count: int) -> list[str]:
    lists = [(given.split(), family.split()) for given, family in GIVEN_AND_FAMILY]
    more = []
    for number in range(count):
        given, family = lists[number % len(lists)]
        turn = number // len(lists)
        more.append(f"{given[turn % len(given)]} {family[(turn + 2 * (turn // len(given))) % len(family)]}")
    return more


def characters(count: int, random: Random) -> list[Character]:
    """A few come nearly always, most once a month."""
    return [
        Character(
            strength=random.random(),
            boldness=random.uniform(0.2, 0.8),
            attendance=random.betavariate(1.2, 2.6),
        )
        for _ in range(count)
    ]
