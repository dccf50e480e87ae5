//! The largest connected subgraph game on cographs, in linear time (Bensmail et al., Theorem 5.1).
//!
//! The algorithm goes up the cotree. Of each node it needs to know the order, whether Alice wins, and
//! whether she can force a single red component (the class A*). The cases are numbered as in the
//! proof of the theorem.

use chromex_graph_tools::classes::cograph::{Cotree, Label, Node, cotree};
use chromex_rules::{Player, Position, UNCOLOURED};

use chromex_engine::Outcome;

/// The result of Theorem 5.1 for a cograph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OnCograph {
    /// Whether Alice wins; otherwise the game is a draw.
    pub alice_wins: bool,
    /// Whether Alice can force a single red component.
    pub in_a_star: bool,
}

impl OnCograph {
    /// Who wins.
    pub fn outcome(self) -> Outcome {
        if self.alice_wins { Outcome::Winner(Player::Left) } else { Outcome::Draw }
    }
}

/// The facts about a node of the cotree that its parent needs.
#[derive(Debug, Clone, Copy)]
struct Known {
    order: u32,
    solved: OnCograph,
}

const ALICE_WINS: OnCograph = OnCograph { alice_wins: true, in_a_star: true };
const DRAW: OnCograph = OnCograph { alice_wins: false, in_a_star: true };

/// The outcome of the largest connected subgraph game on a cograph, and whether it is in A*, in time
/// linear in the number of vertices.
///
/// ```
/// use chromex_theory::cographs::solve;
/// let star = solve(&"j(1,u(1000000))".parse()?);
/// assert!(star.alice_wins && star.in_a_star);
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
pub fn solve(tree: &Cotree) -> OnCograph {
    let mut known: Vec<Known> = Vec::with_capacity(tree.nodes().len());
    for node in tree.nodes() {
        known.push(match node {
            Node::Vertex(_) => Known { order: 1, solved: ALICE_WINS },
            Node::Inner(Label::Join, parts) => join(parts, &known),
            Node::Inner(Label::Union, parts) => union(parts, &known),
        });
    }
    known.last().expect("a cotree has a node").solved
}

/// Case 1: all joins are in A*.
fn join(parts: &[u32], known: &[Known]) -> Known {
    let of = |part: &u32| known[*part as usize];
    let order = parts.iter().map(|part| of(part).order).sum();
    // 1(c): one vertex u joined to a graph of odd order. That graph is itself a join, and therefore
    // in A*, unless there are only two parts.
    let lonely = match parts {
        [a, b] if of(a).order == 1 => !of(b).solved.in_a_star,
        [a, b] if of(b).order == 1 => !of(a).solved.in_a_star,
        _ => false,
    };
    let solved = match order % 2 == 1 {
        true => ALICE_WINS,            // 1(a)
        false if lonely => ALICE_WINS, // 1(c)i
        false => DRAW,                 // 1(b) and 1(c)ii
    };
    Known { order, solved }
}

/// Case 2: only the three largest parts matter.
fn union(parts: &[u32], known: &[Known]) -> Known {
    let mut largest = [Known { order: 0, solved: DRAW }; 3];
    let mut order = 0;
    for part in parts.iter().map(|&part| known[part as usize]) {
        order += part.order;
        let place = largest.iter().position(|other| other.order < part.order);
        if let Some(place) = place {
            largest[place..].rotate_right(1);
            largest[place] = part;
        }
    }
    let [n1, n2, n3] = largest.map(|part| part.order);
    let first_wins = largest[0].solved.alice_wins;
    let alice_wins = match (n1, n2) {
        (1, _) => false,
        (_, 1) => first_wins,
        _ if n1 == n2 => false,           // 2(a)
        _ if n1 % 2 == 1 => true,         // 2(b)
        _ if !first_wins => false,        // 2(c) and 2(d)
        _ => !(n1 == n2 + 1 && n2 == n3), // 2(e)
    };
    let in_a_star = parts.len() == 2 && n2 == 1 && n1 % 2 == 1;
    Known { order, solved: OnCograph { alice_wins, in_a_star } }
}

/// Whether an uncoloured cograph is in A*, Alice to move first; `None` if the theorem does not apply.
pub fn in_a_star(position: &Position) -> Option<bool> {
    let start = position.turn() == Player::Left
        && position.colouring().iter().all(|&colour| colour == UNCOLOURED);
    let graph = position.board().graph();
    (start && !graph.is_directed())
        .then(|| cotree(graph).ok())
        .flatten()
        .map(|tree| solve(&tree).in_a_star)
}
