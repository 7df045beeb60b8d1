"""Records with tokens, cards and boards (docs/notation.md sections 3 to 5)."""

import json
from dataclasses import replace

import pytest

from games.core.errors import DomainError
from games.core.types import Phase
from games.rules.qwirkle.modules.boards.layout import layout_of
from games.rules.records.export import export_record
from games.rules.records.form import record_json
from games.rules.records.position import parse_position, position_line
from games.rules.records.qgn import read_qgn, write_qgn
from games.rules.records.read import parse_record
from games.rules.records.replay import replay
from games.rules.referee import answer
from tests.rules.expansions import (
    ALL_POWERS,
    BOARDS,
    CARDS,
    CARDS_BOARDS,
    TOKENS,
    TOKENS_BOARDS,
)

HANDS = [["RC", "RD", "RX", "RE", "GX", "GE"], ["GL", "GD", "YC", "YD", "YS", "YX"]]
PLAIN_CARDS = {"powers": ["ask", "take", "again"]}
BAG = ["!draw3", "PC", "PD", "!take", "PS", "BC", "BD", "BS"]


def record(*moves, key=TOKENS, **changed):
    """Return a record on a table with one tile; moves are texts of seat 0 or whole objects."""
    told = [move if isinstance(move, dict) else {"seat": 0, "move": move} for move in moves]
    whole = {
        "format": "qwirkle-record/1",
        "ruleset": key,
        "options": {},
        "seats": ["a", "b"],
        "opener": 0,
        "hands": HANDS,
        "bag": BAG,
        "board": ["RS@0,0"],
        "moves": told,
    }
    return {name: value for name, value in (whole | changed).items() if value is not None}


def judged(*moves, **changed):
    return answer({"op": "replay", "record": record(*moves, **changed)})


START = {"options": {"tokens_from": "start"}, "bag": ["PC", "PD", "PS", "BC"]}


def test_action_tiles_stand_in_the_bag_and_among_the_drawn():
    """Rules 2.1.3."""
    told = {"seat": 0, "move": "play RC@1,0", "drew": ["!draw3", "PC"]}
    verdict = judged(told)
    (step,) = verdict["steps"]
    assert step["drew"] == ["!draw3", "PC"]
    assert (step["bag_count"], step["tokens"]) == (6, [["draw3"], ["draw3"]])
    assert judged({**told, "drew": ["!DRAW3", "pc"]})["ok"]
    assert judged({**told, "drew": ["PC"]})["ok"]
    assert judged({**told, "drew": ["!draw3"]})["code"] == "bag_mismatch"
    assert judged({**told, "drew": ["!ask", "PC"]})["code"] == "bag_mismatch"
    assert judged({**told, "drew": ["!star", "PC"]})["code"] == "unknown_tile"


def test_an_action_tile_is_in_the_bag_once_and_only_where_it_is_in_play():
    assert judged(bag=["!ask", "!ask"])["code"] == "too_many_copies"
    assert judged(bag=["!ask"], options={"tokens": ["take"]})["code"] == "bad_request"
    assert judged(bag=["!ask"], options={"tokens_from": "start"})["code"] == "bad_request"
    assert judged(bag=["!star"])["code"] == "unknown_tile"
    assert judged(bag=["!ask"], key="qwirkle")["code"] == "unknown_tile"
    assert judged(bag=["!ask"], key=CARDS, options={"powers": ["ask", "take", "again"]})[
        "code"
    ] == ("unknown_tile")
    assert judged(hands=[["!ask"], ["RC"]])["code"] == "unknown_tile"


def test_tokens_may_be_told_for_each_seat():
    told = judged("use ask GL", tokens=[["Ask", "take"], []], bag=["PC"])
    assert told["steps"][0]["tokens"] == [["take"], []]
    assert judged("use ask GL")["code"] == "token_not_held"
    full = judged("use ask GL", **START)
    assert full["steps"][0]["tokens"][1] == sorted(ALL_POWERS)


@pytest.mark.parametrize(
    "changed",
    [
        {"tokens": [["ask", "ask"], []]},
        {"tokens": [["steal"], []]},
        {"tokens": [["ask"], []], "options": {"tokens": ["take"]}},
        {"tokens": [["ask"]]},
        {"tokens": [["ask"], []], "key": "qwirkle", "bag": []},
        {"tokens": [["ask"], []], "key": BOARDS, "bag": [], "options": {"boards": "ssss"}},
        {
            "tokens": [["draw3"], []],
            "key": CARDS,
            "bag": [],
            "options": {"powers": ["ask", "take", "again"]},
        },
    ],
)
def test_tokens_that_nobody_can_hold_are_refused(changed):
    assert judged(**changed)["code"] == "bad_request"


def test_only_games_with_powers_tell_tokens():
    assert "tokens" not in judged("play RC@1,0", key="qwirkle", bag=["PC"])["steps"][0]
    boards = judged("play RC@1,0", key=BOARDS, bag=["PC"], options={"boards": "ssss"})
    assert "tokens" not in boards["steps"][0]


@pytest.mark.parametrize(
    ("key", "options", "open_key"),
    [
        (CARDS, {}, "powers"),
        (BOARDS, {}, "boards"),
        (CARDS_BOARDS, {"boards": "ssss"}, "powers"),
        (TOKENS_BOARDS, {"boards": None}, "boards"),
    ],
)
def test_a_record_leaves_no_option_to_chance(key, options, open_key):
    verdict = judged(key=key, bag=[], options=options)
    assert verdict["code"] == "bad_request"
    assert f"“{open_key}”" in verdict["error"]


ASKS = [["OC", "RD"], ["GL"], ["OC", "OC"]]


def asked(told, **changed):
    return judged(
        {"seat": 0, **told},
        **{"seats": ["a", "b", "c"], "hands": ASKS, "bag": ["PC", "PD"], **START, **changed},
    )


def test_exactly_one_draw_happens_in_an_ask():
    """Rules 2.2.16, 2.2.17."""
    given = asked({"move": "use ask OC", "gave": 2, "gave_drew": ["PD"], "drew": []})
    assert given["steps"][0]["hand_sizes"] == [3, 1, 2]
    assert given["steps"][0]["drew"] == []
    missed = asked({"move": "use ask RL", "drew": ["PD"]})
    assert missed["steps"][0]["hand_sizes"] == [3, 1, 2]
    assert missed["steps"][0]["drew"] == ["PD"]


@pytest.mark.parametrize(
    "told",
    [
        {"move": "use ask OC", "gave": 1},
        {"move": "use ask OC", "drew": ["PC"]},
        {"move": "use ask OC", "gave": 2, "gave_drew": []},
        {"move": "use ask OC", "gave_drew": ["GX"]},
        {"move": "use ask RL", "gave": 2},
        {"move": "use ask RL", "gave_drew": ["PC"]},
        {"move": "use ask RL", "drew": ["PC", "PD"]},
        {"move": "play RD@1,0", "gave": 1},
        {"move": "play RD@1,0", "gave_drew": ["PC"]},
    ],
)
def test_what_does_not_fit_the_answers_is_refused(told):
    assert asked(told)["code"] == "bag_mismatch"


def test_json_and_qgn_hold_it_all():
    raw = record(
        {"seat": 0, "move": "use ask GL", "gave": 1, "gave_drew": ["!draw3", "PC"]},
        {"seat": 0, "move": "play RC@1,0", "score": 2, "total": 2},
        tokens=[["ask"], []],
        options={"tokens": ["ask", "draw3", "take"]},
    )
    read = parse_record(raw)
    assert read_qgn(write_qgn(read)) == read
    assert json.loads(json.dumps(record_json(read))) == raw
    assert replay(read).steps[0].tokens == (("draw3",), ("draw3",))


def test_a_running_games_record_shows_of_powers_only_what_the_rules_reveal():
    """Rules 2.2.20; traded tiles lie face down."""
    full = parse_record(
        record(
            {"seat": 0, "move": "use ask GL", "gave": 1, "gave_drew": ["PC"], "drew": []},
            {"seat": 0, "move": "play RC@1,0", "drew": []},
            {"seat": 1, "move": "use trade GD YC", "drew": ["PD", "PS"]},
            {"seat": 1, "move": "use take 0,0"},
            {"seat": 1, "move": "use singles YD@0,0"},
            tokens=[["ask"], ["trade"]],
        )
    )
    shown = {
        viewer: export_record(full, viewer=viewer, phase=Phase.RUNNING) for viewer in (None, 0, 1)
    }
    for one in shown.values():
        assert [move.move.split()[:2] for move in one.moves] == [
            move.move.split()[:2] for move in full.moves
        ]
        assert (one.moves[0].move, one.moves[0].gave) == ("use ask GL", 1)
        assert (one.tokens, one.board) == (full.tokens, full.board)
    assert [shown[viewer].moves[0].gave_drew for viewer in (None, 0, 1)] == [None, None, ("PC",)]
    assert [shown[viewer].moves[2].move for viewer in (None, 0, 1)] == [
        "use trade ? ?",
        "use trade ? ?",
        "use trade GD YC",
    ]
    assert [shown[viewer].moves[2].drew for viewer in (None, 0)] == [None, None]
    other = replace(full.moves[0], gave_drew=("BX",))
    hidden = replace(full, moves=(other, *full.moves[1:]), bag=full.bag[::-1])
    assert export_record(hidden, viewer=0, phase=Phase.RUNNING) == shown[0]


CONNECT_BOARD = [
    f"{tile}@{x},{y}"
    for tile, (x, y) in zip(
        [colour + shape for colour in "ROYG" for shape in "CDSXEL"],
        layout_of("cccc").start,
        strict=True,
    )
]


def test_start_tiles_stand_in_the_board():
    """Rules 4.2.10: and from then on the opener is checked as on an empty one."""
    options = {"options": {"boards": "cccc"}, "key": BOARDS, "board": CONNECT_BOARD, "bag": ["PC"]}
    hands = [["BC", "BD", "BS", "PX", "PE", "PL"], ["BC", "BD", "BS", "BX", "PE", "PL"]]
    assert judged(hands=hands, **options)["code"] == "wrong_opener"
    told = judged({"seat": 1, "move": "play BC@7,1"}, opener=1, hands=hands, **options)
    assert told["steps"][0]["score"] == 2
    other = judged("play BC@7,1", opener=1, hands=hands, **options)
    assert (other["code"], other["step"]) == ("wrong_opener", 0)


def test_a_tile_beside_the_boards_is_refused():
    """Rules 4.3."""
    options = {"boards": "ssss"}
    verdict = judged(key=BOARDS, bag=[], board=["RS@16,0"], options=options)
    assert (verdict["code"], verdict["cells"]) == ("cell_off_board", ["16,0"])
    with pytest.raises(DomainError) as refused:
        parse_position(f"{BOARDS}|RS@16,0|RC|0|0|9")
    assert refused.value.code == "cell_off_board"
    line = f"{BOARDS}|RS@15,0|RC|0|0|9"
    assert position_line(parse_position(line)) == line
