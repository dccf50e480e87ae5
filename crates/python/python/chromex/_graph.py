"""Graphs: by name, from edges, networkx, graph6 strings and adjacency arrays, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from . import _chromex
from ._export import Exported

if TYPE_CHECKING:
    import networkx


class Graph(Exported):
    """A graph or digraph on the vertices 0, 1, …, that never changes.

    ``Graph(x)`` takes whatever describes one: an expression such as ``"grid:3x5"`` (see `families`),
    another `Graph`, a networkx graph, a square array or list of lists with 0s and 1s, or a list of
    edges.

    >>> Graph("cycle:5")
    Graph('cycle:5')
    >>> Graph([(0, 1), (1, 2)]) == Graph("path:3")
    True
    >>> Graph("petersen:5,2").order, Graph("petersen:5,2").automorphisms
    (10, 120)
    """

    __slots__ = ("_core",)

    _core: _chromex.Graph

    def __init__(self, source: Any) -> None:
        self._core = _read(source)

    @classmethod
    def _of(cls, core: _chromex.Graph) -> Graph:
        graph = cls.__new__(cls)
        graph._core = core
        return graph

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
        """A graph from an adjacency matrix: a numpy array, or any square table that is indexed so.

        Unless told otherwise the graph is directed if the matrix is not symmetric.

        >>> Graph.from_adjacency([[0, 1], [1, 0]]).directed, Graph.from_adjacency([[0, 1], [0, 0]]).directed
        (False, True)
        """
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
        """A graph from networkx; its nodes are numbered in the order in which it lists them."""
        number = {node: v for v, node in enumerate(graph.nodes)}
        edges = [(number[u], number[v]) for u, v in graph.edges()]
        return cls._of(_chromex.Graph.from_edges(len(number), edges, graph.is_directed()))

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
        return (Graph, (self.name,))

    def __repr__(self) -> str:
        return f"Graph({self.name!r})"


def _read(source: Any) -> _chromex.Graph:
    if isinstance(source, Graph):
        return source._core
    if isinstance(source, str):
        return _chromex.Graph(source)
    if hasattr(source, "nodes") and hasattr(source, "edges"):
        return Graph.from_networkx(source)._core
    if hasattr(source, "shape"):
        return Graph.from_adjacency(source)._core
    rows = list(source)
    is_matrix = rows and all(hasattr(row, "__len__") and len(row) == len(rows) for row in rows)
    # Two edges make a list of two pairs, too; but no vertex is joined to itself.
    if is_matrix and all(row[i] in (0, False) for i, row in enumerate(rows)) and _is_binary(rows):
        return Graph.from_adjacency(rows)._core
    return Graph.from_edges(rows)._core


def _is_binary(rows: list[Any]) -> bool:
    return all(isinstance(row, list) for row in rows) and all(x in (0, 1) for row in rows for x in row)


def expand(text: str) -> list[Graph]:
    """The graphs that an expression with ranges stands for.

    >>> expand("path:2..4")
    [Graph('path:2'), Graph('path:3'), Graph('path:4')]
    """
    return [Graph(name) for name in _chromex.expand(text)]


def all_graphs(kind: str, order: int | None = None) -> Iterator[Graph]:
    """All graphs of a kind up to isomorphism, one after the other, in canonical labelling: all, connected, trees,
    bipartite, connected-bipartite, cubic, cographs or strictly-matched, with so many vertices.

    They are the graphs of ``chromex all`` and of a census, in the same order and with the same graph6 texts.

    >>> next(all_graphs("connected", 16)).order
    16
    >>> sum(1 for graph in all_graphs("connected:1..6"))
    143
    """
    return map(Graph._of, _chromex.all_graphs(kind if order is None else f"{kind}:{order}"))
