"""Who plays in a tournament: entering, checking in, seeding, leaving and coming back."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from random import Random

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from tournaments.audit import Actor, Details, PlayerRef, players_of, the_player
from tournaments.formats.plan import has_next_round
from tournaments.limits import LONGEST_REASON
from tournaments.models import Entrant, Event, Player, Round, Seat, Stage, StageEntry, Table, name_order, tidy_name
from tournaments.selectors.stage.beginning import plays_elsewhere
from tournaments.selectors.stage.entrants import round_robin_entry, takes_late_entries
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.stage.teams import UNSEEDED_LAST
from tournaments.services.change import commit_change, load
from tournaments.services.club.clubs import add_players, players_named
from tournaments.services.opening import require_free
from tournaments.services.refusals import Missing, Refused, fitting
from tournaments.services.stage.planning import lock_tournament
from tournaments.services.teams import join_teams

OPEN = (Table.Status.PLAYING, Table.Status.ADJOURNED)


@dataclass(frozen=True, kw_only=True)
class ListedEntrant:
    """Somebody on a list of entrants; what the list does not say is None."""

    name: str
    rating: float | None = None
    seed: int | None = None
    table: int | None = None
    team: str = ""

    @property
    def facts(self) -> dict[str, object]:
        """What the list says, by the entrant's fields."""
        facts = {"rating": self.rating, "seed": self.seed, "fixed_table": self.table}
        return {name: value for name, value in facts.items() if value is not None}


@transaction.atomic
def enter(*, event_id: int, entries: Iterable[ListedEntrant], actor: Actor, checked_in: bool = False) -> list[Entrant]:
    """New entrants, or better known ones: a name that is entered already takes over what the list says."""
    return _enter(event_id, entries, actor, "entered", checked_in=checked_in)


def _enter(
    event_id: int, entries: Iterable[ListedEntrant], actor: Actor, action: str, *, checked_in: bool = False
) -> list[Entrant]:
    event = lock_tournament(event_id)
    listed = list(entries)
    players = players_named(club=event.club, names=[entry.name for entry in listed], actor=actor)
    listing = _Listing(event, checked_in=checked_in)
    entrants = [listing.take(entry, players[tidy_name(entry.name).casefold()]) for entry in listed]
    Entrant.objects.bulk_create(listing.new)
    Entrant.objects.bulk_update(listing.changed.values(), ["present", "rating", "seed", "fixed_table"])
    _make_room(event, [entrant.pk for entrant, entry in zip(entrants, listed, strict=True) if entry.seed])
    came = [the_player(entrant.player_id) for entrant in listing.new]
    now: Details = {"players": came, "checked_in": checked_in, "entries": listing.after}
    commit_change(event, actor, action, before={"entries": listing.before}, after=now)
    teams = {entrant.pk: entry.team for entrant, entry in zip(entrants, listed, strict=True) if entry.team}
    if teams:
        join_teams(event_id=event.pk, teams=teams, actor=actor)
    return entrants


class _Listing:
    """What a list makes of the event's entrants, before anything is written."""

    def __init__(self, event: Event, *, checked_in: bool) -> None:
        self.event = event
        self.checked_in = checked_in
        self.known = {entrant.player_id: entrant for entrant in event.entrants.all()}
        self.stand_ins = {entrant.substitute_id for entrant in self.known.values()}
        self.new: list[Entrant] = []
        self.changed: dict[int, Entrant] = {}
        self.before: list[dict[str, object]] = []
        self.after: list[dict[str, object]] = []

    def take(self, entry: ListedEntrant, player: Player) -> Entrant:
        if player.pk in self.stand_ins:
            raise Refused("stands-in", name=player.name)
        listed = self.known.get(player.pk)
        if listed and listed.status != Entrant.Status.ACTIVE:
            raise Refused("plays-no-more", name=player.name)
        entrant = listed or Entrant(event=self.event, player=player, present=self.checked_in)
        facts = entry.facts
        if listed is None:
            self.known[player.pk] = entrant
            self.new.append(entrant)
        elif self.checked_in and not listed.present:
            facts["present"] = True
        if facts:
            subject = {"player": the_player(player.pk)}
            self.before.append({**subject, **{name: getattr(listed, name) for name in facts if listed}})
            self.after.append({**subject, **facts})
            for name, value in facts.items():
                setattr(entrant, name, value)
            if entrant.pk:
                self.changed[entrant.pk] = entrant
        return entrant


@transaction.atomic
def enter_oneself(*, event_id: int, name: str, actor: Actor) -> Entrant:
    """By the player; the director checks in who is there."""
    (entrant,) = _enter(event_id, [ListedEntrant(name=name)], actor, "registered")
    return entrant


@transaction.atomic
def take_back_entries(*, event_id: int, entrants: Collection[int], actor: Actor) -> None:
    """These (ids) were not entered after all, as long as no round was drawn for them; the roster keeps their names."""
    event = lock_tournament(event_id)
    named = event.entrants.filter(pk__in=entrants).select_related("player")
    if named.count() < len(set(entrants)):
        raise Missing
    drawn = {stage.pk: stage.rounds.exclude(status=Round.Status.UNDONE).count() for stage in event.stages.all()}
    entries = StageEntry.objects.filter(entrant__in=named)
    late = {entry.entrant_id for entry in entries if 1 < entry.from_round == drawn[entry.stage_id] + 1}
    begun = entries.exclude(entrant__in=late).values("entrant")
    seated = Seat.objects.filter(entrant__in=named).values("entrant")
    drawn_rounds = Round.objects.filter(stage__event=event).exclude(status=Round.Status.UNDONE)
    at_boards = [who for round_ in drawn_rounds for people in round_.seating.line_ups.values() for who in people]
    barred = Q(pk__in=begun) | Q(pk__in=seated) | Q(pk__in=at_boards) | Q(bye_requests__isnull=False)
    if entrant := named.filter(barred).first():
        raise Refused("registration-played", names=[entrant.player.name])
    subject: Details = {"players": players_of(named.order_by("pk").values_list("pk", flat=True))}
    entries.delete()
    event.keep_apart = [group for group in event.keep_apart if not set(group) & set(entrants)]
    event.save(update_fields=["keep_apart"])
    named.delete()
    before: Details = {**subject, "entered": True}
    after: Details = {**subject, "entered": False}
    commit_change(event, actor, "entries-undone", before=before, after=after)


@transaction.atomic
def check_in(*, event_id: int, entrants: Collection[int] | None, present: bool, actor: Actor) -> list[int]:
    """These entrants (ids); None for all who play. Tells for whom (ids) that was new."""
    event = lock_tournament(event_id)
    playing = Q(status=Entrant.Status.ACTIVE, player__is_team=False)
    named = event.entrants.filter(playing if entrants is None else Q(pk__in=entrants))
    if entrants is not None and named.count() < len(set(entrants)):
        raise Missing
    changed = named.exclude(present=present)
    new = list(changed.order_by("pk").values_list("pk", flat=True))
    subject: Details = {"players": players_of(new)}
    changed.update(present=present)
    before: Details = {**subject, "present": not present}
    after: Details = {**subject, "present": present}
    commit_change(event, actor, "checked-in" if present else "checked-out", before=before, after=after)
    return new


@transaction.atomic
def seed_by_hand(*, event_id: int, entrants: Sequence[int], actor: Actor) -> None:
    """The entrants (ids), the strongest first; who is not named comes after them as before."""
    event = lock_tournament(event_id)
    _seed(event, entrants, actor, how="by-hand")


@transaction.atomic
def seed_as_before(*, event_id: int, entrants: Sequence[int], actor: Actor) -> None:
    """These entrants (ids), the strongest first; nobody else has a seed."""
    event = lock_tournament(event_id)
    _seed(event, entrants, actor, how="by-hand")
    event.entrants.exclude(pk__in=entrants).update(seed=None)


@transaction.atomic
def seed_at_random(*, event_id: int, seed: int, actor: Actor) -> None:
    event = lock_tournament(event_id)
    ids = list(event.entrants.people().order_by("pk").values_list("pk", flat=True))
    Random(seed).shuffle(ids)
    _seed(event, ids, actor, how=f"random, seed {seed}")


@transaction.atomic
def seed_by_rating(*, event_id: int, ratings: Mapping[int, float], actor: Actor) -> None:
    """By the rating entered with the entrant, else by ``ratings`` (player's id); who has none comes last by name."""
    event = lock_tournament(event_id)
    entrants = sorted(
        event.entrants.people().select_related("player"), key=lambda entrant: name_order(entrant.player.name)
    )
    strength = {e.pk: ratings.get(e.player_id) if e.rating is None else e.rating for e in entrants}
    rated = sorted((e for e in entrants if strength[e.pk] is not None), key=lambda e: -(strength[e.pk] or 0))
    unknown = [e for e in entrants if strength[e.pk] is None]
    _seed(event, [e.pk for e in (*rated, *unknown)], actor, how="rating")


@transaction.atomic
def enter_late(*, event_id: int, name: str, late_points: Fraction, actor: Actor) -> Entrant:
    """Into the stage that is running, from its next round on, with so many points for each round missed."""
    event = lock_tournament(event_id)
    running = event.stages.filter(status=Stage.Status.RUNNING)
    if not running:
        raise Refused("stage-not-running")
    stage = takes_late_entries(running)
    if stage is None:
        raise Refused("too-late")
    if _is_over(stage):
        raise Refused("stage-over")
    (entrant,) = enter(event_id=event_id, entries=[ListedEntrant(name=name)], actor=actor, checked_in=True)
    if stage.entries.filter(entrant=entrant).exists() or entrant.pk in plays_elsewhere(stage):
        raise Refused("entered-already", name=entrant.player.name)
    drawn = stage.rounds.exclude(status=Round.Status.UNDONE).count()
    StageEntry.objects.create(
        stage=stage,
        entrant=entrant,
        seed=(stage.entries.aggregate(last=Max("seed"))["last"] or 0) + 1,
        group=_smallest_group(stage),
        from_round=drawn + 1,
        late_points=str(late_points),
    )
    late: Details = {"stage": stage.number, "from_round": drawn + 1, "points": str(late_points)}
    after: Details = {"player": the_player(entrant.player_id), **late}
    commit_change(Event.objects.get(pk=event_id), actor, "entered-late", after=after)
    return entrant


@transaction.atomic
def withdraw(*, event_id: int, entrant_id: int, actor: Actor, results: str = "") -> None:
    """Plays no further round. What was played stands, unless ``results`` of a round robin are annulled; a table still
    playing needs a ruling of its own.
    """
    _set_status(event_id, entrant_id, Entrant.Status.WITHDRAWN, actor, results=results)


@transaction.atomic
def expel(*, event_id: int, entrant_id: int, reason: str, actor: Actor, results: str = "") -> None:
    """Plays no further round and stands below all others, without a place; ``results`` as in ``withdraw``."""
    _set_status(event_id, entrant_id, Entrant.Status.EXPELLED, actor, reason=reason, results=results)


@transaction.atomic
def reinstate(*, event_id: int, entrant_id: int, actor: Actor) -> None:
    _set_status(event_id, entrant_id, Entrant.Status.ACTIVE, actor)


@transaction.atomic
def substitute(*, event_id: int, entrant_id: int, name: str, actor: Actor) -> None:
    """Somebody plays for the entrant from now on, keeping seat and score; an empty name ends that."""
    event = lock_tournament(event_id)
    entrant = load(event.entrants.people().select_related("player", "substitute"), pk=entrant_id)
    player = _stand_in(event, entrant, name, actor) if name else None
    subject: Details = {"player": the_player(entrant.player_id)}
    before: Details = {**subject, "substitute": _player(entrant.substitute_id)}
    _change(entrant, substitute=player)
    seats = Seat.objects.filter(entrant=entrant, table__event=event, table__status__in=OPEN)
    tables = list(seats.values_list("table_id", flat=True))
    seats.update(substitute=player)
    Table.objects.filter(pk__in=tables).update(revision=event.revision + 1)
    after: Details = {**subject, "substitute": _player(player.pk if player else None)}
    commit_change(event, actor, "substitute", before=before, after=after)


@transaction.atomic
def fix_table(*, event_id: int, entrant_id: int, table: int | None, actor: Actor) -> None:
    event = lock_tournament(event_id)
    entrant = load(event.entrants.all(), pk=entrant_id)
    subject: Details = {"player": the_player(entrant.player_id)}
    old_facts: Details = {**subject, "fixed_table": entrant.fixed_table}
    _change(entrant, fixed_table=table)
    commit_change(event, actor, "table-fixed", before=old_facts, after={**subject, "fixed_table": table})


@transaction.atomic
def keep_apart(*, event_id: int, groups: Sequence[Sequence[int]], actor: Actor) -> None:
    """Groups of entrants (ids) of whom no two are ever drawn together; replaces those before."""
    event = lock_tournament(event_id)
    entrant_ids = set(event.entrants.values_list("pk", flat=True))
    distinct = [list(group) for group in dict.fromkeys(tuple(sorted(set(group))) for group in groups)]
    if any(len(group) < 2 or not entrant_ids.issuperset(group) for group in distinct):
        raise Refused("list-changed")
    old_keep_apart, event.keep_apart = event.keep_apart, distinct
    event.save(update_fields=["keep_apart"])
    was = [players_of(group) for group in old_keep_apart]
    now = [players_of(group) for group in distinct]
    commit_change(event, actor, "kept-apart", before={"groups": was}, after={"groups": now})


def _change(entrant: Entrant, **changes: object) -> None:
    for name, value in changes.items():
        setattr(entrant, name, value)
    if changes:
        entrant.save(update_fields=list(changes))


def _seed(event: Event, ids: Sequence[int], actor: Actor, *, how: str) -> None:
    seeded = event.entrants.people().order_by(UNSEEDED_LAST, "pk")
    entrants = {entrant.pk: entrant for entrant in seeded}
    before = [the_player(entrant.player_id) for entrant in entrants.values() if entrant.seed]
    if len(set(ids)) != len(ids) or not entrants.keys() >= set(ids):
        raise Refused("list-changed")
    order = [*ids, *(pk for pk in entrants if pk not in set(ids))]
    for seed, pk in enumerate(order, start=1):
        entrants[pk].seed = seed
    Entrant.objects.bulk_update(entrants.values(), ["seed"])
    after: Details = {"how": how, "players": [the_player(entrants[pk].player_id) for pk in order]}
    commit_change(event, actor, "seeded", before={"players": before}, after=after)


def _make_room(event: Event, numbered: Collection[int]) -> None:
    """Whoever a list gives a seed (ids) has it; the others move back behind it, in the same order."""
    seeded = list(event.entrants.exclude(seed=None).order_by("seed", "pk")) if numbered else []
    taken = {entrant.seed for entrant in seeded if entrant.pk in numbered}
    last = 0
    moved: list[Entrant] = []
    for entrant in (entrant for entrant in seeded if entrant.pk not in numbered):
        last = next(seed for seed in count(max(last + 1, entrant.seed or 0)) if seed not in taken)
        if entrant.seed != last:
            entrant.seed = last
            moved.append(entrant)
    Entrant.objects.bulk_update(moved, ["seed"])


def _is_over(stage: Stage) -> bool:
    state = stage_state(stage)
    return state.preview is None and not has_next_round(state.plan, state.groups)


def _smallest_group(stage: Stage) -> int:
    groups = int(stage.options.get("groups") or 1)
    sizes = {number: stage.entries.filter(group=number).count() for number in range(1, groups + 1)}
    return min(sizes, key=lambda number: sizes[number])


def _player(pk: int | None) -> PlayerRef | None:
    return None if pk is None else the_player(pk)


def _stand_in(event: Event, entrant: Entrant, name: str, actor: Actor) -> Player:
    (player,) = add_players(club=event.club, names=[name], actor=actor)
    other = event.entrants.filter(player=player, status=Entrant.Status.ACTIVE).exclude(pk=entrant.pk)
    taken = event.entrants.filter(substitute=player).exclude(pk=entrant.pk)
    if player.pk == entrant.player_id or other.exists() or taken.exists():
        raise Refused("plays-already", name=player.name)
    require_free(event, [player.pk])
    return player


def _set_status(
    event_id: int, entrant_id: int, status: Entrant.Status, actor: Actor, *, reason: str = "", results: str = ""
) -> None:
    event = lock_tournament(event_id)
    entrant = load(event.entrants.select_related("player"), pk=entrant_id)
    entry = round_robin_entry(event, entrant)
    leaves = status != Entrant.Status.ACTIVE
    if leaves and entry and not (results or entry.results):
        raise Refused("results-undecided", name=entrant.player.name)
    if (
        status == Entrant.Status.ACTIVE != entrant.status
        and event.entrants.filter(substitute=entrant.player_id).exists()
    ):
        raise Refused("stands-in", name=entrant.player.name)
    results_now = (results or entry.results) if entry and leaves else ""
    before: Details = {"player": the_player(entrant.player_id), "status": entrant.status}
    reason = fitting(reason, LONGEST_REASON)
    after: Details = {"player": the_player(entrant.player_id), "status": status, "reason": reason}
    if entry and results_now != entry.results:
        before, after = {**before, "results": entry.results}, {**after, "results": results_now}
        entry.results = results_now
        entry.save(update_fields=["results"])
    elif entrant.status == status:
        return
    if entrant.status != status:
        _change(entrant, status=status, left_at=timezone.now() if leaves else None)
    commit_change(event, actor, "entrant-status", before=before, after=after)
