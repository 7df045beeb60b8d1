"""The six powers, rule by rule."""
