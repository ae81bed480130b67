from django.utils.translation import ngettext

from tournaments.models import Event


def confirmation_in_words(event: Event) -> list[str]:
    """What a player has to know of it, as short phrases; nothing where nobody is asked."""
    if event.confirmation == Event.ConfirmationMode.NONE:
        return []
    said = [str(event.get_confirmation_display())]
    if event.accept_minutes is not None:
        by_itself = ngettext(
            "accepted by itself after %(n)d minute", "accepted by itself after %(n)d minutes", event.accept_minutes
        )
        said.append(by_itself % {"n": event.accept_minutes})
    return said
