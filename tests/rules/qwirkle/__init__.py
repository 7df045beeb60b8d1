"""Tests of Qwirkle."""
