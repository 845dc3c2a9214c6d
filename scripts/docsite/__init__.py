"""The parts of `make_site.py`: the pages of the site, and the checks of what is built."""
