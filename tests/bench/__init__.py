"""Benchmarks: figures to read, not tests; `python -m tests.bench`."""
