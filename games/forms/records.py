"""A record that somebody wants to look at."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

TEXT_MAX = 48 * 1024
"""Characters, and bytes of a file: a long game with four players has a quarter of that."""


class RecordForm(forms.Form):
    """A pasted text or a file; the file counts where both are there."""

    text = forms.CharField(
        label=gettext_lazy("Record"),
        help_text=gettext_lazy("JSON or QGN, as the games here are exported."),
        required=False,
        max_length=TEXT_MAX,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,.qgn,.txt,application/json,text/plain"}),
    )
    after = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Put the text of the file in the place of the pasted one; one of them must be there."""
        data = super().clean() or {}
        file = data.get("file")
        if file is not None:
            data["text"] = self._read(file)
        if not self.errors and not data.get("text"):
            self.add_error("text", _("Paste a record, or choose a file."))
        return data

    def _read(self, file: Any) -> str:
        if file.size > TEXT_MAX:
            self.add_error("file", _("This file is too large to be one game."))
            return ""
        try:
            return str(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            self.add_error("file", _("This file is no text in UTF-8."))
            return ""
