"""How somebody wants to be told: the matrix and the hours."""

from datetime import time
from typing import Any

from django import forms

from games.core.notices import HOURS, Channel, Event

OFF = ""


class NoticesForm(forms.Form):
    """One checkbox for each square, as in ``your_turn-email``, and the hours, 0 to 23 or "".

    Fields beside the squares: quiet_from and quiet_until (both or none), digest_at ("" for a mail
    a turn), always.
    """

    quiet_from = forms.ChoiceField(choices=[(OFF, ""), *HOURS], required=False)
    quiet_until = forms.ChoiceField(choices=[(OFF, ""), *HOURS], required=False)
    digest_at = forms.ChoiceField(choices=[(OFF, ""), *HOURS], required=False)
    always = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Quiet hours have two ends."""
        fields: dict[str, Any] = super().clean() or {}
        if (fields.get("quiet_from") == OFF) != (fields.get("quiet_until") == OFF):
            raise forms.ValidationError("Quiet hours need a beginning and an end.")
        return fields

    def chosen(self) -> set[tuple[Event, Channel]]:
        """Return the squares that are ticked."""
        return {
            (event, channel)
            for event in Event
            for channel in Channel
            if f"{event}-{channel}" in self.data
        }

    def habits(self) -> dict[str, Any]:
        """Return quiet, digest_at and wants_always as `save_habits` takes them."""
        fields = self.cleaned_data
        begins, ends = _hour(fields["quiet_from"]), _hour(fields["quiet_until"])
        return {
            "quiet": None if begins is None or ends is None else (begins, ends),
            "digest_at": _hour(fields["digest_at"]),
            "wants_always": fields["always"],
        }


def _hour(text: str) -> time | None:
    return time(int(text)) if text else None
