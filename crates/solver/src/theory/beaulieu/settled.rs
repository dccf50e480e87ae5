//! Who wins on paths and cycles of any length, in the games where the paper settles it.

use crate::Value;
use crate::theory::claim::class;
use crate::value::Outcome;

/// What a theorem says about a starting position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// Who wins.
    pub outcome: Outcome,
    /// The value, where the theorem tells it: a P-position is 0.
    pub value: Option<Value>,
    /// The theorem, as it is cited.
    pub by: &'static str,
}

/// The graphs that the table speaks of, with the number of their vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A path.
    Path,
    /// A cycle; at least 3 vertices.
    Cycle,
    /// A directed cycle, all arcs one way round.
    DirectedCycle,
}

/// Lengths of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lengths {
    All,
    Even,
    Odd,
}

/// What is known of the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Nimber(u32),
    N,
}

type Row = (&'static str, Shape, Lengths, Known, &'static str);

/// The first row that fits is the answer. `proper:K` stands for two or more colours: with one
/// Proposition 6 is false.
const TABLE: &[Row] = {
    use Known::{N, Nimber};
    use Lengths::{All, Even, Odd};
    use Shape::{Cycle, DirectedCycle, Path};
    &[
        ("proper:2", Path, Even, Nimber(0), "Corollary 4 of Beaulieu et al."),
        ("proper:2", Cycle, All, Nimber(0), "Corollary 5 of Beaulieu et al."),
        ("proper:K", Path, Odd, Nimber(1), "Proposition 6 of Beaulieu et al."),
        ("node-kayles", Path, Odd, N, "Proposition 2 of Beaulieu et al."),
        ("blue-red", DirectedCycle, All, Nimber(0), "Corollary 11 of Beaulieu et al."),
        ("weak:2", Path, Even, Nimber(0), "section 4 of Beaulieu et al."),
        ("weak:2", Path, Odd, N, "section 4 of Beaulieu et al."),
        ("weak:2", Cycle, Even, Nimber(0), "section 4 of Beaulieu et al."),
        ("weak:2", Cycle, Odd, Nimber(1), "Corollary 15 of Beaulieu et al."),
        ("distance:2:2", Path, Even, Nimber(0), "Theorem 16 of Beaulieu et al."),
        ("distance:2:2", Cycle, Even, Nimber(0), "Theorem 16 of Beaulieu et al."),
    ]
};

/// What the paper proves of a game, called by its name, on the uncoloured path or cycle with `n`
/// vertices.
///
/// ```
/// use chromex::theory::beaulieu::settled::{Shape, on};
/// let settled = on("weak:2", Shape::Cycle, 1_000_001).unwrap();
/// assert_eq!(settled.value.unwrap().to_string(), "*1");
/// assert_eq!(settled.by, "Corollary 15 of Beaulieu et al.");
/// assert_eq!(on("distance:2:2", Shape::Path, 101), None);
/// ```
pub fn on(game: &str, shape: Shape, n: usize) -> Option<Settled> {
    let least = match shape {
        Shape::Path => 1,
        Shape::Cycle | Shape::DirectedCycle => 3,
    };
    if n < least {
        return None;
    }
    let parity = if n.is_multiple_of(2) { Lengths::Even } else { Lengths::Odd };
    let (_, _, _, known, by) = TABLE.iter().find(|(pattern, of, lengths, _, _)| {
        *of == shape && [parity, Lengths::All].contains(lengths) && fits(pattern, game)
    })?;
    let (outcome, value) = match *known {
        Known::Nimber(nimber) => {
            let value = Value::Nimber(nimber);
            (value.outcome(), Some(value))
        }
        Known::N => (class(false), None),
    };
    Some(Settled { outcome, value, by })
}

fn fits(pattern: &str, game: &str) -> bool {
    let colours = |name: &str| name.strip_prefix("proper:").and_then(|k| k.parse::<u8>().ok());
    let game = match game {
        "icol" => "proper:2",
        "proper:1" => "node-kayles",
        game => game,
    };
    pattern == game || pattern == "proper:K" && colours(game).is_some_and(|k| k >= 2)
}
