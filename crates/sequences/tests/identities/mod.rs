//! Identities between sequences, each checked over a range. `docs/sequences.md` has the proofs.

use chromex_budget::Budget;
use chromex_engine::{Solver, Value};
use chromex_rules::{Player, Position, parse_game};

use chromex_sequences::paths::{Pieces, Rule};
use chromex_sequences::{Code, Sequence, plain};

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Checked {
    /// The claim.
    pub name: String,
    /// The first and the last k that were looked at.
    pub range: (usize, usize),
    /// Nothing, or the first counterexample: k and the two values there.
    pub counterexample: Option<(usize, u16, u16)>,
}

impl Checked {
    fn new(name: &str, from: usize, to: usize, pair: impl Fn(usize) -> (u16, u16)) -> Checked {
        let fails = |k: &usize| pair(*k).0 != pair(*k).1;
        let counterexample = (from..=to).find(fails).map(|k| (k, pair(k).0, pair(k).1));
        Checked { name: name.to_owned(), range: (from, to), counterexample }
    }

    /// Whether the claim held for the whole range.
    pub(crate) fn holds(&self) -> bool {
        self.counterexample.is_none()
    }
}

/// The sequences that are read off octal games.
pub(crate) const REDUCED: &[&str] = &[
    "blue-red/D",
    "blue-red/A",
    "blue-red/B",
    "blue-red/C",
    "blue-red/R.",
    "blue-red/.B",
    "blue-red/RB",
    "blue-red/BB",
    "blue-red/RR",
    "blue-red/cycle",
    "node-kayles",
    "node-kayles/1.",
    "node-kayles/11",
    "node-kayles/cycle",
    "distance:2:1",
    "distance:2:1/cycle",
    "distance:3:1",
    "distance:5:1",
];

/// Compares a reduction with the recurrence of the game itself, for k up to `to`.
pub(crate) fn reduction(name: &str, to: usize) -> Option<Checked> {
    let sequence = Sequence::parse(name).ok()?;
    let reduction = sequence.reduction()?;
    let heaps = plain::values(&reduction.code, reduction.heap(to));
    let own = sequence.by_recurrence(to);
    let claim = format!("{name}: {}", reduction.describe());
    Some(Checked::new(&claim, sequence.first(), to, |k| {
        (reduction.value(heaps[reduction.heap(k)]), own[k])
    }))
}

/// The blue-red recurrences of Proposition 9, given h of .007, for one k at a time.
///
/// The identities G(D_k) = h(2k + 2), G(A_k) = h(2k − 1), G(C_k) = h(2k − 4) hold for all k if the
/// *sets* of options agree at each k; this compares the sets, as the proof does.
pub(crate) fn option_sets(to: usize) -> Checked {
    let code = Code::parse(".007").expect("a code");
    let h = plain::values(&code, 2 * to + 2);
    let pieces = |a: usize, b: usize| h[a] ^ h[b];
    let heap_options = |n: usize| sorted((0..=n - 3).map(|x| pieces(x, n - 3 - x)));
    Checked::new("blue-red options of D_k = options of the heap 2k + 2 of .007", 1, to, |k| {
        // D_k by Proposition 9: D_{i−2} + A_{k+1−i} and B_i + D_{k−i−1}, as heaps of .007.
        let blue = (1..=k).map(|i| pieces(2 * i - 2, 2 * (k + 1 - i) - 1));
        let red = (1..=k).map(|i| pieces(2 * i - 1, 2 * (k - i)));
        let equal = sorted(blue.chain(red)) == heap_options(2 * k + 2);
        (u16::from(equal), 1)
    })
}

fn sorted(values: impl Iterator<Item = u16>) -> Vec<u16> {
    let mut values: Vec<u16> = values.collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// Compares a sequence with a search of the game on the graphs themselves.
pub(crate) fn against_search(name: &str, to: usize) -> Option<Checked> {
    let sequence = Sequence::parse(name).ok()?;
    let own = sequence.by_recurrence(to);
    // The shortest paths may have two adjacent ends with colours that are not allowed.
    let from = (sequence.first().max(1)..=to).find(|&k| search(name, k).is_some())?;
    let searched: Option<Vec<u16>> = (from..=to).map(|k| search(name, k)).collect();
    let searched = searched?;
    let claim = format!("{name}: recurrence = search");
    Some(Checked::new(&claim, from, to, |k| (own[k], searched[k - from])))
}

/// The nimber of the path or cycle with k vertices, by search.
fn search(name: &str, k: usize) -> Option<u16> {
    let (game, ends) = name.split_once('/').unwrap_or((name, ""));
    let directed = if game == "blue-red" { "di" } else { "" };
    let shape = if ends == "cycle" { "cycle" } else { "path" };
    let board = chromex_graphs::parse(&format!("{directed}{shape}:{k}")).ok()?;
    let ends = match ends {
        "A" => "B.",
        "B" => ".R",
        "C" => "BR",
        "D" | "cycle" | "" => "..",
        ends => ends,
    };
    let mut colouring: Vec<char> = vec!['.'; k];
    let mut symbols = ends.chars();
    let (left, right) = (symbols.next()?, symbols.next()?);
    if left != '.' {
        colouring[0] = left;
    }
    if right != '.' {
        colouring[k - 1] = right;
    }
    let text: String = colouring.into_iter().collect();
    let game = parse_game(game).ok()?;
    let position = Position::read(game, board, &text, Player::Left).ok()?;
    match Solver::new(&position, &Budget::default()).ok()?.value(&position).ok()? {
        Value::Nimber(nimber) => u16::try_from(nimber).ok(),
        _ => None,
    }
}

/// Corollary 4 and Proposition 6: with two or more colours a path of k vertices has the nimber
/// k mod 2 (the paper proves it for two).
pub(crate) fn proper_paths(colours: u8, to: usize) -> Checked {
    let pieces = Pieces::new(Rule::Proper(colours), to);
    let name = format!("proper:{colours} on the path of k vertices has nimber k mod 2");
    Checked::new(&name, 0, to, |k| (pieces.value(0, k, 0), (k % 2) as u16))
}

/// On paths iSnort is iCol with every other vertex recoloured: pieces with ends correspond.
pub(crate) fn snort_is_col(to: usize) -> Checked {
    let (col, snort) = (Pieces::new(Rule::Proper(2), to), Pieces::new(Rule::Snort, to));
    let flip = |end: u8, far: bool| if end == 0 || !far { end } else { 3 - end };
    Checked::new("isnort = icol on paths, with any ends", 0, to, |m| {
        let ends = (0..3).flat_map(|l| (0..3).map(move |r| (l, r)));
        let values = |game: &Pieces, turn: bool| -> Vec<u16> {
            let far = turn && m % 2 == 0;
            ends.clone().map(|(l, r)| game.value(l, m, flip(r, far))).collect()
        };
        (u16::from(values(&snort, false) == values(&col, true)), 1)
    })
}
