"""Names of powers for the templates."""

from django import template

from games.selectors.variants import power_name as name_of

register = template.Library()


@register.filter
def power_name(power: str) -> str:
    """Return what people call a power, e.g. ``Ask for a tile``."""
    return name_of(power)
