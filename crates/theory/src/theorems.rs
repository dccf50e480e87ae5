//! Theorems that answer: results that the papers have proved and the checks have confirmed.
//!
//! Each theorem names the claims that confirm it. A theorem that a check has refuted is not listed
//! here.

use chromex_graph_tools::classes::cograph::cotree;
use chromex_graph_tools::classes::involution::InvolutionKind;
use chromex_graph_tools::classes::shape::{self, Shape};
use chromex_graph_tools::classes::spider::spider;
use chromex_graphs::Graph;
use chromex_graphs::limit::is_stopped;
use chromex_graphs::ops::{components, underlying};
use chromex_rules::{Boards, Convention, Game, PairRule, Player, Position, UNCOLOURED};

use super::hypotheses::{
    colours_of_orthogonal, colours_of_proper, colours_to_colour_all, colours_whoever_skips,
    different_within, impartial_pairs, is_largest_component,
};
use super::mirroring::{self, Method, Mirror};
use super::papers::PAPERS;
use super::{cographs, modules, parts, paths, sequential, spiders, strips, weak};
use chromex_engine::{Class, Outcome, Value};

/// A theorem of a paper.
#[derive(Debug, Clone, Copy)]
pub struct Theorem {
    /// The place in the paper, such as `Theorem 3`.
    pub place: &'static str,
    /// The key of the paper.
    pub paper: &'static str,
    /// The ids of the claims that were checked to confirm it.
    pub claims: &'static [&'static str],
    settle: fn(&Position) -> Option<Settled>,
}

/// The result of a theorem for a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// Its exact value.
    Value(Value),
    /// Who wins, but not the value.
    Outcome(Outcome),
}

impl Settled {
    /// Who wins.
    pub fn outcome(&self) -> Outcome {
        match self {
            Settled::Value(value) => value.outcome(),
            Settled::Outcome(outcome) => *outcome,
        }
    }

    /// The exact value, if the theorem gives it.
    pub fn value(&self) -> Option<&Value> {
        match self {
            Settled::Value(value) => Some(value),
            Settled::Outcome(_) => None,
        }
    }
}

impl Theorem {
    /// The citation in an answer: `Theorem 3 of Uiterwijk`.
    pub fn citation(&self) -> String {
        let paper = PAPERS.iter().find(|paper| paper.key == self.paper);
        format!("{} of {}", self.place, paper.map_or(self.paper, |paper| paper.short))
    }
}

impl Theorem {
    /// The involution behind an answer for this position, if the proof of the theorem is a mirror strategy.
    pub fn mirror(&self, position: &Position) -> Option<Mirror> {
        let (_, method) = MIRRORS.iter().find(|(claim, _)| self.claims.first() == Some(claim))?;
        let plain = without_directions(position);
        method.shown(plain.as_ref().unwrap_or(position))
    }
}

impl PartialEq for Theorem {
    fn eq(&self, other: &Theorem) -> bool {
        (self.paper, self.place) == (other.paper, other.place)
    }
}

impl Eq for Theorem {}

/// The result of the first theorem that applies to the position; theorems that give the value come
/// first.
///
/// ```
/// use chromex_rules::{Position, parse_game};
/// let board = chromex_graphs::parse("path:1000001")?;
/// let position = Position::start(parse_game("icol")?, board)?;
/// let (theorem, settled) = chromex_theory::settle(&position).unwrap();
/// assert_eq!(theorem.citation(), "Theorem 3 of Uiterwijk");
/// assert_eq!(settled.value().unwrap().to_string(), "*1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn settle(position: &Position) -> Option<(&'static Theorem, Settled)> {
    let plain = without_directions(position);
    let position = plain.as_ref().unwrap_or(position);
    let mut outcome = None;
    for theorem in THEOREMS {
        if is_stopped() {
            break;
        }
        match (theorem.settle)(position) {
            Some(settled @ Settled::Value(_)) => return Some((theorem, settled)),
            Some(settled) => outcome = outcome.or(Some((theorem, settled))),
            None => {}
        }
    }
    outcome
}

/// The position without the directions of its arcs, if its game takes digraphs but ignores
/// directions: the theorems are about undirected graphs.
fn without_directions(position: &Position) -> Option<Position> {
    let (game, board) = (position.game(), position.board());
    if game.boards() != Boards::Either || !board.graph().is_directed() {
        return None;
    }
    let (board, colouring) = (underlying(board).ok()?, position.colouring().to_vec());
    Position::new(game.clone(), board, colouring, position.turn()).ok()
}

/// Whether the graph of an uncoloured position, with Alice to move first, is in the class A*, if a
/// theorem says so.
pub fn settle_a_star(position: &Position) -> Option<(&'static Theorem, bool)> {
    let cited = |claim: &str, member: bool| {
        let theorem = THEOREMS.iter().find(|theorem| theorem.claims.contains(&claim))?;
        Some((theorem, member))
    };
    if let Some(member) = cographs::in_a_star(position) {
        return cited("bensmail/thm-5.1", member);
    }
    let applies = position.turn() == Player::Left && is_start(position);
    let member = applies.then(|| parts::in_a_star(position.board().graph())).flatten()?;
    cited("bensmail/a-star", member)
}

/// The theorems whose proofs are mirror strategies: the claim that confirms each, and the way to
/// mirror.
const MIRRORS: &[(&str, &Method)] = &[
    ("uiterwijk/thm-4", &mirroring::SAME),
    ("uiterwijk/thm-5", &mirroring::SAME_WITH_CENTRE),
    ("uiterwijk/col", &mirroring::PARTNER),
    ("beaulieu/prop-3", &mirroring::PARTNER),
    ("beaulieu/prop-2", &mirroring::APART_WITH_CENTRE),
    ("beaulieu/weak-opposite", &mirroring::WEAK_PARTNER),
    ("beaulieu/weak-centre", &mirroring::WEAK_APART_WITH_CENTRE),
    ("beaulieu/oriented-mirror", &mirroring::ORIENTED_APART),
    ("beaulieu/oriented-centre", &mirroring::ORIENTED_APART_WITH_CENTRE),
    ("bensmail/thm-2.2", &mirroring::REFLECTION),
    ("andres/normal-play", &mirroring::OTHER_COPY),
];

/// The theorems, those that are quick to apply first.
pub const THEOREMS: &[Theorem] = &[
    Theorem {
        place: "Theorem 3",
        paper: "uiterwijk",
        claims: &["uiterwijk/thm-3"],
        settle: |position| {
            let n = uncoloured(position, shape::path)?;
            (colours_of_proper(position.game())? == 2).then(|| parity(n))
        },
    },
    Theorem {
        place: "Theorem 6",
        paper: "uiterwijk",
        claims: &["uiterwijk/thm-6"],
        settle: |position| {
            let (n, game) = (uncoloured(position, shape::path)?, position.game());
            let alike = impartial_pairs(game)? == PairRule::alike(2) && game.palette().len() == 2;
            alike.then(|| parity(n))
        },
    },
    Theorem {
        place: "Corollary 5",
        paper: "beaulieu",
        claims: &["beaulieu/cor-5"],
        settle: |position| {
            let n = uncoloured(position, undirected_cycle)?;
            (n >= 3 && colours_of_proper(position.game())? == 2).then_some(nimber(0))
        },
    },
    Theorem {
        place: "Proposition 6",
        paper: "beaulieu",
        // It holds for two or more colours.
        claims: &["beaulieu/prop-6"],
        settle: |position| {
            let n = uncoloured(position, shape::path)?;
            (n % 2 == 1 && colours_of_proper(position.game())? >= 2).then_some(nimber(1))
        },
    },
    Theorem {
        place: "Corollary 11",
        paper: "beaulieu",
        claims: &["beaulieu/cor-11", "beaulieu/cor-11-which"],
        settle: |position| {
            uncoloured(position, shape::cycle)?;
            (*position.game() == Game::blue_red()).then_some(nimber(0))
        },
    },
    Theorem {
        place: "Section 4",
        paper: "beaulieu",
        claims: &["beaulieu/weak-even", "beaulieu/weak-odd-paths", "beaulieu/weak-zero-or-one"],
        settle: weak_on_paths_and_even_cycles,
    },
    Theorem {
        place: "Theorem 14",
        paper: "beaulieu",
        claims: &["beaulieu/thm-14", "beaulieu/cor-15"],
        settle: |position| {
            let n = uncoloured(position, undirected_cycle)?;
            (is_weak_with_two_colours(position.game()) && n % 2 == 1).then_some(nimber(1))
        },
    },
    Theorem {
        place: "A sequel to section 4 (docs/open-problems.md has the proof)",
        paper: "beaulieu",
        claims: &[
            "beaulieu/weak-even-order",
            "beaulieu/weak-company",
            "beaulieu/weak-few-neighbours",
            "beaulieu/weak-three-colours",
            "beaulieu/weak-trees",
        ],
        settle: |position| weak::nimber(position).map(nimber),
    },
    Theorem {
        place: "A sequel to Theorem 16 (docs/open-problems.md has the proof)",
        paper: "beaulieu",
        claims: &["beaulieu/odd-cycles"],
        settle: |position| {
            let n = uncoloured(position, undirected_cycle)?;
            (n >= 3 && n % 2 == 1 && different_within(position.game())?.1 == 2).then_some(nimber(0))
        },
    },
    Theorem {
        place: "Theorem 16",
        paper: "beaulieu",
        claims: &["beaulieu/thm-16"],
        settle: |position| {
            let cycle = || uncoloured(position, undirected_cycle);
            let n = uncoloured(position, shape::path).or_else(cycle)?;
            (different_within(position.game())? == (2, 2) && n % 2 == 0).then_some(nimber(0))
        },
    },
    Theorem {
        place: "Theorem 22 (and Bodlaender's algorithm)",
        paper: "beaulieu",
        claims: &["beaulieu/thm-22", "beaulieu/thm-22-cycles", "beaulieu/bodlaender"],
        settle: |position| {
            // There, Left is the player to move.
            let ending = sequential::position(position)?.ok()?;
            Some(match ending.winner {
                Player::Left => first_player_wins(),
                Player::Right => nimber(0),
            })
        },
    },
    Theorem {
        place: "The introduction (χ_g ≤ Δ + 1)",
        paper: "brosse",
        claims: &["brosse/claim-1"],
        settle: enough_colours,
    },
    Theorem {
        place: "The abstract (for every n by certificate grid-3xN-four-colours.cert)",
        paper: "brosse",
        claims: &["brosse/three-rows"],
        settle: |position| three_rows(position, false),
    },
    Theorem {
        place: "A sequel to Theorem 1 (for every n by certificate cylinder-3xN-four-colours.cert)",
        paper: "brosse",
        claims: &["brosse/three-rows-around"],
        settle: |position| three_rows(position, true),
    },
    Theorem {
        place: "Theorem 1 (for every n by certificate grid-4xN-four-colours.cert)",
        paper: "brosse",
        claims: &["brosse/theorem-1"],
        settle: |position| four_rows(position, Player::Left),
    },
    Theorem {
        place: "Theorem 1, sharpened (Bob may skip turns: certificate grid-4xN-four-colours.cert)",
        paper: "brosse",
        claims: &["brosse/theorem-1"],
        settle: |position| {
            // Bob may skip turns; Alice does not need to.
            let four = position.game().skips().is_some()
                && colours_whoever_skips(position.game()) == Some(4);
            let alice = Settled::Value(Value::Winner(Player::Left));
            (four && columns_of_four_rows(position, false).is_some()).then_some(alice)
        },
    },
    Theorem {
        place: "Lemma 1",
        paper: "brosse",
        claims: &["brosse/lemma-1-upper", "brosse/lemma-1-lower"],
        settle: |position| four_rows(position, Player::Right),
    },
    Theorem {
        place: "Claim 2 (for all large boards by the certificates of Bob in examples/every-n)",
        paper: "brosse",
        claims: &["brosse/three-colours", "brosse/claim-2", "brosse/lemma-1-lower"],
        settle: |position| {
            let bob = Settled::Value(Value::Winner(Player::Right));
            strips::bob_has_a_window(position).then_some(bob)
        },
    },
    Theorem {
        place: "A sequel to Theorem 1 (connected colouring, for every n by the certificates of Alice in examples/every-n)",
        paper: "brosse",
        claims: &["brosse/connected-strips"],
        settle: |position| {
            let alice = Settled::Value(Value::Winner(Player::Left));
            strips::connected_on_a_strip(position).then_some(alice)
        },
    },
    Theorem {
        place: "As Claim 2, on other graphs (for all long boards by the certificates of Bob in examples/every-n)",
        paper: "brosse",
        claims: &["brosse/other-strips"],
        settle: |position| {
            let bob = Settled::Value(Value::Winner(Player::Right));
            strips::bob_has_another_window(position).then_some(bob)
        },
    },
    Theorem {
        place: "Theorem 4.3",
        paper: "bensmail",
        claims: &["bensmail/thm-4.3"],
        settle: |position| connected(position, |graph| shape::path(graph).map(paths::on_path)),
    },
    Theorem {
        place: "Theorem 4.5",
        paper: "bensmail",
        claims: &["bensmail/thm-4.5"],
        settle: |position| {
            connected(position, |graph| undirected_cycle(graph).map(paths::on_cycle))
        },
    },
    Theorem {
        place: "Theorem 5.1",
        paper: "bensmail",
        claims: &["bensmail/thm-5.1"],
        settle: |position| {
            connected(position, |graph| Some(cographs::solve(&cotree(graph).ok()?).outcome()))
        },
    },
    Theorem {
        place: "Section 6, case 2a (case 1 of Theorem 5.1 for any graphs)",
        paper: "bensmail",
        claims: &["bensmail/case-2a", "bensmail/a-star"],
        settle: |position| connected(position, parts::on_join),
    },
    Theorem {
        place: "Section 6, case 1, mended (docs/open-problems.md has the proof)",
        paper: "bensmail",
        claims: &["bensmail/case-1-mended", "bensmail/unions"],
        settle: |position| connected(position, parts::on_union),
    },
    Theorem {
        place: "Section 6, case 2b (docs/open-problems.md has the proof)",
        paper: "bensmail",
        claims: &[
            "bensmail/case-2b-antimatching-1",
            "bensmail/case-2b-antimatching-2",
            "bensmail/case-2b-antimatching-3",
            "bensmail/case-2b-matching-even-even",
            "bensmail/case-2b-matching-even-odd",
            "bensmail/case-2b-matching-odd-odd",
            "bensmail/case-2b-matching-odd-even",
        ],
        settle: |position| connected(position, |graph| Some(spiders::outcome(&spider(graph)?))),
    },
    Theorem {
        place: "Section 6, case 2c, mended (docs/open-problems.md has the proof)",
        paper: "bensmail",
        claims: &["bensmail/modules"],
        settle: |position| connected(position, modules::outcome),
    },
    Theorem {
        place: "Section 7, on trees (docs/open-problems.md has the proof)",
        paper: "bensmail",
        claims: &["bensmail/branches"],
        settle: |position| connected(position, parts::on_branches),
    },
    Theorem {
        place: "Theorem 2.2",
        paper: "bensmail",
        claims: &["bensmail/thm-2.2"],
        settle: |position| {
            let mirrored = || has_involution(position, &mirroring::REFLECTION);
            connected(position, |_| mirrored().then_some(Outcome::Draw))
        },
    },
    Theorem {
        place: "Lemma 7",
        paper: "andres",
        claims: &["andres/lemma-7"],
        settle: one_colour_on_latin_squares,
    },
    Theorem {
        place: "Lemma 5",
        paper: "andres",
        claims: &["andres/lemma-5"],
        settle: plenty_of_colours,
    },
    Theorem {
        place: "Theorem 4",
        paper: "uiterwijk",
        claims: &["uiterwijk/thm-4", "uiterwijk/mirror"],
        settle: |position| mirrored(position, &mirroring::SAME),
    },
    Theorem {
        place: "Theorem 5",
        paper: "uiterwijk",
        claims: &["uiterwijk/thm-5", "uiterwijk/mirror"],
        settle: |position| mirrored(position, &mirroring::SAME_WITH_CENTRE),
    },
    Theorem {
        place: "Theorem 1, proof (Col)",
        paper: "uiterwijk",
        claims: &["uiterwijk/col"],
        settle: |position| {
            let applies = position.convention() == Convention::Partisan
                && is_mirrored(position, &mirroring::PARTNER);
            applies.then_some(Settled::Outcome(Outcome::Class(Class::P)))
        },
    },
    Theorem {
        place: "Proposition 3",
        paper: "beaulieu",
        claims: &["beaulieu/prop-3"],
        settle: |position| mirrored(position, &mirroring::PARTNER),
    },
    Theorem {
        place: "Proposition 2",
        paper: "beaulieu",
        claims: &["beaulieu/prop-2"],
        settle: |position| mirrored(position, &mirroring::APART_WITH_CENTRE),
    },
    Theorem {
        place: "As Proposition 3, for weak colouring (docs/open-problems.md has the proof)",
        paper: "beaulieu",
        claims: &["beaulieu/weak-opposite"],
        settle: |position| weak_mirrored(position, &mirroring::WEAK_PARTNER),
    },
    Theorem {
        place: "As Proposition 2, for weak colouring (docs/open-problems.md has the proof)",
        paper: "beaulieu",
        claims: &["beaulieu/weak-centre", "beaulieu/weak-zero-or-one"],
        settle: |position| weak_mirrored(position, &mirroring::WEAK_APART_WITH_CENTRE),
    },
    Theorem {
        place: "As Proposition 2, for oriented colouring, without a centre (docs/open-problems.md has the proof)",
        paper: "beaulieu",
        claims: &["beaulieu/oriented-mirror"],
        settle: |position| {
            let applies = mirroring::is_oriented(position.game())
                && has_involution(position, &mirroring::ORIENTED_APART);
            applies.then_some(nimber(0))
        },
    },
    Theorem {
        place: "As Proposition 2, for oriented colouring (docs/open-problems.md has the proof)",
        paper: "beaulieu",
        claims: &["beaulieu/oriented-centre"],
        settle: |position| {
            let applies = mirroring::is_oriented(position.game())
                && has_involution(position, &mirroring::ORIENTED_APART_WITH_CENTRE);
            applies.then(first_player_wins)
        },
    },
    Theorem {
        place: "Theorem 1",
        paper: "andres",
        claims: &["andres/normal-play"],
        settle: |position| {
            colours_of_orthogonal(position.game(), Convention::Impartial)?;
            has_involution(position, &mirroring::OTHER_COPY).then_some(nimber(0))
        },
    },
];

fn nimber(n: u32) -> Settled {
    Settled::Value(Value::Nimber(n))
}

fn first_player_wins() -> Settled {
    Settled::Outcome(Outcome::Class(Class::N))
}

fn undirected_cycle(graph: &Graph) -> Option<usize> {
    shape::cycle(graph).filter(|_| !graph.is_directed())
}

fn is_weak_with_two_colours(game: &Game) -> bool {
    weak::colours_of_weak(game) == Some(2)
}

/// Even paths and cycles are P, odd paths N; and of connected graphs the nimber is 0 or 1.
fn weak_on_paths_and_even_cycles(position: &Position) -> Option<Settled> {
    if !is_weak_with_two_colours(position.game()) {
        return None;
    }
    let path = uncoloured(position, shape::path);
    let even_cycle = || uncoloured(position, undirected_cycle).filter(|n| n % 2 == 0);
    path.or_else(even_cycle).map(parity)
}

/// The largest connected subgraph game on an uncoloured graph, Alice first; `theorem` gives the
/// outcome there.
fn connected(
    position: &Position,
    theorem: impl FnOnce(&Graph) -> Option<Outcome>,
) -> Option<Settled> {
    let applies = is_largest_component(position.game())
        && position.turn() == Player::Left
        && is_start(position);
    match applies.then(|| theorem(position.board().graph())).flatten()? {
        Outcome::Draw => Some(Settled::Value(Value::Score(0))),
        outcome => Some(Settled::Outcome(outcome)),
    }
}

fn is_start(position: &Position) -> bool {
    position.colouring().iter().all(|&colour| colour == UNCOLOURED)
}

/// The size of an uncoloured board, if it has this shape.
pub(super) fn uncoloured(position: &Position, shape: fn(&Graph) -> Option<usize>) -> Option<usize> {
    is_start(position).then(|| shape(position.board().graph())).flatten()
}

/// 0 for even sizes and * for odd ones.
fn parity(size: usize) -> Settled {
    nimber(size as u32 % 2)
}

/// The result of mirroring in weak colouring, whose nimber on connected graphs is 0 or 1.
fn weak_mirrored(position: &Position, method: &'static Method) -> Option<Settled> {
    weak::colours_of_weak(position.game())?;
    let is_for = mirroring::methods(position.game()).contains(&method);
    let applies = is_for && has_involution(position, method);
    match method.kind {
        _ if !applies => None,
        InvolutionKind::OneFixedPointApart if components(position.board().graph()).len() == 1 => {
            Some(nimber(1))
        }
        InvolutionKind::OneFixedPointApart => Some(first_player_wins()),
        _ => Some(nimber(0)),
    }
}

/// The second player wins by mirroring, or the first player if there is a fixed vertex to begin
/// with.
fn mirrored(position: &Position, method: &Method) -> Option<Settled> {
    let applies = position.convention() == Convention::Impartial && is_mirrored(position, method);
    let with_centre =
        matches!(method.kind, InvolutionKind::OneFixedPoint | InvolutionKind::OneFixedPointApart);
    applies.then(|| if with_centre { first_player_wins() } else { nimber(0) })
}

fn is_mirrored(position: &Position, method: &Method) -> bool {
    method.is_for(position.game()) && has_involution(position, method)
}

fn has_involution(position: &Position, method: &Method) -> bool {
    is_start(position) && method.involution(position).is_some()
}

/// With more colours than any vertex has neighbours, each vertex can always be coloured. (Claim 1
/// states it for four rows.)
fn enough_colours(position: &Position) -> Option<Settled> {
    let enough = colours_to_colour_all(position.game())? > position.board().graph().max_degree();
    enough.then_some(Settled::Value(Value::Winner(Player::Left)))
}

/// With four colours Alice wins on three rows, whoever begins.
fn three_rows(position: &Position, around: bool) -> Option<Settled> {
    let applies = strips::four_colours_on_three_rows(position, around);
    applies.then_some(Settled::Value(Value::Winner(Player::Left)))
}

/// An uncoloured board of four rows and its number of columns; `cylinders` count as well.
fn columns_of_four_rows(position: &Position, cylinders: bool) -> Option<usize> {
    match shape::shape(position.board()) {
        Some(Shape::Grid { rows: 4, columns }) if is_start(position) => Some(columns),
        Some(Shape::Cylinder { rows: 4, columns }) if is_start(position) && cylinders => {
            Some(columns)
        }
        _ => None,
    }
}

/// With four colours Alice wins on four rows: moving first on grids, moving second on cylinders too.
fn four_rows(position: &Position, first: Player) -> Option<Settled> {
    let applies = colours_to_colour_all(position.game())? == 4 && position.turn() == first;
    let cylinders = first == Player::Right;
    (applies && columns_of_four_rows(position, cylinders).is_some())
        .then_some(Settled::Value(Value::Winner(Player::Left)))
}

fn one_colour_on_latin_squares(position: &Position) -> Option<Settled> {
    let colours = colours_of_orthogonal(position.game(), Convention::Scoring)?;
    let applies = colours == 1 && is_start(position);
    match shape::shape(position.board()).filter(|_| applies) {
        Some(Shape::Rook { rows, columns }) if rows == columns => {
            Some(Settled::Value(Value::Score(0)))
        }
        _ => None,
    }
}

/// With Δ + α colours all vertices of both copies get coloured. Finding α is hard, but the number
/// of cliques that cover the graph is at least as large.
fn plenty_of_colours(position: &Position) -> Option<Settled> {
    let colours = colours_of_orthogonal(position.game(), Convention::Scoring)?;
    let graph = position.board().graph();
    let enough = is_start(position) && colours >= graph.max_degree() + cliques_that_cover(graph);
    enough.then_some(Settled::Value(Value::Score(0)))
}

/// Covers the graph by cliques: puts each vertex into a clique of its neighbours if it fits there.
fn cliques_that_cover(graph: &Graph) -> usize {
    // The clique of each vertex so far, and the sizes of the cliques.
    let (mut clique_of, mut sizes): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    for v in 0..graph.order() {
        let mut around: Vec<usize> =
            graph.neighbours(v).filter(|&w| w < v).map(|w| clique_of[w]).collect();
        around.sort_unstable();
        let whole = around.chunk_by(|a, b| a == b).find(|same| same.len() == sizes[same[0]]);
        let clique = whole.map_or(sizes.len(), |same| same[0]);
        if clique == sizes.len() {
            sizes.push(0);
        }
        sizes[clique] += 1;
        clique_of.push(clique);
    }
    sizes.len()
}
