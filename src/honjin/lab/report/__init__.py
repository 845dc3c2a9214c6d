"""Balance reports, and the plots of all."""
