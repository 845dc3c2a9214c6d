"""Tables of exact values: making, storing and querying them."""
