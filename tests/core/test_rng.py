"""Chance comes from the seed alone, is even, and can be checked afterwards."""

import hashlib
import hmac
from collections import Counter

import pytest

from games.core.rng import Rng, SeededChance, commitment, rng_for

SEED = bytes(range(32))


def test_the_same_seed_game_and_ply_give_the_same_numbers():
    again = [rng_for(SEED, "g1", 3).below(1000) for _ in range(2)]
    assert again[0] == again[1]


@pytest.mark.parametrize(
    "other", [(bytes(32), "g1", 3), (SEED, "g2", 3), (SEED, "g1", 4), (SEED, "g1", -1)]
)
def test_another_seed_game_or_ply_gives_other_numbers(other):
    first = rng_for(SEED, "g1", 3)
    second = rng_for(*other)
    assert [first.below(2**32) for _ in range(4)] != [second.below(2**32) for _ in range(4)]


def test_the_stream_is_hmac_sha256_over_tag_context_and_counter():
    blocks = b"".join(
        hmac.new(
            SEED, b"qwirkle-club/stream/1\0g1/0\0" + bytes(7) + bytes([counter]), hashlib.sha256
        ).digest()
        for counter in range(2)
    )
    words = [int.from_bytes(blocks[start : start + 4], "big") for start in range(0, 64, 4)]
    stream = rng_for(SEED, "g1", 0)
    assert [stream.below(2**32) for _ in words] == words


def test_numbers_that_would_favour_small_results_are_thrown_away():
    # Of 2**32 words the top quarter is unfair for this limit; without rejection low results
    # would come twice as often.
    limit = 3 * 2**30
    stream = Rng(SEED, "reject")
    words = Rng(SEED, "reject")
    expected = [word for word in (words.below(2**32) for _ in range(200)) if word < limit]
    assert len(expected) < 190
    assert [stream.below(limit) for _ in expected] == expected


@pytest.mark.parametrize("limit", [0, -1, 2**32 + 1])
def test_a_limit_that_makes_no_sense_is_an_error(limit):
    with pytest.raises(ValueError, match="limit"):
        Rng(SEED, "x").below(limit)


def test_shuffling_keeps_every_item():
    items = tuple(range(108)) * 2
    assert Counter(Rng(SEED, "x").shuffled(items)) == Counter(items)


def test_every_item_reaches_every_place_of_a_bag_equally_often():
    """Chi-square over 20,000 bags (T18): 12 places x 12 items, 121 degrees of freedom."""
    bags, size = 20_000, 12
    stream = Rng(SEED, "chi-square")
    seen = Counter()
    for _ in range(bags):
        seen.update(enumerate(stream.shuffled(tuple(range(size)))))
    expected = bags / size
    chi_square = sum(
        (seen[place, item] - expected) ** 2 / expected
        for place in range(size)
        for item in range(size)
    )
    # 121 +- 5 standard deviations of 15.6; a fixed seed, so this never flickers.
    assert 43 < chi_square < 199


def test_the_first_tile_of_full_bags_is_even_over_the_kinds():
    """Chi-square over 1,800 real bags of 108 tiles: 36 kinds, 35 degrees of freedom."""
    bags = 1_800
    full = tuple(range(36)) * 3
    seen = Counter(rng_for(SEED, f"bag{number}", -1).shuffled(full)[0] for number in range(bags))
    expected = bags / 36
    chi_square = sum((seen[kind] - expected) ** 2 / expected for kind in range(36))
    assert 8 < chi_square < 77


def test_a_commitment_fits_only_its_own_seed_game_and_rules():
    fair = commitment(SEED, "g1", "qwirkle", 1)
    assert fair == commitment(SEED, "g1", "qwirkle", 1)
    others = {
        commitment(bytes(32), "g1", "qwirkle", 1),
        commitment(SEED, "g2", "qwirkle", 1),
        commitment(SEED, "g1", "rummy", 1),
        commitment(SEED, "g1", "qwirkle", 2),
    }
    assert len(others | {fair}) == 5


def test_a_commitment_can_be_recomputed_from_its_description():
    text = "qwirkle-club/commitment/1\ng1\nqwirkle\n1\n" + SEED.hex()
    assert commitment(SEED, "g1", "qwirkle", 1) == hashlib.sha256(text.encode()).hexdigest()


def test_drawing_takes_from_the_front_and_stops_when_the_bag_is_empty():
    luck = SeededChance(Rng(SEED, "x"))
    assert luck.draw((1, 2, 3), 2) == ((1, 2), (3,))
    assert luck.draw((1, 2, 3), 5) == ((1, 2, 3), ())


def test_tiles_put_back_are_mixed_into_the_whole_bag():
    bag = tuple(range(90))
    mixed = SeededChance(Rng(SEED, "x")).put_back(bag, (90, 91))
    assert sorted(mixed) == list(range(92))
    assert mixed[:90] != bag
