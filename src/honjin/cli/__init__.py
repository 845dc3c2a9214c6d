"""The command line: one file a command. Nothing here knows a game."""
