"""What is set up before one looks at a page; each scene tells where to look, and as whom."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
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


def as_visitor(path: str) -> Callable[[], Visit]:
    return lambda: Visit(path)


def as_member(path: str) -> Callable[[], Visit]:
    return lambda: Visit(path, make_user())


def _game_of_two(plies: int = 6, **variant: Any):
    game = make_game(make_user(username="Ada"), make_user(username="Bo"), **variant)
    for _ in range(plies):
        game = play(game).game
    return game


def own_turn() -> Visit:
    game = _game_of_two()
    return Visit(game.get_absolute_url(), User.objects.get(pk=user_to_move(game)))


def tokens() -> Visit:
    game = _game_of_two(ruleset_key="qwirkle+action_tokens", tokens_from="start")
    play(game, "use draw3")
    return Visit(game.get_absolute_url(), User.objects.get(pk=user_to_move(game)))


def cards_on_boards() -> Visit:
    game = _game_of_two(ruleset_key="qwirkle+boards+power_cards", boards="cs'sc'")
    return Visit(game.get_absolute_url(), User.objects.get(pk=user_to_move(game)))


def first_move() -> Visit:
    game = _game_of_two(plies=0)
    return Visit(game.get_absolute_url(), User.objects.get(pk=user_to_move(game)))


def waiting() -> Visit:
    game = _game_of_two()
    waiting = game.players.exclude(user=user_to_move(game)).get()
    return Visit(game.get_absolute_url(), waiting.user)


def watching() -> Visit:
    return Visit(_game_of_two().get_absolute_url())


def letter(*, is_stop: bool = False, is_ours: bool = False) -> Callable[[], Visit]:
    def prepare() -> Visit:
        game = _game_of_two()
        user = game.players.get(user__username="Ada").user
        link = LetterLink(user.pk, 0, game.get_absolute_url())
        url = stop_url(StopLink(user.pk, Event.YOUR_TURN)) if is_stop else letter_url(link)
        return Visit(urlsplit(url).path, make_user(username="Cy") if is_ours else None)

    return prepare


def over() -> Visit:
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


def chat(path: str = "", *, on_table: bool = False) -> Callable[[], Visit]:
    def prepare() -> Visit:
        game = _game_with_chat()
        address = "" if on_table else f"chat/{path}"
        return Visit(game.get_absolute_url() + address, game.players.first().user)

    return prepare


def game_note() -> Visit:
    game = _game_of_two(plies=0)
    return Visit(f"{game.get_absolute_url()}note/", game.players.first().user)


def player_note() -> Visit:
    return Visit("/players/Greedy/note/", make_user())


def player_report() -> Visit:
    return Visit(f"/players/{make_user().username}/report/", make_user())


def game_report() -> Visit:
    game = make_game(make_user(), make_user(), make_user())
    return Visit(f"{game.get_absolute_url()}report/", game.players.first().user)


def counted() -> Visit:
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


def sanctioned(path: str) -> Callable[[], Visit]:
    def prepare() -> Visit:
        user, by = make_user(), make_user(is_staff=True, is_superuser=True)
        fields = {"note": "rude", "words": "Be kind.", "now": timezone.now()}
        sanction = impose(user=user, kind="mute", by=by, days=7, **fields)
        return Visit("/appeals/" + path.format(pk=sanction.pk), user)

    return prepare


def fairness(*, is_over: bool) -> Callable[[], Visit]:
    def prepare() -> Visit:
        visit = over() if is_over else watching()
        return Visit(f"{visit.path}fairness/", visit.user)

    return prepare


def home_with_games() -> Visit:
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


def away() -> Visit:
    visit = home_with_games()
    user = User.objects.get(username="Ada")
    make_game(user, make_user(username="Cy"), pace=LIVE, now=timezone.now())
    make_game(user, make_user(username="Di"), pace=DAILY, now=timezone.now())
    start_vacation(user_id=user.pk, now=timezone.now())
    return visit


def game_at_move() -> Visit:
    game = make_game(make_user(), make_user(), now=timezone.now())
    for _ in range(5):
        play(game, now=timezone.now())
    return Visit(f"{game.get_absolute_url()}moves/3/")


def finished_list() -> Visit:
    reader = make_user()
    for _ in range(2):
        game = make_game(reader, make_user(), now=timezone.now())
        resign(public_id=game.public_id, user_id=reader.pk, key="r", now=timezone.now())
    return Visit("/games/finished/", reader)


def notices() -> Visit:
    game = make_game(make_user(), make_user(), pace=DAILY, now=timezone.now())
    reader = game.players.get(seat=game.to_move).user
    for number in range(PAGE_SIZE):
        facts = {"sentence": f"Your report no. {number} was looked at"}
        tell([reader], Event.MODERATION, key=f"m{number}", now=timezone.now(), **facts)
    return Visit("/notices/", reader)


def game_paused() -> Visit:
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


def newcomer() -> Visit:
    return Visit("/", make_user(is_palette_offered=True))


def profile() -> Visit:
    visit = home_with_games()
    return Visit("/players/Bo/", visit.user)


def own_profile() -> Visit:
    user = make_user()
    return Visit(f"/players/{user.username}/", user)


def following() -> Visit:
    reader = make_user()
    for name in ("Bo", "Cy"):
        make_challenge(host=make_user(username=name))
        follow(user=reader, name=name, now=timezone.now())
    return Visit("/following/", reader)


def hidden_profile() -> Visit:
    Privacy.objects.create(user=make_user(username="Bo"), statistics=Privacy.Audience.NOBODY)
    return Visit("/players/Bo/", make_user())


def _invite_by_name(user: User) -> None:
    challenge = make_challenge(kind=Challenge.Kind.DIRECT)
    ChallengeSeat.objects.create(challenge=challenge, user=user, state=ChallengeSeat.State.INVITED)


def lobby_with_offers() -> Visit:
    user = make_user(username="Ada")
    make_challenge(is_private=True)
    make_challenge(seat_count=4, host_reply=timedelta(hours=5))
    make_challenge(host=user, kind=Challenge.Kind.LINK, token="a-link")
    _invite_by_name(user)
    return Visit("/lobby/", user)


def good_reset_key() -> Visit:
    user = make_user()
    key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
    return Visit(f"/accounts/password/reset/key/{key}/", arrives_at="-set-password/")


def with_app(path: str) -> Callable[[], Visit]:
    """Somebody with an authenticator app and recovery codes."""

    def prepare() -> Visit:
        user = make_user()
        TOTP.activate(user, generate_totp_secret())
        RecoveryCodes.activate(user)
        return Visit(path, user)

    return prepare


def undo() -> Visit:
    user = make_user(email="old@example.org")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    note_change(user, new="new@example.org", now=timezone.now())
    return Visit(undo_path(user, old=user.email))


def copy(*, is_ready: bool) -> Callable[[], Visit]:
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


def leaving() -> Visit:
    user = make_user()
    ask_deletion(user, timezone.now())
    return Visit("/settings/delete/", user)


def good_email_key() -> Visit:
    user = make_user()
    address = EmailAddress.objects.create(user=user, email=user.email, primary=True)
    return Visit(f"/accounts/confirm-email/{EmailConfirmationHMAC(address).key}/", user)


def invitation(user: Callable[[], User | None]) -> Callable[[], Visit]:
    def prepare() -> Visit:
        make_challenge(kind=Challenge.Kind.LINK, token="a-link")
        return Visit("/invite/a-link/", user())

    return prepare


def ladder(query: str = "") -> Callable[[], Visit]:
    def prepare() -> Visit:
        people = make_ladder(12, now=timezone.now())
        return Visit(f"/ladder/qwirkle-duel/{query}", people[5].user)

    return prepare


def ladder_queue() -> Visit:
    user = make_ladder(12, now=timezone.now())[5].user
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    wishes = {"paces": ["daily"], "rulesets": ["qwirkle"], "games_most": 2}
    join_queue(user=user, pool_key="qwirkle-duel", now=timezone.now(), **wishes)
    return Visit("/ladder/qwirkle-duel/", user)


def ladder_challenge() -> Visit:
    people = make_ladder(2, now=timezone.now())
    return Visit(f"/ladder/qwirkle-duel/challenge/{people[0].user}/", people[1].user)


def season() -> Visit:
    people = make_ladder(5, now=timezone.now())
    season = FrozenLadder.objects.create(
        pool="qwirkle-duel", kind="season", key="2026-q3", at=timezone.now(), frozen_at=NOW
    )
    for rank, rating in enumerate(people, 1):
        FrozenPlace.objects.create(
            ladder=season, user=rating.user, value=rating.value, games=40, rank=rank
        )
    return Visit("/ladder/qwirkle-duel/seasons/2026-q3/", people[0].user)


def rated_profile() -> Visit:
    people = make_ladder(3, now=timezone.now())
    return Visit(f"/players/{people[0].user.username}/", people[1].user)
