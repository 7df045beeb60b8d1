"""What a moderator does about the games of a case: annul them, or restore them."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import ngettext, override

from accounts.models import User
from games.core.errors import BadRequestError, ConflictError, NotAllowedError
from games.core.notices import Event
from games.models import Case, Game, ModerationLog, Player, Recalculation
from games.services import annulment
from games.services.moderation_log import checked_note, note_step
from games.services.notices import tell
from games.services.retry import retried
from games.services.sanctions import hold_for

GAMES_MAX: Final = 50
"""So many games one step may annul or restore."""

Action = ModerationLog.Action
type _Mark = Callable[..., list[Recalculation]]


@retried
def annul_games(
    *, case: Case, public_ids: Iterable[str], by: User, note: str, now: datetime
) -> list[Recalculation]:
    """Take rated games of the suspect out of the ratings; all who played them are told.

    Returns the recalculations that were asked for; each runs from the first of its games on.

    Raises:
        BadRequestError: ``bad_request``, ``note_missing``, ``bad_character``, ``text_too_long``.
        NotAllowedError: ``not_permitted``, ``own_case``: also for a game that he played himself.
        ConflictError: ``game_running``, ``nothing_to_do``; what `take_case` raises.
    """
    return _mark_games(case, public_ids, by, note, now, is_annulling=True)


@retried
def restore_games(
    *, case: Case, public_ids: Iterable[str], by: User, note: str, now: datetime
) -> list[Recalculation]:
    """Bring annulled games of the suspect back; from a closed case too. Raises as `annul_games`."""
    return _mark_games(case, public_ids, by, note, now, is_annulling=False)


def _mark_games(
    case: Case,
    public_ids: Iterable[str],
    by: User,
    note: str,
    now: datetime,
    *,
    is_annulling: bool,
) -> list[Recalculation]:
    why, ids = checked_note(note), {one for one in public_ids if one.isprintable()}
    if not 0 < len(ids) <= GAMES_MAX:
        raise BadRequestError("bad_request", "Choose the games first.")
    mark: _Mark = annulment.annul if is_annulling else annulment.restore
    with transaction.atomic(durable=True):
        hold_for(case.suspect, by, "annul", case.pk, now, also_closed=not is_annulling)
        own = Game.objects.filter(public_id__in=ids, players__user=case.suspect, is_rated=True)
        games = list(own.filter(annulled_at__isnull=is_annulling).order_by("pk"))
        if not games:
            raise ConflictError("nothing_to_do", "None of these games can be changed in this way.")
        if Player.objects.filter(game__in=games, user=by).exists():
            raise NotAllowedError(
                "own_case", "You played one of these games, so another moderator has to decide."
            )
        runs = mark(games, by=by, note=why, now=now)
        note_step(
            Action.ANNULLED if is_annulling else Action.RESTORED,
            by=by,
            user=case.suspect,
            note=why,
            now=now,
            case=case,
            facts={"games": [game.public_id for game in games]},
        )
        _tell_players(games, now, is_annulling=is_annulling)
        return runs


def _tell_players(games: list[Game], now: datetime, *, is_annulling: bool) -> None:
    """Tell all who played, each once and in his own language."""
    played: dict[User, list[Game]] = defaultdict(list)
    for player in Player.objects.filter(game__in=games).select_related("user", "game"):
        played[player.user].append(player.game)
    for user, own in played.items():
        with override(user.language or None):
            sentence = _annulled(len(own)) if is_annulling else _restored(len(own))
        only = own[0].get_absolute_url() if len(own) == 1 else ""
        tell(
            [user],
            Event.MODERATION,
            key=f"{'annul' if is_annulling else 'restore'}:{own[0].pk}:{now.timestamp():.0f}",
            now=now,
            sentence=sentence,
            path=only or f"/players/{user.get_username()}/",
        )


def _annulled(count: int) -> str:
    return ngettext(
        "A moderator has annulled a game of yours. It no longer counts, and the ratings are "
        "calculated anew",
        "A moderator has annulled %(count)s games of yours. They no longer count, and the ratings "
        "are calculated anew",
        count,
    ) % {"count": count}


def _restored(count: int) -> str:
    return ngettext(
        "A moderator has restored a game of yours. It counts again, and the ratings are "
        "calculated anew",
        "A moderator has restored %(count)s games of yours. They count again, and the ratings are "
        "calculated anew",
        count,
    ) % {"count": count}
