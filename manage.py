#!/usr/bin/env python
"""Django's entry script."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Run one administrative command; without a setting this is the embedded site."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "qwirkle_site.settings.dev")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
