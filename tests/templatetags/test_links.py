"""What people write is text; only web addresses in it become links (T24 in small)."""

import pytest

from games.templatetags.chat import links

LINK = '<a class="link" href="{0}" rel="nofollow noopener ugc" target="_blank">{0}</a>'


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("see https://example.org/x.", f"see {LINK.format('https://example.org/x')}."),
        ("(http://example.org)", f"({LINK.format('http://example.org')})"),
        ("https://a.b?c=1&d=2", LINK.format("https://a.b?c=1&amp;d=2")),
        (
            "https://a.b https://c.d",
            f"{LINK.format('https://a.b')} {LINK.format('https://c.d')}",
        ),
    ],
)
def test_a_web_address_becomes_a_link_to_what_is_shown(text, html):
    assert links(text) == html


@pytest.mark.parametrize(
    "text",
    [
        "javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "<script>alert(1)</script>",
        '<img src=x onerror="alert(1)">',
        "www.example.org and example.org",
        "ftp://example.org",
        "someone@example.org",
        "https://",
    ],
)
def test_nothing_else_becomes_markup(text):
    assert "<" not in links(text)


def test_an_address_cannot_break_out_of_its_attribute():
    html = links('https://a.b/"onmouseover="alert(1)" <b>')
    assert html.count("<") == 2
    assert 'href="https://a.b/" rel' in html
    assert 'onmouseover="' not in html
