//! `cargo bench --bench strategies`: the time that a strategy takes for a move, by the length of the
//! board. Prints the table of BENCHMARKS.md. Times are CPU time of one thread.

use std::time::Duration;

use chromex_graphs::parse;
use chromex_graphs::random::SplitMix;
use chromex_rules::{Move, Player, Position, UNCOLOURED, parse_game};
use chromex_theory::strategy::{Options, Referee, create};
use cpu_time::ThreadTime;

/// A strategy, its game, its board with `#` in place of the length, and who begins.
const ROWS: &[(&str, &str, &str, Player)] = &[
    ("four-rows", "colouring:4", "grid:4x#", Player::Left),
    ("column-twins", "colouring:4", "grid:4x#", Player::Right),
    ("three-colours", "colouring:3", "grid:4x#", Player::Left),
    ("mirror", "icol", "grid:2x#", Player::Left),
    ("mirror", "isnort", "path:#", Player::Left),
    ("blue-red-pairs", "blue-red", "dicycle:#", Player::Left),
    ("paths-and-cycles", "connected", "path:#1", Player::Left),
    ("paths-and-cycles", "connected", "cycle:#1", Player::Left),
    ("cographs", "connected", "cotree:j(1,u(#))", Player::Left),
];

const LENGTHS: [usize; 3] = [100, 10_000, 1_000_000];

/// The number of the opponent's moves in each measurement; several games if one is shorter.
const MOVES: usize = 20_000;

fn main() {
    let clock = cost_of_the_clock();
    println!("| strategy | n | setting up | a move | moves |");
    println!("|---|---|---|---|---|");
    for &(name, game, graph, first) in ROWS {
        for n in LENGTHS {
            let graph = graph.replace('#', &n.to_string());
            let board = parse(&graph).expect("a graph");
            let game = parse_game(game).expect("a game");
            let start = Position::start(game, board).expect("a position").with_turn(first);
            let (set_up, thinking, moves) = measure(name, &start);
            // The clock is read four times for each exchange of moves.
            let each = thinking.as_secs_f64() / moves.max(1) as f64 - 2.0 * clock;
            let each = each.max(0.0) * 1e6;
            let set_up = set_up.as_secs_f64() * 1e3;
            println!("| `{name}` | {n} | {set_up:.2} ms | {each:.2} µs | {moves} |");
        }
    }
}

/// Seconds between two readings of the clock with nothing in between.
fn cost_of_the_clock() -> f64 {
    const READINGS: u32 = 100_000;
    let total: Duration = (0..READINGS).map(|_| ThreadTime::now().elapsed()).sum();
    total.as_secs_f64() / f64::from(READINGS)
}

/// The time to set up once, and the time of the answers in games against random moves, with the
/// referee's time left out.
fn measure(name: &str, start: &Position) -> (Duration, Duration, usize) {
    let began = ThreadTime::now();
    let fresh = create(name, start, None, &Options::default()).expect("it applies");
    let set_up = began.elapsed();
    let (mut thinking, mut moves) = (Duration::ZERO, 0);
    let mut random = SplitMix::new(1);
    for _ in 0..MOVES {
        let (mut strategy, mut referee) = (fresh.fork(), Referee::new(start));
        let before = moves;
        while moves < MOVES && referee.verdict().is_none() {
            let by = referee.turn();
            if by == strategy.side() {
                let began = ThreadTime::now();
                let reply = strategy.answer().expect("it has an answer");
                strategy.played(by, reply.play);
                thinking += began.elapsed();
                referee.play(reply.play).expect("its moves are legal");
                continue;
            }
            let m = random_move(&mut referee, &mut random);
            referee.play(m).expect("drawn among the legal moves");
            let began = ThreadTime::now();
            strategy.played(by, m);
            thinking += began.elapsed();
            moves += 1;
        }
        if moves == before || moves >= MOVES || start.cells() > 100_000 {
            break;
        }
    }
    (set_up, thinking, moves)
}

/// A random legal move; there is one.
fn random_move(referee: &mut Referee, random: &mut SplitMix) -> Move {
    loop {
        let cell = random.below(referee.colouring().len());
        if referee.colouring()[cell] == UNCOLOURED {
            let moves = referee.moves_at(cell);
            if !moves.is_empty() {
                return moves[random.below(moves.len())];
            }
        }
    }
}
