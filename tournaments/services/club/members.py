"""Who belongs to the club, as what, and who of its list they are."""

from django.contrib.auth.models import User
from django.db import transaction

from tournaments import audit
from tournaments.audit import Actor, Details, the_account, the_player
from tournaments.models import Club, Event, Member, Player
from tournaments.permissions import Right, rights_in
from tournaments.services.refusals import Missing, Refused


@transaction.atomic
def set_member(*, club: Club, user: User, role: str, actor: Actor, event: Event | None = None) -> Member:
    """Somebody may do more or less in the club, or in an event, from now on, or for the first time."""
    _lock(club)
    known = Member.objects.filter(club=club, event=event, user=user).first()
    before = known.role if known else None
    if known and role != Member.Role.OWNER:
        _refuse_the_last_owner(known)
    member, _ = Member.objects.update_or_create(club=club, event=event, user=user, defaults={"role": role})
    person = _person(member)
    audit.record(
        actor, "member-set", club=club, event=event, before={**person, "role": before}, after={**person, "role": role}
    )
    return member


@transaction.atomic
def remove_member(*, member: Member, actor: Actor) -> None:
    """Or he leaves himself. What he has done stays in the log under his name."""
    _lock(member.club)
    known = _again(member)
    _refuse_the_last_owner(known)
    person = _person(known)
    before: Details = {**person, "role": known.role}
    after: Details = {**person, "role": None}
    audit.record(actor, "member-removed", club=known.club, event=known.event, before=before, after=after)
    known.delete()


@transaction.atomic
def hand_over(*, to: Member, actor: Actor) -> None:
    """The club has another owner; who hands it over directs on."""
    _lock(to.club)
    known = _again(to)
    if known.event or known.user == actor.user:
        raise Refused("hand-over-to-another")
    if actor.user and Right.OWN not in rights_in(actor.user, known.club):  # by now, after another window of his
        raise Refused("handed-over-already")
    set_member(club=known.club, user=known.user, role=Member.Role.OWNER, actor=actor)
    giver = Member.objects.filter(club=known.club, event=None, user=actor.user).first()
    if giver:
        set_member(club=known.club, user=giver.user, role=Member.Role.DIRECTOR, actor=actor)


@transaction.atomic
def say_player(*, member: Member, player: Player | None, actor: Actor) -> None:
    """The member says which player of the list he is, or takes that back; a director confirms it."""
    _lock(member.club)
    known = _again(member)
    if known.says_player == player:
        return
    if player:
        _refuse_another_member(player, known)
    _set_players(known, known.player, player, "member-says-player", actor)


@transaction.atomic
def confirm_player(*, member: Member, player: Player, confirmed: bool, actor: Actor) -> None:
    """`player`: whom the director has seen the member ask for."""
    _lock(member.club)
    known = _again(member)
    if known.says_player != player:
        raise Refused("says-another")
    if confirmed:
        _refuse_another_member(player, known)
    _set_players(known, player if confirmed else known.player, None, "member-player-answered", actor)


def _set_players(member: Member, player: Player | None, says: Player | None, action: str, actor: Actor) -> None:
    before = _players(member)
    member.player, member.says_player = player, says
    member.save(update_fields=["player", "says_player"])
    audit.record(actor, action, club=member.club, before=before, after=_players(member))


def _players(member: Member) -> Details:
    is_player, says = member.player, member.says_player
    return {
        **_person(member),
        "is_player": the_player(is_player.pk) if is_player else None,
        "says_player": the_player(says.pk) if says else None,
    }


def _lock(club: Club) -> None:
    """Of two who change the members at once, the second sees what the first did."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _again(member: Member) -> Member:
    joined = Member.objects.select_related("club", "event", "user", "player", "says_player")
    known = joined.filter(pk=member.pk).first()
    if known is None:
        raise Missing
    return known


def _refuse_the_last_owner(member: Member) -> None:
    owners = Member.objects.filter(club=member.club_id, role=Member.Role.OWNER)
    if member.role == Member.Role.OWNER and not owners.exclude(pk=member.pk).exists():
        raise Refused("last-owner")


def _refuse_another_member(player: Player, member: Member) -> None:
    known = Player.objects.filter(pk=player.pk, club=member.club_id, anonymised_at=None, merge=None)
    if member.event_id or not known.exists():
        raise Missing
    if Member.objects.filter(player=player).exclude(pk=member.pk).exists():
        raise Refused("player-of-another", name=player.name)


def _person(member: Member) -> Details:
    return {"person": the_account(member.user)}
