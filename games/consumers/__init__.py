"""Sockets: they listen and forward, and never write."""
