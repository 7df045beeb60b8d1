"""Recalculations: equal to what games wrote one by one, wherever they are cut off."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import OperationalError

from games.core.elo import SCALE, START
from games.core.pool import DUEL
from games.models import (
    Game,
    Notice,
    RatedOpponent,
    Rating,
    RatingChange,
    RatingRevision,
    Recalculation,
)
from games.services import recalculation
from games.services.annulment import annul, restore
from games.services.rating_reset import reset
from games.services.recalculation import advance, start_recalculation
from tests.factories import NOW, make_user
from tests.services.test_ratings import end_by_resigning, make_member, make_rated

pytestmark = pytest.mark.django_db(transaction=True)

POOL = f"qwirkle-{DUEL}"
LATER = NOW + timedelta(days=1)


def play_some(people, pairs) -> list[Game]:
    """Let these pairs play rated games that their second loses."""
    games = []
    for one, other in pairs:
        games.append(make_rated(people[one], people[other]))
        end_by_resigning(games[-1], people[other])
    return games


def ratings() -> dict:
    """Return all that follows from the ledger."""
    rows = Rating.objects.values_list(
        "user", "pool", "value", "games", "opponents", "wins", "last_game_at"
    )
    met = RatedOpponent.objects.values_list("rating__user", "opponent")
    return {"rows": sorted(rows), "met": sorted(met)}


def ledger() -> list:
    return list(
        RatingChange.objects.current().order_by("id").values_list("before", "after", "k", "games")
    )


def recalculate(pool=POOL, **fields) -> Recalculation:
    run = start_recalculation(pool, by=None, now=LATER, **fields)
    assert not advance(now=LATER)
    run.refresh_from_db()
    assert run.state == Recalculation.State.DONE
    return run


def test_a_pool_that_is_right_is_not_written_to():
    people = [make_member() for _ in range(3)]
    games = play_some(people, [(0, 1), (1, 2), (0, 2), (2, 1)])
    before = ratings(), ledger()
    for from_game in (None, games[2]):
        run = recalculate(from_game=from_game)
        assert (run.rows_written, run.players_touched, run.largest_change) == (0, 0, 0)
    assert (ratings(), ledger()) == before
    assert not RatingRevision.objects.exists()


def test_a_rating_that_is_not_what_the_ledger_says_is_put_right_and_its_owner_told():
    people = [make_member() for _ in range(2)]
    play_some(people, [(0, 1)])
    right = ratings()
    Rating.objects.filter(user=people[0]).update(value=1, games=7)
    run = recalculate()
    assert ratings() == right
    assert (run.players_touched, run.largest_change) == (1, START + 32 * SCALE - 1)
    notice = Notice.objects.get(key=f"recalculation:{run.pk}")
    assert notice.user == people[0]
    assert (notice.facts["before"], notice.facts["after"]) == (0, 1532)


def test_an_annulled_game_is_as_if_it_had_not_been_played_and_a_restored_one_as_it_was():
    people, staff = [make_member() for _ in range(4)], make_user()
    pairs = [(0, 1), (3, 0), (1, 2), (2, 0), (0, 2), (1, 3)]
    games = play_some(people, pairs)
    as_played = ratings(), ledger()
    assert len(annul([games[1]], by=staff, note="one person", now=LATER)) == 1
    assert annul([games[1]], by=staff, note="again", now=LATER) == []
    assert not advance(now=LATER)
    without = {row[0]: row[2:6] for row in ratings()["rows"]}
    twins = [make_member() for _ in range(4)]
    play_some(twins, pairs[:1] + pairs[2:])
    for user, twin in zip(people, twins, strict=True):
        row = Rating.objects.get(user=twin)
        assert without[user.pk] == (row.value, row.games, row.opponents, row.wins)
    rows = RatingChange.objects.current().filter(game=games[1])
    assert [(row.k, row.after - row.before) for row in rows] == [(0, 0), (0, 0)]
    assert RatingChange.objects.filter(game=games[1]).first().k > 0
    restore([games[1]], by=staff, note="a mistake", now=LATER)
    assert not advance(now=LATER)
    mine = {user.pk for user in people}
    now = ratings()
    assert [row for row in now["rows"] if row[0] in mine] == as_played[0]["rows"]
    assert [pair for pair in now["met"] if pair[0] in mine] == as_played[0]["met"]
    assert ledger()[: 2 * len(pairs)] == as_played[1]


def test_whose_only_game_is_annulled_is_a_newcomer_again():
    people = [make_member() for _ in range(2)]
    games = play_some(people, [(0, 1)])
    annul(games, by=make_user(), note="one person", now=LATER)
    assert not advance(now=LATER)
    assert [row[2:6] for row in ratings()["rows"]] == [(START, 0, 0, 0)] * 2


def test_a_rating_that_was_set_back_begins_anew_and_so_it_does_in_a_replay():
    one, other, staff = make_member(), make_member(), make_user()
    play_some([one, other], [(0, 1)])
    assert reset(one, POOL, by=staff, note="helped by a program", now=LATER)
    assert not reset(one, POOL, by=staff, note="again", now=LATER)
    rating = Rating.objects.get(user=one)
    assert (rating.value, rating.games, rating.opponents, rating.wins) == (START, 0, 0, 0)
    (game,) = play_some([one, other], [(0, 1)])
    before = ratings(), ledger()
    assert recalculate().rows_written == 0
    annul([game], by=staff, note="x", now=LATER)
    restore([game], by=staff, note="x", now=LATER)
    assert not advance(now=LATER)
    assert (ratings(), ledger()) == before


def test_a_run_that_is_killed_anywhere_ends_with_the_same_numbers(monkeypatch):
    people, staff = [make_member() for _ in range(4)], make_user()
    games = play_some(people, [(n % 4, (n + 1 + n % 3) % 4) for n in range(14)])
    annul([games[2]], by=staff, note="x", now=LATER)
    assert not advance(now=LATER)
    wanted = ratings(), ledger()
    restore([games[2]], by=staff, note="x", now=LATER)
    assert not advance(now=LATER)
    monkeypatch.setattr(recalculation, "BATCH", 5)
    monkeypatch.setattr(recalculation, "SHORT", 3)
    annul([games[2]], by=staff, note="x", now=LATER)
    write, count = recalculation.write_revisions, iter(range(1000))

    def dies(*args):
        write(*args)
        if next(count) % 2:
            raise OperationalError("could not serialize access")

    monkeypatch.setattr(recalculation, "write_revisions", dies)
    while advance(now=LATER, seconds=0):
        pass
    assert (ratings(), ledger()) == wanted
    assert Recalculation.objects.last().state == Recalculation.State.DONE


def test_nothing_of_a_run_counts_before_its_end_and_two_workers_do_no_step_twice(monkeypatch):
    monkeypatch.setattr(recalculation, "BATCH", 5)
    monkeypatch.setattr(recalculation, "SHORT", 3)
    people, staff = [make_member() for _ in range(3)], make_user()
    games = play_some(people, [(0, 1), (1, 2), (2, 0), (0, 1), (1, 2), (0, 2)])
    before = ratings(), ledger()
    annul(games[:1], by=staff, note="x", now=LATER)
    row = recalculation.due_run(None, now=LATER)
    assert recalculation.due_run(None, now=LATER) is None  # in somebody's hands
    slow, quick = recalculation.Run(row), recalculation.Run(Recalculation.objects.get(pk=row.pk))
    assert quick.step(now=LATER)
    assert RatingRevision.objects.exists()
    assert (ratings(), ledger()) == before
    with pytest.raises(recalculation.TakenOverError):
        slow.step(now=LATER)
    assert not advance(now=LATER + timedelta(hours=1))
    assert Recalculation.objects.get().state == Recalculation.State.DONE


def test_the_command_says_how_far_it_is_and_refuses_what_it_cannot_do():
    people = [make_member() for _ in range(2)]
    (game,) = play_some(people, [(0, 1)])
    out = StringIO()
    call_command("recalculate_ratings", POOL, "--from", game.public_id, stdout=out)
    assert "2 rows read, 0 revised, 0 players touched" in out.getvalue()
    with pytest.raises(Exception, match="no such game"):
        call_command("recalculate_ratings", POOL, "--from", "nowhere")
    with pytest.raises(Exception, match="not rated in this pool"):
        call_command("recalculate_ratings", "qwirkle-table", "--from", game.public_id)
