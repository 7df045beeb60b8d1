"""Games in the admin: to look, not to change."""

from games.admin.appeals import AppealAdmin
from games.admin.cases import CaseAdmin
from games.admin.chat import ChatLineAdmin, ReportAdmin
from games.admin.games import GameAdmin
from games.admin.moderation import ModerationLogAdmin, SanctionAdmin
from games.admin.ratings import RatingChangeAdmin, RecalculationAdmin
from games.admin.replies import ReplyTemplateAdmin
from games.admin.signals import SignalAdmin

__all__ = [
    "AppealAdmin",
    "CaseAdmin",
    "ChatLineAdmin",
    "GameAdmin",
    "ModerationLogAdmin",
    "RatingChangeAdmin",
    "RecalculationAdmin",
    "ReplyTemplateAdmin",
    "ReportAdmin",
    "SanctionAdmin",
    "SignalAdmin",
]
