"""The stored nouns of the games."""

from games.models.challenge import Challenge, ChallengeSeat
from games.models.game import Game, GameSecret
from games.models.heartbeat import Heartbeat
from games.models.player import Player
from games.models.ply import Ply, PlySecret
from games.models.presence import Presence

__all__ = [
    "Challenge",
    "ChallengeSeat",
    "Game",
    "GameSecret",
    "Heartbeat",
    "Player",
    "Ply",
    "PlySecret",
    "Presence",
]
