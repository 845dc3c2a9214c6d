"""Studies that several people write: the journal of each, its replay, and what may be changed."""
