"""The page of a player, person or bot."""

import pytest
from django.urls import reverse

from games.models import RatingChange
from games.services.finish import abort_game
from games.services.play import resign
from tests.factories import NOW, make_game, make_user
from tests.table import play, play_to_the_end

pytestmark = pytest.mark.django_db

NASTY = [
    "nobody",
    "\x00",
    "a\x00b",
    "💥",
    "é",
    "' OR 1=1 --",
    "<script>",
    "x" * 400,
    "\u202eabc",
    "%",
]


@pytest.fixture
def harbour():
    """A person whose page is looked at."""
    return make_user(username="harbour")


@pytest.fixture
def viewer(client):
    """Somebody who is signed in."""
    found = make_user(username="linnet")
    client.force_login(found)
    return found


def see(client, name="harbour"):
    return client.get(reverse("profile", args=[name]))


def player(client, name="harbour"):
    return see(client, name).context["player"]


def lost_by(loser, *others):
    """Return a finished game that one player has resigned."""
    game = make_game(loser, *others)
    return resign(public_id=game.public_id, user_id=loser.pk, key="leave", now=NOW).game


def test_anybody_may_see_it_in_any_case_of_letters(client, harbour):
    assert "harbour" in see(client, "HARBOUR").content.decode()
    assert player(client)["versus"] is None


@pytest.mark.parametrize("name", NASTY)
def test_a_name_that_nobody_has_is_a_plain_404(client, name):
    assert see(client, name).status_code == 404


def test_somebody_new_has_figures_without_numbers(client, harbour):
    page = see(client)
    figures = page.context["player"]["figures"]
    assert (figures["finished"], figures["won"], figures["won_percent"]) == (0, 0, None)
    assert (figures["points_per_game"], figures["best_move"]) == (None, None)
    assert "No finished games yet." in page.content.decode()


def test_figures_count_finished_games_only(client, harbour):
    other = make_user()
    lost_by(other, harbour)
    lost_by(harbour, other)
    running = make_game(harbour, other)
    abort_game(public_id=running.public_id, user_id=harbour.pk, now=NOW)
    make_game(harbour, other)
    figures = player(client)["figures"]
    assert (figures["finished"], figures["won"], figures["won_percent"]) == (2, 1, 50)
    assert figures["running"] == 1


def test_points_are_those_of_the_log(client, harbour):
    game = play_to_the_end(make_game(harbour, make_user()))
    seat = game.players.get(user=harbour)
    moves = [ply.points for ply in game.plies.filter(seat=seat.seat) if not ply.is_automatic]
    figures = player(client)["figures"]
    assert (figures["points_per_game"], figures["best_game"]) == (seat.score, seat.score)
    assert figures["best_move"] == max(moves)
    assert figures["points_per_move"] == pytest.approx(sum(moves) / len(moves))


def test_a_shared_win_is_a_draw_and_no_win(client, harbour):
    game = lost_by(make_user(), harbour)
    game.players.update(is_winner=True, place=1)
    found = player(client)
    assert found["figures"]["won"] == 0
    assert [row["standing"]["kind"] for row in found["results"]] == ["draw"]


def test_results_say_won_lost_or_which_place_newest_first(client, harbour):
    other, third = make_user(), make_user()
    lost_by(other, harbour)
    lost_by(harbour, other)
    three = make_game(harbour, other, third)
    resign(public_id=three.public_id, user_id=other.pk, key="a", now=NOW)
    resign(public_id=three.public_id, user_id=harbour.pk, key="b", now=NOW)
    rows = player(client)["results"]
    assert [row["standing"]["kind"] for row in rows] == ["placed", "lost", "won"]
    assert rows[0]["standing"]["place"] in (2, 3)
    assert rows[1]["others"] == [other.username]


def test_a_result_leads_to_the_game_and_to_the_opponent(client, harbour):
    other = make_user()
    game = lost_by(other, harbour)
    html = see(client).content.decode()
    assert f'href="{game.get_absolute_url()}"' in html
    assert f'href="{reverse("profile", args=[other.username])}"' in html


def test_head_to_head_counts_who_was_ahead_at_tables_of_any_size(client, harbour, viewer):
    third = make_user()
    lost_by(harbour, viewer)
    lost_by(harbour, viewer)
    lost_by(viewer, harbour)
    lost_by(viewer, third)
    lost_by(third, harbour)
    three = make_game(harbour, viewer, third)
    resign(public_id=three.public_id, user_id=harbour.pk, key="a", now=NOW)
    play_to_the_end(three)
    versus = player(client)["versus"]
    assert (versus["games"], versus["ahead"], versus["level"], versus["behind"]) == (4, 3, 0, 1)


def test_head_to_head_compares_the_points_of_both(client, harbour, viewer):
    game = play_to_the_end(make_game(harbour, viewer))
    versus = player(client)["versus"]
    assert versus["points"] == game.players.get(user=viewer).score
    assert versus["their_points"] == game.players.get(user=harbour).score


def test_one_is_not_compared_with_oneself_and_finds_the_settings(client, viewer):
    page = see(client, "linnet")
    assert page.context["player"]["versus"] is None
    html = page.content.decode()
    assert "Challenge" not in html
    assert reverse("settings") in html


def test_a_challenge_leads_to_the_form_with_the_name_filled_in(client, harbour, viewer):
    assert f"{reverse('lobby')}?invite=harbour#new" in see(client).content.decode()
    form = client.get(reverse("lobby"), {"invite": "harbour"}).context["form"]
    assert (form["kind"].value(), form["invitees"].value()) == ("direct", "harbour")


def test_a_bot_has_a_page_with_its_strength(client, viewer):
    html = see(client, "Greedy").content.decode()
    assert "Always takes the most points" in html
    assert f"{reverse('lobby')}#bots" in html
    assert "Challenge" not in html


def test_a_bot_that_no_program_plays_any_more_still_has_a_page(client):
    make_user(username="Tin", bot_key="tin")
    assert see(client, "Tin").status_code == 200


def test_a_closed_account_says_so_and_takes_no_challenge(client, harbour, viewer):
    harbour.is_active = False
    harbour.save()
    html = see(client).content.decode()
    assert "this account is closed" in html
    assert "?invite=" not in html


def test_it_tells_nobody_the_address(client, harbour, viewer):
    assert harbour.email not in see(client).content.decode()


def test_it_takes_as_many_queries_for_ten_games_as_for_one(
    client, harbour, viewer, django_assert_num_queries
):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    play(make_game(harbour, viewer))
    lost_by(harbour, viewer)
    with CaptureQueriesContext(connection) as one:
        see(client)
    assert len(one) <= 13
    for _ in range(9):
        lost_by(viewer, harbour)
    with django_assert_num_queries(len(one)):
        see(client)


def test_a_result_that_was_rated_says_what_it_changed(client, harbour, viewer):
    lost_by(harbour, viewer)
    rated = lost_by(viewer, harbour)
    RatingChange.objects.create(
        game=rated,
        seat=0,
        user=harbour,
        pool="qwirkle-duel",
        before=1_500_000,
        after=1_516_400,
        k=32_000,
        games=0,
        formula_version=1,
        created_at=NOW,
    )
    rows = see(client).context["player"]["results"]
    assert {row["id"]: row["change"] for row in rows}[rated.public_id] == 16
    assert [row["change"] for row in rows].count(None) == 1
    assert '<span class="up">+16</span>' in see(client).content.decode()
