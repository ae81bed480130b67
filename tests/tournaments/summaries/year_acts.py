"""What happens at tournaments and in seasons: in any order, whether it may or not."""

from datetime import timedelta
from fractions import Fraction
from typing import Any

from django.utils import timezone

from tests.tournaments.summaries.night_acts import ask, play
from tests.tournaments.summaries.year_walk import FIRST, GAME_RULES, Walk
from tournaments.audit import SYSTEM
from tournaments.formats.ladders import LadderRules
from tournaments.formats.leagues import LeagueRules
from tournaments.formats.seasons.standing import EVENTS, POINTS_RULES, Events, PointsRule, SeasonRules
from tournaments.models import Event, Player, Round, Season, Stage, Table
from tournaments.selectors.stage.qualification import start_list
from tournaments.selectors.stage.records import stage_state
from tournaments.services import ladder as ladders
from tournaments.services import night
from tournaments.services import season as seasons
from tournaments.services.refusals import Refused
from tournaments.services.stage import entrants, rulings
from tournaments.services.stage.late_corrections import ForfeitChange, PlacesChange, correct_late
from tournaments.services.stage.planning import create_tournament, start_stage
from tournaments.services.stage.rounds import draw_round, publish_round
from tournaments.services.stage.rulings import draw_lots

STAGES: tuple[list[tuple[str, dict[str, object]]], ...] = (
    [("swiss", {"rounds": 2})],
    [("swiss", {"seats": 4, "rounds": 2})],
    [("round-robin", {"groups": 2}), ("single-elimination", {"qualify": {"per_group": 2}})],
    [("single-elimination", {"third_place": True})],
    [("strikes", {"seats": 4, "lives": 2})],
)


def open_tournament(walk: Walk) -> None:
    game = walk.random.choice(["vilnius", "colonial-italian", "protean"])
    event = create_tournament(
        club=walk.club,
        name="Open",
        game=game,
        rules={**GAME_RULES[game], **({} if game == "vilnius" else {"deals": 1})},
        date=FIRST + timedelta(weeks=walk.random.randrange(12)),
        stages=walk.random.choice(STAGES),
        actor=SYSTEM,
    )
    event.stages.update(seed=walk.random.randrange(2**31))
    names = [player.name for player in walk.people(walk.random.randint(4, 9))]
    entries = [entrants.ListedEntrant(name=name) for name in names]
    entered = entrants.enter(event_id=event.pk, entries=entries, actor=SYSTEM, checked_in=True)
    entrants.seed_by_hand(event_id=event.pk, entrants=[each.pk for each in entered], actor=SYSTEM)
    if walk.random.random() < 0.4:
        ask(walk, event)
    for _ in range(walk.random.randint(2, 8)):
        round_on(walk, event)


def round_on(walk: Walk, event: Event | None = None) -> None:
    """A round is drawn and played; or what comes after the last one is begun."""
    event = event or walk.any_event(kind=Event.Kind.TOURNAMENT, status=Event.Status.OPEN)
    stage = event.stages.filter(status=Stage.Status.RUNNING).first()
    preview = drawn(stage) if stage else None
    if preview is None:
        start(event)
        return
    publish_round(round_id=preview.pk, actor=SYSTEM)
    for table in stage_state(stage).open_tables:
        decide(walk, table)
    for table in stage_state(stage).open_tables:
        if walk.random.random() < 0.8 and table.status == Table.Status.PLAYING:
            rulings.decide_places(table_id=table.pk, places=places(walk, table), reason="", actor=SYSTEM)


def drawn(stage: Stage) -> Round | None:
    """None where the stage is over."""
    try:
        return stage.rounds.filter(status=Round.Status.PREVIEW).first() or draw_round(stage_id=stage.pk, actor=SYSTEM)
    except Refused as refused:
        if refused.code != "stage-over":
            raise
        return None


def start(event: Event) -> None:
    stage = event.stages.filter(status=Stage.Status.PLANNED).order_by("number").first()
    if stage is None:
        night.finish_event(event_id=event.pk, actor=SYSTEM)
        return
    while level := start_list(stage).level:
        draw_lots(stage_id=stage.pk, level=level[0].ids, actor=SYSTEM)
    start_stage(stage_id=stage.pk, entrants=[line.entrant.pk for line in start_list(stage).lines], actor=SYSTEM)


def places(walk: Walk, table: Table) -> list[int]:
    seats = table.seats.count()
    return [place + 1 for place in walk.random.sample(range(seats), seats)]


def decide(walk: Walk, table: Table | None = None) -> None:
    table = table or walk.any_table(event__kind=Event.Kind.TOURNAMENT, event__status=Event.Status.OPEN)
    how = walk.random.random()
    if how < 0.6:
        play(walk, table)
    elif how < 0.75:
        seats = table.seats.count()
        missing = walk.random.sample(range(seats), walk.random.randint(1, seats))
        rulings.forfeit(table_id=table.pk, seats=missing, reason="", actor=SYSTEM)
    elif how < 0.95:
        rulings.decide_places(table_id=table.pk, places=places(walk, table), reason="", actor=SYSTEM)
    else:
        rulings.lift_ruling(table_id=table.pk, reason="", actor=SYSTEM)


def late(walk: Walk) -> None:
    table = walk.any_table(event__kind=Event.Kind.TOURNAMENT)
    change = walk.random.choice([PlacesChange(tuple(places(walk, table))), ForfeitChange((0,))])
    correct_late(table_id=table.pk, change=change, replay=walk.random.random() < 0.5, reason="late", actor=SYSTEM)


def entrant_changes(walk: Walk) -> None:
    event = walk.any_event(kind=Event.Kind.TOURNAMENT)
    entrant = walk.one(list(event.entrants.order_by("pk")))
    (other,) = walk.people(1)
    how = walk.random.choice(["withdraw", "expel", "reinstate", "substitute", "late"])
    if how == "substitute":
        entrants.substitute(event_id=event.pk, entrant_id=entrant.pk, name=other.name, actor=SYSTEM)
    elif how == "late":
        entrants.enter_late(event_id=event.pk, name=other.name, late_points=Fraction(0), actor=SYSTEM)
    elif how == "expel":
        entrants.expel(event_id=event.pk, entrant_id=entrant.pk, reason="", actor=SYSTEM)
    elif how == "withdraw":
        entrants.withdraw(event_id=event.pk, entrant_id=entrant.pk, actor=SYSTEM)
    else:
        entrants.reinstate(event_id=event.pk, entrant_id=entrant.pk, actor=SYSTEM)


def new_season(walk: Walk) -> None:
    a_season(walk, points=walk.random.choice(POINTS_RULES), events=walk.random.choice(EVENTS))


def a_season(walk: Walk, *, points: PointsRule, events: Events) -> None:
    rules = SeasonRules(
        contests=("vilnius",) if points in ("score", "average") else (),
        events=events,
        points=points,
        best=walk.random.choice([None, 2]),
    )
    starts = FIRST + timedelta(weeks=walk.random.randrange(6))
    season = seasons.plan_season(
        club=walk.club,
        name=f"Season {walk.random.random()}",
        starts=starts,
        ends=starts + timedelta(weeks=9),
        rules=rules,
        visibility="",
        actor=SYSTEM,
    )
    if walk.random.random() < 0.8:
        seasons.publish_season(pk=season.pk, actor=SYSTEM)


def any_season(walk: Walk) -> Season:
    return walk.one(list(walk.club.seasons.order_by("pk")))


def publish(walk: Walk) -> None:
    seasons.publish_season(pk=any_season(walk).pk, actor=SYSTEM)


def archive(walk: Walk) -> None:
    seasons.archive_season(pk=any_season(walk).pk, archived=walk.random.random() < 0.7, actor=SYSTEM)


def choose(walk: Walk) -> None:
    seasons.choose_event(
        pk=any_season(walk).pk, event_id=walk.any_event().pk, counts=walk.random.random() < 0.6, actor=SYSTEM
    )


def draw_league(walk: Walk) -> None:
    """Of a season that has none; of who plays most."""
    season, players = any_season(walk), walk.people(walk.random.randint(3, 6))
    given: dict[str, Any] = {"season_id": season.pk, "actor": SYSTEM}
    rules = LeagueRules(seats=walk.random.choice([2, 2, 3]))
    seasons.plan_league(**given, game="vilnius", rules=rules, divisions=[[player.pk for player in players]])
    seasons.draw_fixtures(**given)


def challenge(walk: Walk) -> None:
    """On the club's only ladder, which begins with it."""
    now = timezone.now()
    ladder = walk.club.ladders.first() or ladders.set_up_ladder(
        club=walk.club,
        name="Ladder",
        game="vilnius",
        rules=LadderRules(reach=12, days=90),
        players=walk.people(12),
        now=now,
        actor=SYSTEM,
    )
    given: dict[str, Any] = {"pk": ladder.pk, "now": now, "actor": SYSTEM}
    if walk.random.random() < 0.2:
        player = walk.one(list(walk.club.players.order_by("pk")))
        ladders.put_on_ladder(**given, player=player, place=walk.random.choice([None, 1, 5]))
        return
    ladder.refresh_from_db()
    below, above = sorted(walk.random.sample(ladder.order, 2), key=ladder.order.index, reverse=True)
    people = {"challenger": Player.objects.get(pk=below), "challenged": Player.objects.get(pk=above)}
    ladders.challenge(**given, **people, today=FIRST + timedelta(weeks=walk.random.randrange(8)))
