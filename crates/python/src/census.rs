//! The unit of work of a census: questions about a chunk of graphs.

use chromex::graphs::formats::graph6;
use chromex::graphs::generate::{Kind, Part, stream};
use chromex::graphs::{self, Board};
use chromex::rules::{Convention, Game, Player, Position, parse_game};
use chromex::{Budget, Monitor, Value};
use pyo3::prelude::*;

use crate::run::{BudgetArgs, bad, run};

/// A question about a graph; its answer is a column.
enum Question {
    /// The value of a game on the uncoloured graph.
    Value(Game),
    /// Who wins it.
    Outcome(Game),
    /// χ_g, or with Bob first χ_g^B.
    Chi(Player),
    /// Membership in A*.
    AStar(Game),
}

impl Question {
    fn parse(text: &str) -> PyResult<Question> {
        Ok(match (text, text.strip_suffix("/outcome")) {
            ("chi_g", _) => Question::Chi(Player::Left),
            ("chi_g_b", _) => Question::Chi(Player::Right),
            ("a_star", _) => Question::AStar(parse_game("connected").map_err(bad)?),
            (_, Some(game)) => Question::Outcome(parse_game(game).map_err(bad)?),
            (game, None) => Question::Value(parse_game(game).map_err(bad)?),
        })
    }

    /// Whether the answers are numbers; the others are texts.
    fn is_number(&self) -> bool {
        match self {
            Question::Value(game) => {
                matches!(game.convention(), Convention::Impartial | Convention::Scoring)
            }
            Question::Outcome(_) => false,
            Question::Chi(_) | Question::AStar(_) => true,
        }
    }

    /// The answer; nothing if the budget ran out or the game is not played on the graph.
    fn ask(&self, board: &Board, budget: &Budget) -> (Option<i64>, Option<String>) {
        let start = |game: &Game| Position::start(game.clone(), board.clone()).ok();
        match self {
            Question::Value(game) => {
                let answer = start(game).and_then(|start| chromex::value(&start, budget).ok());
                match answer.and_then(|answer| answer.value) {
                    Some(Value::Nimber(heap)) => (Some(heap.into()), None),
                    Some(Value::Score(score)) => (Some(score.into()), None),
                    value => (None, value.map(|value| value.to_string())),
                }
            }
            Question::Outcome(game) => {
                let answer = start(game).and_then(|start| chromex::outcome(&start, budget).ok());
                (None, answer.and_then(|answer| answer.outcome).map(|outcome| outcome.to_string()))
            }
            Question::Chi(first) => {
                let chi = chromex::chi(board, *first, false, budget).ok();
                (chi.and_then(|chi| chi.number()).map(|number| number as i64), None)
            }
            Question::AStar(game) => {
                let found = start(game).and_then(|start| chromex::in_a_star(&start, budget).ok());
                (found.and_then(|found| found.0).map(i64::from), None)
            }
        }
    }
}

/// The answers to one question, a graph each.
#[derive(IntoPyObject)]
pub struct PyColumn {
    question: String,
    numbers: Option<Vec<Option<i64>>>,
    texts: Option<Vec<Option<String>>>,
}

/// A chunk of a census: the graphs, their orders and sizes, and the answers.
#[derive(IntoPyObject)]
pub struct PyChunk {
    graph: Vec<String>,
    n: Vec<i64>,
    m: Vec<i64>,
    columns: Vec<PyColumn>,
}

/// Checks that the questions are understood.
#[pyfunction]
pub fn census_questions(questions: Vec<String>) -> PyResult<()> {
    questions.iter().try_for_each(|question| Question::parse(question).map(|_| ()))
}

/// Asks each question about each graph; a graph is an expression, or a bare graph6 string.
#[pyfunction]
pub fn census_chunk(
    py: Python<'_>,
    questions: Vec<String>,
    graphs: Vec<String>,
    budget: BudgetArgs,
) -> PyResult<PyChunk> {
    let budget = budget.budget()?;
    let monitor = budget.monitor.clone();
    run(py, &monitor, move || ask_all(questions, &graphs, &budget))?
}

fn ask_all(questions: Vec<String>, graphs: &[String], budget: &Budget) -> PyResult<PyChunk> {
    let boards = graphs.iter().map(|text| board(text)).collect::<PyResult<Vec<Board>>>()?;
    let mut columns = Vec::new();
    for text in questions {
        let question = Question::parse(&text)?;
        let answers = boards.iter().map(|board| match budget.monitor.check() {
            Ok(()) => question.ask(board, budget),
            Err(_) => (None, None),
        });
        let (numbers, texts): (Vec<_>, Vec<_>) = answers.unzip();
        let is_number = question.is_number();
        columns.push(PyColumn {
            question: text,
            numbers: is_number.then_some(numbers),
            texts: (!is_number).then_some(texts),
        });
    }
    Ok(PyChunk {
        graph: graphs.to_vec(),
        n: boards.iter().map(|board| board.order() as i64).collect(),
        m: boards.iter().map(|board| board.graph().edge_count() as i64).collect(),
        columns,
    })
}

fn board(text: &str) -> PyResult<Board> {
    if text.contains(':') {
        return graphs::parse(text).map_err(bad);
    }
    Ok(Board::new(graph6::read(text).map_err(bad)?, format!("g6:{text}")))
}

/// One of `of` parts of the graphs of a kind with `order` vertices, in graph6.
#[pyfunction]
pub fn graph_part(
    py: Python<'_>,
    kind: &str,
    order: usize,
    part: u64,
    of: u64,
) -> PyResult<Vec<String>> {
    let Ok(parsed) = kind.parse::<Kind>() else {
        let kinds: Vec<String> = Kind::every().map(|kind| kind.to_string()).collect();
        return Err(bad(format!("`{kind}` is no kind of graphs: {}", kinds.join(", "))));
    };
    if order > parsed.most() {
        return Err(bad(format!("{kind} graphs are generated up to {} vertices", parsed.most())));
    }
    let part = Part { index: part, of: of.max(1) };
    let texts = run(py, &Monitor::default(), move || {
        stream(parsed, order, part).map(|graph| graph6::write(&graph)).collect::<Result<_, _>>()
    })?;
    texts.map_err(bad)
}
