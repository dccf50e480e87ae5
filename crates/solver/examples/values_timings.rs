//! How long values and outcomes of Col and Snort take on grids.
//!
//! `cargo run --release -p chromex --example values_timings -- snort:1x20 win:snort:5x5`

#![allow(clippy::unwrap_used)]

use chromex::Budget;
use chromex::budget::Meter;
use chromex::model::lists::{ListGame, Lists};
use chromex::rules::{Player, Position, parse_game};
use chromex::search::values::{Normaliser, Outcomes, Values};

const DEFAULT: &[&str] = &[
    "snort:1x20",
    "snort:3x6",
    "snort:4x5",
    "col:1x40",
    "col:3x6",
    "col:4x5",
    "win:snort:1x40",
    "win:snort:4x6",
    "win:snort:5x5",
    "win:col:5x5",
];

/// Moves a piece of a grid to the corner, in the best of its eight positions.
fn normaliser(rows: usize, columns: usize) -> Normaliser {
    Box::new(move |lists| {
        let turned = (0..8).filter_map(|turn| place(&lists, rows, columns, turn));
        turned.min().unwrap_or(lists.clone())
    })
}

fn place(lists: &Lists, rows: usize, columns: usize, turn: usize) -> Option<Lists> {
    let turned = |v: usize| {
        let (mut r, mut c) = (v / columns, v % columns);
        if turn & 1 == 1 {
            r = rows - 1 - r;
        }
        if turn & 2 == 2 {
            c = columns - 1 - c;
        }
        if turn & 4 == 4 { (c, r) } else { (r, c) }
    };
    let open = || ListGame::open(lists).iter().map(turned);
    let (top, edge) = (open().map(|p| p.0).min()?, open().map(|p| p.1).min()?);
    let mut placed = Lists::from_elem(0, 2);
    for v in ListGame::open(lists).iter() {
        let (r, c) = (turned(v).0 - top, turned(v).1 - edge);
        if r >= rows || c >= columns {
            return None;
        }
        for colour in 0..2 {
            placed[colour] |= (lists[colour] >> v & 1) << (r * columns + c);
        }
    }
    Some(placed)
}

fn measure(what: &str) {
    let (outcome, rest) = what.strip_prefix("win:").map_or((false, what), |rest| (true, rest));
    let (game, size) = rest.split_once(':').unwrap();
    let (rows, columns) = size.split_once('x').unwrap();
    let board = chromex::graphs::parse(&format!("grid:{size}")).unwrap();
    let position = Position::start(parse_game(game).unwrap(), board).unwrap();
    let game = ListGame::compile(&position, 1).unwrap();
    let lists = game.lists(&position);
    let normaliser = normaliser(rows.parse().unwrap(), columns.parse().unwrap());
    let mut values = Values::with_normaliser(game, normaliser);
    let mut meter = Meter::new(&Budget { memory: 8 << 30, ..Budget::default() });
    let answer = if outcome {
        let mut engine = Outcomes::new(values);
        let mut wins = |player| engine.wins(lists.clone(), player, &mut meter).unwrap();
        chromex::Class::new(wins(Player::Left), wins(Player::Right)).to_string()
    } else {
        let form = values.value(lists, &mut meter).unwrap();
        let text = values.arena().display_within(form, 60);
        text.unwrap_or_else(|| format!("a long form, {} values met", values.arena().len()))
    };
    let statistics = meter.statistics();
    println!(
        "{what:16} {:8.3} s {:9} positions {:5} MiB  {answer}",
        statistics.time.as_secs_f64(),
        statistics.positions,
        statistics.bytes >> 20,
    );
}

fn main() {
    let typed: Vec<String> = std::env::args().skip(1).collect();
    match typed.is_empty() {
        true => DEFAULT.iter().for_each(|what| measure(what)),
        false => typed.iter().for_each(|what| measure(what)),
    }
}
