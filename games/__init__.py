"""The games: pure rules and bots, and the Django rooms that store and show them."""
