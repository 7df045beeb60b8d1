"""The replies of the moderators: an administrator writes and changes them."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import ReplyTemplate
from games.selectors.reply_templates import DEFAULTS
from games.services.appeals import DECISIONS
from games.services.case_measures import NONE, RENAME
from games.services.sanctions import DAYS, PERMISSIONS


class ReplyForm(forms.ModelForm):  # type: ignore[type-arg]
    """A reply; what it suggests has to exist in its place."""

    do = forms.ChoiceField(label=_("Measure or decision"), required=False)
    days = forms.TypedChoiceField(label=_("Days"), required=False, coerce=int, empty_value=None)

    class Meta:
        """All that can be changed."""

        model = ReplyTemplate
        fields = ("use", "position", "is_offered", "title", "do", "days", "words", "note")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer what there is to suggest, and show the text that stands while a field is empty."""
        super().__init__(*args, **kwargs)
        known = [*PERMISSIONS, RENAME, NONE, *DECISIONS]
        self.fields["do"].choices = [("", "---"), *((one, one) for one in known)]  # type: ignore[attr-defined]
        self.fields["days"].choices = [("", "---"), *((one, one) for one in DAYS)]  # type: ignore[attr-defined]
        texts = DEFAULTS.get(self.instance.key)
        if texts is not None:
            for name in ("title", "words", "note"):
                self.fields[name].widget.attrs["placeholder"] = getattr(texts, name)
                self.fields[name].help_text = _("Empty: the text that comes with the site.")

    def clean(self) -> dict[str, Any]:
        """Refuse a decision in a case, and a reply of one's own without a title."""
        fields: dict[str, Any] = super().clean() or {}
        is_appeal = fields.get("use") == ReplyTemplate.Use.APPEAL
        do = fields.get("do")
        if do and (do in DECISIONS) != is_appeal:
            self.add_error("do", _("This cannot be chosen there."))
        if not self.instance.key and not fields.get("title"):
            self.add_error("title", _("Give it a title."))
        return fields


@admin.register(ReplyTemplate)
class ReplyTemplateAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that come with the site can be changed and hidden, others deleted as well."""

    form = ReplyForm
    list_display = ("name", "use", "position", "is_offered")
    list_filter = ("use",)
    ordering: ClassVar = ("use", "position", "id")

    @admin.display(description=_("title"))
    def name(self, reply: ReplyTemplate) -> str:
        """Return the title that moderators see."""
        texts = DEFAULTS.get(reply.key)
        return reply.title or (str(texts.title) if texts else reply.key)

    def has_delete_permission(self, request: HttpRequest, obj: ReplyTemplate | None = None) -> bool:
        """Refuse to delete what would come back with the next migration."""
        return super().has_delete_permission(request, obj) and not (obj is not None and obj.key)
