"""What is sent and answered, and why something is refused."""
