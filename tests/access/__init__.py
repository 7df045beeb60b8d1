"""Who may ask what: every address, every kind of visitor."""
