//! Where the forms are kept.

use std::hash::Hasher;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHasher};

use super::Side;

use super::MOST;
use super::dyadic::Dyadic;
use super::orders::Orders;
use super::stops::Stop;
use super::thermograph::Thermographs;
use super::trials::Trials;
use super::{Form, OutOfRange};

/// All values met so far, each once, and what is known about them.
#[derive(Debug)]
pub struct Arena {
    pub(super) cores: Vec<Core>,
    /// Facts about the cores that are rarely needed.
    pub(super) more: Vec<More>,
    /// The options of all cores, left before right. Equal lists of options have the same order.
    pub(super) pool: Vec<Form>,
    /// The simple values (numbers plus ups plus nimbers), by their parts.
    pub(super) simple: FxHashMap<(Dyadic, i32, u32), u32>,
    /// An open-addressed set of the other cores, by their options.
    slots: Vec<Slot>,
    used: usize,
    pub(super) orders: Orders,
    pub(super) sums: FxHashMap<u64, Form>,
    pub(super) thermographs: Thermographs,
    /// The number of bytes that has been reported to the watch.
    pub(super) reported: usize,
}

/// A value less an integer, such that its left stop lies in the half-open interval from 0 to 1. It
/// holds what comparisons need, in half a cache line.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub(super) struct Core {
    pub trials: Trials,
    pub left_stop: Stop,
    pub right_stop: Stop,
    start: u32,
    middle: u32,
    end: u32,
    /// For a number plus a multiple of ↑ plus a nimber: the multiple; [`NOT_SIMPLE`] for other
    /// values.
    pub ups: i16,
    pub star: u16,
}

/// Facts about a core that are rarely needed.
#[derive(Debug, Clone, Default)]
pub(super) struct More {
    /// After this number of moves at most, the game is simple.
    pub depth: u16,
    /// The negative, once it has been computed.
    pub negative: Option<Form>,
}

const NOT_SIMPLE: i16 = i16::MIN;

impl Core {
    /// Where the options of a player are in the pool; an empty range for numbers.
    pub(crate) fn options(&self, player: Side) -> Range<usize> {
        match player {
            Side::Left => self.start as usize..self.middle as usize,
            Side::Right => self.middle as usize..self.end as usize,
        }
    }

    pub(crate) fn left(&self) -> Range<usize> {
        self.options(Side::Left)
    }

    pub(crate) fn right(&self) -> Range<usize> {
        self.options(Side::Right)
    }

    /// Whether it is a number plus a multiple of ↑ plus a nimber.
    pub(crate) fn is_simple(&self) -> bool {
        self.ups != NOT_SIMPLE
    }

    pub(crate) fn is_number(&self) -> bool {
        self.ups == 0 && self.star == 0
    }
}

/// A core, and part of the hash of its options: so that others are told apart without a look at their options.
#[derive(Debug, Clone, Copy)]
struct Slot {
    core: u32,
    tag: u32,
}

const EMPTY: Slot = Slot { core: u32::MAX, tag: 0 };

impl Slot {
    fn is_empty(self) -> bool {
        self.core == EMPTY.core
    }
}

impl Default for Arena {
    fn default() -> Arena {
        Arena::new()
    }
}

impl Arena {
    /// An arena that knows zero.
    pub fn new() -> Arena {
        let mut arena = Arena {
            cores: Vec::new(),
            more: Vec::new(),
            pool: Vec::new(),
            simple: FxHashMap::default(),
            slots: vec![EMPTY; 16],
            used: 0,
            orders: Orders::default(),
            sums: FxHashMap::default(),
            thermographs: Thermographs::default(),
            reported: 0,
        };
        arena.push_number(Dyadic::ZERO);
        arena
    }

    /// The number of known values, counting all integer translates of a value once.
    pub fn len(&self) -> usize {
        self.cores.len()
    }

    /// Whether nothing except zero and the integers is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// The approximate number of bytes in use.
    pub fn bytes(&self) -> usize {
        self.cores.capacity() * size_of::<Core>()
            + self.more.capacity() * size_of::<More>()
            + self.pool.capacity() * size_of::<Form>()
            + self.slots.capacity() * size_of::<Slot>()
            + self.simple.capacity() * (size_of::<(Dyadic, i32, u32)>() + 5)
            + self.orders.bytes()
            + self.sums.capacity() * (size_of::<(u64, Form)>() + 1)
    }

    pub(super) fn core(&self, form: Form) -> &Core {
        &self.cores[form.core as usize]
    }

    /// A form plus an integer.
    pub(super) fn shifted(form: Form, by: i32) -> Form {
        Form { core: form.core, shift: form.shift + by }
    }

    pub(super) fn push_number(&mut self, fraction: Dyadic) -> u32 {
        let stops = Stop::of_number(fraction);
        let trials = Trials::new(stops, std::iter::empty(), std::iter::empty());
        let number = Core { ups: 0, ..self.blank_core(stops, trials) };
        let core = self.cores.len() as u32;
        self.cores.push(number);
        self.more.push(More::default());
        self.simple.insert((fraction, 0, 0), core);
        core
    }

    /// A core without options, neither a number nor simple.
    fn blank_core(&self, stops: [Stop; 2], trials: Trials) -> Core {
        let end = self.pool.len() as u32;
        let [left_stop, right_stop] = stops;
        Core {
            trials,
            left_stop,
            right_stop,
            start: end,
            middle: end,
            end,
            ups: NOT_SIMPLE,
            star: 0,
        }
    }

    /// Appends a core with these options, which must be canonical.
    pub(super) fn push_core(
        &mut self,
        left: &[Form],
        right: &[Form],
        stops: [Stop; 2],
    ) -> Result<u32, OutOfRange> {
        let trials = self.trials(stops, &[left, right], 0);
        let mut core = self.blank_core(stops, trials);
        self.pool.extend_from_slice(left);
        self.pool.extend_from_slice(right);
        core.middle += left.len() as u32;
        core.end = u32::try_from(self.pool.len()).map_err(|_| OutOfRange)?;
        self.cores.push(core);
        self.more.push(More::default());
        u32::try_from(self.cores.len() - 1).map_err(|_| OutOfRange)
    }

    /// The trials of the game with these stops that is left when these options are moved by `shift`.
    pub(super) fn trials(
        &self,
        stops: [Stop; 2],
        [left, right]: &[impl AsRef<[Form]>; 2],
        shift: i32,
    ) -> Trials {
        let of = |form: &Form| (&self.cores[form.core as usize].trials, form.shift + shift);
        Trials::new(stops, left.as_ref().iter().map(of), right.as_ref().iter().map(of))
    }

    /// [`Arena::intern`], if the form is in range.
    pub(super) fn intern_in_range(
        &mut self,
        left: &mut [Form],
        right: &mut [Form],
        stops: [Stop; 2],
    ) -> Result<Form, OutOfRange> {
        match stops.iter().all(|stop| stop.number().is_in_range()) {
            true => self.intern(left, right, stops),
            false => Err(OutOfRange),
        }
    }

    /// The form with these canonical options and stops, neither a number nor simple.
    pub(super) fn intern(
        &mut self,
        left: &mut [Form],
        right: &mut [Form],
        stops: [Stop; 2],
    ) -> Result<Form, OutOfRange> {
        let shift = stops[0].number().floor();
        for option in left.iter_mut().chain(right.iter_mut()) {
            option.shift -= shift;
        }
        // The option that is best by its stops comes first: it settles most comparisons.
        left.sort_unstable_by_key(|&option| (-Stop::sum(self.stops(option)), option));
        right.sort_unstable_by_key(|&option| (Stop::sum(self.stops(option)), option));
        let tag = hash(left, right);
        let mut slot = tag as usize & (self.slots.len() - 1);
        while !self.slots[slot].is_empty() {
            let Slot { core, tag: other } = self.slots[slot];
            if tag == other && self.has_options(core, left, right) {
                return Ok(Form { core, shift });
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        let depth = 1 + self.greatest_depth(left).max(self.greatest_depth(right));
        // Comparison and sum recurse once for each move: deeper games would overflow the stack.
        if u32::from(depth) > MOST {
            return Err(OutOfRange);
        }
        let core = self.push_core(left, right, stops.map(|stop| stop.shifted(-shift)))?;
        self.more[core as usize].depth = depth;
        self.slots[slot] = Slot { core, tag };
        self.used += 1;
        if self.used * 4 > self.slots.len() * 3 {
            self.grow_slots();
        }
        Ok(Form { core, shift })
    }

    fn greatest_depth(&self, options: &[Form]) -> u16 {
        options.iter().map(|&option| self.more[option.core as usize].depth).max().unwrap_or(0)
    }

    fn has_options(&self, core: u32, left: &[Form], right: &[Form]) -> bool {
        let core = &self.cores[core as usize];
        self.pool[core.left()] == *left && self.pool[core.right()] == *right
    }

    fn grow_slots(&mut self) {
        let size = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
        for entry in old.into_iter().filter(|slot| !slot.is_empty()) {
            let mut slot = entry.tag as usize & (size - 1);
            while !self.slots[slot].is_empty() {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = entry;
        }
    }
}

/// The additional bytes that a table needs when it grows, if that is near: its entries are copied
/// to a table of twice the size.
pub(super) fn soon<K, V>(table: &FxHashMap<K, V>) -> usize {
    match table.len() * 16 >= table.capacity() * 15 {
        true => 2 * table.capacity() * (size_of::<(K, V)>() + 1),
        false => 0,
    }
}

fn hash(left: &[Form], right: &[Form]) -> u32 {
    let mut hasher = FxHasher::default();
    for side in [left, right] {
        hasher.write_usize(side.len());
        for form in side {
            hasher.write_u64(u64::from(form.core) << 32 | u64::from(form.shift as u32));
        }
    }
    hasher.finish() as u32
}
