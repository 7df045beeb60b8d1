"""Pictures of the pages, each in the very state in which the design shows it."""
