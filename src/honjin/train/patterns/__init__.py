"""Learning weights of patterns for alpha-beta (`bots.patterns`)."""
