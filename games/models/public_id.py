"""Short public names for rows that appear in URLs."""

import secrets

ALPHABET = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits without the pairs that people misread (0 O o, 1 l I)."""

LENGTH = 12
"""12 of 56 letters are 69 bits: nobody guesses one."""


def new_public_id() -> str:
    """Return a fresh unguessable id of `LENGTH` letters."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
