"""Print every group of figures: `python -m tests.bench [GROUP ...] [--OPTION N]`.

A group is a module of this package with a function ``report`` that gives lines of text.
"""

import importlib
import pkgutil
import sys

from tests import bench


def main(chosen: list[str]) -> None:
    names = [info.name for info in pkgutil.iter_modules(bench.__path__) if info.name[0] != "_"]
    for name in chosen or names:
        print(name, flush=True)
        for line in importlib.import_module(f"tests.bench.{name}").report():
            print(line, flush=True)


if __name__ == "__main__":
    main([text for text in sys.argv[1:] if text.isidentifier()])
