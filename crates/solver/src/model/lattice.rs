//! Boards on which a piece may be moved about: grids, paths, kings' and queens' boards, line graphs
//! of grids.
//!
//! The vertices are put on integer points (the natural coordinates of their family). If the rule
//! depends only on the difference of two points and on where the first one lies within a small
//! period, then pieces of a position that are translates of each other have the same value. That
//! is checked on the compiled rule, pair by pair; nothing is taken on trust from the name of the
//! family.

use std::collections::HashMap;

use chromex_graphs::Point;

use super::lists::ListGame;

/// Where the vertices of a list game are put in a word, so that moving a piece is a shift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lattice {
    /// The bit of each vertex.
    pub places: Vec<usize>,
    /// One more than the largest bit that may be used.
    pub bits: usize,
    /// The distance in bits from one row of cells to the next.
    pub row: usize,
    /// The distance in bits from one column of cells to the next.
    pub column: usize,
}

/// Periods of more than this many points a side are not looked for.
const MAX_PERIOD: i32 = 2;

/// Coordinates are multiples of one half (midpoints of edges of a grid).
const SCALE: f64 = 2.0;

type Site = (i32, i32);

impl Lattice {
    /// Finds the lattice of a list game whose vertices lie at these points, if there is one that
    /// fits `limit` bits.
    pub fn find(game: &ListGame, points: &[Point], limit: usize) -> Option<Lattice> {
        let sites = sites(points)?;
        let periods = (1..=MAX_PERIOD).flat_map(|r| (1..=MAX_PERIOD).map(move |c| (r, c)));
        periods
            .filter(|&period| is_periodic(game, &sites, period))
            .filter_map(|period| Lattice::with_period(&sites, period))
            .filter(|lattice| lattice.bits <= limit)
            .min_by_key(|lattice| lattice.bits)
    }

    /// Cells of `period` points, each with a bit for every kind of point that occurs; the shorter
    /// side of the board runs fastest.
    fn with_period(sites: &[Site], period: Site) -> Option<Lattice> {
        let kind_of = |&(r, c): &Site| (r % period.0, c % period.1);
        let mut kinds: Vec<Site> = sites.iter().map(kind_of).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let cell_of = |&(r, c): &Site| ((r / period.0) as usize, (c / period.1) as usize);
        let rows = sites.iter().map(|site| cell_of(site).0).max()? + 1;
        let columns = sites.iter().map(|site| cell_of(site).1).max()? + 1;
        let k = kinds.len();
        let (row, column) = if columns <= rows { (columns * k, k) } else { (k, rows * k) };
        let place = |site: &Site| {
            let kind = kinds.binary_search(&kind_of(site)).ok()?;
            let cell = cell_of(site);
            Some(cell.0 * row + cell.1 * column + kind)
        };
        let places: Option<Vec<usize>> = sites.iter().map(place).collect();
        Some(Lattice { places: places?, bits: rows * columns * k, row, column })
    }
}

/// The points as pairs (row, column) of small whole numbers from 0 on, if that is what they are.
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

/// Whether the rule between two vertices depends only on the kind of the first and on the
/// difference.
fn is_periodic(game: &ListGame, sites: &[Site], period: Site) -> bool {
    let k = game.colours();
    let rule = |v: usize, w: usize| -> u128 {
        let pairs = (0..k).flat_map(|c| (0..k).map(move |d| (c, d)));
        pairs.fold(0, |all, (c, d)| all << 1 | (game.kills(v, c)[d] >> w & 1))
    };
    if k * k > 128 {
        return false;
    }
    let mut seen: HashMap<(Site, Site), u128> = HashMap::new();
    for (v, a) in sites.iter().enumerate() {
        for (w, b) in sites.iter().enumerate() {
            let kind = (a.0 % period.0, a.1 % period.1);
            let difference = (b.0 - a.0, b.1 - a.1);
            let rule = rule(v, w);
            if *seen.entry((kind, difference)).or_insert(rule) != rule {
                return false;
            }
        }
    }
    true
}
