"""Reading what people write: bounded, in time, with errors that say what was expected."""
