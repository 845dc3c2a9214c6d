"""The sources of compiled code: what is read of them, what it depends on, what is pasted."""
