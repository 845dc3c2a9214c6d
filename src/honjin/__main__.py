"""The command, as `python -m honjin`."""

from honjin.cli.main import app

if __name__ == "__main__":
    app(prog_name="honjin")
