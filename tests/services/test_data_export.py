"""T17, first half: the copy of all that the site keeps about somebody."""

import json
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.urls import reverse

from accounts.models import DataExport, DataExportPart
from games.models import GameSecret
from games.selectors.exports import export_pieces
from games.selectors.personal import NOT_COPIED, SECTIONS
from games.services import data_export
from games.services.data_export import LEASE, TRIES_MAX, ask_for_export, sweep_exports
from tests.factories import NOW, make_game, make_user
from tests.personal import ADDRESS, FIRST_NAME, NAME, SAID, SECRET, columns_to_users, make_person

pytestmark = pytest.mark.django_db


def write(seconds: float = 20, now=NOW) -> bool:
    return data_export.write_exports(now=now, seconds=seconds)


def copy_of(user) -> str:
    """Return the finished file."""
    export = ask_for_export(user=user, now=NOW)
    assert not write()
    export.refresh_from_db()
    assert (export.state, export.done) == ("ready", export.total)
    return b"".join(export_pieces(export)).decode()


async def text_of(answer) -> str:
    return b"".join([piece async for piece in answer]).decode()


def test_every_column_that_names_a_user_is_copied_or_known_not_to_be():
    copied = {f"{section.rows.model._meta.label}.{section.owner}" for section in SECTIONS}
    assert columns_to_users() - copied - set(NOT_COPIED) == set()
    assert set(NOT_COPIED) <= columns_to_users()
    assert not copied & set(NOT_COPIED)
    assert all(NOT_COPIED.values())


def test_the_copy_holds_what_somebody_has_written_and_what_is_kept_about_him():
    person = make_person()
    text = copy_of(person.user)
    found = json.loads(text)
    for name in ("chat_lines", "reports_made", "appeals"):
        assert SAID in json.dumps(found[name])
    assert [note["text"] for note in found["notes"]] == [f"{SAID} note"] * 2
    assert found["account"][0]["email"] == ADDRESS
    assert found["names"][0]["old"] == FIRST_NAME
    empty = {name for name, rows in found.items() if not rows}
    of_rated_games = {"ratings", "rating_changes", "recalculated"}
    assert empty - of_rated_games == {"deliveries", "chat_read", "gifts_of_time", "pauses"}
    assert {game["x_game"] for game in found["games"] if "x_game" in game} == {
        person.over.public_id
    }
    assert len(found["games"]) == len(found["seats"]) == 2


def test_the_copy_tells_no_secret_of_others_and_none_of_a_running_game():
    person = make_person()
    text = copy_of(person.user)
    assert SECRET not in text
    assert "shadow" not in text
    secret = GameSecret.objects.get(game=person.running)
    assert bytes(secret.seed).hex() not in text
    running = [game for game in json.loads(text)["games"] if "result" not in game]
    assert len(running) == 1
    assert "bag" not in running[0]
    seat = person.running.players.get(user=person.user).seat
    hands = running[0]["hands"]
    assert [hand is not None for hand in hands] == [other == seat for other in range(2)]


def test_a_copy_goes_on_where_a_dead_worker_left_it(monkeypatch):
    monkeypatch.setattr("games.selectors.record.BATCH", 2)
    user = make_user()
    for _ in range(3):
        make_game(user, make_user())
    export = ask_for_export(user=user, now=NOW)
    done = []
    for turn in range(len(SECTIONS) + 3):
        # A lease that ran out: the worker died without letting go of it.
        DataExport.objects.update(lease_until=NOW, tries=turn % TRIES_MAX)
        data_export._step(data_export._claim(NOW), NOW)
        export.refresh_from_db()
        done.append(export.done)
    assert done == sorted(set(done))
    assert export.state == "ready"
    assert len(json.loads(b"".join(export_pieces(export)))["games"]) == 3


def test_two_workers_do_not_write_the_same_piece():
    export = ask_for_export(user=make_user(), now=NOW)
    first = data_export._claim(NOW)
    assert data_export._claim(NOW) is None
    second = data_export._claim(NOW + LEASE)
    assert data_export._step(second, NOW)
    assert not data_export._step(first, NOW)
    assert DataExportPart.objects.filter(export=export).count() == 1


def test_a_copy_that_fails_again_and_again_ends_and_says_so(monkeypatch, client, caplog):
    user = make_user()
    ask_for_export(user=user, now=NOW)

    def fail(*_: object) -> None:
        raise RuntimeError("broken")

    with monkeypatch.context() as broken:
        broken.setattr(data_export, "_section", fail)
        for number in range(TRIES_MAX + 1):
            write(now=NOW + number * LEASE)
    assert DataExport.objects.get().state == "failed"
    assert "A step of export" in caplog.text
    client.force_login(user)
    assert "could not be written" in client.get(reverse("data")).content.decode()
    assert json.loads(copy_of(user))


def test_one_asks_once_sees_how_far_it_is_and_takes_the_file_alone(client):
    user = make_user(username=NAME)
    client.force_login(user)
    for _ in range(2):
        assert client.post(reverse("data")).url == reverse("data")
    export = DataExport.objects.get()
    path = reverse("data_file", args=[export.token])
    assert client.get(path).status_code == 404
    assert f"Step 0 of {export.total}" in client.get(reverse("data")).content.decode()
    assert not write()
    assert path in client.get(reverse("data")).content.decode()
    answer = client.get(path)
    assert "attachment" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    assert NAME in async_to_sync(text_of)(answer)
    other = Client()
    other.force_login(make_user())
    assert other.get(path).status_code == 404
    assert Client().get(path).status_code == 302
    client.post(reverse("data"))
    assert client.get(path).status_code == 404


def test_a_copy_is_gone_after_a_week():
    user = make_user()
    copy_of(user)
    sweep_exports(now=NOW + timedelta(days=6, hours=23))
    assert DataExportPart.objects.exists()
    sweep_exports(now=NOW + timedelta(days=7))
    assert not DataExport.objects.exists()
    assert not DataExportPart.objects.exists()
