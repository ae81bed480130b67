"""Who is entered in a tournament, as the director sees it, and who will not sit down in the rounds to come."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournaments.formats.consequences import Leaving, Standing, leaving
from tournaments.formats.options import Options
from tournaments.formats.plan import has_next_round, read_plan
from tournaments.formats.ratings import Strength
from tournaments.formats.record import StageRecord
from tournaments.formats.stages import FORMATS, swiss_length
from tournaments.models import (
    AuditEntry,
    ByeRequest,
    Entrant,
    Event,
    Player,
    Round,
    Stage,
    StageEntry,
    Table,
    name_order,
)
from tournaments.selectors.night.scoreboard import PagedList, paged
from tournaments.selectors.ratings.tables import strengths_now
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.stage.stages import Person, person
from tournaments.selectors.stage.teams import who_enters


@dataclass(frozen=True)
class ByesPage:
    """The rounds of a stage for one entrant; its options say what is allowed, ``worths`` none where it has no byes."""

    entrant: Entrant
    stage: Stage | None
    options: Options
    asked: dict[int, str]  # by the rounds that are not drawn yet: what was asked for, or empty
    past: list[tuple[int, str]]  # rounds drawn, in which the entrant rested on request


def byes_page(event: Event, entrant_id: int) -> ByesPage:
    """Raises Entrant.DoesNotExist."""
    entrant = event.entrants.select_related("player").get(pk=entrant_id)
    stage = stage_with_byes(event, entrant)
    if stage is None:
        return ByesPage(entrant, None, Options(requested="none"), {}, [])
    options = read_plan(stage.format, stage.options).options
    entry = stage.entries.filter(entrant=entrant).first()
    first = max(first_open_round(stage), entry.from_round if entry else 1)
    requests = dict(stage.bye_requests.filter(entrant=entrant).values_list("round", "worth"))
    rounds = range(first, stage_length(stage, entry) + 1)
    offered = {*rounds[: max(0, len(rounds) - options.byes_end)], *requests}
    return ByesPage(
        entrant,
        stage,
        options,
        {number: requests.get(number, "") for number in rounds if number in offered},
        rested(stage, entrant),
    )


def rested(stage: Stage, entrant: Entrant) -> list[tuple[int, str]]:
    """The rounds drawn in which the entrant rests on request, and for what."""
    drawn = stage.rounds.exclude(status=Round.Status.UNDONE)
    return [
        (round_.number, round_.seating.requested[entrant.pk])
        for round_ in drawn
        if entrant.pk in round_.seating.requested
    ]


@dataclass(frozen=True)
class LeavingLine:
    """How somebody stands, and would by either choice."""

    person: Person
    now: Standing
    annulled: Standing
    kept: Standing


@dataclass(frozen=True)
class LeavingPage:
    """``leaving`` is None, and there are no lines, where nothing is to be said of results."""

    entrant: Entrant
    results: str  # what was said of them before
    leaving: Leaving | None
    lines: list[LeavingLine]


def leaving_page(event: Event, entrant_id: int) -> LeavingPage:
    """Raises Entrant.DoesNotExist."""
    entrant = event.entrants.select_related("player").get(pk=entrant_id)
    entry = round_robin_entry(event, entrant)
    if entry is None:
        return LeavingPage(entrant, "", None, [])
    state = stage_state(entry.stage)
    effect = leaving(state.group_of(entrant.pk), state.plan.options, entrant.pk)
    lines = [
        LeavingLine(person(state.entrants[who]), now, effect.annulled[who], effect.kept[who])
        for who, now in effect.now.items()
    ]
    return LeavingPage(entrant, entry.results, effect, lines)


def round_robin_entry(event: Event, entrant: Entrant) -> StageEntry | None:
    """Where the entrant plays in a round robin of which rounds are to come."""
    robins = event.stages.filter(status=Stage.Status.RUNNING, format=Stage.Format.ROUND_ROBIN)
    entry = StageEntry.objects.filter(stage__in=robins, entrant=entrant).select_related("stage").last()
    if entry is None:
        return None
    entry.stage.event = event
    state = stage_state(entry.stage)
    return entry if has_next_round(state.plan, [state.group_of(entrant.pk)]) else None


def stages_with_byes(stages: Iterable[Stage]) -> list[Stage]:
    """Each Swiss that allows byes on request and is running, or the first stage where none has begun."""
    allowing = []
    for stage in stages:
        begins = stage.status == Stage.Status.PLANNED and stage.number == 1
        is_swiss = stage.format == Stage.Format.SWISS and (begins or stage.status == Stage.Status.RUNNING)
        if is_swiss and read_plan(stage.format, stage.options).options.worths:
            allowing.append(stage)
    return allowing


def stage_with_byes(event: Event, entrant: Entrant) -> Stage | None:
    """Of those that allow byes the one in which the entrant plays, else the first. Where teams play, these ask."""
    stages = stages_with_byes(event.stages.all())
    allowing = [stage for stage in stages if bool(stage.options.get("boards")) is entrant.player.is_team]
    entered = StageEntry.objects.filter(stage__in=allowing, entrant=entrant).values_list("stage_id", flat=True)
    return next((stage for stage in allowing if stage.pk in set(entered)), next(iter(allowing), None))


def first_open_round(stage: Stage) -> int:
    """The number of the first round that is not drawn."""
    drawn = stage.rounds.exclude(status=Round.Status.UNDONE).values_list("number", flat=True)
    return max(drawn, default=0) + 1


def asked_for(stage: Stage, number: int) -> dict[int, str]:
    """Who (ids) asked for a bye in the round of this number, and what it is worth."""
    requests = stage.bye_requests.filter(round=number)
    return dict(requests.values_list("entrant_id", "worth")) if stage.format == Stage.Format.SWISS else {}


def upcoming_byes(stages: Sequence[Stage]) -> dict[int, list[int]]:
    """By entrant (id) the rounds to come in which they rest on request."""
    byes: dict[int, list[int]] = {}
    later = Round.objects.filter(stage=OuterRef("stage"), number__gte=OuterRef("round"))
    requests = ByeRequest.objects.filter(stage__in=stages).exclude(Exists(later.exclude(status=Round.Status.UNDONE)))
    for entrant, number in requests.values_list("entrant_id", "round"):
        byes.setdefault(entrant, []).append(number)
    return byes


def stage_length(stage: Stage, entry: StageEntry | None) -> int:
    """How many rounds the entrant's group plays; before the stage begins, those who would begin it as things are."""
    if entry:
        people = tuple(stage.entries.filter(group=entry.group).values_list("pk", flat=True))
    else:
        people = tuple(one.pk for one in who_enters(stage) if one.status == Entrant.Status.ACTIVE)
    return swiss_length(StageRecord(entrants=people), read_plan(stage.format, stage.options).options)


@dataclass(frozen=True)
class EntrantLine:
    entrant: Entrant
    strength: Strength | None  # by the club's tables, where no rating was entered and players' pages say theirs
    byes: tuple[int, ...] = ()  # rounds to come in which they rest on request

    @property
    def plays(self) -> bool:
        return self.entrant.status == Entrant.Status.ACTIVE

    @property
    def names(self) -> str:
        """All by which somebody may be looked for."""
        entrant = self.entrant
        return " ".join(f"{person.name} {person.nickname}" for person in (entrant.player, entrant.substitute) if person)


@dataclass(frozen=True)
class EntrantsPage:
    event: Event
    lines: list[EntrantLine]
    shown: PagedList[EntrantLine]
    absent: list[Player]  # on the roster and not entered
    roster: list[str]  # the names of all who are on it
    apart: list[list[Entrant]]
    begun: bool
    first_stage: Stage | None
    byes: bool  # they can be asked for
    robin: bool  # a round robin is running, which asks what becomes of the results of who leaves
    late: bool  # somebody may still join the stage that is running
    seeded: str  # how, as the audit log has it: "rating", "by-hand", "random, seed 7"

    @property
    def has_strengths(self) -> bool:
        return any(line.strength for line in self.lines)

    @property
    def missing(self) -> int:
        """So many still have to be checked in."""
        return self.playing - self.here

    @property
    def here(self) -> int:
        return sum(line.entrant.present for line in self.lines if line.plays)

    @property
    def playing(self) -> int:
        return sum(line.plays for line in self.lines)

    @property
    def random_seed(self) -> str:
        return self.seeded.rpartition(" ")[2] if self.seeded.startswith("random") else ""


def entrants_page(event: Event, *, page: str = "", text: str = "", missing: bool = False) -> EntrantsPage:
    """The page of this number, or the one on which somebody is whom the text names; of those alone who are ``missing``
    where that is wanted.
    """
    entrants = entrants_in_order(event)
    strengths = strengths_now(event.club, event.game)
    players = sorted(event.club.players.filter(archived_at=None), key=lambda player: name_order(player.name))
    entered = {entrant.player_id for entrant in entrants}
    stages = list(event.stages.all())
    entrants_by_id = {entrant.pk: entrant for entrant in entrants}
    allowing = stages_with_byes(stages)
    byes = upcoming_byes(allowing)
    lines = [
        EntrantLine(entrant, _shown_strength(entrant, strengths), byes=tuple(byes.get(entrant.pk, ())))
        for entrant in entrants
    ]
    return EntrantsPage(
        event=event,
        lines=lines,
        shown=paged(
            [line for line in lines if not missing or (line.plays and not line.entrant.present)],
            page=page,
            text=text,
            names=lambda line: line.names,
        ),
        absent=[player for player in players if player.pk not in entered],
        roster=[player.name for player in players],
        apart=[[entrants_by_id[pk] for pk in group if pk in entrants_by_id] for group in event.keep_apart],
        begun=any(stage.status != Stage.Status.PLANNED for stage in stages),
        first_stage=stages[0] if stages else None,
        byes=any(not stage.options.get("boards") for stage in allowing),
        robin=any(stage.status == Stage.Status.RUNNING and FORMATS[stage.format].scheduled for stage in stages),
        late=takes_late_entries(stages) is not None,
        seeded=_seeded(event),
    )


def entrants_in_order(event: Event) -> list[Entrant]:
    """By seed; who has none comes last, by name."""
    related = ["team"] if event.has_teams else []
    entrants = event.entrants.people().select_related("player", "substitute", *related)
    return sorted(entrants, key=lambda e: (e.seed is None, e.seed or 0, name_order(e.player.name)))


def entrant_of(event: Event, pk: int) -> Entrant | None:
    return event.entrants.select_related("player").filter(pk=pk).first()


def still_sits_at(entrant: Entrant) -> int | None:
    """The number of the table in play at which somebody sits."""
    seats = entrant.seats.filter(table__status__in=[Table.Status.PLAYING, Table.Status.ADJOURNED])
    return seats.values_list("table__number", flat=True).first()


def club_strengths(event: Event) -> dict[int, float]:
    """What seeds players, by their id: of those who have played the game in the club."""
    return {who: strength.shown for who, strength in strengths_now(event.club, event.game).items()}


def names_entered(event: Event) -> list[str]:
    return list(event.entrants.people().values_list("player__name", flat=True))


def count_playing(event: Event) -> int:
    return event.entrants.people().filter(status=Entrant.Status.ACTIVE).count()


def has_begun(event: Event) -> bool:
    return event.stages.exclude(status=Stage.Status.PLANNED).exists()


def _shown_strength(entrant: Entrant, strengths: Mapping[int, Strength]) -> Strength | None:
    unlisted = entrant.player.unranked or entrant.player.anonymised_at
    return None if unlisted or entrant.rating is not None else strengths.get(entrant.player_id)


def takes_late_entries(stages: Iterable[Stage]) -> Stage | None:
    """The stage that runs and that somebody may still join, as no team may; the last one, where there are several."""
    running = [stage for stage in stages if stage.status == Stage.Status.RUNNING]
    joined = [s for s in running if not (FORMATS[s.format].bracket or FORMATS[s.format].scheduled)]
    joined = [stage for stage in joined if not stage.options.get("boards")]
    return joined[-1] if joined else None


def _seeded(event: Event) -> str:
    entry = AuditEntry.objects.filter(event=event, action="seeded").order_by("-id").first()
    return str(entry.after["how"]) if entry else ""
