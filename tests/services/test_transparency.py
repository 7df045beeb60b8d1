"""What moderators do, for the public: counted once from the log, no names, no small numbers."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Case, LogCount, ModerationLog
from games.selectors.transparency import transparency
from games.services.transparency import count_log
from tests.factories import NOW, make_user

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=1)
Action = ModerationLog.Action


def log(action, number=1, *, at=NOW, case=None, **fields):
    for _ in range(number):
        ModerationLog.objects.create(
            action=action, by=None, user=None, case=case, note="n", created_at=at, **fields
        )


def texts(rows) -> dict[str, str]:
    return {row["name"]: row["text"] for row in rows}


@pytest.fixture
def case():
    return Case.objects.create(
        suspect=make_user(username="Ada"), category="rude", area="chat", opened_at=NOW,
        reported_at=NOW,
    )  # fmt: skip


def test_the_log_is_counted_by_month_measure_and_reason_each_row_once(case):
    log(Action.MUTE, 6, case=case)
    log(Action.NO_ACTION, 7, case=case)
    log(Action.WARNING, 5, at=datetime(2026, 11, 30, 23, 59, tzinfo=UTC), case=case)
    log(Action.APPEAL_GRANTED, 5)
    log(Action.SNOOZED, 9, case=case)
    for _ in range(2):
        count_log(now=LATER)
    december, november = transparency()
    assert texts(december["measures"]) == {"Mute": "6", "No action": "7"}
    assert texts(december["categories"]) == {"Rude or threatening": "6"}
    assert texts(december["appeals"]) == {"Appeal granted": "5"}
    assert texts(november["measures"]) == {"Warning": "5"}


def test_a_small_number_is_not_shown(case, client):
    log(Action.CLOSED, 4, case=case)
    count_log(now=LATER)
    (month,) = transparency()
    assert texts(month["measures"]) == {"Account closed": "fewer than 5"}
    assert month["measures"][0]["count"] == 0
    page = client.get("/transparency/").content.decode()
    assert "fewer than 5" in page
    assert "Ada" not in page


def test_what_became_of_a_signal_is_no_step_against_anybody():
    log(Action.NO_ACTION, 6, facts={"signal": "same_winner", "state": "seen"})
    count_log(now=LATER)
    assert transparency() == []


def test_rows_that_may_not_be_committed_yet_wait_for_the_next_sweep():
    log(Action.MUTE, 6, at=LATER)
    assert count_log(now=LATER) == 0
    assert count_log(now=LATER + timedelta(minutes=2)) == 6


def test_the_page_reads_counts_and_not_the_log(client):
    log(Action.MUTE, 6)
    count_log(now=LATER)
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/transparency/").status_code == 200
    assert not [query for query in queries if "games_moderationlog" in query["sql"]]
    assert LogCount.objects.count() == 1
