"""A request never waits for a broker, whether it refuses, hangs, or is on no machine at all."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PROBE = """
import time
import django
django.setup()
from games import outbox
message = [("game.x", {"type": "game.step", "version": 1})]
for send in (lambda: outbox._publish(message), lambda: outbox.enqueue_bot_turn(1, 1)):
    outbox._closed_until = 0.0
    send()  # the first one also imports what it needs
    outbox._closed_until = 0.0
    began = time.monotonic()
    send()
    print(time.monotonic() - began)
    assert not outbox.is_live()
"""


def waits(url: str, folder: Path) -> list[float]:
    """Return how long a message to a page and one to the queue hold up a fresh process."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE],
        cwd=ROOT,
        env={
            "DJANGO_SETTINGS_MODULE": "qwirkle_site.settings.test",
            "REDIS_URL": url,
            "QWIRKLE_DATA": str(folder),
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return [float(line) for line in done.stdout.split()]


@pytest.fixture(params=["refuses", "hangs"])
def broker_url(request):
    """The address of a broker that refuses connections, or takes them and never says a word."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        if request.param == "hangs":
            listener.listen(16)
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0"


def test_a_broker_out_of_reach_holds_up_a_request_for_moments_only(broker_url, tmp_path):
    assert max(waits(broker_url, tmp_path)) < 3  # kombu alone would try for six seconds
