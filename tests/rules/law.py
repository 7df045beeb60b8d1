"""A second judge of games with expansions, written from rules 1 to 4 alone.

It keeps its own account of a game and says after each move what has to be true. Of the engine it
takes only the moves, what was drawn, and the layout of the boards.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from games.rules.qwirkle.modules.boards.layout import layout_of
from tests.rules.brute import AXES, Cell, is_line, is_next_to, line_cells, score
from tests.rules.random_games import Ply, RandomGame

PLAIN = 36
"""Tiles from this number on are action tiles."""


class Judge:
    """One game as the rules see it."""

    def __init__(self, game: RandomGame) -> None:
        self.game, self.options = game, game.options
        boards = self.options.get("boards")
        self.layout = layout_of(boards) if boards else None
        self.stars = set(self.layout.stars) if self.layout else set()
        self.discs = [0] * game.seats
        powers = self.options.get("powers") or ()
        if self.options.get("tokens_from") == "start":
            powers = self.options["tokens"]
        self.held = [Counter(powers) for _ in range(game.seats)]
        self.left: set[int] = set()
        self.passes = self.idle = 0
        self.is_opened = self.is_second = self.has_placed_first = False
        self.begin_turn()

    def begin_turn(self) -> None:
        self.used = ""
        self.has_used_disc = False
        self.barred: set[tuple[int, Cell]] = set()

    # One move

    def follow(self, ply: Ply) -> None:
        """Judge a move and what the engine made of it."""
        before, after, seat = ply.before, ply.step.state, ply.seat
        verb, *words = self.game.ruleset.format_move(ply.move).split()
        if verb in ("resign", "flag"):
            self.leave(ply)
            return
        self.seat, self.state = seat, before
        self.board = {cell: int(tile) for cell, tile in before.board.items()}
        self.hands = [list(map(int, hand)) for hand in before.hands]
        self.plain = sum(tile < PLAIN for tile in before.bag)
        self.points, self.returned = 0, 0
        self.due: Counter[int] = Counter()
        assert seat == before.to_move
        has_placed = self.judge_move(verb, words, ply)
        ends = verb != "use" or self.used == "singles"
        if has_placed:
            self.owe(seat, 6 - len(self.hands[seat]))
        gained = self.judge_drawing(ply)
        assert {cell: int(tile) for cell, tile in after.board.items()} == self.board
        is_out = has_placed and not after.bag and not after.hands[seat]  # 1.6.40, 2.8.58
        assert ply.step.points == self.points + 6 * is_out
        for other, powers in enumerate(self.held):
            if other not in self.left:
                powers.update(gained)  # 2.1.3
        if is_out:
            assert after.reason == "went_out"
        elif ends:
            self.end_turn(ply, has_placed=has_placed, is_pass=verb == "pass")
        else:
            assert (after.to_move, after.reason) == (seat, None)
        held = self.game.ruleset.held(after)
        if held is not None:
            assert [tuple(sorted(powers.elements())) for powers in self.held] == list(held)

    def judge_move(self, verb: str, words: list[str], ply: Ply) -> bool:
        """Judge the move itself; return whether it placed tiles at the end of a turn."""
        hand, state, move = self.hands[self.seat], self.state, ply.move
        if verb == "play":
            assert len(move.tiles) >= state.opening_count  # 1.1.9
            self.place(move.tiles)
        elif verb == "trade":
            assert state.bag
            assert not state.opening_count
            if self.options.get("exchange_after_card") == "refuse" and (
                self.used or self.is_second
            ):
                assert not self.may_place()  # 3.5
            self.exchange(move.tiles)
        elif verb == "pass":
            assert not state.opening_count
            assert not hand or not state.bag  # 1.5.38, 2.2.24
            assert not hand or self.options["free_pass"] or not self.may_place()
        elif words[0] == "star":
            assert self.discs[self.seat]
            assert not self.has_used_disc
            assert hand
            self.discs[self.seat] -= 1
            self.has_used_disc, self.passes = True, 0
            self.take(move.cell, is_barred=True)
        else:
            self.use(words[0], ply)
        return verb == "play" or (verb == "use" and words[0] == "singles")

    def use(self, power: str, ply: Ply) -> None:
        """Judge a power: 2.1.8, 2.1.9, 2.5.38, 2.8.60, and what each does."""
        seat, move = self.seat, ply.move
        assert not self.used
        assert not self.is_second
        assert self.hands[seat]
        assert self.state.board or power in ("ask", "draw3", "again")
        assert self.held[seat][power] == 1
        del self.held[seat][power]
        self.used, self.passes = power, 0
        match power:
            case "ask":
                self.ask(int(move.tile), ply)
            case "draw3":
                assert self.state.bag  # 2.1.14
                self.owe(seat, 3)
            case "singles":
                assert 1 <= len(move.tiles) <= 3
                for one in move.tiles:
                    self.place([one])
                is_whole = len(move.tiles) == 3 or self.options["singles_may_stop"]
                assert is_whole or not self.may_place()  # 2.4.35
            case "trade":
                if self.options["exchange_order"] == "return_first":
                    self.exchange(move.tiles, is_limited=False)  # 3.11
                else:
                    assert self.state.bag
                    self.exchange(move.tiles)
            case "take":
                x, y = move.cell
                rest = self.board.keys() - {move.cell}
                assert self.layout or is_one_group(rest)  # 2.7.51, 2.7.57
                if self.options["take_rule"] == "line_end":  # 3.8
                    assert not {(x - 1, y), (x + 1, y)} <= rest
                    assert not {(x, y - 1), (x, y + 1)} <= rest
                self.take(move.cell, is_barred=self.options["select_same_cell"] == "bar")

    def ask(self, tile: int, ply: Ply) -> None:
        """Rules 2.2.15-17."""
        (event,) = (one for one in ply.step.events if one.kind == "tile_asked")
        count = self.game.seats
        order = [(self.seat + step) % count for step in range(1, count)]
        order = [other for other in order if other not in self.left]
        giver = next((other for other in order if tile in self.hands[other]), None)
        asked = order if giver is None else order[: order.index(giver) + 1]
        assert (event.public["asked"], event.public["giver"]) == (asked, giver)
        if giver is not None:
            self.hands[giver].remove(tile)
            self.hands[self.seat].append(tile)
        self.owe(self.seat if giver is None else giver, 1)

    # Tiles

    def place(self, placed: Iterable[tuple[Any, Cell]]) -> None:
        """Rules 1.3.14-23, 1.4.25-29, 4.1.5-7, 4.2.13, 4.3.20."""
        move = {cell: int(tile) for tile, cell in placed}
        free = self.start_square()
        for cell, tile in move.items():
            self.hands[self.seat].remove(tile)
            assert cell not in self.board
            assert (tile, cell) not in self.barred
            assert self.is_inside(cell)
        if self.board or free:
            assert any(is_next_to(self.board, cell) or cell in free for cell in move)
        self.board |= move
        lines = [set(line_cells(self.board, min(move), axis)) for axis in AXES]
        assert any(move.keys() <= line for line in lines)
        assert all(self.is_legal_at(self.board, cell) for cell in move)
        self.points += score(self.board, move)
        if self.layout:
            self.points += sum(self.layout.bonuses.get(cell, 0) for cell in move)
        self.discs[self.seat] += len(self.stars & move.keys())
        self.stars -= move.keys()
        self.is_opened = True

    def take(self, cell: Cell, *, is_barred: bool) -> None:
        """Rules 2.7.50, 2.7.56, 4.1.7."""
        assert len(self.board) > 1
        assert all(len(line_cells(self.board, cell, axis)) < 6 for axis in AXES)
        tile = self.board.pop(cell)
        self.hands[self.seat].append(tile)
        if is_barred:
            self.barred.add((tile, cell))

    def exchange(self, tiles: Iterable[Any], *, is_limited: bool = True) -> None:
        """Rules 1.5.35, 2.3.30, 2.6.46."""
        given, count = list(map(int, tiles)), len(self.state.bag)
        if is_limited and len(given) > count:
            assert self.options["short_trade"] == "partial"
            given = given[:count]
        hand = self.hands[self.seat]
        for tile in given:
            hand.remove(tile)
        self.returned = len(given)
        self.plain += len(given)
        self.owe(self.seat, min(len(given), 6 - len(hand)))

    def owe(self, seat: int, count: int) -> None:
        """Note how many tiles a seat has to draw (rules 1.2.12, 2.1.10, 2.3.28)."""
        self.due[seat] += max(0, min(count, self.plain))

    def judge_drawing(self, ply: Ply) -> list[str]:
        """Judge how many tiles each drew; return the kinds of the action tiles among them."""
        drawn: Counter[int] = Counter()
        gained = []
        for event in ply.step.events:
            if event.kind == "tiles_drawn":
                drawn[event.seat] += event.public["count"]
            if event.kind == "token_gained":
                gained.append(event.public["power"])
        assert +drawn == +self.due
        sizes = [len(hand) + drawn[seat] for seat, hand in enumerate(self.hands)]
        assert [len(hand) for hand in ply.step.state.hands] == sizes
        gone = drawn.total() + len(gained)
        assert len(ply.step.state.bag) == len(self.state.bag) - gone + self.returned
        return gained

    # Turns

    def end_turn(self, ply: Ply, *, has_placed: bool, is_pass: bool) -> None:
        """Rules 1.6.42, 1.6.45, 2.5.38, 2.5.43."""
        after = ply.step.state
        if self.used == "again":
            self.is_second, self.has_placed_first = True, has_placed
            if has_placed:
                self.passes = self.idle = 0
            self.begin_turn()
            assert (after.to_move, after.reason) == (self.seat, None)
            return
        has_placed = has_placed or (self.is_second and self.has_placed_first)
        self.passes = self.passes + 1 if is_pass and not has_placed else 0
        self.idle = 0 if has_placed else self.idle + 1
        self.is_second = self.has_placed_first = False
        self.begin_turn()
        active = self.game.seats - len(self.left)
        rounds = self.options["stalemate_rounds"]
        if self.passes >= active:
            assert after.reason == "blocked"
        elif rounds and after.bag and self.idle >= rounds * active:
            assert after.reason == "stalemate"
        else:
            assert (after.to_move, after.reason) == (self.next_seat(), None)

    def leave(self, ply: Ply) -> None:
        """Rules 6 D25. How turns are counted after that is tested with the base game."""
        before, after = ply.before, ply.step.state
        self.left.add(ply.seat)
        assert after.hands[ply.seat] == ()
        assert (after.board, after.bag) == (before.board, before.bag)
        self.passes, self.idle = after.pass_count, max(0, after.idle_count)
        if ply.seat == before.to_move:
            self.is_second = self.has_placed_first = False
            self.begin_turn()

    def next_seat(self) -> int:
        count = self.game.seats
        order = ((self.seat + step) % count for step in range(1, count + 1))
        return next(seat for seat in order if seat not in self.left)

    # Questions

    def may_place(self) -> bool:
        """Return whether any single tile of the hand fits anywhere."""
        hand, free = set(self.hands[self.seat]), self.start_square()
        if not self.board and not free:
            return bool(hand)
        near = {(x + step, y) for x, y in self.board for step in (-1, 1)}
        near |= {(x, y + step) for x, y in self.board for step in (-1, 1)}
        cells = [cell for cell in (near | free) - self.board.keys() if self.is_inside(cell)]
        return any(
            self.is_legal_at(self.board | {cell: tile}, cell)
            for cell in cells
            for tile in hand
            if (tile, cell) not in self.barred
        )

    def start_square(self) -> frozenset[Cell]:
        """Return the cells on which a first move may lie without touching a tile."""
        return self.layout.centre if self.layout and not self.is_opened else frozenset()

    def is_inside(self, cell: Cell) -> bool:
        return self.layout is None or all(0 <= one < 16 for one in cell)

    @staticmethod
    def is_legal_at(tiles: dict[Cell, int], cell: Cell) -> bool:
        lines = [[tiles[one] for one in line_cells(tiles, cell, axis)] for axis in AXES]
        return all(map(is_line, lines))


def is_one_group(cells: set[Cell]) -> bool:
    """Return whether cells hang together by their edges (rules 2.7.51)."""
    unseen = set(cells)
    todo = [unseen.pop()] if unseen else []
    while todo:
        x, y = todo.pop()
        beside = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & unseen
        unseen -= beside
        todo += beside
    return not unseen
