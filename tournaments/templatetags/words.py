"""What selectors give by key, in words."""

import re
from collections.abc import Collection
from typing import Any

from django import template
from django.conf import settings
from django.forms import Form
from django.http.request import split_domain_port
from django.template import RequestContext
from django.urls import reverse
from django.utils.functional import Promise

from scoring.games import GAMES
from tournaments.audience import rights_drawn_with
from tournaments.formats.clock import State
from tournaments.models import Club, Event
from tournaments.permissions import Right, is_keeper, rights_in
from tournaments.selectors.stage.history import Mark
from tournaments.selectors.stage.stages import has_bracket
from tournaments.visibility import Seen, premises_at, with_key
from tournaments.words import calendar, club, games, menu
from tournaments.words.bracket.view import match_names
from tournaments.words.night import Tab, confirmation_in_words, tabs_of
from tournaments.words.stage import plans
from tournaments.words.standings import (
    OUTCOMES,
    TIEBREAK_DEFINITIONS,
    TIEBREAK_HEADS,
    TIEBREAK_NAMES,
    match_text,
    turn_words,
)
from tournaments.words.statistics import compared, figures
from tournaments.words.statistics.pages import achievement_name, achievement_story
from tournaments.words.table import corrections

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
register.filter(games.game_line)
register.filter(figures.grouped)
register.filter(figures.hand_picture)
register.filter(achievement_name)
register.filter(achievement_story)
register.filter(games.unit_name)
register.filter(compared.moved_text)
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
register.filter(turn_words)
register.filter(corrections.warning_words)
register.filter(plans.over_text)
register.filter(match_names)
register.filter(match_text)
register.filter(club.framed_words)
register.filter(club.counted_words)


@register.simple_tag(takes_context=True)
def event_tabs(context: RequestContext) -> list[Tab]:
    event = context["event"]
    rights = _rights_read(context, event.club)
    if rights is None:
        rights = rights_in(context["request"].user, event.club, event)
    return tabs_of(event, page=_shown_page(context), rights=rights, has_bracket=has_bracket(event))


@register.simple_tag(takes_context=True)
def club_menu(context: RequestContext) -> list[menu.ShownGroup]:
    """Nothing where a code alone opens the page: it does not always open the club."""
    club, event, request = context["club"], context.get("event"), context["request"]
    seen: Seen | None = getattr(request, "seen", None)
    rights = _rights_read(context, club)
    if rights is None:
        return []
    # Exactly who may found another is a query more: where several have a club of their own, the page says who may.
    may_found = request.user.is_superuser or (Right.OWN in rights and not settings.PUBLIC_ADDRESS)
    reader = menu.Reader(rights, inside=seen.inside if seen else True, may_found=may_found)
    return menu.club_menu(club, reader, page_name=_shown_page(context), event=event)


@register.simple_tag(takes_context=True)
def own_menu(context: RequestContext) -> menu.ShownGroup:
    return menu.own_menu(_shown_page(context))


def _shown_page(context: RequestContext) -> str:
    """The name of its address; empty where there is no such page."""
    match = context["request"].resolver_match
    return match.url_name or "" if match else ""


def _rights_read(context: RequestContext, club: Club) -> Collection[Right] | None:
    """What the page's reader may do in the club, as its view has read it; None where it has not."""
    if "rights" in context:
        rights: Collection[Right] = context["rights"]
        return rights
    seen: Seen | None = getattr(context["request"], "seen", None)
    if seen and seen.premises.club == club.pk:
        return seen.rights
    drawn_with = rights_drawn_with(club.pk)
    return None if drawn_with is None else {Right(right) for right in drawn_with}


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
    return OUTCOMES[mark.outcome]


@register.filter
def tiebreak_short(key: str) -> str | Promise:
    return TIEBREAK_HEADS[key]


@register.filter
def tiebreak_name(key: str) -> str | Promise:
    return TIEBREAK_NAMES[key]


@register.filter
def tiebreak_definition(key: str) -> str | Promise:
    return TIEBREAK_DEFINITIONS[key]
