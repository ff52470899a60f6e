"""Steps a second: batches, single states, and OpenSpiel's yacht and pig beside them.

    python python/benches/steps.py [--seconds 2]

By the processor time of one thread, as the machine may be busy with other things. A step is one decision with the dice that follow it; a
step of a batch writes mask, observation, reward and end. OpenSpiel is measured where `open_spiel` is installed, with the very loop that is
measured for our states as "chance from its list". Every batch first plays games that are known.
"""

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import spieltisch


KNOWN = {"yatzy": 165235, "castro": 2331, "crowns": 91936, "caro": 909216}
"""The points of all games that end within 100 random steps of 1,024 games with seed 1."""


def rate(steps: int, work: Callable[[], None], seconds: float) -> tuple[float, float]:
    """Steps a second at best and in the median, of rounds of `work`, which takes so many steps."""
    work()
    rates: list[float] = []
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds or len(rates) < 5:
        before = time.thread_time()
        work()
        rates.append(steps / (time.thread_time() - before))
    return max(rates), float(np.median(rates))


def batch_rates(name: str, players: int, seconds: float) -> dict[str, tuple[float, float]]:
    """A batch of 1,024: stepping alone, and with random actions chosen for it."""
    size, rounds = 1024, 20
    batch = spieltisch.Batch(spieltisch.load(name, players), size, seed=1)
    arrays = batch.arrays()
    batch.reset(arrays)
    played = 0
    for _ in range(100):
        batch.sample(arrays.actions)
        batch.step(arrays)
        played += int(arrays.scores[arrays.ends].sum())
    assert played == KNOWN[name], f"{name}: the games of this seed came out differently, {played} points"
    stepping: list[float] = []

    def work() -> None:
        spent = 0.0
        for _ in range(rounds):
            batch.sample(arrays.actions)
            before = time.thread_time()
            batch.step(arrays)
            spent += time.thread_time() - before
        stepping.append(size * rounds / spent)

    both = rate(size * rounds, work, seconds)
    return {"batch of 1,024, step": (max(stepping), float(np.median(stepping))), "batch of 1,024, choose and step": both}


def state_rate(name: str, players: int, seconds: float) -> tuple[float, float]:
    """Single states: legal actions, a random one of them, the dice that follow."""
    game, choose = spieltisch.load(name, players), random.Random(1).choice
    dice = spieltisch.Dice(1)
    steps = 2000

    def work() -> None:
        state = game.new_initial_state()
        for _ in range(steps):
            if state.is_terminal():
                state = game.new_initial_state()
            while state.is_chance_node():
                dice.roll(state)
            state.apply_action(choose(state.legal_actions()))

    return rate(steps, work, seconds)


def learner_rate(name: str, players: int, seconds: float) -> tuple[float, float]:
    """Single states with everything a learner reads: mask and observation into arrays, an action, the dice that follow."""
    game, dice = spieltisch.load(name, players), spieltisch.Dice(1)
    seen, mask = np.zeros(game.observation_size, np.int16), np.zeros(game.num_actions, np.int8)
    steps = 2000

    def work() -> None:
        state = game.new_initial_state()
        for _ in range(steps):
            if state.is_terminal():
                state = game.new_initial_state()
            while state.is_chance_node():
                dice.roll(state)
            state.action_mask(out=mask)
            state.observation(out=seen)
            state.apply_action(int(mask.argmax()))

    return rate(steps, work, seconds)


def gymnasium_rate(seconds: float) -> tuple[float, float]:
    """Yatzy as a Gymnasium environment."""
    from spieltisch.gym import AloneEnv

    env, steps = AloneEnv("yatzy"), 1000

    def work() -> None:
        _, info = env.reset()
        for _ in range(steps):
            _, _, over, _, info = env.step(info["action_mask"].argmax())
            if over:
                _, info = env.reset()

    return rate(steps, work, seconds)


def pettingzoo_rate(seconds: float) -> tuple[float, float]:
    """Castro for two as a PettingZoo environment, without its wrappers."""
    from spieltisch.aec import TableEnv

    env, steps = TableEnv("castro", 2), 1000

    def work() -> None:
        env.reset()
        for _ in range(steps):
            seen, _, over, _, _ = env.last()
            if over:
                env.reset()
                seen, *_ = env.last()
            env.step(seen["action_mask"].argmax())

    return rate(steps, work, seconds)


def listed_rate(game: Any, seconds: float) -> tuple[float, float]:
    """The loop of OpenSpiel's own examples, for its games and ours: chance is drawn from the list of its outcomes."""
    rng, steps = random.Random(1), 1000

    def work() -> None:
        state = game.new_initial_state()
        for _ in range(steps):
            if state.is_terminal():
                state = game.new_initial_state()
            while state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes())
                state.apply_action(rng.choices(outcomes, probabilities)[0])
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))

    return rate(steps, work, seconds)


def main() -> None:
    """Prints a table."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seconds", type=float, default=2.0, help="how long each figure is measured")
    seconds = arguments.parse_args().seconds
    print("| what | steps a second, fastest | median |\n|---|---|---|")
    for name, players in [("yatzy", 1), ("castro", 2), ("crowns", 2), ("caro", 2)]:
        rates = batch_rates(name, players, seconds)
        rates["state, legal actions and a random one"] = state_rate(name, players, seconds)
        rates["state, mask and observation into arrays"] = learner_rate(name, players, seconds)
        rates["state, chance from its list"] = listed_rate(spieltisch.load(name, players), seconds)
        for what, (fastest, median) in rates.items():
            print(f"| {name}, {players}: {what} | {fastest:,.0f} | {median:,.0f} |", flush=True)
    for what, measured in [("yatzy, 1: Gymnasium", gymnasium_rate), ("castro, 2: PettingZoo", pettingzoo_rate)]:
        fastest, median = measured(seconds)
        print(f"| {what} | {fastest:,.0f} | {median:,.0f} |", flush=True)
    try:
        import pyspiel
    except ImportError:
        print("| OpenSpiel is not installed | | |")
        return
    for name in ("yacht", "pig"):
        fastest, median = listed_rate(pyspiel.load_game(name), seconds)
        print(f"| OpenSpiel's {name}: state, chance from its list | {fastest:,.0f} | {median:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
