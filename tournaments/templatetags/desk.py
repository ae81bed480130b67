from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def of(mapping: Mapping[int, str], key: int) -> str:
    """What `mapping` has for `key`, or nothing."""
    return mapping.get(key, "")
