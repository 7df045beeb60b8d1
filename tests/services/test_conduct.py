"""What the end of a game writes about its players, and what an offer may ask of them."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.urls import reverse

from games.core.conduct import WHOLE, Outcome
from games.core.errors import DomainError
from games.core.pace import DAILY
from games.models import Challenge, Conduct, ConductEvent, Game, Heartbeat, Player, Presence
from games.selectors.challenges import lobby_challenges
from games.selectors.conduct import conduct_of, score_of
from games.services.annulment import annul, restore
from games.services.challenges import join_challenge, offer_challenge
from games.services.clocks import judge_deadline
from games.services.finish import abort_game
from games.services.locking import lock_game
from games.services.play import resign
from games.services.rated_offers import Stakes
from games.services.uptime import note_alive
from tests.factories import NOW, make_challenge, make_game, make_user
from tests.services.test_play_race import at_once
from tests.table import make_begun_game, play, play_to_the_end

pytestmark = pytest.mark.django_db(transaction=True)

DAY = timedelta(days=1)
LONG = 30 * DAY


def make_player(**fields):
    """Return somebody whom no vacation saves from the end of his time."""
    return make_user(has_auto_vacation=False, **fields)


def leave(game, user, now=NOW):
    resign(public_id=game.public_id, user_id=user.pk, key=f"r{user.pk}", now=now)


def outcomes(user):
    events = ConductEvent.objects.filter(user=user).order_by("pk")
    return [(event.outcome, event.is_counted) for event in events]


def timed_out(late, now=NOW):
    """Begin a daily game in which somebody is to move, and let his time run out."""
    game = make_begun_game(late, make_player(), first=late, pace=DAILY, now=now)
    assert judge_deadline(public_id=game.public_id, now=now + LONG)
    return game


def test_a_game_played_to_its_end_is_clean_for_both_and_counted_once():
    one, other = make_user(), make_user()
    game = play_to_the_end(make_game(one, other))
    for user in (one, other):
        assert outcomes(user) == [(Outcome.CLEAN, True)]
        assert (user.conduct.score, user.conduct.games) == (WHOLE, 1)
    with pytest.raises(TypeError, match="append-only"):
        game.conduct_events.first().save()


def test_an_early_exit_between_two_is_a_quit_and_says_nothing_of_the_other():
    quitter, other = make_user(), make_user()
    leave(make_game(quitter, other), quitter)
    assert outcomes(quitter) == [(Outcome.QUIT, True)]
    assert outcomes(other) == []
    assert score_of(quitter.pk) == WHOLE - WHOLE // 20


def test_a_late_resignation_between_two_is_clean():
    one, other = make_user(), make_user()
    game = make_game(one, other)
    for _ in range(10):
        play(game)
    leave(game, one)
    assert outcomes(one) == outcomes(other) == [(Outcome.CLEAN, True)]


def test_who_leaves_a_table_of_three_quits_and_the_others_play_on_clean():
    people = [make_user() for _ in range(3)]
    game = make_game(*people)
    leave(game, people[0])
    assert not ConductEvent.objects.exists()
    play_to_the_end(game)
    assert outcomes(people[0]) == [(Outcome.QUIT, True)]
    assert outcomes(people[1]) == outcomes(people[2]) == [(Outcome.CLEAN, True)]


def test_games_against_bots_say_nothing():
    user = make_user()
    leave(make_game(user, bots=("greedy",)), user)
    assert not ConductEvent.objects.exists()
    assert conduct_of(user)["text"] == "New"


def test_many_games_lost_on_time_in_one_absence_count_once_and_the_next_absence_counts_again():
    late = make_player()
    Presence.objects.create(user=late, seen_at=NOW)
    for days in (0, 0.5, 9):
        timed_out(late, NOW + days * DAY)
    assert [is_counted for _, is_counted in outcomes(late)] == [True, False, False]
    Presence.objects.filter(user=late).update(seen_at=NOW + LONG + 10 * DAY)
    timed_out(late, NOW + 12 * DAY)
    assert outcomes(late)[-1] == (Outcome.TIME_OUT, True)
    assert score_of(late.pk) == WHOLE * 81 // 100


def test_a_no_show_is_counted_against_whoever_did_not_come_and_a_call_off_against_nobody():
    game = make_game(make_player(), make_player(), pace=DAILY)
    late = game.players.get(seat=game.to_move).user
    assert judge_deadline(public_id=game.public_id, now=NOW + LONG)
    assert outcomes(late) == [(Outcome.NO_SHOW, True)]
    off = make_game(pace=DAILY)
    abort_game(public_id=off.public_id, user_id=off.players.first().user_id, now=NOW)
    assert ConductEvent.objects.count() == 1


def test_an_outage_costs_nobody_his_conduct():
    game = make_begun_game(make_player(), make_player(), pace=DAILY)
    Heartbeat.objects.create(role="site", beat_at=NOW)
    assert note_alive(now=NOW + LONG) == 1
    assert not judge_deadline(public_id=game.public_id, now=NOW + LONG)
    assert not ConductEvent.objects.exists()


def test_games_of_the_same_people_that_end_at_once_are_counted_one_after_the_other():
    one, other = make_user(), make_user()
    games = [make_game(one, other) for _ in range(6)]
    found = at_once(
        *(
            lambda game=game, user=user: leave(game, user)
            for game, user in zip(games, [one, other] * 3, strict=True)
        )
    )
    assert not [outcome for outcome in found if isinstance(outcome, Exception)]
    for user in (one, other):
        events = list(ConductEvent.objects.filter(user=user).order_by("-before"))
        assert [event.before for event in events[1:]] == [event.after for event in events[:-1]]
        assert (score_of(user.pk), len(events)) == (events[-1].after, 3)


def test_qwirkles_are_counted_by_seat_and_left_alone_where_nobody_counted():
    game = play_to_the_end(make_game())
    bonus = [
        (seat.qwirkles, sum(ply.points // 12 for ply in game.plies.filter(seat=seat.seat)))
        for seat in game.players.all()
    ]
    assert all(qwirkles <= big for qwirkles, big in bonus)
    old = make_game()
    Player.objects.filter(game=old).update(qwirkles=None)
    play(old)
    with transaction.atomic():
        assert [player.qwirkles for player in lock_game(old.public_id).players] == [None, None]


def with_conduct(percent):
    user = make_user()
    Conduct.objects.create(user=user, score=percent * 100, games=20)
    return user


def test_an_offer_may_ask_for_conduct_and_tells_so_before_the_click(client):
    offer = offer_challenge(
        host=make_user(),
        kind=Challenge.Kind.OPEN,
        seat_count=2,
        ruleset_key="qwirkle",
        options={},
        invited=[],
        key="k",
        now=NOW,
        stakes=Stakes(min_conduct=90),
    )
    guest, good = with_conduct(89), with_conduct(90)
    (row,) = lobby_challenges(guest, NOW)
    assert (row["bar"], row["min_conduct"]) == ("Your conduct is 89%", 90)
    client.force_login(guest)
    page = client.get(reverse("lobby")).content.decode()
    assert "conduct of 90% or more" in page
    assert reverse("challenge_join", args=[offer.public_id]) not in page
    with pytest.raises(DomainError) as refused:
        join_challenge(public_id=offer.public_id, user=guest, token=None, now=NOW)
    assert refused.value.code == "conduct_too_low"
    assert not lobby_challenges(good, NOW)[0]["bar"]
    assert join_challenge(public_id=offer.public_id, user=good, token=None, now=NOW).game


def test_somebody_new_and_somebody_invited_may_join_and_no_other_minimum_is_taken():
    newcomer = make_challenge(min_conduct=95)
    assert join_challenge(public_id=newcomer.public_id, user=make_user(), token=None, now=NOW).game
    invited = make_challenge(min_conduct=95, kind=Challenge.Kind.LINK)
    with pytest.raises(DomainError, match="asks for conduct of 95% or more; yours is 40%"):
        join_challenge(
            public_id=invited.public_id, user=with_conduct(40), token=invited.token, now=NOW
        )
    with pytest.raises(DomainError, match="figures on offer"):
        offer_challenge(
            host=make_user(),
            kind=Challenge.Kind.OPEN,
            seat_count=2,
            ruleset_key="qwirkle",
            options={},
            invited=[],
            key="k",
            now=NOW,
            stakes=Stakes(min_conduct=99),
        )


def test_the_form_takes_a_minimum_and_the_lobby_names_the_conduct_of_the_host(client):
    host = with_conduct(74)
    client.force_login(host)
    form = {"key": "k", "kind": "open", "seat_count": "2", "min_conduct": "75"}
    client.post(reverse("challenge_create"), form)
    assert Challenge.objects.get().min_conduct == 75
    client.force_login(make_user())
    assert "Often leaves 74%" in client.get(reverse("lobby")).content.decode()


def test_the_table_and_the_page_of_a_player_name_his_conduct(client):
    one, other = with_conduct(80), make_user()
    game = make_game(one, other)
    client.force_login(other)
    for address in (game.get_absolute_url(), reverse("profile", args=[one.username])):
        assert "Mostly reliable 80%" in client.get(address).content.decode()
    page = client.get(reverse("conduct")).content.decode()
    assert "(100 \N{MINUS SIGN} F) / 20" in page


def test_a_game_that_is_annulled_costs_no_conduct_until_it_is_restored():
    late = make_player()
    game = timed_out(late)
    Game.objects.filter(pk=game.pk).update(is_rated=True)
    play_to_the_end(make_game(late, make_player(), now=NOW + LONG))
    before = Conduct.objects.get(user=late)
    assert before.score < WHOLE
    by = make_user(is_staff=True)
    annul([game], by=by, note="shared device", now=NOW)
    given_back = Conduct.objects.get(user=late)
    assert (given_back.score, given_back.games, given_back.absent_at) == (WHOLE, 1, None)
    restore([game], by=by, note="a mistake", now=NOW)
    again = Conduct.objects.get(user=late)
    assert (again.score, again.games) == (before.score, before.games)
    assert again.absent_at == before.absent_at
