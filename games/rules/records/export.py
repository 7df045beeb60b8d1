"""Who may see what of a record: never a secret of a running game."""

from collections.abc import Sequence
from dataclasses import replace

from games.core.types import Phase, Seat
from games.rules.records.form import HIDDEN, Record, RecordMove, Tiles


def export_record(full: Record, *, viewer: Seat | None, phase: Phase) -> Record:
    """Return the part of a record that this viewer may have.

    Args:
        full: everything, with starting hands, bag, ``drew`` of every move and the seed in
            ``fair``.
        viewer: the seat that asks, or None for somebody without a seat.
        phase: whether the game still runs.

    Returns:
        When the game is over the record as it is. While it runs: no bag, no seed, no carried
        keys, and of hands, drawn and traded tiles only the viewer's own; the tiles of another
        seat's trade are written ``?`` (docs/notation.md section 3).
    """
    if phase is Phase.OVER:
        return full
    hands = full.hands or ()
    return replace(
        full,
        hands=_own_hand(hands, viewer),
        bag=None,
        moves=tuple(_public_move(move, viewer) for move in full.moves),
        result=None,
        fair={"commitment": full.fair["commitment"]} if full.fair else None,
        extras={},
    )


def _own_hand(
    hands: Sequence[Tiles | None], viewer: Seat | None
) -> tuple[Tiles | None, ...] | None:
    if viewer is None or not 0 <= viewer < len(hands):
        return None
    return tuple(hand if seat == viewer else None for seat, hand in enumerate(hands))


def _public_move(move: RecordMove, viewer: Seat | None) -> RecordMove:
    is_own = viewer is not None and move.seat == viewer
    has_given = viewer is not None and move.gave == viewer
    return replace(
        move,
        move=move.move if is_own else _hide_trade(move.move),
        drew=move.drew if is_own else None,
        gave_drew=move.gave_drew if has_given else None,
        extras={},
    )


def _hide_trade(text: str) -> str:
    """Return the move with the traded tiles unnamed: they lie face down on the table."""
    words = text.split()
    is_traded = False
    for index, word in enumerate(words):
        if is_traded:
            words[index] = HIDDEN
        is_traded = is_traded or word.lower() == "trade"
    return " ".join(words)
