"""Set-up, the opener and his duty (rules 1.1)."""

import pytest

from games.core.errors import BadRequestError, IllegalMoveError
from games.rules.qwirkle.moves import Pass, Place, Trade
from games.rules.qwirkle.opening import choose_opener, largest_seats, largest_set
from tests.rules.games import (
    FULL_SET,
    QWIRKLE,
    all_tiles,
    chance,
    deal,
    options,
    placed,
    play,
    state,
    tiles,
)


class Scripted:
    """Chance that gives the numbers it is told and refuses to give more."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)

    def below(self, limit: int) -> int:
        number = self.numbers.pop(0)
        assert number < limit
        return number


def opening_state(hand: str = "RC RS RD GX BE YL", **changed):
    """Seat 0 opens with this hand."""
    return QWIRKLE.state_at(
        options(**changed),
        hands=(tiles(hand), tiles("OC PS BD GE YX RL")),
        bag=tiles("PC PD PX PE OS OX"),
        opener=0,
    )


def refused(position, seat, move) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as refusal:
        QWIRKLE.apply(position, seat, move, chance())
    return refusal.value


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everyone_draws_six_of_108_tiles(seats):
    """Rules 1.1.1-3."""
    dealt = deal(seats)
    assert [len(hand) for hand in dealt.hands] == [6] * seats
    assert len(dealt.bag) == 108 - 6 * seats
    assert all_tiles(dealt) == FULL_SET


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_only_two_to_four_can_play(seats):
    """Rules 1.1.2."""
    with pytest.raises(BadRequestError, match="2 to 4"):
        QWIRKLE.initial_step(seats, options(), chance(), seniority=range(seats))


@pytest.mark.parametrize(
    ("hand", "size"),
    [
        ("RC RS RD GX BE YL", 3),  # one colour
        ("RC OC YC GS GD PL", 3),  # one shape
        ("YC YC YC GS BD PX", 1),  # copies count once
        ("RC RS RD RX RE RL", 6),  # tiles, not the 12 points
        ("RC RC RS RS GX BE", 2),
        ("RC", 1),
    ],
)
def test_n_counts_distinct_tiles_of_one_colour_or_shape(hand, size):
    """Rules 1.1.4, 1.1.5."""
    assert largest_set(tiles(hand)) == size


def test_the_highest_n_opens():
    """Rules 1.1.6."""
    hands = [tiles("RC GS BD"), tiles("RC RS BD"), tiles("RC GS PD")]
    assert largest_seats(hands) == (1,)


def test_a_tie_is_broken_at_random_among_the_tied():
    """Rules 1.1.7, 6 D1, option opener_tie = random."""
    assert choose_opener((0, 2, 3), "random", Scripted(1), (0, 1, 2, 3)) == 2
    assert choose_opener((1,), "random", Scripted(), (0, 1)) == 1


def test_a_tie_goes_to_the_oldest_account_if_so_chosen():
    """Rules 1.1.7, 6 D1, option opener_tie = oldest."""
    assert choose_opener((0, 2, 3), "oldest", Scripted(), (1, 3, 0, 2)) == 3


def test_a_tie_goes_to_the_first_seat_if_so_chosen():
    """Rules 1.1.7, 6 D1, option opener_tie = seat."""
    assert choose_opener((1, 2), "seat", Scripted(), (2, 1, 0)) == 1


def test_the_deal_logs_who_opens_and_what_it_was_chosen_from():
    """Rules 1.1.7: drawn from the game's own seed and logged."""
    step = QWIRKLE.initial_step(4, options(), chance(-1, "log"), seniority=range(4))
    *drawn, opening = step.events
    assert [event.kind for event in drawn] == ["tiles_drawn"] * 4
    assert opening.kind == "opener_chosen"
    assert opening.seat == step.state.opener == step.state.to_move
    sizes = [largest_set(hand) for hand in step.state.hands]
    assert opening.public == {
        "sizes": sizes,
        "tied": [seat for seat in range(4) if sizes[seat] == max(sizes)],
        "count": max(sizes),
    }


def test_play_goes_clockwise_from_the_opener():
    """Rules 1.1.8."""
    now = state(hands=["RC", "BS", "GS"], bag="RD RX RE RL", to_move=2, opener=2)
    assert QWIRKLE.apply(now, 2, play("GS@1,0"), chance()).state.to_move == 0


def test_the_opening_move_has_exactly_n_tiles():
    """Rules 1.1.9, 6 D2."""
    step = QWIRKLE.apply(opening_state(), 0, play("RC@0,0 RS@1,0 RD@2,0"), chance())
    assert step.points == 3
    assert step.state.opening_count == 0
    refusal = refused(opening_state(), 0, play("RC@0,0 RS@1,0"))
    assert refusal.code == "opening_too_small"
    assert refusal.sentence == "The first move must have 3 tiles"


def test_any_set_of_size_n_will_do():
    """Rules 1.1.9: two sets of equal size."""
    now = opening_state("RC RS GX GE BL YD")
    for text in ("RC@0,0 RS@1,0", "GX@5,5 GE@5,6"):
        assert QWIRKLE.apply(now, 0, play(text), chance()).points == 2


@pytest.mark.parametrize("move", [Trade(tiles("RC")), Pass()])
def test_the_opener_may_neither_trade_nor_pass(move):
    """Rules 1.1.9, 6 D2."""
    assert refused(opening_state(), 0, move).code == "opening_must_play"


def test_nobody_else_may_open():
    """Rules 1.1.6."""
    for move in (play("OC@0,0"), Trade(tiles("OC")), Pass()):
        assert refused(opening_state(), 1, move).code == "wrong_opener"


def test_a_free_opening_may_be_smaller_or_a_trade():
    """Rules 1.1.9, 6 D2, option opening = free."""
    free = opening_state(opening="free")
    assert QWIRKLE.apply(free, 0, play("RC@0,0"), chance()).points == 1
    traded = QWIRKLE.apply(free, 0, Trade(tiles("GX BE")), chance()).state
    assert traded.to_move == 1
    assert QWIRKLE.apply(traded, 1, play("OC@0,0"), chance()).points == 1


def test_with_n_of_one_the_opener_plays_one_tile_for_one_point():
    """Rules 1.1.10."""
    now = opening_state("RC OS YD GX BE PL")
    assert now.opening_count == 1
    assert QWIRKLE.apply(now, 0, Place(placed("YD@4,-2")), chance()).points == 1
