"""What the log leaves out, and why."""

import logging


class CutOffRequests(logging.Filter):
    """Drop asgiref's complaint about a request whose client went away; nothing can be done."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is worth a line."""
        return "CurrentThreadExecutor already quit" not in record.getMessage()
