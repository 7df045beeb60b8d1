"""Makes the embedded site ready to start: tables, cache table, static files.

Run as `python -m qwirkle_site.prepare`; exit code 0, 2 after a fault told in one sentence, or
`NO_ADMIN` when all is ready but nobody may enter the admin pages yet.
"""

import hashlib
import os
import shutil
import sys
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError

NO_ADMIN = 3


def main() -> int:
    """Prepare everything; return the exit code."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "qwirkle_site.settings.dev")
    try:
        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        call_command("createcachetable", verbosity=0)
        _make_push_keys()
    except DatabaseError as error:
        print(_database_sentence(error), file=sys.stderr)
        return 2
    except OSError as error:
        print(f"The site's files cannot be used: {error}.", file=sys.stderr)
        return 2
    if not settings.DEBUG:
        collect_static()
    from django.contrib.auth import get_user_model  # noqa: PLC0415 -- only after setup()

    has_admin = get_user_model().objects.filter(is_superuser=True, is_active=True).exists()
    return 0 if has_admin else NO_ADMIN


def _make_push_keys() -> None:
    from games.services.pusher import site_keys  # noqa: PLC0415 -- after setup()

    site_keys()


def _database_sentence(error: DatabaseError) -> str:
    reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        name = settings.DATABASES["default"]["NAME"]
        return (
            f"The database {name} cannot be used ({reason}): put a backup in its place, "
            "or move it away and a new one is made."
        )
    return f"The database in DATABASE_URL cannot be used ({reason}): see that it runs and exists."


def collect_static() -> None:
    """Collect and hash the static files, unless they are unchanged since the last time."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    state = _static_state()
    if stamp.exists() and stamp.read_text() == state:
        return
    shutil.rmtree(settings.STATIC_ROOT, ignore_errors=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(state)


def _static_state() -> str:
    from django.contrib.staticfiles.finders import get_finders  # noqa: PLC0415 -- after setup()

    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in sorted(finder.list(None), key=lambda found: found[0]):
            stat = Path(storage.path(name)).stat()
            digest.update(f"{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


if __name__ == "__main__":
    sys.exit(main())
