"""Tests of the words that every game shares."""
