"""Work that is stored, and done once by any of the processes."""
