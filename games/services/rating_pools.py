"""Hold a pool: the one order in which its ledger is written."""

from django.db import transaction

from games.models import RatingPool


def lock_pool(key: str) -> RatingPool:
    """Hold a pool's row until the transaction ends; return it.

    Whoever writes a pool's ledger or its ratings holds it, so that the ids of the ledger come to
    be seen in the order in which they were given, and a reader of all ids up to one misses none.

    Lock: after a game's row or a run's, before anything of the pool; inside a transaction.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("lock_pool needs a transaction.")
    held = RatingPool.objects.select_for_update().filter(key=key)
    pool = held.first()
    if pool is None:
        RatingPool.objects.bulk_create([RatingPool(key=key)], ignore_conflicts=True)
        pool = held.get()
    return pool
