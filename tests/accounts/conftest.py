"""What every test of accounts needs."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def fresh_rate_limits():
    """Rate limits count in the cache, which no transaction rolls back."""
    cache.clear()
