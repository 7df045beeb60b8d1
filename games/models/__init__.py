"""The stored nouns of the games."""

from games.models.challenge import Challenge, ChallengeSeat
from games.models.chat import ChatLine, ChatMute, ChatRead, ChatReport, Room
from games.models.game import Game, GameSecret
from games.models.heartbeat import Heartbeat
from games.models.note import Note
from games.models.player import Player
from games.models.ply import Ply, PlySecret
from games.models.presence import Presence
from games.models.vacation import Vacation

__all__ = [
    "Challenge",
    "ChallengeSeat",
    "ChatLine",
    "ChatMute",
    "ChatRead",
    "ChatReport",
    "Game",
    "GameSecret",
    "Heartbeat",
    "Note",
    "Player",
    "Ply",
    "PlySecret",
    "Presence",
    "Room",
    "Vacation",
]
