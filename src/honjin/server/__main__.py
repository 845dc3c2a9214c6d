"""`python -m honjin.server`: serve with the settings from the environment."""

import sys

from honjin.core.errors import HonjinError
from honjin.server.serve import serve

if __name__ == "__main__":
    try:
        serve()
    except HonjinError as problem:
        sys.exit(f"honjin: {problem}")
