"""A census: questions about many graphs, on this machine or on a Dask cluster.

The graphs are cut into chunks. A chunk is answered somewhere and comes back as one Parquet file, which
is written beside its place, synced and renamed: so there is a whole part or none. A part is named by its
number and by a hash of what was asked (questions, limits, graphs), so that a census that was broken off,
by whatever means, goes on with the parts that are missing, and parts of another census are noticed.
"""

from __future__ import annotations

import concurrent.futures
import hashlib
import io
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _chromex
from ._budget import budget
from ._graph import Graph

if TYPE_CHECKING:
    import pyarrow
    from distributed import Client
    from typing_extensions import Unpack

    from ._budget import Limits

VERSION = 1
"""Of the folder and its manifest."""

COUNTS = {
    "all": [1, 1, 2, 4, 11, 34, 156, 1044, 12346, 274668, 12005168, 1018997864],
    "connected": [1, 1, 1, 2, 6, 21, 112, 853, 11117, 261080, 11716571, 1006700565],
}
"""How many graphs there are, OEIS A000088 and A001349: how a stream is cut depends on it."""

UNKNOWN_PARTS = 64
"""Into so many parts the streams of the other kinds are cut."""

Chunk = dict[str, Any]
"""Either ``graphs``, or a ``part`` of a stream: kind, order, index, of how many."""


@dataclass(frozen=True)
class Census:
    """A finished census."""

    folder: Path
    graphs: int
    """The number of rows."""
    parts: int
    computed: int
    """How many of the parts were computed in this run; the others were there."""
    seconds: float

    def table(self) -> pyarrow.Table:
        """All rows as a pyarrow table; ``.to_pandas()`` makes a data frame of it."""
        return read_census(self.folder)


def census(
    questions: str | Iterable[str],
    graphs: Any,
    output: str | os.PathLike[str],
    *,
    client: Client | None = None,
    chunk: int = 1000,
    progress: Callable[[int, int], None] | None = None,
    **limits: Unpack[Limits],
) -> Census:
    """Asks questions about many graphs and writes the answers to Parquet files in a folder.

    A question is a game (its value: ``"icol"``, ``"connected"``), a game with ``/outcome``, ``"chi_g"``,
    ``"chi_g_b"`` (Bob first) or ``"a_star"``. Graphs are a stream such as ``"connected:8"`` or
    ``"trees:1..12"`` (all, connected, trees, bipartite, connected-bipartite, cubic), an expression with
    ranges (``"grid:2..4x2..5"``), a file of graph6 lines as a `Path`, or anything that gives graphs one
    after the other. ``limits`` hold for each question about each graph; where one is reached the
    answer is missing (null).

    With a Dask ``client`` the chunks are answered by its workers, otherwise by threads here; the result
    is the same. A census that was broken off goes on where it was. ``progress`` hears how many parts
    are finished and how many rows.
    """
    wanted = [questions] if isinstance(questions, str) else list(questions)
    _chromex.census_questions(wanted)
    _chromex.census_chunk([], [], budget(**limits))
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    ask = {"version": VERSION, "questions": wanted, "limits": {k: str(v) for k, v in limits.items()}}
    _begin(folder, ask | {"chunk": chunk})
    numbered = list_missing(folder, ask, chunks(graphs, chunk))
    run = _on_cluster(client) if client is not None else _on_threads
    computed = rows = 0
    for name, data in run(numbered, wanted, dict(limits)):
        write_whole(folder / name, data)
        computed += 1
        if progress:
            rows += _rows(io.BytesIO(data))
            progress(computed, rows)
    parts = sorted(folder.glob("part-*.parquet"))
    total = sum(_rows(part) for part in parts)
    finished = ask | {"chunk": chunk, "parts": len(parts), "graphs": total, "complete": True}
    write_whole(folder / "manifest.json", json.dumps(finished, indent=1).encode())
    return Census(folder, total, len(parts), computed, time.monotonic() - started)


def read_census(folder: str | os.PathLike[str]) -> pyarrow.Table:
    """All rows of a census, in the order of its graphs."""
    import pyarrow
    import pyarrow.parquet

    parts = sorted(Path(folder).glob("part-*.parquet"))
    if not parts:
        raise FileNotFoundError(f"there is no census in {os.fspath(folder)!r}")
    return pyarrow.concat_tables(pyarrow.parquet.read_table(part) for part in parts)


def chunks(graphs: Any, size: int) -> Iterator[Chunk]:
    """The graphs in pieces of about this size, always the same ones."""
    if isinstance(graphs, str):
        kind, _, orders = graphs.partition(":")
        if re.fullmatch(r"\d+(\.\.\d+)?", orders) and kind in _kinds():
            first, _, last = orders.partition("..")
            for order in range(int(first), int(last or first) + 1):
                yield from _stream(kind, order, size)
            return
        graphs = _chromex.expand(graphs)
    elif isinstance(graphs, os.PathLike):
        graphs = _lines(Path(graphs))
    texts = (_text(graph) for graph in graphs)
    while piece := list(islice(texts, size)):
        yield {"graphs": piece}


def _kinds() -> list[str]:
    return ["all", "connected", "trees", "bipartite", "connected-bipartite", "cubic"]


def _stream(kind: str, order: int, size: int) -> Iterator[Chunk]:
    """Parts of a stream, which the workers generate themselves."""
    counts = COUNTS.get(kind, [])
    few = counts[order] // size if order < len(counts) else UNKNOWN_PARTS if order > 8 else 1
    of = max(1, min(few, 10_000))
    return ({"part": [kind, order, index, of]} for index in range(of))


def _lines(path: Path) -> Iterator[str]:
    with path.open() as file:
        for line in file:
            if line := line.strip().removeprefix(">>graph6<<"):
                yield line


def _text(graph: Any) -> str:
    if isinstance(graph, str):
        return graph
    return Graph(graph).name


def list_missing(folder: Path, ask: Chunk, pieces: Iterable[Chunk]) -> Iterator[tuple[str, Chunk]]:
    """The chunks that have no part yet, each with the name of its part."""
    present = {part.name for part in folder.glob("part-*.parquet")}
    by_number = {name.split("-")[1]: name for name in present}
    for number, piece in enumerate(pieces):
        name = part_name(number, ask | piece)
        other = by_number.get(f"{number:07}")
        if other is not None and other != name:
            raise ValueError(
                f"{os.fspath(folder)!r} holds a census of other graphs or questions ({other}): "
                "choose another folder, or remove it"
            )
        if other is None:
            yield name, piece


def part_name(number: int, asked: Chunk) -> str:
    """The name of a part: its number, and a hash of what was asked."""
    text = json.dumps(asked, sort_keys=True)
    return f"part-{number:07}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.parquet"


def _begin(folder: Path, ask: Chunk) -> None:
    """Writes the manifest, or compares it with that of the census that is to go on."""
    manifest = folder / "manifest.json"
    if manifest.exists():
        before = json.loads(manifest.read_text())
        for key, value in ask.items():
            if before.get(key) != value:
                raise ValueError(
                    f"{os.fspath(folder)!r} holds a census with {key} = {before.get(key)!r}, not {value!r}: "
                    "choose another folder, or remove it"
                )
        return
    write_whole(manifest, json.dumps(ask, indent=1).encode())


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that it is there whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    with beside.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def answer_chunk(questions: list[str], piece: Chunk, limits: dict[str, Any]) -> bytes:
    """What a worker does: the answers about one chunk, as the bytes of a Parquet file."""
    import pyarrow
    import pyarrow.parquet

    graphs = piece["graphs"] if "graphs" in piece else _chromex.graph_part(*piece["part"])
    found = _chromex.census_chunk(questions, graphs, budget(**limits))
    columns = {
        "graph": pyarrow.array(found["graph"], pyarrow.string()),
        "n": pyarrow.array(found["n"], pyarrow.int32()),
        "m": pyarrow.array(found["m"], pyarrow.int32()),
    }
    for column in found["columns"]:
        numbers = column["numbers"]
        columns[column["question"]] = (
            pyarrow.array(column["texts"], pyarrow.string())
            if numbers is None
            else pyarrow.array(numbers, pyarrow.int32())
        )
    out = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), out, compression="zstd")
    return out.getvalue()


Run = Iterator[tuple[str, bytes]]
"""Names of parts and their contents, in the order in which they are finished."""


def _on_threads(pieces: Iterator[tuple[str, Chunk]], questions: list[str], limits: dict[str, Any]) -> Run:
    threads = os.cpu_count() or 1
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        running: dict[concurrent.futures.Future[bytes], str] = {}
        try:
            while True:
                for name, piece in islice(pieces, 2 * threads - len(running)):
                    running[pool.submit(answer_chunk, questions, piece, limits)] = name
                if not running:
                    return
                done, _ = concurrent.futures.wait(running, return_when="FIRST_COMPLETED")
                for future in done:
                    yield running.pop(future), future.result()
        finally:
            pool.shutdown(cancel_futures=True)


RETRIES = 10
"""A chunk is given up after so many workers have died over it."""


def _on_cluster(client: Client) -> Callable[..., Run]:
    """The same on the workers of a cluster; a chunk whose worker is lost is done by another one."""

    def run(pieces: Iterator[tuple[str, Chunk]], questions: list[str], limits: dict[str, Any]) -> Run:
        from distributed import KilledWorker, as_completed

        running: dict[Any, tuple[str, Chunk, int]] = {}
        waiting = as_completed()

        def submit(name: str, piece: Chunk, deaths: int) -> None:
            key = f"chromex-{name.removesuffix('.parquet')}-{os.getpid()}-{deaths}"
            future = client.submit(answer_chunk, questions, piece, limits, key=key)
            running[future] = (name, piece, deaths)
            waiting.add(future)

        try:
            while True:
                room = 3 * max(1, sum(client.nthreads().values())) - len(running)
                for name, piece in islice(pieces, max(0, room)):
                    submit(name, piece, 0)
                if not running:
                    return
                future = next(waiting)
                name, piece, deaths = running.pop(future)
                try:
                    yield name, future.result()
                except KilledWorker:
                    if deaths >= RETRIES:
                        raise
                    submit(name, piece, deaths + 1)
        finally:
            client.cancel(list(running))

    return run


def _rows(part: Any) -> int:
    import pyarrow.parquet

    return int(pyarrow.parquet.read_metadata(part).num_rows)
