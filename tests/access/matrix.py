"""Who gets what answer at every address: the one table in which a new address has to be declared.

A line of names stands under the audience that may ask there. Banned people are told what visitors
are told, since their sessions have ended. The moderator has one role, that of the chat.
"""

from enum import StrEnum
from typing import NamedTuple


class Answer(StrEnum):
    """What somebody gets."""

    MAY = "an answer"
    SIGN_IN = "the way to the sign-in page"
    REFUSED = "403"
    ABSENT = "404"
    WRONG_METHOD = "405"


MAY, SIGN_IN, REFUSED, ABSENT, WRONG_METHOD = Answer


class Audience(NamedTuple):
    """The answer for each viewer."""

    anonymous: Answer
    outsider: Answer
    player: Answer
    opponent: Answer
    spectator: Answer
    moderator: Answer


def _all(answer: Answer, **others: Answer) -> Audience:
    return Audience(*[answer] * 6)._replace(**others)


EVERYBODY = _all(MAY)
MEMBERS = _all(MAY, anonymous=SIGN_IN)
NOBODY = _all(ABSENT)
NO_WAY = _all(WRONG_METHOD)
NO_WAY_FOR_MEMBERS = _all(WRONG_METHOD, anonymous=SIGN_IN)
MEMBERS_REFUSED = _all(REFUSED, anonymous=SIGN_IN)
MEMBERS_NOTHING_THERE = _all(ABSENT, anonymous=SIGN_IN)
WHO_MAY_SEE_THE_GAME = _all(MAY, outsider=ABSENT)
MEMBERS_WHO_MAY_SEE_IT = _all(MAY, anonymous=SIGN_IN, outsider=ABSENT)
ITS_PLAYERS = MEMBERS_WHO_MAY_SEE_IT._replace(spectator=REFUSED, moderator=REFUSED)
ITS_OWNER = MEMBERS_NOTHING_THERE._replace(player=MAY)
ITS_HOST = MEMBERS_REFUSED._replace(player=MAY)
WHOSE_ADDRESS_IT_IS = _all(SIGN_IN, player=MAY)
WHO_HAS_A_FACTOR = MEMBERS_NOTHING_THERE._replace(moderator=MAY)
CHAT = WHO_MAY_SEE_THE_GAME._replace(anonymous=REFUSED)

MODERATORS = _all(SIGN_IN, moderator=MAY)
OTHER_ROLES = _all(SIGN_IN, moderator=REFUSED)
MODERATORS_WRONG_METHOD = _all(SIGN_IN, moderator=WRONG_METHOD)
MODERATORS_NOTHING_THERE = _all(SIGN_IN, moderator=ABSENT)
ADMIN_DOOR = MEMBERS_REFUSED._replace(moderator=MAY)

GET = {
    EVERYBODY: """
        account_login account_logout account_inactive account_signup account_confirm_email
        account_email_verification_sent account_reset_password account_reset_password_done
        account_reset_password_from_key account_reset_password_from_key_done
        settings display home pill counts lobby invite profile conduct records ladders ladder
        ratings rules manifest service_worker offline letter letter_stop healthz transparency
    """,
    MEMBERS: """
        account_reauthenticate account_email account_change_password account_set_password
        account_confirm_login_code mfa_index mfa_authenticate mfa_reauthenticate mfa_activate_totp
        mfa_generate_recovery_codes mfa_list_webauthn mfa_add_webauthn mfa_reauthenticate_webauthn
        mfa_remove_webauthn mfa_edit_webauthn mfa_login_webauthn user_name sessions staff_factor
         account_delete data next_game finished export_games player_note player_report appeals
         notices vacation following push_key ladder_challenge
    """,
    NO_WAY: """
        time_zone language auto_vacation palette_offer session_end sessions_end account_keep
        game_move
        game_preview game_order game_resign game_abort game_pause game_gift rematch chat_say
        chat_mute chat_read bot_game challenge_create challenge_join challenge_leave
        challenge_start player_follow player_block notices_read notices_choose vacation_start
        vacation_end privacy_choose push_subscribe push_unsubscribe push_test ladder_join
        ladder_leave
    """,
    WHO_MAY_SEE_THE_GAME: """
        game game_table game_at_move export_record export_qgn export_position export_svg export_png
        fairness
    """,
    MEMBERS_WHO_MAY_SEE_IT: "game_chat game_note game_report",
    CHAT: "chat_lines",
    ITS_OWNER: "chat_line notice data_file",
    MEMBERS_NOTHING_THERE: "mfa_view_recovery_codes mfa_download_recovery_codes appeal",
    WHO_HAS_A_FACTOR: "mfa_deactivate_totp",
    MEMBERS_REFUSED: """
        account_request_reauthentication_code account_confirm_reauthentication_code
    """,
    NOBODY: "address_undo ladder_season",
}

POST = {
    EVERYBODY: """
        account_login account_logout account_signup account_reset_password
        account_reset_password_from_key address_undo display records letter_stop
    """,
    MEMBERS: """
        account_reauthenticate account_email account_change_password account_set_password
        account_confirm_login_code mfa_authenticate mfa_reauthenticate mfa_activate_totp
        mfa_generate_recovery_codes mfa_add_webauthn mfa_reauthenticate_webauthn mfa_login_webauthn
        mfa_remove_webauthn mfa_edit_webauthn settings time_zone language auto_vacation
        palette_offer user_name session_end sessions_end account_delete account_keep data
        bot_game challenge_create challenge_join challenge_leave player_note player_follow
        player_report player_block
        notices_read notices_choose vacation_start vacation_end privacy_choose push_subscribe
        push_unsubscribe push_test rematch ladder_join ladder_leave ladder_challenge
    """,
    NO_WAY: """
        account_inactive account_email_verification_sent account_reset_password_from_key_done
        account_reset_password_done sessions staff_factor data_file home next_game finished game
        game_table game_at_move game_chat chat_lines pill counts export_record export_qgn
        export_position
        export_svg export_png fairness export_games lobby invite profile appeals notices notice
        vacation conduct following ladders ladder ladder_season ratings rules manifest
        service_worker offline letter push_key healthz transparency
    """,
    NO_WAY_FOR_MEMBERS: "mfa_index mfa_view_recovery_codes mfa_list_webauthn",
    ITS_PLAYERS: "game_move game_preview game_order game_resign game_abort game_pause game_gift",
    MEMBERS_WHO_MAY_SEE_IT: "chat_say chat_mute chat_read game_note game_report",
    ITS_OWNER: "chat_line",
    ITS_HOST: "challenge_start",
    WHOSE_ADDRESS_IT_IS: "account_confirm_email",
    MEMBERS_NOTHING_THERE: "mfa_download_recovery_codes appeal",
    WHO_HAS_A_FACTOR: "mfa_deactivate_totp",
    MEMBERS_REFUSED: """
        account_request_reauthentication_code account_confirm_reauthentication_code
    """,
}

ADMIN_GET = {
    MODERATORS: """
        operations index password_change password_change_done jsi18n app_list
    """,
    OTHER_ROLES: """
        autocomplete auth_user_password_change games_game_reveal games_recalculation_start
    """,
    MODERATORS_WRONG_METHOD: """
        games_case_next games_case_take games_case_put games_case_act games_case_lift
        games_case_games games_case_line games_case_rating games_signal_judge
    """,
    MODERATORS_NOTHING_THERE: "view_on_site *",
    ADMIN_DOOR: "login",
    MEMBERS._replace(moderator=WRONG_METHOD): "logout",
}

ADMIN_POST = {
    MODERATORS: """
        index password_change app_list games_case_next games_case_take games_case_put
        games_case_act games_case_lift games_case_games games_case_line games_case_rating
    """,
    OTHER_ROLES: """
        auth_user_password_change games_game_reveal games_recalculation_start games_signal_judge
    """,
    MODERATORS_WRONG_METHOD: "operations password_change_done jsi18n autocomplete",
    MODERATORS_NOTHING_THERE: "view_on_site *",
    ADMIN_DOOR: "login",
    MEMBERS: "logout",
}

ADMIN_MODELS = {
    "auth_group": "",
    "accounts_user": "",
    "mfa_authenticator": "",
    "account_emailaddress": "",
    "games_game": "",
    "games_appeal": "history",
    "games_case": "changelist history change +change",
    "games_chatline": "changelist history change",
    "games_replytemplate": "",
    "games_report": "changelist history change",
    "games_moderationlog": "changelist history change",
    "games_sanction": "changelist history change",
    "games_ratingchange": "",
    "games_recalculation": "history",
    "games_signal": "history",
}
"""What of each model the role of the chat may open; with a + what it may send a form to as well."""

WRITES_ON_GET = {
    "game": {"games_notice"},
    "game_at_move": {"games_notice"},
    "notice": {"games_notice"},
    "letter": {"games_notice"},
    "account_email": {"account_emailaddress"},
    "settings": {"games_pushkey"},
    "push_key": {"games_pushkey"},
}
"""What a visit changes: a notice is read by looking, keys are made when they are first needed, and
allauth copies the address of an account into its own table."""

NEEDS_NO_TOKEN = {"letter_stop"}
"""A mailbox's own button sends no token; the address itself is signed (RFC 8058)."""

FIELDS = {
    "game_move": {"version": "1", "move": "trade RS"},
    "game_resign": {},
    "game_pause": {"do": "propose"},
    "game_gift": {"seat": "0"},
    "chat_say": {"text": "Hello"},
}
"""Forms that have to be good, so that the answer tells who may send them and not what is wrong."""


def declared() -> tuple[dict[str, Audience], dict[str, Audience]]:
    """Return the audience of each address, to look and to send."""
    gets, posts = ({n: a for a, names in t.items() for n in names.split()} for t in (GET, POST))
    for table, found in ((ADMIN_GET, gets), (ADMIN_POST, posts)):
        for audience, names in table.items():
            found |= {_admin_name(name): audience for name in names.split()}
    for model, opened in ADMIN_MODELS.items():
        app, _, name = model.partition("_")
        for verb in ("changelist", "add", "history", "delete", "change"):
            is_open = verb in opened.split()
            gets[f"admin:{model}_{verb}"] = MODERATORS if is_open else OTHER_ROLES
            is_form = is_open and (verb != "change" or "+change" in opened)
            posts[f"admin:{model}_{verb}"] = MODERATORS if is_form else OTHER_ROLES
        old = f"admin:/admin/{app}/{name}/<path:object_id>/"
        gets[old] = posts[old] = MODERATORS
    return gets, posts


def _admin_name(name: str) -> str:
    special = {"operations": "operations", "*": "admin:/admin/(?P<url>.*)$"}
    return special.get(name, f"admin:{name}")
