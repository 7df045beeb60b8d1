"""The stored nouns of the games."""

from games.models.appeal import Appeal, AppealMessage
from games.models.block import Block
from games.models.challenge import Challenge, ChallengeSeat
from games.models.chat import ChatLine, ChatMute, ChatRead, Room
from games.models.conduct import Conduct, ConductEvent
from games.models.delivery import Delivery
from games.models.follow import Follow
from games.models.game import Game, GameSecret
from games.models.gift import Gift
from games.models.heartbeat import Heartbeat
from games.models.ladder import FrozenLadder, FrozenPlace, LadderHistogram
from games.models.ladder_queue import LadderQueue
from games.models.log_count import LogCount, ReadTo
from games.models.look import GameLook
from games.models.moderation_log import ModerationLog
from games.models.note import Note
from games.models.notice import Notice
from games.models.notice_habits import NoticeChoice, NoticeHabits
from games.models.pause import Pause
from games.models.player import Player
from games.models.ply import Ply, PlySecret
from games.models.presence import Presence
from games.models.privacy import Privacy
from games.models.push import PushKey, PushSubscription
from games.models.rating import RatedOpponent, Rating, RatingChange
from games.models.recalculation import (
    RatingPool,
    RatingReset,
    RatingRevision,
    RatingShift,
    Recalculation,
)
from games.models.reply_template import ReplyTemplate
from games.models.report import AREAS, Area, Case, Category, Report
from games.models.sanction import Sanction
from games.models.signal import Agreement, DeviceMark, Signal, TableGain
from games.models.standing_order import StandingOrder
from games.models.vacation import Vacation

__all__ = [
    "AREAS",
    "Agreement",
    "Appeal",
    "AppealMessage",
    "Area",
    "Block",
    "Case",
    "Category",
    "Challenge",
    "ChallengeSeat",
    "ChatLine",
    "ChatMute",
    "ChatRead",
    "Conduct",
    "ConductEvent",
    "Delivery",
    "DeviceMark",
    "Follow",
    "FrozenLadder",
    "FrozenPlace",
    "Game",
    "GameLook",
    "GameSecret",
    "Gift",
    "Heartbeat",
    "LadderHistogram",
    "LadderQueue",
    "LogCount",
    "ModerationLog",
    "Note",
    "Notice",
    "NoticeChoice",
    "NoticeHabits",
    "Pause",
    "Player",
    "Ply",
    "PlySecret",
    "Presence",
    "Privacy",
    "PushKey",
    "PushSubscription",
    "RatedOpponent",
    "Rating",
    "RatingChange",
    "RatingPool",
    "RatingReset",
    "RatingRevision",
    "RatingShift",
    "ReadTo",
    "Recalculation",
    "ReplyTemplate",
    "Report",
    "Room",
    "Sanction",
    "Signal",
    "StandingOrder",
    "TableGain",
    "Vacation",
]
