"""What each seat sees and learns."""
