"""Commands that run the site and look after it."""
