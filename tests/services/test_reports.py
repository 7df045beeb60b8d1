"""Reports: what is frozen, how often, how much each counts (reliability F5)."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from games.core.errors import ConflictError, DomainError
from games.core.reporting import weight
from games.models import Case, ChatLine, Report, Room
from games.services.reports import report_line, report_player
from tests.chatting import say_line
from tests.factories import NOW, make_game, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return make_user(username="Ada")


@pytest.fixture
def bo():
    return make_user(username="Bo")


@pytest.fixture
def game(ada, bo):
    return make_game(ada, bo)


def code_of(call) -> str:
    with pytest.raises(DomainError) as caught:
        call()
    return caught.value.code


def report(game, user, number=1, **fields) -> Report:
    fields = {"room": Room.TABLE, "category": "rude", "now": NOW, **fields}
    return report_line(game=game, user=user, number=number, **fields)


def test_a_report_keeps_the_line_and_those_around_it_as_they_were(game, ada, bo):
    for number in range(1, 10):
        say_line(game, bo if number == 8 else ada, f"line {number}")
    made = report(game, ada, 8, text="he does it again")
    ChatLine.objects.update(text="changed")
    bo.username = "Nice"
    bo.save()
    made.refresh_from_db()
    assert (made.suspect, made.reporter, made.is_open) == (bo, ada, True)
    assert (made.text, made.evidence["name"]) == ("he does it again", "Bo")
    assert (made.evidence["game"], made.evidence["version"]) == (game.public_id, 0)
    lines = made.evidence["lines"]
    assert [copy["text"] for copy in lines] == [f"line {n}" for n in range(3, 10)]
    assert lines[5] == {
        "number": 8, "author": "Bo", "text": "line 8", "at": NOW.isoformat(),
    }  # fmt: skip


def test_one_report_of_a_pair_is_open_for_each_reason(game, ada, bo):
    """F5: a flood of reports is one report."""
    say_line(game, bo)
    say_line(game, bo)
    first = report(game, ada)
    assert report(game, ada) == first
    assert code_of(lambda: report(game, ada, 2)) == "already_reported"
    report(game, ada, 2, category="spam")
    Report.objects.update(is_open=False)
    report(game, ada, 2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Report.objects.update(is_open=True)


def test_ten_reports_a_day_are_allowed():
    ada = make_user()
    for _ in range(10):
        report_player(user=ada, suspect=make_user(), category="name", now=NOW)
    eleventh = {"user": ada, "suspect": make_user(), "category": "name"}
    with pytest.raises(ConflictError) as caught:
        report_player(**eleventh, now=NOW)
    assert caught.value.code == "too_fast"
    report_player(**eleventh, now=NOW + timedelta(days=1))


def test_only_lines_that_one_can_read_are_reported(game, ada, bo):
    fan = make_user()
    say_line(game, bo)
    say_line(game, fan)
    assert code_of(lambda: report(game, bo)) == "bad_request"
    assert code_of(lambda: report(game, ada, 2)) == "no_such_line"
    assert code_of(lambda: report(game, ada, room=Room.STANDS)) == "not_your_room"
    assert code_of(lambda: report(game, ada, category="dull")) == "bad_request"
    ChatLine.objects.update(is_hidden=True)
    assert code_of(lambda: report(game, ada)) == "no_such_line"
    assert not Report.objects.exists()


def test_reports_about_one_person_for_one_reason_are_one_case_that_weighs_more(game, ada, bo):
    for reporter in (ada, make_user()):
        report_player(user=reporter, suspect=bo, category="help", game=game, now=NOW)
    report_player(user=ada, suspect=bo, category="name", now=NOW)
    assert sorted(Case.objects.values_list("category", "area", "score", "report_count")) == [
        ("help", "cheat", 40, 2),
        ("name", "conduct", 20, 1),
    ]


def test_bots_oneself_and_who_does_not_play_are_not_reported(game, ada):
    greedy = make_game(ada, bots=("greedy",)).players.get(user__bot_key="greedy").user
    stranger = make_user()
    for suspect in (ada, greedy, stranger):
        call = {"user": ada, "suspect": suspect, "category": "help", "game": game, "now": NOW}
        assert code_of(lambda call=call: report_player(**call)) == "bad_request"


def test_a_reporter_who_was_right_counts_more_and_one_under_sanction_less():
    assert weight(acted=0, closed=3, is_sanctioned=False) == 20
    assert weight(acted=20, closed=20, is_sanctioned=False) == 60
    assert weight(acted=0, closed=20, is_sanctioned=False) == 5
    assert weight(acted=10, closed=20, is_sanctioned=True) == 5
