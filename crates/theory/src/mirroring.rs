//! When a player wins by answering every move with its mirror image: the conditions on the game.
//!
//! Take an impartial game on pairs of vertices, an involution σ of the graph and an involution π of
//! the colours under which the rule stays the same, and call a position *mirrored* if σ(v) has the
//! colour π(c) whenever v has the colour c. If colouring v with c is legal in a mirrored position,
//! then so is colouring σ(v) with π(c), because σ preserves distances and arcs. After the first of
//! these two moves the second is still legal if the colours c and π(c) may stand at v and σ(v):
//! this is the only condition on the game ([`Method::is_for`]). Then the position is mirrored
//! again, so the player who answers is never stuck, and wins. If σ has no fixed point, the second
//! player answers. If σ fixes exactly one vertex and π is the identity, the first player begins
//! with that vertex and answers from then on.
//!
//! Weak colouring, in which neighbours of equal colour each need a neighbour of another colour,
//! satisfies a similar condition: an additional coloured vertex never removes such a neighbour, so
//! both moves together are legal if each of them is, unless the two vertices are adjacent and get
//! the same colour. So the answer in the colour's partner is always possible, and the answer in the
//! same colour if no vertex is adjacent to its image.
//!
//! In oriented colouring the answer in the same colour is possible if no vertex is adjacent to its
//! image: an arc and its image have the same two colours, so the answer adds no pair of colours
//! that the move itself has not added.
//!
//! The two scoring games have their own mirror strategies, with the same kinds of involutions.

use chromex_graph_tools::classes::involution::{self, Involution, InvolutionKind, USUAL_STEPS};
use chromex_rules::{Colour, Condition, Game, Player, Position};
use serde::Serialize;

use crate::hypotheses::{is_impartial_under, is_largest_component, normal_play_pairs};
use crate::weak::colours_of_weak;

/// How an answer relates to the move before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The image gets the same colour.
    Same,
    /// The image gets the colour's partner: 2 for 1 and 1 for 2, 4 for 3 and 3 for 4, and so on.
    Partner,
    /// The image in the other copy of the graph gets the same colour.
    OtherCopy,
}

impl Answer {
    /// The colour of the answer to a colour.
    pub(crate) fn colour(self, colour: Colour) -> Colour {
        match self {
            Answer::Partner => ((colour - 1) ^ 1) + 1,
            Answer::Same | Answer::OtherCopy => colour,
        }
    }
}

/// A way to mirror moves.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Method {
    /// The source of the method.
    pub case: &'static str,
    /// The involution that it needs.
    pub kind: InvolutionKind,
    /// The answer that it gives.
    pub answer: Answer,
}

/// Uiterwijk, Theorem 4.
pub(crate) const SAME: Method = Method {
    case: "Theorem 4 (centre-same)",
    kind: InvolutionKind::FixedPointFree,
    answer: Answer::Same,
};

/// Uiterwijk, Theorem 5.
pub(crate) const SAME_WITH_CENTRE: Method = Method {
    case: "Theorem 5 (centre-same)",
    kind: InvolutionKind::OneFixedPoint,
    answer: Answer::Same,
};

/// Beaulieu et al., Proposition 2.
pub(crate) const APART_WITH_CENTRE: Method = Method {
    case: "Proposition 2 (centre-same)",
    kind: InvolutionKind::OneFixedPointApart,
    answer: Answer::Same,
};

/// Beaulieu et al., Proposition 3.
pub(crate) const PARTNER: Method = Method {
    case: "Proposition 3 (centre-opp)",
    kind: InvolutionKind::FixedPointFree,
    answer: Answer::Partner,
};

/// Like Proposition 2 of Beaulieu et al., without a fixed point.
pub(crate) const APART: Method = Method {
    case: "as Proposition 2, without a centre",
    kind: InvolutionKind::FixedPointFreeApart,
    answer: Answer::Same,
};

/// Bensmail et al., Theorem 2.2.
pub(crate) const REFLECTION: Method =
    Method { case: "Theorem 2.2", kind: InvolutionKind::FixedPointFree, answer: Answer::Partner };

/// Andres et al., Theorem 1.
pub(crate) const OTHER_COPY: Method =
    Method { case: "Theorem 1", kind: InvolutionKind::StrictlyMatched, answer: Answer::OtherCopy };

/// Weak colouring, like Proposition 3 of Beaulieu et al.
pub(crate) const WEAK_PARTNER: Method = Method {
    case: "section 4, on any graph (centre-opp)",
    kind: InvolutionKind::FixedPointFree,
    answer: Answer::Partner,
};

/// Weak colouring, like Proposition 2 of Beaulieu et al.
pub(crate) const WEAK_APART_WITH_CENTRE: Method = Method {
    case: "section 4, on any graph (centre-same)",
    kind: InvolutionKind::OneFixedPointApart,
    answer: Answer::Same,
};

/// Weak colouring, like Proposition 2 of Beaulieu et al., without a fixed point.
pub(crate) const WEAK_APART: Method = Method {
    case: "section 4, on any graph, without a centre",
    kind: InvolutionKind::FixedPointFreeApart,
    answer: Answer::Same,
};

/// Oriented colouring, like Proposition 2 of Beaulieu et al., without a fixed point.
pub(crate) const ORIENTED_APART: Method = Method {
    case: "section 3, on any digraph, without a centre",
    kind: InvolutionKind::FixedPointFreeApart,
    answer: Answer::Same,
};

/// Oriented colouring, like Proposition 2 of Beaulieu et al.
pub(crate) const ORIENTED_APART_WITH_CENTRE: Method = Method {
    case: "section 3, on any digraph (centre-same)",
    kind: InvolutionKind::OneFixedPointApart,
    answer: Answer::Same,
};

/// The mirror strategies of games on pairs. If two of them fit, the first needs less of the graph.
const OF_PAIRS: &[Method] = &[SAME, SAME_WITH_CENTRE, APART_WITH_CENTRE, PARTNER, APART];

/// The mirror strategies of a game, in the order in which they are tried.
pub(crate) fn methods(game: &Game) -> Vec<&'static Method> {
    if is_largest_component(game) {
        return vec![&REFLECTION];
    }
    if game.condition() == Condition::Orthogonal {
        return vec![&OTHER_COPY];
    }
    if let Some(colours) = colours_of_weak(game) {
        let partners = (colours % 2 == 0).then_some(&WEAK_PARTNER);
        return partners.into_iter().chain([&WEAK_APART_WITH_CENTRE, &WEAK_APART]).collect();
    }
    if is_oriented(game) {
        return vec![&ORIENTED_APART, &ORIENTED_APART_WITH_CENTRE];
    }
    OF_PAIRS.iter().filter(|method| method.is_for(game)).collect()
}

/// Whether a game is oriented colouring.
pub(crate) fn is_oriented(game: &Game) -> bool {
    is_impartial_under(game, &Condition::Oriented)
}

/// The involution behind the answers of a mirror strategy: vertices that are each other's images,
/// and vertices that are their own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mirror {
    /// How a move is answered: `same colour`, `opposite colour` or `other copy`.
    pub answer: &'static str,
    /// The pairs of vertices, the smaller number first.
    pub pairs: Vec<(usize, usize)>,
    /// The vertices that are their own images.
    pub fixed: Vec<usize>,
}

impl Method {
    /// The involution of the board that the method needs, if one is found.
    pub(crate) fn involution(&self, position: &Position) -> Option<Involution> {
        involution::find(position.board(), self.kind, USUAL_STEPS).ok().flatten()
    }

    /// The involution that the method needs, if one is found, in a form that can be shown.
    pub(crate) fn shown(&self, position: &Position) -> Option<Mirror> {
        let found = self.involution(position)?;
        let moved = (0..found.images().len()).map(|v| (v, found.image(v)));
        Some(Mirror {
            answer: match self.answer {
                Answer::Same => "same colour",
                Answer::Partner => "opposite colour",
                Answer::OtherCopy => "other copy",
            },
            pairs: moved.filter(|(v, image)| v < image).collect(),
            fixed: found.fixed_points().collect(),
        })
    }

    /// Whether a game on pairs satisfies the condition of this method, and not that of a method
    /// with a weaker condition on the graph. In a partisan game, such as Col, the colour of the
    /// answer must also belong to the player who answers.
    pub(crate) fn is_for(&self, game: &Game) -> bool {
        let apart = matches!(
            self.kind,
            InvolutionKind::FixedPointFreeApart | InvolutionKind::OneFixedPointApart
        );
        self.is_legal(game, usize::from(apart)) && !(apart && self.is_legal(game, 0))
    }

    /// Whether the answer is legal in a game on pairs in which who cannot move loses, if every
    /// vertex is farther than this distance from its image.
    fn is_legal(&self, game: &Game, distance: usize) -> bool {
        let Some(rule) = normal_play_pairs(game) else { return false };
        let colours = game.palette().len();
        let may = |player: Player, c: Colour| game.may_use(player, c);
        let is_answerers = |c: Colour, image: Colour| {
            [Player::Left, Player::Right].iter().all(|&p| may(p, c) == may(p.opponent(), image))
        };
        let fits = |c: Colour| {
            let image = self.answer.colour(c);
            usize::from(image) <= colours
                && is_answerers(c, image)
                && rule.allows_beyond(distance, c, image)
                && (distance > 0 || rule.allows_arc(c, image) && rule.allows_arc(image, c))
        };
        game.palette().colours().all(fits) && rule.recoloured(|c| self.answer.colour(c)) == rule
    }
}
