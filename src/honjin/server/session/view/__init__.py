"""What a viewer sees of a table."""
