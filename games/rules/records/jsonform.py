"""Reading JSON from strangers: one strict loader and small typed readers with plain refusals."""

import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, Never

from games.core.errors import BadRequestError

CARRIED_PREFIX = "x_"
"""Unknown keys that begin like this are carried along (docs/notation.md section 3)."""

_CARRIED = re.compile(rf"{CARRIED_PREFIX}[^\s;]{{0,80}}")
_BIGGEST = 10**9


def refuse(sentence: str, **detail: Any) -> Never:
    """Raise BadRequestError ``bad_request`` with this sentence."""
    raise BadRequestError("bad_request", sentence, **detail)


def load_json(text: str) -> Any:
    """Return what a JSON text holds; stricter than the language allows itself to be.

    Numbers that are not finite, keys that stand twice in one object, and texts nested too deep
    to read are refused.

    Raises:
        BadRequestError: ``bad_request``.
    """
    try:
        return json.loads(
            text,
            object_pairs_hook=_object_once,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
    except RecursionError:
        refuse("The JSON is nested too deep.")
    except json.JSONDecodeError as error:
        refuse(f"This is not JSON: {error.msg}, at character {error.pos + 1}.")
    except ValueError:
        refuse("A number in the JSON is too long.")


def as_object(value: Any, name: str) -> Mapping[str, Any]:
    """Return the value if it is an object. Raises BadRequestError ``bad_request``."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        refuse(f"“{name}” must be an object.")
    return value


def as_list(value: Any, name: str) -> list[Any]:
    """Return the value if it is a list. Raises BadRequestError ``bad_request``."""
    if not isinstance(value, list | tuple):
        refuse(f"“{name}” must be a list.")
    return list(value)


def as_text(value: Any, name: str) -> str:
    """Return the value if it is a text. Raises BadRequestError ``bad_request``."""
    if not isinstance(value, str):
        refuse(f"“{name}” must be a text.")
    return value


def as_texts(value: Any, name: str) -> tuple[str, ...]:
    """Return the value if it is a list of texts. Raises BadRequestError ``bad_request``."""
    items = as_list(value, name)
    return tuple(as_text(item, f"{name}[{index}]") for index, item in enumerate(items))


def as_int(value: Any, name: str, *, least: int = -_BIGGEST, most: int = _BIGGEST) -> int:
    """Return the value if it is a whole number from ``least`` to ``most``.

    Raises:
        BadRequestError: ``bad_request``; true and 3.0 are no whole numbers.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        refuse(f"“{name}” must be a whole number.")
    if not least <= value <= most:
        refuse(f"“{name}” must be from {least} to {most}.")
    return value


def check_keys(
    value: Mapping[str, Any], name: str, *, known: Iterable[str], needed: Iterable[str] = ()
) -> None:
    """Refuse an object that lacks a needed key or has one that is neither known nor carried.

    Raises:
        BadRequestError: ``bad_request``, naming the key.
    """
    known = frozenset(known)
    for key in value:
        if key not in known and not _CARRIED.fullmatch(key):
            refuse(f"{name} has the unknown key “{key[:40]}”.")
    for key in needed:
        if value.get(key) is None:
            refuse(f"{name} needs the key “{key}”.")


def carried(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys that are carried along, with their values."""
    return {key: item for key, item in value.items() if key.startswith(CARRIED_PREFIX)}


def _object_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        refuse("A key stands twice in one object of the JSON.")
    return found


def _no_constant(name: str) -> Never:
    refuse(f"{name} is no number of JSON.")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        refuse("A number in the JSON is too large.")
    return number
