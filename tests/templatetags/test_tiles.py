"""Tiles and avatars as markup."""

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils import translation

from games.rules.qwirkle.tiles import KINDS, tile_text
from games.templatetags.tiles import avatar, tile, tile_name


def render(source: str, **context: object) -> str:
    """Return a template's text with our tags loaded."""
    return Template("{% load tiles table %}" + source).render(Context(context))


def test_every_kind_of_tile_has_a_name_of_its_own_and_can_be_drawn() -> None:
    texts = [tile_text(kind) for kind in KINDS]
    assert len({tile_name(text) for text in texts}) == 36
    for text in texts:
        assert f'aria-label="{tile_name(text)}"' in tile(text)


@pytest.mark.parametrize(
    ("text", "name"), [("RS", "red square"), ("BE", "blue sparkle"), ("PX", "purple star")]
)
def test_a_tile_is_named_colour_first(text: str, name: str) -> None:
    assert tile_name(text) == name


def test_what_is_no_tile_keeps_its_text_as_a_name() -> None:
    assert tile_name("??") == "??"


def test_a_tile_shows_its_symbol_and_the_mark_of_its_colour() -> None:
    html = render('{% tile "YE" "sm" %}')
    assert html.startswith('<span class="tile tile--sm" data-c="yellow" data-s="sun" role="img"')
    assert '<use href="#s-sun"/><use class="tile__mark" href="#m-yellow"/>' in html


def test_a_tile_of_the_rack_is_an_option_that_waits_for_the_script() -> None:
    html = render('{% tile "GL" tag="button" cls="is-new" %}')
    assert html.startswith('<button type="button" class="tile is-new"')
    assert 'role="option" aria-selected="false" data-tile="GL"' in html
    assert "disabled>" in html


@pytest.mark.parametrize("source", ['{% tile "XX" %}', '{% tile "RS" tag="script" %}'])
def test_nothing_is_drawn_from_what_is_no_tile_or_no_tag_of_ours(source: str) -> None:
    with pytest.raises(TemplateSyntaxError):
        render(source)


def test_tile_names_are_translated_when_they_are_used() -> None:
    with translation.override("de"):
        assert tile_name("RS")


def test_an_avatar_shows_the_initial_and_escapes_it() -> None:
    assert "<span>L</span>" in avatar(7, "linnet")
    assert "<span>&lt;</span>" in avatar(7, "<script>")


def test_a_bot_has_a_tile_and_no_initial() -> None:
    html = avatar(3, "Greedy", is_bot=True)
    assert 'class="ava ava--bot"' in html
    assert "<span></span>" in html


def test_neighbouring_users_differ_in_shape_and_hue() -> None:
    first, second = avatar(1, "A"), avatar(2, "A")
    assert first.split("--h:")[1] != second.split("--h:")[1]
    assert first.split("#s-")[1] != second.split("#s-")[1]
