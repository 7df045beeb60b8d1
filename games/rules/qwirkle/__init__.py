"""Qwirkle: the base game and the modules that extend it."""
