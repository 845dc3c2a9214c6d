"""What is on the table, and what can be clicked."""
