"""Follow players, and decide what others may see."""

import pytest
from django.urls import reverse
from django.utils import timezone

from games.core.errors import DomainError
from games.models import Block, Challenge, Follow, Player, Presence, Privacy
from games.selectors.figures_of_player import GAMES_READ
from games.selectors.follows import followed_people
from games.selectors.presence import others_online
from games.services.blocks import block
from games.services.challenges import offer_challenge
from games.services.finish import abort_game
from games.services.follows import follow
from games.services.play import resign
from tests.factories import NOW, make_challenge, make_game, make_user
from tests.table import play_to_the_end

pytestmark = pytest.mark.django_db(transaction=True)

EVERYBODY, MEMBERS, NOBODY = Privacy.Audience


@pytest.fixture
def ada():
    return make_user(username="Ada")


@pytest.fixture
def bob():
    return make_user(username="Bob")


def be_here(user):
    Presence.objects.update_or_create(user=user, defaults={"seen_at": timezone.now()})


def keep(user, **switches):
    Privacy.objects.update_or_create(user=user, defaults=switches)


def profile(client, user):
    return client.get(reverse("profile", args=[user.username]))


def press_follow(client, name, on="1", **fields):
    return client.post(reverse("player_follow", args=[name]), {"on": on, **fields}, follow=True)


def names(user):
    return [row["name"] for row in followed_people(user.pk, timezone.now())]


def test_a_player_is_followed_on_his_page_and_left_in_the_list(client, ada, bob):
    client.force_login(ada)
    for _ in range(2):
        assert "You follow Bob now." in press_follow(client, "Bob").content.decode()
    assert "Unfollow" in profile(client, bob).content.decode()
    assert names(ada) == ["Bob"]
    page = press_follow(client, "Bob", on="0", back="following")
    assert page.redirect_chain[0][0] == reverse("following")
    assert not Follow.objects.exists()
    assert press_follow(client, "nobody-here").status_code == 404


def test_neither_oneself_nor_bots_nor_closed_accounts_are_followed(ada):
    make_user(username="Gone", is_active=False)
    for name in ("Ada", "Greedy", "Gone"):
        with pytest.raises(DomainError) as refused:
            follow(user=ada, name=name, now=NOW)
        assert refused.value.code == "bad_request"


def test_home_lists_whom_one_follows_with_dot_and_offers(client, ada, bob):
    cy = make_user(username="Cy")
    for person in (bob, cy, make_user(username="Al")):
        follow(user=ada, name=person.username, now=NOW)
    be_here(cy)
    make_challenge(host=bob)
    make_challenge(host=bob, kind=Challenge.Kind.LINK)
    rows = followed_people(ada.pk, timezone.now())
    assert [(row["name"], row["is_online"], row["offers"]) for row in rows] == [
        ("Cy", True, 0),
        ("Bob", False, 1),
        ("Al", False, 0),
    ]
    client.force_login(ada)
    assert "1 open game" in client.get(reverse("home")).content.decode()


def test_a_block_ends_what_the_two_follow_and_hides_who_blocks(client, ada, bob):
    follow(user=ada, name="Bob", now=NOW)
    follow(user=bob, name="Ada", now=NOW)
    block(user=ada, name="Bob", now=NOW)
    assert not Follow.objects.exists()
    with pytest.raises(DomainError, match="unblock first"):
        follow(user=ada, name="Bob", now=NOW)
    be_here(ada)
    make_challenge(host=ada)
    client.force_login(bob)
    press_follow(client, "Ada")
    (row,) = followed_people(bob.pk, timezone.now())
    assert (row["is_online"], row["offers"]) == (False, 0)
    assert "online now" not in profile(client, ada).content.decode()
    Block.objects.all().delete()
    assert "online now" in profile(client, ada).content.decode()


@pytest.mark.parametrize(
    ("audience", "visitor", "member"),
    [(EVERYBODY, True, True), (MEMBERS, False, True), (NOBODY, False, False)],
)
def test_figures_and_results_are_for_whom_a_player_chooses(
    client, ada, bob, audience, visitor, member
):
    game = make_game(ada, bob)
    resign(public_id=game.public_id, user_id=ada.pk, key="r", now=NOW)
    keep(ada, statistics=audience)

    def is_shown():
        page = profile(client, ada)
        shown = page.context["player"]["figures"] is not None
        assert shown == ("Won when beginning" in page.content.decode())
        assert shown == ('id="results-head"' in page.content.decode())
        return shown

    assert is_shown() is visitor
    client.force_login(bob)
    assert is_shown() is member
    assert profile(client, ada).context["player"]["versus"]["games"] == 1
    client.force_login(ada)
    assert is_shown()


def test_who_hides_that_he_is_here_shows_no_dot_anywhere(client, ada, bob):
    game = make_game(ada, bob)
    be_here(ada)
    follow(user=bob, name="Ada", now=NOW)
    client.force_login(bob)
    table = reverse("game_table", args=[game.public_id])
    assert "seat__dot is-on" in client.get(table).content.decode()
    assert others_online(game, bob.pk, timezone.now())
    keep(ada, shows_presence=False)
    page = client.get(table).content.decode()
    assert page.count("seat__dot") == 1  # his own
    assert "is away" not in page
    assert not others_online(game, bob.pk, timezone.now())
    assert "online now" not in profile(client, ada).content.decode()
    assert not followed_people(bob.pk, timezone.now())[0]["is_online"]


@pytest.mark.parametrize(
    ("hosts", "is_followed", "is_welcome"),
    [
        ("everybody", False, True),
        ("followed", False, False),
        ("followed", True, True),
        ("nobody", True, False),
    ],
)
def test_invitations_come_from_whom_a_player_chooses(
    client, ada, bob, hosts, is_followed, is_welcome
):
    keep(ada, invitations=hosts)
    if is_followed:
        follow(user=ada, name="Bob", now=NOW)
    client.force_login(bob)
    assert ("?invite=Ada" in profile(client, ada).content.decode()) is is_welcome
    invitation = {
        "host": bob,
        "kind": Challenge.Kind.DIRECT,
        "seat_count": 2,
        "ruleset_key": "qwirkle",
        "options": {},
        "invited": [ada],
        "key": "k",
        "now": NOW,
    }
    if is_welcome:
        assert offer_challenge(**invitation).seats.count() == 2
        return
    with pytest.raises(DomainError) as refused:
        offer_challenge(**invitation)
    assert refused.value.code == "not_invitable"


def test_the_settings_store_the_switches_and_refuse_what_is_none(client, ada):
    client.force_login(ada)
    choose = reverse("privacy_choose")
    fields = {"statistics": "members", "invitations": "followed"}
    assert "Saved." in client.post(choose, fields, follow=True).content.decode()
    ada.refresh_from_db()
    kept = (ada.privacy.statistics, ada.privacy.invitations, ada.privacy.shows_presence)
    assert kept == ("members", "followed", False)
    bad = client.post(choose, {**fields, "statistics": "\x00"}, follow=True)
    assert "That did not work" in bad.content.decode()
    assert '<option value="members" selected>' in " ".join(bad.content.decode().split())


def test_figures_of_a_player_are_those_of_his_games(client, ada, bob):
    games = [play_to_the_end(make_game(ada, bob)) for _ in range(2)]
    seats = [game.players.get(user=ada) for game in games]
    Player.objects.filter(pk=seats[0].pk).update(qwirkles=3)
    Player.objects.filter(pk=seats[1].pk).update(qwirkles=None)
    for winner, game in zip((ada, bob), games, strict=True):
        game.players.update(is_winner=False)
        game.players.filter(user=winner).update(is_winner=True)
    off = make_game(ada, bob)
    abort_game(public_id=off.public_id, user_id=ada.pk, now=NOW)
    figures = profile(client, ada).context["player"]["figures"]
    begun = [
        game
        for game, seat in zip(games, seats, strict=True)
        if game.plies.get(number=0).seat == seat.seat
    ]
    assert figures["begun"] == len(begun)
    assert figures["begun_percent"] == (
        None if not begun else round(100 * (games[0] in begun) / len(begun))
    )
    assert (figures["qwirkles_per_game"], figures["qwirkle_games"]) == (3, 1)
    assert (figures["streak"], figures["longest_streak"]) == (1, 1)
    assert (figures["flagged"], figures["flagged_percent"], figures["read"]) == (0, 0, 2)
    assert GAMES_READ > figures["finished"] == 2
