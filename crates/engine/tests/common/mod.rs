//! Common code of the solver's tests: a brute-force player that uses only the rules, and boards to
//! try it on.

#![allow(clippy::unwrap_used, missing_docs)]
// Each test file uses only a part of this module.
#![allow(dead_code)]

use std::collections::{BTreeSet, HashMap};

use chromex_engine::{Class, Outcome, Value};
use chromex_graph_tools::symmetry::Symmetry;
use chromex_graphs::random::SplitMix;
use chromex_graphs::{Board, Graph, parse};
use chromex_rules::{Colour, Convention, Move, Player, Position, Verdict, parse_game};

type Key = (Vec<Colour>, Player);

fn key(position: &Position) -> Key {
    (position.colouring().to_vec(), position.turn())
}

/// Tries everything, over whole positions, by the literal rules. One is needed for each game and
/// board.
#[derive(Default)]
pub(crate) struct Brute {
    nimbers: HashMap<Key, u32>,
    winners: HashMap<Key, Player>,
    scores: HashMap<Key, i32>,
}

/// The positions after each legal move.
pub(crate) fn options(position: &Position) -> Vec<(Move, Position)> {
    position.moves().into_iter().map(|m| (m, position.play(m).unwrap())).collect()
}

impl Brute {
    pub(crate) fn value(&mut self, position: &Position) -> Value {
        match position.convention() {
            Convention::Impartial => Value::Nimber(self.nimber(position)),
            Convention::Partisan | Convention::Misere => Value::Class(self.class(position)),
            Convention::MakerBreaker => Value::Winner(self.winner(position)),
            Convention::Scoring => Value::Score(self.score(position)),
        }
    }

    /// The least number that no option has.
    pub(crate) fn nimber(&mut self, position: &Position) -> u32 {
        if let Some(&known) = self.nimbers.get(&key(position)) {
            return known;
        }
        let options: BTreeSet<u32> =
            options(position).iter().map(|(_, after)| self.nimber(after)).collect();
        let nimber = (0..).find(|n| !options.contains(n)).unwrap();
        self.nimbers.insert(key(position), nimber);
        nimber
    }

    /// Who wins a game that is won or lost.
    pub(crate) fn winner(&mut self, position: &Position) -> Player {
        if let Some(&known) = self.winners.get(&key(position)) {
            return known;
        }
        let mover = position.turn();
        let winner = match position.verdict() {
            Some(Verdict::Wins(winner)) => winner,
            Some(Verdict::Score(_)) => panic!("{position} ends with a score"),
            None if options(position).iter().any(|(_, after)| self.winner(after) == mover) => mover,
            None => mover.opponent(),
        };
        self.winners.insert(key(position), winner);
        winner
    }

    fn class(&mut self, position: &Position) -> Class {
        let mut first = |player| self.winner(&position.clone().with_turn(player));
        match (first(Player::Left), first(Player::Right)) {
            (Player::Left, Player::Left) => Class::L,
            (Player::Right, Player::Right) => Class::R,
            (Player::Left, Player::Right) => Class::N,
            (Player::Right, Player::Left) => Class::P,
        }
    }

    pub(crate) fn score(&mut self, position: &Position) -> i32 {
        if let Some(&known) = self.scores.get(&key(position)) {
            return known;
        }
        let score = match position.verdict() {
            Some(Verdict::Score(score)) => score,
            Some(Verdict::Wins(_)) => panic!("{position} ends without a score"),
            None => {
                let scores: Vec<i32> =
                    options(position).iter().map(|(_, after)| self.score(after)).collect();
                let best = match position.turn() {
                    Player::Left => scores.iter().max(),
                    Player::Right => scores.iter().min(),
                };
                *best.unwrap()
            }
        };
        self.scores.insert(key(position), score);
        score
    }

    /// Every legal move with the value of the position after it.
    pub(crate) fn moves(&mut self, position: &Position) -> Vec<(Move, Value)> {
        options(position).iter().map(|(m, after)| (*m, self.value(after))).collect()
    }

    /// The moves that win; in a scoring game, those that keep the score.
    pub(crate) fn best_moves(&mut self, position: &Position) -> Vec<(Move, Value)> {
        let mover = position.turn();
        let mut all = Vec::new();
        for (m, after) in options(position) {
            let best = match position.convention() {
                Convention::Scoring => self.score(&after) == self.score(position),
                _ => self.winner(&after) == mover,
            };
            if best {
                all.push((m, self.value(&after)));
            }
        }
        all
    }

    /// Who wins, in the words of the solver; nobody in the game in which Bob has nothing to win.
    pub(crate) fn outcome(&mut self, position: &Position) -> Option<Outcome> {
        if !position.game().has_outcome() {
            return None;
        }
        Some(match position.convention() {
            Convention::Impartial if self.winner(position) == position.turn() => {
                Outcome::Class(Class::N)
            }
            Convention::Impartial => Outcome::Class(Class::P),
            Convention::Partisan | Convention::Misere => Outcome::Class(self.class(position)),
            Convention::MakerBreaker => Outcome::Winner(self.winner(position)),
            Convention::Scoring => match self.score(position) {
                0 => Outcome::Draw,
                score if score > 0 => Outcome::Winner(Player::Left),
                _ => Outcome::Winner(Player::Right),
            },
        })
    }
}

/// The start of a game on a board.
pub(crate) fn start(game: &str, board: &Board) -> Position {
    Position::start(parse_game(game).unwrap(), board.clone()).unwrap()
}

/// The start of a game on a graph, both as they are typed.
pub(crate) fn start_on(game: &str, graph: &str) -> Position {
    start(game, &parse(graph).unwrap())
}

fn board(graph: Graph) -> Board {
    let edges: Vec<_> = graph.edges().collect();
    let name = format!("{} vertices, {edges:?}", graph.order());
    Board::new(graph, name)
}

fn pairs(n: usize, directed: bool) -> Vec<(usize, usize)> {
    let all = (0..n).flat_map(|u| (0..n).map(move |v| (u, v)));
    all.filter(|&(u, v)| u < v || directed && u != v).collect()
}

fn graph(n: usize, directed: bool, edges: impl Iterator<Item = (usize, usize)>) -> Graph {
    if directed { Graph::directed(n, edges).unwrap() } else { Graph::undirected(n, edges).unwrap() }
}

/// All graphs, or digraphs (with arcs both ways), on `0..n`.
pub(crate) fn labelled(n: usize, directed: bool) -> impl Iterator<Item = Graph> {
    let pairs = pairs(n, directed);
    (0_u64..1 << pairs.len()).map(move |bits| {
        let chosen = pairs.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
        graph(n, directed, chosen.map(|(_, &pair)| pair))
    })
}

/// One of each isomorphism class of the graphs, or digraphs, on `n` vertices.
pub(crate) fn up_to_isomorphism(n: usize, directed: bool) -> Vec<Board> {
    let mut seen = BTreeSet::new();
    let is_new = |graph: &Graph| {
        let canonical = Symmetry::of_uncoloured(graph).unwrap().canonical(graph);
        seen.insert(canonical.edges().collect::<Vec<_>>())
    };
    labelled(n, directed).filter(is_new).map(board).collect()
}

/// Every labelled graph on `n` vertices as a board.
pub(crate) fn labelled_boards(n: usize) -> impl Iterator<Item = Board> {
    labelled(n, false).map(board)
}

/// A random graph or digraph on `n` vertices, sparse or dense.
pub(crate) fn random_board(n: usize, directed: bool, random: &mut SplitMix) -> Board {
    let density = random.unit();
    let chosen: Vec<_> =
        pairs(n, directed).into_iter().filter(|_| random.unit() < density).collect();
    board(graph(n, directed, chosen.into_iter()))
}

/// A random orientation of a random graph; every other time of a complete graph (a tournament).
pub(crate) fn random_orientation(n: usize, random: &mut SplitMix) -> Board {
    let density = if random.below(2) == 0 { 1.0 } else { random.unit() };
    let mut arcs = Vec::new();
    for (u, v) in pairs(n, false) {
        if random.unit() < density {
            arcs.push(if random.below(2) == 0 { (u, v) } else { (v, u) });
        }
    }
    board(graph(n, true, arcs.into_iter()))
}

/// Plays random legal moves: at least `moves`, and further while `go_on` says so.
pub(crate) fn play_at_random(
    mut position: Position,
    moves: usize,
    random: &mut SplitMix,
    go_on: impl Fn(&Position) -> bool,
) -> Position {
    let mut played = 0;
    while played < moves || go_on(&position) {
        let all = position.moves();
        if all.is_empty() {
            break;
        }
        position = position.play(all[random.below(all.len())]).unwrap();
        played += 1;
    }
    position
}
