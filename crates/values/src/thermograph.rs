//! Thermographs: how much a move is worth, and the average value of a game (Siegel, chapter II).

use super::OutOfRange;
use super::dyadic::Dyadic;

/// A wall: the stop at each of these temperatures, from 0 upwards; linear in between, and constant
/// above the last one.
pub type Wall = Vec<(Dyadic, Dyadic)>;

/// The stops of a game cooled by every temperature from 0 on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thermograph {
    /// The left wall, from the left stop to the mean.
    pub left: Wall,
    /// The right wall, from the right stop to the mean.
    pub right: Wall,
    /// Where the walls meet; negative for numbers, by convention: `−1/2^e` for `m/2^e`.
    pub temperature: Dyadic,
}

impl Thermograph {
    pub(super) fn mast(mean: Dyadic, temperature: Dyadic) -> Thermograph {
        let wall = vec![(Dyadic::ZERO, mean)];
        Thermograph { left: wall.clone(), right: wall, temperature }
    }

    /// The mean value.
    pub fn mean(&self) -> Dyadic {
        at(&self.left, self.temperature)
    }

    /// The walls at a temperature that is not negative: the stops of the game cooled by it.
    pub fn stops_at(&self, t: Dyadic) -> [Dyadic; 2] {
        [at(&self.left, t), at(&self.right, t)]
    }

    pub(super) fn shifted(&self, by: Dyadic) -> Thermograph {
        let moved = |wall: &Wall| wall.iter().map(|&(t, x)| (t, x + by)).collect();
        Thermograph { left: moved(&self.left), right: moved(&self.right), ..*self }
    }
}

/// The height of a wall.
fn at(wall: &Wall, t: Dyadic) -> Dyadic {
    height(wall, wall.partition_point(|&(from, _)| from <= t), t)
}

/// Goes along a wall, up from temperature 0.
struct Along<'a> {
    wall: &'a Wall,
    /// The number of points that have been passed.
    passed: usize,
}

impl Along<'_> {
    fn next_bend(&self) -> Option<Dyadic> {
        self.wall.get(self.passed).map(|&(t, _)| t)
    }

    /// The height at a temperature that is not below that of the last call.
    fn at(&mut self, t: Dyadic) -> Dyadic {
        while self.next_bend().is_some_and(|bend| bend <= t) {
            self.passed += 1;
        }
        height(self.wall, self.passed, t)
    }
}

/// The height of a wall beyond its first `after` points. Its slopes are 1, 0 and −1.
fn height(wall: &Wall, after: usize, t: Dyadic) -> Dyadic {
    let (from, x) = wall[after.max(1) - 1];
    match wall.get(after) {
        Some(&(_, next)) if next > x => x + (t - from),
        Some(&(_, next)) if next < x => x - (t - from),
        _ => x,
    }
}

/// The temperatures at which one of two walls may bend.
fn bends(f: &Wall, g: &Wall) -> Vec<Dyadic> {
    let mut bends: Vec<Dyadic> = f.iter().chain(g).map(|&(t, _)| t).collect();
    bends.sort_unstable();
    bends.dedup();
    bends
}

/// The upper hull of two walls of one side, or the lower one of their negatives.
pub(super) fn greatest(f: &Wall, g: &Wall) -> Wall {
    let mut hull: Wall = Vec::with_capacity(f.len() + g.len());
    let mut last: Option<(Dyadic, Dyadic)> = None;
    let (mut along_f, mut along_g) = (Along { wall: f, passed: 0 }, Along { wall: g, passed: 0 });
    while let Some(t) = along_f.next_bend().into_iter().chain(along_g.next_bend()).min() {
        let (height_f, height_g) = (along_f.at(t), along_g.at(t));
        let difference = height_f - height_g;
        if let Some((from, before)) = last
            && (before > Dyadic::ZERO) != (difference > Dyadic::ZERO)
            && before != Dyadic::ZERO
            && difference != Dyadic::ZERO
        {
            // The slopes of walls of one side differ by at most 1.
            let crossing = from + before.max(-before);
            push(&mut hull, crossing, at(f, crossing));
        }
        push(&mut hull, t, height_f.max(height_g));
        last = Some((t, difference));
    }
    hull
}

/// Adds a point. Removes the last one if it lies on the line: slopes are 1, 0 and −1.
fn push(wall: &mut Wall, t: Dyadic, x: Dyadic) {
    if let [.., (_, x0), (_, x1)] = wall[..]
        && (x1 - x0).cmp(&Dyadic::ZERO) == (x - x1).cmp(&Dyadic::ZERO)
    {
        wall.pop();
    }
    wall.push((t, x));
}

/// A wall with changed heights at the same temperatures.
pub(super) fn moved(wall: &Wall, to: impl Fn(Dyadic) -> Dyadic) -> Wall {
    wall.iter().map(|&(t, x)| (t, to(x))).collect()
}

/// The temperature at which the scaffolds `left − t` and `right + t` meet.
pub(super) fn meeting(left: &Wall, right: &Wall) -> Result<Dyadic, OutOfRange> {
    let gap = |t| at(left, t) - at(right, t) - t - t;
    let bends = bends(left, right);
    let end = bends.partition_point(|&t| gap(t) > Dyadic::ZERO);
    let Some(from) = end.checked_sub(1).map(|i| bends[i]) else { return Ok(Dyadic::ZERO) };
    let wide = gap(from);
    match bends.get(end) {
        Some(&to) if wide - gap(to) == to - from => Ok(from + wide),
        _ => Ok(from + wide.half().ok_or(OutOfRange)?),
    }
}

/// The wall under a scaffold, taxed by the temperature, up to the mast.
pub(super) fn taxed(scaffold: &Wall, tax: impl Fn(Dyadic, Dyadic) -> Dyadic, top: Dyadic) -> Wall {
    let mut wall = Vec::new();
    for &(t, x) in scaffold.iter().filter(|&&(t, _)| t < top) {
        push(&mut wall, t, tax(x, t));
    }
    push(&mut wall, top, tax(at(scaffold, top), top));
    if let [.., (_, x0), (_, x1)] = wall[..]
        && x0 == x1
    {
        wall.pop();
    }
    wall
}
