"""Pages, pictures and link previews."""
