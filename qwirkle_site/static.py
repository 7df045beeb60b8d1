"""Static files with a hash in their name, so that browsers may keep them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Also rewrites the `import` lines of our ES modules to the hashed names.

    Without it a module would be fetched twice: hashed from the page and plain from a neighbour.
    """

    support_js_module_import_aggregation = True
