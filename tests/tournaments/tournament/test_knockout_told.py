"""What a knockout is told in: its matches by their names, who leads and has won, what is still to come."""

import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from tests.factories import deal, make_member, sign_in
from tests.tournament_scenes import (
    begun,
    draw,
    finish_table,
    ids,
    make_tournament,
    next_round,
    play_event,
    rated,
)
from tests.tournaments.tournament.test_graphs import play_out
from tournaments.audit import SYSTEM
from tournaments.formats.systems.elimination import double_elimination, single_elimination
from tournaments.models import Event, Member, Table
from tournaments.selectors.stage.places import through_stages
from tournaments.selectors.stage.stages import match_score, played_match
from tournaments.selectors.tournament.page import states_of
from tournaments.services.night import finish_event
from tournaments.services.stage.rulings import decide_match, decide_places, forfeit
from tournaments.words.bracket.view import knockouts_in_short, match_names
from tournaments.words.standings import match_text

CUP = [("single-elimination", {"games": 3, "third_place": True})]


def win(table: Table, who: int) -> Table:
    """The game, or the one that is played instead."""
    game = Table.objects.filter(round=table.round_id, number=table.number).exclude(status="undone").latest("game")
    finish_table(game, winner=game.seats.get(entrant=who).index)
    return game


def play(table: Table, *winners: int) -> None:
    for who in winners:
        win(table, who)


def cup(**facts) -> tuple[Event, list[Table]]:
    """Of four the first two are in the final, which stands with the match for third place at the tables."""
    event = begun(4, stages=CUP, **facts)
    first, second, *_others = ids(event)
    for table, who in zip(next_round(event), (first, second), strict=True):
        play(table, who, who)
    return event, next_round(event)


def text(client, page: str, *arguments: int | str) -> str:
    html = client.get(reverse(page, args=arguments), follow=True).content.decode()
    return " ".join(unescape(strip_tags(html)).split())


def director(client, event: Event):
    return sign_in(client, make_member(event.club, Member.Role.DIRECTOR))


def test_each_match_has_a_name_of_its_own():
    assert [*match_names(single_elimination(8, third_place=True)).items()] == [
        *((number, f"Quarter-final {number}") for number in (1, 2, 3, 4)),
        (5, "Semi-final 1"),
        (6, "Semi-final 2"),
        (8, "Final"),
        (7, "Third place"),
    ]
    names = match_names(double_elimination(4, grand_final="reset"))
    assert [names[number] for number in (1, 3, 4, 6, 7)] == [
        "Winners, round 1, match 1",
        "Winners’ final",
        "Losers, round 1",
        "Grand final",
        "Second final",
    ]
    assert match_names(None) == {}


@pytest.mark.django_db
def test_the_final_is_played_at_the_first_table():
    event, tables = cup()
    assert [(table.number, table.match) for table in tables] == [(1, 4), (2, 3)]
    assert {seat.entrant_id for seat in tables[0].seats.all()} == {*ids(event)[:2]}


@pytest.mark.django_db
def test_the_director_reads_in_the_preview_which_table_is_the_final(client):
    event = begun(4, stages=CUP)
    first, second, *_others = ids(event)
    for table, who in zip(next_round(event), (first, second), strict=True):
        play(table, who, who)
    preview = text(director(client, event), "round", draw(event).pk)
    assert "Table 1 · Final" in preview
    assert "Table 2 · Third place" in preview


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["desk", "event", "tables", "event-cards", "wall"])
def test_the_names_of_the_matches_stand_at_their_tables(client, page):
    event, _tables = cup()
    shown = text(director(client, event), page, event.pk)
    assert "Final" in shown
    assert "Third place" in shown


@pytest.mark.django_db
def test_they_stand_on_a_tables_page_and_on_paper(client):
    event, tables = cup()
    assert "Table 2 · Third place" in text(client, "table", tables[1].pk)
    slips = text(client, "print-sheet", event.pk, "slips")
    assert re.search(r"\bTable 1 .{1,60} Final Player", slips)
    assert re.search(r"\b1 Final 1.P[12] 2.P[12] 2 Third place", text(client, "print-sheet", event.pk, "pairings"))


@pytest.mark.django_db
def test_a_match_says_who_leads_who_has_won_and_names_both_in_one_order():
    event, (final, _third) = cup()
    first, second, *_others = ids(event)

    def stands() -> tuple[str, list[str]]:
        match = played_match(final)
        score = match_score(match.games[-1], match.record, match.sides)
        return match_text(score), [side.name for side in score.sides]

    order = stands()[1]
    assert stands()[0] == "Game 1 of 3: 0–0"
    win(final, second)
    assert stands() == ("Game 2 of 3: P2 leads 1–0", order)
    win(final, first)
    assert stands() == ("Game 3 of 3: 1–1", order)
    win(final, second)
    assert stands() == ("P2 won the match 2–1", order)


@pytest.mark.django_db
def test_a_forfeit_that_wins_the_match_is_not_told_as_a_score():
    event, (final, _third) = cup()
    first, *_others = ids(event)
    win(final, first)
    game = Table.objects.filter(round=final.round_id, number=final.number).latest("game")
    forfeit(table_id=game.pk, seats=[game.seats.get(entrant=first).index], reason="", actor=SYSTEM)
    match = played_match(final)
    assert match_text(match_score(game, match.record, match.sides)) == "P2 won the match"


@pytest.mark.django_db
def test_the_director_ends_a_game_and_is_told_what_becomes_of_the_match(client):
    event = begun(2, stages=CUP, rules={"deals": 2, "cards": "optional"})
    (table,) = next_round(event)
    director(client, event)

    def ended(game: Table) -> str:
        client.post(reverse("table-end", args=[game.pk]))
        return text(client, "desk", event.pk)

    deal(table, {"dealer": table.first_dealer, "claimed": [0]})
    desk = text(client, "table-desk", table.pk)
    assert "End game 1" in desk
    assert "round 1 · Final · Game 1 of 3: 0–0" in desk
    assert "End this table" not in desk
    assert "Table 1: game 1 has ended. The match goes on with game 2." in ended(table)
    second = event.tables.get(game=2)
    assert "Table 1: game 2 has ended. The match is not decided yet." in ended(second)


@pytest.mark.django_db
def test_the_results_say_who_is_still_in_and_who_meets_whom_next(client):
    event = begun(8, stages=CUP)
    first, second, third, fourth, *_others = ids(event)
    for table, who in zip(next_round(event), (first, fourth, second, third), strict=True):
        play(table, who, who)
    semi_finals = next_round(event)
    play(semi_finals[0], first, first)
    shown = text(client, "event", event.pk)
    assert "Still in: P1, P2, P3, P4" in shown
    assert "Final: P1 – winner of Semi-final 2" in shown
    assert "Third place: P4 – loser of Semi-final 2" in shown
    assert shown.index("Final: P1") < shown.index("Third place: P4")


@pytest.mark.django_db
def test_the_results_and_the_report_say_who_won_the_final_against_whom_and_by_what(client):
    event, (final, third) = cup()
    first, second, one, other = ids(event)
    play(final, second, first, second)
    play(third, one, one)
    finish_event(event_id=event.pk, actor=SYSTEM)
    loser, winner = (event.entrants.get(pk=who).player.name for who in (other, one))
    for page in ("event", "report"):
        shown = text(client, page, event.pk)
        assert f"P2 won the final against P1, 2–1. {winner} won third place against {loser}, 2–0." in shown
        assert "P2 2" in shown
        assert "Whole bracket" in shown


@pytest.mark.django_db
def test_a_report_of_several_stages_has_the_places_and_the_points_of_each(client):
    stages = [("swiss", {"rounds": 2}), ("single-elimination", {"qualify": {"size": 2}})]
    event = play_event(make_tournament(4, stages=stages))
    finish_event(event_id=event.pk, actor=SYSTEM)
    rows = through_stages(states_of(event))
    assert [row.final.place for row in rows] == [1, 2, 3, 4]
    assert [[stage.place for stage in row.stages] for row in rows][2:] == [[3, None], [4, None]]
    assert rows[0].stages[0].value == "2"
    shown = text(client, "report", event.pk)
    assert "Stage by stage" in shown
    assert "Stage 1: Swiss" in shown


@pytest.mark.django_db
def test_who_begins_is_seeded_by_rating_at_one_tap(client):
    event = make_tournament(names=["Ana", "Bruno", "Chiara"], stages=CUP)
    rated(event, Chiara=1700, Ana=1500)
    director(client, event)
    stage = event.stages.get()
    page = reverse("stage-start", args=[stage.pk])
    assert "Seed by rating" in client.get(page).content.decode()
    told = client.post(reverse("entrants-seed", args=[event.pk]), {"how": "rating", "stage": stage.pk}, follow=True)
    assert told.redirect_chain[-1][0] == page
    assert re.findall(r"(?:Ana|Bruno|Chiara)(?= is in)", told.content.decode()) == ["Chiara", "Ana", "Bruno"]


@pytest.mark.django_db
def test_a_match_that_the_director_decided_has_no_score_that_reads_as_a_draw(client):
    event = begun(4, stages=CUP)
    first, _second = next_round(event)
    decide_match(table_id=first.pk, places=[1, 2], reason="", actor=SYSTEM)
    matches = text(client, "event", event.pk).split("Matches", 1)[1]
    assert "P1 – P4" in matches and "P1 0" not in matches
    assert "P4 · match decided by the director" in matches
    assert text(client, "bracket", event.pk).count("match decided by the director") == 1


@pytest.mark.django_db
def test_a_game_that_the_director_decided_is_not_told_of_its_match(client):
    event = begun(4, stages=CUP)
    table, *_others = next_round(event)
    first = ids(event)[0]
    win(table, first)
    (game,) = Table.objects.filter(round=table.round_id, number=table.number, status="playing")
    places = [1, 2] if game.seats.get(index=0).entrant_id == first else [2, 1]
    decide_places(table_id=game.pk, places=places, reason="", actor=SYSTEM)
    matches = text(client, "event", event.pk).split("Matches", 1)[1]
    assert "P1 2" in matches and "decided by the director" not in matches


@pytest.mark.django_db
def test_a_table_that_is_over_lists_who_won_first_on_the_page_of_its_round(client):
    event = begun(4, stages=[("single-elimination", {})])
    played, _open = next_round(event)
    seats = r'<li(?: value="(\d)")?\s+class="[^"]*" data-row="s(\d+)"'
    first, second = (str(seat.pk) for seat in played.seats.order_by("index"))
    address = reverse("pairings", args=[played.round_id])
    assert re.findall(seats, client.get(address).content.decode())[:2] == [("", first), ("", second)]
    finish_table(played, winner=1)
    assert re.findall(seats, client.get(address).content.decode())[:2] == [("1", second), ("2", first)]


@pytest.mark.django_db
def test_the_ruling_on_a_match_of_several_games_tells_the_game_from_the_match(client):
    event = begun(4, stages=CUP)
    table, *_others = next_round(event)
    client.force_login(event.club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    text = client.get(reverse("table-ruling", args=[table.pk])).content.decode()
    assert "Decide this game alone" in text and "Decide the match" in text and "Decide the places" not in text


@pytest.mark.django_db
def test_a_knockout_in_short_leaves_out_no_round_between_two():
    event = play_event(make_tournament(17, stages=[("single-elimination", {})]))
    (knockout,) = knockouts_in_short(event, states_of(event))
    assert [round_.title for round_ in knockout.rounds] == ["Final", "Semi-finals", "Quarter-finals"]


@pytest.mark.django_db
def test_a_final_that_the_director_decided_is_told_without_the_score_of_who_lost(client):
    event = begun(2, stages=[("single-elimination", {})])
    (final,) = next_round(event)
    finish_table(final, winner=0)
    assert "P1 won the final against P2, 1–0." in text(client, "event", event.pk)
    decide_places(table_id=final.pk, places=[2, 1], reason="", actor=SYSTEM)
    assert "P2 won the final against P1." in text(client, "event", event.pk)


@pytest.mark.django_db
def test_who_won_the_last_game_alone_is_not_listed_as_who_won_the_match(client):
    event = begun(2, stages=[("swiss", {"rounds": 1, "games": 3, "decided": "total"})])
    table, *_others = next_round(event)
    first, second = (seat.entrant_id for seat in table.seats.order_by("index"))
    play(table, first, first, second)
    html = client.get(reverse("pairings", args=[table.round_id])).content.decode()
    assert "won the match 2–1" in html and not re.search(r"<li\s+value=", html)


@pytest.mark.django_db
def test_of_a_final_and_that_of_the_consolation_it_is_said_which_is_which(client):
    consolation = ("single-elimination", {"sources": [{"stage": 1, "losers": 1}]})
    event = begun(4, stages=[("single-elimination", {}), consolation])
    play_out(event)
    finish_event(event_id=event.pk, actor=SYSTEM)
    for page in ("event", "report"):
        shown = text(client, page, event.pk)
        assert re.search(r"Stage 1: P\d won the final against P\d", shown), page
        assert re.search(r"Stage 2: P\d won the final against P\d", shown), page
