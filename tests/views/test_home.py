"""The front door and the health page."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.core.pace import DAILY, UNTIMED
from games.models import Challenge, ChallengeSeat, Game, Heartbeat, Pause
from games.services.finish import abort_game
from games.services.heartbeat import stamp_heartbeat
from games.services.play import resign
from games.services.vacations import settle_clocks, start_vacation
from tests.factories import NOW, make_challenge, make_game, make_user
from tests.table import make_begun_game, play, play_to_the_end, user_to_move

pytestmark = pytest.mark.django_db


@pytest.fixture
def user(client):
    """A person who is signed in."""
    found = make_user()
    client.force_login(found)
    return found


def game_with(user, *, waits: bool) -> Game:
    """Return a running game of this user that does or does not wait for him."""
    game = make_game(user, make_user())
    while (user_to_move(game) == user.pk) is not waits:
        game = play(game).game
    return game


def home(client):
    """Return the context of the front page."""
    return client.get(reverse("home")).context


def test_a_visitor_sees_what_the_site_is(client):
    page = client.get(reverse("home"))
    assert page.status_code == 200
    assert reverse("account_signup") in page.content.decode()


def test_games_that_wait_for_me_come_before_theirs_and_finished_ones(client, user):
    theirs, mine = game_with(user, waits=False), game_with(user, waits=True)
    ended = play_to_the_end(make_game(user, make_user()))
    context = home(client)
    assert [card["id"] for card in context["waiting"]] == [mine.public_id]
    assert [card["id"] for card in context["theirs"]] == [theirs.public_id]
    assert [card["id"] for card in context["finished"]] == [ended.public_id]


def test_the_game_that_has_waited_longest_comes_first(client, user):
    new, old = game_with(user, waits=True), game_with(user, waits=True)
    Game.objects.filter(pk=old.pk).update(moved_at=NOW - timedelta(days=2))
    assert [card["id"] for card in home(client)["waiting"]] == [old.public_id, new.public_id]


def test_a_row_sets_my_points_against_the_best_of_the_others(client, user):
    game = make_game(user, make_user(), make_user())
    while user_to_move(game) == user.pk:
        game = play(game).game
    for player, score in zip(game.players.exclude(user=user), (31, 44), strict=True):
        game.players.filter(pk=player.pk).update(score=score)
    game.players.filter(user=user).update(score=29)
    assert "<b>29</b> : 44</span>" in client.get(reverse("home")).content.decode()


def test_the_last_event_reads_as_one_sentence(client, user):
    game = play(game_with(user, waits=False)).game
    while user_to_move(game) != user.pk:
        game = play(game).game
    page = " ".join(client.get(reverse("home")).content.decode().split())
    assert re.search(r'gcard__last"> ?<b>[^<]+</b> [^<]*[^ <], [^<]+ ?</p>', page)


def test_a_called_off_game_keeps_its_last_move(client, user):
    game = game_with(user, waits=True)
    if not game.plies.exists():
        game = play(game).game
    other = game.players.exclude(user=user).get()
    if other.has_moved:
        other = game.players.get(user=user)
    abort_game(public_id=game.public_id, user_id=other.user_id, now=NOW)
    assert home(client)["finished"][0]["last"]["number"] == game.plies.count()


def test_the_pill_counts_the_games_that_wait_besides_the_open_one(client, user):
    first, _second = game_with(user, waits=True), game_with(user, waits=True)
    assert home(client)["waiting_count"] == 2
    assert client.get(first.get_absolute_url()).context["waiting_count"] == 1


def test_next_game_leads_to_the_other_waiting_game_and_home_without_one(client, user):
    first, second = game_with(user, waits=True), game_with(user, waits=True)
    answer = client.get(reverse("next_game"), {"after": first.public_id})
    assert answer["Location"] == second.get_absolute_url()
    play(second)
    answer = client.get(reverse("next_game"), {"after": first.public_id})
    assert answer["Location"] == reverse("home")


def test_running_games_are_sorted_and_filtered_as_the_address_asks(client, user):
    zoe, abe = make_user(username="Zoe"), make_user(username="abe")
    first = make_game(user, zoe)
    second = make_game(user, abe, ruleset_key="qwirkle+boards")

    def shown(**asked):
        context = client.get(reverse("home"), asked).context
        return [card["id"] for card in context["waiting"] + context["theirs"]]

    for begun in (first, second):
        game = begun
        while user_to_move(game) != user.pk:
            game = play(game).game
    assert shown(sort="opponent") == [second.public_id, first.public_id]
    assert shown(variant="qwirkle") == [first.public_id]
    play(first)
    assert shown(turn="mine") == [second.public_id]
    assert len(shown(sort="nonsense", variant="nonsense")) == 2


def test_home_takes_at_most_ten_queries_with_all_there_is_to_show(client, user):
    """The clocks of a vacation and of a pause, notices, an invitation, games that are over."""
    rival = make_user()
    challenge = make_challenge(kind=Challenge.Kind.DIRECT, host=rival)
    ChallengeSeat.objects.create(challenge=challenge, user=user, state=ChallengeSeat.State.INVITED)
    for first in (user, rival):
        game = make_begun_game(user, rival, pace=DAILY, first=first, now=timezone.now())
    Pause.objects.create(
        game=game, kind=Pause.Kind.MODERATOR, began_at=timezone.now(), version=game.version
    )
    settle_clocks(now=timezone.now())
    start_vacation(user_id=user.pk, now=timezone.now())
    over = make_game(user, rival)
    resign(public_id=over.public_id, user_id=rival.pk, key="r", now=NOW)
    assert user.notices.exists()
    with CaptureQueriesContext(connection) as few:
        page = home(client)
    assert page["invites"]
    assert page["vacation"]["until"]
    assert page["finished"]
    kinds = [card["pause"]["kind"] for card in [*page["waiting"], *page["theirs"]]]
    assert sorted(kinds) == ["moderator", "vacation"]
    for number in range(28):
        make_game(user, rival, pace=DAILY if number % 2 else UNTIMED, now=timezone.now())
    with CaptureQueriesContext(connection) as many:
        page = home(client)
    assert len(page["waiting"]) + len(page["theirs"]) == 30
    assert len(many) == len(few) <= 10


def test_running_games_stand_in_the_order_and_the_choice_of_the_address(client, user):
    ada, bo = make_user(username="Ada"), make_user(username="bo")
    first = make_begun_game(user, bo, first=user)
    second = make_begun_game(user, ada, first=user)
    third = make_begun_game(user, bo, first=bo, ruleset_key="qwirkle+boards")
    Game.objects.filter(pk=first.pk).update(moved_at=NOW - timedelta(days=2))
    Game.objects.filter(pk=second.pk).update(moved_at=NOW - timedelta(days=1))

    def shown(**wishes):
        context = client.get(reverse("home"), wishes).context
        return [card["id"] for card in [*context["waiting"], *context["theirs"]]]

    assert shown() == [first.public_id, second.public_id, third.public_id]
    assert shown(sort="opponent") == [second.public_id, first.public_id, third.public_id]
    assert shown(sort="moved") == [second.public_id, first.public_id, third.public_id]
    assert shown(turn="mine") == [first.public_id, second.public_id]
    assert shown(variant="qwirkle+boards") == [third.public_id]
    assert shown(sort="x", variant="chess", turn="1") == shown()
    html = client.get(reverse("home"), {"sort": "opponent", "turn": "mine"}).content.decode()
    assert 'hx-get="/?sort=opponent&amp;turn=mine"' in html


def test_whoever_goes_on_and_on_visits_every_waiting_game_once(client, user):
    waiting = {make_begun_game(user, make_user(), first=user).public_id for _ in range(4)}
    timed = make_begun_game(user, make_user(), first=user, pace=DAILY, now=timezone.now())
    waiting.add(timed.public_id)
    visited, at = [], ""
    for _ in waiting:
        answer = client.get(reverse("next_game"), {"after": at})
        at = answer["Location"].split("/")[2]
        visited.append(at)
    assert visited[0] == timed.public_id, "the one with the nearest deadline comes first"
    assert set(visited) == waiting
    again = client.get(reverse("next_game"), {"after": at})
    assert again["Location"] == timed.get_absolute_url()


def health(client):
    """Return status and body of the health page."""
    answer = client.get(reverse("healthz"))
    return answer.status_code, answer.json()


def test_the_health_page_is_red_until_the_worker_has_shown_itself(client):
    assert health(client)[0] == 503
    stamp_heartbeat(role="worker", now=timezone.now())
    assert health(client) == (200, {"ok": True, "worker_silent_s": 0, "bot_overdue_s": None})


def test_the_health_page_turns_red_when_the_worker_is_silent_for_a_minute(client):
    stamp_heartbeat(role="worker", now=timezone.now() - timedelta(seconds=61))
    assert health(client)[0] == 503
    assert Heartbeat.objects.count() == 1


def test_the_health_page_turns_red_when_a_bot_has_been_due_for_a_minute(client):
    stamp_heartbeat(role="worker", now=timezone.now())
    game = make_game(make_user(), bots=("greedy",))
    while game.bot_due_at is None:
        game = play(game).game
    Game.objects.filter(pk=game.pk).update(bot_due_at=timezone.now() - timedelta(seconds=61))
    status, found = health(client)
    assert (status, found["ok"]) == (503, False)
    assert found["bot_overdue_s"] >= 61
