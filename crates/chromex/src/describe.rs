//! How a game was understood: its rules in sentences, its engine, the theorems that apply to it,
//! and an example.

use chromex_budget::Budget;
use chromex_engine::Solver;
use chromex_graphs::{Board, parse};
use chromex_rules::{
    Boards, Colour, Condition, Game, Goal, Move, Palette, Places, Player, Position, UNCOLOURED,
};
use chromex_theory::settle;
use serde::Serialize;

/// Everything that can be said about a game without a question.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct GameReport {
    /// The game as it is typed.
    pub game: String,
    /// The identity of the game: two spellings of one game have the same.
    pub identity: String,
    /// How it is won: impartial, partisan, misere, maker-breaker or scoring.
    pub convention: String,
    /// The rules, in sentences.
    pub rules: Vec<String>,
    /// The engine that searches it.
    pub engine: Option<&'static str>,
    /// Theorems that apply to it, found on a few small boards.
    pub theorems: Vec<TheoremExample>,
    /// A position that shows the rules.
    pub example: Option<PositionExample>,
}

/// A theorem with a board on which it applies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TheoremExample {
    /// The citation of the theorem.
    pub theorem: String,
    /// The first of the boards on which it applies.
    pub graph: String,
}

/// A position after a few moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PositionExample {
    /// The position in the one-line notation.
    pub position: String,
    /// The legal moves.
    pub moves: Vec<String>,
    /// A move that the rule forbids, and why.
    pub forbidden: Option<(String, String)>,
}

/// How a game was understood.
///
/// ```
/// let game = "own:colours=Red,Green:forbid=Red-Red/2".parse()?;
/// let report = chromex::describe(&game);
/// assert_eq!(report.rules[1], "Red and Red may not stand within distance 2.");
/// # Ok::<(), chromex::Error>(())
/// ```
pub fn describe(game: &Game) -> GameReport {
    let start = |board: Board| Position::start(game.clone(), board).ok();
    let shown = board_for(game).and_then(start);
    let solver = |start: &Position| Solver::new(start, &Budget::default()).ok();
    GameReport {
        game: game.name(),
        identity: game.identity(),
        convention: game.convention().to_string(),
        rules: sentences(game),
        engine: shown.as_ref().and_then(solver).map(|solver| solver.engine()),
        theorems: theorems(game),
        example: shown.as_ref().map(example),
    }
}

/// A small board on which the game is played.
fn board_for(game: &Game) -> Option<Board> {
    let n = match game.places() {
        Places::InOrder(Some(order)) => order.len(),
        _ => 5,
    };
    let family = if game.boards() == Boards::Directed { "dipath" } else { "path" };
    // If the order has to be a multiple of some number, the next larger such order.
    let boards = (n..2 * n).filter_map(|n| parse(&format!("{family}:{n}")).ok());
    boards.into_iter().find(|board| game.accepts(board.graph()).is_ok())
}

const SAMPLES: [&str; 2] = [
    "path:1..9 cycle:3..9 star:3..5 complete:3..5 grid:2x2..4 grid:3x3..5 grid:4x4..6 wheel:5..6",
    "dipath:1..9 dicycle:3..9",
];

fn theorems(game: &Game) -> Vec<TheoremExample> {
    let directed = usize::from(game.boards() == Boards::Directed);
    let ranges =
        SAMPLES[directed].split(' ').filter_map(|range| chromex_graphs::expand(range).ok());
    let boards = ranges.flatten().filter_map(|name| parse(&name).ok());
    let mut found: Vec<TheoremExample> = Vec::new();
    for board in boards {
        let Ok(start) = Position::start(game.clone(), board) else { continue };
        let Some((theorem, _)) = settle(&start) else { continue };
        let (theorem, graph) = (theorem.citation(), start.board().name().to_owned());
        if found.iter().all(|known| known.theorem != theorem) {
            found.push(TheoremExample { theorem, graph });
        }
    }
    found
}

/// The position after the first move and the last of the answers to it.
fn example(start: &Position) -> PositionExample {
    let after = |position: &Position, m: Option<&Move>| m.and_then(|&m| position.play(m).ok());
    let first = after(start, start.moves().first()).unwrap_or_else(|| start.clone());
    let colourings: Vec<Move> = first.moves().into_iter().filter(|m| !m.is_skip()).collect();
    let here = after(&first, colourings.last()).unwrap_or(first);
    let open = (0..here.cells()).filter(|&cell| here.colouring()[cell] == UNCOLOURED);
    let colours = || here.game().palette().colours();
    let mut all = open.flat_map(|cell| colours().map(move |colour| Move { cell, colour }));
    let forbidden = all.find_map(|m| {
        let why = here.check(here.turn(), m).err()?;
        Some((here.write_move(m), why.to_string()))
    });
    PositionExample {
        position: here.to_string(),
        moves: here.moves().into_iter().map(|m| here.write_move(m)).collect(),
        forbidden,
    }
}

fn sentences(game: &Game) -> Vec<String> {
    let mut all = players(game);
    all.extend(conditions(game));
    all.extend(places(game));
    if let Some(player) = game.skips() {
        all.push(format!("{} may skip a turn.", game.convention().player_name(player)));
    }
    all.push(end(game));
    all.push(boards(game.boards()).to_owned());
    all
}

fn boards(boards: Boards) -> &'static str {
    match boards {
        Boards::Undirected => "It is played on undirected graphs.",
        Boards::Directed => "It is played on digraphs.",
        Boards::Either => {
            "It is played on graphs and on digraphs; the directions of arcs do not count."
        }
    }
}

/// Which player uses which colours.
fn players(game: &Game) -> Vec<String> {
    let palette = game.palette();
    let name = |player| game.convention().player_name(player);
    let may = |player: Player| {
        let colours = palette.colours().filter(|&colour| game.may_use(player, colour));
        listed(palette, colours, "or")
    };
    let (left, right) = (Player::Left, Player::Right);
    if game.colours_are_shared() {
        let colours = listed(palette, palette.colours(), "or");
        return vec![format!(
            "{} and {} take turns; each colours a vertex with {colours}.",
            name(left),
            name(right)
        )];
    }
    [left, right].map(|player| format!("{} colours with {}.", name(player), may(player))).into()
}

/// `Red, Green or Blue`, `colour 1 to colour 9`.
fn listed(palette: Palette<'_>, colours: impl Iterator<Item = Colour>, joint: &str) -> String {
    let mut names: Vec<String> = colours.map(|colour| palette.name(colour)).collect();
    let last = names.pop().unwrap_or_default();
    match (names.len(), names.first()) {
        (0, _) => last,
        (4.., Some(first)) if matches!(palette, Palette::Numbers(_)) => {
            format!("{first} to {last}")
        }
        _ => format!("{} {joint} {last}", names.join(", ")),
    }
}

fn conditions(game: &Game) -> Vec<String> {
    let palette = game.palette();
    let Condition::Pairs(rule) = game.condition() else {
        return vec!["The condition is not one on pairs of vertices.".to_owned()];
    };
    let far = |distance| match distance {
        1 => "at adjacent vertices".to_owned(),
        _ => format!("within distance {distance}"),
    };
    if let Some(distance) = game.different_within() {
        return vec![match distance {
            1 => "Adjacent vertices must differ.".to_owned(),
            _ => format!("Vertices within distance {distance} must differ."),
        }];
    }
    let near = rule.near().map(|(a, b, distance)| {
        format!("{} and {} may not stand {}.", palette.name(a), palette.name(b), far(distance))
    });
    let arcs = rule
        .arcs()
        .map(|(a, b)| format!("No arc may go from {} to {}.", palette.name(a), palette.name(b)));
    let all: Vec<String> = near.chain(arcs).collect();
    if all.is_empty() { vec!["Any colours may stand together.".to_owned()] } else { all }
}

fn places(game: &Game) -> Option<String> {
    match game.places() {
        Places::Any => None,
        Places::Other => Some("Not every vertex is open at any time.".to_owned()),
        Places::Touching => Some(
            "A vertex next to a coloured one must be chosen, as long as there is one.".to_owned(),
        ),
        Places::InOrder(None) => {
            Some("The vertices are coloured in the order of their numbers.".to_owned())
        }
        Places::InOrder(Some(order)) => {
            let order: Vec<String> = order.iter().map(usize::to_string).collect();
            Some(format!("The vertices are coloured in the order {}.", order.join(", ")))
        }
    }
}

fn end(game: &Game) -> String {
    match game.goal() {
        Goal::LastMove => "Who cannot move loses.",
        Goal::NotLastMove => "Who cannot move wins.",
        Goal::ColourAll => {
            "Alice wins when every vertex is coloured, Bob as soon as one can have no colour."
        }
        Goal::LargestComponent { both_count: true } => {
            "The score is Alice's largest component less Bob's."
        }
        Goal::LargestComponent { both_count: false } => "The score is Alice's largest component.",
        Goal::Count => {
            "When a player cannot move, the score is the number of coloured vertices, which Alice wants large."
        }
        Goal::Orthogonal | Goal::Other => "How it ends is in its own rules.",
    }
    .to_owned()
}
