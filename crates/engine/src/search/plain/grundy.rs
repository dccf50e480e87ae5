//! Nimbers of impartial games: the mex of the options, and the nim-sum of the parts
//! (Sprague and Grundy), remembered.

use rustc_hash::FxHashMap;

use chromex_rules::Player;

use crate::model::Model;
use chromex_budget::{Meter, Stop};

/// Computes nimbers of one model and remembers them.
pub struct Grundy<M: Model> {
    model: M,
    table: Table<M>,
}

impl<M: Model> Grundy<M> {
    /// A new engine.
    pub fn new(model: M) -> Grundy<M> {
        Grundy { model, table: FxHashMap::default() }
    }

    /// The model, which defines the moves.
    pub fn model(&self) -> &M {
        &self.model
    }

    /// The nimber of a position.
    pub fn nimber(&mut self, state: M::State, meter: &mut Meter) -> Result<u32, Stop> {
        nimber(&self.model, &mut self.table, state, meter)
    }
}

type Table<M> = FxHashMap<<M as Model>::State, u32>;

fn nimber<M: Model>(
    model: &M,
    table: &mut Table<M>,
    state: M::State,
    meter: &mut Meter,
) -> Result<u32, Stop> {
    let mut sum = 0;
    for part in model.parts(state) {
        sum ^= nimber_of_part(model, table, part, meter)?;
    }
    Ok(sum)
}

fn nimber_of_part<M: Model>(
    model: &M,
    table: &mut Table<M>,
    state: M::State,
    meter: &mut Meter,
) -> Result<u32, Stop> {
    if let Some(&nimber) = table.get(&state) {
        return Ok(nimber);
    }
    meter.tick()?;
    let mut present = Vec::new();
    // The game is impartial: Left's moves are the moves of both players.
    for child in model.children(&state, Player::Left) {
        let option = nimber(model, table, child, meter)? as usize;
        if option >= present.len() {
            present.resize(option + 1, false);
        }
        present[option] = true;
    }
    let nimber = present.iter().position(|&found| !found).unwrap_or(present.len()) as u32;
    meter.grow(model.bytes())?;
    table.insert(state, nimber);
    Ok(nimber)
}

/// The least number that is not among the options.
pub fn mex(options: &[u32]) -> u32 {
    let mut present = vec![false; options.len() + 1];
    for &option in options {
        if let Some(slot) = present.get_mut(option as usize) {
            *slot = true;
        }
    }
    present.iter().position(|&found| !found).expect("one more slot than options") as u32
}
