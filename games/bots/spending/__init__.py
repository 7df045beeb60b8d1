"""Using the six powers and the star discs: what each would gain now, and when that is enough."""
