"""Re-exports the models."""

from accounts.models.address_change import AddressChange
from accounts.models.data_export import DataExport, DataExportPart
from accounts.models.name_change import HeldName, NameChange
from accounts.models.session import Session
from accounts.models.user import RESERVED_NAMES, Palette, Theme, User, UserManager, check_username

__all__ = [
    "RESERVED_NAMES",
    "AddressChange",
    "DataExport",
    "DataExportPart",
    "HeldName",
    "NameChange",
    "Palette",
    "Session",
    "Theme",
    "User",
    "UserManager",
    "check_username",
]
