"""Plays a contest between two bots on a Dask cluster, by default of local processes, and merges the parts.

    pip install dask distributed
    cargo build --release --no-default-features --features cli
    python examples/arena_dask.py fluky 5 4 --matches 200 --shards 8 --check

Each shard is a separate task: `fairground arena ... --shard K/M --json FILE`. With `--scheduler ADDRESS` the tasks go to
a cluster whose workers can access the same folder. `--check` also plays the contest in one piece and compares the results.
"""

import argparse
import json
import pathlib
import subprocess
import sys

from dask.distributed import Client, LocalCluster, as_completed


def arena(arguments, *more):
    """Runs the command and returns what it prints."""
    return subprocess.run([*arguments, *map(str, more)], check=True, stdout=subprocess.PIPE, text=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sprt", help="such as 0,50")
    parser.add_argument("--shards", type=int, default=4)
    parser.add_argument("--workers", type=int, help="processes of the local cluster")
    parser.add_argument("--scheduler", help="the address of a running cluster")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("arena"))
    parser.add_argument("--program", default="target/release/fairground")
    parser.add_argument("--check", action="store_true", help="compare with the same contest played in one piece")
    options = parser.parse_args()

    options.folder.mkdir(parents=True, exist_ok=True)
    command = [options.program, "arena", options.game, options.a, options.b]
    command += ["--matches", str(options.matches), "--seed", str(options.seed)]
    if options.sprt:
        command += ["--sprt", options.sprt]

    cluster = options.scheduler or LocalCluster(n_workers=options.workers, threads_per_worker=1)
    with Client(cluster) as client:
        files, tasks = [], []
        for shard in range(1, options.shards + 1):
            file = options.folder / f"shard-{shard}-of-{options.shards}.json"
            files.append(file)
            part = ("--shard", f"{shard}/{options.shards}", "--threads", 1, "--json", file)
            tasks.append(client.submit(arena, command, *part, pure=False))
        for done, task in enumerate(as_completed(tasks), 1):
            task.result()
            print(f"{done} of {options.shards} shards", file=sys.stderr)

    merged = options.folder / "merged.json"
    print(arena(command, "--merge", *files, "--json", merged), end="")
    if options.check:
        whole = options.folder / "whole.json"
        whole.unlink(missing_ok=True)
        arena(command, "--json", whole)
        if json.loads(merged.read_text()) != json.loads(whole.read_text()):
            sys.exit("the merged results differ from those of one machine")
        print("the merged results are those of one machine")


if __name__ == "__main__":
    main()
