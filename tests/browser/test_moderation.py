"""Moderators at work in one piece: report, queue, mute, annul, recalculation, appeal (F5, F6)."""

import time

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import Group
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game, ModerationLog, Rating, Recalculation
from games.selectors.sanctions import is_under
from games.services.reply_templates import ensure_replies
from games.services.roles import ensure_roles
from qwirkle_site.embedded import wait_until
from tests.chatting import say_line
from tests.client import session_for
from tests.factories import make_user
from tests.services.test_ratings import end_by_resigning, make_member, make_rated

RUN_S = 20.0


def make_moderator(name: str, *roles: str) -> User:
    user = make_user(username=name, is_staff=True)
    ensure_roles()
    user.groups.set(Group.objects.filter(name__in=[f"Moderators: {role}" for role in roles]))
    return user


def open_as_staff(open_page, site, user: User, **options) -> Page:
    """Open a window in which somebody has just signed in with a second factor."""
    factor, _ = Authenticator.objects.get_or_create(user=user, type="totp", data={})
    session = session_for(user)
    session["account_authentication_methods"] = [
        {"method": "mfa", "type": "totp", "id": factor.pk, "at": time.time()}
    ]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
    page = open_page(**options)
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session.session_key}
    page.context.add_cookies([{**cookie, "url": site.url}])
    return page


def test_a_rude_line_is_reported_judged_and_appealed(site, open_page):
    ensure_replies()
    ada, bo = make_member(username="Ada"), make_member(username="Bo")
    mia = make_moderator("Mia", "chat", "ratings", "appeals")
    noah = make_moderator("Noah", "appeals")
    game = make_rated(ada, bo)
    say_line(game, bo, "rude words")
    end_by_resigning(game, ada)

    page = open_page(ada)
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="Mute or report Bo").click()
    page.get_by_label("Rude or threatening").check()
    page.get_by_role("button", name="Send report").click()
    expect(page.locator(".chat__told")).to_have_text("Sent. A moderator reads every report.")

    desk = open_as_staff(open_page, site, mia)
    desk.goto("/admin/games/case/")
    expect(desk.get_by_role("article", name="Bo")).to_contain_text("rude words")
    desk.get_by_role("button", name="Next case").click()
    desk.get_by_label("Begin with a reply").select_option(label="Rude again")
    desk.get_by_role("button", name="Fill in").click()
    expect(desk.get_by_label("What", exact=True)).to_have_value("mute")
    expect(desk.get_by_label("Note, for moderators")).not_to_be_empty()
    desk.get_by_label("Close the case with it").uncheck()
    desk.get_by_role("button", name="Do it").click()
    expect(desk.get_by_text("Done, and written into the log.")).to_be_visible()
    assert is_under(bo.pk, "mute")

    desk.get_by_text("Hide", exact=True).click()
    desk.get_by_label("Why?").fill("hurtful")
    desk.get_by_role("button", name="Hide this line").click()
    expect(desk.get_by_text("hidden", exact=True)).to_be_visible()
    expect(page.get_by_text("Removed by a moderator.")).to_be_visible()

    desk.get_by_label(f"Choose game {game.public_id}").check()
    desk.get_by_label("Why annul or restore").fill("insulted until she resigned")
    desk.get_by_role("button", name="Annul").click()
    expect(desk.get_by_text("annulled", exact=True)).to_be_visible()
    assert wait_until(lambda: Recalculation.objects.filter(state="done").exists(), RUN_S)
    assert {row.value for row in Rating.objects.filter(user__in=(ada, bo))} == {1_500_000}
    desk.get_by_label("What", exact=True).select_option("none")
    desk.get_by_label("Note, for moderators").fill("all is done")
    desk.get_by_role("button", name="Do it").click()
    expect(desk.get_by_text("Nothing waits for you.")).to_be_visible()

    page.goto("/notices/")
    expect(page.get_by_text("Your report about Bo led to a measure.")).to_be_visible()
    expect(page.get_by_text("A moderator has annulled a game of yours.")).to_be_visible()

    theirs = open_page(bo)
    theirs.goto("/appeals/")
    theirs.get_by_role("link", name="Read or appeal").click()
    theirs.get_by_label("What should the moderators know?").fill("It was a joke between friends.")
    theirs.get_by_role("button", name="Send").click()
    expect(theirs.get_by_text("It was a joke between friends.")).to_be_visible()

    desk.goto("/admin/games/appeal/")
    expect(desk.get_by_text("Nothing waits for you.")).to_be_visible()
    other = open_as_staff(open_page, site, noah)
    other.goto("/admin/games/appeal/")
    other.get_by_role("link", name="Bo").click()
    other.get_by_label("Begin with a reply").select_option(label="We were wrong")
    other.get_by_role("button", name="Fill in").click()
    expect(other.get_by_label("Decision")).to_have_value("grant")
    other.get_by_role("button", name="Send").click()
    expect(other.get_by_text("Sent, and written into the log.")).to_be_visible()

    theirs.reload()
    expect(theirs.get_by_text("please excuse us")).to_be_visible()
    assert not is_under(bo.pk, "mute")
    assert Game.objects.get(pk=game.pk).annulled_at is not None
    steps = ["mute", "line_hidden", "annulled", "no_action", "granted"]
    assert [row.action for row in ModerationLog.objects.order_by("id")] == steps
