"""The site as an app: manifest, service worker, page for no network."""

import json
import re
import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse

from games.management.commands.draw_icons import FOLDER, icons
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    return struct.unpack(">II", png[16:24])


def test_the_manifest_names_icons_of_the_sizes_that_they_have(client):
    answer = client.get(reverse("manifest"))
    assert answer["Content-Type"] == "application/manifest+json"
    facts = answer.json()
    found = [icon["purpose"] for icon in facts["icons"] if "purpose" in icon]
    assert found == ["maskable"]
    for icon in facts["icons"]:
        file = finders.find(icon["src"].removeprefix("/static/"))
        side = int(icon["sizes"].split("x")[0])
        assert size_of(Path(file).read_bytes()) == (side, side)
    for page in [facts["start_url"], *(shortcut["url"] for shortcut in facts["shortcuts"])]:
        assert client.get(page).status_code == 200


def test_every_icon_is_there_in_its_size():
    for name, (_svg, side) in icons((FOLDER / "favicon.svg").read_text()).items():
        assert size_of((FOLDER / name).read_bytes()) == (side, side)


def facts_of_worker(client) -> dict:
    answer = client.get(reverse("service_worker"))
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    line = answer.content.decode().splitlines()[0]
    return json.loads(re.fullmatch(r"self\.SITE = (.*);", line)[1])


def test_the_worker_keeps_all_files_of_the_offline_page_and_nothing_else(client):
    facts = facts_of_worker(client)
    page = client.get(facts["offline"]).content.decode()
    linked = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    assert set(facts["assets"]) == linked
    assert all(finders.find(path.removeprefix("/static/")) for path in linked)


def test_worker_and_offline_page_are_the_same_for_everybody(client):
    before = [client.get(reverse(name)).content for name in ("service_worker", "offline")]
    client.force_login(make_user(username="Ada", theme="dark"))
    after = [client.get(reverse(name)).content for name in ("service_worker", "offline")]
    assert before == after


def test_every_page_leads_to_manifest_and_worker(client):
    page = client.get(reverse("rules")).content.decode()
    assert f'rel="manifest" href="{reverse("manifest")}"' in page
    assert f'data-worker="{reverse("service_worker")}"' in page
    assert page.count('name="theme-color"') == 2


def test_whoever_has_chosen_a_theme_gets_its_colour_alone(client):
    client.force_login(make_user(theme="dark"))
    page = client.get(reverse("home")).content.decode()
    assert re.findall(r'name="theme-color"\s+content="(.*?)"', page) == ["#141617"]
