//! The states in which a certificate is played: a position of the game minus a form; and the target
//! of one player.

use std::sync::Arc;

use chromex_rules::{Goal, Move, Places, Player, Position, UNCOLOURED, Verdict};

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

/// A task: show that the claimant reaches the target from this state.
#[derive(Debug, Clone)]
pub struct Task {
    /// The state in which play begins.
    pub start: State,
    /// The player who claims something.
    pub claimant: Player,
    /// What this player wants from the end of the game.
    pub target: Target,
}

/// A position of the game, minus a form x. Usually x is 0, and the state is just the position.
#[derive(Debug, Clone)]
pub struct State {
    /// The position from which the form is subtracted.
    pub position: Position,
    /// A table with the form x and all forms that it is built from.
    pub forms: Arc<Forms>,
    /// The form x, as its index in the table.
    pub other: u16,
}

/// A move in such a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// A move in the position.
    Colour(Move),
    /// A move in the form, which replaces x by this form.
    Other(u16),
}

impl State {
    /// The legal moves of the player to move: first those of the position in the order of the
    /// rules, then those in −x, where Left moves to the negatives of Right's options of x and vice
    /// versa.
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
    /// Whether this end satisfies the claimant.
    pub fn satisfied_by(&self, verdict: Verdict) -> bool {
        match (self.target, verdict) {
            (Target::Win, Verdict::Wins(player)) => player == self.claimant,
            (Target::AtLeast(least), Verdict::Score(score)) => score >= least,
            (Target::AtMost(most), Verdict::Score(score)) => score <= most,
            _ => false,
        }
    }

    /// Whether Alice is to show that all vertices can be coloured, where neighbours have to differ
    /// and nothing else matters.
    fn is_to_colour_all(&self) -> bool {
        let game = self.start.position.game();
        self.claimant == Player::Left
            && self.target == Target::Win
            && game.goal() == Goal::ColourAll
            && game.different_within() == Some(1)
            && game.places() == Places::Any
            && game.colours_are_shared()
    }

    /// Whether the task can be shown near the patients (near.rs).
    pub fn is_near(&self) -> bool {
        let game = self.start.position.game();
        self.is_to_colour_all() && game.colours_alike() && game.copies() == 1
    }

    /// Whether the claimant reaches the target however play continues, by one of two small lemmas.
    pub fn is_settled(&self, state: &State) -> bool {
        let position = &state.position;
        match (position.game().goal(), self.target) {
            (Goal::ColourAll, _) => self.is_to_colour_all() && missing_doctors(position) == 0,
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

/// The number of missing doctors: *Alice wins if no doctor is missing, in games in which all
/// vertices have to be coloured and neighbours have to differ.* After “safe” and “sound” vertices
/// in Brosse et al., section 3.
///
/// A *taker* of v is an uncoloured neighbour that shares a legal colour with v. Colouring a taker
/// takes at most one colour from v, and colouring anything else takes none. So v can never run out
/// of colours, and is *safe*, if it has a colour that no taker shares, or more colours than takers;
/// this stays so, because lists of colours and sets of takers only shrink. Any other vertex, a
/// *patient* with c colours and r takers, needs r − c + 2 *doctors*: takers that are safe and
/// nobody else's doctors. While at most one of them is coloured, at most (c − 2) + 1 takers are,
/// and v has a colour left. So Alice wins: when Bob colours a doctor, she colours his patient;
/// otherwise, or when he skips, any patient. This does not harm other patients, because no patient
/// is a doctor; and when no patient is left, everything is safe. If she may skip turns herself,
/// that does not harm her.
pub fn missing_doctors(position: &Position) -> usize {
    let (graph, colouring) = (position.board().graph(), position.colouring());
    let all = position.game().palette().colours().fold(0_u64, |all, colour| all | 1 << colour);
    let seen = |v: usize| graph.neighbours(v).fold(0, |seen, w| seen | 1 << colouring[w]);
    let legal = |v: usize| if colouring[v] == UNCOLOURED { all & !seen(v) } else { 0 };
    let legal: Vec<u64> = (0..colouring.len()).map(legal).collect();
    let takers = |v: usize| graph.neighbours(v).filter(|&w| legal[w] & legal[v] != 0).collect();
    let takers: Vec<Vec<usize>> = (0..colouring.len()).map(takers).collect();
    let count = |v: usize| legal[v].count_ones() as usize;
    let is_safe = |v: usize| {
        let shared = takers[v].iter().fold(0, |shared, &w| shared | legal[w]);
        legal[v] & !shared != 0 || count(v) > takers[v].len()
    };
    let is_safe: Vec<bool> = (0..colouring.len()).map(is_safe).collect();
    let safe_takers = |v: usize| takers[v].iter().copied().filter(|&w| is_safe[w]).collect();
    let patients = (0..colouring.len()).filter(|&v| colouring[v] == UNCOLOURED && !is_safe[v]);
    let wanted = patients.flat_map(|v| (count(v)..takers[v].len() + 2).map(move |_| v));
    missing((0..colouring.len()).map(safe_takers).collect(), wanted)
}

/// How many doctors are missing, if each entry of `wanted` is a patient who needs one more of his
/// candidates, and none of these treats two patients.
pub(crate) fn missing(candidates: Vec<Vec<usize>>, wanted: impl Iterator<Item = usize>) -> usize {
    let mut assignment = Assignment { patient_of: vec![None; candidates.len()], candidates };
    wanted.filter(|&v| !assignment.assign(v, &mut Vec::new())).count()
}

/// Which doctor treats which patient: a matching, enlarged along augmenting paths.
struct Assignment {
    candidates: Vec<Vec<usize>>,
    patient_of: Vec<Option<usize>>,
}

impl Assignment {
    /// Finds one more doctor for `v`, if necessary by finding another doctor for a different
    /// patient.
    fn assign(&mut self, v: usize, tried: &mut Vec<usize>) -> bool {
        for doctor in self.candidates[v].clone() {
            if self.patient_of[doctor] == Some(v) || tried.contains(&doctor) {
                continue;
            }
            tried.push(doctor);
            if self.patient_of[doctor].is_none_or(|other| self.assign(other, tried)) {
                self.patient_of[doctor] = Some(v);
                return true;
            }
        }
        false
    }
}

/// The score in the largest connected subgraph game if `player` got all uncoloured vertices: *no
/// end is better for him*. For at any end his vertices are among these, and his opponent's are at
/// least the present ones; and with fewer vertices the largest component does not grow.
fn filled(position: &Position, player: Player) -> Verdict {
    let game = position.game();
    let colour = game.palette().colours().find(|&c| game.may_use(player, c)).unwrap_or(UNCOLOURED);
    let fill = |&c: &u8| if c == UNCOLOURED { colour } else { c };
    let colouring: Vec<u8> = position.colouring().iter().map(fill).collect();
    game.when_stuck(position.board().graph(), &colouring, player)
}
