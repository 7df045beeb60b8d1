"""The page of a game as a person with a mouse uses it."""

from playwright.sync_api import Locator, Page, expect

from games.models import Game
from games.rules.qwirkle.tiles import tile_text
from tests.table import state_of

type Point = tuple[float, float]

REDRAWS_MAX = 20
"""So often an element may be drawn anew while it is measured."""

TRADED = 3
"""Tiles that our person trades when none can be placed; fewer if the bag holds fewer."""

_READ_TILES = """cells => cells.map(
  cell => [Number(cell.dataset.x), Number(cell.dataset.y), cell.dataset.tile])"""

_READ_SCORES = """seats => seats.map(seat => [
  Number(seat.dataset.seat), Number(seat.querySelector(".seat__points").innerText)])"""


def choose_all_bots(page: Page) -> Locator:
    """Fill in the lobby's form for a table of three bots; return its button.

    Four at a table share the tiles, so a whole game takes a person half as many moves as a duel.
    """
    fold = page.locator("details").filter(has_text="Two or three bots at one table")
    fold.locator("summary").click()
    for box in fold.locator("label").all():
        box.click()
    return fold.get_by_role("button", name="Play")


class TablePage:
    """One window on one game."""

    def __init__(self, page: Page, game: Game) -> None:
        self.page = page
        self.game = game

    def open(self) -> "TablePage":
        """Load the page, as a person does who follows a link to the game."""
        self.page.goto(self.game.get_absolute_url())
        return self

    # --- what it shows

    @property
    def table(self) -> Locator:
        return self.page.locator("#table")

    @property
    def version(self) -> int:
        return int(self.table.get_attribute("data-version"))

    @property
    def is_over(self) -> bool:
        return self.table.get_attribute("data-status") == "finished"

    @property
    def tiles(self) -> dict[tuple[int, int], str]:
        """The final tiles on the board by cell (x, y)."""
        found = self.page.locator(".cell[data-tile]:not([data-drawn])").evaluate_all(_READ_TILES)
        return {(x, y): tile for x, y, tile in found}

    @property
    def scores(self) -> dict[int, int]:
        """Points by seat."""
        return dict(self.page.locator(".seat").evaluate_all(_READ_SCORES))

    @property
    def slots(self) -> list[str]:
        """The slots of the tiles that can be picked from the rack, from the left."""
        tiles = self.page.locator("#rack button:visible")
        return tiles.evaluate_all("tiles => tiles.map(tile => tile.dataset.slot)")

    @property
    def can_play(self) -> bool:
        """Whether what lies can be played, as far as the page knows."""
        return self.page.locator("#play").get_attribute("aria-disabled") == "false"

    @property
    def turn_text(self) -> Locator:
        return self.page.locator(".dock__powers b").first

    def log_row(self, number: int) -> Locator:
        """Return the row of one ply in the list of moves; number is from 1."""
        number_here = self.page.locator(f".moves__n:text-is('{number}')")
        return self.page.locator(".moves li[data-ply]").filter(has=number_here)

    def expect_version(self, version: int, within_ms: float = 15_000) -> None:
        """Wait until the page shows this version."""
        expect(self.table).to_have_attribute("data-version", str(version), timeout=within_ms)

    def expect_my_turn_or_the_end(self) -> None:
        """Wait until it is up to the person again, and the answer to the last move has come.

        One condition, because a table that waits for the answer still says "your turn".
        """
        mine_or_over = self.page.locator(
            '#table:is([data-your-turn="yes"],[data-status="finished"]):not(:has(#play.is-busy))'
        )
        expect(mine_or_over).to_have_count(1, timeout=30_000)

    def expect_what_the_server_knows(self) -> None:
        """Compare the page with the game, which must be at rest."""
        self.game.refresh_from_db()
        self.expect_version(self.game.version)
        state = state_of(self.game)
        board = {tuple(cell): tile_text(tile) for cell, tile in state.board.items()}
        assert self.tiles == board
        assert self.scores == dict(enumerate(state.scores))

    # --- what a person does

    def play(self) -> None:
        """Make one move by mouse: as many tiles as find a place, or a trade."""
        number = self.version + 1
        if not self.lay_all_tiles():
            self.trade()
            return
        play = self.page.locator("#play")
        expect(play).to_have_attribute("aria-disabled", "false")
        promised = self.page.locator("#play-points").inner_text()
        play.click()
        expect(self.log_row(number).locator(".moves__pts")).to_have_text(promised)

    def lay_all_tiles(self) -> bool:
        """Offer each tile of the rack a place; return False if not one has any.

        What lies then can be played: a first move is laid on until it is long enough.
        """
        is_any_laid = False
        for slot in self.slots:
            is_any_laid |= self.lay_tile_of(slot)
        while is_any_laid and not self.can_play and self.lay_tile():
            pass
        return is_any_laid

    def lay_tile(self) -> bool:
        """Pick tiles of the rack until one has a place, and put it there; False if none has."""
        return any(self.lay_tile_of(slot) for slot in self.slots)

    def lay_tile_of(self, slot: str) -> bool:
        """Pick one tile of the rack and put it into its first place; False if it has none."""
        tile = self.page.locator(f'#rack [data-slot="{slot}"]')
        if not tile.is_visible():  # it lies already, or the table is a later one
            return False
        if "is-selected" not in tile.get_attribute("class"):  # a second press lets it go
            self.press(tile)
        places = self.page.locator("[data-place]")
        if not places.count():
            return False
        self.press(places.first)
        self.expect_judgement()
        return True

    def press(self, locator: Locator) -> None:
        """Do what picks a tile or fills a place."""
        locator.click()

    def expect_judgement(self) -> None:
        """Wait until the server has said what lies is worth, or why it cannot be played yet."""
        told = self.page.locator("#sum:not(:empty), #play-points:not(:empty)")
        expect(told.first).to_be_visible()

    # --- where things are on the screen

    def middle(self, locator: Locator) -> Point:
        """Return the middle of an element in the window, when it has come to rest."""
        for _ in range(REDRAWS_MAX):
            locator.wait_for()
            # None when the page drew the element anew between finding and measuring it.
            if box := locator.bounding_box():
                return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        raise AssertionError("The element is drawn anew again and again.")

    def cell(self, name: str) -> Locator:
        """Return the cell ``x,y``, whatever lies on it."""
        x, y = name.split(",")
        return self.page.locator(f'.cell[data-x="{x}"][data-y="{y}"]')

    @property
    def laid(self) -> list[str]:
        """The cells with tentative tiles, in board order."""
        return self.page.locator("[data-back]").evaluate_all(
            "cells => cells.map(c => c.dataset.back)"
        )

    @property
    def rack(self) -> list[str]:
        """The tiles in the places of the rack, from the left; "" for an empty one."""
        return self.page.locator(".rack__slot").evaluate_all(
            "slots => slots.map(s => s.querySelector('button:not([hidden])')?.dataset.tile ?? '')"
        )

    def select_tile_with_places(self, least: int = 1) -> tuple[Locator, list[str]]:
        """Select a tile of the rack that has so many places; return it and its places."""
        places = self.page.locator("[data-place]")
        for tile in self.page.locator("#rack button:visible").all():
            tile.click()
            if places.count() >= least:
                cells = places.evaluate_all("cells => cells.map(c => c.dataset.place)")
                slot = tile.get_attribute("data-slot")
                return self.page.locator(f'#rack [data-slot="{slot}"]'), cells
        raise AssertionError("No tile of this hand has a place.")

    def trade(self) -> None:
        """Trade some tiles by mouse."""
        number = self.version + 1
        most = int(self.table.get_attribute("data-trade-max"))
        self.page.locator('.dock__actions > [data-act="trade"]').click()
        for tile in self.page.locator("#rack button").all()[: min(most, TRADED)]:
            tile.click()
        self.page.locator("#play").click()
        expect(self.log_row(number)).to_contain_text("traded")
