"""Options of a game: what each key may be, its default, and refusals by name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.errors import BadRequestError

UNKNOWN_KEY = "There is no option “{key}” here"
BAD_VALUE = "Option “{key}” must be {allowed}"
_KEY_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Option:
    """One key of the flat options object (docs/notation.md section 2).

    Attributes:
        default: value when the key is absent.
        allowed: what may stand there, in words, for the refusal.
        accepts: whether a raw JSON value is good as it stands.
    """

    default: Any
    allowed: str
    accepts: Callable[[Any], bool]


def choice(*values: str) -> Option:
    """Return an option that is one of these words; the first is the default."""
    return Option(
        values[0], " or ".join(values), lambda raw: isinstance(raw, str) and raw in values
    )


def switch() -> Option:
    """Return an option that is on or off; off is the default."""
    return Option(False, "true or false", lambda raw: isinstance(raw, bool))


def whole(default: int, low: int, high: int) -> Option:
    """Return an option that is a whole number from low to high."""

    def accepts(raw: Any) -> bool:
        return isinstance(raw, int) and not isinstance(raw, bool) and low <= raw <= high

    return Option(default, f"a whole number from {low} to {high}", accepts)


def subset(values: Sequence[str], *, count: int | None = None) -> Option:
    """Return an option that is a list of different words out of these.

    Args:
        count: how many; the list may be absent then, to be drawn by chance. Without it the list
            holds one to all, and all is the default.
    """
    sizes = range(1, len(values) + 1) if count is None else range(count, count + 1)

    def accepts(raw: Any) -> bool:
        if raw is None:
            return count is not None
        if not isinstance(raw, list | tuple) or not all(isinstance(word, str) for word in raw):
            return False
        return len(raw) in sizes and len(set(raw)) == len(raw) and set(raw) <= set(values)

    size = "one or more" if count is None else str(count)
    allowed = f"a list of {size} of {', '.join(values)}, each once"
    return Option(None if count is not None else list(values), allowed, accepts)


def parse_options(specs: Mapping[str, Option], raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return a value for every key of ``specs``, from ``raw`` or its default.

    Raises:
        BadRequestError: ``unknown_option``, naming the key.
    """
    for key in raw:
        if key not in specs:
            shown = str(key)[:_KEY_SHOWN]
            raise BadRequestError("unknown_option", UNKNOWN_KEY.format(key=shown), option=shown)
    options = {}
    for key, spec in specs.items():
        value = raw.get(key, spec.default)
        if not spec.accepts(value):
            sentence = BAD_VALUE.format(key=key, allowed=spec.allowed)
            raise BadRequestError("unknown_option", sentence, option=key)
        options[key] = value
    return options
