"""The Lantern Fair, assembled from its parts."""

from pathlib import Path

from honjin.core.game import Game
from honjin.core.options import Option, Options, Preset
from honjin.core.parts.reference import Reference, ReferenceTable, Row
from honjin.core.words import Say, load_words
from madeup import arrays, bots, log, observation, rules, view
from madeup.actions import ACTIONS
from madeup.facts import facts
from madeup.laws import LAWS
from madeup.log import lantern_name
from madeup.notation import NOTATION
from madeup.state import BRIGHT, DIM, VALUES, Fair

HOME = Path(__file__).parent


def seats(options: Options) -> int:
    """The number of seats at the fair."""
    return int(options["seats"])


def setup(options: Options) -> Fair:
    """The fair before the first draw."""
    return rules.setup(seats(options), int(options["rounds"]), offers=bool(options["offers"]))


CARDS = tuple(
    Row(Say("card", {"n": n}), (n, 4 - n), look="card", text=str(n)) for n in range(1, VALUES + 1)
)
HEADS = (lantern_name(BRIGHT), lantern_name(DIM))
REFERENCE = Reference((ReferenceTable(Say("cards"), CARDS, heads=HEADS),))

LEVELS = ("random", "mcts:30", "mcts:300", "mcts:3000")

GAME: Game[Fair] = Game(
    key="madeup",
    version=1,
    title=Say("title"),
    designer="Honjin",
    publisher="Honjin",
    year=2026,
    words=load_words(HOME / "words"),
    home=HOME,
    state=Fair,
    options=(
        Option(key="seats", default="2", values=("2", "3", "4"), rule="1"),
        Option(key="rounds", default="2", values=("1", "2", "3"), rule="12"),
        Option(key="offers", default=True, rule="8"),
    ),
    presets=(
        Preset("two", {"seats": "2"}),
        Preset("three", {"seats": "3"}),
        Preset("four", {"seats": "4", "rounds": "3"}),
        Preset("quiet", {"seats": "2", "rounds": "1", "offers": False}),
    ),
    reasons=("end.score", "end.alone", "end.nobody", "end.even"),
    actions=ACTIONS,
    max_actions=16,
    longest=60,
    best=3,
    has_chance=True,
    has_secrets=True,
    zero_sum=True,
    static_choices=True,
    laws=LAWS,
    eval_scale=20,
    seats=seats,
    levels=lambda _options: LEVELS,
    setup=setup,
    may_act=rules.may_act,
    must_act=rules.must_act,
    legal_actions=rules.legal_actions,
    chance_outcomes=rules.chance_outcomes,
    apply_action=rules.apply_action,
    returns=rules.returns,
    may_resign=rules.may_resign,
    resign=rules.resign,
    observe=observation.observe,
    encode=arrays.encode,
    resample=observation.resample,
    evaluate=rules.evaluate,
    terms=bots.terms,
    retract_sealed=rules.retract_sealed,
    state_key=None,
    tell=log.tell,
    facts=facts,
    notation=NOTATION,
    table=view,
    reference=REFERENCE,
    off_turn=bots.off_turn,
    prune_optional=bots.prune_optional,
    deals=True,
)
