"""How people who look for a game come together at a table. No IO."""
