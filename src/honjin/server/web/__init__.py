"""Requests as bytes: addresses, limits, queues, streams and packed files."""
