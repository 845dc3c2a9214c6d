"""Arguments and options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

from honjin.cli.show import Language

GameName = Annotated[str, typer.Argument(help="The game; `honjin games` lists them.")]
GivenOptions = Annotated[
    list[str] | None, typer.Option(help="Game option as key=value; `--key value` also works.")
]
Seed = Annotated[int, typer.Option(help="Random seed: the same deals and dice each time.")]
Jobs = Annotated[int, typer.Option(help="Number of workers.")]
Forgive = Annotated[bool, typer.Option("--forgive", help="Leave out games in which a bot fails.")]
AllGames = Annotated[bool, typer.Option("--no-sprt", help="Play all games.")]
InLanguage = Annotated[Language, typer.Option(help="Language.")]
ResumedFolder = Annotated[
    Path | None, typer.Option(help="Folder for the results; one that exists is resumed.")
]
OtherCode = Annotated[
    bool, typer.Option("--other-code", help="Resume even if the code has changed.")
]
RecordFile = Annotated[
    Path, typer.Argument(exists=True, dir_okay=False, help="A record or an exported game.")
]
Line = Annotated[
    int | None,
    typer.Option(help="Line of a file with a game on each, as an arena's games.jsonl.", min=1),
]
