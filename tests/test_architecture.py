"""Who may import whom, so that a plain `pytest` fails too."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PURE = """
import sys
import games.core, games.rules.registry, games.bots.registry
loaded = {"django", "channels", "celery", "redis", "asgiref"} & set(sys.modules)
sys.exit(f"loaded: {loaded}" if loaded else 0)
"""


def test_every_import_contract_holds():
    tool = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run(
        [tool, "--no-cache"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_rules_and_bots_run_without_any_framework():
    done = subprocess.run(
        [sys.executable, "-c", PURE], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


PLANTED = [
    ("games/rules/registry.py", "import django.db", "pure"),
    ("games/core/types.py", "import games.rules.registry", "layers"),
    ("games/services/play.py", "import games.views.game", "layers"),
    ("games/consumers/game.py", "import games.services.play", "sockets-read"),
    ("accounts/selectors.py", "import games.models", "apps"),
    ("games/services/play.py", "import channels", "one-broadcaster"),
    ("games/rules/qwirkle/tiles.py", "import games.rules.qwirkle.state", "qwirkle-inside"),
]


@pytest.mark.parametrize(("path", "line", "contract"), PLANTED)
def test_a_planted_violation_is_seen(tmp_path, path, line, contract):
    for package in ("accounts", "games", "qwirkle_site"):
        _copy_sources(ROOT / package, tmp_path / package)
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    target = tmp_path / path
    target.write_text(f"{target.read_text()}\n{line}\n")
    tool = Path(sys.executable).parent / "lint-imports"
    command = [tool, "--no-cache", "--contract", contract]
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert done.returncode == 1, done.stdout
    assert "BROKEN" in done.stdout


def _copy_sources(source: Path, target: Path) -> None:
    for path in source.rglob("*.py"):
        copy = target / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(path.read_text())
