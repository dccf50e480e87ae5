"""Graphs from and to everything."""

import json
import pickle

import chromex
import networkx
import numpy
import pytest
import scipy.sparse
from chromex import Graph, Position

NAMES = ["grid:3x4", "petersen:5,2", "complete:5", "empty:3", "random:12,0.4,7", "tournament:5,1", "dipath:4"]


@pytest.mark.parametrize("name", NAMES)
def test_round_trips(name):
    graph = Graph(name)
    assert Graph.from_networkx(graph.to_networkx()) == graph
    assert Graph.from_graph6(graph.to_graph6()) == graph
    assert Graph.from_adjacency(numpy.array(graph.to_adjacency()), graph.directed) == graph
    assert Graph.from_edges(graph.edges(), graph.order, graph.directed) == graph
    assert Graph.from_text(graph.to("edges"), "edges").size == graph.size
    assert pickle.loads(pickle.dumps(graph)) == graph and hash(Graph(graph)) == hash(graph)


@pytest.mark.parametrize("seed", range(20))
def test_networkx_agrees(seed):
    ours = Graph(f"random:9,0.4,{seed}")
    theirs = networkx.gnp_random_graph(9, 0.4, seed)
    assert networkx.to_graph6_bytes(theirs, header=False).decode().strip() == Graph(theirs).to_graph6()
    assert networkx.is_isomorphic(ours.canonical().to_networkx(), ours.to_networkx())
    assert networkx.is_bipartite(ours.to_networkx()) == ours.facts()["bipartite"]
    shuffled = networkx.relabel_nodes(theirs, dict(zip(theirs, numpy.random.default_rng(seed).permutation(9))))
    assert Graph(shuffled).canonical() == Graph(theirs).canonical()
    # The value of a game does not depend on how vertices are named.
    assert chromex.solve("icol", shuffled).value == chromex.solve("icol", theirs).value


def test_whatever_describes_a_graph_is_one():
    triangle = Graph("complete:3")
    assert Graph([(0, 1), (1, 2), (0, 2)]) == triangle == Graph([[0, 1, 1], [1, 0, 1], [1, 1, 0]])
    assert Graph(numpy.ones((3, 3)) - numpy.eye(3)) == triangle == Graph(networkx.complete_graph(3))
    assert chromex.solve("icol", networkx.petersen_graph()).value == chromex.solve("icol", "petersen:5,2").value
    assert Graph(networkx.DiGraph([("a", "b"), ("b", "c")])) == Graph("dipath:3")
    assert "<svg" in triangle._repr_svg_() and "graph" in triangle.to("dot")


def test_what_others_call_a_graph():
    path = Graph("path:4")
    arcs = ([0, 1, 2], [1, 2, 3])
    upper = scipy.sparse.coo_array(([1, 1, 1], arcs), shape=(4, 4))
    assert Graph((upper + upper.T).tocsr()) == path and Graph(upper).directed
    assert Graph(numpy.array([[0, 1], [1, 2], [2, 3]])) == path
    assert Graph(numpy.array([[0, 1], [1, 2]])) == Graph("path:3")
    assert Graph(numpy.array([[0, 1], [1, 0]])) == Graph("path:2")
    assert Graph({0: [1], 1: [0, 2], 2: [1, 3], 3: []}) == path
    assert Graph(networkx.to_dict_of_lists(networkx.path_graph(4))) == path
    assert Graph(networkx.MultiGraph([(0, 1), (1, 0), (1, 2), (2, 3)])) == path
    for wrong, message in ((7, "int describes no graph"), (numpy.ones((2, 3)), r"shape \(2, 3\)"), ([1, 2], "list describes no")):
        with pytest.raises((TypeError, ValueError), match=message):
            Graph(wrong)


class Sage:
    """Graphs of Sage have methods where those of networkx have views."""

    def vertices(self, sort):
        return ["x", "y", "z"]

    def edge_iterator(self, labels):
        return iter([("z", "x"), ("x", "y")])

    def is_directed(self):
        return False


def test_labels_are_kept():
    board = networkx.grid_2d_graph(2, 2)
    graph = Graph(board)
    assert graph.labels == tuple(board) and Graph("path:3").labels == (0, 1, 2)
    assert Graph(Sage()).labels == ("x", "y", "z") and Graph(Sage()).edges() == [(0, 1), (0, 2)]
    position = Position("icol", board, {(0, 0): "B"}).play(((0, 1), "W"))
    assert position.colouring == Position("icol", graph, {0: "B", list(board).index((0, 1)): "W"}).colouring
    assert pickle.loads(pickle.dumps(position)).graph.labels == graph.labels
    kayles = Position("node-kayles", networkx.Graph([("a", "b"), ("b", "c")]))
    assert kayles.play("b").is_over and kayles.play("0=1").play("c").is_over and kayles.play("b=1").is_over
    with pytest.raises(ValueError, match="`x` is no vertex"):
        kayles.play("x=1")
    # Numbers in another order are names, too.
    swapped = Position("node-kayles", networkx.path_graph([2, 0, 1]))
    assert swapped.graph.labels == (2, 0, 1) and swapped.play(0).is_over


def test_moves_are_written_in_several_ways():
    start = Position("icol", "path:4")
    assert start.play("1=W", (3, "B")) == start.play((1, "W")).play((3, 1)) == start.play("1=W", "3=B")
    assert Position("node-kayles", "path:4").play(1) == Position("node-kayles", "path:4").play("1=1")
    for move, message in ((1, "1=B or 1=W"), (9, "no legal move"), ((1, "X"), "X"), ("1=B=", "=")):
        with pytest.raises(ValueError, match=message):
            start.play(move)


def test_graphs_are_put_together():
    cube = Graph("hypercube:3")
    assert cube.degree(0) == 3 and cube.degree() == [3] * 8
    theirs = networkx.complement(cube.to_networkx())
    assert networkx.utils.graphs_equal(networkx.Graph(cube.complement().edges()), networkx.Graph(theirs.edges))
    assert networkx.is_isomorphic(cube.line_graph().to_networkx(), networkx.line_graph(cube.to_networkx()))
    both = cube + Graph("path:2")
    assert (both.order, both.size) == (10, 13) and both == cube.union("path:2") == Graph("hypercube:3+path:2")
    random = Graph(networkx.gnp_random_graph(9, 0.4, 3))
    assert random.complement().complement() == random and random.union(random, random).order == 27


def test_all_graphs():
    count = lambda kind, order=None: sum(1 for _ in chromex.all_graphs(kind, order))
    assert [count("all", n) for n in range(1, 7)] == [1, 2, 4, 11, 34, 156]
    assert (count("trees", 8), count("trees:1..4")) == (23, 5)
    # The first of very many comes at once, and all are in canonical labelling.
    first = [next(chromex.all_graphs(kind, 16)) for kind in ("connected", "trees", "cographs", "bipartite")]
    assert all(graph.order == 16 and graph == graph.canonical() for graph in first)
    with pytest.raises(ValueError, match="at most 16 vertices for `connected`"):
        chromex.all_graphs("connected", 17)
    with pytest.raises(ValueError, match="did you mean `connected`"):
        chromex.all_graphs("conected", 5)
    assert [graph.name for graph in chromex.expand("path:1..3")] == ["path:1", "path:2", "path:3"]


def test_a_census_has_the_same_graphs(program, tmp_path):
    chromex.census("chi", "connected:1..6", tmp_path / "six.csv")
    column = [line.split(",")[0] for line in (tmp_path / "six.csv").read_text().splitlines()[1:]]
    assert column == [graph.to_graph6() for graph in chromex.all_graphs("connected:1..6")]
    assert column == program("all", "connected:1..6").split()


def test_everything_is_exported(tmp_path):
    graph, position = Graph("petersen:5,2"), chromex.Position("icol grid:2x3 B../..W left")
    directed_or_game = {"d6", "position"}
    for format in chromex.export_formats():
        name = tmp_path / f"x.{format['endings'][0]}"
        if format["name"] not in directed_or_game:
            graph.save(name)
            content = graph.to(format["name"])
            assert name.read_bytes().startswith(content if isinstance(content, bytes) else content.encode())
        if format["name"] != "d6":
            position.save(name)
            assert name.stat().st_size > 0
    loaded = json.loads(position.to("json"))
    assert loaded["graph"]["position"] == str(position) and loaded["nodes"][0]["colour"] == "black"
    read = networkx.node_link_graph(json.loads(graph.to("json")), edges="edges")
    assert Graph.from_networkx(read) == graph
    assert position.to("position") == str(position)
    with pytest.raises(ValueError, match="needs a position"):
        graph.to("position")
    with pytest.raises(ValueError, match="x.pdf"):
        graph.save(tmp_path / "x.pdf")
