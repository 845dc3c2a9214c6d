"""Commands that read records and studies."""
