//! What a certificate plays: a position of the game minus a form, and one player's target.

use std::sync::Arc;

use chromex_rules::{Goal, Move, Player, Position, UNCOLOURED, Verdict};

use crate::form::Forms;

/// What the claimant wants from the end of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// To win.
    Win,
    /// A score of at least this much.
    AtLeast(i32),
    /// A score of at most this much.
    AtMost(i32),
}

/// Something to show: the claimant reaches the target from this state.
#[derive(Debug, Clone)]
pub struct Task {
    /// Where play begins.
    pub start: State,
    /// Who claims something.
    pub claimant: Player,
    /// What.
    pub target: Target,
}

/// A position of the game, minus a form x. Usually x is 0; then it is just the position.
#[derive(Debug, Clone)]
pub struct State {
    /// The position.
    pub position: Position,
    /// The forms that x is made of.
    pub forms: Arc<Forms>,
    /// x.
    pub other: u16,
}

/// A move in such a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// In the position.
    Colour(Move),
    /// In the form: x becomes this.
    Other(u16),
}

impl State {
    /// The legal moves of the player to move: those of the position in the order of the rules,
    /// then those of −x, in which Left has the negatives of Right's options of x and vice versa.
    pub fn choices(&self) -> Vec<Choice> {
        let moves = self.position.moves().into_iter().map(Choice::Colour);
        let other = self.forms.options(self.other, self.position.turn().opponent());
        moves.chain(other.iter().map(|&form| Choice::Other(form))).collect()
    }

    /// The state after a legal move.
    pub fn play(&self, choice: Choice) -> State {
        let mut after = self.clone();
        let turn = self.position.turn();
        match choice {
            Choice::Colour(m) => after.position = self.position.play(m).expect("a legal move"),
            Choice::Other(form) => {
                after.position = after.position.with_turn(turn.opponent());
                after.other = form;
            }
        }
        after
    }

    /// The verdict, if play is over.
    pub fn verdict(&self) -> Option<Verdict> {
        let stuck = self.forms.options(self.other, self.position.turn().opponent()).is_empty();
        if stuck { self.position.verdict() } else { None }
    }
}

impl Task {
    /// Whether this end is what the claimant wants.
    pub fn satisfied_by(&self, verdict: Verdict) -> bool {
        match (self.target, verdict) {
            (Target::Win, Verdict::Wins(player)) => player == self.claimant,
            (Target::AtLeast(least), Verdict::Score(score)) => score >= least,
            (Target::AtMost(most), Verdict::Score(score)) => score <= most,
            _ => false,
        }
    }

    /// Whether the claimant reaches the target however play goes on, by one of two small lemmas.
    pub fn is_settled(&self, state: &State) -> bool {
        let position = &state.position;
        match (position.game().goal(), self.target) {
            (Goal::ColourAll, Target::Win) if self.claimant == Player::Left => all_safe(position),
            (Goal::LargestComponent { .. }, Target::AtLeast(_)) => {
                self.satisfied_by(filled(position, Player::Right))
            }
            (Goal::LargestComponent { .. }, Target::AtMost(_)) => {
                self.satisfied_by(filled(position, Player::Left))
            }
            _ => false,
        }
    }
}

/// Safe vertices: *Alice wins the colouring game if each uncoloured vertex has more legal colours
/// than uncoloured neighbours.* When a neighbour gets a colour, a vertex loses one uncoloured
/// neighbour and at most one legal colour: so this remains true, and no vertex ever runs out.
fn all_safe(position: &Position) -> bool {
    let (graph, colouring) = (position.board().graph(), position.colouring());
    let colours = position.game().palette().len();
    (0..colouring.len()).filter(|&v| colouring[v] == UNCOLOURED).all(|v| {
        let mut seen: Vec<u8> = graph.neighbours(v).map(|w| colouring[w]).collect();
        let open = seen.iter().filter(|&&colour| colour == UNCOLOURED).count();
        seen.retain(|&colour| colour != UNCOLOURED);
        seen.sort_unstable();
        seen.dedup();
        colours - seen.len() > open
    })
}

/// The score in the largest connected subgraph game if `player` got all that is uncoloured: *no end
/// is better for him*, since at any end his vertices are some of these, and his opponent's are more,
/// and with fewer vertices the largest component does not grow.
fn filled(position: &Position, player: Player) -> Verdict {
    let game = position.game();
    let colour = game.palette().colours().find(|&c| game.may_use(player, c)).unwrap_or(UNCOLOURED);
    let fill = |&c: &u8| if c == UNCOLOURED { colour } else { c };
    let colouring: Vec<u8> = position.colouring().iter().map(fill).collect();
    game.when_stuck(position.board().graph(), &colouring, player)
}
