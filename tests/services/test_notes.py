"""Private notes: one on a game, one on a player, for their author alone."""

import pytest

from games.core.errors import BadRequestError
from games.models import Note
from games.selectors.notes import note_on_player
from games.services.notes import write_note
from tests.factories import NOW, make_game, make_user

pytestmark = pytest.mark.django_db


def test_a_second_note_on_the_same_takes_the_place_of_the_first():
    ada, bo = make_user(), make_user()
    game = make_game(ada, bo)
    for about in (game, bo):
        write_note(author=ada, about=about, text="first", now=NOW)
        write_note(author=ada, about=about, text=" second\r\nline ", now=NOW)
    write_note(author=bo, about=game, text="mine", now=NOW)
    assert sorted(Note.objects.values_list("text", flat=True)) == [
        "mine", "second\nline", "second\nline",
    ]  # fmt: skip
    assert note_on_player(ada.pk, bo.pk) == "second\nline"
    assert note_on_player(bo.pk, ada.pk) == ""


@pytest.mark.parametrize("text", ["", "  \n "])
def test_an_empty_note_is_no_note(text):
    ada = make_user()
    game = make_game(ada, make_user())
    write_note(author=ada, about=game, text="something", now=NOW)
    write_note(author=ada, about=game, text=text, now=NOW)
    assert not Note.objects.exists()


@pytest.mark.parametrize(
    ("text", "code"), [("x" * 2001, "text_too_long"), ("a\x00", "bad_character")]
)
def test_a_note_that_cannot_be_kept_leaves_the_old_one(text, code):
    ada, bo = make_user(), make_user()
    write_note(author=ada, about=bo, text="x" * 2000, now=NOW)
    with pytest.raises(BadRequestError) as caught:
        write_note(author=ada, about=bo, text=text, now=NOW)
    assert caught.value.code == code
    assert Note.objects.get().text == "x" * 2000


def test_there_are_no_notes_on_oneself():
    ada = make_user()
    with pytest.raises(BadRequestError):
        write_note(author=ada, about=ada, text="me", now=NOW)


def test_a_note_names_nothing_in_lists_and_logs():
    ada, bo = make_user(), make_user()
    write_note(author=ada, about=bo, text="canary", now=NOW)
    assert "canary" not in str(Note.objects.get())
    assert "canary" not in repr(Note.objects.get())
