"""The handlers of studies, and their routes."""
