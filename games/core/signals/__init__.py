"""Hints for moderators, as arithmetic on what rated games have left behind. Pure.

A signal proves nothing: each has an innocent reading, which its file names, and a person decides.
docs/decisions/0030 has the reasons.
"""
