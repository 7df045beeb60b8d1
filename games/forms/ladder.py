"""Play on a ladder: wishes for the queue, and a challenge."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games.core.pairing import PACES
from games.core.pool import Pool
from games.selectors.ladder_queue import rulesets_of
from games.selectors.paces import pace_name
from games.selectors.variants import variant_name
from games.services.ladder_queue import GAMES_MOST


class QueueForm(forms.Form):
    """What somebody would play on a ladder, and how many games at once."""

    rulesets = forms.MultipleChoiceField(
        label=gettext_lazy("Games"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose one or more games.")},
    )
    paces = forms.MultipleChoiceField(
        label=gettext_lazy("Pace"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose one or more paces.")},
    )
    games_most = forms.TypedChoiceField(
        label=gettext_lazy("Games at once"),
        coerce=int,
        choices=[(count, str(count)) for count in range(1, GAMES_MOST + 1)],
        widget=forms.RadioSelect,
    )

    def __init__(self, pool: Pool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "queue_%s", **kwargs})
        _choose(self.fields["rulesets"], [(key, variant_name(key)) for key in rulesets_of(pool)])
        _choose(self.fields["paces"], [(key, pace_name(key)) for key in PACES])


class LadderChallengeForm(forms.Form):
    """What to play with whom one challenges on a ladder."""

    key = forms.CharField(
        max_length=64,
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(
            ("required", "max_length", "null_characters_not_allowed"),
            gettext_lazy("Something of the form was lost. Send it again."),
        ),
    )
    ruleset = forms.ChoiceField(label=gettext_lazy("Game"), widget=forms.RadioSelect)
    pace = forms.ChoiceField(label=gettext_lazy("Pace"), widget=forms.RadioSelect)

    def __init__(self, pool: Pool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose(self.fields["ruleset"], [(key, variant_name(key)) for key in rulesets_of(pool)])
        _choose(self.fields["pace"], [(key, pace_name(key)) for key in PACES])


def _choose(field: forms.Field, choices: list[tuple[str, str]]) -> None:
    if isinstance(field, forms.ChoiceField):
        field.choices = choices
