//! Questions that can be asked about every graph of a census.
//!
//! A question is typed as it is named: a game (`icol`, `proper:2`) asks for its value, with
//! `.outcome` for who wins and `.bob` for the other player first; a partisan game (`snort`) also
//! for the `.mean`, `.temperature` and `.birthday` of its value; with `K` in place of a number
//! (`marking:K`), it asks for the least number with which Alice wins. `chi_g` and other numbers,
//! and `is_…` classes, are listed in tables. Its column has the same name with `_` for other signs,
//! so that it can be used in expressions: `proper_2`, `icol_outcome`.

use chromex::graphs::classes::involution::{self, USUAL_STEPS};
use chromex::graphs::classes::{cograph, interval, planar, reflection, shape, spider};
use chromex::graphs::formats::Format;
use chromex::graphs::symmetry::Symmetry;
use chromex::graphs::{Board, Graph, TextError, facts, formats, invariants, ops};
use chromex::rules::{Convention, GAMES, Game, OWN, Player, Position, parse_game};
use chromex::{
    Answer, Ask, Budget, Chi, ChiError, FormValue, GameFamily, Question, RedQuestion, Sources,
    Stop, Value, ValueReport, ask, least,
};

use crate::{Cell, ColumnType, Columns};

/// One row of the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// A cell for each column.
    pub cells: Vec<Cell>,
    /// The number of questions that were given up because of the budget.
    pub unanswered: usize,
    /// Whether somebody cancelled the search: then the row must not be used.
    pub cancelled: bool,
}

/// A question makes no sense for a graph.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Inapplicable(pub String);

/// A number, class or text that belongs to a graph.
pub struct Invariant {
    /// The name of the column.
    pub name: &'static str,
    /// A description for the help text.
    pub summary: &'static str,
    kind: ColumnType,
    find: fn(&Board) -> Found,
}

/// The result of a question.
enum Found {
    Cell(Cell),
    GaveUp,
}

/// The chromatic number and similar numbers are given up after this many steps.
const STEPS: u64 = 20_000_000;

fn int(number: impl TryInto<i64>) -> Found {
    number.try_into().map_or(Found::GaveUp, |number| Found::Cell(Cell::Int(number)))
}

/// A text that is equal for isomorphic graphs, and only for these.
fn canonical(graph: &Graph) -> Option<String> {
    let format = if graph.is_directed() { Format::Digraph6 } else { Format::Graph6 };
    formats::write(&Symmetry::of_uncoloured(graph)?.canonical(graph), format).ok()
}

/// The number, or nothing if there is no such number.
fn perhaps(number: Option<usize>) -> Found {
    number.map_or(Found::Cell(Cell::Null), int)
}

fn within_steps(number: Option<usize>) -> Found {
    number.map_or(Found::GaveUp, int)
}

fn truth(truth: bool) -> Found {
    Found::Cell(Cell::Bool(truth))
}

fn degree(graph: &Graph, v: usize) -> usize {
    graph.neighbours(v).count()
}

fn degrees(graph: &Graph) -> Vec<usize> {
    let mut degrees: Vec<usize> = (0..graph.order()).map(|v| degree(graph, v)).collect();
    degrees.sort_unstable_by(|a, b| b.cmp(a));
    degrees
}

fn is_regular(graph: &Graph) -> bool {
    let degrees = degrees(graph);
    degrees.first() == degrees.last()
}

const fn number(name: &'static str, summary: &'static str, find: fn(&Board) -> Found) -> Invariant {
    Invariant { name, summary, kind: ColumnType::Int, find }
}

const fn class(name: &'static str, summary: &'static str, find: fn(&Board) -> Found) -> Invariant {
    Invariant { name, summary, kind: ColumnType::Bool, find }
}

/// Questions that can be answered without playing on the graph.
pub const INVARIANTS: &[Invariant] = &[
    number("n", "vertices", |b| int(b.order())),
    number("m", "edges", |b| int(b.graph().edge_count())),
    number("chi", "chromatic number", |b| {
        within_steps(invariants::chromatic_number(b.graph(), STEPS))
    }),
    number("orthogonal_chi", "orthogonal chromatic number (Andres et al., section 1)", |b| {
        within_steps(invariants::orthogonal_chromatic_number(b.graph(), 2, STEPS))
    }),
    number("orthogonal_chi_3", "the same for three mutually orthogonal colourings", |b| {
        within_steps(invariants::orthogonal_chromatic_number(b.graph(), 3, STEPS))
    }),
    number("clique", "clique number", |b| {
        within_steps(invariants::clique_number(b.graph(), STEPS))
    }),
    number("independence", "independence number", |b| {
        within_steps(invariants::independence_number(b.graph(), STEPS))
    }),
    number("min_degree", "least degree", |b| int(degrees(b.graph()).last().copied().unwrap_or(0))),
    number("max_degree", "largest degree", |b| {
        int(degrees(b.graph()).first().copied().unwrap_or(0))
    }),
    Invariant {
        name: "degrees",
        summary: "degrees, largest first: 3,2,2,1",
        kind: ColumnType::Text,
        find: |b| {
            let words: Vec<String> = degrees(b.graph()).iter().map(usize::to_string).collect();
            Found::Cell(Cell::text(words.join(",")))
        },
    },
    number("degeneracy", "degeneracy", |b| int(invariants::degeneracy(b.graph()))),
    number("triangles", "triangles", |b| int(invariants::triangles(b.graph()))),
    number("components", "connected components", |b| int(ops::components(b.graph()).len())),
    number("girth", "length of a shortest cycle; null if there is none", |b| {
        perhaps(facts::girth(b.graph()))
    }),
    number("diameter", "largest distance; null if the graph is not connected", |b| {
        perhaps(facts::diameter(b.graph()))
    }),
    number("automorphisms", "order of the automorphism group", |b| {
        let order = Symmetry::of_uncoloured(b.graph()).and_then(|symmetry| symmetry.group_order());
        order.map_or(Found::GaveUp, int)
    }),
    number("orbits", "orbits of vertices under symmetry", |b| {
        within_steps(Symmetry::of_uncoloured(b.graph()).map(|symmetry| symmetry.orbit_count()))
    }),
    Invariant {
        name: "canonical",
        summary: "graph6 in canonical labelling, by which tables are joined; that of generated graphs",
        kind: ColumnType::Text,
        find: |b| canonical(b.graph()).map_or(Found::GaveUp, |text| Found::Cell(Cell::text(text))),
    },
    class("is_connected", "connected", |b| truth(shape::is_connected(b.graph()))),
    class("is_tree", "a tree", |b| {
        let graph = b.graph();
        truth(graph.order() > 0 && shape::is_connected(graph) && facts::girth(graph).is_none())
    }),
    class("is_forest", "without cycles", |b| truth(facts::girth(b.graph()).is_none())),
    class("is_bipartite", "without odd cycles", |b| truth(facts::is_bipartite(b.graph()))),
    class("is_path", "a path", |b| truth(shape::path(b.graph()).is_some())),
    class("is_cycle", "a cycle", |b| truth(shape::cycle(b.graph()).is_some())),
    class("is_regular", "all degrees equal", |b| truth(is_regular(b.graph()))),
    class("is_cubic", "all degrees three", |b| {
        truth(b.order() > 0 && degrees(b.graph()).iter().all(|&d| d == 3))
    }),
    class("is_cograph", "without an induced path of four vertices", |b| {
        truth(cograph::cotree(b.graph()).is_ok())
    }),
    class("is_planar", "planar", |b| truth(planar::is_planar(b.graph()))),
    class("is_interval", "an interval graph", |b| truth(interval::interval(b.graph()).is_ok())),
    class("is_spider", "a spider (Bensmail et al.)", |b| {
        truth(spider::spider(b.graph()).is_some())
    }),
    class("is_pseudo_spider", "a pseudo-spider (Bensmail et al.)", |b| {
        truth(spider::pseudo_spider(b.graph()).is_some())
    }),
    class("is_reflection", "a reflection graph (Bensmail et al.)", |b| {
        reflection::reflection(b, USUAL_STEPS).map_or(Found::GaveUp, |found| truth(found.is_some()))
    }),
    class("is_strictly_matched", "with a strictly matched involution (Andres et al.)", |b| {
        let found = involution::find(b, involution::InvolutionKind::StrictlyMatched, USUAL_STEPS);
        found.map_or(Found::GaveUp, |found| truth(found.is_some()))
    }),
];

/// The names of least numbers with which Alice wins, the games, and who moves first.
const LEAST: &[(&str, &str, &str, Player)] = &[
    ("chi_g", "game chromatic number, Alice first", "colouring:K", Player::Left),
    ("chi_g_bob", "game chromatic number, Bob first", "colouring:K", Player::Right),
    (
        "chi_aa",
        "the same, Alice first and may skip: [A,A]",
        "colouring:K:alice-skips",
        Player::Left,
    ),
    ("chi_ab", "the same, Alice first, Bob may skip: [A,B]", "colouring:K:bob-skips", Player::Left),
    (
        "chi_ba",
        "the same, Bob first, Alice may skip: [B,A]",
        "colouring:K:alice-skips",
        Player::Right,
    ),
    ("chi_bb", "the same, Bob first and may skip: [B,B]", "colouring:K:bob-skips", Player::Right),
    ("col_g", "game colouring number, Alice first", "marking:K", Player::Left),
    ("col_g_bob", "game colouring number, Bob first", "marking:K", Player::Right),
    ("index_g", "game chromatic index, Alice first", "edge-colouring:K", Player::Left),
    ("index_g_bob", "game chromatic index, Bob first", "edge-colouring:K", Player::Right),
    ("total_g", "total game chromatic number, Alice first", "total-colouring:K", Player::Left),
    ("connected_g", "connected game chromatic number", "connected-colouring:K", Player::Left),
    ("indicated", "indicated chromatic number", "indicated:K", Player::Left),
];

/// What is asked about Alice's component.
const PLAYED: [(RedQuestion, &str); 3] = [
    (RedQuestion::AStar, "whether Alice can force a single red component (Bensmail et al.)"),
    (RedQuestion::AMu, "the largest red component that Alice can force"),
    (RedQuestion::AMuStar, "the same while she wins; 0 if she does not win"),
];

#[derive(Clone)]
struct ColumnQuestion {
    /// The question as it was typed.
    text: String,
    column: String,
    kind: ColumnType,
    wanted: Wanted,
}

/// What the cells of a column contain.
#[derive(Clone)]
enum Wanted {
    Invariant(usize),
    Value(Game, Player),
    Outcome(Game, Player),
    Fact(Game, FormFact),
    Least(GameFamily, Player),
    Monotone(GameFamily, Player),
    AStar(Game),
}

/// A number that belongs to the value of a partisan game.
#[derive(Clone, Copy)]
enum FormFact {
    Mean,
    Temperature,
    Birthday,
}

impl FormFact {
    const ALL: [(&'static str, FormFact); 3] = [
        ("mean", FormFact::Mean),
        ("temperature", FormFact::Temperature),
        ("birthday", FormFact::Birthday),
    ];

    fn kind(self) -> ColumnType {
        match self {
            FormFact::Mean | FormFact::Temperature => ColumnType::Real,
            FormFact::Birthday => ColumnType::Int,
        }
    }

    fn of(self, form: &FormValue) -> Cell {
        match self {
            FormFact::Mean => Cell::Real(form.mean.to_f64()),
            FormFact::Temperature => Cell::Real(form.temperature.to_f64()),
            FormFact::Birthday => Cell::Int(form.birthday.into()),
        }
    }
}

/// A list of questions, each with its column.
#[derive(Clone)]
pub struct Questions {
    questions: Vec<ColumnQuestion>,
}

impl std::fmt::Debug for Questions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.questions.iter().map(|question| &question.column)).finish()
    }
}

/// The name of the column for a question: letters, digits and underscores.
fn column_name(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

impl Questions {
    /// Reads the questions as they are typed. `n` and `m` are always the first.
    pub fn parse<S: AsRef<str>>(texts: &[S]) -> Result<Questions, TextError> {
        let mut questions = Questions { questions: Vec::new() };
        questions.add("n")?;
        questions.add("m")?;
        texts.iter().try_for_each(|text| questions.add(text.as_ref()))?;
        Ok(questions)
    }

    /// Adds a question, if it is not yet in the list.
    pub fn add(&mut self, text: &str) -> Result<(), TextError> {
        let mut question = parse_question(text)?;
        if self.questions.iter().any(|known| known.text == question.text) {
            return Ok(());
        }
        // Texts may differ only in signs that column names cannot have.
        let taken = |column: &str| self.questions.iter().any(|known| known.column == column);
        let column = question.column.clone();
        let mut number = 2;
        while taken(&question.column) {
            question.column = format!("{column}_{number}");
            number += 1;
        }
        self.questions.push(question);
        Ok(())
    }

    /// The columns of the table: the graph, and one for each question.
    pub fn columns(&self) -> Columns {
        let graph = ("graph".to_owned(), ColumnType::Text);
        let asked = self.questions.iter().map(|question| (question.column.clone(), question.kind));
        std::iter::once(graph).chain(asked).collect()
    }

    /// Every word that can be typed, with its meaning.
    pub fn every() -> Vec<(String, String)> {
        let invariants = INVARIANTS.iter().map(|one| (one.name, one.summary));
        let least = LEAST.iter().map(|(name, summary, ..)| (*name, *summary));
        let words = invariants
            .chain(least)
            .chain(PLAYED.map(|(question, summary)| (question.name(), summary)))
            .map(|(name, what)| (name.to_owned(), what.to_owned()));
        let games =
            GAMES.iter().map(|game| (game.usage.to_owned(), format!("value of {}", game.name)));
        words.chain(games).collect()
    }
}

fn parse_question(text: &str) -> Result<ColumnQuestion, TextError> {
    let column = column_name(text);
    if let Some(index) = INVARIANTS.iter().position(|one| one.name == text) {
        return Ok(ColumnQuestion {
            text: text.to_owned(),
            column,
            kind: INVARIANTS[index].kind,
            wanted: Wanted::Invariant(index),
        });
    }
    let (number, monotone) = match text.strip_suffix(MONOTONE) {
        Some(number) => (number, true),
        None => (text, false),
    };
    if let Some((_, _, games, first)) = LEAST.iter().find(|(name, ..)| *name == number) {
        return Ok(number_question(text, games.parse()?, *first, monotone));
    }
    let Some(red) = RedQuestion::named(text) else { return parse_game_question(text, column) };
    let (kind, wanted) = match red.variant() {
        (game, Ask::AStar) => (ColumnType::Bool, Wanted::AStar(game)),
        (game, _) => (ColumnType::Int, Wanted::Value(game, Player::Left)),
    };
    Ok(ColumnQuestion { text: text.to_owned(), column, kind, wanted })
}

/// The ending that asks whether Alice wins with every larger number too.
const MONOTONE: &str = ".monotone";

/// The least number with which Alice wins, or whether she wins with every larger one too.
fn number_question(text: &str, games: GameFamily, first: Player, monotone: bool) -> ColumnQuestion {
    let (kind, wanted) = match monotone {
        true => (ColumnType::Bool, Wanted::Monotone(games, first)),
        false => (ColumnType::Int, Wanted::Least(games, first)),
    };
    ColumnQuestion { text: text.to_owned(), column: column_name(text), kind, wanted }
}

/// `GAME`, `GAME.outcome`, `GAME.bob`, `GAME.outcome.bob`; `GAME.mean`, `GAME.temperature`,
/// `GAME.birthday`; with `K` for a number, the least one with which Alice wins, or, with
/// `.monotone`, whether she wins with every larger one.
fn parse_game_question(text: &str, column: String) -> Result<ColumnQuestion, TextError> {
    let mut parts = text.split('.');
    let name = parts.next().unwrap_or_default();
    let typed = name.split(':').next().unwrap_or_default();
    if LEAST.iter().any(|(least, ..)| *least == name) {
        let ending = &text[name.len()..];
        return Err(TextError::new(
            text,
            name.len()..text.len(),
            format!("unknown ending `{ending}`"),
        )
        .help(
            "a least number may be followed by .monotone: does Alice win with larger ones too?",
        ));
    }
    if !GAMES.iter().any(|game| game.name == typed) && !name.starts_with(OWN) {
        let words = Questions::every();
        let words = words.iter().map(|(word, _)| word.split(':').next().unwrap_or_default());
        return Err(TextError::new(text, 0..name.len(), format!("unknown question `{name}`"))
            .help("`chromex census --list` lists them all")
            .did_you_mean(typed, words));
    }
    let family = GameFamily::is_in(name).then(|| name.parse::<GameFamily>()).transpose()?;
    let game = match &family {
        Some(family) => family.member(1)?,
        None => parse_game(name)?,
    };
    let (mut outcome, mut first, mut at) = (false, Player::Left, name.len());
    let mut monotone = false;
    for part in parts {
        let span = at + 1..at + 1 + part.len();
        if let Some((_, fact)) = FormFact::ALL.iter().find(|(word, _)| *word == part) {
            if game.convention() != Convention::Partisan || span.end != text.len() {
                return Err(TextError::new(text, span, format!("no `.{part}` here"))
                    .help("means, temperatures and birthdays are of partisan games: snort.mean"));
            }
            let wanted = Wanted::Fact(game, *fact);
            return Ok(ColumnQuestion { text: text.to_owned(), column, kind: fact.kind(), wanted });
        }
        match part {
            "outcome" => outcome = true,
            "bob" | "right" => first = Player::Right,
            "monotone" if family.is_some() => monotone = true,
            "value" | "score" | "alice" | "left" => {}
            _ => {
                return Err(TextError::new(text, span, format!("unknown ending `.{part}`")).help(
                    "a game may be followed by .outcome and by .bob, a partisan game by .mean, \
                           .temperature or .birthday",
                ));
            }
        }
        at = span.end;
    }
    if let Some(family) = family {
        return Ok(number_question(text, family, first, monotone));
    }
    if outcome && !game.has_outcome() {
        return Err(TextError::whole(text, format!("nobody wins `{name}`: it has no outcome"))
            .help("ask for its value"));
    }
    let kind = match game.convention() {
        _ if outcome => ColumnType::Text,
        Convention::Impartial | Convention::Scoring => ColumnType::Int,
        _ => ColumnType::Text,
    };
    let wanted = match outcome {
        true => Wanted::Outcome(game, first),
        false => Wanted::Value(game, first),
    };
    Ok(ColumnQuestion { text: text.to_owned(), column, kind, wanted })
}

/// Answers all questions about a graph, as `chromex solve` does. An answer that is not found within
/// the budget is null; a question that makes no sense for the graph is an error.
pub fn answer(
    board: &Board,
    questions: &Questions,
    budget: &Budget,
    sources: Sources<'_>,
) -> Result<Row, Inapplicable> {
    let mut row = Row { cells: vec![graph_cell(board)], unanswered: 0, cancelled: false };
    let mut asker = Asker { board, budget, sources, values: Vec::new(), cancelled: false };
    for question in &questions.questions {
        match asker.find(&question.wanted)? {
            Found::Cell(cell) => row.cells.push(cell),
            Found::GaveUp => {
                row.cells.push(Cell::Null);
                row.unanswered += 1;
            }
        }
    }
    row.cancelled = asker.cancelled;
    Ok(row)
}

/// The graph as text: in graph6, digraph6 or sparse6, as [`formats::read_line`] reads it.
fn graph_cell(board: &Board) -> Cell {
    let name = board.name();
    let known = ["g6:", "s6:", "d6:"].iter().find_map(|prefix| name.strip_prefix(prefix));
    if let Some(text) = known {
        return Cell::text(text);
    }
    let written = match board.graph().is_directed() {
        true => formats::digraph6::write(board.graph()),
        false => formats::graph6::write(board.graph()),
    };
    Cell::text(written.map_or_else(|_| name.to_owned(), |text| text.trim_end().to_owned()))
}

/// The questions about one graph.
struct Asker<'a> {
    board: &'a Board,
    budget: &'a Budget,
    sources: Sources<'a>,
    /// Values that were computed, for questions about outcomes.
    values: Vec<(Game, Player, Value)>,
    cancelled: bool,
}

impl Asker<'_> {
    fn find(&mut self, wanted: &Wanted) -> Result<Found, Inapplicable> {
        match wanted {
            Wanted::Invariant(index) => Ok((INVARIANTS[*index].find)(self.board)),
            Wanted::Value(game, first) => self.value(game, *first),
            Wanted::Outcome(game, first) => self.outcome(game, *first),
            Wanted::Fact(game, fact) => self.fact(game, *fact),
            Wanted::Least(games, first) => {
                let found = self.least(games, *first, false)?;
                Ok(within_steps(found.and_then(|chi| chi.number())))
            }
            Wanted::Monotone(games, first) => {
                let found = self.least(games, *first, true)?;
                Ok(found.and_then(|chi| chi.is_monotone()).map_or(Found::GaveUp, truth))
            }
            Wanted::AStar(game) => self.a_star(game),
        }
    }

    fn position(&self, game: &Game, first: Player) -> Result<Position, Inapplicable> {
        Position::start(game.clone(), self.board.clone())
            .map(|position| position.with_turn(first))
            .map_err(|error| Inapplicable(error.to_string()))
    }

    /// The answer, if it can be found within the budget.
    fn ask(&mut self, position: &Position, what: Ask) -> Option<Answer> {
        let question = Question::new(position, what).within(self.budget).from(self.sources);
        let answer = ask(&question).ok()?;
        self.note(answer.stopped);
        Some(answer)
    }

    fn value(&mut self, game: &Game, first: Player) -> Result<Found, Inapplicable> {
        let Some(value) = self.known_value(game, first)? else { return Ok(Found::GaveUp) };
        let ValueReport { value, number, .. } = ValueReport::from(&value);
        Ok(Found::Cell(match number {
            Some(number) => Cell::Int(number),
            None => Cell::text(value.unwrap_or_default()),
        }))
    }

    /// The value, computed only once.
    fn known_value(&mut self, game: &Game, first: Player) -> Result<Option<Value>, Inapplicable> {
        let known = self.values.iter().find(|known| known.0 == *game && known.1 == first);
        if let Some((_, _, value)) = known {
            return Ok(Some(value.clone()));
        }
        let position = self.position(game, first)?;
        let value = self.ask(&position, Ask::Value).and_then(|answer| answer.value);
        self.values.extend(value.clone().map(|value| (game.clone(), first, value)));
        Ok(value)
    }

    fn fact(&mut self, game: &Game, fact: FormFact) -> Result<Found, Inapplicable> {
        Ok(match self.known_value(game, Player::Left)? {
            Some(Value::Form(form)) => Found::Cell(fact.of(&form)),
            _ => Found::GaveUp,
        })
    }

    fn outcome(&mut self, game: &Game, first: Player) -> Result<Found, Inapplicable> {
        let known = self.values.iter().find(|known| known.0 == *game && known.1 == first);
        if let Some((_, _, value)) = known {
            return Ok(Found::Cell(Cell::text(value.outcome().to_string())));
        }
        let position = self.position(game, first)?;
        let outcome = self.ask(&position, Ask::Outcome).and_then(|answer| answer.outcome);
        Ok(outcome.map_or(Found::GaveUp, |outcome| Found::Cell(Cell::text(outcome.to_string()))))
    }

    /// Finds who wins with 1, 2, … colours until Alice does, or with all numbers that matter.
    fn least(
        &mut self,
        games: &GameFamily,
        first: Player,
        all: bool,
    ) -> Result<Option<Chi>, Inapplicable> {
        match least(games, self.board, first, all, self.budget, self.sources) {
            Ok(found) => {
                self.note(found.stopped);
                Ok(Some(found))
            }
            Err(error @ (ChiError::Directed | ChiError::Board(_))) => {
                Err(Inapplicable(error.to_string()))
            }
            // The graph has such a number, but it cannot be computed within the limits.
            Err(_) => Ok(None),
        }
    }

    fn a_star(&mut self, game: &Game) -> Result<Found, Inapplicable> {
        let position = self.position(game, Player::Left)?;
        let member = self.ask(&position, Ask::AStar).and_then(|answer| answer.a_star);
        Ok(member.map_or(Found::GaveUp, truth))
    }

    fn note(&mut self, stopped: Option<Stop>) {
        self.cancelled |= stopped == Some(Stop::Cancelled);
    }
}
