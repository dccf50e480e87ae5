//! Nimbers of impartial games: the mex of the options, and the nim-sum of the parts
//! (Sprague and Grundy), remembered.

use rustc_hash::FxHashMap;

use chromex_rules::Player;

use crate::model::Model;
use chromex_budget::{Meter, Stop};

/// Computes nimbers of one model and remembers them.
pub struct Grundy<M: Model> {
    model: M,
    table: FxHashMap<M::State, u32>,
}

impl<M: Model> Grundy<M> {
    /// An engine that knows nothing yet.
    pub fn new(model: M) -> Grundy<M> {
        Grundy { model, table: FxHashMap::default() }
    }

    /// What says which moves there are.
    pub fn model(&self) -> &M {
        &self.model
    }

    /// The nimber of a position.
    pub fn nimber(&mut self, state: M::State, meter: &mut Meter) -> Result<u32, Stop> {
        let mut sum = 0;
        for part in self.model.parts(state) {
            sum ^= self.nimber_of_part(part, meter)?;
        }
        Ok(sum)
    }

    fn nimber_of_part(&mut self, state: M::State, meter: &mut Meter) -> Result<u32, Stop> {
        if let Some(&nimber) = self.table.get(&state) {
            return Ok(nimber);
        }
        meter.tick()?;
        // Impartial: Left's moves are everybody's.
        let children = self.model.children(&state, Player::Left);
        let mut options = Vec::with_capacity(children.len());
        for child in children {
            options.push(self.nimber(child, meter)?);
        }
        let nimber = mex(&options);
        meter.grow(self.model.bytes())?;
        self.table.insert(state, nimber);
        Ok(nimber)
    }
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
