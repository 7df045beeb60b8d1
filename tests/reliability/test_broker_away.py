"""T11: without Redis every page and every move still works, and quickly."""

import time

from tests.client import SiteClient
from tests.factories import make_game, make_user
from tests.table import greedy_move, user_to_move


def test_two_people_play_on_while_redis_is_away(site):
    first, second = make_user(), make_user()
    game = make_game(first, second)
    clients = {user.pk: SiteClient(site.url, user) for user in (first, second)}
    path = f"/games/{game.public_id}/"
    site.stop_broker()
    slowest = 0.0
    for turn in range(10):
        game.refresh_from_db()
        mover = clients[user_to_move(game)]
        began = time.monotonic()
        answer = mover.post(
            f"{path}moves/", version=game.version, key=f"turn-{turn}", move=greedy_move(game)
        )
        slowest = max(slowest, time.monotonic() - began)
        assert answer.status == 200, answer.text
        for client in clients.values():
            assert client.get(path).status == 200
            assert f'data-version="{turn + 1}"' in client.get(f"{path}table/").text
    for page in ("/", "/lobby/"):
        assert clients[first.pk].get(page).status == 200
    assert slowest < 5, "a move must not wait for the broker"
    assert "Internal Server Error" not in site.log("web")


def test_the_answer_to_a_move_tells_whether_live_updates_work(site):
    user = make_user()
    game = make_game(user, make_user())
    while user_to_move(game) != user.pk:
        game = make_game(user, make_user())
    client = SiteClient(site.url, user)
    path = f"/games/{game.public_id}/moves/"
    site.stop_broker()
    answer = client.post(path, version=0, key="k", move=greedy_move(game))
    assert answer.json["live"] is False
