"""Tie-breaks by their keys, as templates name them."""

from django import template
from django.utils.functional import Promise

from tournaments.words.tiebreaks import DEFINITIONS, NAMES, SHORT

register = template.Library()


@register.filter
def tiebreak_short(key: str) -> str | Promise:
    return SHORT[key]


@register.filter
def tiebreak_name(key: str) -> str | Promise:
    return NAMES[key]


@register.filter
def tiebreak_definition(key: str) -> str | Promise:
    return DEFINITIONS[key]
