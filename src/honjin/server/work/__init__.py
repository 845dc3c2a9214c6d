"""What is done beside the event loop, and kept."""
