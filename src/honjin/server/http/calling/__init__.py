"""Routes of notifications: by push, mail, calendar and feed."""
