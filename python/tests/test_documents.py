"""What the documents say is so: the README's code runs, ENCODING.md names the fields that there are."""

import re
from pathlib import Path

import pytest

import spieltisch

PACKAGE = Path(__file__).resolve().parents[1]


def test_the_readme_runs():
    text = (PACKAGE / "README.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 4
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)  # noqa: S102


def described() -> dict[str, list[tuple[str, int]]]:
    """The fields in the table of observations, by game; a width that is told by w is Caro's for two players."""
    table = (PACKAGE / "ENCODING.md").read_text().split("## Observations")[1].split("## Rewards")[0]
    fields: dict[str, list[tuple[str, int]]] = {}
    game = ""
    for first, names, width in re.findall(r"^\| (\w*) ?\| (`[^|]*) \| ([^|]+) \|", table, re.MULTILINE):
        game = first.lower() or game
        numbers = 121 if width.startswith("w") else int(width)
        fields.setdefault(game, []).extend((name, numbers) for name in re.findall(r"`(\w+)`", names))
    return fields


@pytest.mark.parametrize("name", spieltisch.games())
def test_the_fields_are_described(name):
    fields = spieltisch.load(name).observation_fields
    own = [(field, place.stop - place.start) for field, place in fields.items() if "+" not in field]
    assert described()[name] == own


def test_the_examples_of_numbers_are_right():
    text = (PACKAGE / "ENCODING.md").read_text()
    assert f"Version {spieltisch.ENCODING_VERSION} " in text
    yatzy, caro = spieltisch.load("yatzy"), spieltisch.load("caro")
    assert [yatzy.string_to_action(keep) for keep in ("keep", "keep 1", "keep 6", "keep 1 1", "keep 1 2")] == [0, 1, 6, 7, 8]
    assert yatzy.outcome_to_string(0) == "roll 1 1 1 1 1" and yatzy.outcome_to_string(251) == "roll 6 6 6 6 6"
    assert caro.string_to_action("lay black 0,0") == 60 and caro.string_to_action("pass") == 4 * 121
    assert spieltisch.load("castro").string_to_action("lose") == 246
    crowns = spieltisch.load("crowns")
    assert crowns.string_to_action("remove") == 924
