"""What the pad says where each phone enters its own hand."""

from django.utils.translation import gettext as _


def own_hands() -> dict[str, str]:
    return {
        "own_title": _("Deal {n}: your hand"),
        "own_title_of": _("The hand of {name}"),
        "own_hidden": _("Nobody sees it until all hands are in."),
        "own_for_another": _("For a player without a phone. Nobody else sees it until all hands are in."),
        "own_quarry_hint": _("The Quarry lies open: one phone enters it for all."),
        "own_paid": _("Cubits put in"),
        "own_ready": _("Ready"),
        "own_all_here": _("All hands on this phone"),
        "own_mine_only": _("Each phone its own hand"),
        "own_in": _("is in"),
        "own_not_in": _("not in yet"),
        "own_waiting": _("Waiting for {names}"),
        "own_wait_hint": _("Somebody has no phone, or does not show? Tap the name."),
        "own_change": _("Change my hand"),
        "own_enter_for": _("Enter the hand of {name}"),
        "own_enter_quarry": _("Enter the Quarry"),
        "own_wrong": _("Something is wrong"),
    }
