//! All opponents at once: every move of theirs in every possible position, each position once.

use chromex_rules::{Colour, Move, Player};
use rustc_hash::FxHashSet;

use super::table::{DuelState, Table};
use super::{Duel, Tally};
use chromex_budget::{Budget, Meter, Stop};

struct Search<'a> {
    tally: &'a mut Tally,
    meter: Meter,
    seen: FxHashSet<Box<[u8]>>,
}

/// Tries everything, up to renaming unused colours if neither the game nor the strategy
/// distinguishes them. Games in which all vertices have to be coloured end as soon as no vertex is
/// in danger.
///
/// If nothing stopped it and no loss was found, the strategy keeps its promise against every
/// opponent. The shortest loss found is the shortest possible one, because all ways to a position
/// take equally many moves.
pub fn every(duel: &Duel, budget: &Budget) -> Tally {
    let mut tally = Tally::default();
    let (table, state) = Table::new(duel, &mut tally);
    let meter = Meter::new(budget);
    let mut search = Search { tally: &mut tally, meter, seen: FxHashSet::default() };
    let stopped = search.explore(table, state).err().map(|stop| stop.to_string());
    let positions = search.seen.len() as u64;
    tally.stopped = stopped;
    tally.positions = Some(positions);
    tally
}

impl Search<'_> {
    fn explore(&mut self, mut table: Table, state: DuelState) -> Result<(), Stop> {
        if state != DuelState::Open {
            self.tally.games += 1;
            return Ok(());
        }
        if let (Some(dangers), Player::Left) = (table.dangers(), table.strategy.side()) {
            self.tally.danger = self.tally.danger.max(dangers);
            if dangers == 0 {
                self.tally.games += 1;
                return Ok(());
            }
        }
        let key = key(&table);
        let bytes = key.len() + 3 * size_of::<usize>();
        if !self.seen.insert(key) {
            return Ok(());
        }
        self.meter.tick()?;
        self.meter.grow(bytes)?;
        for m in moves(&mut table) {
            let mut next = table.fork();
            let state = next.exchange(m, self.tally);
            self.explore(next, state)?;
        }
        Ok(())
    }
}

/// The opponent's moves; of the unused colours, only the first.
fn moves(table: &mut Table) -> Vec<Move> {
    let mut moves = table.referee.moves();
    if table.referee.game().colours_alike() && table.strategy.colours_alike() {
        let colouring = table.referee.colouring();
        let unused = |c: &Colour| !colouring.contains(c);
        let first = table.referee.game().palette().colours().find(unused);
        moves.retain(|m| Some(m.colour) == first || !unused(&m.colour));
    }
    moves
}

/// The position as the strategy sees it: the colours, two in each byte if there are few of them;
/// its memory; and whether it had to leave its cases.
fn key(table: &Table) -> Box<[u8]> {
    let colouring = table.referee.colouring();
    let mut key = if table.referee.game().palette().len() < 16 {
        colouring.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).unwrap_or(&0)).collect()
    } else {
        colouring.to_vec()
    };
    key.extend(table.strategy.memory());
    // A loss within the cases is distinguished from a loss after an escape.
    key.push(table.path.iter().any(|played| played.escaped).into());
    key.into()
}
