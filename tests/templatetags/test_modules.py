"""What the head of a page says of its scripts."""

import re
from pathlib import Path

from django.contrib.staticfiles import finders

from games.templatetags.modules import module_graph, preload_modules

ROOT = Path(__file__).resolve().parents[2]


def test_every_module_that_a_page_names_can_be_booted():
    pages = [path.read_text() for path in (ROOT / "templates").rglob("*.html")]
    named = {name for page in pages for name in re.findall(r'data-module="(\w+)"', page)}
    main = Path(finders.find("games/js/main.js")).read_text()
    assert named == set(re.findall(r"^  (\w+): \(\) => import\(", main, re.MULTILINE))


def test_a_page_names_all_modules_of_the_table_so_that_none_is_found_late():
    graph = module_graph("games/js/table.js")
    assert graph[0] == "games/js/table.js"
    assert {"games/js/gametable.js", "games/js/geometry.js"} < set(graph)
    assert len(set(graph)) == len(graph)
    assert preload_modules("games/js/table.js").count('rel="modulepreload"') == len(graph)
