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
from ._conjecture import Conjecture, Conjectures, conjecture
from ._export import export_formats
from ._functions import FunctionGame, FunctionPosition, GameFunctionError, State
from ._game import Game
from ._graph import Graph, all_graphs, expand
from ._misere import MisereQuotient, misere_quotient
from ._papers import Table, Verdict, claims, families, figures, four_rows, games, read_tints, strategies, table, tables, tints, verify
from ._position import Chi, Position, a_mu, a_mu_star, chi, in_a_star, solve
from ._proofs import Proved, check, prove
from ._search import Distributed, solve_distributed
from ._sequence import Sequence, sequence, sequences
from ._store import Store, Verified
from ._strategy import Duel, Reply, Strategy, duel
from ._sum import HottestFirst, Sum, SumAnswer
from ._values import Form, Nimber, Thermograph, Value
from ._widget import Board

__version__ = version("chromex")

__all__ = [
    "Answer", "Board", "BudgetExceeded", "Census", "Chi", "Conjecture", "Conjectures", "Distributed", "Duel", "Form", "FunctionGame", "FunctionPosition", "Game", "GameFunctionError", "Graph", "HottestFirst", "MisereQuotient",
    "Nimber", "Position", "Proved", "Rejected", "Reply", "Row", "Sequence", "State", "Statistics", "Store", "Strategy", "Sum", "SumAnswer", "Table", "Thermograph", "Value", "Verdict", "Verified",
    "a_mu", "a_mu_star", "all_graphs", "census", "census_questions", "check", "chi", "claims", "conjecture", "duel", "expand", "export_formats", "families", "figures", "four_rows", "games",
    "in_a_star", "misere_quotient", "prove", "query", "read_census", "read_tints", "sequence", "sequences", "solve", "solve_distributed", "strategies", "table", "tables", "tints", "verify",
]  # fmt: skip
