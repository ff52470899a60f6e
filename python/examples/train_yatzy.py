"""Learns Yatzy alone from nothing but its own games, in minutes: a small network, NumPy, and batches of 1,024 games.

    python python/examples/train_yatzy.py [--minutes 5] [--out yatzy]

Writes OUT.npz, which sit.py plays with, and OUT.svg, its mean against the exact optimum. Ends with what it gives away by kind of decision:
the game is solved, so the regret of every decision is known.

The method is proximal policy optimisation: play some steps in all games, judge each action by how much more came of it than expected
(generalised advantages), make the better ones likelier, but not by too much at once.
"""

import argparse
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# The two threads below share the work. NumPy's own would wait for each other on a busy machine.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import numpy.typing as npt

import spieltisch
from yatzy_policy import FIELDS, GAME, Floats, Policy, features

GAMES = 1024
STEPS = 24
"""Steps of every game between two lessons."""
SCALE = 100.0
"""Rewards are learned in hundreds of points."""
TRACE = 0.9
"""How far later surprises reach back."""
CLIP = 0.2
"""How much likelier or unlikelier one lesson may make an action."""
EPOCHS, PARTS = 3, 8
"""How often a lesson is gone through, and in how many parts."""
THREADS = ThreadPoolExecutor(2)
"""NumPy works without the GIL where it works long, so two threads keep two cores busy."""


class Adam:
    """Steps along the gradients, as Adam takes them."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights = weights
        self.means = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self.squares = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self.count = 0

    def step(self, gradients: dict[str, Floats], rate: float) -> None:
        """One step downhill."""
        self.count += 1
        rate *= np.sqrt(1 - 0.999**self.count) / (1 - 0.9**self.count)
        for name, gradient in gradients.items():
            self.means[name] += 0.1 * (gradient - self.means[name])
            self.squares[name] += 0.001 * (gradient * gradient - self.squares[name])
            self.weights[name] -= rate * self.means[name] / (np.sqrt(self.squares[name]) + 1e-8)


class Lesson:
    """What some steps of all games brought: one row for each step of each game."""

    def __init__(self) -> None:
        self.observations = np.zeros((STEPS, GAMES, GAME.observation_size), np.int16)
        self.masks = np.zeros((STEPS, GAMES, GAME.num_actions), np.int8)
        self.actions = np.zeros((STEPS, GAMES), np.int32)
        self.chances = np.zeros((STEPS, GAMES), np.float32)
        self.values = np.zeros((STEPS + 1, GAMES), np.float32)
        self.rewards = np.zeros((STEPS, GAMES), np.float32)
        self.ends = np.zeros((STEPS, GAMES), np.bool_)

    def advantages(self) -> Floats:
        """How much more came of each action than was expected before it."""
        advantages = np.zeros((STEPS, GAMES), np.float32)
        later = np.zeros(GAMES, np.float32)
        for step in reversed(range(STEPS)):
            goes_on = 1 - self.ends[step]
            surprise = self.rewards[step] + goes_on * self.values[step + 1] - self.values[step]
            later = surprise + TRACE * goes_on * later
            advantages[step] = later
        return advantages


def sample(chances: Floats, rng: np.random.Generator) -> npt.NDArray[np.intp]:
    """An action for each row, with these chances."""
    reached = chances.cumsum(axis=1) >= rng.random((len(chances), 1), dtype=np.float32) * (1 - 1e-6)
    return (reached & (chances > 0)).argmax(axis=1)


def play(policy: Policy, batch: spieltisch.Batch, arrays: spieltisch.Arrays, lesson: Lesson, rng: np.random.Generator) -> list[int]:
    """Plays the next steps of all games. Returns the points of games that ended."""
    ended: list[int] = []
    for step in range(STEPS):
        lesson.observations[step], lesson.masks[step] = arrays.observations, arrays.masks
        hidden = policy.hidden(features(arrays.observations))
        chances = policy.chances(hidden, arrays.masks)
        arrays.actions[:] = sample(chances, rng)
        lesson.actions[step] = arrays.actions
        lesson.chances[step] = chances[np.arange(GAMES), arrays.actions]
        lesson.values[step] = policy.value(hidden)
        batch.step(arrays)
        lesson.rewards[step], lesson.ends[step] = arrays.rewards[:, 0] / SCALE, arrays.ends
        ended += arrays.scores[arrays.ends, 0].tolist()
    lesson.values[STEPS] = policy.value(policy.hidden(features(arrays.observations)))
    return ended


def learn(policy: Policy, adam: Adam, lesson: Lesson, rng: np.random.Generator, rate: float, curiosity: float) -> None:
    """Makes what went better than expected likelier, and expects better."""
    advantages = lesson.advantages().reshape(-1)
    targets = advantages + lesson.values[:STEPS].reshape(-1)
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    seen = features(lesson.observations.reshape(-1, GAME.observation_size))
    masks = lesson.masks.reshape(-1, GAME.num_actions)
    actions, before = lesson.actions.reshape(-1), lesson.chances.reshape(-1)
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(actions)), PARTS):

            def of_half(rows: npt.NDArray[np.intp]) -> dict[str, Floats]:
                return gradient(
                    policy, seen[rows], masks[rows], actions[rows], before[rows], advantages[rows], targets[rows], curiosity
                )

            one, other = THREADS.map(of_half, np.array_split(part, 2))
            adam.step({name: (one[name] + other[name]) / 2 for name in one}, rate)


def gradient(
    policy: Policy,
    seen: Floats,
    masks: npt.NDArray[np.int8],
    actions: npt.NDArray[np.int32],
    before: Floats,
    advantages: Floats,
    targets: Floats,
    curiosity: float,
) -> dict[str, Floats]:
    """Where the loss grows: of the clipped gain, of the squared error of the value, less a little for being undecided."""
    count, weights = len(actions), policy.weights
    rows = np.arange(count)
    hidden = policy.hidden(seen)
    chances = policy.chances(hidden, masks)
    ratio = chances[rows, actions] / before
    # An action that became likelier or unlikelier by enough already is left alone.
    free = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    pull = (advantages * ratio * free / count).astype(np.float32)
    up = chances * pull[:, None]
    up[rows, actions] -= pull
    logs = np.log(np.maximum(chances, 1e-20))
    undecided = -(chances * logs).sum(axis=1, keepdims=True)
    up += curiosity / count * chances * (logs + undecided)
    error = ((policy.value(hidden) - targets) / count)[:, None]
    back = (up @ weights["action"].T + error @ weights["value"].T) * (hidden > 0)
    return {
        "hidden": seen.T @ back,
        "hidden_bias": back.sum(axis=0),
        "action": hidden.T @ up,
        "action_bias": up.sum(axis=0),
        "value": hidden.T @ error,
        "value_bias": error.sum(axis=0),
    }


def train(minutes: float, seed: int) -> tuple[Policy, list[tuple[float, float]]]:
    """Trains for so long. Returns the policy and its means on the way: millions of steps, mean points."""
    policy, rng = Policy(seed), np.random.default_rng(seed)
    adam, lesson = Adam(policy.weights), Lesson()
    batch = spieltisch.Batch(GAME, GAMES, seed=seed)
    arrays = batch.arrays()
    batch.reset(arrays)
    means: list[tuple[float, float]] = []
    ended: list[int] = []
    begun, lessons, told = time.perf_counter(), 0, 0.0
    while (part := (time.perf_counter() - begun) / (60 * minutes)) < 1:
        ended += play(policy, batch, arrays, lesson, rng)
        learn(policy, adam, lesson, rng, rate=1e-3 * (1 - part) + 5e-5, curiosity=0.01 * (1 - part))
        lessons += 1
        if len(ended) >= 4000:
            means.append((lessons * STEPS * GAMES / 1e6, float(np.mean(ended))))
            if part - told >= 0.05:
                told = part
                print(f"{part:4.0%}  {means[-1][0]:5.1f} million steps  mean {means[-1][1]:6.1f}", flush=True)
            ended = []
    return policy, means


def mean_of(policy: Policy, games: int, seed: int) -> tuple[float, float]:
    """The mean of its best play over at least so many games, and the standard error."""
    batch = spieltisch.Batch(GAME, GAMES, seed=seed)
    arrays = batch.arrays()
    batch.reset(arrays)
    points: list[int] = []
    played, wanted = np.zeros(GAMES, int), -(-games // GAMES)
    while (played < wanted).any():
        arrays.actions[:] = policy.best(arrays.observations, arrays.masks)
        batch.step(arrays)
        # Equally many games of every row: short games must not count more often.
        points += arrays.scores[arrays.ends & (played < wanted), 0].tolist()
        played += arrays.ends
    return float(np.mean(points)), float(np.std(points) / len(points) ** 0.5)


def optimum(expert: spieltisch.Expert) -> float:
    """The mean of perfect play."""
    start, mean = GAME.new_initial_state(), 0.0
    for outcome, probability in start.chance_outcomes():
        rolled = start.clone()
        rolled.apply_action(outcome)
        mean += probability * expert.values(rolled)[0].points[0]
    return mean


def regrets(policy: Policy, expert: spieltisch.Expert, games: int, seed: int) -> dict[str, tuple[float, float]]:
    """By kind of decision, how often it comes in a game and how many points it gives away in a game."""
    kinds = ["after the first roll", "after the second roll", "which box"]
    batch = spieltisch.Batch(GAME, games, seed=seed)
    arrays = batch.arrays()
    batch.reset(arrays)
    playing, given_away = np.ones(games, bool), np.zeros(games, np.float32)
    counts, sums = np.zeros(len(kinds)), np.zeros(len(kinds))
    while playing.any():
        arrays.actions[:] = policy.best(arrays.observations, arrays.masks)
        batch.regrets(expert, arrays.actions, given_away)
        kind = arrays.observations[playing, FIELDS["rolls"]][:, 0] - 1
        counts += np.bincount(kind, minlength=len(kinds))
        sums += np.bincount(kind, given_away[playing], minlength=len(kinds))
        batch.step(arrays)
        playing &= ~arrays.ends
    return {kind: (count / games, given / games) for kind, count, given in zip(kinds, counts, sums)}


def drawing(means: list[tuple[float, float]], best: float) -> str:
    """The means on the way, and the optimum above them, as SVG."""
    width, height, most = 640, 360, 350
    last = means[-1][0] if means else 1.0

    def x(steps: float) -> float:
        return 50 + (width - 70) * steps / last

    def y(points: float) -> float:
        return height - 40 - (height - 60) * points / most

    line = " ".join(f"{x(steps):.1f},{y(mean):.1f}" for steps, mean in means)
    marks = "".join(f'<text x="44" y="{y(mark) + 4:.0f}" text-anchor="end">{mark}</text>' for mark in range(0, most, 50))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">'
        f'<rect width="{width}" height="{height}" fill="white"/>{marks}'
        f'<path d="M50 20V{y(0):.0f}H{width - 20}" fill="none" stroke="black"/>'
        f'<path d="M50 {y(best):.1f}H{width - 20}" stroke="firebrick" stroke-dasharray="6 4"/>'
        f'<text x="56" y="{y(best) - 6:.0f}" fill="firebrick">perfect play: {best:.2f}</text>'
        f'<polyline points="{line}" fill="none" stroke="steelblue" stroke-width="2"/>'
        f'<text x="{width - 20}" y="{y(0) - 10:.0f}" text-anchor="end" fill="steelblue">mean of its games while it learns</text>'
        f'<text x="{width - 20}" y="{height - 12}" text-anchor="end">million steps, up to {last:.1f}</text></svg>\n'
    )


def main() -> None:
    """Trains, then says how well it plays and where it loses."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--minutes", type=float, default=5.0, help="how long to train")
    arguments.add_argument("--seed", type=int, default=1, help="where the random numbers begin")
    arguments.add_argument("--judge", type=int, default=300, help="games in which every decision is judged")
    arguments.add_argument("--out", type=Path, default=Path("yatzy"), help="what to call the files, without their ending")
    given = arguments.parse_args()
    policy, means = train(given.minutes, given.seed)
    policy.save(given.out.with_suffix(".npz"))
    expert = spieltisch.Expert(GAME)
    best = optimum(expert)
    mean, error = mean_of(policy, 10 * given.judge, seed=given.seed + 1)
    print(f"mean {mean:.1f} ± {2 * error:.1f} points; perfect play {best:.2f}")
    print("| decision | in a game | points given away in a game |\n|---|---|---|")
    for kind, (count, given_away) in regrets(policy, expert, given.judge, seed=given.seed + 2).items():
        print(f"| {kind} | {count:.1f} | {given_away:.1f} |")
    given.out.with_suffix(".svg").write_text(drawing(means, best))
    print(f"wrote {given.out.with_suffix('.npz')} and {given.out.with_suffix('.svg')}")


if __name__ == "__main__":
    main()
