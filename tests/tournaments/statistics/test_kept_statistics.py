"""What deals come to is kept event by event, and is always what the deals that count give. `CORRECTIONS=2000` makes as
many, in two minutes.
"""

import os
from contextlib import suppress
from datetime import date, timedelta
from random import Random

import pytest

from scoring.errors import ScoringError
from tests.factories import NAMES, announce, correct, deal, make_club, make_night, recorded, seat_table
from tournaments.audit import SYSTEM
from tournaments.models import ClubCounts, Event, EventCounts, EventFeat, Player, Table
from tournaments.selectors.statistics.counting import over_events
from tournaments.services.club.people import merge, part
from tournaments.services.night import finish_event, reopen_event
from tournaments.services.rebuild import rebuild_scores
from tournaments.services.refusals import Refused
from tournaments.services.summaries.players import rebuild_statistics
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db

CORRECTIONS = int(os.environ.get("CORRECTIONS", "25"))


def ended(night: Event, *names: str, taken: tuple[int, ...] = (3,)) -> Table:
    """A table closed after announcements of 3, which the second makes first."""
    table = seat_table(night, *names)
    for turn, tricks in enumerate(taken, start=1):
        deal(table, announce(turn % len(names), 3, tricks, trump="H"))
    return end_table(table_id=table.pk, actor=SYSTEM)


def over(night: Event) -> Event:
    finish_event(event_id=night.pk, actor=SYSTEM)
    return night


def exact_of(name: str) -> dict[str, int]:
    """Of announcements of 3: how many were made and exact, in the whole club."""
    kept = ClubCounts.objects.filter(player__name=name).values_list("counts", flat=True).first() or {}
    return {key.split(":")[0]: count for key, count in kept.items() if key in ("made:3", "exact:3", "off:3")}


def everybody() -> dict[str, int]:
    return ClubCounts.objects.get(player=None).counts


def test_only_events_that_are_over_are_counted_and_one_open_again_is_not():
    night = make_night()
    ended(night, "Ana", "Bruno", taken=(3, 5, 4))
    assert not ClubCounts.objects.exists()
    over(night)
    assert exact_of("Bruno") == {"made": 2, "exact": 1, "off": 1}
    assert exact_of("Ana") == {"made": 1, "off": 2}
    assert everybody()["made:3"] == 3
    reopen_event(event_id=night.pk, actor=SYSTEM)
    assert not ClubCounts.objects.exists() and not EventCounts.objects.exists()


def test_a_late_correction_moves_the_sums_and_a_voided_deal_takes_its_counts_away():
    club = make_club()
    for week in range(2):
        table = ended(over_on := make_night(club=club, on=date(2026, 1, 1 + week)), "Ana", "Bruno", taken=(3, 5))
        over(over_on)
    assert exact_of("Bruno") == {"made": 2, "exact": 2}
    correct(table, 1, announce(1, 3, 2, trump="H"))
    assert exact_of("Bruno") == {"made": 2, "exact": 1, "off": -1}
    correct(table, 1, None)
    assert exact_of("Bruno") == {"made": 1, "exact": 1}
    assert everybody()["made:3"] == 3


def test_what_a_substitute_announced_is_theirs():
    night = make_night()
    table = ended(night, "Ana", "Bruno")
    table.seats.filter(index=1).update(substitute=Player.objects.get(name="Dovas"))
    over(night)
    assert exact_of("Dovas") == {"made": 1, "exact": 1} and exact_of("Bruno") == {}


def test_two_who_were_one_add_up_and_can_be_parted():
    night = make_night()
    ended(night, "Ana", "Bruno")
    ended(night, "Ana", "Dovas", taken=(3, 3, 3))
    over(night)
    other = make_night(club=night.club, names=["Ana", "Elena"])
    ended(other, "Ana", "Elena", taken=(3, 3, 3))
    over(other)
    bruno, elena = (Player.objects.get(name=name) for name in ("Bruno", "Elena"))
    merge(into=bruno, gone=elena, actor=SYSTEM)
    assert exact_of("Bruno") == {"made": 3, "exact": 3} and exact_of("Elena") == {}
    assert rebuild_statistics(night.club) == []
    part(gone=elena, actor=SYSTEM)
    assert exact_of("Bruno") == {"made": 1, "exact": 1} and exact_of("Elena") == exact_of("Dovas")


def test_feats_follow_the_deals_the_seats_and_the_date():
    night = make_night()
    table = ended(night, "Ana", "Bruno", taken=(3, 6, 3, 6, 3))
    over(night)
    assert EventFeat.objects.count() == 1
    (feat,) = EventFeat.objects.all()
    assert (feat.player.name, feat.kind, feat.value, feat.deal) == ("Bruno", "streak", 3, 5)
    assert (feat.table, feat.club, feat.game, feat.date) == (table, night.club, "vilnius", night.date)
    correct(table, 3, announce(1, 3, 2, trump="H"))
    assert not EventFeat.objects.exists()


def test_several_events_add_up_to_a_season():
    club = make_club()
    nights = [make_night(club=club, on=date(2026, 1, day)) for day in (1, 2, 3)]
    for night in nights:
        ended(night, "Ana", "Bruno")
        over(night)
    (found,) = over_events([night.pk for night in nights[:2]]).values()
    assert (found["made:3"], found["exact:3"], found["points:3"]) == (2, 2, 20)


def test_what_is_kept_wrongly_is_found_and_put_right():
    night = make_night()
    ended(night, "Ana", "Bruno", taken=(3, 6, 3, 6, 3))
    over(night)
    EventCounts.objects.filter(player__name="Ana").update(counts={"made:3": 9})
    ClubCounts.objects.filter(player=None).delete()
    EventFeat.objects.update(value=12)
    assert len(list(rebuild_scores(keep=False))) == 3
    assert len(list(rebuild_scores(keep=True))) == 3
    assert list(rebuild_scores(keep=True)) == []
    assert EventFeat.objects.get().value == 3 and everybody()["made:3"] == 5


def test_after_any_corrections_what_is_kept_is_what_a_rebuild_gives():
    chance, club = Random(CORRECTIONS), make_club()
    for week in range(4):
        night = make_night(club=club, names=NAMES[:5], on=date(2026, 1, 1) + timedelta(weeks=week))
        for _ in range(2):
            names = chance.sample(NAMES[:5], chance.choice([2, 3]))
            ended(night, *names, taken=tuple(chance.randint(2, 4) for _ in range(6)))
        over(night)
    tables = list(Table.objects.order_by("pk"))
    for _ in range(CORRECTIONS):
        change(chance, chance.choice(tables))
    assert rebuild_statistics(club) == []
    kept = {row.player_id: row.counts for row in ClubCounts.objects.exclude(player=None)}
    assert {player: {key: counts.get(key, 0) for key in SLOW} for player, counts in kept.items()} == slowly(tables)


SLOW = ("made:2", "exact:2", "off:2", "points:2", "made:3", "exact:3", "off:3", "points:3", "trump-made:S")


def slowly(tables: list[Table]) -> dict[int, dict[str, int]]:
    """The same from what is stored of each deal, announcement by announcement."""
    found: dict[int, dict[str, int]] = {}
    for table in tables:
        players = {seat.index: seat.player.pk for seat in table.seats.all()}
        for payload in recorded(table).values():
            if not isinstance(payload, dict):
                continue
            own = found.setdefault(players[payload["declarer"]], dict.fromkeys(SLOW, 0))
            own["trump-made:S"] += payload["trump"] == "S"
            announced, taken = payload["announced"], payload["taken"]
            if announced in (2, 3):
                own[f"made:{announced}"] += 1
                own[f"exact:{announced}"] += announced == taken
                own[f"off:{announced}"] += taken - announced
                own[f"points:{announced}"] += 10 - 2 * abs(taken - announced)
    return found


def change(chance: Random, table: Table) -> None:
    """What is refused changes nothing."""
    number = chance.randint(1, 6)
    was = recorded(table)[number] or {"declarer": number % table.seats.count()}
    assert isinstance(was, dict)
    announced, taken = chance.choice([2, 3, 4]), chance.randint(0, 6)
    now = announce(was["declarer"], announced, taken, trump=chance.choice("SHDC"), out_of_turn=True)
    with suppress(Refused, ScoringError):
        if chance.random() < 0.9:
            correct(table, number, chance.choice([None, now, now, now]))
        elif table.event.status == Event.Status.FINISHED:
            reopen_event(event_id=table.event_id, actor=SYSTEM)
            finish_event(event_id=table.event_id, actor=SYSTEM)
