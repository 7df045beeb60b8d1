"""The frame that every page shares, and the pages for errors."""

import re
from html.parser import HTMLParser

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from tests.factories import make_challenge, make_game, make_user

pytestmark = pytest.mark.django_db

VISITOR_PAGES = [
    "/",
    "/lobby/",
    "/settings/",
    "/rules/",
    "/players/Greedy/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/nonsense/",
    "/accounts/password/reset/key/1-nonsense/",
    "/accounts/inactive/",
]
MEMBER_PAGES = [
    "/",
    "/lobby/",
    "/settings/",
    "/rules/",
    "/players/Greedy/",
    "/accounts/logout/",
    "/accounts/password/change/",
    "/accounts/reauthenticate/",
]


class Outline(HTMLParser):
    """Counts what a page must have once, and collects what it must not have."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.faults, self.ids, self.described = [], [], [], set()
        self._script = None
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.tags.append(tag)
        if "id" in values:
            self.ids.append(values["id"])
        self.described |= set((values.get("aria-describedby") or "").split())
        if tag == "style" or (tag == "script" and "src" not in values):
            self.faults.append(tag)
        self.faults += [name for name in values if name.startswith("on")]
        if tag == "form" and (values.get("method") or "").lower() == "post":
            self.forms = getattr(self, "forms", 0) + 1


def page(client, path):
    answer = client.get(path, follow=True)
    assert answer.status_code == 200, path
    return answer.content.decode()


def check(html):
    outline = Outline(html)
    assert outline.tags.count("h1") == 1
    assert outline.tags.count("main") == 1
    assert outline.faults == []
    assert len(outline.ids) == len(set(outline.ids))
    assert outline.described <= set(outline.ids)
    assert html.count("csrfmiddlewaretoken") == getattr(outline, "forms", 0)
    assert re.search(r'<html lang="\w+"\s+dir="ltr"', html)


@pytest.mark.parametrize("path", VISITOR_PAGES)
def test_every_page_for_visitors_has_one_head_and_no_inline_code(client, path):
    check(page(client, path))


@pytest.mark.parametrize("path", MEMBER_PAGES)
def test_every_page_for_members_has_one_head_and_no_inline_code(client, path):
    client.force_login(make_user())
    check(page(client, path))


def test_a_form_with_errors_links_them_to_its_fields(client):
    answer = client.post(
        reverse("account_signup"), {"username": "x", "email": "no", "password1": ""}
    )
    html = answer.content.decode()
    check(html)
    assert html.count('aria-invalid="true"') == 3
    assert 'id="id_username_error"' in html


def test_visitors_see_what_the_site_is_and_members_see_their_games(client):
    assert "Create account" in page(client, "/")
    client.force_login(make_user())
    assert "Waiting for you" in page(client, "/")


def test_the_header_counts_the_games_that_wait(client):
    me = make_user()
    game = make_game(me, make_user())
    client.force_login(game.players.get(seat=game.to_move).user)
    html = page(client, "/")
    assert "<b>1</b>" in html
    assert "favicon-turn" in html
    assert "(1)" in re.search(r"<title>.*?</title>", html, re.DOTALL)[0]
    assert reverse("game", args=[game.public_id]) in html


def test_home_names_who_is_to_move_in_the_other_games(client):
    game = make_game()
    mover = game.players.get(seat=game.to_move).user
    client.force_login(game.players.exclude(seat=game.to_move).get().user)
    html = page(client, "/")
    assert f"{mover.username} to move" in html
    assert "Your opponents are thinking" in html


def test_home_lists_invitations_with_both_answers(client):
    from games.models import Challenge, ChallengeSeat

    me = make_user()
    challenge = make_challenge(kind=Challenge.Kind.DIRECT)
    ChallengeSeat.objects.create(challenge=challenge, user=me, state=ChallengeSeat.State.INVITED)
    client.force_login(me)
    html = page(client, "/")
    assert f"{challenge.host.username} invites you" in html
    assert reverse("challenge_join", args=[challenge.public_id]) in html
    assert reverse("challenge_leave", args=[challenge.public_id]) in html


def test_the_refreshed_part_of_home_brings_the_headers_count_along(client):
    game = make_game()
    client.force_login(game.players.get(seat=game.to_move).user)
    html = client.get("/", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in html
    assert 'hx-swap-oob="true"' in html


def test_the_lobby_pins_ones_own_offer_with_its_address(client):
    from games.models import Challenge

    challenge = make_challenge(kind=Challenge.Kind.LINK)
    client.force_login(challenge.host)
    html = page(client, "/lobby/")
    assert "Withdraw" in html
    assert f"http://testserver{reverse('invite', args=[challenge.token])}" in html


def test_the_lobby_offers_visitors_to_sign_in_instead_of_joining(client):
    challenge = make_challenge()
    html = page(client, "/lobby/")
    assert reverse("challenge_join", args=[challenge.public_id]) not in html
    assert "Sign in to join" in html


def test_an_empty_lobby_says_what_to_do(client):
    assert "No open games. Open one" in page(client, "/lobby/")


def test_an_invitation_asks_visitors_to_sign_in_and_come_back(client):
    from games.models import Challenge

    challenge = make_challenge(kind=Challenge.Kind.LINK)
    path = reverse("invite", args=[challenge.token])
    html = page(client, path)
    check(html)
    assert f"{reverse('account_signup')}?next={path}" in html
    client.force_login(make_user())
    assert reverse("challenge_join", args=[challenge.public_id]) in page(client, path)


def test_an_unknown_page_says_what_to_do(client):
    answer = client.get("/no/such/page/")
    assert answer.status_code == 404
    assert "Nothing here" in answer.content.decode()


@pytest.mark.parametrize("code", ["400", "403", "403_csrf", "404", "429", "500"])
def test_error_pages_need_no_request_and_no_database(code, django_db_blocker):
    with django_db_blocker.block():
        html = render_to_string(f"{code}.html")
    outline = Outline(html)
    assert outline.tags.count("h1") == 1
    assert 'href="/"' in html


def test_a_form_without_its_token_is_told_to_reload():
    from django.test import Client

    answer = Client(enforce_csrf_checks=True).post(reverse("account_login"), {"login": "x"})
    assert answer.status_code == 403
    assert "That form was too old" in answer.content.decode()


def test_names_are_escaped_wherever_they_stand(client):
    user = make_user()
    type(user).objects.filter(pk=user.pk).update(username="<i>lin")
    client.force_login(user)
    assert "<i>lin" not in page(client, "/")


def test_the_admins_own_sign_in_leads_to_the_sites_with_its_limits(client):
    answer = client.get(reverse("admin:index"), follow=True)
    assert answer.redirect_chain[-1][0].startswith(reverse("account_login"))


LINK = re.compile(r"<a\b(?:(?!</a>).)*<a\b", re.DOTALL)


def test_no_link_stands_inside_another(client):
    me, other = make_user(), make_user()
    make_game(me, other)
    make_game(other, me, make_user())
    make_challenge(host=other)
    client.force_login(me)
    paths = ["/", "/lobby/", "/rules/", "/settings/", f"/players/{other.username}/"]
    assert [path for path in paths if LINK.search(page(client, path))] == []


def test_members_find_profile_and_settings_in_the_header(client):
    me = make_user()
    client.force_login(me)
    html = page(client, "/")
    menu = re.search(r'<div class="menu">.*?</div>', html, re.DOTALL)[0]
    assert reverse("profile", args=[me.username]) in menu
    assert reverse("settings") in menu


def test_visitors_find_lobby_and_rules_but_not_beside_the_forms_to_sign_in(client):
    assert 'class="nav"' in page(client, "/")
    assert 'class="nav"' not in page(client, "/accounts/signup/")
    assert 'class="botnav"' not in page(client, "/accounts/signup/")
