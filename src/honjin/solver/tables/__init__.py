"""Tables of exact values: made, kept, asked."""
