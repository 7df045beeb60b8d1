"""T19: a ban from the site ends the sessions and the sockets of whoever it is laid on."""

import time
from contextlib import ExitStack

import pytest
from django.utils import timezone

from games.consumers.base import SIGNED_OUT
from games.services.sanctions import impose, lift
from tests.client import SiteClient
from tests.consumers.sockets import close_code, hear, open_socket
from tests.consumers.test_admission import WITHIN_S
from tests.factories import make_game, make_user

MEMBERS_PAGE = "/following/"
ENDED_WITHIN_S = 2.0
"""What a ban promises; it takes a tenth of a second."""


def is_signed_in(client: SiteClient) -> bool:
    return 'name="login"' not in client.get(MEMBERS_PAGE).text


@pytest.mark.parametrize("kind", ["ban_site", "closed"])
def test_a_ban_ends_every_session_and_every_socket_and_its_end_brings_none_back(site, kind):
    user, chief = make_user(), make_user(is_staff=True, is_superuser=True)
    bystander = SiteClient(site.url, make_user())
    paths = (f"/ws/games/{make_game(user, bystander.user).public_id}/", "/ws/user/", "/ws/lobby/")
    windows = [SiteClient(site.url, user) for _ in range(2)]
    assert all(is_signed_in(window) for window in windows)
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(open_socket(site, path, window))
            for window in windows
            for path in paths
        ]
        other = stack.enter_context(open_socket(site, "/ws/user/", bystander))
        for socket in (*sockets, other):
            hear(socket, "hello")
        about = {"by": chief, "note": "for the test", "now": timezone.now()}
        days = 1 if kind == "ban_site" else None
        ban = impose(user=user, kind=kind, days=days, **about)
        began = time.monotonic()
        assert not any(is_signed_in(window) for window in windows)
        assert {close_code(socket, ENDED_WITHIN_S) for socket in sockets} == {SIGNED_OUT}
        assert time.monotonic() - began < ENDED_WITHIN_S
        assert is_signed_in(bystander)
        other.ping().wait(WITHIN_S)
    lift(sanction_pk=ban.pk, **about)
    assert is_signed_in(windows[0]) is is_signed_in(windows[1]) is False
