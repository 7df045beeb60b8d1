"""The expansions, rule by rule."""
