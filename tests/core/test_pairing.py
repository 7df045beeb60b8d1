"""Who meets whom on a ladder."""

from datetime import timedelta
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.elo import SCALE
from games.core.pairing import (
    REPEAT_AFTER,
    THREE_AFTER,
    WIDEST_WINDOW,
    Entrant,
    Term,
    may_all_meet,
    may_meet,
    meet,
    window,
)

DAILY, STEADY = Term("qwirkle", "daily"), Term("qwirkle", "steady")
MINUTE = timedelta(minutes=1)
SIZES = st.sampled_from(["duel", "table"])


def somebody(user_id, points=1500, minutes=0, **fields):
    return Entrant(
        **{
            "user_id": user_id,
            "rating": points * SCALE,
            "waited": minutes * MINUTE,
            "terms": frozenset({DAILY}),
            **fields,
        }
    )


@st.composite
def queues(draw):
    count = draw(st.integers(0, 14))
    ids = st.frozensets(st.integers(0, max(0, count - 1)), max_size=3)
    return [
        somebody(
            number,
            draw(st.integers(1200, 1900)),
            draw(st.integers(0, 120)),
            terms=draw(st.frozensets(st.sampled_from([DAILY, STEADY]), min_size=1)),
            apart=draw(ids),
            met=draw(ids),
        )
        for number in range(count)
    ]


@settings(max_examples=60, deadline=None)
@given(queues(), SIZES)
def test_nobody_sits_at_two_tables_and_all_at_one_may_meet_there(queue, size):
    people = {entrant.user_id: entrant for entrant in queue}
    meetings = meet(queue, size)
    seated = [user_id for meeting in meetings for user_id in meeting.user_ids]
    assert len(seated) == len(set(seated))
    for meeting in meetings:
        assert len(meeting.user_ids) in ({2} if size == "duel" else {3, 4})
        assert may_all_meet([people[user_id] for user_id in meeting.user_ids], meeting.term)


@settings(max_examples=40, deadline=None)
@given(queues(), SIZES, st.randoms(use_true_random=False))
def test_the_order_in_which_people_are_read_changes_nothing(queue, size, chance):
    mixed = list(queue)
    chance.shuffle(mixed)
    assert meet(mixed, size) == meet(queue, size)


@settings(max_examples=40, deadline=None)
@given(queues())
def test_no_two_who_may_meet_are_left_over(queue):
    seated = {user_id for meeting in meet(queue, "duel") for user_id in meeting.user_ids}
    left = [entrant for entrant in queue if entrant.user_id not in seated]
    for one, other in combinations(left, 2):
        met = other.user_id in one.met or one.user_id in other.met
        assert met or not may_meet(one, other)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1450, 1550), min_size=2, max_size=20), SIZES)
def test_of_people_within_the_window_at_most_one_is_left_over(points, size):
    queue = [somebody(number, rating, 15) for number, rating in enumerate(points)]
    assert queue[0].waited == THREE_AFTER
    seated = sum(len(meeting.user_ids) for meeting in meet(queue, size))
    least = len(queue) if size == "table" and len(queue) == 2 else 1
    assert len(queue) - seated <= least


def test_the_window_widens_with_waiting_and_not_for_ever():
    assert window(timedelta()) == 100 * SCALE
    assert window(10 * MINUTE) == 200 * SCALE
    assert window(timedelta(days=3)) == WIDEST_WINDOW
    near, far = somebody(1, 1500, 20), somebody(2, 1700, 0)
    assert meet([near, far], "duel")
    assert not meet([somebody(1, 1500, 19), far], "duel")


def test_who_has_waited_longest_chooses_and_gets_the_nearest():
    queue = [somebody(1, 1500, 5), somebody(2, 1540, 9), somebody(3, 1550), somebody(4, 1580)]
    assert [meeting.user_ids for meeting in meet(queue, "duel")] == [(2, 3), (1, 4)]


def test_those_who_have_met_lately_meet_again_only_if_nobody_else_is_there_for_an_hour():
    def pair(minutes):
        return [
            somebody(1, minutes=minutes, met=frozenset({2})),
            somebody(2, minutes=minutes, met=frozenset({1})),
        ]

    hour = int(REPEAT_AFTER / MINUTE)
    assert not meet(pair(hour - 1), "duel")
    assert meet(pair(hour), "duel")
    third = somebody(3, 2000, hour)
    assert [meeting.user_ids for meeting in meet([*pair(hour), third], "duel")] == [(1, 3)]


def test_a_table_waits_for_the_fourth_and_then_begins_with_three():
    assert not meet([somebody(number) for number in range(3)], "table")
    assert len(meet([somebody(number) for number in range(4)], "table")[0].user_ids) == 4
    assert len(meet([somebody(number, minutes=15) for number in range(3)], "table")) == 1
