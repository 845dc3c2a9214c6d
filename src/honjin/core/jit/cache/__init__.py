"""Where compiled code is kept between processes, and checked before it is run."""
