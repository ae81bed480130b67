"""Invited by a link, joined by a tap, found again on the list; changed, removed, handed over."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import make_club, make_member, make_night, make_user, seat_table, told
from tournaments.audit import SYSTEM, Actor
from tournaments.models import AuditEntry, Club, Event, Invitation, Member, Player, Table
from tournaments.permissions import Right, Role, rights_in
from tournaments.selectors.access import members_page
from tournaments.services.club.clubs import add_players, set_club_visibility
from tournaments.services.club.members import (
    accept,
    confirm_player,
    hand_over,
    invite_hall,
    invite_person,
    join,
    remove_member,
    revoke_invitation,
    say_player,
    send_due_mail,
    set_member,
)
from tournaments.services.night import finish_event
from tournaments.services.refusals import Missing, Refused
from tournaments.services.table.life import adjourn_table
from tournaments.words.club import closed_to, who_may

pytestmark = pytest.mark.django_db


def owner_of(club: Club) -> Member:
    return club.members.get(role=Role.OWNER)


def by(member: Member) -> Actor:
    return Actor(user=member.user)


def invited(club: Club, role: Role, event: Event | None = None) -> str:
    return invite_person(club=club, role=role, event=event, actor=by(owner_of(club)))[1]


def joins(name: str, token: str, *, later: timedelta = timedelta(0)) -> Member:
    return accept(token=token, user=make_user(name), now=timezone.now() + later)


def sign_in(client, user):
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_looking_at_an_invitation_spends_nothing_and_accepting_it_gives_the_role_once(client):
    club = make_club()
    token = invited(club, Role.SCORER)
    page = client.get(f"/invitations/{token}/")
    assert "You are invited to join the club Neris as" in page.text and "owner of Neris" not in page.text
    sign_in(client, make_user("rita"))
    client.get(f"/invitations/{token}/")
    client.head(f"/invitations/{token}/")
    assert client.post(f"/invitations/{token}/")["Location"] == "/clubs/neris/members/"
    assert club.members.get(user__username="rita").role == Role.SCORER
    sign_in(client, make_user("second"))
    for answer in (client.get(f"/invitations/{token}/"), client.post(f"/invitations/{token}/")):
        assert answer.status_code == 410
        assert "This invitation is over" in answer.content.decode()
    assert not club.members.filter(user__username="second").exists()


def test_an_invitation_names_its_host_as_the_clubs_list_does(client):
    club = make_club()
    token = invited(club, Role.SCORER)
    club.members.update(player=Player.objects.create(club=club, name="Ona Petraitė", nickname="Onutė"))
    assert "Onutė invites you into the club Neris as" in client.get(f"/invitations/{token}/").text
    set_club_visibility(club=club, visibility="private", shown_names="initials", actor=SYSTEM)
    assert "O. P. invites you into the club Neris as" in client.get(f"/invitations/{token}/").text


def test_only_the_hash_of_an_invitation_is_kept():
    club = make_club()
    token = invited(club, Role.READER)
    kept = [*Invitation.objects.values_list(), *AuditEntry.objects.values_list()]
    assert token not in str(kept)


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_an_invitation_names_nobody_of_the_list_before_it_is_accepted(client, visibility):
    club = make_club()
    add_players(club=club, names=["Ona Petraitė"], actor=SYSTEM)
    set_club_visibility(club=club, visibility=visibility, shown_names="initials", actor=SYSTEM)
    address = f"/invitations/{invited(club, Role.PLAYER)}/"
    somebody = sign_in(Client(), make_user("somebody"))
    for answer in (client.get(address), client.post(address, {"username": "o"}), somebody.get(address)):
        assert answer.status_code == 200 and "Petrait" not in answer.text and "O. P." not in answer.text


def test_whoever_has_joined_says_who_they_are_and_a_director_confirms_it(client):
    club = make_club()
    (ona,) = add_players(club=club, names=["Ona Petraitė"], actor=SYSTEM)
    sign_in(client, make_user("ona"))
    joined = client.post(f"/invitations/{invited(club, Role.PLAYER)}/", follow=True).text
    assert "Say under “You” which player of the list you are." in joined
    assert f'<option value="{ona.pk}">Ona Petraitė · 0 nights</option>' in joined
    client.post("/clubs/neris/members/says/", {"player": ona.pk})
    member = club.members.get(user__username="ona")
    assert member.says_player == ona
    owner = sign_in(Client(), owner_of(club).user)
    owner.post(f"/clubs/neris/members/{member.pk}/player/", {"player": ona.pk, "answer": "yes"})
    member.refresh_from_db()
    assert member.player == ona


def test_whoever_has_no_account_makes_one_on_the_spot(client):
    club = make_club()
    token = invited(club, Role.PLAYER)
    said = {"username": "ana", "password1": "late-in-november", "password2": "late-in-november"}
    refused = client.post(f"/invitations/{token}/", said | {"password2": "otherwise"})
    assert refused.status_code == 200
    assert not club.members.filter(user__username="ana").exists()
    client.post(f"/invitations/{token}/", said)
    member = club.members.get(user__username="ana")
    assert (member.role, member.player, member.says_player) == (Role.PLAYER, None, None)
    assert client.get("/clubs/neris/members/").status_code == 200


def test_an_account_that_is_made_by_joining_stands_among_those_signed_in(client):
    joins_with_an_account(client, invited(make_club(), Role.PLAYER))
    assert "this one" in client.get("/account/").content.decode()


def test_who_taps_twice_is_told_that_his_account_is_there():
    token = invited(make_club(), Role.PLAYER)
    make_user("rita")
    with pytest.raises(Refused) as refused:
        join(token=token, name="rita", password="late-in-november", now=timezone.now())
    assert refused.value.code == "account-name-taken"
    assert Invitation.objects.get().uses == 0


def joins_with_an_account(client, token: str):
    said = {"username": "rita", "password1": "late-in-november", "password2": "late-in-november"}
    return client.post(f"/invitations/{token}/", said, follow=True).content.decode()


def test_an_invitation_that_comes_by_mail_makes_an_account_and_asks_for_an_address(client, settings, mailoutbox):
    settings.HAS_MAIL = True
    club = make_club()
    sign_in(client, owner_of(club).user)
    client.post("/clubs/neris/members/invite/", {"role": "director", "email": "rita@example.org"})
    assert mailoutbox == []
    send_due_mail(now=timezone.now())
    (mail,) = mailoutbox
    token = mail.body.split("/invitations/")[1].split("/")[0]
    client.logout()
    assert f"/sign-in/?next=%2Finvitations%2F{token}%2F" in client.get(f"/invitations/{token}/").content.decode()
    assert "Add your e-mail address" in joins_with_an_account(client, token)
    assert club.members.get(user__username="rita").role == Role.DIRECTOR


@pytest.mark.parametrize("change", ["late", "revoked", "spent", "inviter removed"])
def test_an_invitation_that_is_over_gives_nothing(change):
    club = make_club()
    invitation, token = invite_person(club=club, role=Role.READER, event=None, actor=by(owner_of(club)))
    later = timedelta(days=8) if change == "late" else timedelta(0)
    if change == "revoked":
        revoke_invitation(club=club, invitation_id=invitation.pk, actor=SYSTEM)
    if change == "spent":
        joins("first", token)
    if change == "inviter removed":
        make_member(club, Role.OWNER, name="new owner")
        remove_member(member=club.members.get(user=invitation.made_by), actor=SYSTEM)
    assert change == "late" or members_page(club, owner_of(club).user, now=timezone.now()).invitations == []
    with pytest.raises(Refused) as refused:
        joins("second", token, later=later)
    assert refused.value.code == "invitation-over"
    assert not club.members.filter(user__username="second").exists()


def test_a_code_for_the_hall_makes_players_of_so_many_and_no_more():
    club = make_club()
    until = timezone.now() + timedelta(hours=6)
    _, token = invite_hall(club=club, until=until, uses=2, actor=by(owner_of(club)))
    assert {joins("ana", token).role, joins("bruno", token).role} == {Role.PLAYER}
    with pytest.raises(Refused):
        joins("chiara", token)
    for uses, end in [(21, until), (0, until), (5, timezone.now() + timedelta(days=90))]:
        with pytest.raises(Missing):
            invite_hall(club=club, until=end, uses=uses, actor=by(owner_of(club)))


def test_the_page_makes_no_code_for_a_hall_larger_than_twenty(client):
    sign_in(client, owner_of(make_club()).user)
    answer = client.post("/clubs/neris/members/invite/hall/", {"hours": 6, "uses": 21})
    assert "20" in answer.context["hall"].errors["uses"][0]
    assert Invitation.objects.count() == 0


def test_nobody_can_do_less_by_an_invitation_nor_spends_it():
    club = make_club()
    invitation, token = invite_person(club=club, role=Role.PLAYER, event=None, actor=by(owner_of(club)))
    accept(token=token, user=owner_of(club).user, now=timezone.now())
    invitation.refresh_from_db()
    assert (owner_of(club).role, invitation.uses) == (Role.OWNER, 0)


def test_who_directs_an_evening_goes_on_doing_so_when_he_is_invited_as_its_arbiter():
    night = make_night()
    rita = joins("rita", invited(night.club, Role.EVENING, night)).user
    token = invited(night.club, Role.ARBITER, night)
    assert accept(token=token, user=rita, now=timezone.now()).role == Role.EVENING
    arbiter = joins("arbiter", token).user
    token = invited(night.club, Role.EVENING, night)
    assert accept(token=token, user=arbiter, now=timezone.now()).role == Role.EVENING


def test_the_director_of_an_evening_directs_it_until_it_is_closed_and_then_looks():
    night, other = make_night(), make_night(club=Club.objects.get(), names=())
    rita = joins("rita", invited(night.club, Role.EVENING, night)).user
    assert Right.DIRECT in rights_in(rita, night.club, night)
    assert rights_in(rita, night.club, other) == rights_in(rita, night.club) == set()
    finish_event(event_id=night.pk, actor=SYSTEM)
    night.refresh_from_db()
    assert rights_in(rita, night.club, night) == {Right.BELONG, Right.LOOK}


def test_the_director_of_an_evening_neither_discards_it_nor_opens_it_again(client):
    night = make_night()
    sign_in(client, joins("rita", invited(night.club, Role.EVENING, night)).user)
    assert client.post(f"/events/{night.pk}/discard/").status_code == 403
    assert client.post(f"/events/{night.pk}/desk/undo/", {"steps": f"{night.pk} discard-event"}).status_code == 403
    page = client.post(f"/events/{night.pk}/finish/", follow=True).content.decode()
    assert "It is over." in page and "reopen-event" not in page
    assert Event.objects.get().status == Event.Status.FINISHED


def test_the_director_of_an_evening_takes_no_table_out_of_another_that_is_open(client):
    night = make_night()
    other = make_night(club=night.club, names=("Rita", "Saulius"))
    table = seat_table(other, "Rita", "Saulius")
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    sign_in(client, joins("rita", invited(night.club, Role.EVENING, night)).user)
    address, said = f"/events/{night.pk}/desk/resume/", {"table": table.pk}
    assert client.post(address, said).status_code == 404
    finish_event(event_id=other.pk, actor=SYSTEM)
    assert client.post(address, said).status_code == 302
    assert night.tables.get().status == Table.Status.PLAYING


def test_a_role_of_an_event_is_not_given_without_one():
    club = make_club()
    with pytest.raises(Missing):
        invited(club, Role.ARBITER)


def test_a_director_confirms_which_player_of_the_list_a_member_is():
    club = make_club()
    ana, bruno = add_players(club=club, names=["Ana", "Bruno"], actor=SYSTEM)
    member = joins("ana", invited(club, Role.PLAYER))
    say_player(member=member, player=ana, actor=by(member))
    with pytest.raises(Refused) as refused:
        confirm_player(member=member, player=bruno, confirmed=True, actor=SYSTEM)
    assert refused.value.code == "says-another"
    confirm_player(member=member, player=ana, confirmed=True, actor=SYSTEM)
    member.refresh_from_db()
    assert (member.player, member.says_player) == (ana, None)
    another = joins("not ana", invited(club, Role.PLAYER))
    with pytest.raises(Refused) as refused:
        say_player(member=another, player=ana, actor=by(another))
    assert refused.value.code == "player-of-another"


def test_a_player_of_another_club_is_nobody_here():
    (other,) = add_players(club=make_club(name="Vilnia"), names=["Ana"], actor=SYSTEM)
    member = joins("ana", invited(make_club(), Role.PLAYER))
    with pytest.raises(Missing):
        say_player(member=member, player=other, actor=by(member))


@pytest.mark.parametrize(
    "change",
    [
        lambda owner: remove_member(member=owner, actor=by(owner)),
        lambda owner: set_member(club=owner.club, user=owner.user, role=Role.READER, actor=by(owner)),
    ],
    ids=["leaves", "becomes a reader"],
)
def test_the_last_owner_stays(change):
    owner = owner_of(make_club())
    with pytest.raises(Refused) as refused:
        change(owner)
    assert refused.value.code == "last-owner"
    assert owner_of(owner.club) == owner


def test_a_club_that_is_handed_over_has_a_new_owner_and_the_old_one_directs():
    club = make_club()
    old, new = owner_of(club), make_member(club, Role.SCORER, name="rita")
    hand_over(to=club.members.get(user=new), actor=by(old))
    assert dict(club.members.values_list("user__username", "role")) == {
        "rita": Role.OWNER,
        "owner of Neris": Role.DIRECTOR,
    }


def test_a_club_is_handed_over_once_though_it_is_tried_in_two_windows():
    club = make_club()
    old, rita, bruno = owner_of(club), make_member(club, Role.SCORER, name="rita"), make_member(club, Role.SCORER)
    hand_over(to=club.members.get(user=rita), actor=by(old))
    with pytest.raises(Refused) as refused:
        hand_over(to=club.members.get(user=bruno), actor=by(old))
    assert refused.value.code == "handed-over-already"
    assert owner_of(club).user == rita


def test_a_club_is_handed_over_neither_to_a_guest_of_one_evening_nor_to_who_has_it():
    night = make_night()
    old = owner_of(night.club)
    arbiter = joins("arbiter", invited(night.club, Role.ARBITER, night))
    for to in (arbiter, old):
        with pytest.raises(Refused, match="hand-over-to-another"):
            hand_over(to=to, actor=by(old))


def test_who_leaves_can_do_nothing_any_more_and_the_log_knows(client):
    club = make_club()
    sign_in(client, make_member(club, Role.READER, name="rita"))
    assert client.post("/clubs/neris/members/leave/")["Location"] == "/clubs/neris/"
    assert client.get("/clubs/neris/members/").status_code == 404
    entry = AuditEntry.objects.get(action="member-removed")
    assert told(entry.before) == {"person": "rita", "role": "reader"}


def test_beside_a_closed_button_stands_who_may(client):
    night = make_night()
    sign_in(client, make_member(night.club, Role.SCORER))
    assert "To invite, change and remove members: owner." in client.get("/clubs/neris/members/").content.decode()
    refusal = client.post(f"/events/{night.pk}/desk/here/")
    assert refusal.status_code == 403
    assert (
        "Your role here: scorer. To run the event: owner, director or director of the evening."
        in refusal.content.decode()
    )


@pytest.mark.parametrize(("role", "sees"), [(Role.READER, False), (Role.SCORER, True)])
def test_a_reader_at_the_desk_finds_no_secret_address(client, role, sees):
    night = make_night(names=("Ana", "Bruno"))
    table = seat_table(night, "Ana", "Bruno")
    sign_in(client, make_member(night.club, role))
    page = client.get(f"/events/{night.pk}/desk/").content.decode()
    panel = client.get(f"/tables/{table.pk}/desk/").content.decode()
    token = table.pad_links.get().token
    assert (token in panel, token in page) == (sees, False)
    assert "To run the event: owner, director" in page


def test_directors_find_a_member_by_name_and_the_directors_among_them(client):
    club = make_club()
    make_member(club, Member.Role.DIRECTOR, name="dovydas")
    for name in ("žygis", "zita", "bruno"):
        make_member(club, Member.Role.PLAYER, name=name)
    client.force_login(
        club.members.get(role=Member.Role.OWNER).user, backend="django.contrib.auth.backends.ModelBackend"
    )
    address, owner = f"/clubs/{club.slug}/members/", club.members.get(role=Member.Role.OWNER).user.username
    shown = [
        re.findall(r"<strong>([^<]+)</strong>", client.get(address, asked).text)
        for asked in ({}, {"q": "Zyg"}, {"directors": ""}, {"q": "nobody"})
    ]
    assert shown == [[owner, "dovydas", "bruno", "zita", "žygis"], ["žygis"], [owner, "dovydas"], []]
    assert "5 members, 2 of them run nights" in " ".join(client.get(address).text.split()).replace(" ,", ",")


def test_who_loses_every_role_while_a_page_is_made_reads_who_may():
    assert closed_to([], Right.DIRECT) == who_may(Right.DIRECT)
