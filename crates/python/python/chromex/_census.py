"""A census: questions about many graphs, into one file on this machine or into parts on a Dask cluster.

On a cluster the graphs are cut into chunks. A chunk is answered by a worker and comes back as one Parquet
file, which is written beside its place, synced and renamed: so there is a whole part or none. A part is
named by its number and by a hash of what was asked (questions, limits, graphs), so that a census that was
broken off, by whatever means, goes on with the parts that are missing, and parts of another census are
noticed. This process is the only one that writes, so nothing is there twice. There is nothing but parts in
the folder, which other programs read as one table; what was asked stands in a manifest beside it.

Conditions are tested by the workers, so only rows that are wanted travel. If only the smallest is wanted, a
part holds the smallest of its chunk; chunks and graphs that are larger than the smallest so far are passed
over, and in the end all parts but one are emptied.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _chromex, _display
from ._answers import BudgetExceeded
from ._budget import budget
from ._files import write_whole
from ._graph import Graph
from ._progress import Bar, Progress

if TYPE_CHECKING:
    import pyarrow
    from distributed import Client
    from typing_extensions import Unpack

    from ._budget import Limits
    from ._chromex import RowFilter

VERSION = 2
"""Of the folder and its manifest."""

Chunk = dict[str, Any]
"""Either ``graphs``, or a ``part`` of a stream: its name, the number of the part, of how many."""


@dataclass(frozen=True, repr=False)
class Census:
    """A finished census."""

    path: Path
    """The file, or the folder of parts."""
    graphs: int
    """How many graphs were looked at."""
    computed: int
    """How many of them in this run; the others were done before."""
    seconds: float

    def table(self) -> pyarrow.Table:
        """All rows as a pyarrow table; ``.to_pandas()`` makes a data frame of it."""
        return read_census(self.path)

    def __repr__(self) -> str:
        again = f", {self.graphs - self.computed} of them done before" if self.computed < self.graphs else ""
        return f"Census({os.fspath(self.path)!r}: {self.graphs} graphs{again}, {self.seconds:.3g} s)"

    def _repr_html_(self) -> str:
        first = query(self.path, limit=8, incomplete=True)
        return _display.table([list(row.values()) for row in first], list(first[0]) if first else (), repr(self))


def census(
    questions: str | Iterable[str],
    graphs: Any,
    output: str | os.PathLike[str],
    *,
    where: str | None = None,
    smallest: bool = False,
    client: Client | None = None,
    part: str | None = None,
    chunk: int = 1000,
    store: str | os.PathLike[str] | None = None,
    force: bool = False,
    progress: Progress = None,
    **limits: Unpack[Limits],
) -> Census:
    """Asks questions about many graphs and writes a table of the answers.

    Questions are games (``"icol"``: its value; ``"icol.outcome"``, ``"connected.bob"``), ``"chi_g"`` and
    other numbers and classes: see `census_questions`. Graphs are a stream such as ``"connected:8"`` or
    ``"trees:1..12"``, an expression with ranges (``"path:1..20"``), a file of graph6 lines, or anything
    that gives graphs one after the other: whatever `Graph` takes, and graph6 texts. ``limits`` hold for each
    question; where one is reached the answer is missing (null).

    ``where`` keeps only rows for which a condition holds, ``smallest`` only the smallest of these: fewest
    vertices, then fewest edges, then first in order (on a cluster, in the order of the parts).

    On this machine ``output`` is one file: Parquet, or CSV or JSON lines by its ending. ``threads`` work
    on it (0: one a core). ``part="3/8"`` does the third of eight parts of the graphs, for several machines: `query`
    reads the files together and sees whether all are there.

    With a Dask ``client`` the chunks are answered by its workers, and ``output`` is a folder of Parquet
    files. Either way a census that was broken off goes on where it was, unless ``force`` throws away what is
    there. ``progress=True`` shows a bar of tqdm, with the number of graphs as its total where that is known;
    ``progress=bar`` moves a bar of your own on; a function hears after each chunk how many chunks and graphs are new.
    ``store`` is a file for dear answers, on each worker's machine.
    """
    wanted = [questions] if isinstance(questions, str) else list(questions)
    _chromex.census_columns(wanted)
    path, stored = Path(output), None if store is None else os.fspath(store)
    if client is None:
        source = _source(graphs)
        bar = Bar(progress, _expected(source, part), "graphs")
        raw = _chromex.census_file(
            wanted, source, part, str(path), where, smallest, force, chunk, bar.hear if bar.is_heard else None, budget(**limits), stored
        )
        bar.close(raw["graphs"] if raw["complete"] else None)
        if not raw["complete"]:
            raise BudgetExceeded("the census was broken off", f"{raw['graphs']} graphs are done")
        return Census(path, raw["graphs"], raw["graphs"] - raw["resumed"], raw["seconds"])
    if part is not None:
        raise ValueError("part= is for machines without a cluster: with a client, its workers share the graphs")
    budget(**limits)
    if where is not None:
        _chromex.census_condition(wanted, where)
    if force:
        _throw_away(path)
    started = time.monotonic()
    path.mkdir(parents=True, exist_ok=True)
    ask: Chunk = {"version": VERSION, "questions": wanted, "limits": {k: str(v) for k, v in limits.items()}}
    ask |= {"where": where, "smallest": smallest}
    _begin(path, ask | {"chunk": chunk})
    row_filter = _RowFilter(where, smallest)
    if smallest:
        for done in _parts(path):
            row_filter.note(_size(done))
    missing = list_missing(path, ask, chunks(graphs, chunk))
    wanted_pieces = ((name, piece) for name, piece in missing if not row_filter.beyond(piece))
    computed = 0
    total = None if smallest else _expected(graphs if isinstance(graphs, str) else [])
    bar = Bar(progress, total, "graphs", _graphs_in(path))
    for name, (data, count, size) in _on_cluster(
        client, wanted_pieces, lambda: (wanted, stored, dict(limits), row_filter.for_worker())
    ):
        write_whole(path / f"{name}-{count}.parquet", data, path.parent)
        row_filter.note(size)
        computed += count
        bar.update(count)
    bar.close()
    if smallest:
        _leave_smallest(path, wanted)
    total = _graphs_in(path)
    finished = ask | {"chunk": chunk, "parts": len(_parts(path)), "graphs": total, "complete": True}
    write_whole(_manifest(path), json.dumps(finished, indent=1).encode())
    return Census(path, total, computed, time.monotonic() - started)


def _expected(source: str | list[str], part: str | None = None) -> int | None:
    """How many graphs there will be, if that is known beforehand."""
    whole = len(source) or None if isinstance(source, list) else _total(source)
    of = int(part.split("/")[1]) if part and "/" in part else 1
    return None if whole is None else -(-whole // of)


def _graphs_in(folder: Path) -> int:
    """How many graphs the parts in a folder are about."""
    return sum(int(part.stem.split("-")[3]) for part in _parts(folder))


Size = tuple[int, int]
"""Vertices and edges."""


@dataclass
class _RowFilter:
    """Which rows are kept; of the smallest, how large it is so far."""

    condition: str | None
    smallest: bool
    most: Size | None = None

    def note(self, size: Size | None) -> None:
        if size is not None and (self.most is None or size < self.most):
            self.most = size

    def beyond(self, piece: Chunk) -> bool:
        """Whether all graphs of a chunk have too many vertices."""
        order = int(piece["part"][0].split(":")[1]) if "part" in piece else 0
        return self.most is not None and order > self.most[0]

    def for_worker(self) -> RowFilter:
        return {"condition": self.condition, "smallest": self.smallest, "most": self.most}


def _size(part: Path) -> Size | None:
    """Vertices and edges of the smallest graph in a part."""
    rows = query(part, select=["n", "m"], sort=["n", "m"], limit=1)
    return (rows[0]["n"], rows[0]["m"]) if rows else None


def _leave_smallest(folder: Path, questions: list[str]) -> None:
    """Empties all parts but the first that holds the smallest row: again and again, if need be."""
    sizes = [(size, part) for part in _parts(folder) if (size := _size(part)) is not None]
    for _, part in sorted(sizes)[1:]:
        write_whole(part, _chromex.census_empty(questions), folder.parent)


def census_questions() -> dict[str, str]:
    """What a census can ask, with explanations."""
    return dict(_chromex.census_questions())


def _parts(folder: Path) -> list[Path]:
    return sorted(folder.glob("part-*.parquet"))


ENDINGS = (".parquet", ".csv", ".jsonl", ".ndjson")
"""Of tables."""


def _tables(path: str | os.PathLike[str]) -> list[Path]:
    """The files of a census: itself, those in its folder, or those that fit a pattern."""
    place = Path(path)
    found = [place]
    if place.is_dir():
        found = _parts(place) or sorted(p for ending in ENDINGS for p in place.glob(f"[!._]*{ending}"))
    elif not place.exists():
        found = sorted(place.parent.glob(place.name))
    if not found:
        raise FileNotFoundError(f"there is no census in {os.fspath(path)!r}")
    return found


def read_census(path: str | os.PathLike[str]) -> pyarrow.Table:
    """All rows of a census, in the order of its graphs, as a pyarrow table."""
    import pyarrow
    import pyarrow.parquet

    tables = _tables(path)
    if tables[0].suffix in (*ENDINGS[1:], ".json"):
        columns, rows = _chromex.query([str(table) for table in tables], None, [], [], [], None, False, True)
        return pyarrow.table({name: [row[i] for row in rows] for i, name in enumerate(columns)})
    return pyarrow.concat_tables(pyarrow.parquet.read_table(part) for part in tables)


def query(
    path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    where: str | None = None,
    *,
    select: Iterable[str] = (),
    count_by: Iterable[str] = (),
    sort: Iterable[str] = (),
    limit: int | None = None,
    smallest: bool = False,
    incomplete: bool = False,
) -> list[dict[str, Any]]:
    """Rows of a census for which a condition holds, as dictionaries.

    The census is a file, a folder of them, a pattern such as ``"part-*.parquet"``, or several of these. If they
    are parts of a census, all must be there, unless ``incomplete`` allows it.

    ``select`` names columns or expressions, ``count_by`` counts the rows for each combination of such
    (and ``select`` may then sum them up: ``"max(chi_g)"``), ``sort`` orders them (``"-m"``: the largest
    first), ``smallest`` leaves the smallest graph.
    """
    paths = [path] if isinstance(path, (str, os.PathLike)) else path
    tables = [str(table) for one in paths for table in _tables(one)]
    columns, rows = _chromex.query(
        tables, where, list(select), list(count_by), list(sort), limit, smallest, incomplete
    )
    return [dict(zip(columns, row)) for row in rows]


def _source(graphs: Any) -> str | list[str]:
    """What the Rust census reads: a source as it is typed, or a list of graphs."""
    if isinstance(graphs, str):
        return graphs
    if isinstance(graphs, os.PathLike):
        return f"@{os.fspath(graphs)}"
    return [_text(graph) for graph in graphs]


def chunks(graphs: Any, size: int) -> Iterator[Chunk]:
    """The graphs in pieces of about this size, always the same ones."""
    if isinstance(graphs, str):
        found = re.fullmatch(r"([a-z-]+):(\d+)(?:\.\.(\d+))?", graphs)
        if found and (total := _total(graphs)) is not None:
            first, last = int(found[2]), int(found[3] or found[2])
            for order in range(first, last + 1):
                yield from _stream(f"{found[1]}:{order}", size, total)
            return
        graphs = _typed(graphs)
    elif isinstance(graphs, os.PathLike):
        graphs = _lines(Path(graphs))
    texts = (_text(graph) for graph in graphs)
    while piece := list(islice(texts, size)):
        yield {"graphs": piece}


def _typed(graphs: str) -> Iterable[str]:
    """What a text stands for: an expression or, if it is none, a file."""
    if graphs.startswith("@"):
        return _lines(Path(graphs[1:]))
    try:
        names = _chromex.expand(graphs)
        # The first one tells whether it is understood.
        _chromex.Graph(names[0])
        return names
    except ValueError:
        if Path(graphs).is_file():
            return _lines(Path(graphs))
        raise


def _total(source: str) -> int | None:
    """How many graphs a stream has that can be dealt out in parts; ``None`` of other sources."""
    try:
        return _chromex.census_total(source)
    except ValueError:
        return None


MOST_PARTS = 10_000
"""Of a stream: every worker that makes its part goes through the upper levels of the whole."""


def _stream(source: str, size: int, guess: int) -> Iterator[Chunk]:
    """Parts of a stream, which the workers generate themselves."""
    of = max(1, min((_total(source) or guess) // size, MOST_PARTS))
    return ({"part": [source, index, of]} for index in range(of))


def _lines(path: Path) -> Iterator[str]:
    with path.open() as file:
        for line in file:
            if line := line.strip().removeprefix(">>graph6<<"):
                yield line


def _text(graph: Any) -> str:
    return graph if isinstance(graph, str) else Graph(graph).name


def list_missing(folder: Path, ask: Chunk, pieces: Iterable[Chunk]) -> Iterator[tuple[str, Chunk]]:
    """The chunks that have no part yet, each with the name of its part (but for the number of graphs)."""
    present = {part.stem.split("-")[1]: part.stem.rpartition("-")[0] for part in _parts(folder)}
    for number, piece in enumerate(pieces):
        name = part_name(number, ask | piece)
        other = present.get(f"{number:07}")
        if other is not None and other != name:
            raise ValueError(
                f"{os.fspath(folder)!r} holds a census of other graphs ({other}): "
                "choose another folder, or remove it"
            )
        if other is None:
            yield name, piece


def part_name(number: int, asked: Chunk) -> str:
    """The name of a part: its number, and a hash of what was asked. The number of graphs comes after it."""
    text = json.dumps(asked, sort_keys=True)
    return f"part-{number:07}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _begin(folder: Path, ask: Chunk) -> None:
    """Writes the manifest, or compares it with that of the census that is to go on."""
    manifest, before = _manifest(folder), folder / "manifest.json"
    if before.exists():
        before.replace(manifest)
    if not manifest.exists():
        write_whole(manifest, json.dumps(ask, indent=1).encode())
        return
    before = json.loads(manifest.read_text())
    for key, value in ask.items():
        if before.get(key) != value:
            raise ValueError(
                f"{os.fspath(folder)!r} holds a census with {key} = {before.get(key)!r}, not {value!r}: "
                "choose another folder, or remove it"
            )


def _manifest(folder: Path) -> Path:
    """What a folder of parts is about stands beside it. (Earlier versions put it into the folder.)"""
    return folder.with_name(f"{folder.name}.manifest.json")


def _throw_away(folder: Path) -> None:
    for path in [_manifest(folder), folder / "manifest.json", *_parts(folder)]:
        path.unlink(missing_ok=True)


Asked = tuple[list[str], "str | None", dict[str, Any], "RowFilter"]
"""Questions, store, limits, and which rows are kept."""

Part = tuple[bytes, int, Size | None]
"""A Parquet file, the number of graphs, and the size of the smallest, if only that is kept."""


def answer_chunk(piece: Chunk, asked: Asked) -> Part:
    """What a worker does: the answers about one chunk."""
    questions, store, limits, row_filter = asked
    part = tuple(piece["part"]) if "part" in piece else None
    return _chromex.census_chunk(
        questions, piece.get("graphs", []), part, row_filter, budget(**limits), store
    )


RETRIES = 10
"""A chunk is given up after so many times that the scheduler has given it up."""

AHEAD = 3
"""So many chunks a thread are under way: enough to keep it busy, few enough to be bounded."""


def _on_cluster(
    client: Client, pieces: Iterator[tuple[str, Chunk]], asked: Callable[[], Asked]
) -> Iterator[tuple[str, Part]]:
    """The parts as they are finished; a chunk whose worker is lost is done by another one."""
    from distributed import KilledWorker, as_completed

    # What is cancelled of one run must not be of the next, which may ask for the same.
    run = uuid.uuid4().hex
    running: dict[Any, tuple[str, Chunk, int]] = {}
    waiting = as_completed()

    def submit(name: str, piece: Chunk, deaths: int) -> None:
        key = f"chromex-{name}-{run}-{deaths}"
        future = client.submit(answer_chunk, piece, asked(), key=key)
        running[future] = (name, piece, deaths)
        waiting.add(future)

    try:
        while True:
            room = AHEAD * max(1, sum(client.nthreads().values())) - len(running)
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
