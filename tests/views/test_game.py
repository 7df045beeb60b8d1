"""The page of a game and the commands sent from it."""

import json

import pytest
from django.urls import reverse
from django.utils import timezone

from games.core.pace import DAILY
from games.models import Game
from games.services.play import resign
from tests.factories import NOW, make_game, make_user
from tests.table import greedy_move, play, play_to_the_end, state_of, user_to_move

pytestmark = pytest.mark.django_db

SCRIPT = {"HTTP_ACCEPT": "application/json"}


@pytest.fixture
def game():
    """A running game of two people."""
    return make_game()


@pytest.fixture
def mover(game, client):
    """A client signed in as the player to move."""
    client.force_login(game.players.get(seat=game.to_move).user)
    return client


def post(client, name, game, data, **headers):
    """Post to one of the game's addresses."""
    return client.post(reverse(name, args=[game.public_id]), data, **headers)


def test_the_page_shows_the_own_hand_and_whose_turn_it_is(game, mover):
    page = mover.get(game.get_absolute_url())
    table = page.context["table"]
    assert page.status_code == 200
    assert table["is_your_turn"]
    assert len(table["hand"]) == 6
    assert [seat["is_you"] for seat in table["seats"]] == [True, False]


def test_somebody_who_watches_sees_no_hand(game, client):
    table = client.get(game.get_absolute_url()).context["table"]
    assert (table["you"], table["hand"], table["legal"]) == (None, None, {})
    assert not any(seat["hand"] for seat in table["seats"])


def test_a_game_that_does_not_exist_is_a_plain_404(client):
    page = client.get(reverse("game", args=["none"]))
    assert page.status_code == 404
    assert b"Traceback" not in page.content


def test_private_views_are_never_kept_by_a_shared_cache(game, mover):
    assert "no-store" in mover.get(game.get_absolute_url())["Cache-Control"]
    fragment = mover.get(reverse("game_table", args=[game.public_id]))
    assert "private" in fragment["Cache-Control"]


def test_the_fragment_answers_304_until_the_game_has_moved(game, mover):
    address = reverse("game_table", args=[game.public_id])
    tag = mover.get(address)["ETag"]
    assert mover.get(address, HTTP_IF_NONE_MATCH=tag).status_code == 304
    play(game)
    assert mover.get(address, HTTP_IF_NONE_MATCH=tag).status_code == 200


def test_the_fragments_tag_is_another_for_another_viewer(game, mover, client):
    address = reverse("game_table", args=[game.public_id])
    mine = mover.get(address)["ETag"]
    mover.logout()
    assert client.get(address)["ETag"] != mine


def test_script_gets_the_new_table_in_the_answer_to_its_move(game, mover):
    move = greedy_move(game)
    answer = post(mover, "game_move", game, {"version": 0, "key": "k", "move": move}, **SCRIPT)
    assert answer.status_code == 200
    assert answer.json()["version"] == 1
    assert 'data-version="1"' in answer.json()["html"]


def test_a_form_is_answered_with_the_page(game, mover):
    move = greedy_move(game)
    answer = post(mover, "game_move", game, {"version": 0, "key": "k", "move": move})
    assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())


def plain(move: str) -> dict[str, str]:
    """Return the fields in which the plain form writes a placement."""
    fields = {"version": "0", "key": "k", "kind": "play"}
    for row, part in enumerate(move.split()[1:]):
        tile, cell = part.split("@")
        fields |= {f"tile-{row}": tile}
        fields[f"x-{row}"], fields[f"y-{row}"] = cell.split(",")
    return fields


def test_the_plain_form_plays_just_as_well(game, mover):
    assert post(mover, "game_move", game, plain(greedy_move(game))).status_code == 302
    assert game.plies.count() == 1


def test_the_plain_form_trades_by_slot(game, client):
    play(game)
    game.refresh_from_db()
    client.force_login(game.players.get(seat=game.to_move).user)
    fields = {"version": 1, "key": "k", "kind": "trade", "trade": ["0", "3"]}
    assert post(client, "game_move", game, fields).status_code == 302
    assert game.plies.get(number=1).move == "trade 2"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"kind": "play"}, "Choose at least one tile"),
        ({"kind": "trade"}, "Tick the tiles"),
        ({"kind": "jump"}, "Choose to play, to trade or to pass"),
        ({"kind": "play", "tile-0": "RS", "x-0": "", "y-0": "0"}, "Give a column and a row"),
        ({"kind": "play", "tile-0": "RS", "x-0": "1e9", "y-0": "0"}, "Give a column and a row"),
        ({"kind": "play", "tile-0": "Z9", "x-0": "1", "y-0": "0"}, "Z9"),
    ],
)
def test_a_form_that_cannot_be_read_says_what_to_fill_in(game, mover, fields, words):
    page = post(mover, "game_move", game, {"version": 0, "key": "k", **fields})
    assert page.status_code == 400
    assert words in page.content.decode()


def test_a_refused_form_keeps_what_was_filled_in(game, mover):
    fields = plain("play RS@0,0") | {"x-0": "9999"}
    page = post(mover, "game_move", game, fields | {"version": 5})
    assert page.status_code == 409
    assert page.context["form_values"]["x-0"] == "9999"


REFUSED = [
    ({"version": 7}, 409, "stale_version"),
    ({"version": ""}, 400, "bad_request"),
    ({"version": "-1"}, 400, "bad_request"),
    ({"version": "9" * 30}, 400, "bad_request"),
    ({"version": "٣"}, 400, "bad_request"),
    ({"move": "pass"}, 422, "opening_must_play"),
    ({"move": "play"}, 400, "bad_request"),
    ({"move": "play RS@0,0 " * 30}, 422, None),
    ({"move": "\x00"}, 400, "bad_request"),
    ({"move": "FLAG"}, 400, "bad_request"),
    ({"move": "Resign"}, 400, "bad_request"),
    ({"move": "", "kind": "trade", "trade": "9" * 5000}, 400, "bad_request"),
    ({"key": ""}, 400, "bad_request"),
]


@pytest.mark.parametrize(("change", "status", "code"), REFUSED)
def test_script_gets_a_code_and_a_sentence_for_what_is_refused(game, mover, change, status, code):
    fields = {"version": 0, "key": "k", "move": greedy_move(game), **change}
    answer = post(mover, "game_move", game, fields, **SCRIPT)
    assert answer.status_code in ((status,) if code else (400, 422)), answer.content
    assert code in (None, answer.json()["code"])
    assert answer.json()["error"]
    assert game.plies.count() == 0


def test_a_conflict_brings_the_table_as_it_is_now(game, mover):
    play(game)
    answer = post(mover, "game_move", game, {"version": 0, "key": "k", "move": "pass"}, **SCRIPT)
    assert answer.status_code == 409
    assert 'data-version="1"' in answer.json()["html"]


def test_a_key_used_for_something_else_is_422(game, mover):
    fields = {"version": 0, "key": "k", "move": greedy_move(game)}
    post(mover, "game_move", game, fields, **SCRIPT)
    answer = post(mover, "game_move", game, fields | {"move": "pass"}, **SCRIPT)
    assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")


@pytest.mark.parametrize(
    "name", ["game_move", "game_order", "game_resign", "game_abort", "game_preview"]
)
def test_commands_need_a_post_and_a_signed_in_player(game, client, name):
    address = reverse(name, args=[game.public_id])
    assert client.get(address).status_code == 405
    assert client.post(address).status_code == 302
    client.force_login(make_user())
    answer = client.post(address, {"version": 0, "key": "k", "move": "pass"}, **SCRIPT)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_game")


def test_resigning_ends_a_game_of_two(game, mover):
    assert post(mover, "game_resign", game, {"key": "k"}).status_code == 302
    game.refresh_from_db()
    assert game.end_reason == "resigned"


def test_calling_off_ends_it_for_nobody(game, mover):
    answer = post(mover, "game_abort", game, {}, **SCRIPT)
    assert answer.json()["ok"]
    assert Game.objects.get(pk=game.pk).status == "aborted"


def preview(client, game, tiles):
    """Ask what these tiles would score."""
    return post(client, "game_preview", game, {"tiles": tiles}).json()


def test_a_preview_scores_what_lies_and_changes_nothing(game, mover):
    tiles = greedy_move(game).removeprefix("play ")
    answer = preview(mover, game, tiles)
    assert answer["playable"]
    played = play(game, f"play {tiles}").game
    assert (
        played.plies.get().points
        == answer["score"]
        == sum(line["points"] for line in answer["lines"]) + (answer["score"] == 1)
    )


def test_a_preview_says_why_the_tiles_cannot_be_played(game, mover):
    play(game)
    play(game)
    tile = mover.get(game.get_absolute_url()).context["table"]["hand"][0]
    answer = preview(mover, game, f"{tile}@90,90")
    assert (answer["playable"], answer["code"]) == (False, "not_connected")
    assert answer["error"] == "It has to touch a tile on the table"


def test_a_preview_leads_tile_by_tile_to_any_move(game, mover):
    play(game)
    play(game)
    while not greedy_move(game).startswith("play"):
        play(game)
        play(game)
    left = set(greedy_move(game).removeprefix("play ").split())
    laid: list[str] = []
    while left:
        legal = preview(mover, game, " ".join(laid))["legal"]
        next_part = next(
            part for part in left if part.split("@")[1] in legal.get(part.split("@")[0], [])
        )
        left.remove(next_part)
        laid.append(next_part)
    assert preview(mover, game, " ".join(laid))["playable"]


def test_a_preview_of_nonsense_is_refused(game, mover):
    answer = post(mover, "game_preview", game, {"tiles": "RS@x,y"})
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_request"


def test_a_preview_knows_only_the_own_hand(game, mover):
    """D12: what is refused depends on the caller's own view alone."""
    other = next(seat for seat in (0, 1) if seat != game.to_move)
    from games.rules.qwirkle.tiles import tile_text

    state = state_of(game)
    theirs = set(state.hands[other]) - set(state.hands[game.to_move])
    answer = preview(mover, game, f"{tile_text(next(iter(theirs)))}@0,0")
    assert answer["code"] == "not_in_hand"


@pytest.mark.parametrize("seats", [2, 4])
def test_the_first_load_of_a_game_takes_at_most_twelve_queries(
    client, seats, django_assert_max_num_queries
):
    """To read; that he has now seen what he was told of it is written down once, by one more."""
    game = make_game(*(make_user() for _ in range(seats)), pace=DAILY, now=timezone.now())
    for _ in range(2 * seats):
        game = play(game, now=timezone.now()).game
    user = game.players.get(seat=game.to_move).user
    user.notices.update(read_at=NOW)
    client.force_login(user)
    with django_assert_max_num_queries(12):
        assert client.get(game.get_absolute_url()).status_code == 200
    resign(public_id=game.public_id, user_id=user.pk, key="r", now=timezone.now())
    user.notices.update(read_at=NOW)
    with django_assert_max_num_queries(12):
        assert client.get(game.get_absolute_url()).status_code == 200


def test_a_player_in_a_first_game_may_be_offered_hints_and_a_watcher_not(game, mover):
    assert mover.get(game.get_absolute_url()).context["table"]["is_first_game"]
    mover.logout()
    assert not mover.get(game.get_absolute_url()).context["table"]["is_first_game"]


def test_a_finished_game_shows_result_hands_and_the_seed(client):
    game = play_to_the_end(make_game())
    table = client.get(game.get_absolute_url()).context["table"]
    assert table["result"]["winners"]
    assert len(table["fair"]["seed"]) == 64


def test_a_running_game_shows_the_commitment_and_no_seed(game, client):
    table = client.get(game.get_absolute_url()).context["table"]
    assert len(table["fair"]["commitment"]) == 64
    assert table["fair"]["seed"] is None


def test_the_view_of_a_table_is_plain_json(game, mover):
    table = mover.get(game.get_absolute_url()).context["table"]
    assert json.dumps(table, default=str)
    assert user_to_move(game)


def test_a_power_is_used_by_the_plain_form(client):
    user = make_user()
    client.force_login(user)
    game = make_game(user, make_user(), ruleset_key="qwirkle+action_tokens", tokens_from="start")
    while user_to_move(game) != user.pk:
        play(game)
        game.refresh_from_db()
    fields = {"version": game.version, "key": "k", "kind": "use", "power": "ask", "on": "RS"}
    assert "Use it" in client.get(game.get_absolute_url()).content.decode()
    answer = client.post(reverse("game_move", args=[game.public_id]), fields)
    assert answer.status_code == 302
    assert game.plies.latest("number").move == "use ask RS"
    again = client.post(reverse("game_move", args=[game.public_id]), {**fields, "power": "x"})
    assert again.status_code == 422
