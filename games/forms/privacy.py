"""What somebody lets others see."""

from django import forms

from games.models import Privacy


class PrivacyForm(forms.Form):
    """The switches of `games.models.Privacy`; ``shows_presence`` is "on" or left out."""

    statistics = forms.ChoiceField(choices=Privacy.Audience)
    invitations = forms.ChoiceField(choices=Privacy.Hosts)
    shows_presence = forms.BooleanField(required=False)
