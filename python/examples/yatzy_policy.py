"""A small network that plays Yatzy alone: what it sees, what it says, how it is kept. NumPy only."""

from pathlib import Path

import numpy as np
import numpy.typing as npt

import spieltisch

Floats = npt.NDArray[np.float32]

GAME = spieltisch.load("yatzy")
FIELDS = GAME.observation_fields
HIDDEN = 256


def features(observations: npt.NDArray[np.int16]) -> Floats:
    """Observations as numbers between about 0 and 1: what the network sees."""
    rolls = observations[:, FIELDS["rolls"]] == np.array([1, 2, 3])
    dice = observations[:, FIELDS["dice"]]
    at_least = (dice[:, :, None] >= np.arange(1, 6)).reshape(len(dice), -1)
    filled = observations[:, FIELDS["filled"]]
    worth = observations[:, FIELDS["worth"]] * (1 - filled) / 30
    upper = observations[:, FIELDS["upper"]] / 64
    return np.concatenate([rolls, at_least, filled, worth, upper, np.minimum(upper, 1)], axis=1, dtype=np.float32)


class Policy:
    """One hidden layer; out come a preference for every action and the points still expected, in hundreds."""

    def __init__(self, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        seen = features(np.zeros((1, GAME.observation_size), np.int16)).shape[1]

        def layer(inputs: int, outputs: int, size: float) -> Floats:
            return (rng.standard_normal((inputs, outputs)) * size / np.sqrt(inputs)).astype(np.float32)

        self.weights: dict[str, Floats] = {
            "hidden": layer(seen, HIDDEN, 1.5),
            "hidden_bias": np.zeros(HIDDEN, np.float32),
            "action": layer(HIDDEN, GAME.num_actions, 0.1),
            "action_bias": np.zeros(GAME.num_actions, np.float32),
            "value": layer(HIDDEN, 1, 0.1),
            "value_bias": np.zeros(1, np.float32),
        }

    def hidden(self, seen: Floats) -> Floats:
        """The hidden layer."""
        return np.maximum(seen @ self.weights["hidden"] + self.weights["hidden_bias"], 0)

    def chances(self, hidden: Floats, masks: npt.NDArray[np.int8]) -> Floats:
        """With which chance each legal action is chosen."""
        preferences = hidden @ self.weights["action"] + self.weights["action_bias"]
        preferences[masks == 0] = -np.inf
        preferences -= preferences.max(axis=1, keepdims=True)
        np.exp(preferences, out=preferences)
        preferences /= preferences.sum(axis=1, keepdims=True)
        return preferences

    def value(self, hidden: Floats) -> Floats:
        """The points still expected, in hundreds."""
        return (hidden @ self.weights["value"])[:, 0] + self.weights["value_bias"]

    def best(self, observations: npt.NDArray[np.int16], masks: npt.NDArray[np.int8]) -> npt.NDArray[np.intp]:
        """The action it likes most, for each row."""
        return self.chances(self.hidden(features(observations)), masks).argmax(axis=1)

    def save(self, path: Path) -> None:
        """Keeps the weights, with the version of the numbers they were learned for."""
        np.savez_compressed(path, encoding_version=spieltisch.ENCODING_VERSION, **self.weights)

    @classmethod
    def load(cls, path: Path) -> "Policy":
        """The policy of a file."""
        policy = cls()
        with np.load(path) as kept:
            if int(kept["encoding_version"]) != spieltisch.ENCODING_VERSION:
                raise SystemExit(f"{path} was learned for other numbers (version {kept['encoding_version']}); train it again")
            policy.weights = {name: kept[name] for name in policy.weights}
        return policy
