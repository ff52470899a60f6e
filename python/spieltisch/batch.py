"""Many games stepped at once into the caller's arrays, without the GIL."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _engine


@dataclass
class Arrays:
    """What a batch reads and writes: one row for each game. Any of them may be a view of a larger array of yours."""

    actions: npt.NDArray[np.int32]
    """Read by `Batch.step`: (size,)."""
    observations: npt.NDArray[np.int16]
    """The position as the player to move sees it: (size, observation_size)."""
    masks: npt.NDArray[np.int8]
    """1 for every legal action: (size, num_actions)."""
    seats: npt.NDArray[np.int8]
    """Who is to move: (size,)."""
    rewards: npt.NDArray[np.float32]
    """What each seat gained by the last step: (size, players)."""
    ends: npt.NDArray[np.bool_]
    """Whether the last step ended the game: (size,)."""
    scores: npt.NDArray[np.int32]
    """The final points of the last game that ended in this row: (size, players)."""


class Batch:
    """Games of one set-up, stepped together: one action each, then the dice that follow.

    A game that ends begins anew in the same step: `Arrays.ends` tells it, `Arrays.rewards` and `Arrays.scores` belong to the game
    that ended, `Arrays.observations`, `Arrays.masks` and `Arrays.seats` to the new one. `metadata` says so in Gymnasium's words.
    """

    def __init__(self, game: _engine.Game, size: int, *, seed: int) -> None:
        self.game = game
        self.size = size
        self._rows = _engine.Rows(game, size, seed)

    @property
    def metadata(self) -> dict[str, Any]:
        """What to know of this batch: its automatic resets, and the version of its numbers."""
        return {
            "autoreset_mode": "SameStep",
            "encoding_version": _engine.ENCODING_VERSION,
            "game": self.game.name,
            "players": self.game.players,
            "reward": self.game.reward,
        }

    def arrays(self) -> Arrays:
        """New arrays of the right shapes and types."""
        size, players = self.size, self.game.players
        return Arrays(
            actions=np.zeros(size, np.int32),
            observations=np.zeros((size, self.game.observation_size), np.int16),
            masks=np.zeros((size, self.game.num_actions), np.int8),
            seats=np.zeros(size, np.int8),
            rewards=np.zeros((size, players), np.float32),
            ends=np.zeros(size, np.bool_),
            scores=np.zeros((size, players), np.int32),
        )

    def reset(self, arrays: Arrays, *, seed: int | None = None) -> None:
        """Begins all games anew, with dice from `seed` where it is given, and writes where they stand."""
        self._rows.reset(arrays.observations, arrays.masks, arrays.seats, seed)

    def step(self, arrays: Arrays) -> None:
        """Takes `arrays.actions` and writes everything else. Where one action is illegal, none is taken."""
        self._rows.step(
            arrays.actions, arrays.observations, arrays.masks, arrays.seats, arrays.rewards, arrays.ends, arrays.scores
        )

    def sample(self, actions: npt.NDArray[np.int32]) -> None:
        """Writes a legal action for every game, each with the same chance."""
        self._rows.sample(actions)

    def regrets(self, expert: _engine.Expert, actions: npt.NDArray[np.int32], out: npt.NDArray[np.float32]) -> None:
        """Writes how much each action gives away, before it is stepped: 0 for a best one, exact for Yatzy alone."""
        expert.regrets(self._rows, actions, out)

    def state(self, row: int) -> _engine.State:
        """The position of one game, for experts and searches. It knows neither what happened before nor what comes."""
        return self._rows.state(row)
