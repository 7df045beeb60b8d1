"""Which game to play, as a form: a few presets, and details for those who want them."""

import secrets
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.qwirkle.modules.boards.layout import CONNECT, SELECT, TURNED
from games.rules.qwirkle.modules.power_cards import CARDS
from games.rules.qwirkle.powers.moves import POWERS
from games.selectors.variants import power_name

BASE, TOKENS, CARDS_VARIANT, BOARDS = "base", "tokens", "cards", "connect"
MODULES = {TOKENS: "action_tokens", CARDS_VARIANT: "power_cards", BOARDS: "boards"}
BOTH = "both"

DETAILS = {"sides": BOARDS, "full_set": TOKENS, "tokens": TOKENS, "powers": CARDS_VARIANT}
"""Fields that count only with one of the expansions."""


class VariantForm(forms.Form):
    """The presets of the lobby and their details; what does not belong to a preset is not read.

    After `clean` ``ruleset_key`` and ``options`` stand in the cleaned data.
    """

    variant = forms.ChoiceField(
        label=gettext_lazy("Game"),
        choices=[
            (BASE, gettext_lazy("Base")),
            (TOKENS, gettext_lazy("Action tokens")),
            (CARDS_VARIANT, gettext_lazy("Super-power cards")),
            (BOARDS, gettext_lazy("Connect")),
        ],
        initial=BASE,
        required=False,
        widget=forms.RadioSelect,
    )
    on_boards = forms.BooleanField(label=gettext_lazy("On the four boards, too"), required=False)
    sides = forms.ChoiceField(
        label=gettext_lazy("Sides of the boards"),
        choices=[
            ("connect", gettext_lazy("Connect")),
            ("select", gettext_lazy("Select")),
            (BOTH, gettext_lazy("Drawn")),
        ],
        initial="connect",
        required=False,
        widget=forms.RadioSelect,
    )
    full_set = forms.BooleanField(
        label=gettext_lazy("Everybody begins with every token"), required=False
    )
    tokens = forms.MultipleChoiceField(
        label=gettext_lazy("Tokens in play; none means all"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    powers = forms.MultipleChoiceField(
        label=gettext_lazy("Cards; three, or none to draw them"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(power, power_name(power)) for power in POWERS]
        for name in ("tokens", "powers"):
            field = self.fields[name]
            if isinstance(field, forms.MultipleChoiceField):
                field.choices = choices
        self.fields["tokens"].initial = list(POWERS)

    def clean(self) -> dict[str, Any]:
        """Add the ruleset's key and options to the data."""
        data = super().clean() or self.cleaned_data
        variant = data.get("variant") or BASE
        modules = {MODULES[variant]} if variant != BASE else set()
        if data.get("on_boards") and variant != BASE:
            modules.add(MODULES[BOARDS])
        for name, module in DETAILS.items():
            if MODULES[module] not in modules:
                self.errors.pop(name, None)
                data.pop(name, None)
        if data.get("powers") and len(data["powers"]) != CARDS:
            self.add_error("powers", _("Choose three cards, or none to have them drawn."))
        data["ruleset_key"] = "+".join(["qwirkle", *sorted(modules)])
        data["options"] = self._options(modules, data)
        return data

    def detail_errors(self) -> bool:
        """Return whether something is to be mended among the folded details."""
        return any(name in self.errors for name in DETAILS)

    def _options(self, modules: set[str], data: Mapping[str, Any]) -> dict[str, Any]:
        options: dict[str, Any] = {}
        sides = data.get("sides") or "connect"
        if MODULES[BOARDS] in modules and sides != BOTH:
            options["boards"] = _turned_boards(CONNECT if sides == "connect" else SELECT)
        if data.get("tokens"):
            options["tokens"] = data["tokens"]
        if data.get("full_set"):
            options["tokens_from"] = "start"
        if data.get("powers"):
            options["powers"] = data["powers"]
        return options


def _turned_boards(side: str) -> str:
    """Return four boards of one side, each turned at random (rules 4.2.11)."""
    return "".join(side + secrets.choice(("", TURNED)) for _ in range(4))


def choices_of(ruleset_key: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the form shows for a game that was chosen before."""
    modules = ruleset_key.split("+")[1:]
    powers = next((module for module in modules if module != "boards"), None)
    presets = {module: variant for variant, module in MODULES.items()}
    variant = presets.get(powers or (modules[0] if modules else ""), BASE)
    sides = set(options.get("boards") or "") - {TURNED}
    named = {CONNECT: "connect", SELECT: "select"}
    default = BOTH if "boards" in modules else "connect"
    return {
        "variant": variant,
        "on_boards": "boards" in modules and powers is not None,
        "sides": named[sides.pop()] if len(sides) == 1 else default,
        "full_set": options.get("tokens_from") == "start",
        "tokens": options.get("tokens") or list(POWERS),
        "powers": options.get("powers") or [],
    }
