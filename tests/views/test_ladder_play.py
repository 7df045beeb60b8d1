"""Playing on a ladder as people see it: the queue, challenges, and why something cannot be."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from games.models import Challenge, Game, LadderQueue, Notice, Sanction, Vacation
from games.selectors.ladder_answers import OPEN_MOST
from games.services.ladder_challenges import challenge_on_ladder
from games.services.pairing import pair_ladders
from games.services.play import resign
from tests.factories import make_game, make_user
from tests.services.test_pairing import DUEL, member, waiting
from tests.table import play

pytestmark = pytest.mark.django_db

LADDER = f"/ladder/{DUEL}/"
WHOLE = f"{LADDER}?whole=1"
"""With one's games and challenges, which script asks for otherwise."""
WISHES = {"paces": ["daily", "steady"], "rulesets": ["qwirkle"], "games_most": "3"}


def challenge(host, person, key="k"):
    return challenge_on_ladder(
        host=host,
        name=person.username,
        pool_key=DUEL,
        ruleset_key="qwirkle",
        pace="daily",
        key=key,
        now=timezone.now(),
    )


def text_of(answer):
    """Return a page with its blanks tidied."""
    return " ".join(answer.content.decode().split())


def join_path(offer):
    return f"/lobby/challenges/{offer.public_id}/join/"


def test_somebody_gets_into_the_queue_sees_since_when_changes_his_wishes_and_leaves(client):
    user = member()
    client.force_login(user)
    page = text_of(client.get(WHOLE))
    assert "Join the queue" in page
    assert "Leave the queue" not in page
    page = text_of(client.post(f"{LADDER}join/", WISHES, follow=True))
    assert "You have been waiting to be paired since" in page
    assert "Daily, Steady · 0 of 3 games running · 0 others in the queue" in page
    client.post(f"{LADDER}join/", WISHES | {"paces": ["relaxed"], "games_most": "1"})
    row = LadderQueue.objects.get(user=user)
    assert (row.paces, row.games_most) == (["relaxed"], 1)
    assert "Leave the queue" not in text_of(client.post(f"{LADDER}leave/", follow=True))
    assert not LadderQueue.objects.exists()


@pytest.mark.parametrize("wrong", [{"paces": []}, {"games_most": "6"}, {"rulesets": "\x00"}])
def test_wishes_that_make_no_sense_come_back_with_what_to_mend(client, wrong):
    client.force_login(member())
    answer = client.post(f"{LADDER}join/", WISHES | wrong)
    assert answer.status_code == 400
    assert "field__error" in text_of(answer)
    assert not LadderQueue.objects.exists()
    assert client.post("/ladder/no-such-pool/join/", WISHES).status_code == 404


def test_whoever_may_play_no_rated_games_reads_why_and_his_form_is_refused(client):
    client.force_login(make_user())
    page = text_of(client.get(WHOLE))
    assert "Confirm your email address in the settings to play rated." in page
    assert 'aria-disabled="true" aria-describedby="play-bar"' in page
    assert "Join the queue" not in page
    answer = client.post(f"{LADDER}join/", WISHES)
    assert answer.status_code == 403
    assert "Confirm your email address" in text_of(answer)


def test_two_who_are_paired_find_their_ladder_game_and_how_many_they_may_have(client):
    ada, bo = waiting(), waiting(games_most=1)
    assert pair_ladders(now=timezone.now()) == 1
    client.force_login(bo)
    page = text_of(client.get(LADDER, headers={"HX-Request": "true"}))
    assert "<html" not in page
    assert f"1 of at most {OPEN_MOST}" in page
    assert "You play as many games at once as you want: 1." in page
    assert ada.username in page
    assert "Ladder" in text_of(client.get("/"))


def test_who_cannot_be_challenged_has_a_reason_and_who_can_a_way_to_the_form(client):
    host, near, away = member(), waiting(), waiting()
    now = timezone.now()
    Vacation.objects.create(user=away, started_at=now, ends_at=now + timedelta(days=2))
    client.force_login(host)
    part = client.get(f"{LADDER}?near=1", headers={"HX-Request": "true"})
    for page in (text_of(part), text_of(client.get(WHOLE))):
        assert f"{away} is on vacation." in page
        assert f'href="{LADDER}challenge/{near}/"' in page
        assert f'href="{LADDER}challenge/{away}/"' not in page
    profile = text_of(client.get(f"/players/{away}/?challenges=1"))
    assert f"{away} is on vacation." in profile
    assert f"{away} does not play on this ladder now." in profile
    assert f'href="{LADDER}challenge/{near}/"' in text_of(
        client.get(f"/players/{near}/?challenges=1")
    )


def test_a_challenge_is_sent_by_a_form_and_told_and_the_form_says_what_stands_against_it(client):
    host, guest = member(), waiting()
    client.force_login(host)
    path = f"{LADDER}challenge/{guest}/"
    key = client.get(path).context["form"]["key"].value()
    fields = {"key": key, "ruleset": "qwirkle", "pace": "steady"}
    for _ in range(2):
        client.post(path, fields)
    assert f"You challenge {guest}" in text_of(client.get(WHOLE))
    assert Challenge.objects.get().pace == "steady"
    assert Notice.objects.filter(user=guest, event="invitation").count() == 1
    assert "A challenge between you is open already." in text_of(client.get(path))
    again = client.post(path, fields | {"key": "another"})
    assert again.status_code == 409
    assert "A challenge between you is open already." in text_of(again)
    assert client.post(path, {"key": "k", "ruleset": "x", "pace": "\x00"}).status_code == 400
    assert client.get(f"{LADDER}challenge/nobody-here/").status_code == 404
    client.force_login(guest)
    notices = client.get("/notices/")
    assert f"{host} challenges you on the ladder" in text_of(notices)
    told = client.post(f"/notices/{notices.context['page']['rows'][0]['id']}/")
    assert told.status_code in {200, 302, 405}


def test_a_challenge_is_answered_on_the_ladder_and_at_home_and_withdrawn(client):
    host, guest = member(), waiting()
    first = challenge(host, guest)
    client.force_login(host)
    for path in (WHOLE, "/"):
        assert f"You challenge {guest}" in text_of(client.get(path))
    client.force_login(guest)
    for path in (WHOLE, "/"):
        assert f"{host} challenges you" in text_of(client.get(path))
    left = client.post(f"/lobby/challenges/{first.public_id}/leave/", {"back": DUEL})
    assert left.headers["Location"] == f"{WHOLE}#play"
    other = member()
    accepted = client.post(join_path(challenge(other, guest)), {"back": DUEL})
    game = Game.objects.get()
    assert accepted.headers["Location"] == game.get_absolute_url()
    assert game.ladder == DUEL


@pytest.mark.parametrize(
    ("what", "sentence", "status"),
    [
        ("ban", "A moderator has banned you from rated games", 403),
        ("address", "Confirm your email address in the settings to play rated.", 403),
        ("vacation", "End your vacation before you accept a challenge.", 409),
        ("host", "may play no rated games now.", 409),
        ("playing", "You play each other on this ladder already.", 409),
        ("full", f"You have {OPEN_MOST} games of this ladder; wait until one is over.", 409),
    ],
)
def test_what_has_changed_since_a_challenge_stops_its_acceptance(client, what, sentence, status):
    host, guest = member(), waiting()
    offer, now = challenge(host, guest), timezone.now()
    if what == "ban":
        ban = {"kind": Sanction.Kind.BAN_RATED, "began_at": now, "by": make_user(is_staff=True)}
        Sanction.objects.create(user=guest, until=now + timedelta(days=1), **ban)
    elif what in {"address", "host"}:
        loser = guest if what == "address" else host
        EmailAddress.objects.filter(user=loser).update(verified=False)
    elif what == "vacation":
        Vacation.objects.create(user=guest, started_at=now, ends_at=now + timedelta(days=2))
    else:
        for _ in range(OPEN_MOST if what == "full" else 1):
            rival = host if what == "playing" else make_user()
            make_game(guest, rival)
        Game.objects.update(is_rated=True, ladder=DUEL)
    running = Game.objects.count()
    client.force_login(guest)
    for path in (WHOLE, "/", "/lobby/"):
        page = text_of(client.get(path))
        assert sentence in page
        assert join_path(offer) not in page
    answer = client.post(join_path(offer), {"back": DUEL})
    assert answer.status_code == status
    assert sentence in text_of(answer)
    assert Game.objects.count() == running


def test_a_ladder_game_is_marked_at_the_table_in_lists_and_in_its_record(client):
    ada, bo = waiting(), waiting()
    pair_ladders(now=timezone.now())
    game = Game.objects.get()
    client.force_login(ada)
    path = game.get_absolute_url()
    assert client.get(path).context["table"]["may"]["abort"]
    play(game)
    page = client.get(path)
    assert "Ladder games cannot be aborted after the first move" in text_of(page)
    assert not page.context["table"]["may"]["abort"]
    resign(public_id=game.public_id, user_id=bo.pk, key="r", now=timezone.now())
    for listed in ("/", "/games/finished/", f"/players/{bo}/"):
        assert "· Ladder" in text_of(client.get(listed))
    assert client.get(f"{path}record.json").json()["x_ladder"] == DUEL
    casual = make_game(ada, bo)
    assert "Ladder games" not in text_of(client.get(casual.get_absolute_url()))
