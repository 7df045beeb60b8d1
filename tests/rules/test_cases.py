"""Every case of tests/cases is a test (tests/cases/README.md)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.rules import registry
from games.rules.referee import answer, answer_line

CASES = Path(__file__).parent.parent / "cases"
RULESETS = {
    "qwirkle",
    "qwirkle+action_tokens",
    "qwirkle+power_cards",
    "qwirkle+boards",
    "qwirkle+action_tokens+boards",
    "qwirkle+boards+power_cards",
    "rummy",
}
"""All that docs/notation.md section 2 names; cases of those not yet here are not selected."""

BASE_CODES = {
    "bad_request", "unknown_tile", "unknown_option", "too_many_copies", "not_in_hand",
    "cell_taken", "not_one_line", "gap_in_line", "not_connected", "mismatch_in_line",
    "duplicate_in_line", "wrong_opener", "opening_too_small", "opening_must_play", "short_bag",
    "pass_not_allowed", "not_your_turn", "game_over", "score_mismatch", "bag_mismatch",
}  # fmt: skip
"""What the base game can refuse; ``line_too_long`` always comes after another code."""


def ruleset_of(request: dict[str, Any]) -> str:
    record = request.get("record")
    inner = record.get("ruleset") if isinstance(record, dict) else None
    return inner or request.get("ruleset") or "qwirkle"


def all_cases() -> Iterator[Any]:
    for path in sorted(CASES.glob("*.jsonl")):
        for line in path.read_text().splitlines():
            case = json.loads(line)
            if ruleset_of(case["request"]) not in RULESETS - set(registry.keys()):
                yield pytest.param(case, id=f"{path.stem}-{case['id']}")


def matches(expected: Any, found: Any, key: str = "") -> bool:
    """Return whether the expected part is there: keys of objects, elements of lists."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(
            name in found and matches(value, found[name], name) for name, value in expected.items()
        )
    if key == "cells":
        return sorted(expected) == sorted(found)
    if isinstance(expected, list):
        return (
            isinstance(found, list)
            and len(expected) == len(found)
            and all(map(matches, expected, found))
        )
    return bool(expected == found) and type(expected) is type(found)


@pytest.mark.parametrize("case", list(all_cases()))
def test_the_referee_answers_the_case_as_expected(case):
    verdict = answer(case["request"])
    assert matches(case["expect"], verdict), verdict
    assert json.loads(answer_line(json.dumps(case["request"]))) == verdict


def test_every_code_of_the_base_game_has_a_case():
    expected = {param.values[0]["expect"].get("code") for param in all_cases()}
    assert expected >= BASE_CODES


def test_no_case_has_the_name_of_another():
    names = [param.id for param in all_cases()]
    assert len(set(names)) == len(names) > 200
