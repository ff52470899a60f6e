"""Numbers stay what they are: actions, outcomes, layouts and observations against files.

After a change that is meant: raise ENCODING_VERSION, run this file with SPIELTISCH_RENEW_GOLDEN=1, read the difference, and say in
ENCODING.md what changed.
"""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spieltisch
from conftest import SETUPS, play_randomly

GOLDEN = Path(__file__).parent / "golden"


def layout(game: spieltisch.Game) -> dict[str, list[int]]:
    """Each field with its first place, its length and its bounds."""
    low, high = game.observation_low, game.observation_high
    return {
        name: [place.start, place.stop - place.start, int(low[place.start]), int(high[place.start])]
        for name, place in game.observation_fields.items()
    }


def position(state: spieltisch.State) -> dict[str, Any]:
    """Where a record leads to, in numbers: all that is not 0 in the observation of each seat."""
    seen = [state.observation(seat) for seat in range(state.game.players)]
    return {
        "events": state.history(),
        "player": state.current_player(),
        "legal": state.legal_actions(),
        "observations": [{str(place): int(row[place]) for place in np.flatnonzero(row)} for row in seen],
    }


def told(name: str, kept: dict[str, Any] | None) -> dict[str, Any]:
    """Everything that is fixed of a game, at the positions that were kept, or at new ones."""
    setups = []
    played = [(players, options) for game, players, options in SETUPS if game == name]
    for number, (players, options) in enumerate(played):
        game = spieltisch.load(name, players, **options)
        if kept is None:
            states = [play_randomly(game, key, decisions) for key, decisions in [(1, 0), (2, 7), (3, 12)]]
        else:
            record = game.new_initial_state().record()
            positions = kept["setups"][number]["positions"]
            states = [spieltisch.from_record({**record, "events": position["events"]}) for position in positions]
        setups.append(
            {
                "players": players,
                "options": options,
                "actions": game.num_actions,
                "outcomes": game.num_outcomes,
                "layout": layout(game),
                "positions": [position(state) for state in states],
            }
        )
    smallest = spieltisch.load(name)
    return {
        "encoding_version": spieltisch.ENCODING_VERSION,
        "actions": [smallest.action_to_string(action) for action in range(smallest.num_actions)],
        "outcomes": [smallest.outcome_to_string(outcome) for outcome in range(smallest.num_outcomes)],
        "setups": setups,
    }


def written(value: dict[str, Any]) -> str:
    """One line for each list, so that a difference can be read."""
    lines = [f'"encoding_version": {value["encoding_version"]}']
    lines += [f'"{part}": [\n' + ",\n".join(json.dumps(entry) for entry in value[part]) + "\n]" for part in ("actions", "outcomes", "setups")]
    return "{\n" + ",\n".join(lines) + "\n}\n"


@pytest.mark.parametrize("name", spieltisch.games())
def test_numbers_stay_what_they_are(name):
    path = GOLDEN / f"{name}.json"
    if os.environ.get("SPIELTISCH_RENEW_GOLDEN"):
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(written(told(name, None)))
    kept = json.loads(path.read_text())
    now = told(name, kept)
    changed = "a number or a layout has changed: ENCODING_VERSION must be raised, and the golden files renewed"
    for part in ("actions", "outcomes", "setups", "encoding_version"):
        assert now[part] == kept[part], changed
