"""Models and migrations agree."""

import io

import pytest
from django.core.management import call_command


@pytest.mark.django_db
def test_no_migration_is_missing():
    said = io.StringIO()
    try:
        call_command("makemigrations", "--check", "--dry-run", stdout=said)
    except SystemExit:
        pytest.fail(said.getvalue())
