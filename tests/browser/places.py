"""Every page of the site, in each state that is looked at."""

from collections.abc import Callable
from typing import NamedTuple

from django.urls import get_resolver

from tests.browser import scenes
from tests.browser.scenes import Visit, as_member, as_visitor
from tests.factories import make_user


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


PLACES = {
    "landing": Place("home", as_visitor("/")),
    "home, empty": Place("home", as_member("/")),
    "home, with games": Place("home", scenes.home_with_games),
    "home, on vacation": Place("home", scenes.away),
    "vacation": Place("vacation", as_member("/vacation/")),
    "vacation, away": Place("vacation", lambda: scenes.away()._replace(path="/vacation/")),
    "lobby of a visitor": Place("lobby", as_visitor("/lobby/")),
    "lobby, empty": Place("lobby", as_member("/lobby/")),
    "lobby, with offers": Place("lobby", scenes.lobby_with_offers),
    "invitation of a visitor": Place("invite", scenes.invitation(lambda: None)),
    "invitation": Place("invite", scenes.invitation(make_user)),
    "settings": Place("settings", as_member("/settings/")),
    "settings of a visitor": Place("settings", as_visitor("/settings/")),
    "home, asked about colours": Place("home", scenes.newcomer),
    "rules": Place("rules", as_visitor("/rules/")),
    "profile": Place("profile", scenes.profile),
    "profile, figures hidden": Place("profile", scenes.hidden_profile),
    "players one follows": Place("following", scenes.following),
    "conduct": Place("conduct", as_visitor("/conduct/")),
    "profile of a newcomer": Place("profile", scenes.own_profile),
    "profile of a bot": Place("profile", as_member("/players/Greedy/")),
    "game, first move": Place("game", scenes.first_move),
    "game, own turn": Place("game", scenes.own_turn),
    "game, waiting": Place("game", scenes.waiting),
    "game, watching": Place("game", scenes.watching),
    "game, over": Place("game", scenes.over),
    "game, paused": Place("game", scenes.game_paused),
    "game, with chat": Place("game", scenes.chat(on_table=True)),
    "chat": Place("game_chat", scenes.chat()),
    "line of a chat": Place("chat_line", scenes.chat("table/2/")),
    "note on a game": Place("game_note", scenes.game_note),
    "note on a player": Place("player_note", scenes.player_note),
    "fairness of a finished game": Place("fairness", scenes.fairness(is_over=True)),
    "fairness of a running game": Place("fairness", scenes.fairness(is_over=False)),
    "report of a player": Place("player_report", scenes.player_report),
    "report of a seat": Place("game_report", scenes.game_report),
    "measures": Place("appeals", scenes.sanctioned("")),
    "appeal": Place("appeal", scenes.sanctioned("{pk}/")),
    "notices": Place("notices", scenes.notices),
    "link of a mail, signed out": Place("letter", scenes.letter()),
    "link of a mail, somebody else": Place("letter", scenes.letter(is_ours=True)),
    "fewer mails": Place("letter_stop", scenes.letter(is_stop=True)),
    "no network": Place("offline", as_visitor("/offline/")),
    "game at a move": Place("game_at_move", scenes.game_at_move),
    "finished games": Place("finished", scenes.finished_list),
    "ladder": Place("ladder", scenes.ladder()),
    "ladder, empty": Place("ladders", as_member("/ladder/")),
    "ladder, nobody found": Place("ladder", scenes.ladder("?player=Nobody")),
    "ladder, in the queue": Place("ladder", scenes.ladder_queue),
    "challenge on a ladder": Place("ladder_challenge", scenes.ladder_challenge),
    "season": Place("ladder_season", scenes.season),
    "profile with a rating": Place("profile", scenes.rated_profile),
    "ratings": Place("ratings", as_visitor("/ratings/")),
    "transparency": Place("transparency", scenes.counted),
    "records": Place("records", as_visitor("/records/")),
    "game, tokens in a turn": Place("game", scenes.tokens),
    "game, cards on boards": Place("game", scenes.cards_on_boards),
    "sign-up": Place("account_signup", as_visitor("/accounts/signup/")),
    "sign-in": Place("account_login", as_visitor("/accounts/login/")),
    "sign-out": Place("account_logout", as_member("/accounts/logout/")),
    "closed account": Place("account_inactive", as_visitor("/accounts/inactive/")),
    "password reset": Place("account_reset_password", as_visitor("/accounts/password/reset/")),
    "password reset, sent": Place(
        "account_reset_password_done", as_visitor("/accounts/password/reset/done/")
    ),
    "password reset, bad key": Place(
        "account_reset_password_from_key",
        as_visitor("/accounts/password/reset/key/1-nonsense/"),
    ),
    "password reset, good key": Place("account_reset_password_from_key", scenes.good_reset_key),
    "password reset, done": Place(
        "account_reset_password_from_key_done",
        as_visitor("/accounts/password/reset/key/done/"),
    ),
    "password change": Place("account_change_password", as_member("/accounts/password/change/")),
    "email": Place("account_email", as_member("/accounts/email/")),
    "email, look in your mail": Place(
        "account_email_verification_sent", as_visitor("/accounts/confirm-email/")
    ),
    "email, good key": Place("account_confirm_email", scenes.good_email_key),
    "email, bad key": Place("account_confirm_email", as_visitor("/accounts/confirm-email/no/")),
    "second factor": Place("mfa_index", as_member("/accounts/2fa/")),
    "second factor, set up": Place("mfa_index", scenes.with_app("/accounts/2fa/")),
    "passkeys": Place("mfa_list_webauthn", as_member("/accounts/2fa/webauthn/")),
    "code again": Place("mfa_reauthenticate", scenes.with_app("/accounts/2fa/reauthenticate/")),
    "sessions": Place("sessions", as_member("/settings/sessions/")),
    "user name": Place("user_name", as_member("/settings/name/")),
    "second factor of staff": Place("staff_factor", as_member("/settings/staff/")),
    "data": Place("data", as_member("/settings/data/")),
    "data, being written": Place("data", scenes.copy(is_ready=False)),
    "data, ready": Place("data", scenes.copy(is_ready=True)),
    "account, delete": Place("account_delete", as_member("/settings/delete/")),
    "account, to be deleted": Place("account_delete", scenes.leaving),
    "address, undo": Place("address_undo", scenes.undo),
    "password again": Place("account_reauthenticate", as_member("/accounts/reauthenticate/")),
    "no such page": Place("", as_visitor("/nothing/here/"), status=404),
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
