"""A ladder is set up, people join and leave it, and challenge who stands above them."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.db import transaction

from tournaments import audit
from tournaments.audit import Actor, Details, the_player
from tournaments.formats.ladders import LadderRules
from tournaments.models import Challenge, Club, Ladder, LadderAct, Player
from tournaments.selectors.ladder import is_at_play, open_challenges
from tournaments.services.change import load
from tournaments.services.refusals import Missing, Refused
from tournaments.services.summaries.events import climb

Kind = LadderAct.Kind


@transaction.atomic
def set_up_ladder(
    *, club: Club, name: str, game: str, rules: LadderRules, players: Sequence[Player], now: datetime, actor: Actor
) -> Ladder:
    """Sets up a ladder of these players, from the highest on."""
    ladder = Ladder(club=club, name=name, game=game)
    ladder.ladder_rules = rules
    ladder.save()
    for player in players:
        LadderAct.objects.create(ladder=ladder, player=player, kind=Kind.JOINED, at=now)
    climb(ladder)
    after: Details = {**_facts(ladder), "players": [the_player(player.pk) for player in players]}
    audit.record(actor, "ladder-set-up", club=club, after=after)
    return ladder


@transaction.atomic
def edit_ladder(*, pk: int, name: str, reach: int, days: int, closed: bool, now: datetime, actor: Actor) -> Ladder:
    """How far and how long one may challenge from now on. What a win brings stays, for what was played by it."""
    ladder = _lock(pk)
    old_facts = _facts(ladder)
    ladder.name = name
    ladder.ladder_rules = LadderRules(reach=reach, days=days, takes=ladder.ladder_rules.takes)
    ladder.closed_at = (ladder.closed_at or now) if closed else None
    ladder.save(update_fields=["name", "stored_rules", "closed_at"])
    if (new_facts := _facts(ladder)) != old_facts:
        audit.record(actor, "ladder-edited", club=ladder.club, before=old_facts, after=new_facts)
    return ladder


@transaction.atomic
def put_on_ladder(*, pk: int, player: Player, place: int | None, now: datetime, actor: Actor) -> None:
    """Puts a player on a ladder: at this place, or below everybody else, as with a place that there is not; or
    somewhere else than they stand.
    """
    ladder = _open(pk)
    if player.club_id != ladder.club_id or player.one != player or player.anonymised_at:
        raise Missing
    stands = player.pk in ladder.order
    if stands and place is None:
        return
    last = len(ladder.order) + (not stands)
    rung = min(place, last) if place else None
    _act(ladder, player, Kind.PLACED if stands else Kind.JOINED, rung, now=now, actor=actor)


@transaction.atomic
def leave_ladder(*, pk: int, player: Player, now: datetime, actor: Actor) -> None:
    """Removes a player from the ladder; their open challenges go with them."""
    ladder = _open(pk)
    if player.pk not in ladder.order:
        return
    for challenge in open_challenges(ladder, on=None, player=player):
        challenge.withdrawn_at = now
        challenge.save(update_fields=["withdrawn_at"])
    _act(ladder, player, Kind.LEFT, None, now=now, actor=actor)


def _act(ladder: Ladder, player: Player, kind: Kind, place: int | None, *, now: datetime, actor: Actor) -> None:
    old_facts: Details = {**_of(ladder, player), "rung": _place_of(ladder, player)}
    LadderAct.objects.create(ladder=ladder, player=player, kind=kind, place=place, at=now)
    climb(ladder)
    new_facts: Details = {**_of(ladder, player), "rung": _place_of(ladder, player)}
    audit.record(actor, "ladder-moved", club=ladder.club, before=old_facts, after=new_facts)


@transaction.atomic
def challenge(
    *, pk: int, challenger: Player, challenged: Player, now: datetime, today: date, actor: Actor
) -> Challenge:
    ladder = _open(pk)
    rules = ladder.ladder_rules
    own, other = _place_of(ladder, challenger), _place_of(ladder, challenged)
    if own is None or other is None:
        raise Refused("not-on-ladder", name=(challenged if own else challenger).name)
    if not rules.may_challenge(own, other):
        raise Refused("out-of-reach", name=challenged.name, reach=rules.reach)
    for player in (challenger, challenged):
        if open_challenges(ladder, on=today, player=player):
            raise Refused("challenged-already", name=player.name)
    challenge = Challenge.objects.create(
        ladder=ladder,
        challenger=challenger,
        challenged=challenged,
        made_at=now,
        last_day=today + timedelta(days=rules.days),
    )
    audit.record(actor, "challenge-made", club=ladder.club, after=_challenge_facts(challenge))
    return challenge


@transaction.atomic
def withdraw_challenge(
    *, pk: int, challenge_id: int, now: datetime, actor: Actor, challenger: Player | None = None
) -> None:
    """Withdraws a challenge, as long as nothing has come of it. ``challenger``: whose it has to be."""
    ladder = _open(pk)
    challenges = ladder.challenges.filter(challenger=challenger) if challenger else ladder.challenges.all()
    challenge = load(challenges, pk=challenge_id)
    if challenge.withdrawn_at:
        return
    if challenge.decided is not None or challenge.tables.exists() or is_at_play(challenge):
        raise Refused("challenge-played")
    old_facts = _challenge_facts(challenge)
    challenge.withdrawn_at = now
    challenge.save(update_fields=["withdrawn_at"])
    audit.record(
        actor, "challenge-withdrawn", club=ladder.club, before=old_facts, after={**old_facts, "cancelled": True}
    )


@transaction.atomic
def decide_challenge(*, pk: int, challenge_id: int, won: bool | None, now: datetime, actor: Actor) -> None:
    """Decides by the director's word whether the challenger has won; or lets what is played decide after all."""
    ladder = _open(pk)
    challenge = load(ladder.challenges.filter(withdrawn_at=None), pk=challenge_id)
    if challenge.decided == won:
        return
    old_facts: Details = {**_challenge_facts(challenge), "won": challenge.decided}
    challenge.decided, challenge.decided_at = won, None if won is None else now
    challenge.save(update_fields=["decided", "decided_at"])
    climb(ladder)
    audit.record(actor, "challenge-decided", club=ladder.club, before=old_facts, after={**old_facts, "won": won})


def _lock(pk: int) -> Ladder:
    """Under its club, as whatever ends an event does. Raises Missing."""
    club = load(Ladder.objects.only("club_id"), pk=pk).club_id
    Club.objects.select_for_update(no_key=True).get(pk=club)
    return load(Ladder.objects.select_related("club"), pk=pk)


def _open(pk: int) -> Ladder:
    ladder = _lock(pk)
    if ladder.closed_at:
        raise Refused("ladder-closed", name=ladder.name)
    return ladder


def _place_of(ladder: Ladder, player: Player) -> int | None:
    return ladder.order.index(player.pk) + 1 if player.pk in ladder.order else None


def _of(ladder: Ladder, player: Player) -> Details:
    return {"ladder": ladder.pk, "name": ladder.name, "player": the_player(player.pk)}


def _challenge_facts(challenge: Challenge) -> Details:
    players = [the_player(challenge.challenger_id), the_player(challenge.challenged_id)]
    return {
        "ladder": challenge.ladder_id,
        "name": challenge.ladder.name,
        "seats": players,
        "to_day": challenge.last_day.isoformat(),
    }


def _facts(ladder: Ladder) -> Details:
    return {
        "ladder": ladder.pk,
        "name": ladder.name,
        "game": ladder.game,
        "ladder_rules": ladder.stored_rules,
        "archived": ladder.closed_at is not None,
    }
