"""Yatzy, Castro, Caro and Crowns for programs that learn.

Three faces over one engine:

* ``load("castro", players=2).new_initial_state()``: a `State` as OpenSpiel has it, with explicit chance;
* ``spieltisch.aec.env`` and ``spieltisch.gym.AloneEnv``: PettingZoo and Gymnasium;
* ``Batch(game, 1024, seed=7)``: many games stepped at once into your NumPy arrays.

And `Expert`: what every legal action is worth, exactly so in Yatzy.
"""

from typing import Any, Literal

from ._engine import (
    CHANCE,
    ENCODING_VERSION,
    OVER,
    ArrayError,
    Dice,
    Expert,
    Game,
    IllegalAction,
    RecordRefused,
    SetupError,
    SpieltischError,
    State,
    Valued,
    from_record,
    games,
    load,
)
from .batch import Arrays, Batch

__all__ = [
    "CHANCE",
    "ENCODING_VERSION",
    "OVER",
    "ArrayError",
    "Arrays",
    "Batch",
    "Dice",
    "Expert",
    "Game",
    "IllegalAction",
    "RecordRefused",
    "SetupError",
    "SpieltischError",
    "State",
    "Valued",
    "from_record",
    "games",
    "load",
]


def _unpickled(record: dict[str, Any], reward: Literal["points", "win"]) -> State:
    """Rebuilds a pickled state."""
    return from_record(record, reward=reward)
