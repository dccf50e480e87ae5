//! The orthogonal colouring game: null-window search over what is still open, and nimbers for
//! normal play.
//!
//! What has been coloured matters only through what can still be coloured. A state therefore keeps
//! the legal colours of each cell, the colours of those vertices whose twin in the other copy is
//! still open, and the pairs of colours that are used up. It is reduced further, each time to a
//! state with the same future:
//!
//! * A used pair is forgotten when no vertex is open for it in both copies: every other vertex has
//!   lost the colour that would complete it already, and lists only shrink.
//! * The colour of a vertex whose twin is open is forgotten when no other vertex can ever get a
//!   pair of colours that this one can: its pair can then neither be taken nor take anything.
//! * A *free* cell, which takes no colour from others and from which none is taken, will be
//!   coloured before the game ends. It counts at once for its owner and becomes a spare move.
//!   Two spare moves more change nothing: either player can play as he would without them, and
//!   answer one, when it is all that the other has left to spare, with the other one.
//!
//! What remains is scored from here on, with the copy of the player to move first: exchanging the
//! copies and the players negates the score. It is stored up to symmetries of the graph, which
//! act on both copies at once, and permutations of the colours of either copy.

use chromex_files::FileError;
use chromex_graph_tools::symmetry::Symmetry;
use chromex_graphs::Graph;
use chromex_rules::{Convention, Goal, Player, Position, UNCOLOURED};

use crate::checkpoint::Checkpoint;
use crate::engine::Unsearchable;
use crate::engine::{self, Setup};
use crate::model::key::Key;
use crate::model::lists::fingerprint;
use crate::model::normal::{Permutation, elements};
use crate::model::word::vertices;
use crate::search::bounds::Bounds;
use crate::search::memory::Memory;
use crate::search::plain::grundy::mex;
use crate::search::table::Table;
use crate::value::Value;
use chromex_budget::{Meter, Stop};

/// The most vertices that the engine is made for.
pub const MAX_VERTICES: usize = 64;

/// The most colours that the engine is made for.
pub const MAX_COLOURS: u8 = 8;

/// An engine for one graph and number of colours.
pub struct Orthogonal {
    search: Box<dyn Search>,
}

/// The engine for the orthogonal colouring game, scored or with normal play.
pub fn engine(
    position: &Position,
    setup: &Setup<'_>,
) -> Option<Result<Box<dyn engine::Engine>, Unsearchable>> {
    let game = position.game();
    if game.goal() != Goal::Orthogonal || setup.plain {
        return None;
    }
    let (graph, colours) = (position.board().graph(), game.palette().len() as u8);
    let mut engine = Orthogonal::new(graph, colours, setup.budget.memory)?;
    let convention = position.convention();
    let saved = setup.checkpoint(0).map_or(Ok(()), |file| engine.save_to(file, convention));
    Some(saved.map(|()| Box::new(engine) as Box<dyn engine::Engine>).map_err(Unsearchable::from))
}

impl engine::Engine for Orthogonal {
    fn describe(&self) -> &'static str {
        "the orthogonal colouring game"
    }

    fn value(&mut self, position: &Position, meter: &mut Meter) -> Result<Value, Stop> {
        match position.convention() {
            Convention::Scoring => self.score(position, meter).map(Value::Score),
            _ => self.nimber(position, meter).map(Value::Nimber),
        }
    }

    fn at_least(
        &mut self,
        goal: i32,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        Orthogonal::at_least(self, goal, position, meter)
    }
}

impl Orthogonal {
    /// An engine that knows nothing yet and whose table will not outgrow `bytes`; `None` if the
    /// graph has more than [`MAX_VERTICES`] vertices, or there are more than [`MAX_COLOURS`] colours.
    pub fn new(graph: &Graph, colours: u8, bytes: u64) -> Option<Orthogonal> {
        if graph.order() > MAX_VERTICES {
            return None;
        }
        let search: Box<dyn Search> = match colours {
            1 => Box::new(Engine::<1>::new(graph, bytes)),
            2 => Box::new(Engine::<2>::new(graph, bytes)),
            3 => Box::new(Engine::<3>::new(graph, bytes)),
            4 => Box::new(Engine::<4>::new(graph, bytes)),
            5 => Box::new(Engine::<5>::new(graph, bytes)),
            6 => Box::new(Engine::<6>::new(graph, bytes)),
            7 => Box::new(Engine::<7>::new(graph, bytes)),
            8 => Box::new(Engine::<8>::new(graph, bytes)),
            _ => return None,
        };
        Some(Orthogonal { search })
    }

    /// Reads what an earlier search has saved, and saves what this one finds.
    /// Scores and nimbers are kept apart.
    pub fn save_to(
        &mut self,
        checkpoint: Checkpoint,
        convention: Convention,
    ) -> Result<(), FileError> {
        self.search.save_to(checkpoint, convention)
    }

    /// The score of a position: what Alice's copy will be ahead by.
    pub fn score(&mut self, position: &Position, meter: &mut Meter) -> Result<i32, Stop> {
        let sign = sign(position);
        Ok(ahead(position) + sign * self.search.future(position, meter)?)
    }

    /// Whether the score is at least `goal`.
    pub fn at_least(
        &mut self,
        goal: i32,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let wanted = goal.saturating_sub(ahead(position));
        match position.turn() {
            Player::Left => self.search.reaches(wanted, position, meter),
            // Alice gets what Bob, who is to move, does not.
            Player::Right => {
                let too_much = wanted.saturating_neg().saturating_add(1);
                Ok(!self.search.reaches(too_much, position, meter)?)
            }
        }
    }

    /// The nimber of a position under normal play.
    pub fn nimber(&mut self, position: &Position, meter: &mut Meter) -> Result<u32, Stop> {
        self.search.nimber(position, meter)
    }
}

/// What Alice's copy is ahead by now.
fn ahead(position: &Position) -> i32 {
    let (alice, bob) = position.colouring().split_at(position.board().order());
    let coloured = |copy: &[u8]| copy.iter().filter(|&&c| c != UNCOLOURED).count() as i32;
    coloured(alice) - coloured(bob)
}

fn sign(position: &Position) -> i32 {
    if position.turn() == Player::Left { 1 } else { -1 }
}

/// An engine, whatever its number of colours. Scores are those still to come, for the player to
/// move.
trait Search: Send {
    fn save_to(&mut self, checkpoint: Checkpoint, convention: Convention) -> Result<(), FileError>;

    fn future(&mut self, position: &Position, meter: &mut Meter) -> Result<i32, Stop>;

    fn reaches(&mut self, goal: i32, position: &Position, meter: &mut Meter) -> Result<bool, Stop>;

    fn nimber(&mut self, position: &Position, meter: &mut Meter) -> Result<u32, Stop>;
}

/// What can still be coloured. The copy of the player to move is copy 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct State<const M: usize> {
    /// For each copy and colour, the vertices that can still take it.
    lists: [[u64; M]; 2],
    /// For each copy and colour, the vertices that have it and whose twin is open.
    halves: [[u64; M]; 2],
    /// For each colour of copy 0, the colours of copy 1 that have been its partner.
    used: [u8; M],
    /// Whether there is a spare move.
    spare: bool,
}

impl<const M: usize> Key for State<M> {
    /// The sets, and the used pairs and the spare move, which fit one word up to seven colours.
    fn words(&self) -> usize {
        4 * M + 1 + M / 8
    }

    fn word(&self, i: usize) -> u64 {
        let sets = [&self.lists[0], &self.lists[1], &self.halves[0], &self.halves[1]];
        match i / M {
            set @ 0..4 => sets[set][i % M],
            _ if i > 4 * M => u64::from(self.spare),
            _ => {
                let spare = if M < 8 { u64::from(self.spare) << (8 * M) } else { 0 };
                (0..M).fold(spare, |word, c| word | u64::from(self.used[c]) << (8 * c))
            }
        }
    }
}

/// A state after a move, with what the mover gained for sure.
#[derive(Debug, Clone, Copy)]
struct Child<const M: usize> {
    state: State<M>,
    gain: i16,
}

fn all<const M: usize>(sets: &[u64; M]) -> u64 {
    sets.iter().fold(0, |all, set| all | set)
}

impl<const M: usize> State<M> {
    fn open(&self, copy: usize) -> u64 {
        all(&self.lists[copy])
    }

    /// The partners that a colour has had, as bits.
    fn partners(&self, copy: usize, colour: usize) -> u8 {
        match copy {
            0 => self.used[colour],
            _ => (0..M).fold(0, |set, c| set | (self.used[c] >> colour & 1) << c),
        }
    }

    fn use_up(&mut self, copy: usize, colour: usize, partner: usize) {
        let (c, d) = if copy == 0 { (colour, partner) } else { (partner, colour) };
        self.used[c] |= 1 << d;
    }

    /// The vertices that have or can still get this colour in one copy and this in the other.
    fn pairing(&self, copy: usize, colour: usize, partner: usize) -> u64 {
        let other = 1 - copy;
        (self.lists[copy][colour] | self.halves[copy][colour])
            & (self.lists[other][partner] | self.halves[other][partner])
    }

    /// Colours a vertex whose neighbours are given; nothing is forgotten yet.
    fn colour(&mut self, copy: usize, v: usize, colour: usize, neighbours: u64) {
        let (other, vertex) = (1 - copy, 1 << v);
        self.lists[copy].iter_mut().for_each(|list| *list &= !vertex);
        self.lists[copy][colour] &= !neighbours;
        match (0..M).find(|&d| self.halves[other][d] & vertex != 0) {
            Some(partner) => {
                self.lists[copy][colour] &= !self.halves[other][partner];
                self.lists[other][partner] &= !self.halves[copy][colour];
                self.halves[other][partner] &= !vertex;
                self.use_up(copy, colour, partner);
            }
            None => {
                let partners = self.partners(copy, colour);
                for d in (0..M).filter(|d| partners >> d & 1 == 1) {
                    self.lists[other][d] &= !vertex;
                }
                self.halves[copy][colour] |= vertex & self.open(other);
            }
        }
    }

    /// Forgets what cannot matter any more, except free cells.
    fn forget(&mut self) {
        for copy in 0..2 {
            let open = self.open(1 - copy);
            self.halves[copy].iter_mut().for_each(|half| *half &= open);
        }
        for c in 0..M {
            let matters = |d: &usize| self.lists[0][c] & self.lists[1][*d] != 0;
            self.used[c] &= (0..M).filter(matters).fold(0, |set, d| set | 1 << d);
        }
        while self.forget_lonely(0) | self.forget_lonely(1) {}
    }

    /// Forgets the colours of vertices in one copy that share no possible pair with others; says
    /// whether there were any.
    fn forget_lonely(&mut self, copy: usize) -> bool {
        let mut changed = false;
        for c in 0..M {
            let half = self.halves[copy][c];
            let shared = |d: &usize| self.pairing(copy, c, *d).count_ones() > 1;
            let related = (0..M).filter(shared).fold(0, |set, d| set | self.lists[1 - copy][d]);
            self.halves[copy][c] &= related;
            changed |= half & !related != 0;
        }
        changed
    }

    /// Removes the free cells of a copy and counts them.
    fn take_free(&mut self, copy: usize, neighbours: &[u64]) -> u32 {
        let twins = self.open(1 - copy) | all(&self.halves[1 - copy]);
        let lists = &mut self.lists[copy];
        let quarrels = |v: usize| lists.iter().any(|l| l >> v & 1 == 1 && l & neighbours[v] != 0);
        let alone = vertices(all(lists) & !twins).filter(|&v| !quarrels(v));
        let free: u64 = alone.fold(0, |set, v| set | 1 << v);
        lists.iter_mut().for_each(|list| *list &= !free);
        free.count_ones()
    }

    /// Reduces the state; returns what copy 0 gets more than copy 1 from free cells.
    fn reduce(&mut self, neighbours: &[u64]) -> i16 {
        self.forget();
        let free = [0, 1].map(|copy| self.take_free(copy, neighbours));
        self.spare ^= (free[0] + free[1]) % 2 == 1;
        free[0] as i16 - free[1] as i16
    }

    /// The same state seen by the other player.
    fn turned(&self) -> State<M> {
        State {
            lists: [self.lists[1], self.lists[0]],
            halves: [self.halves[1], self.halves[0]],
            used: std::array::from_fn(|d| self.partners(1, d)),
            spare: self.spare,
        }
    }

    /// The state on these vertices only.
    fn restricted(&self, to: u64) -> State<M> {
        let mut part = *self;
        let sets = part.lists.iter_mut().chain(&mut part.halves).flatten();
        sets.for_each(|set| *set &= to);
        part
    }

    /// Whether another colour before this one plays the same part in everything.
    fn has_earlier_twin(&self, copy: usize, colour: usize) -> bool {
        let role = |c: usize| (self.lists[copy][c], self.halves[copy][c], self.partners(copy, c));
        (0..colour).any(|c| role(c) == role(colour))
    }

    fn swap_colours(&mut self, copy: usize, a: usize, b: usize) {
        self.lists[copy].swap(a, b);
        self.halves[copy].swap(a, b);
        if copy == 0 {
            self.used.swap(a, b);
            return;
        }
        for row in &mut self.used {
            let differ = (*row >> a ^ *row >> b) & 1;
            *row ^= differ << a | differ << b;
        }
    }

    /// Sorts the colours of a copy by their vertices, then by `rank` of their used partners.
    fn sort_colours(&mut self, copy: usize, rank: impl Fn(u8) -> u32) {
        let role = |state: &State<M>, c: usize| {
            let partners = rank(state.partners(copy, c));
            (state.lists[copy][c], state.halves[copy][c], partners)
        };
        for end in 1..M {
            let mut c = end;
            while c > 0 && role(self, c) < role(self, c - 1) {
                self.swap_colours(copy, c, c - 1);
                c -= 1;
            }
        }
    }

    /// The state with its colours sorted. Where many pairs are used, states that differ by
    /// permutations of colours may remain different: that costs time, not correctness.
    fn with_colours_sorted(mut self) -> State<M> {
        for copy in 0..2 {
            self.sort_colours(copy, u8::count_ones);
        }
        if self.used != [0; M] {
            for copy in 0..2 {
                self.sort_colours(copy, u32::from);
            }
        }
        self
    }
}

/// An engine for `M` colours.
struct Engine<const M: usize> {
    neighbours: Vec<u64>,
    /// A partition of the vertices into cliques: of each, every colour is used at most once.
    cliques: Vec<u64>,
    symmetries: Vec<Permutation<u64>>,
    /// Scores and, apart from them, nimbers.
    scores: Memory,
    nimbers: Memory,
}

impl<const M: usize> Engine<M> {
    fn new(graph: &Graph, bytes: u64) -> Engine<M> {
        let n = graph.order();
        let around = |v| graph.neighbours(v).fold(0, |set, w| set | 1 << w);
        let neighbours: Vec<u64> = (0..n).map(around).collect();
        let symmetry = Symmetry::of_uncoloured(graph);
        let group = symmetry.map(|found| elements(&found, n)).unwrap_or_default();
        Engine {
            cliques: clique_partition(&neighbours),
            neighbours,
            symmetries: group.iter().map(|element| Permutation::new(element)).collect(),
            scores: memory::<M>(graph, bytes, 0),
            // Only one of them is used: normal play has no scores.
            nimbers: memory::<M>(graph, bytes, 1),
        }
    }

    /// The reduced state of a position, with what the player to move gets more from free cells.
    fn state(&self, position: &Position) -> (State<M>, i16) {
        let n = self.neighbours.len();
        let everything = if n == 0 { 0 } else { u64::MAX >> (64 - n) };
        let mut state =
            State { lists: [[everything; M]; 2], halves: [[0; M]; 2], used: [0; M], spare: false };
        for (cell, &colour) in position.colouring().iter().enumerate() {
            if colour != UNCOLOURED {
                let v = cell % n;
                state.colour(cell / n, v, usize::from(colour) - 1, self.neighbours[v]);
            }
        }
        if position.turn() == Player::Right {
            state = state.turned();
        }
        let gain = state.reduce(&self.neighbours);
        (state, gain)
    }

    /// The states after each move; of colours that play the same part, one is enough.
    fn children(&self, state: &State<M>) -> Vec<Child<M>> {
        let mut children = Vec::new();
        if state.spare {
            children.push(Child { state: State { spare: false, ..state.turned() }, gain: 0 });
        }
        for copy in 0..2 {
            for c in (0..M).filter(|&c| !state.has_earlier_twin(copy, c)) {
                let moves = vertices(state.lists[copy][c]);
                children.extend(moves.map(|v| self.child(state, copy, v, c)));
            }
        }
        children
    }

    fn child(&self, state: &State<M>, copy: usize, v: usize, colour: usize) -> Child<M> {
        let mut after = *state;
        after.colour(copy, v, colour, self.neighbours[v]);
        let gain = after.reduce(&self.neighbours);
        Child { state: after.turned(), gain: gain + [1, -1][copy] }
    }

    /// What the score can still be.
    fn decided(&self, state: &State<M>) -> Bounds {
        Bounds { low: -self.most(&state.lists[1]), high: self.most(&state.lists[0]) }
    }

    /// A bound on how many more vertices of a copy get a colour.
    fn most(&self, lists: &[u64; M]) -> i16 {
        let open = all(lists);
        let in_clique = |clique: &u64| {
            let colours = lists.iter().filter(|list| *list & clique != 0).count() as u32;
            colours.min((open & clique).count_ones())
        };
        self.cliques.iter().map(in_clique).sum::<u32>() as i16
    }

    /// The least image of a state under the symmetries of the graph.
    fn normal(&self, state: &State<M>) -> State<M> {
        let mut best = state.with_colours_sorted();
        for g in &self.symmetries {
            let mut first = state.lists[0].map(|set| g.apply(set));
            first.sort_unstable();
            // States are compared by these lists first.
            if first <= best.lists[0] {
                best = best.min(image(g, state).with_colours_sorted());
            }
        }
        best
    }

    /// Whether the player to move can get at least `goal` more than the other.
    fn search(&mut self, state: &State<M>, goal: i16, meter: &mut Meter) -> Result<bool, Stop> {
        let decided = self.decided(state);
        if let Some(answer) = decided.answer(goal) {
            return Ok(answer);
        }
        let key = self.normal(state);
        let known = self.scores.share().get(&key).map(Bounds::unpack);
        if let Some(answer) = known.and_then(|bounds| bounds.answer(goal)) {
            return Ok(answer);
        }
        meter.tick()?;
        let reached = self.search_children(&key, goal, meter)?;
        let bounds = known.unwrap_or(decided).after(goal, reached);
        self.scores.share().insert(&key, bounds.pack());
        Ok(reached)
    }

    fn ask(&mut self, state: &State<M>, goal: i16, meter: &mut Meter) -> Result<bool, Stop> {
        let answer = self.search(state, goal, meter);
        self.scores.account(meter);
        answer
    }

    fn search_children(
        &mut self,
        state: &State<M>,
        goal: i16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let mut children = self.children(state);
        if children.is_empty() {
            return Ok(goal <= 0);
        }
        // Killing the other's cells and sparing one's own moves the middle of the bounds.
        children.sort_by_cached_key(|child| {
            let Bounds { low, high } = self.decided(&child.state);
            low + high - 2 * child.gain
        });
        for child in &children {
            if !self.search(&child.state, child.gain - goal + 1, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The least image of a state under the symmetries and the exchange of the copies, which
    /// normal play does not tell apart.
    fn normal_either_way(&self, state: &State<M>) -> State<M> {
        self.normal(state).min(self.normal(&state.turned()))
    }

    /// The independent parts of a state without its spare move: sets of vertices that take no
    /// colours from each other, directly or by sharing a pair.
    fn parts(&self, state: &State<M>) -> Vec<State<M>> {
        let mut rest =
            state.open(0) | state.open(1) | all(&state.halves[0]) | all(&state.halves[1]);
        let mut parts = Vec::new();
        while rest != 0 {
            let part = self.part_of(state, rest & rest.wrapping_neg());
            rest &= !part;
            let mut restricted = State { spare: false, ..state.restricted(part) };
            restricted.forget();
            parts.push(restricted);
        }
        parts
    }

    fn part_of(&self, state: &State<M>, start: u64) -> u64 {
        let mut part = start;
        loop {
            let grown = self.touched(state, part);
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// The vertices of a set and all those that depend on one of them.
    fn touched(&self, state: &State<M>, set: u64) -> u64 {
        let mut grown = set;
        for list in state.lists.iter().flatten() {
            let near = vertices(list & set).fold(0, |near, v| near | self.neighbours[v]);
            grown |= near & list;
        }
        for (c, d) in (0..M).flat_map(|c| (0..M).map(move |d| (c, d))) {
            let sharing = state.pairing(0, c, d);
            if sharing & set != 0 && state.used[c] >> d & 1 == 0 {
                grown |= sharing;
            }
        }
        grown
    }

    fn nim_sum(&mut self, state: &State<M>, meter: &mut Meter) -> Result<u32, Stop> {
        let mut sum = u32::from(state.spare);
        for part in self.parts(state) {
            sum ^= self.nimber_of_part(&part, meter)?;
        }
        Ok(sum)
    }

    fn nimber_of_part(&mut self, part: &State<M>, meter: &mut Meter) -> Result<u32, Stop> {
        let key = self.normal_either_way(part);
        if let Some(known) = self.nimbers.share().get(&key) {
            return Ok(u32::from(known) - 1);
        }
        meter.tick()?;
        let mut options = Vec::new();
        for child in self.children(&key) {
            options.push(self.nim_sum(&child.state, meter)?);
        }
        let nimber = mex(&options);
        self.nimbers.share().insert(&key, 1 + nimber as u16);
        Ok(nimber)
    }
}

impl<const M: usize> Search for Engine<M> {
    fn save_to(&mut self, checkpoint: Checkpoint, convention: Convention) -> Result<(), FileError> {
        match convention {
            Convention::Scoring => self.scores.save_to(checkpoint),
            _ => self.nimbers.save_to(checkpoint),
        }
    }

    /// Found by halving the range in which the score lies.
    fn future(&mut self, position: &Position, meter: &mut Meter) -> Result<i32, Stop> {
        let (state, gain) = self.state(position);
        let Bounds { mut low, mut high } = self.decided(&state);
        while low < high {
            let goal = low + (high - low + 1) / 2;
            if self.ask(&state, goal, meter)? {
                low = goal;
            } else {
                high = goal - 1;
            }
        }
        Ok((gain + low).into())
    }

    fn reaches(&mut self, goal: i32, position: &Position, meter: &mut Meter) -> Result<bool, Stop> {
        let (state, gain) = self.state(position);
        let goal = goal.saturating_sub(gain.into());
        // No score is beyond the number of cells.
        let far = 2 * MAX_VERTICES as i32;
        self.ask(&state, goal.clamp(-far, far) as i16, meter)
    }

    fn nimber(&mut self, position: &Position, meter: &mut Meter) -> Result<u32, Stop> {
        let (state, _) = self.state(position);
        let answer = self.nim_sum(&state, meter);
        self.nimbers.account(meter);
        answer
    }
}

/// An empty memory for states; a full table forgets those that are nearest to the end.
fn memory<const M: usize>(graph: &Graph, bytes: u64, normal_play: u64) -> Memory {
    let table = Table::new(4 * M + 1 + M / 8, bytes, |ones, _| ones);
    let edges = graph.edges().flat_map(|(u, v)| [u as u64, v as u64]);
    let kind = [graph.order() as u64, M as u64, normal_play].into_iter();
    Memory::new(table, fingerprint(kind.chain(edges)))
}

fn image<const M: usize>(g: &Permutation<u64>, state: &State<M>) -> State<M> {
    let moved = |sets: &[u64; M]| sets.map(|set| g.apply(set));
    State {
        lists: [moved(&state.lists[0]), moved(&state.lists[1])],
        halves: [moved(&state.halves[0]), moved(&state.halves[1])],
        ..*state
    }
}

/// Cliques taken greedily until no vertex is left.
fn clique_partition(neighbours: &[u64]) -> Vec<u64> {
    let mut taken = 0_u64;
    let mut cliques = Vec::new();
    for v in 0..neighbours.len() {
        if taken >> v & 1 == 1 {
            continue;
        }
        let mut clique = 1 << v;
        let mut common = neighbours[v] & !taken;
        while common != 0 {
            let w = common.trailing_zeros() as usize;
            clique |= 1 << w;
            common &= neighbours[w];
        }
        taken |= clique;
        cliques.push(clique);
    }
    cliques
}
