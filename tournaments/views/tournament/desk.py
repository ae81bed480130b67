"""The director's desk in a tournament: the next thing to do, and the tables of the round."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from scoring.games import GAMES
from tournaments.selectors.tournament.desk import tournament_desk
from tournaments.views.requests import SignedInRequest
from tournaments.words.games import rules_in_words
from tournaments.words.night.confirmation import confirmation_in_words
from tournaments.words.stage.rounds import PROVISIONAL


def show_tournament(request: SignedInRequest, event_id: int) -> HttpResponse:
    """The page, or its changing part for htmx. Whoever calls has asked whether the user may direct."""
    page = tournament_desk(event_id, now=timezone.now())
    event = page.event
    context = {
        "desk": page,
        "overview": page.overview,
        "panel": "tournament/desk/_desk_table.html",
        "progress": page.progress,
        "event": event,
        "club": event.club,
        "rules": rules_in_words(GAMES[event.game], event.game_rules) + confirmation_in_words(event),
        "provisional": PROVISIONAL.items(),
        "live_event": event,
        "revision": event.revision,
    }
    return render(request, "tournament/desk/desk.html#desk" if request.htmx else "tournament/desk/desk.html", context)
