"""The examples run as they are described: a short training, and a game at a table as a bot."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import spieltisch

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A policy that had a few seconds."""
    out = tmp_path_factory.mktemp("trained") / "yatzy"
    command = [sys.executable, EXAMPLES / "train_yatzy.py", "--minutes", "0.15", "--judge", "20", "--out", out]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "perfect play 323.62" in done.stdout and "| which box |" in done.stdout
    assert "<svg" in out.with_suffix(".svg").read_text()
    return out.with_suffix(".npz")


def test_a_trained_policy_plays_at_a_table_for_two(trained):
    command = [sys.executable, EXAMPLES / "sit.py", trained]
    state, dice = spieltisch.load("yatzy", players=2).new_initial_state(), spieltisch.Dice(4)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as bot:
        assert bot.stdin and bot.stdout

        def tell(**line) -> None:
            bot.stdin.write(json.dumps(line) + "\n")
            bot.stdin.flush()

        def ask(**line) -> dict:
            tell(**line)
            return json.loads(bot.stdout.readline())

        ready = ask(do="hello", protocol="spieltisch-bot/1")
        assert ready["is"] == "ready" and ready["games"] == ["yatzy"]
        number = 0
        while not state.is_terminal():
            if state.is_chance_node():
                dice.roll(state)
                continue
            number += 1
            legal = [state.action_to_string(action) for action in state.legal_actions()]
            question = {"id": number, "record": state.record(), "seat": state.current_player(), "legal": legal, "deadline_ms": 1000}
            said = ask(do="choose", **question)
            assert said["is"] == "move" and said["id"] == number and said["move"] in legal
            if number == 3:
                tell(do="refused", id=number, code="rule", rule="yatzy.turn.rolls", message="only to try it")
                again = ask(do="choose", **question)
                assert again["move"] in legal and again["move"] != said["move"]
            state.apply_action(state.string_to_action(said["move"]))
        tell(do="over", record=state.record())
        tell(do="bye")
        assert bot.wait(timeout=20) == 0


def test_without_a_policy_it_says_what_is_missing():
    done = subprocess.run([sys.executable, EXAMPLES / "sit.py"], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "train_yatzy.py" in done.stderr
