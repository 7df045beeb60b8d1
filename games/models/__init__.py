"""The stored nouns of the games."""

from games.models.block import Block
from games.models.challenge import Challenge, ChallengeSeat
from games.models.chat import ChatLine, ChatMute, ChatRead, ChatReport, Room
from games.models.delivery import Delivery
from games.models.game import Game, GameSecret
from games.models.gift import Gift
from games.models.heartbeat import Heartbeat
from games.models.look import GameLook
from games.models.note import Note
from games.models.notice import Notice
from games.models.notice_habits import NoticeChoice, NoticeHabits
from games.models.pause import Pause
from games.models.player import Player
from games.models.ply import Ply, PlySecret
from games.models.presence import Presence
from games.models.push import PushKey, PushSubscription
from games.models.rating import RatedOpponent, Rating, RatingChange
from games.models.standing_order import StandingOrder
from games.models.vacation import Vacation

__all__ = [
    "Block",
    "Challenge",
    "ChallengeSeat",
    "ChatLine",
    "ChatMute",
    "ChatRead",
    "ChatReport",
    "Delivery",
    "Game",
    "GameLook",
    "GameSecret",
    "Gift",
    "Heartbeat",
    "Note",
    "Notice",
    "NoticeChoice",
    "NoticeHabits",
    "Pause",
    "Player",
    "Ply",
    "PlySecret",
    "Presence",
    "PushKey",
    "PushSubscription",
    "RatedOpponent",
    "Rating",
    "RatingChange",
    "Room",
    "StandingOrder",
    "Vacation",
]
