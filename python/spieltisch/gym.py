"""Gymnasium: the games that are played alone, Yatzy and Crowns.

    import gymnasium, spieltisch.gym
    env = gymnasium.make("spieltisch/Yatzy-v1")

The legal actions stand in `info["action_mask"]`, and `action_masks()` tells them to those who ask for them by that name. An illegal
action changes nothing and costs `ILLEGAL_COST`; `info["illegal"]` says why it is one.
"""

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from . import _engine

ILLEGAL_COST = 1.0
"""What an illegal action costs."""


class AloneEnv(gymnasium.Env[npt.NDArray[np.int16], np.int64]):
    """A game for one. The rewards are the points, as they are made. `board` and further arguments are the rules' own."""

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(self, game: str = "yatzy", *, render_mode: str | None = None, board: Any = None, **options: Any) -> None:
        self.game = _engine.load(game, 1, reward="points", board=board, **options)
        self.render_mode = render_mode
        self.observation_space = spaces.Box(self.game.observation_low, self.game.observation_high, dtype=np.int16)
        self.action_space = spaces.Discrete(self.game.num_actions)

    @property
    def position(self) -> _engine.State:
        """The position, for experts and searches. It knows nothing of dice that are still to come."""
        return self._state.clone()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now."""
        return self._state.action_mask().astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int16], dict[str, Any]]:
        """Begins a game. The same seed gives the same dice."""
        super().reset(seed=seed)
        self._dice = _engine.Dice(int(self.np_random.integers(2**63)))
        self._state = self.game.new_initial_state()
        self._roll()
        self._show()
        return self._state.observation(), {"action_mask": self._state.action_mask()}

    def step(self, action: np.int64) -> tuple[npt.NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        """Takes an action, and rolls the dice that follow."""
        info: dict[str, Any] = {}
        (before,) = self._state.scores()
        try:
            self._state.apply_action(int(action))
        except _engine.IllegalAction as illegal:
            reward = -ILLEGAL_COST
            info["illegal"] = str(illegal)
        else:
            self._roll()
            (after,) = self._state.scores()
            reward = float(after - before)
        self._show()
        info["action_mask"] = self._state.action_mask()
        return self._state.observation(), reward, self._state.is_terminal(), False, info

    def render(self) -> str | None:
        """The position in a few lines: returned in mode "ansi", printed in mode "human"."""
        if self.render_mode == "ansi":
            return str(self._state)
        self._show()
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self._state)

    def _roll(self) -> None:
        while self._state.is_chance_node():
            self._dice.roll(self._state)


for _name in ("yatzy", "crowns"):
    gymnasium.register(
        id=f"spieltisch/{_name.capitalize()}-v{_engine.ENCODING_VERSION}",
        entry_point="spieltisch.gym:AloneEnv",
        kwargs={"game": _name},
    )
