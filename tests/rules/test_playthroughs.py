"""Golden games: one greedy game for each number of seats, byte for byte.

A difference means that the rules, the chance or the events have changed. If that is wanted, write
the files anew: ``python -m tests.rules.test_playthroughs``.
"""

from pathlib import Path

import pytest

from games.rules.qwirkle.tiles import tile_text
from tests.rules.games import QWIRKLE, Game, greedy, play_game

FOLDER = Path(__file__).parent / "playthroughs"


def hand_text(hand) -> str:
    return " ".join(map(tile_text, hand)) or "-"


def event_text(event) -> str:
    """Return one event: what everybody sees, then what one seat alone sees."""
    public = " ".join(f"{key}={value}" for key, value in event.public.items())
    private = "".join(f" | only {seat}: {facts}" for seat, facts in event.private.items())
    who = "table" if event.seat is None else f"seat {event.seat}"
    return f"    {event.kind} {who} {public}{private}".rstrip()


def board_text(board) -> list[str]:
    """Return the board as rows of two letters, dots where it is empty."""
    columns = range(min(x for x, _ in board), max(x for x, _ in board) + 1)
    rows = range(min(y for _, y in board), max(y for _, y in board) + 1)
    return [
        "    " + " ".join(tile_text(board[x, y]) if (x, y) in board else "--" for x in columns)
        for y in rows
    ]


def playthrough(game: Game, seats: int) -> str:
    """Return a whole game as text for people."""
    dealt = game.states[0]
    lines = [f"qwirkle, {seats} seats, greedy play", f"seat {dealt.opener} opens", ""]
    lines += [f"seat {seat}: {hand_text(hand)}" for seat, hand in enumerate(dealt.hands)]
    for ply, (seat, move) in enumerate(game.moves):
        after = game.states[ply + 1]
        lines += ["", f"{ply}. seat {seat}: {QWIRKLE.format_move(move)} +{game.points[ply]}"]
        lines += [event_text(event) for event in game.events[ply]]
        lines += [f"    scores {after.scores} bag {len(after.bag)} next {after.to_move}"]
        lines += [f"    hand {hand_text(after.hands[seat])}"]
    lines += ["", "board", *board_text(game.states[-1].board), ""]
    lines += [f"{QWIRKLE.result(game.states[-1])}", ""]
    return "\n".join(lines)


def golden(seats: int) -> str:
    return playthrough(play_game(f"golden/{seats}", seats, greedy), seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_greedy_game_goes_exactly_as_written_down(seats):
    written = (FOLDER / f"qwirkle_{seats}.txt").read_text(encoding="utf-8")
    assert golden(seats) == written


if __name__ == "__main__":
    for seats in (2, 3, 4):
        (FOLDER / f"qwirkle_{seats}.txt").write_text(golden(seats), encoding="utf-8")
