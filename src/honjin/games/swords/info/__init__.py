"""What each seat sees and is told."""
