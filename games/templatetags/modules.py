"""`{% preload_modules %}`: all modules that one needs, named in the head, so that none waits."""

import re
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()

_IMPORT: Final = re.compile(r'^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)";', re.MULTILINE)


@register.simple_tag
def preload_modules(*names: str) -> SafeString:
    """Return a `modulepreload` link for each of some modules and everything that they import.

    Without them a browser learns of each file only from the one that imports it, step by step.

    Args:
        names: paths of modules among the static files, such as ``games/js/table.js``.
    """
    paths = dict.fromkeys(path for name in names for path in module_graph(name))
    links = ((static(path),) for path in paths)
    return format_html_join("\n", '<link rel="modulepreload" href="{}">', links)


@lru_cache
def module_graph(name: str) -> tuple[str, ...]:
    """Return the module and those that it imports, nearest first.

    Raises:
        FileNotFoundError: one of them is no static file of ours.
    """
    found = [name]
    for path in found:  # grows while it is walked
        for target in _IMPORT.findall(_text_of(path)):
            neighbour = normpath(join(dirname(path), target))
            if neighbour not in found:
                found.append(neighbour)
    return tuple(found)


def _text_of(path: str) -> str:
    file = finders.find(path)
    if not isinstance(file, str):
        raise FileNotFoundError(path)
    return Path(file).read_text(encoding="utf-8")
