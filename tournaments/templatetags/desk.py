from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import template

register = template.Library()


@register.filter
def of(mapping: Mapping[int, Any], key: int) -> Any:
    """What `mapping` has for `key`, or nothing."""
    return mapping.get(key, "")


@register.filter
def minutes_after(later: datetime, earlier: datetime) -> int:
    """Whole minutes between the two."""
    return max(0, int((later - earlier).total_seconds() // 60))
