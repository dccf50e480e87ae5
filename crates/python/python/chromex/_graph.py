"""Graphs: by name, from edges, networkx, graph6 strings and adjacency arrays, and back."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sized
from typing import TYPE_CHECKING, Any, overload

from . import _chromex
from ._export import Exported

if TYPE_CHECKING:
    import networkx

Labels = tuple[Hashable, ...]
"""The names of the vertices where a graph comes from."""


class Graph(Exported):
    """A graph or digraph on the vertices 0, 1, …, that never changes.

    ``Graph(x)`` takes whatever describes one: an expression such as ``"grid:3x5"`` (see `families`),
    another `Graph`, a networkx or Sage graph, a square array, SciPy matrix or list of lists with 0s and 1s, a
    list or array of edges, or a dictionary from vertices to their neighbours. Vertices with names of their own
    are numbered in the order in which they are listed; `labels` keeps the names, and moves may be written
    with them.

    >>> Graph("cycle:5")
    Graph('cycle:5')
    >>> Graph([(0, 1), (1, 2)]) == Graph("path:3")
    True
    >>> Graph("petersen:5,2").order, Graph("petersen:5,2").automorphisms
    (10, 120)
    >>> Graph({"a": ["b"], "b": ["c"]}).labels
    ('a', 'b', 'c')
    """

    __slots__ = ("_core", "_labels")

    _core: _chromex.Graph
    _labels: Labels | None

    def __init__(self, source: Any) -> None:
        graph = source if isinstance(source, Graph) else _read(source)
        self._core, self._labels = graph._core, graph._labels

    @classmethod
    def _of(cls, core: _chromex.Graph, labels: Labels | None = None) -> Graph:
        graph = cls.__new__(cls)
        graph._core = core
        graph._labels = None if labels is None or labels == tuple(range(core.order)) else labels
        return graph

    @property
    def labels(self) -> Labels:
        """The names that the vertices had where the graph comes from: of networkx, Sage or a dictionary."""
        return self._labels or tuple(range(self.order))

    @classmethod
    def from_edges(
        cls, edges: Iterable[tuple[int, int]], order: int | None = None, directed: bool = False
    ) -> Graph:
        """The graph with these edges, or arcs; ``order`` adds isolated vertices.

        >>> Graph.from_edges([(0, 1)], order=3).order
        3
        """
        pairs = [(int(u), int(v)) for u, v in edges]
        least = 1 + max((max(pair) for pair in pairs), default=-1)
        return cls._of(_chromex.Graph.from_edges(least if order is None else order, pairs, directed))

    @classmethod
    def from_graph6(cls, text: str) -> Graph:
        """A graph from a graph6, sparse6 or digraph6 string.

        >>> Graph.from_graph6("DQc").edges()
        [(0, 2), (0, 4), (1, 3), (3, 4)]
        """
        return cls._of(_chromex.Graph.decode(text))

    @classmethod
    def from_text(cls, text: str, format: str) -> Graph:
        """A graph in a file format: g6, s6, d6, dimacs or edges."""
        return cls._of(_chromex.Graph.decode(text, format))

    @classmethod
    def from_adjacency(cls, rows: Any, directed: bool | None = None) -> Graph:
        """A graph from an adjacency matrix: a numpy array or SciPy matrix, or any square table that is indexed so.

        Unless told otherwise the graph is directed if the matrix is not symmetric.

        >>> Graph.from_adjacency([[0, 1], [1, 0]]).directed, Graph.from_adjacency([[0, 1], [0, 0]]).directed
        (False, True)
        """
        rows = rows.toarray() if hasattr(rows, "toarray") else rows
        table = [[bool(entry) for entry in row] for row in rows]
        order = len(table)
        if any(len(row) != order for row in table):
            raise ValueError(f"an adjacency matrix is square, this has {order} rows of other lengths")
        arcs = [(u, v) for u in range(order) for v in range(order) if table[u][v]]
        symmetric = all(table[v][u] for u, v in arcs)
        if directed is None:
            directed = not symmetric
        if not directed:
            if not symmetric:
                raise ValueError("the adjacency matrix is not symmetric: directed=True?")
            arcs = [(u, v) for u, v in arcs if u <= v]
        return cls._of(_chromex.Graph.from_edges(order, arcs, directed))

    @classmethod
    def from_networkx(cls, graph: networkx.Graph) -> Graph:
        """A graph from networkx; its nodes are numbered in the order in which it lists them.

        Loops cannot be coloured properly and are refused; edges that are there several times count once.
        """
        return _labelled(list(graph.nodes), [(u, v) for u, v, *_ in graph.edges], graph.is_directed())

    def to_networkx(self) -> networkx.Graph:
        """The graph for networkx, each node with the place where it is drawn as ``pos``."""
        import networkx

        graph = networkx.DiGraph() if self.directed else networkx.Graph(name=self.name)
        graph.add_nodes_from((v, {"pos": (x, -y)}) for v, (x, y) in enumerate(self._core.points()))
        graph.add_edges_from(self.edges())
        return graph

    def to_graph6(self) -> str:
        """The graph6 string, or digraph6 for digraphs.

        >>> Graph("path:4").to_graph6()
        'Ch'
        """
        return self._text("d6" if self.directed else "g6")

    def to_adjacency(self) -> list[list[int]]:
        """The adjacency matrix as lists; ``numpy.array`` takes it.

        >>> Graph("path:3").to_adjacency()
        [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
        """
        rows = [[0] * self.order for _ in range(self.order)]
        for u, v in self.edges():
            rows[u][v] = 1
            if not self.directed:
                rows[v][u] = 1
        return rows

    @property
    def name(self) -> str:
        """An expression that gives the graph again."""
        return self._core.name

    @property
    def order(self) -> int:
        """The number of vertices."""
        return self._core.order

    @property
    def size(self) -> int:
        """The number of edges or arcs."""
        return self._core.size

    @property
    def directed(self) -> bool:
        """Whether the edges have a direction."""
        return self._core.directed

    def edges(self) -> list[tuple[int, int]]:
        """The edges, or arcs (from, to)."""
        return self._core.edges()

    def neighbours(self, vertex: int) -> list[int]:
        """The vertices joined to this one, in either direction."""
        return self._core.neighbours(vertex)

    @overload
    def degree(self, vertex: int) -> int: ...
    @overload
    def degree(self, vertex: None = None) -> list[int]: ...
    def degree(self, vertex: int | None = None) -> int | list[int]:
        """How many vertices are joined to this one, or to each.

        >>> Graph("star:3").degree(0), Graph("star:3").degree()
        (3, [3, 1, 1, 1])
        """
        if vertex is not None:
            return len(self.neighbours(vertex))
        return [len(self.neighbours(v)) for v in self]

    def complement(self) -> Graph:
        """The same vertices, joined where they were not.

        >>> Graph("cycle:5").complement().size
        5
        """
        return Graph(f"complement({self.name})")

    def line_graph(self) -> Graph:
        """The edges as vertices, joined if they share an end.

        >>> Graph("path:4").line_graph() == Graph("path:3")
        True
        """
        return Graph(f"line({self.name})")

    def union(self, *others: Any) -> Graph:
        """This graph and others side by side; also written ``+``.

        >>> (Graph("path:2") + Graph("cycle:3")).facts()["components"]
        2
        """
        return Graph("+".join(f"({graph.name})" for graph in (self, *map(Graph, others))))

    def __add__(self, other: Any) -> Graph:
        return self.union(other)

    def canonical(self) -> Graph:
        """The canonical graph: equal for isomorphic graphs.

        >>> Graph("path:4").canonical() == Graph([(0, 2), (2, 1), (1, 3)]).canonical()
        True
        """
        return Graph._of(self._core.canonical()[0])

    @property
    def automorphisms(self) -> int | float:
        """The order of the automorphism group; a float if it does not fit 128 bits."""
        text = self._core.canonical()[1]
        return float(text) if "e" in text else int(text)

    def facts(self) -> dict[str, Any]:
        """Components, bipartite, diameter, girth.

        >>> Graph("cycle:6").facts()
        {'components': 1, 'bipartite': True, 'diameter': 3, 'girth': 6}
        """
        return self._core.facts()

    def __len__(self) -> int:
        return self.order

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.order))

    def __eq__(self, other: object) -> bool:
        """Equal as labelled graphs, whatever their names."""
        if not isinstance(other, Graph):
            return NotImplemented
        return (self.order, self.directed, self.edges()) == (other.order, other.directed, other.edges())

    def __hash__(self) -> int:
        return hash((self.order, self.directed, tuple(self.edges())))

    def __reduce__(self) -> tuple[object, ...]:
        return (_restore, (self.name, self._labels))

    def __repr__(self) -> str:
        return f"Graph({self.name!r})"


def _restore(name: str, labels: Labels | None) -> Graph:
    return Graph._of(_chromex.Graph(name), labels)


def _labelled(labels: list[Hashable], pairs: Iterable[tuple[Any, Any]], directed: bool) -> Graph:
    """The graph on vertices with these names."""
    number = {label: v for v, label in enumerate(labels)}
    edges = {(number[u], number[v]) for u, v in pairs}
    if not directed:
        edges = {(min(pair), max(pair)) for pair in edges}
    core = _chromex.Graph.from_edges(len(labels), sorted(edges), directed)
    return Graph._of(core, tuple(labels))


def _read(source: Any) -> Graph:
    """A graph from whatever describes one, told apart by what it can do: no package has to be there for it."""
    if isinstance(source, str):
        return Graph._of(_chromex.Graph(source))
    if hasattr(source, "nodes") and hasattr(source, "edges"):
        return Graph.from_networkx(source)
    if hasattr(source, "vertices") and hasattr(source, "edge_iterator"):
        edges = source.edge_iterator(labels=False)
        return _labelled(list(source.vertices(sort=False)), edges, source.is_directed())
    if isinstance(source, Mapping):
        return _from_neighbours(source)
    if hasattr(source, "shape"):
        return _from_array(source)
    rows = _rows(source)
    is_matrix = rows and all(hasattr(row, "__len__") and len(row) == len(rows) for row in rows)
    # Two edges make a list of two pairs, too; but no vertex is joined to itself.
    if is_matrix and all(row[i] in (0, False) for i, row in enumerate(rows)) and _is_binary(rows):
        return Graph.from_adjacency(rows)
    return Graph.from_edges(rows)


def _rows(source: Any) -> list[Any]:
    """The rows of a matrix or the edges, neither of which a number has."""
    rows = list(source) if isinstance(source, Iterable) else None
    if rows is None or not all(isinstance(row, Sized) and not isinstance(row, str) for row in rows):
        raise TypeError(
            f"{type(source).__name__} describes no graph: give an expression such as 'grid:3x5', a networkx graph, "
            "an adjacency matrix, a list of edges or a dictionary of neighbours"
        )
    return rows


def _from_neighbours(lists: Mapping[Any, Iterable[Any]]) -> Graph:
    """A graph from each vertex's neighbours, each edge named at one end or at both."""
    labels = list(dict.fromkeys([*lists, *(v for near in lists.values() for v in near)]))
    return _labelled(labels, ((u, v) for u, near in lists.items() for v in near), directed=False)


def _from_array(array: Any) -> Graph:
    """A square array is an adjacency matrix, one with two columns a list of edges."""
    if hasattr(array, "toarray"):
        array = array.toarray()
    shape = tuple(array.shape)
    # Two edges make a square, too; but no vertex is joined to itself, and an edge is 1.
    rows = array.tolist()
    is_matrix = shape != (2, 2) or _is_binary(rows) and rows[0][0] == rows[1][1] == 0
    if len(shape) == 2 and shape[0] == shape[1] and is_matrix:
        return Graph.from_adjacency(array)
    if len(shape) == 2 and shape[1] == 2:
        return Graph.from_edges(rows)
    raise ValueError(
        f"an array of shape {shape} is no graph: an adjacency matrix is square, a list of edges has two columns"
    )


def _is_binary(rows: list[Any]) -> bool:
    return all(isinstance(row, list) for row in rows) and all(x in (0, 1) for row in rows for x in row)


def expand(text: str) -> list[Graph]:
    """The graphs that an expression with ranges stands for.

    >>> expand("path:2..4")
    [Graph('path:2'), Graph('path:3'), Graph('path:4')]
    """
    return [Graph(name) for name in _chromex.expand(text)]


class _Stream(Iterator[Graph]):
    """Graphs one after the other; ``len`` is how many there are in all, if that is known, as tqdm wants to know."""

    def __init__(self, selection: str) -> None:
        self._graphs, self._selection = _chromex.all_graphs(selection), selection

    def __next__(self) -> Graph:
        return Graph._of(next(self._graphs))

    def __len__(self) -> int:
        total = _chromex.census_total(self._selection)
        if total is None:
            raise TypeError(f"how many graphs {self._selection!r} stands for is not known beforehand")
        return total


def all_graphs(kind: str, order: int | None = None) -> Iterator[Graph]:
    """All graphs of a kind up to isomorphism, one after the other, in canonical labelling: all, connected, trees,
    bipartite, connected-bipartite, cubic, cographs or strictly-matched, with so many vertices.

    They are the graphs of ``chromex all`` and of a census, in the same order and with the same graph6 texts.

    >>> next(all_graphs("connected", 16)).order
    16
    >>> sum(1 for graph in all_graphs("connected:1..6"))
    143

    ``tqdm(all_graphs("connected", 8))`` knows how many there will be.
    """
    return _Stream(kind if order is None else f"{kind}:{order}")
