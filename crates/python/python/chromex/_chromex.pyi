"""What the Rust part of the package offers; people use what `chromex` makes of it."""

from collections.abc import Callable
from os import PathLike
from typing import Any, TypedDict, final

class Kept(TypedDict):
    condition: str | None
    smallest: bool
    most: tuple[int, int] | None

class BudgetArgs(TypedDict):
    seconds: float | None
    nodes: int | None
    memory: int | None
    threads: int
    theorems: bool
    positions: str | None

class Form(TypedDict):
    text: str
    outcome: str
    mean: tuple[int, int]
    temperature: tuple[int, int]
    birthday: int

class Statistics(TypedDict):
    positions: int
    bytes: int
    seconds: float

class Chi(TypedDict):
    number: int | None
    bounds: tuple[int, int]
    winners: list[str | None]
    remembered: int
    merged: str | None
    statistics: Statistics
    stopped: str | None

class Checked(TypedDict):
    confirmed: int
    proved: int
    undecided: int
    wrong: list[str]
    damaged: list[str]

class Proved(TypedDict):
    says: str
    claim: str
    game: str
    graph: str
    positions: int
    replies: int

class Sequence(TypedDict):
    name: str
    first: int
    values: bytes
    identity: str | None
    period: tuple[int, int] | None
    stopped: str | None
    seconds: float

class Verdict(TypedDict):
    id: str
    word: str
    cases: int
    detail: str | None
    seconds: float

class Table(TypedDict):
    name: str
    title: str
    source: str
    columns: list[str]
    published: tuple[int, int]
    extended: int

class Tally(TypedDict):
    side: str
    promise: str
    games: int
    moves: int
    positions: int | None
    cases: dict[str, int]
    escapes: int
    losses: int
    loss: tuple[str, list[str]] | None
    stopped: str | None

class Summary(TypedDict):
    graphs: int
    resumed: int
    rows: int
    unanswered: int
    complete: bool
    seconds: float

@final
class Graph:
    def __new__(cls, text: str) -> Graph: ...
    @staticmethod
    def from_edges(order: int, edges: list[tuple[int, int]], directed: bool) -> Graph: ...
    @staticmethod
    def decode(text: str, format: str | None = None) -> Graph: ...
    def export(self, format: str, file: bool) -> Any: ...
    @property
    def name(self) -> str: ...
    @property
    def order(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def directed(self) -> bool: ...
    def edges(self) -> list[tuple[int, int]]: ...
    def neighbours(self, vertex: int) -> list[int]: ...
    def canonical(self) -> tuple[Graph, str]: ...
    def facts(self) -> dict[str, Any]: ...
    def points(self) -> list[tuple[float, float]]: ...

@final
class AllGraphs:
    def __iter__(self) -> AllGraphs: ...
    def __next__(self) -> Graph: ...

@final
class Position:
    def __new__(
        cls, game: str, graph: Graph, colouring: str | None = None, turn: str | None = None
    ) -> Position: ...
    @staticmethod
    def parse(line: str) -> Position: ...
    @property
    def game(self) -> str: ...
    @property
    def graph(self) -> Graph: ...
    @property
    def turn(self) -> str: ...
    @property
    def convention(self) -> str: ...
    @property
    def colouring(self) -> str: ...
    def colours(self) -> list[int]: ...
    def palette(self) -> list[str]: ...
    def moves(self) -> list[str]: ...
    def play(self, played: str) -> Position: ...
    def with_turn(self, turn: str) -> Position: ...
    def result(self) -> tuple[str | None, int | None]: ...
    def export(self, format: str, file: bool) -> Any: ...
    def line(self) -> str: ...
    def canonical(self) -> Position: ...

@final
class Strategy:
    def __new__(
        cls, name: str, position: Position, side: str | None, literal: bool
    ) -> Strategy: ...
    @property
    def side(self) -> str: ...
    @property
    def promise(self) -> str: ...
    def played(self, by: str, played: str) -> None: ...
    def answer(self) -> tuple[str, str, bool] | None: ...
    def explain(self) -> str: ...

@final
class Store:
    def __new__(cls, path: str) -> Store: ...
    @property
    def path(self) -> str: ...
    def size(self) -> int: ...
    def get(self, position: Position) -> str | None: ...
    def put(
        self,
        position: Position,
        value: str | None,
        outcome: str | None,
        positions: int,
        seconds: float,
    ) -> bool: ...
    def summary(self) -> list[tuple[str, int, int, float]]: ...
    def damaged(self) -> list[str]: ...
    def verify(
        self, sample: int | None, merged: bool, forget: bool, budget: BudgetArgs
    ) -> Checked: ...
    def export(self, path: str) -> int: ...
    def merge(self, path: str) -> tuple[int, list[str]]: ...

def default_store() -> str | None: ...
def ask(position: Position, ask: str, budget: BudgetArgs, store: Store | None) -> str: ...
def line(
    position: Position, budget: BudgetArgs, store: Store | None
) -> tuple[list[str], list[str], str | None]: ...
def chi(
    graph: Graph, first: str, all: bool, budget: BudgetArgs, store: Store | None
) -> Chi: ...
def lost(
    position: Position, number: int, budget: BudgetArgs
) -> tuple[bool | None, str | None, int]: ...
def census_questions() -> list[tuple[str, str]]: ...
def census_columns(questions: list[str]) -> list[str]: ...
def census_total(source: str) -> int | None: ...
def census_chunk(
    questions: list[str],
    graphs: list[str],
    part: tuple[str, int, int] | None,
    kept: Kept,
    budget: BudgetArgs,
    store: str | None,
) -> tuple[bytes, int, tuple[int, int] | None]: ...
def census_condition(questions: list[str], condition: str) -> None: ...
def census_empty(questions: list[str]) -> bytes: ...
def census_file(
    questions: list[str],
    source: str | list[str],
    part: str | None,
    output: str,
    condition: str | None,
    smallest: bool,
    force: bool,
    chunk: int,
    progress: Callable[[int, int], None] | None,
    budget: BudgetArgs,
    store: str | None,
) -> Summary: ...
def query(
    tables: list[str],
    condition: str | None,
    select: list[str],
    count_by: list[str],
    sort: list[str],
    limit: int | None,
    smallest: bool,
    incomplete: bool,
) -> tuple[list[str], list[list[int | float | bool | str | None]]]: ...
def form(text: str) -> Form: ...
def form_add(a: str, b: str) -> Form: ...
def form_negative(text: str) -> Form: ...
def form_compare(a: str, b: str) -> tuple[bool, bool]: ...
def expand(text: str) -> list[str]: ...
def all_graphs(selection: str) -> AllGraphs: ...
def export_formats() -> list[dict[str, Any]]: ...
def format_of_file(path: str | PathLike[str]) -> str: ...
def games() -> list[dict[str, str]]: ...
def families() -> list[dict[str, str]]: ...
def strategies() -> list[dict[str, str]]: ...
def papers() -> list[tuple[str, str]]: ...
def claims() -> list[dict[str, str]]: ...
def verify(ids: list[str], deep: bool, budget: BudgetArgs) -> list[Verdict]: ...
def tables() -> list[Table]: ...
def table(
    name: str, to: int | None, budget: BudgetArgs
) -> tuple[Table, list[list[str]], str | None]: ...
def prove(
    position: Position, claim: str | None, chi: bool, budget: BudgetArgs
) -> tuple[bytes | None, str | None]: ...
def check(certificate: bytes, memory: int) -> tuple[Proved | None, str | None]: ...
def sequences() -> list[tuple[str, str]]: ...
def sequence(name: str, to: int, recurrence: bool, budget: BudgetArgs) -> Sequence: ...
def duel(
    name: str,
    position: Position,
    side: str | None,
    literal: bool,
    against: str,
    amount: int,
    seed: int,
    budget: BudgetArgs,
) -> Tally: ...
