"""Graphs from and to everything."""

import pickle

import chromex
import networkx
import numpy
import pytest
from chromex import Graph

NAMES = ["grid:3x4", "petersen:5,2", "complete:5", "empty:3", "random:12,0.4,7", "tournament:5,1", "dipath:4"]


@pytest.mark.parametrize("name", NAMES)
def test_round_trips(name):
    graph = Graph(name)
    assert Graph.from_networkx(graph.to_networkx()) == graph
    assert Graph.from_graph6(graph.to_graph6()) == graph
    assert Graph.from_adjacency(numpy.array(graph.to_adjacency()), graph.directed) == graph
    assert Graph.from_edges(graph.edges(), graph.order, graph.directed) == graph
    assert Graph.from_text(graph.to_text("edges"), "edges").size == graph.size
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
    assert "<svg" in triangle._repr_svg_() and "graph" in triangle.to_text("dot")


def test_all_graphs():
    assert [len(chromex.all_graphs("all", n)) for n in range(1, 7)] == [1, 2, 4, 11, 34, 156]
    assert len(chromex.all_graphs("trees", 8)) == 23
    assert [graph.name for graph in chromex.expand("path:1..3")] == ["path:1", "path:2", "path:3"]
