"""How a channel says that it could not deliver."""


class ChannelError(Exception):
    """A mail or a push did not go out.

    Attributes:
        code: snake-case name of the reason, kept with the delivery.
        is_permanent: whether trying again is of no use.
        retry_after_s: when the other side asked to be left alone for so many seconds, else None.
    """

    def __init__(self, code: str, *, is_permanent: bool, retry_after_s: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.is_permanent = is_permanent
        self.retry_after_s = retry_after_s
