"""Tests of the HTML doors."""
