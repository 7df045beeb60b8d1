"""Rules of the house that no tool checks: length of files, who writes, safety of templates."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("accounts", "games", "qwirkle_site", "templates", "tests")
MAX_LINES, MAX_TEST_LINES = 400, 600
# Who may change rows: services, the models' own managers, commands, and the two pulse keepers.
WRITE = re.compile(
    r"\.(?:save|create|bulk_create|bulk_update|get_or_create|update_or_create|delete)\("
    r"|\.objects\.[^\n]*\.update\("
)
WRITERS = ("services", "models", "management", "migrations")


def sources(*suffixes: str) -> list[Path]:
    """Return the project's own files, without what Django wrote."""
    found = [path for room in ROOMS for path in (ROOT / room).rglob("*")]
    found += [ROOT / "dev.py", ROOT / "manage.py"]
    return sorted(
        path
        for path in found
        if path.suffix in suffixes and not {"migrations", "__pycache__"} & set(path.parts)
    )


def pages() -> list[Path]:
    return sources(".html")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_no_file_is_longer_than_one_thing_needs():
    def limit(path: Path) -> int:
        return MAX_TEST_LINES if "tests" in path.parts else MAX_LINES

    files = sources(".py", ".js", ".css", ".html")
    lines = {name(path): len(path.read_text().splitlines()) - limit(path) for path in files}
    assert {path for path, excess in lines.items() if excess > 0} == set()


def test_every_custom_property_that_a_stylesheet_reads_is_set_somewhere():
    """A misspelt one is no error to a browser: the text just takes another colour."""
    styles = "".join(path.read_text() for path in sources(".css"))
    markup = "".join(path.read_text() for path in sources(".html"))
    set_by_style = set(re.findall(r"(--[\w-]+)\s*:", styles + markup))
    # Script sets them through `measure` (dom.js), most by short names of coordinates.
    set_by_script = {"--nth", "--at-x", "--at-y", "--w", "--pan-x", "--pan-y"}
    read = set(re.findall(r"var\((--[\w-]+)\)", styles))
    assert read
    assert read - set_by_style - set_by_script == set()


def test_only_services_models_and_commands_write_rows():
    doors = [
        path
        for app in ("games", "accounts")
        for path in (ROOT / app).rglob("*.py")
        if not set(WRITERS) & set(path.relative_to(ROOT).parts)
    ]
    assert doors
    writers = [name(path) for path in doors if WRITE.search(path.read_text())]
    assert writers == []


def test_every_post_form_carries_a_csrf_token():
    form = re.compile(r"<form\b.*?</form>", re.DOTALL | re.IGNORECASE)
    post = re.compile(r"method=[\"']?post", re.IGNORECASE)
    open_forms = {
        name(path)
        for path in pages()
        for found in form.findall(path.read_text())
        if post.search(found) and "{% csrf_token %}" not in found
    }
    assert open_forms == set()


def test_no_page_switches_escaping_off():
    unsafe = re.compile(r"\|\s*safe\b|\|\s*safeseq\b|autoescape\s+off")
    assert [name(path) for path in pages() if unsafe.search(path.read_text())] == []


def test_no_page_needs_an_inline_script_or_style_block():
    inline = re.compile(r"<style\b|\son[a-z]+\s*=\s*[\"']", re.IGNORECASE)
    script = re.compile(r"<script\b[^>]*>", re.IGNORECASE)
    # A mail is no page of the site: it can link no file.
    texts = {name(path): path.read_text() for path in pages() if path.parent.name != "mail"}
    assert [path for path, text in texts.items() if inline.search(text)] == []
    tags = {(path, tag) for path, text in texts.items() for tag in script.findall(text)}
    assert {
        found
        for found in tags
        if "src=" not in found[1] and 'type="application/json"' not in found[1]
    } == set()


@pytest.mark.parametrize(
    "lock", ["requirements.lock", "requirements-dev.lock", "requirements-uv.lock"]
)
def test_every_locked_package_has_hashes_and_no_address(lock):
    text = (ROOT / lock).read_text()
    assert "://" not in text
    packages = re.findall(r"^([a-z0-9].*?)==", text, flags=re.MULTILINE)
    blocks = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert packages
    assert all("--hash=sha256:" in block for block in blocks)


def test_the_script_lock_names_no_registry():
    text = (ROOT / "package-lock.json").read_text()
    assert '"resolved"' not in text
    assert "registry." not in text


def test_every_dependency_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = {
        re.split(r"[\[><=~; ]", line)[0].lower().replace("_", "-")
        for line in [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    }
    locked = re.findall(
        r"^([a-z0-9-]+)==", (ROOT / "requirements-dev.lock").read_text(), flags=re.MULTILINE
    )
    assert wanted <= set(locked)


def test_no_open_ends_are_left_in_the_code():
    marks = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")
    left = [
        name(path)
        for path in sources(".py", ".js", ".css", ".html")
        if marks.search(path.read_text())
    ]
    assert left == []
