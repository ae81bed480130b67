from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStorage(CompressedManifestStaticFilesStorage):
    """File names carry their hash, so phones keep them for good; also those that the pad's own modules import.

    Django's switch for imports would read every script, and django-htmx ships one that it cannot resolve.
    """

    _of_modules = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/pad/*.js", _of_modules))
