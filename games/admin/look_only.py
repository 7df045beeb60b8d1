"""What the admin shows and does not change."""

from typing import Any

from django.http import HttpRequest


class LookOnly:
    """Nothing can be added, changed or deleted here; services do that."""

    def has_add_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """Refuse."""
        return False
