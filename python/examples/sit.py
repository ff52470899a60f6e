"""Lets a policy that train_yatzy.py learned play at a table, as a bot that reads and writes lines (`spieltisch-bot/1`).

    spieltisch sit LINK --bot "cmd:python python/examples/sit.py yatzy.npz"

It was learned alone and plays for points, whoever else is at the table.
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

import spieltisch
from yatzy_policy import GAME, Policy


def choose(policy: Policy, question: dict[str, Any], refused: set[str]) -> str:
    """The legal move it likes most and that was not refused before."""
    record = {**question["record"], "result": None}
    state = spieltisch.from_record(record)
    # An observation begins with what a seat sees of itself, so a table for several begins like one for one.
    seen = state.observation(question["seat"])[: GAME.observation_size]
    mask = np.zeros(GAME.num_actions, np.int8)
    legal = [move for move in question["legal"] if move not in refused] or question["legal"]
    mask[[GAME.string_to_action(move) for move in legal]] = 1
    return GAME.action_to_string(int(policy.best(seen[None], mask[None])[0]))


def answer(policy: Policy, asked: dict[str, Any], refused: dict[int, set[str]], last: dict[int, str]) -> dict[str, Any] | None:
    """What to say to a line; None where nothing is to be said."""
    match asked.get("do"):
        case "hello":
            return {"is": "ready", "name": "Trained in minutes", "games": ["yatzy"]}
        case "choose":
            number = asked["id"]
            last[number] = choose(policy, asked, refused.get(number, set()))
            return {"is": "move", "id": number, "move": last[number]}
        case "refused":
            refused.setdefault(asked["id"], set()).add(last.get(asked["id"], ""))
        case "over":
            refused.clear()
            last.clear()
    return None


def main() -> None:
    """Reads lines until there are none, or until it is told goodbye."""
    if len(sys.argv) != 2:
        raise SystemExit("which policy? python sit.py yatzy.npz; train_yatzy.py makes one")
    policy = Policy.load(Path(sys.argv[1]))
    refused: dict[int, set[str]] = {}
    last: dict[int, str] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        if asked.get("do") == "bye":
            break
        said = answer(policy, asked, refused, last)
        if said is not None:
            print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
