"""Exact answers to colouring games on graphs.

>>> import chromex
>>> chromex.solve("icol", "grid:3x5").value
*3
>>> chromex.Position("icol", "path:5").play("2=B").moves()
['0=B', '0=W', '1=W', '3=W', '4=B', '4=W']

Questions take limits as keyword arguments: ``seconds``, ``nodes``, ``memory``, ``threads``, ``by``
(``"search"`` forbids theorems), ``positions``. When one is reached, `BudgetExceeded` tells what is known.
Dear answers are kept in the results store, which the ``chromex`` program shares: see `Store`.
Searches let other threads run, and Ctrl-C ends them.
"""

from importlib.metadata import version

from ._answers import Answer, BudgetExceeded, Rejected, Row, Statistics
from ._census import Census, census, census_questions, query, read_census
from ._export import export_formats
from ._game import Game
from ._graph import Graph, all_graphs, expand
from ._papers import Table, Verdict, claims, families, games, strategies, table, tables, verify
from ._position import Chi, Position, chi, in_a_star, solve
from ._proofs import Proved, check, prove
from ._search import Distributed, solve_distributed
from ._sequence import Sequence, sequence, sequences
from ._store import Store, Verified
from ._strategy import Duel, Reply, Strategy, duel
from ._sum import Sum, SumAnswer
from ._values import Form, Nimber, Thermograph, Value

__version__ = version("chromex")

__all__ = [
    "Answer", "BudgetExceeded", "Census", "Chi", "Distributed", "Duel", "Form", "Game", "Graph", "Nimber", "Position", "Proved",
    "Rejected", "Reply", "Row", "Sequence", "Statistics", "Store", "Strategy", "Sum", "SumAnswer", "Table", "Thermograph", "Value", "Verdict", "Verified",
    "all_graphs", "census", "census_questions", "check", "chi", "claims", "duel", "expand", "export_formats", "families",
    "games", "in_a_star", "prove", "query", "read_census", "sequence", "sequences", "solve", "solve_distributed", "strategies", "table", "tables", "verify",
]  # fmt: skip
