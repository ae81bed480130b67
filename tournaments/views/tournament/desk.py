"""The director's desk in a tournament: the next thing to do, and the tables of the round."""

from django.http import HttpResponse
from django.utils import timezone

from tournaments.selectors.tournament.desk import tournament_desk
from tournaments.views.desk import show_desk
from tournaments.views.requests import SignedInRequest
from tournaments.words.stage.qualification import first_words, level_words
from tournaments.words.stage.rounds import PROVISIONAL


def show_tournament(request: SignedInRequest, event_id: int, *, table: int | None) -> HttpResponse:
    """The page, or its changing part for htmx. Whoever calls has asked whether the user may direct."""
    page = tournament_desk(event_id, now=timezone.now())
    context = {
        "desk": page,
        "panel": "tournament/desk/_desk_table.html",
        "progress": page.progress,
        "level": [level_words(each) for each in page.level],
        "first": [(each, first_words(each)) for each in page.first],
        "provisional": PROVISIONAL.items(),
    }
    return show_desk(
        request,
        "tournament/desk/desk.html#desk",
        page.event,
        page.overview,
        context,
        table=table,
        round_id=page.progress.round.pk if page.progress and page.progress.round else None,
    )
