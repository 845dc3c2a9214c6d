"""Commands that train networks and make data sets."""
