"""One rematch, whoever asks first and however many press."""

import pytest
from django.urls import reverse

from games.core.errors import DomainError
from games.core.pace import DAILY
from games.models import Challenge, ChallengeSeat, Game
from games.rules import registry
from games.selectors.rematch import rematch_view
from games.services.challenges import leave_challenge
from games.services.play import resign
from games.services.rematch import ask_rematch
from tests.factories import NOW, make_game, make_user
from tests.services.test_play_race import at_once
from tests.table import user_to_move

pytestmark = pytest.mark.django_db(transaction=True)


def over(*people, **fields):
    """Return a game that somebody has resigned until it was over."""
    game = make_game(*people, **fields)
    while game.is_running:
        resign(public_id=game.public_id, user_id=user_to_move(game), key=f"{game.version}", now=NOW)
        game.refresh_from_db()
    return game


def ask(game, user):
    return ask_rematch(public_id=game.public_id, user=user, now=NOW)


def view(game, user):
    players = list(game.players.select_related("user").order_by("seat"))
    you = next((player.seat for player in players if player.user_id == user.pk), None)
    return rematch_view(game, players, you)


def names(game):
    return [player.user.username for player in game.players.order_by("seat")]


@pytest.mark.parametrize("key", registry.keys())
def test_a_rematch_is_the_same_game_at_the_same_pace_with_the_seats_moved_on(key):
    people = [make_user(username=name) for name in ("Ada", "Bob", "Cyd")]
    game = over(*people, ruleset_key=key, pace=DAILY, stalemate_rounds=7)
    for user in people:
        challenge = ask(game, user)
    new = challenge.game
    assert (new.ruleset_key, new.options, new.pace) == (key, game.options, "daily")
    before = names(game)
    assert names(new) == [*before[1:], before[0]]


def test_against_bots_it_starts_at_once_and_a_second_press_finds_it():
    user = make_user()
    game = over(user, bots=("greedy", "random"))
    first, second = ask(game, user), ask(game, user)
    assert first.game == second.game
    assert sorted(names(first.game)) == sorted(names(game))


def test_bots_of_a_mixed_table_stay_out_of_it():
    ada, bob = make_user(username="Ada"), make_user(username="Bob")
    game = over(ada, bob, bots=("greedy",))
    ask(game, ada)
    assert sorted(names(ask(game, bob).game)) == ["Ada", "Bob"]


def test_if_all_press_at_once_there_is_one_rematch_and_it_starts():
    people = [make_user() for _ in range(4)]
    game = over(*people)
    outcomes = at_once(*[lambda user=user: ask(game, user) for user in people])
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert Challenge.objects.filter(rematch_of=game).count() == 1
    assert Game.objects.exclude(pk=game.pk).count() == 1


def test_the_page_tells_who_asked_who_waits_and_where_the_rematch_is():
    ada, bob = make_user(username="Ada"), make_user(username="Bob")
    game = over(ada, bob)
    assert view(game, ada) == {"game": "", "asked_by": "", "is_waiting": False}
    ask(game, ada)
    assert view(game, ada) == {"game": "", "asked_by": "", "is_waiting": True}
    assert view(game, bob) == {"game": "", "asked_by": "Ada", "is_waiting": False}
    new = ask(game, bob).game
    assert view(game, ada)["game"] == view(game, bob)["game"] == new.public_id


def test_who_declines_ends_the_offer_and_another_can_be_made():
    ada, bob = make_user(), make_user()
    game = over(ada, bob)
    challenge = ask(game, ada)
    leave_challenge(public_id=challenge.public_id, user=bob, now=NOW)
    again = ask(game, bob)
    assert again.pk != challenge.pk
    assert again.seats.get(user=ada).state == ChallengeSeat.State.INVITED


@pytest.mark.parametrize(("who", "code"), [("stranger", "not_your_game"), ("closed", "no_rematch")])
def test_there_is_no_rematch_for_who_watched_nor_with_a_closed_account(who, code):
    ada, bob, cyd = make_user(), make_user(), make_user()
    game = over(ada, bob)
    bob.is_active = who != "closed"
    bob.save()
    with pytest.raises(DomainError) as refusal:
        ask(game, cyd if who == "stranger" else ada)
    assert refusal.value.code == code
    assert view(game, cyd) is None


def test_a_running_game_has_none():
    ada = make_user()
    game = make_game(ada, make_user())
    with pytest.raises(DomainError) as refusal:
        ask(game, ada)
    assert refusal.value.code == "game_running"
    assert view(game, ada) is None


def test_the_button_leads_to_the_new_game_and_a_refusal_is_told_in_words(client):
    user = make_user()
    game = over(user, bots=("greedy",))
    client.force_login(user)
    answer = client.post(reverse("rematch", args=[game.public_id]))
    assert answer.url == Challenge.objects.get().game.get_absolute_url()
    running = make_game(user, make_user())
    page = client.post(reverse("rematch", args=[running.public_id]), follow=True)
    assert "Finish this game first." in page.content.decode()
