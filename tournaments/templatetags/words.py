"""What selectors give by key, in words."""

import re
from typing import Any

from django import template
from django.forms import Form
from django.http.request import split_domain_port
from django.template import RequestContext
from django.urls import reverse
from django.utils.functional import Promise

from scoring.games import GAMES
from tournaments.formats.clock import State
from tournaments.models import Event
from tournaments.permissions import is_keeper, rights_in
from tournaments.selectors.stage.history import Mark
from tournaments.selectors.stage.stages import has_bracket
from tournaments.visibility import premises_at, with_key
from tournaments.words import calendar, club, games, integrations, ratings
from tournaments.words.night import Tab, confirmation_in_words, tabs_of
from tournaments.words.stage import why
from tournaments.words.statistics import figures, records
from tournaments.words.table import corrections
from tournaments.words.tiebreaks import DEFINITIONS, NAMES, SHORT

register = template.Library()

WITHOUT_A_NAME = re.compile(r"[\d.]+|\[.*\]")

register.filter(is_keeper)
register.filter(club.contest_name)
register.filter(club.role_line)
register.filter(club.role_name)
register.filter(club.who_may)
register.filter(club.why_closed)
register.filter(club.browser_in_words)
register.filter(games.game_name)
register.filter(games.short_game_name)
register.filter(figures.grouped)
register.filter(figures.hand_picture)
register.filter(records.achievement_name)
register.filter(records.achievement_story)
register.filter(games.unit_name)
register.filter(ratings.moved_text)
register.filter(calendar.count_text)
register.filter(calendar.day_text)
register.filter(calendar.decides_text)
register.filter(calendar.hours_text)
register.filter(calendar.moved_night_text)
register.filter(calendar.replies)
register.filter(calendar.room_text)
register.filter(calendar.short_when)
register.filter(calendar.standing_text)
register.filter(calendar.tables_text)
register.filter(calendar.waiting_text)
register.filter(why.turn_words)
register.filter(corrections.warning_words)
register.filter(integrations.framed_words)
register.filter(integrations.counted_words)


@register.simple_tag(takes_context=True)
def event_tabs(context: RequestContext) -> list[Tab]:
    """Of the page's event; a page that does not say what its reader may do costs a query."""
    event, request = context["event"], context["request"]
    rights = context["rights"] if "rights" in context else rights_in(request.user, event.club, event)
    page = request.resolver_match.url_name
    return tabs_of(event, page=page, rights=rights, has_bracket=has_bracket(event))


@register.inclusion_tag("club/_visibility_note.html", takes_context=True)
def visibility_note(context: RequestContext) -> dict[str, Any]:
    """Nothing where club and event are public."""
    club, event, season = context["club"], context.get("event"), context.get("season")
    premises = premises_at(club, event, season)
    address = reverse("event", args=[event.pk]) if event else reverse("club", args=[club.slug])
    if season:
        address = reverse("season", args=[season.pk])
    return {
        "visibility": premises.visibility,
        "event": event,
        "season": season,
        "link": with_key(address, premises),
        "visited": hasattr(context["request"], "seen"),
    }


@register.simple_tag(takes_context=True)
def account_tabs(context: RequestContext) -> list[Tab]:
    return club.tabs_of_account(context["request"].path)


@register.filter
def without_placeholders(form: Form) -> Form:
    """Of allauth's, which say again what the label says."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
    return form


@register.simple_tag(takes_context=True)
def passkeys_work(context: RequestContext) -> bool:
    """Browsers offer them by https or on the machine itself, and where it has a name."""
    request = context["request"]
    host, _port = split_domain_port(request.get_host())
    return host == "localhost" or (request.is_secure() and not WITHOUT_A_NAME.fullmatch(host))


@register.filter
def rules_words(event: Event) -> list[str]:
    """What a player has to know of it, as short phrases."""
    return games.rules_in_words(GAMES[event.game], event.game_rules) + confirmation_in_words(event)


@register.filter
def keeps_sheets(game: str) -> bool:
    """Whether the players announce what they will take."""
    return GAMES[game].sheet == "announcements"


@register.filter
def cards_note(event: Event, players: int) -> str:
    return games.cards_note(GAMES[event.game], event.game_rules, seats=players)


@register.filter
def cards_notes(event: Event) -> list[tuple[int, str]]:
    """Of every size of table at which the cards may run out."""
    game = GAMES[event.game]
    notes = [(players, cards_note(event, players)) for players in range(game.min_seats, game.max_seats + 1)]
    return [(players, note) for players, note in notes if note]


@register.filter
def clock_label(state: State) -> str:
    return corrections.clock_labels()[state]


@register.filter
def mark_words(mark: Mark) -> str | Promise:
    return why.OUTCOMES[mark.outcome]


@register.filter
def tiebreak_short(key: str) -> str | Promise:
    return SHORT[key]


@register.filter
def tiebreak_name(key: str) -> str | Promise:
    return NAMES[key]


@register.filter
def tiebreak_definition(key: str) -> str | Promise:
    return DEFINITIONS[key]
