"""PettingZoo: every game for its players in turn.

    from spieltisch import aec
    env = aec.env("castro", players=2)

An illegal action changes nothing: its player loses `ILLEGAL_COST` and is asked again, and the agent's info says why. Whoever plays by
the action mask never sees that.
"""

from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import aec_to_parallel

from . import _engine

ILLEGAL_COST = 1.0
"""What an illegal action costs."""

Observation = dict[str, npt.NDArray[Any]]


def env(game: str = "castro", players: int | None = None, **arguments: Any) -> AECEnv[str, Observation, int]:
    """The environment, with PettingZoo's checks of how it is called. Arguments as for `TableEnv`."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(TableEnv(game, players, **arguments)))


def parallel_env(game: str = "yatzy", players: int | None = None, **arguments: Any) -> ParallelEnv[str, Observation, int]:
    """The environment with everyone acting at once, which only a player alone does."""
    return aec_to_parallel(env(game, players, **arguments))


class TableEnv(AECEnv[str, Observation, int]):
    """A table with an agent `player_0`, `player_1`, … in every seat; the first begins.

    `reward` is "points" or "win" as in `spieltisch.load`. With `max_cycles` a game is truncated as soon as a player who has decided
    so often would be asked once more. `board` and further arguments are the rules' own.
    """

    metadata = {
        "name": f"spieltisch_v{_engine.ENCODING_VERSION}",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str = "castro",
        players: int | None = None,
        *,
        reward: Literal["points", "win"] | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        board: Any = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = _engine.load(game, players, reward=reward, board=board, **options)
        if self.game.has_objections:
            raise _engine.SetupError("an environment cannot play an open table: there players act out of turn; a State can")
        self.metadata = {**TableEnv.metadata, "is_parallelizable": self.game.players == 1}
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        seen = spaces.Box(self.game.observation_low, self.game.observation_high, dtype=np.int16)
        legal = spaces.Box(0, 1, (self.game.num_actions,), dtype=np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": legal}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent sees: the observation and the mask of its legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The actions, legal or not."""
        return self.action_spaces[agent]

    @property
    def position(self) -> _engine.State:
        """The position, for experts and searches. It knows nothing of dice that are still to come."""
        return self._state.clone()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The same seed gives the same dice."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._dice = _engine.Dice(int(self._random.integers(2**63)))
        self._state = self.game.new_initial_state()
        self._roll()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = dict.fromkeys(self.agents, 0)
        self.agent_selection = self.agents[self._state.current_player()]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now. Only the one to move has legal actions."""
        seat = self.possible_agents.index(agent)
        if self._state.current_player() == seat:
            mask = self._state.action_mask()
        else:
            mask = np.zeros(self.game.num_actions, np.int8)
        return {"observation": self._state.observation(seat), "action_mask": mask}

    def state(self) -> npt.NDArray[np.int16]:
        """The whole table, as the first player sees it: nothing is hidden in these games."""
        return self._state.observation(0)

    def step(self, action: int | None) -> None:
        """Takes the action of the agent to move, and rolls the dice that follow."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "only an agent whose game has ended takes None"
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos = {agent: {} for agent in self.agents}
        before = self._state.returns()
        try:
            self._state.apply_action(int(action))
        except _engine.IllegalAction as illegal:
            self.rewards[agent] = -ILLEGAL_COST
            self.infos[agent] = {"illegal": str(illegal)}
        else:
            self._roll()
            gains = zip(self.possible_agents, self._state.returns(), before)
            self.rewards = {agent: after - before for agent, after, before in gains}
        self._decisions[agent] += 1
        self._go_on(agent)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The position in a few lines: returned in mode "ansi", printed in mode "human"."""
        if self.render_mode == "ansi":
            return str(self._state)
        if self.render_mode == "human":
            print(self._state)
        return None

    def close(self) -> None:
        """Nothing is held."""

    def _go_on(self, agent: str) -> None:
        if self._state.is_terminal():
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
            return
        self.agent_selection = self.possible_agents[self._state.current_player()]
        if self.max_cycles is not None and self._decisions[self.agent_selection] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def _roll(self) -> None:
        while self._state.is_chance_node():
            self._dice.roll(self._state)
