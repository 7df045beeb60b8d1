"""Expansion 1: four printed boards of 8 x 8 cells, each on its Connect or its Select side."""

from games.rules.qwirkle.modules.boards.module import Boards

__all__ = ["Boards"]
