from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStorage(CompressedManifestStaticFilesStorage):
    """File names carry their hash, so phones keep them for good; also those that the pad's own modules import.

    Django's switch for imports would read every script, and django-htmx ships one that it cannot resolve.
    """

    # A module's name changes with the names of those it imports: a pass for each step of the longest chain of them.
    max_post_process_passes = 20

    _of_modules = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/pad/*.js", _of_modules))
