"""Mail of the embedded site: printed in the terminal and kept in a folder."""

from collections.abc import Sequence
from typing import Any

from django.core.mail.backends.console import EmailBackend as Terminal
from django.core.mail.backends.filebased import EmailBackend as Folder
from django.core.mail.message import EmailMessage


class TerminalAndFolder(Folder):
    """Print each message and write it to a file in `file_path`, so that a reset link is found."""

    def __init__(self, **options: Any) -> None:
        """Take Django's options of the file backend."""
        super().__init__(**options)
        self._terminal = Terminal(alias=self.alias)  # type: ignore[attr-defined] # new in 6.1

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Print, then store; return how many messages went out."""
        self._terminal.send_messages(email_messages)
        return super().send_messages(email_messages) or 0
