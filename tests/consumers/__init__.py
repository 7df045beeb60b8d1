"""Tests of the consumers."""
