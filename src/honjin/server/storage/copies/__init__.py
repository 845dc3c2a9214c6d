"""Copies of a whole house: made while it runs, checked, and put back."""
