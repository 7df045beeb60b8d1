"""What people send by form: moves without script, offers of games, games against bots."""
