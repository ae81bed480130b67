from collections.abc import Mapping, Sequence

from django import template

register = template.Library()


@register.filter
def of(mapping: Mapping[int, str], key: int) -> str:
    """What `mapping` has for `key`, or nothing."""
    return mapping.get(key, "")


@register.filter
def nth(groups: Sequence[Sequence[object]], number: int) -> Sequence[object]:
    """The group at table `number`, counted from 1; none where no such table was drawn."""
    return groups[number - 1] if number <= len(groups) else ()
