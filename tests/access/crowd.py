"""A club that has grown: many rows in every table of which some page shows a list.

The rows are written straight into the tables, so that thousands take a moment. What the services
bound (whom somebody follows or blocks) stays within that bound.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import count, islice
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import DataExport, Session, User
from games.core.notices import Event
from games.core.pool import POOLS
from games.models import (
    Appeal,
    AppealMessage,
    Block,
    Case,
    Challenge,
    ChallengeSeat,
    ChatLine,
    ConductEvent,
    Delivery,
    Follow,
    FrozenLadder,
    FrozenPlace,
    Game,
    GameSecret,
    LadderQueue,
    LogCount,
    ModerationLog,
    Notice,
    Pause,
    Player,
    Ply,
    PlySecret,
    Presence,
    Rating,
    RatingChange,
    Recalculation,
    Report,
    Room,
    Sanction,
    Signal,
)
from games.selectors.ladder import spot_text
from games.selectors.ranks import Spot
from games.services.blocks import BLOCKS_MAX
from games.services.follows import FOLLOWS_MAX
from tests.access.scene import Scene

DAY = timedelta(days=1)
POOL = POOLS[0].key
SEASON = "2026-q2"

PAUSES = 20
"""So many times a moderator stops the clock of one game."""

_numbers = count(1)


def _middle(rows: QuerySet[Any]) -> Any:
    return rows[rows.count() // 2]


class Crowd:
    """Around the player of a scene, whom everybody has played, told, asked and reported."""

    def __init__(self, scene: Scene, chief: User) -> None:
        self.me, self.chief = scene.people["player"], chief
        self.game, self.case, self.line = scene.game, scene.case, scene.report.line
        self.now = timezone.now()
        self.season = FrozenLadder.objects.create(
            pool=POOL, kind="season", key=SEASON, at=self.now, frozen_at=self.now, is_filled=True
        )
        self._pattern = Game.objects.select_related("secret").get(pk=self.game.pk)
        self._ply = Ply.objects.filter(game=self.game).earliest("number")
        Rating.objects.create(user=self.me, value=3_000_000, **self._ranked())

    def grow(self, number: int) -> None:
        """Let so many more people come, each with a row in every table."""
        people = self._people(number)
        self._play(people)
        self._climb(people)
        self._talk(people)
        self._offer(people)
        self._complain(people)
        self._measure(people)
        self._keep(number)

    def known(self) -> dict[str, Any]:
        """Return what an address may name, each from the middle of its list."""
        over = Player.objects.filter(user=self.me, finished_at__isnull=False).order_by("pk")
        waiting = Player.objects.filter(user=self.me, finished_at__isnull=True)
        notices, steps = Notice.objects.filter(user=self.me), ModerationLog.objects.all()
        ratings = Rating.objects.exclude(user=self.me).order_by("value")
        places = FrozenPlace.objects.filter(ladder=self.season)
        rating = _middle(ratings.select_related("user"))
        return {
            "game": _middle(waiting.select_related("game")).game.public_id,
            "over": _middle(over.select_related("game")).game.public_id,
            "notice": _middle(notices.order_by("pk")).pk,
            "step": _middle(steps.order_by("pk")).pk,
            "spot": spot_text(Spot(rating.value, rating.user_id)),
            "person": rating.user.get_username(),
            "me": self.me.get_username(),
            "rank": _middle(places.order_by("rank")).rank,
        }

    def _people(self, number: int) -> list[User]:
        names = [f"crowd{one}" for one in islice(_numbers, number)]
        people = User.objects.bulk_create(
            User(username=name, email=f"{name}@example.org", password="!") for name in names
        )
        Presence.objects.bulk_create(Presence(user=one, seen_at=self.now) for one in people)
        EmailAddress.objects.bulk_create(
            EmailAddress(user=one, email=one.email, primary=True) for one in people
        )
        Authenticator.objects.bulk_create(
            Authenticator(user=one, type="totp", data={}) for one in people
        )
        mine = {"user": self.me, "created_at": self.now}
        room = FOLLOWS_MAX - Follow.objects.filter(user=self.me).count()
        Follow.objects.bulk_create(Follow(person=one, **mine) for one in people[::2][:room])
        room = BLOCKS_MAX - Block.objects.filter(user=self.me).count()
        Block.objects.bulk_create(Block(person=one, **mine) for one in people[1::8][:room])
        return people

    def _play(self, people: list[User]) -> None:
        """Give everybody a game with me: half of them run, and in half of these I am to move."""
        games = []
        for place, _one in enumerate(people):
            is_over = place % 2 == 1
            games.append(
                Game(
                    ruleset_key=self._pattern.ruleset_key,
                    rules_version=self._pattern.rules_version,
                    options=self._pattern.options,
                    status="finished" if is_over else "running",
                    version=1,
                    to_move=None if is_over else place // 2 % 2,
                    commitment=self._pattern.commitment,
                    created_at=self.now,
                    moved_at=self.now,
                    finished_at=self.now if is_over else None,
                    is_rated=is_over,
                )
            )
        games = Game.objects.bulk_create(games)
        secret = self._pattern.secret
        GameSecret.objects.bulk_create(
            GameSecret(game=game, seed=secret.seed, state=secret.state) for game in games
        )
        Player.objects.bulk_create(
            Player(
                game=game,
                seat=seat,
                user=user,
                finished_at=game.finished_at,
                place=seat + 1 if game.finished_at else None,
                is_winner=game.finished_at is not None and seat == 0,
            )
            for game, one in zip(games, people, strict=True)
            for seat, user in enumerate((self.me, one))
        )
        plies = Ply.objects.bulk_create(
            Ply(game=game, number=0, seat=0, move=self._ply.move, played_at=self.now)
            for game in games
        )
        PlySecret.objects.bulk_create(PlySecret(ply=ply, move=ply.move) for ply in plies)
        over = [(game, one) for game, one in zip(games, people, strict=True) if game.finished_at]
        RatingChange.objects.bulk_create(self._changes(over))
        ConductEvent.objects.bulk_create(
            ConductEvent(
                game=game,
                user=self.me,
                outcome="clean",
                is_counted=True,
                before=900,
                after=900,
                formula_version=1,
                happened_at=self.now,
                created_at=self.now,
            )
            for game, _one in over
        )
        Notice.objects.bulk_create(
            Notice(
                user=self.me,
                event=Event.YOUR_TURN,
                key=f"turn-{game.pk}",
                game=game,
                game_version=1,
                created_at=self.now,
                routed_at=self.now,
            )
            for game in games
        )

    def _changes(self, over: list[tuple[Game, User]]) -> Iterator[RatingChange]:
        for game, one in over:
            for seat, user in enumerate((self.me, one)):
                yield RatingChange(
                    game=game,
                    seat=seat,
                    user=user,
                    pool=POOL,
                    before=1_500_000,
                    after=1_501_000,
                    k=16_000,
                    games=30 + game.pk,
                    formula_version=1,
                    created_at=self.now - DAY * (game.pk % 80),
                )

    def _ranked(self) -> dict[str, Any]:
        return {
            "pool": POOL,
            "games": 40,
            "opponents": 9,
            "wins": 20,
            "last_game_at": self.now - DAY,
        }

    def _climb(self, people: list[User]) -> None:
        Rating.objects.bulk_create(
            Rating(user=one, value=1_000_000 + one.pk, **self._ranked()) for one in people
        )
        ranks = count(1 + FrozenPlace.objects.filter(ladder=self.season).count())
        FrozenPlace.objects.bulk_create(
            FrozenPlace(
                ladder=self.season, user=one, value=2_000_000 - one.pk, games=40, rank=next(ranks)
            )
            for one in people
        )
        LadderQueue.objects.bulk_create(
            LadderQueue(user=one, pool=POOL, joined_at=self.now, waits_since=self.now)
            for one in people
        )

    def _talk(self, people: list[User]) -> None:
        said = ChatLine.objects.filter(game=self.game, room=Room.TABLE).count()
        ChatLine.objects.bulk_create(
            ChatLine(
                game=self.game,
                room=Room.TABLE,
                number=said + place,
                author=one,
                text="Good luck",
                created_at=self.now,
            )
            for place, one in enumerate(people, 1)
        )

    def _offer(self, people: list[User]) -> None:
        """Let everybody offer a game: one to all, the next to me by name."""
        offers = Challenge.objects.bulk_create(
            Challenge(
                host=one,
                kind=("open", "direct")[place % 2],
                ruleset_key="qwirkle",
                seat_count=2,
                key="offer",
                created_at=self.now,
            )
            for place, one in enumerate(people)
        )
        seats = [ChallengeSeat(challenge=one, user=one.host, state="joined") for one in offers]
        asked = [one for one in offers if one.kind == Challenge.Kind.DIRECT]
        seats += [ChallengeSeat(challenge=one, user=self.me, state="invited") for one in asked]
        ChallengeSeat.objects.bulk_create(seats)

    def _complain(self, people: list[User]) -> None:
        """Let everybody be reported in a case of his own, and report the suspect of the scene."""
        times = {"opened_at": self.now, "reported_at": self.now}
        cases = Case.objects.bulk_create(
            Case(suspect=one, category="spam", area="chat", score=20, report_count=1, **times)
            for one in people
        )
        about = {"category": "spam", "evidence": {}, "created_at": self.now}
        Report.objects.bulk_create(
            Report(case=case, suspect=case.suspect, reporter=other, game=self.game, **about)
            for case, other in zip(cases, [*people[1:], people[0]], strict=True)
        )
        about |= {"category": self.case.category, "suspect": self.case.suspect}
        Report.objects.bulk_create(
            Report(case=self.case, reporter=one, game=self.game, line=self.line, **about)
            for one in people
        )
        Signal.objects.bulk_create(
            Signal(
                kind="many_games",
                user=self.case.suspect,
                other=one,
                figures={"games": 9, "share": 0.5},
                key=f"signal-{one.pk}",
                through_at=self.now,
                created_at=self.now,
            )
            for one in people
        )

    def _measure(self, people: list[User]) -> None:
        """Lay something on me and on the suspect for each of them, with appeals and steps."""
        past = {"by": self.chief, "note": "For the test", "began_at": self.now - DAY}
        sanctions = Sanction.objects.bulk_create(
            Sanction(user=user, kind="mute", until=self.now, **past)
            for _one in people
            for user in (self.me, self.case.suspect)
        )
        appeals = Appeal.objects.bulk_create(
            Appeal(sanction=one, opened_at=self.now, waiting_since=self.now) for one in sanctions
        )
        AppealMessage.objects.bulk_create(
            AppealMessage(appeal=one, author=one.sanction.user, text="No", created_at=self.now)
            for one in appeals
        )
        ModerationLog.objects.bulk_create(
            ModerationLog(
                action="mute",
                by=self.chief,
                user=one.user,
                case=self.case,
                sanction=one,
                note="For the test",
                created_at=self.now,
            )
            for one in sanctions
        )

    def _keep(self, number: int) -> None:
        """Add what is about nobody, or about me alone."""
        ends = {"expire_date": self.now + DAY, "seen_at": self.now, "user": self.me}
        Session.objects.bulk_create(
            Session(session_key=f"crowd{one}", session_data="", device="Firefox", **ends)
            for one in islice(_numbers, number)
        )
        DataExport.objects.bulk_create(
            DataExport(user=self.me, state="failed", created_at=self.now) for _ in range(number)
        )
        Recalculation.objects.bulk_create(
            Recalculation(
                pool=POOL, cause="request", formula_version=1, state="done", created_at=self.now
            )
            for _ in range(number)
        )
        months = (date(one // 12, one % 12 + 1, 1) for one in count(24_000 + next(_numbers)))
        LogCount.objects.bulk_create(
            LogCount(month=month, action="mute", count=9) for month in islice(months, number)
        )
        Delivery.objects.bulk_create(
            Delivery(
                key=f"crowd{one}",
                user=self.me,
                channel="email",
                state="failed",
                created_at=self.now,
                due_at=self.now,
            )
            for one in islice(_numbers, number)
        )
        over = {"began_at": self.now, "ended_at": self.now, "version": 1}
        Pause.objects.bulk_create(
            Pause(game=self.game, kind="moderator", by=self.chief, ended_by=self.chief, **over)
            for _ in range(min(number, PAUSES))
        )
