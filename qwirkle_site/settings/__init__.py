"""Settings: `base` for all, `dev` for the embedded site, `test` and `prod` on top of it."""
