"""The lobby, offers and invitations through HTTP."""

import pytest
from django.urls import reverse

from games.models import Challenge, Game
from games.rules import registry
from tests.factories import make_challenge, make_game, make_user
from tests.table import greedy_move, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def user(client):
    """A person who is signed in."""
    found = make_user()
    client.force_login(found)
    return found


def send(client, name, *args, **fields):
    """Post to an address of the lobby."""
    return client.post(reverse(name, args=args), fields)


def offer(client, **fields):
    """Send the form for a new offer."""
    return send(
        client,
        "challenge_create",
        **{"key": "k", "kind": "open", "seat_count": "2", "invitees": "", **fields},
    )


def test_a_visitor_sees_offers_and_is_sent_to_sign_in_when_he_joins(client):
    challenge = make_challenge()
    assert challenge.host.username in client.get(reverse("lobby")).content.decode()
    answer = send(client, "challenge_join", challenge.public_id)
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))


def test_an_offer_shows_in_the_lobby_first_for_its_host(client, user):
    make_challenge()
    assert offer(client).status_code == 302
    make_challenge()
    rows = client.get(reverse("lobby")).context["challenges"]
    assert [row["is_mine"] for row in rows] == [True, False, False]


def test_joining_the_last_seat_leads_to_the_table(client, user):
    challenge = make_challenge()
    answer = send(client, "challenge_join", challenge.public_id)
    assert answer["Location"] == Game.objects.get().get_absolute_url()


def test_a_double_click_opens_one_offer(client, user):
    offer(client)
    offer(client)
    assert Challenge.objects.count() == 1


def test_people_are_invited_by_name_in_any_case(client, user):
    guest = make_user(username="Tessa")
    offer(client, kind="direct", invitees="tESSA")
    assert Challenge.objects.get().seats.filter(user=guest, state="invited").exists()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"kind": "direct", "invitees": "nobody_here"}, "No player is called “nobody_here”."),
        ({"kind": "direct", "invitees": ""}, "Name one player for each of the other seats."),
        ({"seat_count": "7"}, "Select a valid choice"),
        ({"kind": "secret"}, "Select a valid choice"),
        ({"kind": "direct", "invitees": "Greedy"}, "No player is called “Greedy”."),
    ],
)
def test_a_form_that_needs_mending_says_where(client, user, fields, words):
    page = offer(client, **fields)
    assert page.status_code == 400
    assert words in page.content.decode()
    assert not Challenge.objects.exists()


def test_an_invitation_shows_at_home_and_can_be_declined(client, user):
    host = make_user()
    client.force_login(host)
    offer(client, kind="direct", invitees=user.username)
    client.force_login(user)
    invited = client.get(reverse("home")).context["invites"]
    assert [invite["host"] for invite in invited] == [host.username]
    send(client, "challenge_leave", invited[0]["public_id"])
    assert client.get(reverse("home")).context["invites"] == []


def test_an_offer_by_link_is_in_nobodys_lobby_and_its_link_lets_one_in(client, user):
    challenge = make_challenge(kind=Challenge.Kind.LINK)
    assert client.get(reverse("lobby")).context["challenges"] == []
    refused = send(client, "challenge_join", challenge.public_id)
    assert refused.status_code == 403
    page = client.get(reverse("invite", args=[challenge.token]))
    assert page.status_code == 200
    joined = send(client, "challenge_join", challenge.public_id, token=challenge.token)
    assert joined.status_code == 302
    assert Game.objects.count() == 1


def test_visiting_a_link_joins_nothing(client, user):
    challenge = make_challenge(kind=Challenge.Kind.LINK)
    client.get(reverse("invite", args=[challenge.token]))
    assert challenge.seats.count() == 1


def test_a_link_that_leads_nowhere_is_a_404(client):
    assert client.get(reverse("invite", args=["nowhere"])).status_code == 404


def test_only_the_host_sees_the_link(client, user):
    challenge = make_challenge(host=user, kind=Challenge.Kind.LINK)
    mine = client.get(reverse("lobby"))
    assert challenge.token in mine.content.decode()
    client.force_login(make_user())
    assert challenge.token not in client.get(reverse("lobby")).content.decode()


def test_a_game_against_bots_starts_at_once(client, user):
    answer = send(client, "bot_game", key="k", bots=["greedy", "random"])
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert game.players.count() == 3


@pytest.mark.parametrize("bots", [[], ["nobody"]])
def test_a_choice_of_bots_that_cannot_be_is_refused_in_words(client, user, bots):
    page = send(client, "bot_game", key="k", bots=bots)
    assert page.status_code == 400
    assert not Game.objects.exists()


def test_the_host_withdraws_his_offer(client, user):
    challenge = make_challenge(host=user)
    send(client, "challenge_leave", challenge.public_id)
    assert client.get(reverse("lobby")).context["challenges"] == []


def test_the_host_starts_early(client, user):
    challenge = make_challenge(host=user, seat_count=4)
    refused = send(client, "challenge_start", challenge.public_id)
    assert refused.status_code == 409
    assert "Wait until somebody has joined." in refused.content.decode()
    client.force_login(make_user())
    send(client, "challenge_join", challenge.public_id)
    client.force_login(user)
    assert send(client, "challenge_start", challenge.public_id).status_code == 302
    assert Game.objects.get().players.count() == 2


@pytest.mark.parametrize("verb", ["join", "leave", "start"])
def test_an_offer_that_does_not_exist_is_a_404(client, user, verb):
    answer = send(client, f"challenge_{verb}", "none")
    assert answer.status_code == 404
    assert "There is no such offer." in answer.content.decode()


def test_the_part_of_the_page_that_is_polled_is_the_list_alone(client, user):
    make_challenge()
    part = client.get(reverse("lobby"), HTTP_HX_REQUEST="true").content.decode()
    assert "<html" not in part


def test_the_lobby_takes_as_many_queries_for_twenty_offers_as_for_one(
    client, user, django_assert_num_queries
):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    make_challenge()
    with CaptureQueriesContext(
        connection,
    ) as one:
        client.get(reverse("lobby"))
    for _ in range(19):
        make_challenge()
    with django_assert_num_queries(len(one)):
        client.get(reverse("lobby"))


def chosen(client, **query):
    """Return what the form for a new game starts with."""
    form = client.get(reverse("lobby"), query).context["form"]
    return form["kind"].value(), str(form["seat_count"].value())


def test_the_form_starts_with_two_players_and_everybody(client, user):
    assert chosen(client) == ("open", "2")


def test_the_form_remembers_the_last_choices_of_its_user(client, user):
    offer(client, key="a", kind="link", seat_count="4")
    assert chosen(client) == ("link", "4")
    offer(client, key="b", kind="open", seat_count="3")
    assert chosen(client) == ("open", "3")
    client.force_login(make_user())
    assert chosen(client) == ("open", "2")


def test_the_choices_are_remembered_after_the_offer_is_gone(client, user):
    offer(client, kind="link", seat_count="3")
    send(client, "challenge_leave", Challenge.objects.get().public_id)
    assert chosen(client) == ("link", "3")


def test_a_game_against_bots_does_not_change_what_the_form_remembers(client, user):
    offer(client, key="a", seat_count="4")
    send(client, "bot_game", key="b", bots=["greedy"])
    assert chosen(client) == ("open", "4")


@pytest.mark.parametrize("name", ["\x00", "💥", "x" * 5000, "<b>", "nobody, at all"])
def test_an_odd_name_in_the_address_is_only_text_in_the_form(client, user, name):
    page = client.get(reverse("lobby"), {"invite": name})
    assert page.status_code == 200
    assert len(page.context["form"]["invitees"].value()) <= 20
    assert "<b>" not in page.context["form"]["invitees"].as_widget()


def test_each_bot_shows_its_strength_and_leads_to_its_page(client, user):
    html = client.get(reverse("lobby")).content.decode()
    for bot in client.get(reverse("lobby")).context["bots"]:
        assert bot["strength"] in html
        assert f'href="{reverse("profile", args=[bot["name"]])}"' in html


def test_the_host_of_an_offer_leads_to_his_page(client, user):
    challenge = make_challenge()
    path = reverse("profile", args=[challenge.host.username])
    assert f'href="{path}"' in client.get(reverse("lobby")).content.decode()


@pytest.mark.parametrize(
    ("fields", "key", "options"),
    [
        ({}, "qwirkle", {}),
        ({"variant": "base", "on_boards": "on", "full_set": "on"}, "qwirkle", {}),
        ({"variant": "tokens"}, "qwirkle+action_tokens", {}),
        (
            {"variant": "tokens", "tokens": ["ask", "take"], "full_set": "on"},
            "qwirkle+action_tokens",
            {"tokens": ["ask", "take"], "tokens_from": "start"},
        ),
        ({"variant": "cards"}, "qwirkle+power_cards", {"powers": None}),
        (
            {"variant": "cards", "powers": ["ask", "take", "again"], "tokens": ["draw3"]},
            "qwirkle+power_cards",
            {"powers": ["ask", "take", "again"]},
        ),
        (
            {"variant": "tokens", "on_boards": "on", "sides": "both"},
            "qwirkle+action_tokens+boards",
            {"boards": None},
        ),
        ({"variant": "connect", "sides": "both"}, "qwirkle+boards", {"boards": None}),
    ],
)
def test_presets_and_details_name_the_game(client, user, fields, key, options):
    assert offer(client, **fields).status_code == 302
    challenge = Challenge.objects.get()
    assert challenge.ruleset_key == key
    assert options.items() <= challenge.options.items()


@pytest.mark.parametrize(("sides", "letter"), [("connect", "c"), ("select", "s")])
def test_boards_of_one_side_are_turned_at_random(client, user, sides, letter):
    offer(client, variant="cards", on_boards="on", sides=sides)
    challenge = Challenge.objects.get()
    assert challenge.ruleset_key == "qwirkle+boards+power_cards"
    assert challenge.options["boards"].replace("'", "") == 4 * letter


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"variant": "cards", "powers": ["ask", "take"]}, "Choose three cards"),
        ({"variant": "cards", "powers": ["ask"] * 3 + ["all"]}, "Select a valid choice"),
        ({"variant": "tokens", "tokens": ["all"]}, "Select a valid choice"),
        ({"variant": "connect", "sides": "edge"}, "Select a valid choice"),
    ],
)
def test_a_detail_that_needs_mending_is_shown_with_its_sentence(client, user, fields, words):
    page = offer(client, **fields)
    assert page.status_code == 400
    html = page.content.decode()
    assert words in html
    assert '<details class="variant__more" open>' in html
    assert Challenge.objects.count() == 0


def test_a_game_that_is_not_offered_is_refused(client, user):
    page = offer(client, variant="chess")
    assert page.status_code == 400
    assert "Select a valid choice" in page.content.decode()


def test_details_of_another_preset_are_not_even_checked(client, user):
    odd = {"sides": "edge", "tokens": ["all"], "powers": ["ask"]}
    assert offer(client, variant="base", **odd).status_code == 302
    assert Challenge.objects.get().ruleset_key == "qwirkle"


def test_the_form_remembers_the_last_game(client, user):
    offer(client, variant="tokens", on_boards="on", sides="select", tokens=["ask"])
    initial = client.get(reverse("lobby")).context["form"].initial
    assert (initial["variant"], initial["on_boards"]) == ("tokens", True)
    assert (initial["sides"], initial["tokens"]) == ("select", ["ask"])


def test_boards_begin_on_connect_after_a_game_without_boards(client, user):
    offer(client, variant="tokens")
    assert client.get(reverse("lobby")).context["form"].initial["sides"] == "connect"


def test_who_is_invited_reads_which_game_it_is(client, user):
    options = {"tokens": ["ask", "take"], "tokens_from": "start"}
    game = {"ruleset_key": "qwirkle+action_tokens", "options": options}
    link = make_challenge(kind="link", **game)
    direct = make_challenge(kind="direct", **game)
    direct.seats.create(user=user, state="invited")
    for path in (reverse("invite", args=[link.token]), reverse("home"), reverse("lobby")):
        html = client.get(path).content.decode()
        assert "Action tokens" in html
        assert "Ask for a tile, Take a tile · a full set at the start" in " ".join(html.split())


def test_bots_play_the_chosen_game_and_the_form_remembers_it(client, user):
    answer = send(client, "bot_game", key="k", only="greedy", variant="connect")
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert game.ruleset_key == "qwirkle+boards"
    assert client.get(reverse("lobby")).context["form_bots"].initial["variant"] == "connect"


@pytest.mark.parametrize("key", registry.keys())
def test_a_game_of_every_ruleset_shows_its_table_to_players_and_visitors(client, user, key):
    game = make_game(user, make_user(), ruleset_key=key)
    for _ in range(6):
        play(game, greedy_move(game, with_powers=True))
    page = client.get(game.get_absolute_url())
    assert page.status_code == 200
    assert client.get(reverse("home")).status_code == 200
    client.logout()
    assert client.get(game.get_absolute_url()).status_code == 200
