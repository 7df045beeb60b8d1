"""The rows of the replies that come with the site, written after every migration."""

from games.models import ReplyTemplate
from games.selectors.reply_templates import DEFAULTS


def ensure_replies() -> None:
    """Add the rows that are missing; those that are there are left as somebody has made them."""
    ReplyTemplate.objects.bulk_create(
        [
            ReplyTemplate(key=key, use=texts.use, position=10 * number)
            for number, (key, texts) in enumerate(DEFAULTS.items(), 1)
        ],
        ignore_conflicts=True,
    )
