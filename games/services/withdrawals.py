"""Take somebody out of the offers that wait, because he may not play what they offer."""

from datetime import datetime

from accounts.models import User
from games.models import Challenge, ChallengeSeat
from games.services.challenges import announce_offer, cancel_offer, give_seat_back


def withdraw_offers(user: User, now: datetime, *, is_rated_only: bool) -> None:
    """Withdraw his open offers and give back his seats in those of others.

    Lock: each offer; call inside a transaction.
    """
    seats = ChallengeSeat.objects.filter(user=user).exclude(state=ChallengeSeat.State.DECLINED)
    offers = Challenge.objects.filter(
        pk__in=seats.values("challenge_id"), status=Challenge.Status.OPEN
    )
    if is_rated_only:
        offers = offers.filter(is_rated=True)
    for challenge in offers.select_for_update(of=("self",)).order_by("pk"):
        if challenge.host_id == user.pk:
            cancel_offer(challenge, now)
        else:
            give_seat_back(challenge, user, now)
        announce_offer(challenge)
