"""Open windows, and the streams that tell them what happened."""
