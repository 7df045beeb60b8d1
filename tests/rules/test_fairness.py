"""The seed that was committed to decides everything, and anybody can check it (T18)."""

from dataclasses import replace

from games.core.rng import SeededChance, commitment, rng_for
from games.rules.qwirkle.tiles import full_set
from tests.rules.games import QWIRKLE, SEED, at_random, play_game


def replayed(game, seed):
    """Play the moves again with chance from a revealed seed; return all events."""
    dealing = QWIRKLE.initial_step(
        2, game.states[0].options, SeededChance(rng_for(seed, "fair", -1)), seniority=(0, 1)
    )
    now, events = dealing.state, []
    for ply, (seat, move) in enumerate(game.moves):
        step = QWIRKLE.apply(now, seat, move, SeededChance(rng_for(seed, "fair", ply)))
        now = step.state
        events.append(step.events)
    return now, events


def test_the_revealed_seed_gives_every_draw_again():
    game = play_game("fair", 2, at_random)
    assert any(event.kind == "tiles_traded" for events in game.events for event in events)
    state, events = replayed(game, SEED)
    assert state == game.states[-1]
    assert events == game.events


def test_the_bag_of_a_game_is_the_shuffle_of_its_first_stream():
    dealt = play_game("fair", 2, at_random).states[0]
    bag = rng_for(SEED, "fair", -1).shuffled(full_set())
    assert dealt.hands == (bag[:6], bag[6:12])
    assert dealt.bag == bag[12:]


def test_an_altered_draw_is_detected():
    """A server that told a player of another tile than the seed gives is caught by the replay."""
    game = play_game("fair", 2, at_random)
    ply, told = next(
        (ply, event)
        for ply, events in enumerate(game.events)
        for event in events
        if event.kind == "tiles_drawn" and event.private[event.seat]["tiles"]
    )
    drawn = told.private[told.seat]["tiles"]
    altered = replace(told, private={told.seat: {"tiles": [*drawn[:-1], other_tile(drawn[-1])]}})
    game.events[ply] = tuple(altered if event is told else event for event in game.events[ply])
    _, honest = replayed(game, SEED)
    assert [i for i, events in enumerate(honest) if events != game.events[i]] == [ply]


def other_tile(text):
    return "RC" if text != "RC" else "RD"


def test_another_seed_does_not_fit_the_commitment_nor_the_deal():
    other = bytes(32)
    assert commitment(other, "fair", "qwirkle", 1) != commitment(SEED, "fair", "qwirkle", 1)
    dealt = play_game("fair", 2, at_random).states[0]
    assert rng_for(other, "fair", -1).shuffled(full_set())[12:] != dealt.bag
