"""`links`: plain text with its addresses made clickable."""

import re
from typing import Final

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

_ADDRESS: Final = re.compile(r"(https?://[^\s<>\"']{3,})", re.IGNORECASE)
_TRAILING: Final = ".,:;!?)]}*_"
"""Signs that end a sentence or a bracket around an address more often than the address."""


@register.filter
def links(text: str) -> SafeString:
    """Return the text escaped, with every web address in it as a link.

    Only ``http`` and ``https`` become links, only as they are written: what is shown is where it
    leads.
    """
    parts = ((_part(part),) for part in _ADDRESS.split(text))
    return format_html_join("", "{}", parts)


def _part(part: str) -> str:
    if not _ADDRESS.fullmatch(part):
        return part
    address = part.rstrip(_TRAILING)
    return format_html(
        '<a class="link" href="{0}" rel="nofollow noopener ugc" target="_blank">{0}</a>{1}',
        address,
        part[len(address) :],
    )
