"""What moderators do beside sanctions: annul, restore, set back, hide, look (F7, E15)."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.core.elo import START
from games.models import ChatLine, Game, ModerationLog, Notice, Rating, ReplyTemplate, Report, Room
from games.selectors.chat import chat_view
from games.selectors.reply_templates import DEFAULTS, filled, replies
from games.services import reveal
from games.services.case_games import annul_games, restore_games
from games.services.case_lines import set_line_hidden
from games.services.case_ratings import reset_rating
from games.services.moderation_queue import dismiss_case
from games.services.recalculation import advance
from games.services.reply_templates import ensure_replies
from games.services.reveal import reveal_hands
from tests.chatting import say_line
from tests.client import sign_in_staff
from tests.factories import NOW, make_game, make_user
from tests.services.test_ratings import end_by_resigning, make_member, make_rated
from tests.services.test_sanctions import code_of, make_moderator, open_case
from tests.table import state_of

pytestmark = pytest.mark.django_db

ROLES = [f"Moderators: {role}" for role in ("chat", "ratings", "fair play")]
WHY = {"note": "two accounts of one person", "now": NOW}


@pytest.fixture
def mod():
    return make_moderator(*ROLES)


@pytest.fixture
def bo():
    return make_member(username="Bo")


def rated(winner, loser) -> Game:
    game = make_rated(winner, loser)
    end_by_resigning(game, loser)
    return game


def told(user) -> list[str]:
    return [one.facts["sentence"] for one in Notice.objects.filter(user=user, event="moderation")]


def values(*users) -> list[int]:
    return [Rating.objects.get(user=user).value for user in users]


def test_annulled_games_stop_counting_and_restored_ones_count_again(mod, bo):
    ada, case = make_member(), open_case(bo, "help")
    games = [rated(bo, ada) for _ in range(3)]
    before = values(ada, bo)
    ids = [game.public_id for game in games[1:]]
    (run,) = annul_games(case=case, public_ids=ids, by=mod, **WHY)
    assert (run.from_game, run.note, run.by) == (games[1], WHY["note"], mod)
    assert not advance(now=NOW + timedelta(days=1))
    assert values(ada, bo) != before
    for user in (ada, bo):
        (sentence,) = told(user)
        assert sentence.startswith("A moderator has annulled 2 games of yours.")
    step = ModerationLog.objects.first()
    assert (step.action, step.by, step.user, step.facts) == ("annulled", mod, bo, {"games": ids})
    dismiss_case(case_pk=case.pk, by=mod, **WHY)
    case.refresh_from_db()
    assert case.is_acted, "the reporters hear that there was a measure"
    assert code_of(lambda: annul_games(case=case, public_ids=ids, by=mod, **WHY)) == "case_closed"
    restore_games(case=case, public_ids=ids, by=mod, **WHY)
    assert not advance(now=NOW + timedelta(days=1))
    assert values(ada, bo) == before


def test_no_game_is_annulled_that_is_running_ones_own_or_somebody_elses(mod, bo):
    case, ada = open_case(bo, "help"), make_member()

    def refused(*games: Game, by=mod, **fields) -> str:
        ids = [game.public_id for game in games]
        return code_of(lambda: annul_games(case=case, public_ids=ids, by=by, **(WHY | fields)))

    running, other, casual = make_rated(bo, ada), rated(ada, make_member()), make_game(bo, ada)
    mod_played = rated(mod, bo)
    assert refused(running) == "game_running"
    assert refused(other) == refused(casual) == "nothing_to_do"
    assert refused(mod_played) == "own_case"
    assert refused() == "bad_request"
    assert refused(mod_played, note=" ") == "note_missing"
    assert refused(mod_played, by=make_moderator("Moderators: fair play")) == "not_permitted"
    assert not Game.objects.filter(annulled_at__isnull=False).exists()
    assert not ModerationLog.objects.exists()


def test_a_rating_is_set_back_from_now_on_and_its_owner_is_told(mod, bo):
    case = open_case(bo, "help")
    rated(bo, make_member())
    about = {"case": case, "pool_key": "qwirkle-duel", "by": mod, **WHY}
    reset_rating(**about)
    assert values(bo) == [START]
    assert told(bo) == ["A moderator has set your rating back to the start: 2 players"]
    assert ModerationLog.objects.first().facts == {"pool": "qwirkle-duel"}
    assert code_of(lambda: reset_rating(**about)) == "nothing_to_do"
    assert code_of(lambda: reset_rating(**(about | {"pool_key": "chess"}))) == "bad_request"


def test_a_hidden_line_is_read_by_nobody_until_it_is_shown_again(mod, bo):
    game = make_game(ada := make_user(), bo)
    line, kind = say_line(game, bo, "rude words"), say_line(game, ada, "hello")
    case = open_case(bo)

    def seen() -> str:
        return chat_view(game, ada.pk, Room.TABLE, NOW)["lines"][0]["text"]

    about = {"case": case, "line_pk": line.pk, "by": mod, **WHY}
    set_line_hidden(is_hidden=True, **about)
    assert seen() == ""
    assert code_of(lambda: set_line_hidden(is_hidden=True, **about)) == "nothing_to_do"
    other = about | {"line_pk": kind.pk}
    assert code_of(lambda: set_line_hidden(is_hidden=True, **other)) == "no_such_line"
    dismiss_case(case_pk=case.pk, by=mod, **WHY)
    set_line_hidden(is_hidden=False, **about)
    assert seen() == "rude words"
    assert ChatLine.objects.get(pk=line.pk).text == "rude words"
    assert [sentence.split()[3] for sentence in told(bo)] == ["brought", "hidden"]
    steps = ModerationLog.objects.filter(action__startswith="line_")
    assert [step.facts["line"] for step in steps] == [1, 1]


def test_hands_are_shown_only_after_the_look_stands_in_the_log(mod, bo, monkeypatch):
    game = make_game(make_user(), bo)
    client = Client()
    sign_in_staff(client, mod)
    address = reverse("admin:games_game_reveal", args=[game.pk])
    asked = client.get(address).content.decode()
    assert not ModerationLog.objects.exists()
    looked = []

    def observe(table, seat):
        looked.append(ModerationLog.objects.filter(action="revealed").count())
        return real(table, seat)

    real = reveal.observe_game
    monkeypatch.setattr(reveal, "observe_game", observe)
    shown = client.post(address, {"note": "says he was dealt seven"})
    assert looked == [1, 1]
    tiles = [page.count('role="img"') for page in (asked, shown.content.decode())]
    assert tiles[1] - tiles[0] == 12
    assert "no-store" in shown["Cache-Control"]
    step = ModerationLog.objects.get()
    assert (step.by, step.note, step.facts) == (
        mod, "says he was dealt seven", {"games": [game.public_id]},
    )  # fmt: skip
    assert not Notice.objects.filter(event="moderation").exists()


def test_nobody_looks_at_his_own_game_nor_at_one_of_who_plays_him(mod, bo):
    other = make_game(bo, make_user())
    own = make_game(mod, bo)

    def refused(game, by=mod, **fields) -> str:
        return code_of(lambda: reveal_hands(game_pk=game.pk, by=by, **(WHY | fields)))

    assert refused(own) == "own_game"
    assert refused(other) == "own_opponent"
    assert refused(make_game(), note="") == "note_missing"
    assert refused(make_game(), by=make_moderator("Moderators: ratings")) == "not_permitted"
    assert not ModerationLog.objects.exists()
    end_by_resigning(own, bo)
    hands = reveal_hands(game_pk=other.pk, by=mod, **WHY)
    assert [len(hand.tiles) for hand in hands] == [len(hand) for hand in state_of(other).hands]
    assert refused(own) == "own_game"


def test_replies_come_with_the_site_are_edited_in_the_admin_and_speak_the_players_language(bo):
    ensure_replies()
    assert ReplyTemplate.objects.count() == len(DEFAULTS)
    row = ReplyTemplate.objects.get(key="rude_again")
    texts = filled(str(row.pk), "case", bo)
    assert (texts["do"], texts["days"]) == ("mute", 7)
    assert "for a week" in texts["words"]
    assert "warning" in texts["note"]
    client = Client()
    sign_in_staff(client, make_user(is_staff=True, is_superuser=True))
    change = reverse("admin:games_replytemplate_change", args=[row.pk])
    fields = {"use": "case", "position": 20, "is_offered": "on", "title": "Again", "days": 3}
    sent = client.post(change, fields | {"do": "mute", "words": "Enough.", "note": ""})
    assert sent.status_code == 302
    assert filled(str(row.pk), "case", bo)["words"] == "Enough."
    assert "Again" in [one["title"] for one in replies("case", {"mute"})]
    assert [one["title"] for one in replies("case", {"none"})] == ["Nothing to do"]
    assert client.post(change, fields | {"do": "grant"}).status_code == 200, "no appeal"
    address = reverse("admin:games_replytemplate_delete", args=[row.pk])
    assert client.get(address).status_code == 403
    ensure_replies()
    assert filled(str(row.pk), "case", bo)["words"] == "Enough."
    assert filled("nonsense", "case", bo) == filled("999", "case", bo) == {}


def test_the_page_of_a_case_offers_and_does_all_of_it(mod, bo):
    game = rated(bo, ada := make_member())
    line = say_line(game, bo, "rude words", now=NOW)
    case = open_case(bo, user=ada)
    client = Client()
    sign_in_staff(client, mod)
    reply = ReplyTemplate.objects.get(key="rude_first")
    page = client.get(reverse("admin:games_case_change", args=[case.pk]), {"reply": reply.pk})
    assert "next time you are muted" in page.content.decode()
    Report.objects.filter(case=case).update(line=line, game=game)
    note = {"note": "why"}
    for act, args, fields in (
        ("games", [], {"do": "annul", "game": game.public_id}),
        ("games", [], {"do": "restore", "game": game.public_id}),
        ("line", [line.pk], {"do": "hide"}),
        ("line", [line.pk], {"do": "show"}),
        ("rating", [], {"pool": "qwirkle-duel"}),
    ):
        address = reverse(f"admin:games_case_{act}", args=[case.pk, *args])
        assert client.post(address, fields | note).status_code == 302
    page = client.get(reverse("admin:games_case_change", args=[case.pk])).content.decode()
    for step in ("Games annulled", "Games restored", "Chat line hidden", "Rating set back"):
        assert step in page
