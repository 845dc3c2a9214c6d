"""Access control: who may enter, and how often."""
