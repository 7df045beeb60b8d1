"""What goes wrong at start is told in one plain sentence: the set-up script and `play`."""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.urls import reverse

import dev
from qwirkle_site import embedded, play, prepare
from qwirkle_site.embedded import SetupError

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def checkout(tmp_path, monkeypatch) -> Path:
    """A folder with the lock files and nothing else, taken for the project by `dev`."""
    for lock in ("requirements.lock", "requirements-dev.lock", "requirements-uv.lock"):
        shutil.copy(ROOT / lock, tmp_path / lock)
    monkeypatch.setattr(dev, "ROOT", str(tmp_path))
    monkeypatch.setattr(dev, "VENV", str(tmp_path / ".venv"))
    return tmp_path


def is_one_sentence(text: str) -> bool:
    return len(text.strip().splitlines()) == 1 and "Traceback" not in text


def test_the_set_up_script_needs_only_old_python_and_the_standard_library():
    source = (ROOT / "dev.py").read_text()
    imports = {line.split()[1] for line in source.splitlines() if line.startswith("import ")}
    assert imports <= {"hashlib", "os", "shutil", "subprocess", "sys"}
    compile(source, "dev.py", "exec", dont_inherit=True)


def test_without_a_usable_python_it_says_what_to_install(checkout, monkeypatch, capsys):
    monkeypatch.setattr(dev, "candidates", lambda: ["/nowhere/python3.13"])
    assert dev.main(["setup"]) == 1
    said = capsys.readouterr().err
    assert is_one_sentence(said)
    assert "python3-venv" in said


def test_a_dead_shim_is_passed_over(tmp_path):
    shim = tmp_path / "python3.13"
    shim.write_text("#!/bin/sh\necho 'pyenv: python3.13: command not found' >&2\nexit 127\n")
    shim.chmod(0o755)
    assert dev.version(str(shim)) is None
    assert dev.version(sys.executable) == sys.version_info[:2]


def test_pythons_behind_a_version_manager_are_found(tmp_path, monkeypatch):
    real = tmp_path / "versions" / "3.13.9" / "bin" / "python3"
    real.parent.mkdir(parents=True)
    real.symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path / "shims"))
    assert str(real) in dev.candidates()


def test_too_old_and_too_new_pythons_are_refused(tmp_path):
    for number in ("3.11", "3.15", "2.7"):
        python = tmp_path / f"python{number}"
        python.write_text(f"#!/bin/sh\necho {number}\n")
        python.chmod(0o755)
        assert dev.version(str(python)) is None


def test_without_a_network_it_says_so_and_a_second_try_goes_on(checkout, monkeypatch, capfd):
    nowhere = "http://127.0.0.1:9/simple"
    for name in ("PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL"):
        monkeypatch.setenv(name, nowhere)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    for name in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setattr(dev, "find_python", lambda: sys.executable)
    assert dev.main(["setup"]) == 1
    said = capfd.readouterr().err
    assert is_one_sentence(said)
    assert "network" in said
    assert not list((checkout / ".venv").glob(".installed-*"))


@pytest.mark.parametrize(
    ("output", "word"),
    [
        ("Retrying (Retry(total=0)) after connection broken", "network"),
        ("ERROR: Could not install packages: No space left on device", "disk"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "HASHES"),
    ],
)
def test_pips_complaint_becomes_one_sentence(output, word):
    sentence = dev.install_sentence(output)
    assert is_one_sentence(sentence)
    assert word in sentence


def test_a_half_made_environment_is_made_anew(checkout, monkeypatch):
    half = checkout / ".venv" / "bin" / "python"
    half.parent.mkdir(parents=True)
    half.symlink_to("/nowhere/python")
    made, installed = [], []
    monkeypatch.setattr(dev, "make_venv", lambda: made.append(True))
    monkeypatch.setattr(dev, "install", lambda python, name: installed.append(name))
    dev.set_up("runtime")
    assert made == [True]
    assert installed == ["requirements.lock"]


def test_a_finished_environment_is_not_touched_again(checkout, monkeypatch):
    python = checkout / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    installed = []
    monkeypatch.setattr(dev, "works", lambda path: True)
    monkeypatch.setattr(dev, "install", lambda path, name: installed.append(name))
    dev.set_up("dev")
    dev.set_up("dev")
    dev.set_up("runtime")
    assert installed == ["requirements-dev.lock"]
    (checkout / "requirements-dev.lock").write_text("changed")
    dev.set_up("dev")
    assert installed == ["requirements-dev.lock"] * 2


def test_what_it_starts_keeps_its_bytecode_whatever_the_environment_says(monkeypatch):
    monkeypatch.chdir(dev.ROOT)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setattr(dev, "set_up", lambda lock: sys.executable)
    started = []
    monkeypatch.setattr(dev.os, "execv", lambda path, command: started.append(dict(os.environ)))
    assert dev.main(["check"]) == 0
    assert ["PYTHONDONTWRITEBYTECODE" in environment for environment in started] == [False]


def test_a_taken_port_is_named_with_the_next_free_one(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("QWIRKLE_DATA", str(tmp_path))
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert play.main(["--port", str(port)]) == 1
    said = capsys.readouterr().err
    assert is_one_sentence(said)
    assert f"Port {port} is taken" in said
    assert "make play PORT=" in said


def test_a_file_in_place_of_the_data_folder_is_named(tmp_path):
    data = tmp_path / "data"
    data.write_text("not a folder")
    with pytest.raises(SetupError, match="data folder"):
        play.check_data(data)


def test_two_sites_do_not_run_from_one_data_folder(tmp_path):
    with play.lock(tmp_path), pytest.raises(SetupError, match="already runs"):
        play.lock(tmp_path)
    play.lock(tmp_path).close()


def test_a_damaged_database_is_named(tmp_path):
    (tmp_path / "qwirkle.sqlite3").write_bytes(b"this is no database" * 100)
    done = subprocess.run(
        [sys.executable, "-m", "qwirkle_site.prepare"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        env=embedded.environment(
            QWIRKLE_DATA=str(tmp_path),
            DATABASE_URL="",
            DJANGO_SETTINGS_MODULE="qwirkle_site.settings.dev",
        ),
    )
    assert done.returncode == 2
    assert is_one_sentence(done.stderr)
    assert "backup" in done.stderr


def test_a_half_made_data_folder_is_completed(tmp_path):
    (tmp_path / "secret_key").touch()
    (tmp_path / "qwirkle.sqlite3").touch()
    done = subprocess.run(
        [sys.executable, "-m", "qwirkle_site.prepare"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        env=embedded.environment(
            QWIRKLE_DATA=str(tmp_path),
            STATIC_ROOT=str(tmp_path / "static"),
            DATABASE_URL="",
            DJANGO_SETTINGS_MODULE="qwirkle_site.settings.dev",
        ),
    )
    assert done.returncode == prepare.NO_ADMIN, done.stderr
    assert len((tmp_path / "secret_key").read_text()) > 40
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


def test_a_damaged_queue_file_is_put_aside_and_the_broker_starts(tmp_path, capsys):
    folder = tmp_path / "broker" / "appendonlydir"
    folder.mkdir(parents=True)
    (folder / "appendonly.aof.manifest").write_text("nonsense\n")
    site = play.Site("127.0.0.1", 0)
    site.data = tmp_path
    socket_folder = embedded.private_folder()
    try:
        site.start_broker(socket_folder / "broker", embedded.environment())
        assert embedded.accepts_unix(socket_folder / "broker")
    finally:
        site.stop()
        shutil.rmtree(socket_folder)
    assert (tmp_path / "broker.damaged").is_dir()
    assert "put aside" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("is_there", "code", "is_told"), [(True, 0, True), (True, 1, False), (False, 0, True)]
)
def test_whoever_gets_an_admin_account_hears_of_the_second_factor_and_where_to_set_it_up(
    monkeypatch, capsys, is_there, code, is_told
):
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: is_there, raising=False)
    monkeypatch.setattr("builtins.input", lambda _question: "y")
    monkeypatch.setattr(play, "CREATE_ADMIN", [sys.executable, "-c", f"raise SystemExit({code})"])
    play.Site("127.0.0.1", 8000).offer_admin(has_admin=False)
    said = capsys.readouterr().out
    assert ("second factor" in said) is is_told
    assert (f"http://localhost:8000{reverse('staff_factor')}" in said) is is_told


def test_who_has_an_admin_is_offered_none(capsys):
    play.Site("127.0.0.1", 8000).offer_admin(has_admin=True)
    assert capsys.readouterr().out == ""
