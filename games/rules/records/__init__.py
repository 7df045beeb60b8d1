"""Game records: the JSON form, the text form, positions, and playing a record through."""
