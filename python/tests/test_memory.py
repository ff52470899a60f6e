"""A million steps leave nothing behind. Each is measured in a process of its own, where nothing was freed before."""

import subprocess
import sys
from pathlib import Path

import pytest

SLACK_KIB = 1024
"""What the allocator and the interpreter may take on the way."""


def growth_of(work: str) -> int:
    command = [sys.executable, Path(__file__).with_name("growth.py"), work]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.parametrize("work", ["batches", "states", "words", "environments"])
def test_a_million_steps_hold_no_more_memory(work):
    assert growth_of(work) < SLACK_KIB


def test_a_leak_would_be_seen():
    assert growth_of("leak") > 2 * SLACK_KIB
