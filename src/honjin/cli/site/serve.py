"""`honjin serve`: run the site on this machine."""

import os
from pathlib import Path
from typing import Annotated

import typer

from honjin.cli.extras import needs
from honjin.games import OWN, keys


@needs("server")
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[
        int | None, typer.Option(help="Port to listen on; 0: any free port.", min=0, max=65535)
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(help="Data folder (default: HONJIN_DATA, or your user data folder)."),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(help="Number of server processes; more than 1 needs PostgreSQL.", min=1),
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(help="Module of a game of your own (as in HONJIN_GAMES); can be repeated."),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the lobby in the browser.")
    ] = True,
) -> None:
    """Run the server and open the lobby in the browser.

    What no option gives is a setting in the environment: see `honjin settings`.
    """
    if game:
        os.environ[OWN] = ",".join([*filter(None, [os.environ.get(OWN)]), *game])
        keys()  # refuses an unusable module before anything is opened
    from honjin.server.serve import serve as run

    run(host=host, port=port, data=data, workers=workers, open_browser=open_browser)
