//! Closed reply sets near the patients: Alice's wins in the colouring game, without what can no
//! longer go wrong.
//!
//! A state has a list of colours for each vertex, and two sets of vertices: the core, and in it the
//! *patients*, which may still run out of colours. In the real position, as long as Alice plays the
//! moves of the state:
//!
//! (A) a vertex of the core is uncoloured, and its list has its legal colours;
//! (B) if a colour is legal at w, but not in its list, no neighbour of w in the core has it;
//! (C) patients are in the core;
//! (D) every other uncoloured vertex is *really safe*: some of its legal colours are more than the
//!     neighbours that may still take one of them.
//!
//! If Bob colours u, this is a move of the state if the colour is in the list of u. Otherwise u is
//! not in the core, by (A), and no neighbour in the core can take that colour, by (B), so it is
//! here as if he skipped. All of this keeps (A) to (D), and so does `reduced`, which forgets
//! vertices that are safe by the lists, and what is not beside a vertex of the core:
//! docs/certificates.md has the proof. So Alice wins where there is no patient, and if doctors can
//! be found for all of them, by the lemma on doctors (`state.rs`), with lists for legal colours.

use std::fmt::Write;

use chromex_rules::{Player, UNCOLOURED};

use crate::Rejection;
use crate::keys::Keys;
use crate::replay::Played;
use crate::state::{Task, missing};

/// Alice's task, played near the patients.
pub struct Near<'a> {
    keys: &'a Keys,
    /// The neighbours of each vertex.
    neighbours: Vec<u128>,
    start: Lists,
}

/// A state near the patients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lists {
    /// For each colour, the vertices whose lists have it.
    pub colours: Vec<u128>,
    /// The vertices that Alice may colour.
    pub core: u128,
    /// The vertices that may still run out of colours.
    pub patients: u128,
    /// Whether Alice is to move.
    pub is_alices: bool,
}

/// A move near the patients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ply {
    /// Colours a vertex with the colour of this index.
    Colour(usize, usize),
    /// Bob does nothing that matters here.
    Skip,
}

/// The members of a set, in ascending order.
pub(crate) fn members(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        first
    })
}

impl Lists {
    /// The list of a vertex, as the indices of its colours.
    pub fn list(&self, v: usize) -> impl Iterator<Item = usize> + Clone {
        (0..self.colours.len()).filter(move |&colour| self.colours[colour] >> v & 1 == 1)
    }
}

impl<'a> Near<'a> {
    /// Plays a task for which [`Task::is_near`] holds.
    pub fn new(task: &Task, keys: &'a Keys) -> Near<'a> {
        let position = &task.start.position;
        let graph = position.board().graph();
        let set = |v| graph.neighbours(v).fold(0, |set, w| set | 1 << w);
        let neighbours = (0..graph.order()).map(set).collect();
        let colours = keys.layers(position);
        let uncoloured = |&v: &usize| position.colouring()[v] == UNCOLOURED;
        let core = (0..graph.order()).filter(uncoloured).fold(0, |set, v| set | 1 << v);
        let is_alices = position.turn() == Player::Left;
        let start = Lists { colours, core, patients: core, is_alices };
        let mut near = Near { keys, neighbours, start };
        near.start = near.reduced(near.start.clone());
        near
    }

    /// An upper bound on the bytes of a state of this task and of its key.
    pub(crate) fn bytes(task: &Task) -> usize {
        let position = &task.start.position;
        (position.game().palette().len() + 2) * (16 + position.cells().div_ceil(8))
    }

    /// The neighbours that share a colour with a vertex.
    pub fn takers(&self, state: &Lists, v: usize) -> u128 {
        state.list(v).fold(0, |takers, c| takers | state.colours[c]) & self.neighbours[v]
    }

    /// Whether a vertex has a colour that no neighbour has, or more colours than takers.
    fn is_safe(&self, state: &Lists, v: usize) -> bool {
        let takers = self.takers(state, v).count_ones() as usize;
        let mut list = state.list(v);
        list.clone().count() > takers || list.any(|c| state.colours[c] & self.neighbours[v] == 0)
    }

    fn beside(&self, set: u128) -> u128 {
        members(set).fold(0, |beside, v| beside | self.neighbours[v])
    }

    /// Leaves out what can no longer go wrong.
    fn reduced(&self, mut state: Lists) -> Lists {
        let safe = members(state.patients).filter(|&v| self.is_safe(&state, v));
        let patients = safe.fold(state.patients, |patients, v| patients & !(1 << v));
        let sharing = |near, &colour| near | colour & self.beside(colour & patients);
        let core = state.core & state.colours.iter().fold(patients, sharing);
        for colour in &mut state.colours {
            *colour &= core | self.beside(*colour & core);
        }
        Lists { core, patients, ..state }
    }

    /// The takers of a patient who can be his doctors, and how many of them he needs.
    fn doctors(&self, state: &Lists, v: usize) -> (u128, usize) {
        let takers = self.takers(state, v);
        let needed = (takers.count_ones() as usize + 2).saturating_sub(state.list(v).count());
        (takers & !state.patients, needed)
    }

    /// How many doctors are missing, as in [`missing_doctors`](crate::missing_doctors). Alice
    /// colours only patients, so anybody else can be a doctor.
    pub fn missing_doctors(&self, state: &Lists) -> usize {
        let (mut candidates, mut wanted) = (vec![Vec::new(); self.neighbours.len()], Vec::new());
        for v in members(state.patients) {
            let (doctors, needed) = self.doctors(state, v);
            candidates[v] = members(doctors).collect();
            wanted.extend(std::iter::repeat_n(v, needed));
        }
        missing(candidates, wanted.into_iter())
    }
}

impl Played for Near<'_> {
    type State = Lists;
    type Choice = Ply;

    fn start(&self) -> Lists {
        self.start.clone()
    }

    fn asks_claimant(&self, state: &Lists) -> bool {
        state.is_alices
    }

    fn choices(&self, state: &Lists) -> Vec<Ply> {
        let in_core = |v: usize| state.core >> v & 1 == 1;
        let open = (0..self.neighbours.len()).filter(|&v| !state.is_alices || in_core(v));
        let plies = open.flat_map(|v| state.list(v).map(move |colour| Ply::Colour(v, colour)));
        plies.chain((!state.is_alices).then_some(Ply::Skip)).collect()
    }

    fn after(&self, state: &Lists, ply: Ply) -> Lists {
        let mut after = state.clone();
        after.is_alices = !state.is_alices;
        if let Ply::Colour(v, colour) = ply {
            let others = !(1 << v);
            after.colours.iter_mut().for_each(|colour| *colour &= others);
            after.colours[colour] &= !self.neighbours[v];
            (after.core, after.patients) = (after.core & others, after.patients & others);
        }
        self.reduced(after)
    }

    fn is_finished(&self, state: &Lists) -> Result<bool, Rejection> {
        let coloured = state.colours.iter().fold(0, |any, colour| any | colour);
        if state.patients & !coloured != 0 {
            return Err(Rejection::WrongEnd(self.write(state)));
        }
        let mut doctors = members(state.patients).map(|v| self.doctors(state, v));
        let are_enough = doctors.all(|(doctors, needed)| doctors.count_ones() as usize >= needed);
        Ok(are_enough && self.missing_doctors(state) == 0)
    }

    fn key(&self, state: &Lists) -> Box<[u8]> {
        self.keys.least(&[state.patients, state.core], &state.colours).collect()
    }

    fn write(&self, state: &Lists) -> String {
        let turn = if state.is_alices { "Alice" } else { "Bob" };
        let mut text = format!("near the patients, with {turn} to move");
        for v in members(state.core | state.colours.iter().fold(0, |any, colour| any | colour)) {
            let role = match (state.patients >> v & 1, state.core >> v & 1) {
                (1, _) => "patient",
                (_, 1) => "in the core",
                _ => "beside it",
            };
            let list: Vec<String> = state.list(v).map(|colour| (colour + 1).to_string()).collect();
            let list = if list.is_empty() { "no colour".to_owned() } else { list.join(" ") };
            let _ = write!(text, "; vertex {v} ({role}): {list}");
        }
        text
    }
}
