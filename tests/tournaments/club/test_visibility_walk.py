"""Every address that strangers may open, by all who may come, of a club that is public, unlisted or private."""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, reverse

from tests.factories import announce, deal, make_club, make_member, make_night, make_user, pad_token, seat_table
from tests.tournament_scenes import make_tournament, next_round, start
from tests.tournaments.calendar.scenes import planned, says
from tests.tournaments.season.seasons import a_season
from tests.tournaments.season.seasons import night as night_of_season
from tests.tournaments.test_doors import NEEDS_TOKEN, address, is_open, nothing_is_drawn, views
from tests.tournaments.test_permissions import given
from tournaments.audit import SYSTEM
from tournaments.models import Club, Member, Table
from tournaments.services.club.clubs import set_club_visibility
from tournaments.services.integrations.trusted import set_frames
from tournaments.visibility import premises_at, with_key

# Whoever is let in sees what the first of these sees of a public club.
WALKERS = ("member", "code's holder", "link's holder", "stranger", "member of another club")
LET_IN = {"public": set(WALKERS), "unlisted": set(WALKERS[:3]), "private": set(WALKERS[:2])}
# Of this installation, whoever asks: what may be read there, they say themselves.
OF_NO_CLUB = {
    "home",
    "clubs",
    "pad-worker",
    "rules",
    "rules-game",
    "sign-in-link",
    "verifier",
    "passport-issuer",
    "passport-issuer-file",
}
NAMES = ("Austėja Quintavalle", "Bronius Oxyrhynchus", "Cornelia Zugzwang", "Donatas Weltschmerz")
SECRET = ("Quintavalle", "Oxyrhynchus", "Zugzwang", "Weltschmerz", "Austėja", "Cornelia", "Hidden Pyramid", "Dark Open")


@dataclass(frozen=True)
class Scene:
    club: Club
    of_events: list[dict[str, int]]
    table: Table

    def addresses(self, pattern: URLPattern) -> Iterator[str]:
        kind = str(pattern.pattern).split("<int")[0]
        if kind.startswith("clubs/"):
            yield address(pattern, slug=self.club.slug)
        if kind == "coming/":
            yield address(pattern, pk=self.club.coming_nights.get().pk)
        if kind == "players/":
            yield address(pattern, pk=self.club.players.all()[0].pk)
        if kind == "seasons/":
            someone = self.club.players.get(name=NAMES[1]).pk
            yield address(pattern, pk=self.club.seasons.get().pk, player=someone)
        for found in self.of_events:
            if kind in found:
                someone = self.club.players.all()[0].pk
                where = found.get(str(pattern.name), found[kind])
                yield address(pattern, event=found["events/"], pk=where, player=someone)


@pytest.fixture
def scene() -> Scene:
    club = make_club(name="Hidden Pyramid")
    tournament = make_tournament(club=club, names=NAMES)
    type(tournament).objects.filter(pk=tournament.pk).update(name="Dark Open")
    start(tournament)
    paired = next_round(tournament)[0]
    night = make_night(club=club, names=NAMES)
    table = seat_table(night, *NAMES[:2])
    deal(table, announce(1, 3, 3))
    says(planned(club=club, name="Hidden Pyramid night"), "yes", *NAMES)
    a_season(club)
    set_frames(club=club, framed_by="*", actor=SYSTEM)
    night_of_season(club, *NAMES[:2], week=1)
    why = {"why": tournament.entrants.all()[0].pk}
    return Scene(club, [given(paired) | why, given(table)], table)


def client_of(who: str, scene: Scene) -> Client:
    client = Client()
    if who == "code's holder":
        client.get(reverse("pad", args=[pad_token(scene.table)]))
    elif who == "link's holder":
        client.get(with_key(reverse("club", args=[scene.club.slug]), premises_at(scene.club)))
    elif who in Member.OF_EVENT:
        user = make_user(who)
        Member.objects.create(club=scene.club, event=scene.table.event, user=user, role=who)
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    elif who in Member.Role.values:
        user = make_member(scene.club, Member.Role(who), name=f"another {who}")
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    elif who != "stranger":
        club = scene.club if who == "member" else Club.objects.filter(name="Vilnia").first() or make_club(name="Vilnia")
        user = make_member(club, Member.Role.PLAYER, name=f"somebody {club.members.count()} of {club}")
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def open_to_strangers() -> list[URLPattern]:
    return [each for each in views() if is_open(each) and each.name not in OF_NO_CLUB and not is_of_a_code(each)]


def is_of_a_code(pattern: URLPattern) -> bool:
    return NEEDS_TOKEN.match(str(pattern.pattern)) is not None


def hide(club: Club, visibility: str, *, shown_names: str = "full") -> None:
    set_club_visibility(club=club, visibility=visibility, shown_names=shown_names, actor=SYSTEM)
    club.refresh_from_db()


@pytest.mark.django_db
@pytest.mark.parametrize("visibility", LET_IN)
def test_every_address_answers_whom_it_is_meant_for_and_all_others_as_if_nothing_were_there(scene, visibility):
    walked = [at for pattern in open_to_strangers() for at in scene.addresses(pattern)]
    assert len(walked) > 20
    member = client_of("member", scene)
    with nothing_is_drawn():
        usual = {at: answer_of(member, at)[0] for at in walked}
    assert sum(status == 200 for status in usual.values()) > 15
    hide(scene.club, visibility)
    wrong = []
    for who in WALKERS[1:]:
        client, is_let_in = client_of(who, scene), who in LET_IN[visibility]
        missing = answer_of(client, "/events/999999999/")
        with nothing_is_drawn() if is_let_in else nullcontext():
            answers = {at: answer_of(client, at) for at in walked}
        meant = {at: (usual[at], answers[at][1]) if is_let_in else missing for at in walked}
        wrong += [(who, at, answers[at][0]) for at in walked if answers[at] != meant[at]]
    assert wrong == []


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["stranger", "member of another club"])
def test_nothing_that_strangers_are_answered_names_a_private_club_its_events_or_its_people(scene, who):
    client = client_of(who, scene)
    hide(scene.club, "private")
    leaks = []
    for pattern in views():
        for at in [*scene.addresses(pattern), address(pattern), *searches(pattern)]:
            for headers in ({}, {"HX-Request": "true"}):
                text = client.get(at, headers=headers).content.decode(errors="replace")
                leaks += [(at, name) for name in SECRET if name in text]
    assert leaks == []


@pytest.mark.django_db
def test_no_open_address_tells_strangers_more_of_a_name_than_its_initials(scene):
    hide(scene.club, "public", shown_names="initials")
    stranger = client_of("stranger", scene)
    walked = [at for pattern in open_to_strangers() for at in scene.addresses(pattern)]
    told = ((at, body(stranger.get(at)).decode(errors="replace")) for at in walked)
    assert [at for at, text in told if any(surname in text for surname in SECRET[:4])] == []


@pytest.mark.django_db
@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_what_is_drawn_for_somebody_is_kept_by_no_browser_and_no_proxy(scene, visibility):
    """Of closed addresses test_permissions.py asks the same."""
    hide(scene.club, visibility, shown_names="initials")
    walked = [at for pattern in open_to_strangers() for at in [*scene.addresses(pattern)][:1]]
    stranger = client_of("link's holder", scene)
    usual = {at: body(stranger.get(at)) for at in walked}
    kept = []
    for who in [*Member.Role, "code's holder"] if visibility == "public" else ["member", "code's holder"]:
        client = client_of(who, scene)
        answers = ((at, client.get(at)) for at in walked)
        kept += [(who, at) for at, answer in answers if not is_kept_nowhere(answer) and body(answer) != usual[at]]
    assert kept == []


def is_kept_nowhere(answer: HttpResponse) -> bool:
    """Or asked for again before it is shown, with a tag that differs by who looks."""
    said = set(answer.get("Cache-Control", "").split(", "))
    return said >= {"private", "no-store"} or ("ETag" in answer and said >= {"private", "no-cache"})


def body(answer: HttpResponse) -> bytes:
    return b"".join(answer) if answer.streaming else answer.content


def searches(pattern: URLPattern) -> list[str]:
    return [f"/find/?q={name[:5]}" for name in SECRET] if pattern.name == "find" else []


def answer_of(client: Client, at: str, headers: dict[str, str] | None = None) -> tuple[int, bytes]:
    answer = client.get(at, headers=headers, follow=True)
    return answer.status_code, answer.content.replace(at.encode(), b"") if answer.status_code == 404 else b""


NOTES = {
    "en": ("Private: only members and people with a code see this event.", "There is nothing here"),
    "it": ("Privato: vedono questo evento solo i membri e chi ha un codice.", "Qui non c’è niente"),
    "lt": ("Privatus: šį renginį mato tik nariai ir turintys kodą.", "Čia nieko nėra"),
}


@pytest.mark.django_db
def test_a_private_club_says_so_in_three_languages_to_whom_it_lets_in_and_nothing_to_others(scene):
    hide(scene.club, "private")
    member, holder, stranger = (client_of(who, scene) for who in ("member", "code's holder", "stranger"))
    at = reverse("event", args=[scene.table.event_id])
    for language, (note, nothing) in NOTES.items():
        spoken = {"Accept-Language": language}
        for client in (member, holder):
            text = client.get(at, headers=spoken).content.decode()
            assert note in text and NAMES[0] in text
        answer = stranger.get(at, headers=spoken)
        assert answer.status_code == 404 and nothing in answer.content.decode()
        assert f"/sign-in/?next={at}" in answer.content.decode()
        assert answer_of(stranger, at, spoken) == answer_of(stranger, "/events/999999999/", spoken)
