"""Reports, and what moderators and administrators do."""
