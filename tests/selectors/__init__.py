"""Tests of the selectors."""
