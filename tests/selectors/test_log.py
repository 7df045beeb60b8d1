"""The log as everybody may read it: moves, powers, and what they left behind."""

from unittest import mock

import pytest

from games.models import Game, Ply
from games.rules import registry
from games.selectors.log import last_cells, log_row, move_log, round_ends
from games.selectors.table import observe_game, table_view
from games.services.play import resign
from tests.factories import NOW, make_game, make_user
from tests.table import greedy_move, play, state_of, user_to_move

PLIES = 40


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.parametrize("key", registry.keys())
@pytest.mark.parametrize("seats", [2, 4])
def test_bag_and_hand_after_each_ply_are_those_of_the_rules(key, seats):
    """Rules 1.2.12, 1.5.34, 2.1.10."""
    users = [make_user() for _ in range(seats)]
    game = make_game(*users, ruleset_key=key)
    after = []
    for _ in range(PLIES):
        game.refresh_from_db()
        if not game.is_running:
            break
        seat = game.to_move
        play(game, greedy_move(game, bot="random", with_powers=True))
        if len(Ply.objects.filter(game=game)) != len(after) + 1:
            break  # the server passed for somebody by itself
        state = state_of(game)
        after.append((len(state.bag), len(state.hands[seat])))
    plies = game.plies.order_by("number")[: len(after)]
    log = move_log(plies, [user.username for user in users])
    assert [(row["bag"], row["hand"]) for row in reversed(log)] == after
    assert [row["number"] for row in log] == list(range(len(after), 0, -1))


@pytest.mark.django_db
@pytest.mark.one_database
def test_who_leaves_takes_the_hand_out_of_the_game():
    """Rules 6 D25."""
    game = make_game(make_user(), make_user(), make_user())
    resign(public_id=game.public_id, user_id=user_to_move(game), key="gone", now=NOW)
    row = log_row(game.plies.get(), ["a", "b", "c"])
    assert (row["bag"], row["hand"]) == (90, 0)


def rows(text):
    """Return a log, newest first, from ``0p 1p 2r``: seat and play, trade or resign."""
    kinds = {"p": "play", "t": "trade", "r": "resign"}
    return [
        {"number": number, "seat": int(one[0]), "kind": kinds[one[1]], "power": ""}
        for number, one in enumerate(text.split(), 1)
    ][::-1]


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("", []),
        ("1p", []),
        ("1p 0p 1t", [2]),
        ("1p 2p 0p 1p 2p 0t", [3, 6]),
        ("1p 2p 0r 1p 2p", [3, 5]),
        ("1p 0r 2p 1p 2p", [3, 5]),
    ],
)
def test_a_round_is_over_when_everybody_still_in_has_moved(text, ends):
    assert round_ends(rows(text), 2 if "2" not in text else 3) == ends


def test_a_trade_names_no_tiles():
    row = log_row(Ply(number=4, seat=1, move="trade 3", played_at=NOW), ["a", "b"])
    assert (row["kind"], row["count"], row["tiles"], row["cells"]) == ("trade", 3, [], [])


def test_the_last_cells_are_those_of_the_newest_placement():
    plies = [
        Ply(number=0, seat=0, move="play RS@0,0 RC@-1,0", played_at=NOW),
        Ply(number=1, seat=1, move="pass", played_at=NOW),
    ]
    assert last_cells(move_log(plies, ["a", "b"])) == [(0, 0), (-1, 0)]
    assert last_cells([]) == []


@pytest.mark.django_db
def test_a_table_read_while_a_move_is_played_meanwhile_is_whole():
    game = play(make_game()).game
    seen = Game.objects.get(pk=game.pk)
    observed = observe_game(seen, None)
    play(game)
    with mock.patch("games.selectors.table._observe", return_value=observed):
        table = table_view(seen, None, NOW)
    assert (table["version"], len(table["log"]), len(table["board"]["cells"])) == (
        1,
        1,
        len(observed.board),
    )
