"""Signals: found in rated games that have ended, said once, put into a case, judged by people."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.urls import reverse

from accounts.models import Session
from games.bots import analysts
from games.core.errors import DomainError
from games.core.signals.agreement import DECISIONS_MIN, OTHERS_MIN, Agreed
from games.core.signals.helping import GAMES_MIN
from games.core.types import EndReason
from games.models import (
    Agreement,
    Case,
    DeviceMark,
    Game,
    ModerationLog,
    Ply,
    PushSubscription,
    RatingChange,
    Report,
    Signal,
    TableGain,
)
from games.services.device_marks import KEPT
from games.services.signal_sweep import sweep_signals
from games.services.signals import judge_signal
from tests.client import sign_in_staff
from tests.factories import NOW, make_game, make_user
from tests.services.test_sanctions import CHAT, FAIR, make_moderator

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=5)


@pytest.fixture
def ada():
    return make_user(username="Ada")


@pytest.fixture
def bo():
    return make_user(username="Bo")


def rated(*users, at=NOW, left=None, moves=0, **fields) -> Game:
    """Return a rated game that the first of these has won, as it stands in the ledger.

    Args:
        left: the verb with which the last one left after so many moves.
    """
    game = make_game(*users, now=at)
    fields = {"is_rated": True, **fields}
    Game.objects.filter(pk=game.pk).update(
        status="finished", to_move=None, finished_at=at, end_reason=EndReason.WENT_OUT, **fields
    )
    seats = {player.user_id: player for player in game.players.all()}
    for place, user in enumerate(users, start=1):
        player = seats[user.pk]
        player.place, player.is_winner, player.finished_at = place, place == 1, at
        player.has_left = bool(left) and place == len(users)
        player.save()
        if player.has_left:
            verbs = ["trade 1"] * moves + [left]
            for number, move in enumerate(verbs):
                Ply.objects.create(
                    game=game, number=number, seat=player.seat, move=move, played_at=at
                )
        RatingChange.objects.create(
            game=game, seat=player.seat, user=user, pool="qwirkle-duel", place=place,
            before=1_500_000, after=1_500_000, k=16_000, games=30, formula_version=1,
            created_at=at,
        )  # fmt: skip
    return Game.objects.get(pk=game.pk)


def series(count, *users, **fields) -> list[Game]:
    start = fields.pop("at", NOW - timedelta(hours=count))
    return [rated(*users, at=start + timedelta(hours=n), **fields) for n in range(count)]


def kinds() -> list[str]:
    return sorted(Signal.objects.values_list("kind", flat=True))


def code_of(call) -> str:
    with pytest.raises(DomainError) as caught:
        call()
    return caught.value.code


def test_a_pair_of_which_always_the_same_wins_gets_a_signal_that_opens_a_case(ada, bo):
    games = series(14, ada, bo)
    sweep_signals(now=LATER)
    signal = Signal.objects.get()
    assert (signal.kind, signal.user, signal.other) == ("same_winner", ada, bo)
    assert signal.figures == {"won": 14, "decided": 14, "expected": 0.5}
    assert signal.games == [game.public_id for game in games]
    case = Case.objects.get()
    assert (case.suspect, case.category, case.area, case.score) == (ada, "cheating", "cheat", 15)
    assert (signal.report.case, signal.report.reporter) == (case, None)


def test_the_same_games_are_never_evidence_twice(ada, bo):
    series(14, ada, bo)
    for _ in range(2):
        sweep_signals(now=LATER)
        Signal.objects.get()
        assert Case.objects.get().report_count == 1
    series(13, ada, bo, at=LATER)
    after = LATER + timedelta(hours=20)
    sweep_signals(now=after)
    assert kinds() == ["many_games", "same_winner"]
    series(1, ada, bo, at=after)
    sweep_signals(now=after + timedelta(hours=1))
    assert kinds() == ["many_games", "same_winner", "same_winner"]
    assert Case.objects.get(suspect=ada).score == 15 + 15
    assert Case.objects.get(suspect=bo).score == 5


def test_games_that_count_for_nothing_are_no_evidence(ada, bo):
    series(14, ada, bo, is_rated=False)
    series(14, ada, bo, annulled_at=NOW)
    sweep_signals(now=LATER)
    assert kinds() == []


def test_honest_pairs_get_no_signal(ada, bo):
    people = [ada, bo, *(make_user() for _ in range(3))]
    for number in range(6):
        for pair in pairwise(people):
            rated(*(pair if number % 2 else pair[::-1]), at=NOW - timedelta(hours=number))
    sweep_signals(now=LATER)
    assert kinds() == []
    assert not Report.objects.exists()


def test_losses_in_the_first_turns_are_a_signal_about_whoever_leaves(ada, bo):
    series(4, ada, bo, left="resign", moves=3)
    sweep_signals(now=LATER)
    signal = Signal.objects.get()
    assert (signal.kind, signal.user, signal.other) == ("early_losses", bo, None)
    assert signal.figures == {"losses": 4, "games": 4, "opponents": 1}


def test_one_absence_and_late_resignations_are_no_signal(ada, bo):
    series(4, ada, bo, left="flag")
    series(4, bo, ada, left="resign", moves=4)
    sweep_signals(now=LATER)
    assert kinds() == []


def push(user, endpoint="https://push.example.org/1"):
    PushSubscription.objects.filter(endpoint=endpoint).delete()
    PushSubscription.objects.create(
        user=user, endpoint=endpoint, p256dh="k", auth="a", created_at=NOW
    )


def test_two_accounts_that_used_one_browser_and_played_each_other_are_a_signal_once(ada, bo):
    push(ada)
    rated(ada, bo, at=NOW - timedelta(days=1))
    sweep_signals(now=NOW)
    push(bo)
    series(2, ada, bo)
    sweep_signals(now=LATER)
    series(2, ada, bo, at=LATER)
    sweep_signals(now=LATER + timedelta(hours=5))
    signal = Signal.objects.get()
    assert (signal.kind, signal.user, signal.other) == ("shared_device", bo, ada)
    assert signal.figures == {"is_exact": 1, "accounts": 2, "games": 3}
    assert Case.objects.get().category == "accounts"


def test_marks_are_keyed_hashes_that_are_forgotten(ada, bo, settings):
    push(ada)
    rated(ada, bo, at=NOW - timedelta(minutes=2))
    sweep_signals(now=NOW)
    mark = DeviceMark.objects.get()
    assert len(mark.mark) == 64
    assert "push" not in mark.mark
    assert mark.expires_at == NOW + KEPT
    settings.SECRET_KEY = "another key"
    rated(ada, bo, at=NOW)
    sweep_signals(now=LATER)
    assert DeviceMark.objects.count() == 2
    sweep_signals(now=LATER + KEPT)
    assert not DeviceMark.objects.exists()


def sign_in(user, key):
    Session.objects.create(
        session_key=key, user=user, device="Firefox on Linux", address="203.0…",
        expire_date=NOW + timedelta(days=9), seen_at=NOW,
    )  # fmt: skip


def test_what_many_have_in_common_says_nothing_of_two(ada, bo):
    others = [make_user() for _ in range(2)]
    for user in (ada, bo, *others):
        sign_in(user, f"key{user.pk}")
    series(5, ada, bo)
    rated(*others, at=NOW - timedelta(hours=9))
    sweep_signals(now=LATER)
    assert kinds() == []
    DeviceMark.objects.filter(user__in=others).delete()
    Session.objects.filter(user__in=others).delete()
    rated(ada, bo, at=NOW)
    sweep_signals(now=LATER)
    assert kinds() == ["shared_device"]


def test_two_who_gain_from_each_other_at_tables_get_a_signal_after_enough_games(ada, bo):
    third = make_user()
    games = series(GAMES_MIN, ada, bo, third)
    for number, game in enumerate(games[:-1]):
        TableGain.objects.create(
            game=game, first=ada, second=bo, over_given=60 + number, over_taken=60 - number,
            finished_at=game.finished_at,
        )  # fmt: skip
    last = games[-1]
    seats = {player.user_id: player.seat for player in last.players.all()}
    for number, (user, x, points) in enumerate([(ada, 0, 30), (bo, 1, 30), (ada, 2, 30)]):
        Ply.objects.create(
            game=last, number=number, seat=seats[user.pk], move=f"play RS@{x},0", points=points,
            played_at=NOW,
        )  # fmt: skip
    sweep_signals(now=LATER)
    signal = Signal.objects.get(kind="table_help")
    assert (signal.user, signal.other, signal.figures["games"]) == (bo, ada, GAMES_MIN)
    assert TableGain.objects.get(game=last, first=ada, second=bo).over_given == 120


def test_agreement_is_stored_only_when_an_analyst_gives_it(ada, bo):
    rated(ada, bo, at=NOW - timedelta(days=2))
    sweep_signals(now=NOW)
    assert not Agreement.objects.exists()

    class Oracle:
        name = "oracle 1"

        def measure(self, record):
            return {0: Agreed(DECISIONS_MIN, DECISIONS_MIN)}

    game = rated(ada, bo, at=NOW)
    player = game.players.get(seat=0)
    for other in (make_user() for _ in range(OTHERS_MIN)):
        past = rated(other, bo, at=NOW - timedelta(days=99))
        RatingChange.objects.filter(game=past).delete()  # no sweep sees it
        Agreement.objects.create(
            player=past.players.get(user=other), user=other, analyst="oracle 1",
            pool="qwirkle-duel", rating=1_500_000, decisions=100, agreed=40 + other.pk % 9,
            finished_at=NOW,
        )  # fmt: skip
    analysts.register(Oracle())
    try:
        sweep_signals(now=LATER)
    finally:
        analysts.unregister("oracle 1")
    assert Agreement.objects.get(player=player).agreed == DECISIONS_MIN
    signal = Signal.objects.get(kind="bot_agreement")
    assert (signal.user, signal.figures["share"]) == (player.user, 1.0)
    assert signal.report.category == "help"


@pytest.fixture
def signal(ada, bo):
    series(14, ada, bo)
    sweep_signals(now=LATER)
    return Signal.objects.get()


def judge(signal, by, state="dismissed", note="they are brothers") -> Signal:
    return judge_signal(signal_pk=signal.pk, by=by, state=state, note=note, now=LATER)


def test_a_dismissed_signal_counts_no_more_and_stands_in_the_log_with_its_note(signal, ada):
    mod = make_moderator()
    judge(signal, mod, "seen", "watching them")
    assert Case.objects.get().score == 15
    judge(signal, mod)
    signal.refresh_from_db()
    assert (signal.state, signal.judged_by, signal.note) == ("dismissed", mod, "they are brothers")
    assert Case.objects.get().score == 0
    steps = ModerationLog.objects.order_by("id")
    assert [(step.user, step.facts["state"]) for step in steps] == [
        (ada, "seen"), (ada, "dismissed"),
    ]  # fmt: skip
    assert code_of(lambda: judge(signal, mod)) == "signal_dismissed"


def test_a_signal_is_judged_with_a_note_by_a_moderator_of_fair_play_who_is_not_meant(signal, bo):
    assert code_of(lambda: judge(signal, make_moderator(), note=" ")) == "note_missing"
    assert code_of(lambda: judge(signal, make_moderator(), "new")) == "bad_request"
    assert code_of(lambda: judge(signal, make_moderator(CHAT))) == "not_permitted"
    bo.groups.set(make_moderator(FAIR).groups.all())
    assert code_of(lambda: judge(signal, bo)) == "own_case"


def test_the_queue_the_case_and_the_list_show_it_and_the_case_judges_it(signal, client):
    sign_in_staff(client, make_moderator())
    assert "the site" in client.get(reverse("admin:games_case_changelist")).content.decode()
    case = reverse("admin:games_case_change", args=[signal.report.case_id])
    sentence = "Ada won 14 of 14 rated games against Bo"
    assert sentence in client.get(case).content.decode()
    listed = client.get(reverse("admin:games_signal_changelist"), {"q": "bo", "state": "new"})
    assert sentence in listed.content.decode()
    alone = client.get(reverse("admin:games_signal_change", args=[signal.pk]))
    assert sentence in alone.content.decode()
    address = reverse("admin:games_signal_judge", args=[signal.pk])
    answer = client.post(address, {"state": "seen", "note": "asked both"})
    assert answer.url == case
    assert "asked both" in client.get(case).content.decode()
