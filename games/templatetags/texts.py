"""`sentence`: words from a template of their own, as a sentence in plain text."""

from django import template

register = template.Library()


@register.filter
def sentence(words: str) -> str:
    """Return words on one line with a full stop; a template may have ended with a line break."""
    return " ".join(words.split()) + "."
