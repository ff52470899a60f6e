"""PettingZoo's and Gymnasium's own tests, and what they leave open."""

from functools import partial
from types import SimpleNamespace

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test

import spieltisch.gym
from conftest import SETUPS, setup_name
from spieltisch import aec


@pytest.fixture(params=SETUPS, ids=setup_name)
def make(request: pytest.FixtureRequest):
    """Each set-up as an environment."""
    name, players, options = request.param
    return partial(aec.env, name, players, **options)


def play(env, seed: int) -> dict[str, float]:
    """Plays a game at random; what each agent was given."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        over = terminated or truncated
        env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return totals


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_api(make):
    api_test(make(), num_cycles=300)


def test_pettingzoo_seeds(make):
    seed_test(make, num_cycles=200)


@pytest.mark.parametrize("name", ["yatzy", "crowns"])
def test_pettingzoo_max_cycles(name):
    max_cycles_test(SimpleNamespace(env=partial(aec.env, name, 1), parallel_env=partial(aec.parallel_env, name, 1)))
    parallel_api_test(aec.parallel_env(name, 1), num_cycles=100)


def test_a_game_cut_short_asks_nobody_more_often(make):
    env = make(max_cycles=3)
    play(env, 4)
    assert max(env.unwrapped._decisions.values()) <= 3


def test_rewards_of_a_game_are_its_returns(make):
    for reward in ("points", "win"):
        env = make(reward=reward)
        for seed in range(3):
            totals = play(env, seed)
            start = env.unwrapped.game.new_initial_state().returns()
            gained = np.array(env.unwrapped.position.returns()) - start
            assert list(totals.values()) == pytest.approx(gained.tolist())


def test_an_illegal_action_changes_nothing_and_costs():
    env = aec.TableEnv("castro", 2)
    env.reset(seed=1)
    before = env.position
    env.step(env.game.string_to_action("lose"))
    assert env.position == before and env.rewards == {"player_0": -1.0, "player_1": 0.0}
    assert "castro.turn.lose" in env.infos["player_0"]["illegal"]


def test_games_are_shown(make, capsys):
    env = make(render_mode="ansi")
    env.reset(seed=1)
    assert "seat 0" in env.render() or "alone" in env.render()
    env = make(render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out


def test_an_open_table_is_refused():
    with pytest.raises(spieltisch.SetupError, match="open table"):
        aec.env("caro", 2, open_table=True)


@pytest.mark.parametrize("name", ["Yatzy", "Crowns"])
def test_gymnasium(name):
    env = gymnasium.make(f"spieltisch/{name}-v1", disable_env_checker=True)
    check_env(env.unwrapped)
    shown = gymnasium.make(f"spieltisch/{name}-v1", render_mode="ansi")
    _, info = shown.reset(seed=1)
    total, over = 0.0, False
    while not over:
        assert (info["action_mask"] == shown.unwrapped.action_masks()).all()
        action = shown.action_space.sample(info["action_mask"])
        _, reward, over, _, info = shown.step(action)
        assert "illegal" not in info
        total += reward
    assert shown.unwrapped.position.scores() == [total]
    assert "the game is over" in shown.render()
