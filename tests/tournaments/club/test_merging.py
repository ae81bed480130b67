"""Two rows of the list are one person: everything goes to one of them, and back exactly where that was wrong."""

import pytest

from tests.factories import announce, deal, make_club, make_night, make_user, pad_token, seat_table
from tests.tournament_scenes import make_tournament
from tournaments.audit import SYSTEM
from tournaments.codes import code_to_open, player_code
from tournaments.models import Club, ContestTally, Entrant, Event, EventTally, Member, Player, PlayerMerge, Seat
from tournaments.permissions import pad_to_score
from tournaments.selectors.club.people import may_be, merge_preview
from tournaments.selectors.club.standings import all_time
from tournaments.selectors.ratings.tables import strengths_now
from tournaments.services.club.clubs import add_players, choose_shown_name, renew_player_code, set_unranked
from tournaments.services.club.members import say_player
from tournaments.services.club.people import merge, part
from tournaments.services.night import finish_event
from tournaments.services.refusals import Missing, Refused
from tournaments.services.stage.entrants import ListedEntrant, enter
from tournaments.services.summaries.players import update_tallies
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db

WHOSE = (Entrant, Seat, Member, EventTally, ContestTally, Player)


def night_of(club: Club, *names: str, is_over: bool = True) -> Event:
    night = make_night(club=club, names=names)
    table = seat_table(night, *names)
    deal(table, announce(1, 3, 3))
    if is_over:
        end_table(table_id=table.pk, actor=SYSTEM)
        finish_event(event_id=night.pk, actor=SYSTEM)
    return night


def called(club: Club, name: str) -> Player:
    return club.players.get(name=name)


def twice(**more: bool) -> tuple[Club, Player, Player]:
    club = make_club()
    night_of(club, "Ana", "Bruno")
    night_of(club, "Ana B.", "Chiara", **more)
    return club, called(club, "Ana"), called(club, "Ana B.")


def everything() -> dict[str, list[dict[str, object]]]:
    """Row by row; what is kept of tallies may have got new keys."""
    tallies = (EventTally, ContestTally)
    rows = {model.__name__: list(model.objects.order_by("pk").values()) for model in WHOSE if model not in tallies}
    for model in tallies:
        kept = [{key: value for key, value in row.items() if key != "id"} for row in model.objects.values()]
        rows[model.__name__] = sorted(kept, key=str)
    return rows


def test_everything_of_one_is_the_others_also_what_is_kept_of_it():
    club, ana, again = twice()
    merge(into=ana, gone=again, actor=SYSTEM)
    (tallies,) = all_time(club).values()
    assert tallies[ana.pk].tables == 2
    assert again.pk not in tallies
    assert strengths_now(club, "vilnius").keys() == {ana.pk, called(club, "Bruno").pk, called(club, "Chiara").pk}
    assert not Entrant.objects.filter(player=again).exists()
    assert EventTally.objects.filter(player=ana).count() == 2


def test_parted_again_every_row_is_as_it_was():
    club, ana, again = twice()
    Member.objects.create(club=club, user=make_user("ana"), role=Member.Role.PLAYER, player=again)
    (stands_in,) = night_of(club, "Dovas", "Elena").entrants.filter(player__name="Dovas")
    Seat.objects.filter(entrant=stands_in).update(substitute=again)
    update_tallies(stands_in.event)
    before = everything()
    merge(into=ana, gone=again, actor=SYSTEM)
    assert everything() != before
    part(gone=again, actor=SYSTEM)
    assert everything() == before
    with pytest.raises(Missing):
        part(gone=again, actor=SYSTEM)


def test_what_is_played_after_the_merge_stays_where_it_was_played():
    club, ana, again = twice()
    merge(into=ana, gone=again, actor=SYSTEM)
    night = make_night(club=club, names=["Ana B.", "Bruno"])  # by the name that is gone
    part(gone=again, actor=SYSTEM)
    assert night.entrants.filter(player=ana).exists()
    assert again.entries.count() == 1


def test_the_name_that_is_gone_is_found_by_lists_too_and_enters_once():
    club, ana, again = twice()
    merge(into=ana, gone=again, actor=SYSTEM)
    event = make_tournament(club=club)
    enter(event_id=event.pk, entries=[ListedEntrant(name="ana b."), ListedEntrant(name="Ana")], actor=SYSTEM)
    assert [entrant.player for entrant in event.entrants.all()] == [ana]


def test_what_one_of_two_has_asked_for_in_privacy_is_kept_and_parted_both_have_it():
    ana, again = add_players(club=make_club(), names=["Ana", "Ana B."], actor=SYSTEM)
    set_unranked(player=again, unranked=True, actor=SYSTEM)
    choose_shown_name(player=again, shown_names="initials", actor=SYSTEM)
    merge(into=ana, gone=again, actor=SYSTEM)
    part(gone=again, actor=SYSTEM)
    wishes = set(Player.objects.values_list("unranked", "shown_names"))
    assert wishes == {(True, "initials")}


def test_codes_and_cards_printed_for_who_is_gone_open_the_same_person():
    _, ana, again = twice(is_over=False)
    table = again.entries.get().seats.get().table
    token, code = pad_token(table, 0), player_code(again.pk, again.code_edition)
    merge(into=ana, gone=again, actor=SYSTEM)
    assert pad_to_score(token).seat == 0
    assert code_to_open(code).player == ana


def test_a_code_made_new_ends_the_card_of_who_is_gone_as_well():
    _, ana, again = twice()
    merge(into=ana, gone=again, actor=SYSTEM)
    codes = [player_code(each.pk, each.code_edition) for each in (ana, again)]
    renew_player_code(player=ana, edition=0, actor=SYSTEM)
    renew_player_code(player=ana, edition=0, actor=SYSTEM)  # a second tap
    assert all(code_to_open(code).is_outdated for code in codes)
    assert code_to_open(player_code(again.pk, 1)).player == ana


def test_a_member_is_nobody_who_was_merged_while_it_was_asked():
    club, ana, again = twice()
    member = Member.objects.create(club=club, user=make_user("ana"), role=Member.Role.PLAYER)
    merge(into=ana, gone=again, actor=SYSTEM)
    with pytest.raises(Missing):
        say_player(member=member, player=again, actor=SYSTEM)


def both_at_a_table() -> tuple[Player, Player]:
    club = make_club()
    night_of(club, "Ana", "Ana B.")
    return called(club, "Ana"), called(club, "Ana B.")


def both_with_accounts() -> tuple[Player, Player]:
    club, ana, again = twice()
    for player in (ana, again):
        Member.objects.create(club=club, user=make_user(player.name), role=Member.Role.PLAYER, player=player)
    return ana, again


def of_two_clubs() -> tuple[Player, Player]:
    players = [add_players(club=make_club(name=name), names=["Ana"], actor=SYSTEM)[0] for name in ("Neris", "Vilnia")]
    return players[0], players[1]


def merged_already() -> tuple[Player, Player]:
    _, ana, again = twice()
    merge(into=ana, gone=again, actor=SYSTEM)
    return ana, again


@pytest.mark.parametrize(
    ("scene", "code"),
    [
        (both_at_a_table, "merge-met"),
        (both_with_accounts, "merge-accounts"),
        (of_two_clubs, "merge-other"),
        (merged_already, "merge-again"),
    ],
)
def test_who_cannot_be_one_person_is_refused_and_nothing_changes(scene, code):
    ana, again = scene()
    before = everything()
    with pytest.raises(Refused, match=code):
        merge(into=ana, gone=again, actor=SYSTEM)
    assert everything() == before


def test_of_merges_upon_merges_the_latest_is_undone_first():
    club, ana, again = twice()
    bruno = called(club, "Chiara")
    (third,) = add_players(club=club, names=["Ana Bianchi"], actor=SYSTEM)
    merge(into=ana, gone=again, actor=SYSTEM)
    merge(into=third, gone=ana, actor=SYSTEM)
    assert third.entries.count() == 2
    with pytest.raises(Refused, match="merged-further"):
        part(gone=again, actor=SYSTEM)
    part(gone=ana, actor=SYSTEM)
    part(gone=again, actor=SYSTEM)
    assert [player.entries.count() for player in (third, ana, again, bruno)] == [0, 1, 1, 1]
    assert not PlayerMerge.objects.exists()


def test_before_it_is_done_it_is_said_what_moves_and_who_is_called_alike():
    _, ana, again = twice()
    preview = merge_preview(ana, again)
    assert (preview.events, preview.tables, preview.refused, preview.met) == (1, 1, "", [])
    assert [(before, after) for _, before, after in preview.contests] == [(1, 2)]
    assert [player.name for player in may_be(ana)] == ["Ana B.", "Bruno", "Chiara"]
