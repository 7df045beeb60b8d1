"""Every page of the site, and what to set up before one looks at it."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.urls import get_resolver
from django.utils import timezone

from accounts.models import DataExport, User
from accounts.services.addresses import note_change, undo_path
from accounts.services.deletion import ask_deletion
from games.core.notices import Event
from games.core.pace import DAILY, LIVE
from games.models import (
    Challenge,
    ChallengeSeat,
    FrozenLadder,
    FrozenPlace,
    LogCount,
    Privacy,
    Room,
)
from games.selectors.notices import PAGE_SIZE
from games.services.chat import say
from games.services.follows import follow
from games.services.gifts import give_time
from games.services.ladder_queue import join_queue
from games.services.letter_links import LetterLink, StopLink, letter_url, stop_url
from games.services.notices import tell
from games.services.pauses import propose_pause
from games.services.play import resign
from games.services.sanctions import impose
from games.services.vacations import start_vacation
from tests.factories import NOW, make_challenge, make_game, make_user
from tests.ladders import make_ladder
from tests.table import play, user_to_move


class Visit(NamedTuple):
    """One look at one page.

    Attributes:
        path: where to go.
        user: who looks; None is a visitor.
        arrives_at: how the address ends then, if not with `path`.
    """

    path: str
    user: User | None = None
    arrives_at: str = ""


class Place(NamedTuple):
    """One page in one state.

    Attributes:
        url_name: its name in the URL configuration.
        prepare: sets the scene and returns how to get there.
        status: what the server answers.
    """

    url_name: str
    prepare: Callable[[], Visit]
    status: int = 200


def _as_visitor(path: str) -> Callable[[], Visit]:
    return lambda: Visit(path)


def _as_member(path: str) -> Callable[[], Visit]:
    return lambda: Visit(path, make_user())


def _game_of_two(plies: int = 6, **variant: Any):
    game = make_game(make_user(username="Ada"), make_user(username="Bo"), **variant)
    for _ in range(plies):
        game = play(game).game
    return game


def _own_turn() -> Visit:
    game = _game_of_two()
    return Visit(game.get_absolute_url(), User.objects.get(pk=user_to_move(game)))


def _tokens() -> Visit:
    game = _game_of_two(ruleset_key="qwirkle+action_tokens", tokens_from="start")
    play(game, "use draw3")
    return Visit(game.get_absolute_url(), User.objects.get(pk=user_to_move(game)))


def _cards_on_boards() -> Visit:
    game = _game_of_two(ruleset_key="qwirkle+boards+power_cards", boards="cs'sc'")
    return Visit(game.get_absolute_url(), User.objects.get(pk=user_to_move(game)))


def _first_move() -> Visit:
    game = _game_of_two(plies=0)
    return Visit(game.get_absolute_url(), User.objects.get(pk=user_to_move(game)))


def _waiting() -> Visit:
    game = _game_of_two()
    waiting = game.players.exclude(user=user_to_move(game)).get()
    return Visit(game.get_absolute_url(), waiting.user)


def _watching() -> Visit:
    return Visit(_game_of_two().get_absolute_url())


def _letter(*, is_stop: bool = False, is_ours: bool = False) -> Callable[[], Visit]:
    def prepare() -> Visit:
        game = _game_of_two()
        user = game.players.get(user__username="Ada").user
        link = LetterLink(user.pk, 0, game.get_absolute_url())
        url = stop_url(StopLink(user.pk, Event.YOUR_TURN)) if is_stop else letter_url(link)
        return Visit(urlsplit(url).path, make_user(username="Cy") if is_ours else None)

    return prepare


def _over() -> Visit:
    game = _game_of_two()
    user = User.objects.get(pk=user_to_move(game))
    resign(public_id=game.public_id, user_id=user.pk, key="leave", now=NOW)
    return Visit(game.get_absolute_url(), user)


def _game_with_chat():
    game = _game_of_two()
    for player in game.players.all():
        say(
            public_id=game.public_id,
            user=player.user,
            room=Room.TABLE,
            text="Good luck, see https://example.org/a-long-path-that-has-to-wrap-somewhere",
            key="k",
            now=timezone.now(),
        )
    return game


def _chat(path: str = "", *, on_table: bool = False) -> Callable[[], Visit]:
    def prepare() -> Visit:
        game = _game_with_chat()
        address = "" if on_table else f"chat/{path}"
        return Visit(game.get_absolute_url() + address, game.players.first().user)

    return prepare


def _game_note() -> Visit:
    game = _game_of_two(plies=0)
    return Visit(f"{game.get_absolute_url()}note/", game.players.first().user)


def _player_note() -> Visit:
    return Visit("/players/Greedy/note/", make_user())


def _player_report() -> Visit:
    return Visit(f"/players/{make_user().username}/report/", make_user())


def _game_report() -> Visit:
    game = make_game(make_user(), make_user(), make_user())
    return Visit(f"{game.get_absolute_url()}report/", game.players.first().user)


def _counted() -> Visit:
    counts = {
        "warning": 14, "mute": 7, "ban_rated": 2, "closed": 1, "no_action": 23, "granted": 1,
        "refused": 6,
    }  # fmt: skip
    for month in (11, 12):
        for action, number in counts.items():
            LogCount.objects.create(
                month=date(2026, month, 1), action=action, category="rude", count=number * month
            )
    return Visit("/transparency/")


def _sanctioned(path: str) -> Callable[[], Visit]:
    def prepare() -> Visit:
        user, by = make_user(), make_user(is_staff=True, is_superuser=True)
        fields = {"note": "rude", "words": "Be kind.", "now": timezone.now()}
        sanction = impose(user=user, kind="mute", by=by, days=7, **fields)
        return Visit("/appeals/" + path.format(pk=sanction.pk), user)

    return prepare


def _fairness(*, is_over: bool) -> Callable[[], Visit]:
    def prepare() -> Visit:
        visit = _over() if is_over else _watching()
        return Visit(f"{visit.path}fairness/", visit.user)

    return prepare


def _home_with_games() -> Visit:
    user, other = make_user(username="Ada"), make_user(username="Bo")
    for plies in range(4):
        game = make_game(user, other)
        for _ in range(plies):
            play(game)
    over = make_game(user, other)
    play(over)
    resign(public_id=over.public_id, user_id=other.pk, key="leave", now=NOW)
    _invite_by_name(user)
    return Visit("/", user)


def _away() -> Visit:
    visit = _home_with_games()
    user = User.objects.get(username="Ada")
    make_game(user, make_user(username="Cy"), pace=LIVE, now=timezone.now())
    make_game(user, make_user(username="Di"), pace=DAILY, now=timezone.now())
    start_vacation(user_id=user.pk, now=timezone.now())
    return visit


def _game_at_move() -> Visit:
    game = make_game(make_user(), make_user(), now=timezone.now())
    for _ in range(5):
        play(game, now=timezone.now())
    return Visit(f"{game.get_absolute_url()}moves/3/")


def _finished_list() -> Visit:
    reader = make_user()
    for _ in range(2):
        game = make_game(reader, make_user(), now=timezone.now())
        resign(public_id=game.public_id, user_id=reader.pk, key="r", now=timezone.now())
    return Visit("/games/finished/", reader)


def _notices() -> Visit:
    game = make_game(make_user(), make_user(), pace=DAILY, now=timezone.now())
    reader = game.players.get(seat=game.to_move).user
    for number in range(PAGE_SIZE):
        facts = {"sentence": f"Your report no. {number} was looked at"}
        tell([reader], Event.MODERATION, key=f"m{number}", now=timezone.now(), **facts)
    return Visit("/notices/", reader)


def _game_paused() -> Visit:
    game = make_game(
        make_user(username="Ada"), make_user(username="Bo"), pace=DAILY, now=timezone.now()
    )
    mover = user_to_move(game)
    other = game.players.exclude(seat=game.to_move).get().user
    which = {"public_id": game.public_id, "now": timezone.now()}
    give_time(user_id=other.pk, seat=game.to_move, key="gift", **which)
    propose_pause(user_id=mover, **which)
    start_vacation(user_id=mover, now=timezone.now())
    return Visit(game.get_absolute_url(), other)


def _newcomer() -> Visit:
    return Visit("/", make_user(is_palette_offered=True))


def _profile() -> Visit:
    visit = _home_with_games()
    return Visit("/players/Bo/", visit.user)


def _own_profile() -> Visit:
    user = make_user()
    return Visit(f"/players/{user.username}/", user)


def _following() -> Visit:
    reader = make_user()
    for name in ("Bo", "Cy"):
        make_challenge(host=make_user(username=name))
        follow(user=reader, name=name, now=timezone.now())
    return Visit("/following/", reader)


def _hidden_profile() -> Visit:
    Privacy.objects.create(user=make_user(username="Bo"), statistics=Privacy.Audience.NOBODY)
    return Visit("/players/Bo/", make_user())


def _invite_by_name(user: User) -> None:
    challenge = make_challenge(kind=Challenge.Kind.DIRECT)
    ChallengeSeat.objects.create(challenge=challenge, user=user, state=ChallengeSeat.State.INVITED)


def _lobby_with_offers() -> Visit:
    user = make_user(username="Ada")
    make_challenge(is_private=True)
    make_challenge(seat_count=4, host_reply=timedelta(hours=5))
    make_challenge(host=user, kind=Challenge.Kind.LINK, token="a-link")
    _invite_by_name(user)
    return Visit("/lobby/", user)


def _good_reset_key() -> Visit:
    user = make_user()
    key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
    return Visit(f"/accounts/password/reset/key/{key}/", arrives_at="-set-password/")


def _with_app(path: str) -> Callable[[], Visit]:
    """Somebody with an authenticator app and recovery codes."""

    def prepare() -> Visit:
        user = make_user()
        TOTP.activate(user, generate_totp_secret())
        RecoveryCodes.activate(user)
        return Visit(path, user)

    return prepare


def _undo() -> Visit:
    user = make_user(email="old@example.org")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    note_change(user, new="new@example.org", now=timezone.now())
    return Visit(undo_path(user, old=user.email))


def _copy(*, is_ready: bool) -> Callable[[], Visit]:
    """Somebody who has asked for a copy of his data."""

    def prepare() -> Visit:
        user = make_user()
        done = {"state": "ready", "ready_at": timezone.now()} if is_ready else {}
        # The lease keeps the worker of other tests away.
        lease = {"lease_until": timezone.now() + timedelta(hours=1)}
        DataExport.objects.create(
            user=user, done=17, total=40, created_at=timezone.now(), **lease, **done
        )
        return Visit("/settings/data/", user)

    return prepare


def _leaving() -> Visit:
    user = make_user()
    ask_deletion(user, timezone.now())
    return Visit("/settings/delete/", user)


def _good_email_key() -> Visit:
    user = make_user()
    address = EmailAddress.objects.create(user=user, email=user.email, primary=True)
    return Visit(f"/accounts/confirm-email/{EmailConfirmationHMAC(address).key}/", user)


def _invitation(user: Callable[[], User | None]) -> Callable[[], Visit]:
    def prepare() -> Visit:
        make_challenge(kind=Challenge.Kind.LINK, token="a-link")
        return Visit("/invite/a-link/", user())

    return prepare


def _ladder(query: str = "") -> Callable[[], Visit]:
    def prepare() -> Visit:
        people = make_ladder(12, now=timezone.now())
        return Visit(f"/ladder/qwirkle-duel/{query}", people[5].user)

    return prepare


def _ladder_queue() -> Visit:
    user = make_ladder(12, now=timezone.now())[5].user
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    wishes = {"paces": ["daily"], "rulesets": ["qwirkle"], "games_most": 2}
    join_queue(user=user, pool_key="qwirkle-duel", now=timezone.now(), **wishes)
    return Visit("/ladder/qwirkle-duel/", user)


def _ladder_challenge() -> Visit:
    people = make_ladder(2, now=timezone.now())
    return Visit(f"/ladder/qwirkle-duel/challenge/{people[0].user}/", people[1].user)


def _season() -> Visit:
    people = make_ladder(5, now=timezone.now())
    season = FrozenLadder.objects.create(
        pool="qwirkle-duel", kind="season", key="2026-q3", at=timezone.now(), frozen_at=NOW
    )
    for rank, rating in enumerate(people, 1):
        FrozenPlace.objects.create(
            ladder=season, user=rating.user, value=rating.value, games=40, rank=rank
        )
    return Visit("/ladder/qwirkle-duel/seasons/2026-q3/", people[0].user)


def _rated_profile() -> Visit:
    people = make_ladder(3, now=timezone.now())
    return Visit(f"/players/{people[0].user.username}/", people[1].user)


PLACES = {
    "landing": Place("home", _as_visitor("/")),
    "home, empty": Place("home", _as_member("/")),
    "home, with games": Place("home", _home_with_games),
    "home, on vacation": Place("home", _away),
    "vacation": Place("vacation", _as_member("/vacation/")),
    "vacation, away": Place("vacation", lambda: _away()._replace(path="/vacation/")),
    "lobby of a visitor": Place("lobby", _as_visitor("/lobby/")),
    "lobby, empty": Place("lobby", _as_member("/lobby/")),
    "lobby, with offers": Place("lobby", _lobby_with_offers),
    "invitation of a visitor": Place("invite", _invitation(lambda: None)),
    "invitation": Place("invite", _invitation(make_user)),
    "settings": Place("settings", _as_member("/settings/")),
    "settings of a visitor": Place("settings", _as_visitor("/settings/")),
    "home, asked about colours": Place("home", _newcomer),
    "rules": Place("rules", _as_visitor("/rules/")),
    "profile": Place("profile", _profile),
    "profile, figures hidden": Place("profile", _hidden_profile),
    "players one follows": Place("following", _following),
    "conduct": Place("conduct", _as_visitor("/conduct/")),
    "profile of a newcomer": Place("profile", _own_profile),
    "profile of a bot": Place("profile", _as_member("/players/Greedy/")),
    "game, first move": Place("game", _first_move),
    "game, own turn": Place("game", _own_turn),
    "game, waiting": Place("game", _waiting),
    "game, watching": Place("game", _watching),
    "game, over": Place("game", _over),
    "game, paused": Place("game", _game_paused),
    "game, with chat": Place("game", _chat(on_table=True)),
    "chat": Place("game_chat", _chat()),
    "line of a chat": Place("chat_line", _chat("table/2/")),
    "note on a game": Place("game_note", _game_note),
    "note on a player": Place("player_note", _player_note),
    "fairness of a finished game": Place("fairness", _fairness(is_over=True)),
    "fairness of a running game": Place("fairness", _fairness(is_over=False)),
    "report of a player": Place("player_report", _player_report),
    "report of a seat": Place("game_report", _game_report),
    "measures": Place("appeals", _sanctioned("")),
    "appeal": Place("appeal", _sanctioned("{pk}/")),
    "notices": Place("notices", _notices),
    "link of a mail, signed out": Place("letter", _letter()),
    "link of a mail, somebody else": Place("letter", _letter(is_ours=True)),
    "fewer mails": Place("letter_stop", _letter(is_stop=True)),
    "no network": Place("offline", _as_visitor("/offline/")),
    "game at a move": Place("game_at_move", _game_at_move),
    "finished games": Place("finished", _finished_list),
    "ladder": Place("ladder", _ladder()),
    "ladder, empty": Place("ladders", _as_member("/ladder/")),
    "ladder, nobody found": Place("ladder", _ladder("?player=Nobody")),
    "ladder, in the queue": Place("ladder", _ladder_queue),
    "challenge on a ladder": Place("ladder_challenge", _ladder_challenge),
    "season": Place("ladder_season", _season),
    "profile with a rating": Place("profile", _rated_profile),
    "ratings": Place("ratings", _as_visitor("/ratings/")),
    "transparency": Place("transparency", _counted),
    "records": Place("records", _as_visitor("/records/")),
    "game, tokens in a turn": Place("game", _tokens),
    "game, cards on boards": Place("game", _cards_on_boards),
    "sign-up": Place("account_signup", _as_visitor("/accounts/signup/")),
    "sign-in": Place("account_login", _as_visitor("/accounts/login/")),
    "sign-out": Place("account_logout", _as_member("/accounts/logout/")),
    "closed account": Place("account_inactive", _as_visitor("/accounts/inactive/")),
    "password reset": Place("account_reset_password", _as_visitor("/accounts/password/reset/")),
    "password reset, sent": Place(
        "account_reset_password_done", _as_visitor("/accounts/password/reset/done/")
    ),
    "password reset, bad key": Place(
        "account_reset_password_from_key", _as_visitor("/accounts/password/reset/key/1-nonsense/")
    ),
    "password reset, good key": Place("account_reset_password_from_key", _good_reset_key),
    "password reset, done": Place(
        "account_reset_password_from_key_done",
        _as_visitor("/accounts/password/reset/key/done/"),
    ),
    "password change": Place("account_change_password", _as_member("/accounts/password/change/")),
    "email": Place("account_email", _as_member("/accounts/email/")),
    "email, look in your mail": Place(
        "account_email_verification_sent", _as_visitor("/accounts/confirm-email/")
    ),
    "email, good key": Place("account_confirm_email", _good_email_key),
    "email, bad key": Place("account_confirm_email", _as_visitor("/accounts/confirm-email/no/")),
    "second factor": Place("mfa_index", _as_member("/accounts/2fa/")),
    "second factor, set up": Place("mfa_index", _with_app("/accounts/2fa/")),
    "passkeys": Place("mfa_list_webauthn", _as_member("/accounts/2fa/webauthn/")),
    "code again": Place("mfa_reauthenticate", _with_app("/accounts/2fa/reauthenticate/")),
    "sessions": Place("sessions", _as_member("/settings/sessions/")),
    "user name": Place("user_name", _as_member("/settings/name/")),
    "second factor of staff": Place("staff_factor", _as_member("/settings/staff/")),
    "data": Place("data", _as_member("/settings/data/")),
    "data, being written": Place("data", _copy(is_ready=False)),
    "data, ready": Place("data", _copy(is_ready=True)),
    "account, delete": Place("account_delete", _as_member("/settings/delete/")),
    "account, to be deleted": Place("account_delete", _leaving),
    "address, undo": Place("address_undo", _undo),
    "password again": Place("account_reauthenticate", _as_member("/accounts/reauthenticate/")),
    "no such page": Place("", _as_visitor("/nothing/here/"), status=404),
}

NOT_PAGES = {
    # answers to forms
    "auto_vacation",
    "language",
    "session_end",
    "sessions_end",
    "time_zone",
    "vacation_end",
    "vacation_start",
    "rematch",
    "bot_game",
    "challenge_create",
    "challenge_join",
    "challenge_leave",
    "ladder_join",
    "ladder_leave",
    "player_block",
    "player_follow",
    "privacy_choose",
    "challenge_start",
    "chat_mute",
    "chat_read",
    "chat_say",
    "notices_choose",
    "notices_read",
    "game_abort",
    "game_gift",
    "game_move",
    "game_order",
    "game_pause",
    "game_preview",
    "game_resign",
    "palette_offer",
    "push_subscribe",
    "push_test",
    "push_unsubscribe",
    "account_keep",
    # files
    "data_file",
    "manifest",
    "service_worker",
    "export_games",
    "export_png",
    "export_position",
    "export_qgn",
    "export_record",
    "export_svg",
    # no page of its own
    "chat_lines",
    "display",
    "game_table",
    "healthz",
    "next_game",
    "notice",
    "operations",
    "pill",
    "counts",
    "push_key",
    # behind a password that was just entered, or a sign-in half done: tests/browser/test_factors.py
    "mfa_activate_totp",
    "mfa_add_webauthn",
    "mfa_authenticate",
    "mfa_deactivate_totp",
    "mfa_download_recovery_codes",
    "mfa_edit_webauthn",
    "mfa_generate_recovery_codes",
    "mfa_login_webauthn",
    "mfa_reauthenticate_webauthn",
    "mfa_remove_webauthn",
    "mfa_view_recovery_codes",
    # codes by mail are switched off, and every account has a password
    "account_confirm_login_code",
    "account_confirm_reauthentication_code",
    "account_request_reauthentication_code",
    "account_set_password",
}


def named_urls() -> set[str]:
    """Return the names of all URLs outside the admin."""
    return {name for name in get_resolver().reverse_dict if isinstance(name, str)}
