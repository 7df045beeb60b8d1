"""A mail's form: what mailboxes read, what people read, and what it does not tell."""

import re
import smtplib
from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as outbound
from django.template.loader import render_to_string
from django.utils import timezone

from games.core.pace import STEADY
from games.services.channel import ChannelError
from games.services.letters import compose, speaking_to
from games.services.mailer import mail_of, post_mail
from tests.factories import make_game, make_user
from tests.table import play

pytestmark = pytest.mark.django_db


def confirmed(**fields):
    user = make_user(**fields)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def write(user, kind="turn", **more):
    with speaking_to(user):
        letter = compose(user=user, kind=kind, **more)
        return mail_of(letter, notice_pk=7, event="turn", event_name="Your turn", name="7-email")


def parts(mail):
    """Return the mail as a mailbox gets it, with its text, its HTML and its picture."""
    message = message_from_bytes(mail.message(policy=policy.SMTP).as_bytes(), policy=policy.default)
    found = {part.get_content_type(): part for part in message.walk()}
    return message, found["text/plain"].get_content(), found["text/html"].get_content(), found


@pytest.fixture
def game():
    now = timezone.now()
    game = make_game(confirmed(username="Ada"), confirmed(username="Bo"), pace=STEADY, now=now)
    for _ in range(5):
        game = play(game, now=now).game
    return game


def mover(game):
    return game.players.get(seat=game.to_move).user


def test_the_headers_let_mailboxes_join_stop_and_answer_nothing(game):
    user = mover(game)
    message, *_ = parts(write(user, game=game))
    other = game.players.exclude(user=user).get().user.username
    assert message["Subject"] == f"Your turn against {other}"
    assert message["To"] == user.email
    assert message["Message-ID"] == "<7-email@testserver>"
    assert message["References"] == message["In-Reply-To"] == f"<game.{game.public_id}@testserver>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Date"]
    stop = message["List-Unsubscribe"]
    assert re.fullmatch(r"<http://testserver/letters/[\w.-]+/stop/>", stop)
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    raw = write(user, game=game).message(policy=policy.SMTP).as_bytes()
    assert b"List-Unsubscribe: <http" in raw  # no encoded word, which is no link


def test_text_and_html_say_the_same_and_fetch_nothing(game):
    user = mover(game)
    _message, text, html, found = parts(write(user, game=game))
    links = set(re.findall(r"http://testserver/[^\s\"<]*", text))
    assert {link for link in links if "/letters/" in link} <= set(re.findall(r'href="(.*?)"', html))
    move = re.search(r"^\w+ (placed|traded) .*\d.*\.\r?$", text, re.MULTILINE)
    for said in ("Make your move", "Move by", move[0].strip()):
        assert said in text
        assert said in html
    assert re.findall(r'\ssrc="(.*?)"', html) == ["cid:board@testserver"]
    assert not re.search(r"url\(|<link|<script|@import", html)
    picture = found["image/png"]
    assert picture["Content-ID"] == "<board@testserver>"
    assert picture.get_content().startswith(b"\x89PNG")
    alt = re.search(r'alt="(.*?)"', html)[1]
    assert re.fullmatch(r"The board with \d+ tiles\. \w+ (placed|traded) .*\.", alt)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"kind": "play", "count": 2, "points": 5}, "Ada placed 2 tiles for 5."),
        ({"kind": "trade", "count": 1}, "Ada traded 1 tile."),
        ({"kind": "pass"}, "Ada passed."),
        ({"kind": "resign"}, "Ada resigned."),
        ({"kind": "flag"}, "Ada ran out of time."),
    ],
)
def test_every_kind_of_move_is_one_sentence_on_one_line(row, sentence):
    written = render_to_string("mail/move.txt", {"row": {"name": "Ada", **row}})
    assert written.rstrip("\n") == sentence


def test_times_are_told_in_the_zone_of_the_reader(game):
    user = mover(game)
    user.time_zone = "Asia/Tokyo"
    deadline = game.deadline_at + timedelta(hours=9)
    assert f"{deadline:%H:%M} (" in write(user, game=game).body


@pytest.mark.parametrize("kind", ["digest", "invitation", "chat", "over", "other", "time"])
def test_every_kind_of_letter_has_a_subject_of_one_line_and_a_button(game, kind):
    user = mover(game)
    more = {"actor": "Bo", "sentence": "A word from the moderators."}
    offer = {"ruleset_name": "Qwirkle", "seat_count": 2, "pace_name": "Steady"}
    about = {"chat": game, "over": game, "time": game}.get(kind)
    mail = write(user, kind=kind, game=about, invitation=offer, **more)
    assert mail.subject
    assert "\n" not in mail.subject
    assert "http://testserver/letters/" in mail.body
    assert ("References" in mail.extra_headers) == (about is not None)


def test_a_name_cannot_write_markup_or_headers_into_a_mail(game):
    user = mover(game)
    mail = write(user, kind="chat", actor="<b>x</b>\r\nBcc: y@example.org")
    _message, _text, html, _found = parts(mail)
    assert "<b>x" not in html
    assert "Bcc" not in mail.message()


def test_mails_go_to_confirmed_addresses_of_open_accounts_only(game):
    user = mover(game)
    EmailAddress.objects.filter(user=user).update(verified=False)
    with pytest.raises(ChannelError) as caught:
        write(user, game=game)
    assert (caught.value.code, caught.value.is_permanent) == ("no_address", True)
    closed = confirmed(is_active=False)
    with pytest.raises(ChannelError, match="no_address"):
        write(closed, kind="digest")


def test_a_mail_is_handed_to_the_mail_server_once(game):
    post_mail(write(mover(game), game=game))
    assert len(outbound.outbox) == 1


@pytest.mark.parametrize(
    ("error", "code", "is_permanent"),
    [
        (smtplib.SMTPRecipientsRefused({"a": (550, b"no such box")}), "mail_refused", True),
        (smtplib.SMTPRecipientsRefused({"a": (450, b"greylisted")}), "mail_failed", False),
        (smtplib.SMTPServerDisconnected("gone"), "mail_failed", False),
        (smtplib.SMTPAuthenticationError(535, b"bad"), "mail_failed", False),
        (TimeoutError(), "mail_failed", False),
    ],
)
def test_only_a_box_that_takes_no_mail_is_given_up(game, monkeypatch, error, code, is_permanent):
    mail = write(mover(game), game=game)

    def fail() -> None:
        raise error

    monkeypatch.setattr(mail, "send", fail)
    with pytest.raises(ChannelError) as caught:
        post_mail(mail)
    assert (caught.value.code, caught.value.is_permanent) == (code, is_permanent)
