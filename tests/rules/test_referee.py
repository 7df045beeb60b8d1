"""The referee judges anything and never falls over (docs/notation.md section 4)."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.management.commands import referee as command
from games.rules.qwirkle.tiles import KINDS, tile_text
from games.rules.records.form import record_json
from games.rules.referee import answer, answer_line
from tests.rules.played import random_game
from tests.rules.test_cases import BASE_CODES

ROOT = Path(__file__).parents[2]
GOOD = '{"op": "score", "board": [], "play": ["RS@0,0"]}'

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
)
anything = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)
# Few tiles and few cells, so that many requests are legal or nearly so.
tile_texts = st.sampled_from([*map(tile_text, KINDS[:9]), "rs"])
cell_texts = st.builds("{},{}".format, st.integers(-2, 2), st.integers(-1, 1))
placed = st.builds("{}@{}".format, tile_texts, cell_texts)
moves = st.one_of(
    st.lists(placed, min_size=1, max_size=3, unique=True).map(
        lambda some: " ".join(["play", *some])
    ),
    st.lists(tile_texts, min_size=1, max_size=3).map(lambda some: " ".join(["trade", *some])),
    st.sampled_from(["pass", "resign", "flag"]),
)
boards = st.lists(placed, max_size=3, unique=True)
plays = st.lists(placed, min_size=1, max_size=2, unique=True)
hands = st.lists(tile_texts, max_size=4)
options = st.fixed_dictionaries(
    {},
    optional={
        "opening": st.sampled_from(["largest", "free"]),
        "free_pass": st.booleans(),
        "short_trade": st.just("partial"),
        "stalemate_rounds": st.integers(0, 2),
    },
)
recorded = st.fixed_dictionaries(
    {"seat": st.integers(0, 1), "move": moves},
    optional={"score": st.integers(0, 4), "drew": hands},
)
records = st.fixed_dictionaries({
    "format": st.just("qwirkle-record/1"), "ruleset": st.just("qwirkle"), "options": options,
    "seats": st.just(["a", "b"]), "opener": st.integers(0, 1),
    "hands": st.lists(hands, min_size=2, max_size=2), "bag": hands, "board": boards,
    "moves": st.lists(recorded, max_size=4),
})  # fmt: skip


def request(op, **keys):
    return st.fixed_dictionaries({"op": st.just(op), **keys}, optional={"id": scalars})


@st.composite
def spoiled(draw, strategy):
    """Return one that fits, but for one part somewhere in it that is anything at all."""
    asked = json.loads(json.dumps(draw(strategy)))
    spot, key = asked, draw(st.sampled_from(sorted(asked)))
    while isinstance(spot[key], dict | list) and spot[key] and draw(st.booleans()):
        spot = spot[key]
        keys = sorted(spot) if isinstance(spot, dict) else range(len(spot))
        key = draw(st.sampled_from(keys))
    spot[key] = draw(anything)
    return asked


fitting = st.one_of(
    request("score", board=boards, play=plays, options=options),
    request("score", board=boards, play=plays, hand=hands),
    request("moves", board=boards, hand=hands, limit=st.integers(0, 9)),
    request("opener", hands=st.lists(hands, min_size=1, max_size=4)),
    request("replay", record=records),
)
requests = st.one_of(fitting, fitting, spoiled(fitting), anything)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(requests)
def test_every_request_is_answered_with_ok_or_a_listed_code(asked):
    verdict = answer(asked)
    assert verdict["ok"] or (verdict["code"] in BASE_CODES and verdict["error"].endswith("."))
    line = answer_line(json.dumps(asked))
    assert "\n" not in line
    assert json.loads(line) == verdict
    line.encode()


@settings(deadline=None)
@given(st.text(max_size=60))
def test_every_line_is_answered(text):
    verdict = json.loads(answer_line(text))
    assert verdict["ok"] is False
    assert verdict["code"] == "bad_request"


@pytest.mark.parametrize(
    "line",
    [
        "", " ", "null", "7", "[]", '"score"', "{", GOOD + GOOD, "[" * 100_000, '{"a":' * 50_000,
        '{"op": "moves", "board": [], "hand": [], "limit": NaN}',
        '{"op": "moves", "board": [], "hand": [], "limit": -Infinity}',
        '{"op": "moves", "board": [], "hand": [], "limit": 1e999}',
        '{"op": "moves", "board": [], "hand": [], "limit": 1' + "0" * 5000 + "}",
        '{"op": "moves", "board": [], "hand": [], "limit": 1' + "0" * 50 + "}",
        '{"op": "moves", "board": [], "hand": [], "limit": 1.0}',
        '{"op": "score", "op": "score", "board": [], "play": ["RS@0,0"]}',
        '{"op": "opener", "hands": [["RS"]], "options": {"opening": "free", "opening": "free"}}',
        '{"op": "score", "board": [], "play": ["RS@0,0"], "id": []}',
        '{"op": "score", "board": [], "play": ["RS@0,0"], "note": 1}',
    ],
    ids=range(20),
)  # fmt: skip
def test_what_is_no_request_is_a_bad_request_in_one_plain_sentence(line):
    verdict = json.loads(answer_line(line))
    assert verdict["ok"] is False
    assert verdict["code"] == "bad_request"
    assert verdict["error"].endswith(".")
    assert len(verdict["error"]) < 200


@pytest.mark.parametrize("name", ["a", "", 7, 0, -1.5, True, None, "é", "\ud800", 10**30])
def test_the_id_is_repeated_in_verdict_and_refusal(name):
    good = {"op": "score", "board": [], "play": ["RS@0,0"], "id": name}
    assert json.loads(answer_line(json.dumps(good)))["id"] == name
    assert json.loads(answer_line(json.dumps({"op": "?", "id": name})))["id"] == name
    assert answer({"op": "?", "id": name})["id"] == name


def test_without_an_id_the_answer_has_none():
    assert "id" not in answer(json.loads(GOOD))
    assert "id" not in answer({})


@pytest.mark.parametrize("name", [float("nan"), float("inf"), {}, ["a"]])
def test_an_id_that_cannot_be_repeated_is_refused(name):
    verdict = answer({"op": "score", "board": [], "play": ["RS@0,0"], "id": name})
    assert verdict["code"] == "bad_request"
    assert "id" not in verdict


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_replayed_with_its_result(seats):
    record, states = random_game(seats, bytes([seats]) * 32)
    verdict = answer({"op": "replay", "record": record_json(record)})
    assert verdict["ok"], verdict
    assert verdict["over"]
    assert len(verdict["steps"]) == len(record.moves)
    assert {key: verdict[key] for key in ("scores", "winners", "reason")} == record.result
    assert verdict["steps"][-1]["bag_count"] == len(states[-1].bag)


def test_the_moves_it_offers_are_those_it_allows():
    _, states = random_game(2, b"\7" * 32, most=9)
    state = states[-1]
    board = [f"{tile_text(tile)}@{x},{y}" for (x, y), tile in state.board.items()]
    hand = [tile_text(tile) for tile in state.hands[state.to_move]]
    offered = answer({"op": "moves", "board": board, "hand": hand, "limit": 10_000})
    assert len(offered["moves"]) == offered["count"] > 0
    order = [(-move["score"], " ".join(move["play"])) for move in offered["moves"]]
    assert order == sorted(order)
    assert len(set(order)) == len(order)
    for move in offered["moves"]:
        judged = answer({"op": "score", "board": board, "play": move["play"], "hand": hand})
        assert judged["ok"], judged
        assert judged["score"] == move["score"]
        assert sum(line["points"] for line in judged["lines"]) == move["score"]
    assert len(answer({"op": "moves", "board": board, "hand": hand})["moves"]) <= 20


class TestCommand:
    def run(self, tmp_path, content: bytes) -> list[dict]:
        path = tmp_path / "requests.jsonl"
        path.write_bytes(content)
        out = io.StringIO()
        call_command("referee", str(path), stdout=out)
        return [json.loads(line) for line in out.getvalue().splitlines()]

    def test_every_line_gets_one_answer_in_order(self, tmp_path):
        bad = [b"", b"\xff\xfe", b"{", b'{"op": "judge", "id": 3}']
        lines = [GOOD.encode(), *bad, GOOD.encode()]
        found = self.run(tmp_path, b"\n".join(lines) + b"\n")
        assert [verdict["ok"] for verdict in found] == [True, *[False] * 4, True]
        assert found[4]["id"] == 3

    def test_the_last_line_needs_no_end_and_windows_files_are_read(self, tmp_path):
        content = b"\xef\xbb\xbf" + GOOD.encode() + b"\r\n" + GOOD.encode()
        assert [verdict["ok"] for verdict in self.run(tmp_path, content)] == [True, True]

    def test_an_empty_file_gets_no_answer(self, tmp_path):
        assert self.run(tmp_path, b"") == []

    @pytest.mark.parametrize("extra", [0, 1, 5_000])
    def test_a_line_that_is_too_long_is_answered_and_skipped(self, tmp_path, extra, monkeypatch):
        monkeypatch.setattr(command, "MAX_LINE", 1_000)
        long = GOOD.encode().ljust(1_000 + extra)
        found = self.run(tmp_path, long + b"\n" + GOOD.encode() + b"\n")
        assert [verdict["ok"] for verdict in found] == [extra == 0, True]

    def test_a_file_that_cannot_be_read_ends_with_status_2(self, tmp_path):
        for path in (tmp_path / "none.jsonl", tmp_path):
            with pytest.raises(CommandError) as caught:
                call_command("referee", str(path))
            assert caught.value.returncode == 2

    def test_from_standard_input_each_line_is_answered_before_the_next_is_written(self):
        process = subprocess.Popen(
            [sys.executable, "manage.py", "referee"],
            cwd=ROOT,
            env={**os.environ, "PYTHONWARNINGS": "ignore"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        with process:
            for number in range(3):
                process.stdin.write(json.dumps({"op": "?", "id": number}).encode() + b"\n")
                process.stdin.flush()
                assert json.loads(process.stdout.readline())["id"] == number
            process.stdin.close()
        assert process.returncode == 0
