"""Plain text as people may write it (reliability E10, E11)."""

import pytest

from games.core.errors import BadRequestError
from games.core.plaintext import plain_text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  hello  ", "hello"),
        ("<b>&amp;", "<b>&amp;"),
        ("e\u0301", "é"),
        ("שלום", "שלום"),
        ("👩‍🚀 🏳️‍🌈", "👩‍🚀 🏳️‍🌈"),
    ],
)
def test_text_is_kept_as_it_was_written_in_composed_form(text, kept):
    assert plain_text(text, most=20) == kept


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u200d", "\u2060", "\u3000", "\ufe0f"])
def test_text_in_which_nothing_can_be_seen_is_refused(text):
    with pytest.raises(BadRequestError) as caught:
        plain_text(text, most=20)
    assert caught.value.code == "empty_text"


@pytest.mark.parametrize(
    "sign", ["\x00", "\x07", "\x1b", "\n", "\u2028", "\u202e", "\u2066", "\ud800"]
)
def test_control_signs_and_signs_that_turn_a_line_round_are_refused(sign):
    with pytest.raises(BadRequestError) as caught:
        plain_text(f"a{sign}b", most=20)
    assert caught.value.code == "bad_character"


def test_a_note_may_have_lines_and_still_no_other_control_sign():
    assert plain_text("a\r\nb\tc", most=20, is_multiline=True) == "a\nb\tc"
    with pytest.raises(BadRequestError):
        plain_text("a\x00b", most=20, is_multiline=True)


def test_the_length_counts_characters_and_is_allowed_to_the_last():
    assert plain_text("é" * 20, most=20)
    with pytest.raises(BadRequestError) as caught:
        plain_text("é" * 21, most=20)
    assert caught.value.code == "text_too_long"
    assert "20" in caught.value.sentence
