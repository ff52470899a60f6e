"""What all tests share: the set-ups they play, random games, and the program to compare with."""

import json
import os
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

import spieltisch

SETUPS: list[tuple[str, int, dict[str, Any]]] = [
    ("yatzy", 1, {}),
    ("yatzy", 2, {"bonus_at_least": 63, "two_pairs_from_four": True, "full_house_from_yatzy": True}),
    ("yatzy", 8, {}),
    ("castro", 2, {}),
    ("castro", 4, {"full_house_from_yatzy": True}),
    ("caro", 2, {}),
    ("caro", 3, {}),
    ("caro", 4, {}),
    ("crowns", 1, {}),
    ("crowns", 1, {"solo_hard": True}),
    ("crowns", 3, {"head_start": [0, 2]}),
]


def setup_name(setup: tuple[str, int, dict[str, Any]]) -> str:
    game, players, options = setup
    return "-".join([game, str(players), *options])


@pytest.fixture(params=SETUPS, ids=setup_name)
def game(request: pytest.FixtureRequest) -> spieltisch.Game:
    """Each set-up in turn."""
    name, players, options = request.param
    return spieltisch.load(name, players, **options)


def play_randomly(game: spieltisch.Game, key: int, decisions: int | None = None) -> spieltisch.State:
    """A game of random legal actions, to its end or up to so many decisions."""
    choices, dice = random.Random(key), spieltisch.Dice(key)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            dice.roll(state)
        elif decisions == 0:
            break
        else:
            state.apply_action(choices.choice(state.legal_actions()))
            decisions = None if decisions is None else decisions - 1
    return state


def program() -> Path:
    """The program `spieltisch`, which `cargo xtask python` builds."""
    built = Path(__file__).resolve().parents[2] / "target/debug/spieltisch"
    path = Path(os.environ.get("SPIELTISCH", built))
    assert path.exists(), "the program is missing: run these tests by `cargo xtask python`, or name it in SPIELTISCH"
    return path


def run_program(*arguments: str, records: list[dict[str, Any]] | None = None) -> list[dict[str, Any]]:
    """What the program prints, one JSON object a line."""
    text = "".join(json.dumps(record) + "\n" for record in records or [])
    done = subprocess.run([program(), *arguments], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
