"""People: accounts, how they sign in, and how the site looks to them."""
