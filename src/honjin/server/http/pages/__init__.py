"""The client's page, pictures, and what other sites show of them."""
