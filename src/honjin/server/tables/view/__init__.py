"""Views: a table from one viewer's perspective."""
