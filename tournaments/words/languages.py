from django.conf import settings
from django.utils import translation
from django.utils.translation import get_language_info

in_language = translation.override


def own_names() -> dict[str, str]:
    """Each by its own name: who looks for it may not read the language of the page."""
    return {code: str(get_language_info(code)["name_local"]).capitalize() for code, _name in settings.LANGUAGES}
