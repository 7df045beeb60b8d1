"""Options have defaults; unknown keys and bad values are refused by name."""

import pytest

from games.core.errors import BadRequestError
from games.core.options import choice, parse_options, subset, switch, whole

SPECS = {"colour": choice("red", "blue"), "loud": switch(), "rounds": whole(4, 0, 20)}


def test_absent_keys_get_their_defaults():
    assert parse_options(SPECS, {}) == {"colour": "red", "loud": False, "rounds": 4}


def test_good_values_are_taken_over():
    chosen = {"colour": "blue", "loud": True, "rounds": 0}
    assert parse_options(SPECS, chosen) == chosen


def test_an_unknown_key_is_refused_by_name():
    with pytest.raises(BadRequestError, match="“speed”") as refusal:
        parse_options(SPECS, {"speed": 1})
    assert refusal.value.code == "unknown_option"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("colour", "green"),
        ("colour", 1),
        ("colour", None),
        ("colour", []),
        ("loud", 1),
        ("loud", "true"),
        ("rounds", 21),
        ("rounds", -1),
        ("rounds", True),
        ("rounds", 4.0),
        ("rounds", "4"),
    ],
)
def test_a_bad_value_is_refused_by_the_name_of_its_key(key, value):
    with pytest.raises(BadRequestError, match=f"“{key}” must be") as refusal:
        parse_options(SPECS, {key: value})
    assert refusal.value.code == "unknown_option"
    assert refusal.value.detail == {"option": key}


WORDS = ("ask", "take", "again")


@pytest.mark.parametrize("value", [["take"], ["take", "ask"], ["ask", "take", "again"]])
def test_a_subset_is_a_list_of_different_words(value):
    specs = {"some": subset(WORDS)}
    assert parse_options(specs, {"some": value}) == {"some": value}
    assert parse_options(specs, {}) == {"some": list(WORDS)}


@pytest.mark.parametrize("value", [None, [], ["ask", "ask"], ["steal"], "ask", [["ask"]], [1], {}])
def test_a_wrong_subset_is_refused_by_the_name_of_its_key(value):
    with pytest.raises(BadRequestError, match="“some” must be a list of one or more of ask, take"):
        parse_options({"some": subset(WORDS)}, {"some": value})


def test_a_subset_of_a_fixed_size_may_be_left_to_chance():
    specs = {"two": subset(WORDS, count=2)}
    assert parse_options(specs, {}) == parse_options(specs, {"two": None}) == {"two": None}
    assert parse_options(specs, {"two": ["again", "ask"]}) == {"two": ["again", "ask"]}
    for value in (["ask"], list(WORDS)):
        with pytest.raises(BadRequestError, match="“two” must be a list of 2 of ask"):
            parse_options(specs, {"two": value})
