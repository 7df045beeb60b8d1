"""``manage.py bot_match``: two bots play a match, and the figures with their error bars."""

import multiprocessing
import signal
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import ceil
from time import monotonic, process_time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots import registry
from games.bots.match import Deal, Pairing, Thinking, play_deal
from games.bots.tally import Estimate, Tally, tally
from games.rules import registry as rulesets

PROGRESS_S = 10
"""Seconds between two lines of progress."""

CHUNK = 4
"""Deals handed to a process at once: few, so that progress shows early."""

PLAIN = {
    "none": (False, False),
    "first": (True, False),
    "second": (False, True),
    "both": (True, True),
}
"""By the word of ``--plain``: which of the two bots plays without powers."""


class Command(BaseCommand):
    """Play a match and print share of the points, rating difference, margin and speed."""

    help = (
        "Let two bots play a match through the real rules. Every deal is played once from each "
        "seat. With more than two seats the first bot sits among copies of the second."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the bots and the size of the match."""
        parser.add_argument("first", choices=registry.keys())
        parser.add_argument("second", choices=registry.keys())
        parser.add_argument("--games", type=_whole(1), default=2000, help="default 2000")
        parser.add_argument("--seed", type=_whole(0), default=1, help="names the deals; default 1")
        parser.add_argument("--processes", type=_whole(1), default=2, help="default 2")
        parser.add_argument("--seats", type=int, choices=range(2, 5), default=2)
        parser.add_argument("--ruleset", choices=rulesets.keys(), default="qwirkle")
        parser.add_argument(
            "--plain", choices=PLAIN, default="none", help="who never uses a power; default none"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, show progress, and print the tally."""
        pairing = Pairing(
            first=options["first"],
            second=options["second"],
            seats=options["seats"],
            seed=options["seed"],
            ruleset_key=options["ruleset"],
            is_plain=PLAIN[options["plain"]],
        )
        count = ceil(options["games"] / pairing.seats)
        started = monotonic()
        deals: list[Deal] = []
        try:
            self._play(pairing, count, options["processes"], deals)
        except KeyboardInterrupt:
            if not deals:
                raise CommandError("Stopped before any game was over.", returncode=130) from None
            self.stderr.write("Stopped early. So far:")
        for line in report(pairing, tally(deals), monotonic() - started):
            self.stdout.write(line)

    def _play(self, pairing: Pairing, count: int, processes: int, deals: list[Deal]) -> None:
        """Fill the list with deals as they are played, and show progress."""
        started = shown = monotonic()
        for deal in _played(pairing, count, processes):
            deals.append(deal)
            if monotonic() - shown >= PROGRESS_S:
                shown = monotonic()
                share = sum(done.share for done in deals) / len(deals)
                self.stdout.write(
                    f"{len(deals) * pairing.seats} of {count * pairing.seats} games, "
                    f"{shown - started:.0f} s, share so far {share:.3f}"
                )
                self.stdout.flush()


def report(pairing: Pairing, result: Tally, spent_s: float) -> Iterator[str]:
    """Yield the lines that tell how the match went; ``spent_s`` is its wall time in seconds."""
    names = [
        f"{bot.key} without powers" if is_plain else bot.key
        for bot, is_plain in zip(pairing.bots(), pairing.is_plain, strict=True)
    ]
    variant = "" if pairing.ruleset_key == "qwirkle" else f"{pairing.ruleset_key}, "
    yield (
        f"{' against '.join(names)}: {variant}{result.games} games, "
        f"{pairing.seats} seats, seed {pairing.seed}"
    )
    yield f"share of the points  {_shown(result.share, '.3f')}"
    if result.elo is None:
        yield f"share of equals      {result.fair_share:.3f}"
    if result.elo is not None:
        yield f"rating difference    {_shown(result.elo, '+.0f')}"
    yield f"mean margin          {_shown(result.margin, '+.2f')}"
    yield f"speed                {result.games / spent_s:.1f} games/s"
    if names[0] == names[1]:
        yield _time_line(names[0], result.thinking[0].plus(result.thinking[1]))
        return
    for name, thinking in zip(names, result.thinking, strict=True):
        yield _time_line(name, thinking)


def _time_line(name: str, thinking: Thinking) -> str:
    mean_ms = 1000 * thinking.total_s / max(1, thinking.moves)
    return (
        f"{name:<22} {mean_ms:.2f} ms CPU per move, longest {1000 * thinking.longest_s:.0f} ms, "
        f"{thinking.moves} moves"
    )


def _shown(value: Estimate, form: str) -> str:
    return f"{value.mean:{form}}  [{value.low:{form}}, {value.high:{form}}]"


def _played(pairing: Pairing, count: int, processes: int) -> Iterator[Deal]:
    """Yield the deals in order; their results do not depend on the number of processes."""
    play = partial(play_deal, pairing, timer=process_time)
    if processes == 1:
        yield from map(play, range(count))
        return
    context = multiprocessing.get_context("spawn")
    # Ctrl-C reaches all processes of a terminal; only this one answers it. Being told to end is
    # taken the same way, as the others would otherwise wait for work for ever.
    ignore = (signal.SIGINT, signal.SIG_IGN)
    former = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with ProcessPoolExecutor(processes, context, signal.signal, ignore) as pool:
            try:
                yield from pool.map(play, range(count), chunksize=CHUNK)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    finally:
        signal.signal(signal.SIGTERM, former)


def _whole(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = int(text)
        if number < least:
            raise ArgumentTypeError(f"must be {least} or more")
        return number

    return read
