//! Thermographs: how much a move is worth, and the average value of a game (Siegel, chapter II).

use std::ops::Range;

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
    /// The mean value.
    pub fn mean(&self) -> Dyadic {
        at(&self.left, self.temperature)
    }

    /// The walls at a temperature that is not negative: the stops of the game cooled by it.
    pub fn stops_at(&self, t: Dyadic) -> [Dyadic; 2] {
        [at(&self.left, t), at(&self.right, t)]
    }
}

/// The thermographs of cores, as far as they have been asked for. The points of all walls lie one after the other: a value may have
/// hundreds of thousands of parts, each with a few points.
#[derive(Debug, Default)]
pub(super) struct Thermographs {
    points: Wall,
    /// For each core; without points if nobody has asked for it.
    places: Vec<Place>,
}

/// Where the walls of a thermograph are, the right one after the left one, and where they meet.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    start: u32,
    middle: u32,
    end: u32,
    pub temperature: Dyadic,
}

impl Place {
    fn left(&self) -> Range<usize> {
        self.start as usize..self.middle as usize
    }

    fn right(&self) -> Range<usize> {
        self.middle as usize..self.end as usize
    }
}

impl Thermographs {
    pub(super) fn known(&self, core: u32) -> Option<Place> {
        self.places.get(core as usize).copied().filter(|place| !place.left().is_empty())
    }

    /// Remembers the thermograph of a core, one of `cores`.
    pub(super) fn learn(&mut self, core: u32, place: Place, cores: usize) {
        if self.places.len() <= core as usize {
            self.places.resize(cores, Place::default());
        }
        self.places[core as usize] = place;
    }

    /// The left and the right wall.
    pub(super) fn walls(&self, place: &Place) -> [&[(Dyadic, Dyadic)]; 2] {
        [&self.points[place.left()], &self.points[place.right()]]
    }

    pub(super) fn mean(&self, place: &Place) -> Dyadic {
        at(&self.points[place.left()], place.temperature)
    }

    /// Adds the thermograph of a number, or of a number plus an infinitesimal: both walls are a mast.
    pub(super) fn push_mast(
        &mut self,
        mean: Dyadic,
        temperature: Dyadic,
    ) -> Result<Place, OutOfRange> {
        let start = self.length()?;
        self.points.extend([(Dyadic::ZERO, mean); 2]);
        Ok(Place { start, middle: start + 1, end: self.length()?, temperature })
    }

    /// Adds the thermograph under the scaffolds that are left of it and right of it.
    pub(super) fn push(&mut self, left: &Wall, right: &Wall) -> Result<Place, OutOfRange> {
        let temperature = meeting(left, right)?;
        let start = self.length()?;
        tax(left, |x, t| x - t, temperature, &mut self.points);
        let middle = self.length()?;
        tax(right, |x, t| x + t, temperature, &mut self.points);
        Ok(Place { start, middle, end: self.length()?, temperature })
    }

    /// The number of points, which has to fit into a place.
    fn length(&self) -> Result<u32, OutOfRange> {
        u32::try_from(self.points.len()).map_err(|_| OutOfRange)
    }
}

/// A wall that has been moved and perhaps, after that, turned upside down.
#[derive(Clone, Copy)]
pub(super) struct Moved<'a> {
    pub wall: &'a [(Dyadic, Dyadic)],
    pub by: Dyadic,
    pub upside_down: bool,
}

impl<'a> Moved<'a> {
    fn nowhere(wall: &'a [(Dyadic, Dyadic)]) -> Moved<'a> {
        Moved { wall, by: Dyadic::ZERO, upside_down: false }
    }

    fn point(&self, i: usize) -> Option<(Dyadic, Dyadic)> {
        let &(t, x) = self.wall.get(i)?;
        let x = x + self.by;
        Some((t, if self.upside_down { -x } else { x }))
    }

    /// The height beyond the first `after` points. The slopes are 1, 0 and −1.
    fn height(&self, after: usize, t: Dyadic) -> Dyadic {
        let Some((from, x)) = self.point(after.max(1) - 1) else { return Dyadic::ZERO };
        match self.point(after) {
            Some((_, next)) if next > x => x + (t - from),
            Some((_, next)) if next < x => x - (t - from),
            _ => x,
        }
    }
}

/// The height of a wall.
fn at(wall: &[(Dyadic, Dyadic)], t: Dyadic) -> Dyadic {
    Moved::nowhere(wall).height(wall.partition_point(|&(from, _)| from <= t), t)
}

/// Goes along a wall, up from temperature 0.
struct Along<'a> {
    wall: Moved<'a>,
    /// The number of points that have been passed.
    passed: usize,
}

impl<'a> Along<'a> {
    fn from_start(wall: Moved<'a>) -> Along<'a> {
        Along { wall, passed: 0 }
    }

    fn next_bend(&self) -> Option<Dyadic> {
        self.wall.wall.get(self.passed).map(|&(t, _)| t)
    }

    /// The height at a temperature that is not below that of the last call.
    fn at(&mut self, t: Dyadic) -> Dyadic {
        while self.next_bend().is_some_and(|bend| bend <= t) {
            self.passed += 1;
        }
        self.wall.height(self.passed, t)
    }
}

/// The next temperature at which one of two walls may bend.
fn next_bend(f: &Along, g: &Along) -> Option<Dyadic> {
    f.next_bend().into_iter().chain(g.next_bend()).min()
}

/// The upper hull of two walls that do not fall.
fn greatest(f: &Wall, g: Moved) -> Wall {
    let mut hull: Wall = Vec::with_capacity(f.len() + g.wall.len());
    let mut last: Option<(Dyadic, Dyadic)> = None;
    let (mut along_f, mut along_g) = (Along::from_start(Moved::nowhere(f)), Along::from_start(g));
    while let Some(t) = next_bend(&along_f, &along_g) {
        let (height_f, height_g) = (along_f.at(t), along_g.at(t));
        let difference = height_f - height_g;
        if let Some((from, before)) = last
            && (before > Dyadic::ZERO) != (difference > Dyadic::ZERO)
            && before != Dyadic::ZERO
            && difference != Dyadic::ZERO
        {
            // The slopes of walls of one side differ by at most 1.
            let crossing = from + before.max(-before);
            push(&mut hull, 0, crossing, at(f, crossing));
        }
        push(&mut hull, 0, t, height_f.max(height_g));
        last = Some((t, difference));
    }
    hull
}

/// Adds a point to a wall, which begins at `start`. Removes the last one if it lies on the line: slopes are 1, 0 and −1.
fn push(wall: &mut Wall, start: usize, t: Dyadic, x: Dyadic) {
    if let [.., (_, x0), (_, x1)] = wall[start..]
        && (x1 - x0).cmp(&Dyadic::ZERO) == (x - x1).cmp(&Dyadic::ZERO)
    {
        wall.pop();
    }
    wall.push((t, x));
}

/// Makes the hull of some walls the hull of these and another one, where none of them falls.
/// Most walls are below the hull everywhere, which is seen from where they end.
pub(super) fn include(hull: &mut Wall, wall: Moved) {
    let highest = wall.wall.len().checked_sub(1).and_then(|last| wall.point(last));
    match (hull.first(), highest) {
        (Some((_, lowest)), Some((_, highest))) if highest <= *lowest => {}
        (Some(_), _) => *hull = greatest(hull, wall),
        (None, _) => *hull = (0..wall.wall.len()).filter_map(|i| wall.point(i)).collect(),
    }
}

/// The temperature at which the scaffolds `left − t` and `right + t` meet.
fn meeting(left: &Wall, right: &Wall) -> Result<Dyadic, OutOfRange> {
    let [mut along_left, mut along_right] =
        [left, right].map(|wall| Along::from_start(Moved::nowhere(wall)));
    // The last temperature, so far, at which they are apart, and by how much.
    let mut apart: Option<(Dyadic, Dyadic)> = None;
    while let Some(t) = next_bend(&along_left, &along_right) {
        let gap = along_left.at(t) - along_right.at(t) - t - t;
        if gap <= Dyadic::ZERO {
            let Some((from, wide)) = apart else { return Ok(Dyadic::ZERO) };
            if wide - gap == t - from {
                return Ok(from + wide);
            }
            break;
        }
        apart = Some((t, gap));
    }
    let Some((from, wide)) = apart else { return Ok(Dyadic::ZERO) };
    Ok(from + wide.half().ok_or(OutOfRange)?)
}

/// Adds the wall under a scaffold, taxed by the temperature, up to the mast.
fn tax(scaffold: &Wall, taxed: impl Fn(Dyadic, Dyadic) -> Dyadic, top: Dyadic, points: &mut Wall) {
    let start = points.len();
    for &(t, x) in scaffold.iter().take_while(|&&(t, _)| t < top) {
        push(points, start, t, taxed(x, t));
    }
    push(points, start, top, taxed(at(scaffold, top), top));
    if let [.., (_, x0), (_, x1)] = points[start..]
        && x0 == x1
    {
        points.pop();
    }
}
