//! Boards on which a piece can be moved to another place: grids, paths, kings' and queens' boards,
//! line graphs of grids.
//!
//! The vertices are put on integer points (the natural coordinates of their family). If the rule
//! depends only on the difference of two points and on where the first one lies within a small
//! period, then pieces of a position that are translates of each other have the same value. This is
//! checked on the compiled rule, pair by pair; the name of the family is not used.

use std::collections::HashMap;

use chromex_graphs::Point;

use super::lists::ListGame;
use super::word::Word;

/// Assigns bits to the vertices of a list game such that moving a piece is a shift.
#[derive(Debug, Clone)]
pub struct Lattice<G = u128> {
    /// The place (the bit) of each vertex.
    pub places: Vec<usize>,
    /// The rule of the game on bits, including bits that belong to no vertex but to which a piece
    /// may be moved.
    pub game: ListGame<G>,
    /// The places that pieces may occupy.
    pub occupied: G,
    /// The distance in bits from one row of cells to the next.
    pub row: usize,
    /// The distance in bits from one column of cells to the next.
    pub column: usize,
    /// Everything on which the meaning of a set of bits depends; it is the same for boards of
    /// different sizes.
    pub meaning: Vec<u64>,
}

/// Larger periods are not looked for.
const MAX_PERIOD: i32 = 2;

/// Coordinates are multiples of one half (midpoints of edges of a grid).
const SCALE: f64 = 2.0;

type Site = (i32, i32);

impl<G: Word> Lattice<G> {
    /// The lattice of a list game whose vertices lie at these points, if there is one that fits
    /// into `limit` bits and the words of the game.
    pub fn find(game: &ListGame<G>, points: &[Point], limit: usize) -> Option<Lattice<G>> {
        let (sites, limit) = (sites(points)?, limit.min(G::BITS));
        let periods = (1..=MAX_PERIOD).flat_map(|r| (1..=MAX_PERIOD).map(move |c| (r, c)));
        periods
            .filter_map(|period| Some((period, periodic_rule(game, &sites, period)?)))
            .filter_map(|(period, rule)| Cells::new(&sites, period, limit)?.lattice(game, &rule))
            .min_by_key(|lattice| lattice.game.order())
    }
}

/// Cells of `period` points, each with a place for every kind of point that occurs; the shorter
/// side of the board runs fastest.
struct Cells {
    period: Site,
    kinds: Vec<Site>,
    rows: usize,
    columns: usize,
    row: usize,
    column: usize,
    places: Vec<usize>,
}

impl Cells {
    fn new(sites: &[Site], period: Site, limit: usize) -> Option<Cells> {
        let mut kinds: Vec<Site> = sites.iter().map(|site| kind(*site, period)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let cell_of = |&(r, c): &Site| ((r / period.0) as usize, (c / period.1) as usize);
        let rows = sites.iter().map(|site| cell_of(site).0).max()? + 1;
        let columns = sites.iter().map(|site| cell_of(site).1).max()? + 1;
        let k = kinds.len();
        if rows.checked_mul(columns)?.checked_mul(k)? > limit {
            return None;
        }
        let (row, column) = if columns <= rows { (columns * k, k) } else { (k, rows * k) };
        let place = |site: &Site| {
            let (cell, kind) = (cell_of(site), kinds.binary_search(&kind(*site, period)).ok()?);
            Some(cell.0 * row + cell.1 * column + kind)
        };
        let places: Option<Vec<usize>> = sites.iter().map(place).collect();
        Some(Cells { period, rows, columns, row, column, places: places?, kinds })
    }

    /// The site of every place.
    fn all_sites(&self) -> Vec<Site> {
        let mut sites = vec![(0, 0); self.rows * self.columns * self.kinds.len()];
        for r in 0..self.rows {
            for c in 0..self.columns {
                for (i, kind) in self.kinds.iter().enumerate() {
                    let site =
                        (r as i32 * self.period.0 + kind.0, c as i32 * self.period.1 + kind.1);
                    sites[r * self.row + c * self.column + i] = site;
                }
            }
        }
        sites
    }

    /// The places of the board and all places to which a piece on the board can be moved: towards
    /// the corner, within its kind.
    fn occupied<G: Word>(&self, sites: &[Site]) -> G {
        let below = |a: Site, b: Site| {
            a.0 <= b.0 && a.1 <= b.1 && kind(a, self.period) == kind(b, self.period)
        };
        let reachable = |place: &usize| self.places.iter().any(|&p| below(sites[*place], sites[p]));
        (0..sites.len()).filter(reachable).fold(G::EMPTY, |set, place| set | G::single(place))
    }

    fn lattice<G: Word>(self, game: &ListGame<G>, rule: &Rule) -> Option<Lattice<G>> {
        let sites = self.all_sites();
        let occupied: G = self.occupied(&sites);
        let k = game.colours();
        let mut kills = vec![G::EMPTY; sites.len() * k * k];
        for (v, &a) in sites.iter().enumerate().filter(|&(v, _)| occupied.contains(v)) {
            for (w, &b) in sites.iter().enumerate().filter(|&(w, _)| occupied.contains(w)) {
                let difference = (b.0 - a.0, b.1 - a.1);
                let forbidden = rule.get(&(kind(a, self.period), difference)).copied().unwrap_or(0);
                for pair in (0..k * k).filter(|pair| forbidden >> pair & 1 == 1) {
                    kills[v * k * k + pair] |= G::single(w);
                }
            }
        }
        let (game, meaning) = (game.with_kills(kills), self.meaning(rule));
        let (row, column) = (self.row, self.column);
        Some(Lattice { places: self.places, game, occupied, row, column, meaning })
    }

    /// How places lie on the lattice, and which pairs the rule forbids at which differences.
    fn meaning(&self, rule: &Rule) -> Vec<u64> {
        let site = |(r, c): Site| u64::from(r as u32) << 32 | u64::from(c as u32);
        let mut forbidden: Vec<_> = rule.iter().filter(|(_, pairs)| **pairs != 0).collect();
        forbidden.sort_unstable();
        let mut words = vec![self.row as u64, self.column as u64, site(self.period)];
        words.extend(self.kinds.iter().map(|kind| site(*kind)));
        words.extend(forbidden.iter().flat_map(|((kind, difference), pairs)| {
            [site(*kind), site(*difference), pairs.limb(0), pairs.limb(1)]
        }));
        words
    }
}

/// The position of a site within its period.
fn kind(site: Site, period: Site) -> Site {
    (site.0 % period.0, site.1 % period.1)
}

/// For each kind of a first site and difference to a second one, the forbidden pairs of colours:
/// bit `c·k + d` if colour `c` at the first forbids `d` at the second.
type Rule = HashMap<(Site, Site), u128>;

/// The points as pairs (row, column) of small nonnegative whole numbers, if they are such pairs.
fn sites(points: &[Point]) -> Option<Vec<Site>> {
    let whole = |x: f64| {
        let scaled = x * SCALE;
        ((scaled - scaled.round()).abs() < 1e-6 && scaled.abs() < 1e4).then_some(scaled as i32)
    };
    let raw: Option<Vec<Site>> =
        points.iter().map(|&(x, y)| Some((whole(y)?, whole(x)?))).collect();
    let mut sites = raw?;
    let top = sites.iter().map(|site| site.0).min()?;
    let left = sites.iter().map(|site| site.1).min()?;
    sites.iter_mut().for_each(|site| *site = (site.0 - top, site.1 - left));
    let even = sites.iter().all(|site| site.0 % 2 == 0 && site.1 % 2 == 0);
    if even {
        sites.iter_mut().for_each(|site| *site = (site.0 / 2, site.1 / 2));
    }
    Some(sites)
}

/// The rule in terms of differences, if its condition on two vertices depends only on the kind of
/// the first and on the difference.
fn periodic_rule<G: Word>(game: &ListGame<G>, sites: &[Site], period: Site) -> Option<Rule> {
    let k = game.colours();
    if k * k > 128 {
        return None;
    }
    let between = |v: usize, w: usize| -> u128 {
        let pairs = (0..k).flat_map(|c| (0..k).map(move |d| (c, d)));
        let forbidden = pairs.filter(|&(c, d)| game.kills(v, c)[d].contains(w));
        forbidden.fold(0, |all, (c, d)| all | 1 << (c * k + d))
    };
    let mut rule = Rule::new();
    for (v, &a) in sites.iter().enumerate() {
        for (w, &b) in sites.iter().enumerate() {
            let difference = (b.0 - a.0, b.1 - a.1);
            let here = between(v, w);
            if *rule.entry((kind(a, period), difference)).or_insert(here) != here {
                return None;
            }
        }
    }
    Some(rule)
}
