"""What a player has done follows from the deals; only that it was told on is stored."""

import uuid
from contextlib import suppress
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.cards import COLONIAL_DECK
from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.showdown.colonial import ITALIAN
from scoring.showdown.odds import CHANCES, positions
from tests.factories import correct, deal, make_club, make_night, seat_table, whole_vilnius_game
from tournaments.audit import SYSTEM
from tournaments.models import (
    Claim,
    Contribution,
    Event,
    EventCounts,
    Player,
    Table,
    ToldAchievement,
    Visibility,
)
from tournaments.selectors.statistics.counting import ACHIEVEMENTS, OF_KIND, Achieved, achieved
from tournaments.services.club.people import merge, part
from tournaments.services.night import finish_event, reopen_event
from tournaments.services.rebuild import rebuild_scores, rebuild_summaries
from tournaments.services.refusals import Refused
from tournaments.services.summaries.players import rebuild_achievements, update_achievements
from tournaments.services.table.life import end_table
from tournaments.words.statistics.pages import ACHIEVEMENT_WORDS

pytestmark = pytest.mark.django_db

PURPLE = ["P3", "P3", "P3", "P2", "P2", "P1"]
CAPSTONE = ["G3", "G3", "G3", "G2", "G2", "CAP"]
NOTHING = ["G3", "O1", "G1", "P2", "P2", "O2"]
COLONIAL = ("colonial-italian",)


def hands(*held: list[str], **more: object) -> dict[str, object]:
    return {"dealer": 0, "hands": {str(seat): cards for seat, cards in enumerate(held)}, **more}


def colonial(*names: str, **night: Any) -> Table:
    names = names or ("Ana", "Bruno")
    return seat_table(make_night(game="colonial-italian", names=names, **night), *names)


def over(table: Table) -> Table:
    table.refresh_from_db()
    if table.status == Table.Status.PLAYING:
        end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=table.event_id, actor=SYSTEM)
    return table


def of(name: str, *games: str, **seen: Any) -> Achieved:
    return achieved(Player.objects.get(name=name), games=games or COLONIAL, **seen)


def keys(name: str) -> list[str]:
    return [each.key for each in of(name).held]


def test_a_perfect_third_level_is_told_on_when_the_night_is_over_with_its_day_and_deal():
    table = colonial()
    deal(table, hands(NOTHING, ["O3", "O3", "G3", "G3", "G2", "O2"]))
    deal(table, hands(PURPLE, NOTHING))
    assert keys("Ana") == [] and not ToldAchievement.objects.exists()
    over(table)
    (held,) = of("Ana").held
    assert (held.key, held.deal, held.date, held.times) == ("perfect-full", 2, date(2026, 11, 20), 1)
    assert (held.event_name, held.table) == ("Friday", table.pk)
    assert "capstone-pyramid" in of("Ana").open and "twelve-exact" not in of("Ana").open
    assert ToldAchievement.objects.get(player__name="Ana").key == "perfect-full"


def test_of_many_times_the_first_is_shown_and_it_is_told_on_once():
    first = colonial()
    for cards in (PURPLE, CAPSTONE):
        deal(first, hands(cards, NOTHING))
    over(first)
    later = colonial(club=first.event.club, on=date(2026, 11, 27))
    deal(later, hands(CAPSTONE, NOTHING))
    over(later)
    assert [(each.key, each.times, each.table) for each in of("Ana").held] == [
        ("capstone-pyramid", 2, first.pk),
        ("perfect-full", 1, first.pk),
    ]
    assert ToldAchievement.objects.count() == 2


def test_what_a_correction_takes_away_is_withdrawn_with_that_correction_and_comes_back_with_the_next():
    table = colonial()
    deal(table, hands(NOTHING, CAPSTONE))
    over(table)
    correct(table, 1, hands(NOTHING, ["G3", "O3", "G3", "G2", "O2", "CAP"]))
    found = of("Bruno")
    assert found.held == []
    (gone,) = found.withdrawn
    assert (gone.key, gone.table, gone.correction and gone.correction.deal) == ("capstone-pyramid", table.pk, 1)
    correct(table, 1, hands(NOTHING, CAPSTONE))
    assert (of("Bruno").withdrawn, keys("Bruno")) == ([], ["capstone-pyramid"])
    assert ToldAchievement.objects.count() == 1


def test_an_event_that_is_open_again_withdraws_without_a_correction():
    table = colonial()
    deal(table, hands(PURPLE, NOTHING))
    over(table)
    reopen_event(event_id=table.event_id, actor=SYSTEM)
    (gone,) = of("Ana").withdrawn
    assert gone.correction is None


def test_what_another_night_still_gives_is_not_withdrawn():
    first, second = colonial(), None
    second = colonial(club=first.event.club, on=date(2026, 11, 27))
    for table in (first, second):
        deal(table, hands(PURPLE, NOTHING))
        over(table)
    correct(first, 1, None)
    found = of("Ana")
    assert [each.table for each in found.held] == [second.pk] and found.withdrawn == []
    assert achieved(Player.objects.get(name="Ana"), games=("vilnius",)).withdrawn == []


def test_two_rows_that_were_one_person_part_with_what_each_has_done():
    table = colonial("Ana", "Elena")
    deal(table, hands(NOTHING, PURPLE))
    over(table)
    (bruno,) = Player.objects.bulk_create([Player(club=table.event.club, name="Bruno")])
    elena = Player.objects.get(name="Elena")
    merge(into=bruno, gone=elena, actor=SYSTEM)
    assert keys("Bruno") == ["perfect-full"]
    part(gone=elena, actor=SYSTEM)
    assert (keys("Bruno"), of("Bruno").withdrawn) == ([], [])
    assert (keys("Elena"), of("Elena").withdrawn) == (["perfect-full"], [])


def test_what_was_won_in_somebody_elses_seat_is_not_withdrawn_from_whom_it_belongs_to():
    table = colonial()
    deal(table, hands(PURPLE, NOTHING))
    over(table)
    (elena,) = Player.objects.bulk_create([Player(club=table.event.club, name="Elena")])
    table.seats.filter(index=0).update(substitute=elena)
    correct(table, 1, hands(NOTHING, NOTHING))
    assert of("Ana").withdrawn == []


def test_an_event_that_may_not_be_seen_shows_nothing():
    table = colonial()
    deal(table, hands(PURPLE, NOTHING))
    over(table)
    Event.objects.update(visibility=Visibility.PRIVATE)
    assert of("Ana", stricter=frozenset()).held == []
    assert [each.key for each in of("Ana", stricter={table.event_id}).held] == ["perfect-full"]


def test_what_was_never_told_on_is_found_and_told():
    table = colonial()
    deal(table, hands(PURPLE, NOTHING))
    over(table)
    ToldAchievement.objects.all().delete()
    assert len(rebuild_achievements(table.event.club)) == 1
    assert ToldAchievement.objects.count() == 1
    assert list(rebuild_scores(keep=True)) == []


def test_a_vilnius_sheet_of_sixteen_exact_announcements():
    night = make_night(names=["Ana", "Bruno"])
    table = seat_table(night, "Ana", "Bruno")
    for each in whole_vilnius_game(2):
        deal(table, each)
    over(table)
    kinds = {each.key for each in of("Ana", "vilnius").held}
    assert kinds >= {"twelve-exact", "all-of-a-row", "top-and-bottom", "eight-running"}
    assert "none-exact" in of("Ana", "vilnius").open


def test_all_of_it_is_read_in_a_fixed_number_of_queries(django_assert_num_queries):
    table = colonial()
    deal(table, hands(PURPLE, NOTHING))
    deal(table, hands(CAPSTONE, NOTHING))
    over(table)
    player, event = Player.objects.get(name="Ana"), table.event
    with django_assert_num_queries(3):
        achieved(player, games=COLONIAL)
    with django_assert_num_queries(2):
        update_achievements(event)


def test_every_achievement_is_a_feat_of_its_games_one_a_kind_and_has_its_words():
    assert {each.key for each in ACHIEVEMENTS} == ACHIEVEMENT_WORDS.keys()
    assert len(OF_KIND) == len(ACHIEVEMENTS)
    done = {(game.key, kind) for game in GAMES.values() for kind in game.feat_kinds if kind in OF_KIND}
    assert {(game, each.kind) for each in ACHIEVEMENTS for game in each.games} <= done


def test_a_hand_that_a_phone_had_entered_before_its_player_folded_is_held_against_the_winner():
    table = colonial("Ana", "Bruno", "Chiara")
    link = table.pad_links.get()
    for version, cards in enumerate((PURPLE, []), start=1):
        said = {"cards": cards, "folded": not cards, "paid": None}
        facts = {"number": 1, "recorded": 0, "seat": 2, "by_seat": 2, "client_id": uuid.uuid4(), "pad_link": link}
        Contribution.objects.create(table=table, version=version, said=said, **facts)
    deal(table, hands(["O3", "O3", "G3", "G3", "G2", "O2"], NOTHING, folded=[2]))
    claim = {"payload": {"claimed": [1]}, "pad_link": link, "client_id": uuid.uuid4(), "answered_at": timezone.now()}
    Claim.objects.create(table=table, answer=Claim.Answer.CARDS, **claim)
    over(table)
    counts = {each.player.name: each.counts for each in EventCounts.objects.select_related("player")}
    assert (counts["Chiara"]["folds:known"], counts["Chiara"]["folds:better"]) == (1, 1)
    assert counts["Bruno"]["claims:refused"] == 1
    assert counts["Ana"]["held:by-level-6.level-2"] == 1
    stand = positions(ITALIAN, CHANCES["by-level-6"])
    hand = ITALIAN.read_hand(["O3", "O3", "G3", "G3", "G2", "O2"])
    assert counts["Ana"]["strength"] == round(10**6 * stand.shares[hand.strength])


def test_a_hand_dealt_anew_after_an_undo_takes_the_place_of_the_one_before():
    table = colonial("Ana", "Bruno", "Chiara")
    link = table.pad_links.get()
    for recorded, cards in ((0, PURPLE), (2, NOTHING)):
        said = {"cards": cards, "folded": False, "paid": None}
        facts = {
            "number": 1,
            "recorded": recorded,
            "seat": 2,
            "by_seat": 2,
            "client_id": uuid.uuid4(),
            "pad_link": link,
        }
        Contribution.objects.create(table=table, version=1, said=said, **facts)
    deal(table, hands(["O3", "O3", "G3", "G3", "G2", "O2"], NOTHING, folded=[2]))
    over(table)
    counts = EventCounts.objects.get(player__name="Chiara").counts
    assert (counts["folds:known"], counts.get("folds:better")) == (1, None)


def test_the_pages_show_them_with_their_day_the_hand_as_it_was_and_what_was_withdrawn(client):
    table = colonial()
    deal(table, hands(NOTHING, CAPSTONE))
    deal(table, hands(PURPLE, NOTHING))
    over(table)
    correct(table, 1, hands(NOTHING, ["G3", "O3", "G3", "G2", "O2", "CAP"]))
    address = reverse("table", args=[table.pk])
    ana, bruno = (
        client.get(reverse("player-statistics", args=[Player.objects.get(name=name).pk])).content.decode()
        for name in ("Ana", "Bruno")
    )
    assert "All of one colour" in ana and f"{address}#deal-2" in ana and "Withdrawn" not in ana
    assert "<s>The Capstone itself</s>" in bruno and f"{address}#deal-1" in bruno
    text = client.get(reverse("statistics-game", args=["neris", "colonial-italian"])).content.decode()
    assert "Perfect full pyramid in purple, 1 in 4,194" in text
    assert text.count("#P3") >= 3 and "Hands beside their odds" in text


def test_records_and_achievements_of_one_deal_lead_there_once(client):
    table = colonial()
    deal(table, hands(CAPSTONE, NOTHING))
    ana = Player.objects.get(name="Ana")
    over(table)
    page = client.get(reverse("player-statistics", args=[ana.pk])).content.decode()
    assert "Rarest hand" in page and "The Capstone itself" in page
    assert page.count(f"{reverse('table', args=[table.pk])}#deal-1") == 1


def test_after_any_corrections_of_showdowns_what_is_kept_is_what_a_rebuild_gives():
    chance, club = Random(14), make_club()
    cards = [card for card, copies in COLONIAL_DECK.copies.items() for _ in range(copies)]
    tables = []
    for week in range(3):
        table = colonial("Ana", "Bruno", "Chiara", club=club, on=date(2026, 1, 1) + timedelta(weeks=week))
        for _ in range(4):
            play(chance, cards, table)
        tables.append(over(table))
    for _ in range(20):
        play(chance, cards, chance.choice(tables), number=chance.randint(1, 4))
    assert rebuild_summaries(club) == []
    assert ToldAchievement.objects.exists()


def play(chance: Random, cards: list[str], table: Table, *, number: int | None = None) -> None:
    """What is refused changes nothing."""
    drawn = chance.sample(cards, 18)
    held = [CAPSTONE if chance.random() < 0.1 else drawn[6 * seat : 6 * seat + 6] for seat in range(3)]
    payload = hands(*held[:2], folded=[2]) if chance.random() < 0.4 else hands(*held)
    with suppress(ScoringError, Refused):
        if number is None:
            deal(table, payload)
        else:
            correct(table, number, None if chance.random() < 0.2 else payload)
