//! One game of a duel: the referee and the strategy at a table.

use chromex_budget::clock::Instant;
use chromex_rules::{Move, UNCOLOURED};

use super::{Duel, Played, Tally};
use crate::hypotheses::colours_whoever_skips;
use crate::strategy::{Referee, Strategy};

/// A game in progress.
pub struct Table {
    /// The referee, who checks the rules.
    pub referee: Referee,
    /// The strategy that plays.
    pub strategy: Box<dyn Strategy>,
    /// The moves so far.
    pub path: Vec<Played>,
    check: bool,
}

/// The state of a game when the opponent is to move, or would be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DuelState {
    /// The opponent is to move.
    Open,
    /// The game is over and the promise kept.
    Kept,
    /// The promise is broken, or the strategy failed otherwise.
    Broken,
}

impl Table {
    /// Starts a game; the strategy makes its first move if it is its turn.
    pub fn new(duel: &Duel, tally: &mut Tally) -> (Table, DuelState) {
        let mut table = Table {
            referee: Referee::new(&duel.start),
            strategy: duel.strategy.fork(),
            path: Vec::new(),
            check: duel.check,
        };
        let state = table.respond(tally);
        (table, state)
    }

    /// A copy on which moves can be tried.
    pub fn fork(&self) -> Table {
        Table {
            referee: self.referee.clone(),
            strategy: self.strategy.fork(),
            path: self.path.clone(),
            check: self.check,
        }
    }

    /// The opponent makes a legal move, and the strategy answers.
    pub fn exchange(&mut self, m: Move, tally: &mut Tally) -> DuelState {
        tally.moves += 1;
        let opponent = self.referee.turn();
        self.path.push(Played { play: m, case: None, escaped: false });
        if let Err(error) = self.referee.play(m) {
            debug_assert!(false, "{error}");
            return DuelState::Kept;
        }
        self.strategy.played(opponent, m);
        self.respond(tally)
    }

    /// The strategy moves, if it is its turn.
    fn respond(&mut self, tally: &mut Tally) -> DuelState {
        if let Some(state) = self.over(tally) {
            return state;
        }
        if self.referee.turn() != self.strategy.side() {
            return DuelState::Open;
        }
        let started = Instant::now();
        let answer = self.strategy.answer();
        let mut spent = started.elapsed();
        let Some(reply) = answer else {
            return self.fail("the strategy knows no move", tally);
        };
        let (case, escaped) = (Some(reply.case.clone()), reply.escaped);
        self.path.push(Played { play: reply.play, case, escaped });
        *tally.cases.entry(reply.case).or_default() += 1;
        if escaped {
            tally.note_escape(&self.path);
        }
        let side = self.referee.turn();
        if let Err(error) = self.referee.play(reply.play) {
            return self.fail(&format!("an illegal move: {error}"), tally);
        }
        let started = Instant::now();
        self.strategy.played(side, reply.play);
        spent += started.elapsed();
        tally.slowest = tally.slowest.max(spent);
        tally.thinking += spent;
        if self.check
            && let Err(broken) = self.strategy.check()
        {
            return self.fail(&broken, tally);
        }
        self.over(tally).unwrap_or(DuelState::Open)
    }

    fn over(&mut self, tally: &mut Tally) -> Option<DuelState> {
        let verdict = self.referee.verdict()?;
        if self.strategy.promise().kept(self.strategy.side(), verdict) {
            return Some(DuelState::Kept);
        }
        Some(self.fail("the promise is broken", tally))
    }

    fn fail(&mut self, what: &str, tally: &mut Tally) -> DuelState {
        tally.note_loss(what, &self.path);
        DuelState::Broken
    }

    /// In games in which all vertices have to be coloured: whether this vertex could still be left
    /// without a colour, judging by its neighbours, and how many colours it has lost.
    pub(super) fn danger_at(&self, v: usize) -> Option<u32> {
        let colouring = self.referee.colouring();
        if colouring[v] != UNCOLOURED {
            return None;
        }
        let (mut seen, mut open) = (0_u64, 0);
        for w in self.referee.board().graph().neighbours(v) {
            match colouring[w] {
                UNCOLOURED => open += 1,
                colour => seen |= 1 << colour,
            }
        }
        let lost = seen.count_ones();
        (lost + open >= self.referee.game().palette().len() as u32).then_some(lost)
    }

    /// The number of vertices in danger, in games in which all vertices have to be coloured.
    pub(super) fn dangers(&self) -> Option<usize> {
        let colour_all = colours_whoever_skips(self.referee.game()).is_some();
        let cells = self.referee.colouring().len();
        colour_all.then(|| (0..cells).filter(|&v| self.danger_at(v).is_some()).count())
    }
}
