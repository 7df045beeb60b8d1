"""Which pictures are taken."""

import pytest

from tests.shots.pictures import chosen


def names(*words):
    return [picture.name for picture in chosen(list(words))]


def test_all_pictures_are_taken_when_none_is_named():
    assert len(names()) == 38


def test_a_page_stands_for_its_pictures_and_not_for_those_of_its_kin():
    assert names("game-select") == ["game-select-1440-light", "game-select-390-dark"]
    assert "game-select-390-dark" not in names("game")


def test_one_picture_is_named_in_full():
    assert names("game-390-dark-safe") == ["game-390-dark-safe"]


def test_an_unknown_name_is_told():
    with pytest.raises(ValueError, match="nosuch"):
        chosen(["home", "nosuch"])
