"""The engine. Use it through `spieltisch`."""

from collections.abc import Mapping
from typing import Any, Literal, final

import numpy as np
import numpy.typing as npt

__all__ = [
    "ArrayError",
    "CHANCE",
    "Dice",
    "ENCODING_VERSION",
    "Expert",
    "Game",
    "IllegalAction",
    "OVER",
    "RecordRefused",
    "Rows",
    "SetupError",
    "SpieltischError",
    "State",
    "Valued",
    "from_record",
    "games",
    "load",
]

ENCODING_VERSION: int
CHANCE: int
OVER: int

_Reward = Literal["points", "win"]
_Effort = Literal["glance", "look", "study"]

class SpieltischError(ValueError):
    """What all errors of this package are."""

class SetupError(SpieltischError):
    """A game cannot be set up like that."""

class RecordRefused(SpieltischError):
    """A record cannot be read or does not replay."""

class IllegalAction(SpieltischError):
    """An action that the rules do not allow now."""

class ArrayError(SpieltischError):
    """An array of the caller has another shape or type than needed."""

def load(game: str, players: int | None = None, *, reward: _Reward | None = None, board: Any = None, **options: Any) -> Game:
    """Sets up a game by name. Without `players`, the fewest that can play it; without `reward`, points for a player alone and the
    win for several. `board` is as in a record, all further arguments are options of the rules."""

def games() -> list[str]:
    """The names of all games."""

def from_record(record: Mapping[str, Any] | str, *, reward: _Reward | None = None) -> State:
    """The position of a record, after all its events. `record` is a mapping or a line of JSON."""

@final
class Game:
    """A game as set up: players, options, board, and what is rewarded. Made by `load`."""

    @property
    def name(self) -> str:
        """The name of the game."""
    @property
    def players(self) -> int:
        """How many play."""
    @property
    def options(self) -> dict[str, Any]:
        """The options that were given."""
    @property
    def board(self) -> Any:
        """The board as in a record; None for the default."""
    @property
    def reward(self) -> _Reward:
        """What is rewarded: points, as they are made, or the win, at the end."""
    @property
    def num_actions(self) -> int:
        """How many actions there are."""
    @property
    def num_outcomes(self) -> int:
        """How many outcomes rolls have; 0 without dice."""
    @property
    def has_objections(self) -> bool:
        """Whether players may object to each other's moves (Caro's open table)."""
    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
    @property
    def observation_fields(self) -> dict[str, slice]:
        """Where each field of an observation stands."""
    @property
    def observation_low(self) -> npt.NDArray[np.int16]:
        """The lowest value of each number of an observation."""
    @property
    def observation_high(self) -> npt.NDArray[np.int16]:
        """The highest value of each number of an observation."""
    def new_initial_state(self) -> State:
        """The position before the first event."""
    def action_to_string(self, action: int) -> str:
        """An action as an event of a record: "keep 6 6"."""
    def string_to_action(self, event: str) -> int:
        """The action of an event: "keep 6 6"."""
    def outcome_to_string(self, outcome: int) -> str:
        """An outcome of dice as an event of a record: "roll 1 2 4 6 6"."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: Any) -> Game: ...

@final
class State:
    """A position and what happened before it. Made by `Game.new_initial_state` or `from_record`."""

    @property
    def game(self) -> Game:
        """The game as set up."""
    def current_player(self) -> int:
        """The seat that decides; CHANCE where dice are due, OVER where the game is over."""
    def is_chance_node(self) -> bool:
        """Whether dice are due."""
    def is_terminal(self) -> bool:
        """Whether the game is over."""
    def legal_actions(self) -> list[int]:
        """The legal actions, ascending; where dice are due, their outcomes."""
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the dice that are due, each with its probability; empty where none are due."""
    def apply_action(self, action: int) -> None:
        """Takes an action; where dice are due, their outcome."""
    def action_to_string(self, action: int) -> str:
        """An action as an event of a record; where dice are due, an outcome."""
    def string_to_action(self, event: str) -> int:
        """The action of an event of a record."""
    def returns(self) -> list[float]:
        """What each seat has gained so far: points, or at the end its share of the win."""
    def scores(self) -> list[int]:
        """The points of each seat as they stand."""
    def result(self) -> dict[str, Any] | None:
        """The result as in a record: scores, winners, reason; None while the game runs."""
    def objectors(self) -> list[int]:
        """The seats that may object to the last move, in games where players may do so."""
    def clone(self) -> State:
        """The same position, apart from this one. It knows nothing of dice that are still to come."""
    def observation(self, seat: int | None = None, out: npt.NDArray[np.int16] | None = None) -> npt.NDArray[np.int16]:
        """The position as a seat sees it, whose turn it is where none is named. Written into `out` where that is given."""
    def action_mask(self, out: npt.NDArray[np.int8] | None = None) -> npt.NDArray[np.int8]:
        """1 for every legal action of the player to move, 0 for all others. Written into `out` where that is given."""
    def history(self) -> list[str]:
        """What happened, as events of a record."""
    def record(self, players: list[str] | None = None) -> dict[str, Any]:
        """The game so far as a record; `players` are the names, in the order of the seats."""
    def __eq__(self, other: object, /) -> bool:
        """Whether this is the same position of the same set-up; what happened before does not matter."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: Any) -> State: ...

@final
class Dice:
    """Throws dice for states. The same key gives the same dice. A state never holds dice: whoever has it, or a clone of it,
    cannot know what comes."""

    def __new__(cls, key: int) -> Dice: ...
    def outcome(self, state: State) -> int:
        """An outcome of the roll that is due, which is not applied."""
    def roll(self, state: State) -> int:
        """Throws the dice that are due and applies their outcome, which it returns."""

@final
class Valued:
    """A legal action with its value."""

    @property
    def action(self) -> int:
        """The action."""
    @property
    def points(self) -> list[float]:
        """Every seat's expected final points after it."""
    @property
    def win(self) -> list[float]:
        """Every seat's chance to win after it."""

@final
class Expert:
    """Knows one game as it is set up. Making one can take seconds: Yatzy is solved for its options."""

    def __new__(cls, game: Game) -> Expert: ...
    @property
    def is_exact(self) -> bool:
        """Whether expected points are exact, as they are in Yatzy."""
    def values(self, state: State, effort: _Effort = "study") -> list[Valued]:
        """Every legal action with its value, the best one first. A glance takes well under a millisecond, a study up to a tenth of a
        second. In Yatzy with several players, a glance gives exact points and a rough chance to win."""
    def best(self, state: State, effort: _Effort = "study") -> int:
        """The best action, by what the game rewards."""
    def regret(self, state: State, action: int, effort: _Effort = "study") -> float:
        """How much an action gives away, by what the game rewards: 0 for a best one. Exact for Yatzy alone."""
    def regrets(
        self, rows: Rows, actions: npt.NDArray[np.int32], out: npt.NDArray[np.float32], effort: _Effort = "glance"
    ) -> None:
        """How much each action of a batch gives away; `spieltisch.Batch.regrets` calls it."""

@final
class Rows:
    """Many games of one set-up; `spieltisch.Batch` is made of it."""

    def __new__(cls, game: Game, size: int, seed: int) -> Rows: ...
    def reset(
        self,
        observations: npt.NDArray[np.int16],
        masks: npt.NDArray[np.int8],
        seats: npt.NDArray[np.int8],
        seed: int | None = None,
    ) -> None:
        """Begins all games anew."""
    def step(
        self,
        actions: npt.NDArray[np.int32],
        observations: npt.NDArray[np.int16],
        masks: npt.NDArray[np.int8],
        seats: npt.NDArray[np.int8],
        rewards: npt.NDArray[np.float32],
        ends: npt.NDArray[np.bool_],
        scores: npt.NDArray[np.int32],
    ) -> None:
        """Takes one action in every game."""
    def sample(self, actions: npt.NDArray[np.int32]) -> None:
        """Writes a legal action for every game, each with the same chance."""
    def state(self, row: int) -> State:
        """The position of one game."""
