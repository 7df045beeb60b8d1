"""Players that are programs. Pure: a bot sees an observation and nothing else."""
