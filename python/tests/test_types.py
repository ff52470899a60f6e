"""The stubs are the engine's, and the package is typed throughout."""

import subprocess
import sys
from pathlib import Path


def run(*arguments: str) -> None:
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_are_what_the_engine_has():
    run("mypy.stubtest", "spieltisch._engine", "--ignore-disjoint-bases")


def test_the_package_is_typed():
    # PettingZoo has no types.
    run("mypy", "--strict", "--allow-subclassing-any", "--disable-error-code=import-untyped", "--package", "spieltisch")


def test_the_package_says_that_it_is_typed():
    import spieltisch

    assert (Path(spieltisch.__file__).parent / "py.typed").exists()
