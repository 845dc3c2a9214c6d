"""Tables: a game being played, from an order to what each window is told."""
