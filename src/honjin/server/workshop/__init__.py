"""Designers' desks and drafts."""
