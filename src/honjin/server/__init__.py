"""The site: tables that people sit at, kept in a database, shown in the browser."""
