"""The Slurm block of docs/cluster.md: its job script, and a whole run with a stand-in for Slurm's commands."""

import os
import re
import signal
import stat
import sys
from pathlib import Path

import chromex
import pytest

GUIDE = Path(__file__).parents[3] / "docs/cluster.md"


def documented():
    """The code that the guide shows."""
    (block,) = re.findall(r"```py\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    return block


def test_the_job_script():
    from dask_jobqueue import SLURMCluster

    (call,) = re.findall(r"cluster = (SLURMCluster\(.*?\n\))", documented(), re.DOTALL)
    with eval(call, {"SLURMCluster": SLURMCluster}) as cluster:
        script = cluster.job_script()
    assert script.startswith("#!")
    for line in (
        "#SBATCH -p normal",
        "#SBATCH -n 1",
        "#SBATCH --cpus-per-task=32",
        "#SBATCH -t 12:00:00",
        "source ~/chromex/bin/activate",
    ):
        assert line in script.splitlines(), script
    assert re.search(r"#SBATCH --mem=(60|64)G", script), script
    (worker,) = (line for line in script.splitlines() if "dask_worker" in line)
    for option in ("--nthreads 1", "--nworkers 32", "--local-directory /tmp"):
        assert f" {option} " in f"{worker} ", worker


SBATCH = """#!/bin/sh
# Copies the script, as Slurm does, and starts the job at once on this machine.
for script; do :; done
cp "$script" "$JOBS/job-$$"
bash "$JOBS/job-$$" >>"$JOBS/log" 2>&1 &
echo $! >>"$JOBS/pids"
echo "Submitted batch job $!"
"""

SCANCEL = """#!/bin/sh
kill "$@" 2>/dev/null
exit 0
"""


@pytest.fixture
def slurm(tmp_path, monkeypatch):
    """A folder of commands that are called like Slurm's, and a home with an environment to activate."""
    commands, home = tmp_path / "bin", tmp_path / "home"
    (home / "chromex/bin").mkdir(parents=True)
    (home / "chromex/bin/activate").write_text(f'PATH="{Path(sys.executable).parent}:$PATH"; touch "$JOBS/activated"\n')
    commands.mkdir()
    for name, text in (("sbatch", SBATCH), ("scancel", SCANCEL)):
        (commands / name).write_text(text)
        (commands / name).chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", f"{commands}:{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("JOBS", str(tmp_path))
    yield tmp_path
    pids = tmp_path / "pids"
    for pid in pids.read_text().split() if pids.exists() else ():
        try:
            os.kill(int(pid), signal.SIGTERM)
        except ProcessLookupError:
            pass


def test_the_block_runs(slurm):
    smaller = {
        "cores=32, processes=32": "cores=2, processes=2",
        '"64GB"': '"2GB"',
        '"connected:10", "/scratch/ten"': f'"connected:6", {str(slurm / "six")!r}',
        "chunk=5000": "chunk=10",
        "maximum_jobs=20": "maximum_jobs=1",
    }
    code = documented()
    for there, here in smaller.items():
        assert there in code, there
        code = code.replace(there, here)
    names: dict = {}
    try:
        exec(code, names)
    finally:
        for name in ("client", "cluster"):
            if name in names:
                names[name].close()
    assert (slurm / "activated").exists(), (slurm / "log").read_text()
    assert chromex.read_census(slurm / "six").num_rows == 112
