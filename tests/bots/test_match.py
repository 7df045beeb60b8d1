"""Matches between bots, and what they are summed up to."""

from io import StringIO
from math import inf
from time import process_time

import pytest
from django.core.management import CommandError, call_command

from games.bots.match import Deal, Pairing, Thinking, play_deal
from games.bots.tally import elo, estimate, tally

NO_TIME = (Thinking(), Thinking())


def no_clock() -> float:
    return 0.0


def test_careful_gains_on_greedy() -> None:
    """A check that nothing broke; the strength is measured by `manage.py bot_match`."""
    deals = [play_deal(Pairing("careful", "greedy", seed=7), n, no_clock) for n in range(6)]
    assert tally(deals).margin.mean > 0


def test_greedy_beats_random_every_time() -> None:
    deals = [play_deal(Pairing("greedy", "random"), number, no_clock) for number in range(5)]
    assert tally(deals).share.mean == 1


def test_a_bot_against_itself_wins_as_much_as_it_loses() -> None:
    """Each deal is played from both seats, so equal players split it exactly."""
    deal = play_deal(Pairing("greedy", "greedy"), 0, no_clock)
    assert (deal.share, deal.margin) == (0.5, 0)


@pytest.mark.parametrize("seats", [3, 4])
def test_among_several_the_first_bot_sits_in_every_seat_once(seats: int) -> None:
    deal = play_deal(Pairing("greedy", "greedy", seats=seats), 0, no_clock)
    assert deal.games == seats
    assert deal.share == pytest.approx(1 / seats)


def test_a_match_can_be_repeated_by_its_seed() -> None:
    one, again, other = (
        play_deal(Pairing("greedy", "random", seed=seed), 3, no_clock) for seed in (1, 1, 2)
    )
    assert one == again
    assert one != other


def test_the_limits_are_taken_over_deals() -> None:
    shares = estimate([1.0, 0.5, 0.5, 0.0])
    assert shares.mean == 0.5
    assert shares.high - shares.mean == pytest.approx(1.96 * (1 / 6) ** 0.5 / 2)
    assert estimate([0.5]).low == -inf


def test_a_rating_difference_stands_for_a_share() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(1.0) == inf
    assert elo(0.0) == -inf


def test_only_a_match_between_two_gets_a_rating_difference() -> None:
    two = tally([Deal(0.75, 8.0, 2, NO_TIME), Deal(0.5, 1.0, 2, NO_TIME)])
    assert two.elo is not None
    assert two.elo.mean == pytest.approx(elo(0.625))
    assert tally([Deal(0.4, 2.0, 3, NO_TIME)]).elo is None


def test_thinking_time_is_summed_and_the_longest_move_kept() -> None:
    both = Thinking(2, 0.5, 0.4).plus(Thinking(1, 0.2, 0.2))
    assert both == Thinking(3, pytest.approx(0.7), 0.4)
    assert play_deal(Pairing("greedy", "random"), 0, process_time).thinking[0].total_s > 0


def match(*arguments: str) -> list[str]:
    output = StringIO()
    call_command("bot_match", *arguments, stdout=output)
    return output.getvalue().splitlines()


def test_the_command_prints_the_figures_with_their_limits() -> None:
    lines = match("greedy", "random", "--games=3", "--processes=1", "--seed=5")
    assert lines[0] == "greedy against random: 4 games, 2 seats, seed 5"
    assert lines[1].split() == ["share", "of", "the", "points", "1.000", "[1.000,", "1.000]"]
    assert [line.split()[0] for line in lines[2:]] == [
        "rating", "mean", "speed", "greedy", "random"
    ]  # fmt: skip


def test_the_number_of_processes_does_not_change_the_result() -> None:
    arguments = ("greedy", "random", "--games=6", "--seats=3")
    alone, shared = match(*arguments, "--processes=1"), match(*arguments, "--processes=2")
    assert alone[:4] == shared[:4]
    assert alone[2].split()[:3] == ["share", "of", "equals"]


def test_a_match_of_no_games_is_refused() -> None:
    with pytest.raises(CommandError):
        match("greedy", "random", "--games=0")
