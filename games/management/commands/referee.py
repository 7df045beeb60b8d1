"""``manage.py referee``: one JSON request a line in, one JSON answer a line out."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from games.rules.referee import answer_line, refusal_of_line

MAX_LINE = 1_048_576
"""Bytes of one request; a game of four with everything drawn needs some 20,000."""


class Command(BaseCommand):
    """Judge requests of a file or of standard input, each as soon as it is read."""

    help = (
        "Judge Qwirkle positions and records: reads one JSON request a line (standard input "
        "without FILE) and writes one JSON answer a line. See docs/notation.md section 4."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the optional file."""
        parser.add_argument("file", nargs="?", metavar="FILE", help="requests, one a line")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer every line. Exit status 2 when the file cannot be read."""
        name = options["file"]
        try:
            with Path(name).open("rb") if name else nullcontext(sys.stdin.buffer) as stream:
                for answer in answers(stream):
                    self.stdout.write(answer)
                    self.stdout.flush()
        except BrokenPipeError:
            # Whoever read the answers has gone; what is still buffered must go somewhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(1) from None
        except OSError as error:
            what = name or "standard input"
            raise CommandError(f"Cannot read {what}: {error.strerror}.", returncode=2) from error


def answers(stream: BinaryIO) -> Iterator[str]:
    """Yield one answer for each line, blank and broken ones included, before reading the next."""
    is_first = True
    while line := stream.readline(MAX_LINE + 1):
        if is_first:
            line = line.removeprefix(b"\xef\xbb\xbf")
            is_first = False
        if len(line) > MAX_LINE and not line.endswith(b"\n"):
            _skip_line(stream)
            yield refusal_of_line(f"A line may hold at most {MAX_LINE} bytes.")
            continue
        try:
            text = line.decode()
        except UnicodeDecodeError:
            yield refusal_of_line("The line is not UTF-8.")
        else:
            yield answer_line(text)


def _skip_line(stream: BinaryIO) -> None:
    """Read on to the end of a line that is too long, without keeping it."""
    while part := stream.readline(MAX_LINE):
        if part.endswith(b"\n"):
            return
