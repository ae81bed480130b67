"""Who is entered in a tournament, as the director sees it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.formats.stages import FORMATS
from tournaments.models import AuditEntry, Entrant, Event, Player, Stage, name_order
from tournaments.selectors.paging import PagedList, paged
from tournaments.selectors.ratings.tables import strengths_now
from tournaments.selectors.stage.absences import stage_with_byes, upcoming_byes


@dataclass(frozen=True)
class EntrantLine:
    entrant: Entrant
    rating: float | None
    of_the_club: bool  # the rating follows from the club's tables, it was not entered
    byes: tuple[int, ...] = ()  # rounds to come in which they rest on request

    @property
    def plays(self) -> bool:
        return self.entrant.status == Entrant.Status.ACTIVE

    @property
    def names(self) -> str:
        """All by which somebody may be looked for."""
        entrant = self.entrant
        return " ".join(f"{each.name} {each.nickname}" for each in (entrant.player, entrant.substitute) if each)


@dataclass(frozen=True)
class EntrantsPage:
    event: Event
    lines: list[EntrantLine]
    shown: PagedList[EntrantLine]
    absent: list[Player]  # on the roster and not entered
    roster: list[str]  # the names of all who are on it
    apart: list[list[Entrant]]
    begun: bool
    byes: bool  # they can be asked for
    robin: bool  # a round robin is running, which asks what becomes of the results of who leaves
    late: bool  # somebody may still join the stage that is running
    seeded: str  # how, as the audit log has it: "rating", "by-hand", "random, seed 7"

    @property
    def here(self) -> int:
        return sum(line.entrant.present for line in self.lines if line.plays)

    @property
    def playing(self) -> int:
        return sum(line.plays for line in self.lines)

    @property
    def random_seed(self) -> str:
        return self.seeded.rpartition(" ")[2] if self.seeded.startswith("random") else ""


def entrants_page(event: Event, *, page: str = "", text: str = "") -> EntrantsPage:
    """The page of this number, or the one on which somebody is whom the text names."""
    entrants = entrants_in_order(event)
    ratings = club_strengths(event)
    players = sorted(event.club.players.filter(archived_at=None), key=lambda player: name_order(player.name))
    entered = {entrant.player_id for entrant in entrants}
    stages = list(event.stages.all())
    known = {entrant.pk: entrant for entrant in entrants}
    stage = stage_with_byes(stages)
    byes = upcoming_byes(stage)
    lines = [
        replace(_line(entrant, ratings.get(entrant.player_id)), byes=tuple(byes.get(entrant.pk, ())))
        for entrant in entrants
    ]
    return EntrantsPage(
        event=event,
        lines=lines,
        shown=paged(lines, page=page, text=text, names=lambda line: line.names),
        absent=[player for player in players if player.pk not in entered],
        roster=[player.name for player in players],
        apart=[[known[pk] for pk in group if pk in known] for group in event.keep_apart],
        begun=any(stage.status != Stage.Status.PLANNED for stage in stages),
        byes=stage is not None,
        robin=any(each.status == Stage.Status.RUNNING and FORMATS[each.format].scheduled for each in stages),
        late=_takes_late_entries(stages),
        seeded=_seeded(event),
    )


def entrants_in_order(event: Event) -> list[Entrant]:
    """By seed; who has none comes last, by name."""
    entrants = event.entrants.select_related("player", "substitute")
    return sorted(entrants, key=lambda e: (e.seed is None, e.seed or 0, name_order(e.player.name)))


def entrant_of(event: Event, pk: int) -> Entrant | None:
    return event.entrants.select_related("player").filter(pk=pk).first()


def club_strengths(event: Event) -> dict[int, float]:
    """By the player's id, of those who have played the game in the club."""
    return {who: strength.shown for who, strength in strengths_now(event.club, event.game).items()}


def names_entered(event: Event) -> list[str]:
    return list(event.entrants.values_list("player__name", flat=True))


def count_playing(event: Event) -> int:
    return event.entrants.filter(status=Entrant.Status.ACTIVE).count()


def has_begun(event: Event) -> bool:
    return event.stages.exclude(status=Stage.Status.PLANNED).exists()


def _line(entrant: Entrant, club_rating: float | None) -> EntrantLine:
    if entrant.rating is not None:
        return EntrantLine(entrant, entrant.rating, of_the_club=False)
    return EntrantLine(entrant, club_rating, of_the_club=club_rating is not None)


def _takes_late_entries(stages: Sequence[Stage]) -> bool:
    running = [stage for stage in stages if stage.status == Stage.Status.RUNNING]
    if not running:
        return False
    form = FORMATS[running[-1].format]
    return not (form.bracket or form.scheduled)


def _seeded(event: Event) -> str:
    entry = AuditEntry.objects.filter(event=event, action="seeded").order_by("-id").first()
    return str(entry.after["how"]) if entry else ""
