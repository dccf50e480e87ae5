//! `benches/peers/run`: what other libraries take for the same questions, in the same run.
//!
//! * Col and Snort: the canonical form by the framework `cgt`, whose Col and Snort are played on any graph.
//! * Cram (Arc Kayles on a grid): the nimber by the solver `igs`, as it comes.
//!
//! Times are CPU seconds of the process, one thread. Chromex is asked first: after a peer that has asked for much memory and given it
//! back, a question of a millisecond took a twentieth of the peer's time. Values must be equal, or the program fails.
//! `benches/peers/run Snort` asks the questions that contain “Snort”.

use std::error::Error;
use std::time::Duration;

use cgt::graph::adjacency_matrix::undirected::UndirectedGraph;
use cgt::graph::{Graph as _, VertexIndex};
use cgt::short::partizan::canonical_form::CanonicalForm;
use cgt::short::partizan::games::{col, snort};
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;
use chromex_budget::Budget;
use chromex_engine::Solver;
use chromex_graphs::{Board, parse};
use chromex_rules::{Position, parse_game};
use cpu_time::ProcessTime;
use igs::game::{DecomposableGame as _, Game as _};
use igs::games::Cram;

/// Random cubic graphs, as graph6.
const CUBIC: [(usize, &str); 4] = [
    (16, "g6:O?T@Oh@_D??aGAC?_QK@G"),
    (18, "g6:QG?C?UCAA`???To@A_?CHL??gO?"),
    (20, "g6:S?O_@CO@?@QAA?gOQ@?@?Q?CAAOCSAG_?"),
    (22, "g6:U?Gi??O_C_@OO??O?aG?O?OdA_C@G?A_??B@K?C?"),
];

/// Forms of more characters are not compared.
const LONGEST: usize = 1 << 20;

type Answer<T> = Result<T, Box<dyn Error>>;

fn timed<T>(work: impl FnOnce() -> Answer<T>) -> Answer<(T, Duration)> {
    let clock = ProcessTime::now();
    let answer = work()?;
    Ok((answer, clock.elapsed()))
}

fn print(question: &str, value: &str, peer: Duration, ours: Duration) {
    let (peer, ours) = (peer.as_secs_f64(), ours.as_secs_f64());
    let short: String = value.chars().take(16).collect::<String>().replace('|', "\\|");
    println!(
        "| {question} | {short} | {peer:.3} s | {ours:.4} s | {:.1}× |",
        peer / ours.max(1e-6)
    );
}

/// The solver for a game on a board, and its first position.
fn chromex(game: &str, board: &Board) -> Answer<(Solver, Position)> {
    let position = Position::start(parse_game(game)?, board.clone())?;
    Ok((Solver::new(&position, &Budget::default())?, position))
}

/// The graph for `cgt`, with the same vertex everywhere.
fn graph<V: Clone>(board: &Board, vertex: V) -> UndirectedGraph<V> {
    let index = |v: usize| VertexIndex { index: v };
    let edges: Vec<_> = board.graph().edges().map(|(u, v)| (index(u), index(v))).collect();
    UndirectedGraph::from_edges(&edges, &vec![vertex; board.graph().order()])
}

fn form<G: PartizanGame>(position: G) -> CanonicalForm {
    position.canonical_form(&ParallelTranspositionTable::new())
}

fn partisan(game: &str, name: &str, text: &str) -> Answer<()> {
    let board = parse(text)?;
    let (value, ours) = timed(|| {
        let (mut solver, position) = chromex(game, &board)?;
        Ok(solver.value(&position)?.to_string())
    })?;
    let (theirs, peer) = timed(|| {
        Ok(match game {
            "col" => form(col::Col::new(graph(&board, col::VertexColor::Empty))),
            _ => {
                let vertex = snort::VertexKind::Single(snort::VertexColor::Empty);
                form(snort::Snort::new(graph(&board, vertex)))
            }
        })
    })?;
    let (mut solver, position) = chromex(game, &board)?;
    if let Some(text) = solver.value_as_form(&position, LONGEST)? {
        let ours: CanonicalForm = text.parse().map_err(|_| format!("cannot read {text}"))?;
        if ours != theirs {
            return Err(format!("{name}: {theirs} there, {text} here").into());
        }
    }
    print(name, &value, peer, ours);
    Ok(())
}

fn cram(rows: u8, columns: u8) -> Answer<()> {
    let board = parse(&format!("line(grid:{rows}x{columns})"))?;
    let (value, ours) = timed(|| {
        let (mut solver, position) = chromex("node-kayles", &board)?;
        Ok(solver.value(&position)?.to_string())
    })?;
    let (theirs, peer) = timed(|| {
        let game = Cram::new(columns, rows);
        Ok(game.solver_with_stats(()).nimber(game.initial_position()))
    })?;
    let name = format!("Cram {rows}×{columns}");
    if value != format!("*{theirs}") {
        return Err(format!("{name}: *{theirs} there, {value} here").into());
    }
    print(&name, &value, peer, ours);
    Ok(())
}

fn compare(wanted: &str) -> Answer<()> {
    println!("| question | value | peer | Chromex | |\n|---|---|---|---|---|");
    let mut questions: Vec<(&str, String, String)> = Vec::new();
    for (n, text) in CUBIC {
        let games: &[&str] = if n == 16 { &["col", "snort"] } else { &["col"] };
        for game in games {
            questions.push((game, format!("cubic graph of {n}"), text.to_owned()));
        }
    }
    for text in ["random:22,0.15,1", "random-tree:22,1", "random-tree:22,2", "grid:3x6", "grid:4x5"]
    {
        questions.push(("col", text.to_owned(), text.to_owned()));
    }
    for text in ["random:16,0.2,1", "random-tree:16,1", "grid:3x5", "grid:4x4"] {
        questions.push(("snort", text.to_owned(), text.to_owned()));
    }
    for (game, title, text) in questions {
        let name = format!("{} {title}", if game == "col" { "Col" } else { "Snort" });
        if name.contains(wanted) {
            partisan(game, &name, &text)?;
        }
    }
    for (rows, columns) in [(3, 12), (4, 9), (5, 6), (5, 7), (5, 8)] {
        if format!("Cram {rows}×{columns}").contains(wanted) {
            cram(rows, columns)?;
        }
    }
    Ok(())
}

fn main() -> Answer<()> {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    // Searches recurse once a move.
    let work = move || compare(&wanted).map_err(|error| error.to_string());
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(work)?;
    Ok(thread.join().map_err(|_| "the comparison broke off")??)
}
