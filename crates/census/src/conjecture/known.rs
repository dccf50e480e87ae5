//! Facts that everybody knows; neither they nor their consequences are offered as conjectures.

use chromex::graphs::TextError;

use super::bounds::Relation;
use super::data::{Data, Rows};
use super::{ConjectureError, Search};
use crate::{Columns, Expression};

/// Facts that everybody knows about the columns of a census, as far as they are about games or
/// about numbers that bound those of games. A line is used if the table has its columns.
const USUAL: &[&str] = &[
    // A colouring made in play is a proper colouring, and with one more colour than the maximum
    // degree nobody is stuck.
    "chi_g >= chi",
    "chi_g <= max_degree + 1",
    "chi_g_bob >= chi",
    "chi_g_bob <= max_degree + 1",
    "connected_g >= chi",
    "connected_g <= max_degree + 1",
    "indicated >= chi",
    "indicated <= max_degree + 1",
    // In the marking game: Alice can choose vertices in the colouring game as in the marking game;
    // and the best of all orders of marking gives the degeneracy.
    "chi_g <= col_g",
    "chi_g_bob <= col_g_bob",
    "col_g >= degeneracy + 1",
    "col_g <= max_degree + 1",
    "col_g_bob >= degeneracy + 1",
    "col_g_bob <= max_degree + 1",
    // The right to skip need not be used.
    "chi_aa <= chi_g",
    "chi_ab >= chi_g",
    "chi_ba <= chi_g_bob",
    "chi_bb >= chi_g_bob",
    // Faigle, Kern, Kierstead, Trotter 1993.
    "is_forest => chi_g <= 4",
    "is_forest => chi_g_bob <= 4",
    "is_tree => chi_g <= 4",
    "is_tree => chi_g_bob <= 4",
    // Edges: each edge is adjacent to at most 2Δ − 2 others.
    "index_g >= max_degree",
    "index_g_bob >= max_degree",
    "index_g <= 2 * max_degree - 1",
    "index_g_bob <= 2 * max_degree - 1",
    "total_g >= max_degree + 1",
    "total_g <= 2 * max_degree + 1",
    // A nimber is not negative, and at most the length of the longest play.
    "node_kayles >= 0",
    "icol >= 0",
    "isnort >= 0",
    "arc_kayles >= 0",
    // Moves that symmetry makes equivalent lead to equal values.
    "node_kayles <= orbits",
    "icol <= orbits",
    "isnort <= orbits",
    // Exchanging the two colours on one side of the graph turns one game into the other.
    "is_bipartite => icol <= isnort",
    "is_bipartite => icol >= isnort",
    "is_bipartite => isnort <= icol",
    "is_bipartite => isnort >= icol",
    "is_bipartite and icol = 0 => isnort = 0",
    "is_bipartite and isnort = 0 => icol = 0",
    "is_bipartite and icol != 0 => isnort != 0",
    "is_bipartite and isnort != 0 => icol != 0",
    "node_kayles <= independence",
    "icol <= n",
    "isnort <= n",
    "arc_kayles <= n / 2",
    // Alice colours half of the vertices.
    "a_mu <= (n + 1) / 2",
    "connected <= (n + 1) / 2",
    // … and Bob never wins (Bensmail et al.).
    "connected >= 0",
    // The player to move wins unless the nimber is zero.
    "icol = 0 => icol_outcome = 'P'",
    "icol_outcome = 'P' => icol = 0",
    "isnort = 0 => isnort_outcome = 'P'",
    "isnort_outcome = 'P' => isnort = 0",
    "node_kayles = 0 => node_kayles_outcome = 'P'",
    "node_kayles_outcome = 'P' => node_kayles = 0",
];

/// A known bound.
pub(super) struct KnownBound {
    pub target: usize,
    pub relation: Relation,
    /// The rows for which it is known.
    pub class: Rows,
    pub values: Vec<f64>,
}

/// Known facts, in terms of rows.
#[derive(Default)]
pub(super) struct Known {
    pub bounds: Vec<KnownBound>,
    /// Pairs of sets of rows of which the first is contained in the second.
    pub inside: Vec<(Rows, Rows)>,
}

/// The known facts for a table: the usual ones, and those given by the user.
pub(super) fn read(
    columns: &Columns,
    search: &Search,
    data: &mut Data,
) -> Result<Known, ConjectureError> {
    let mut known = Known::default();
    let has = |text: &&&str| {
        let names = Expression::names(text);
        names.iter().all(|name| columns.iter().any(|(column, _)| column == name))
    };
    for text in USUAL.iter().filter(has) {
        known.add(text, columns, data)?;
    }
    for text in &search.known {
        known.add(text, columns, data)?;
    }
    Ok(known)
}

impl Known {
    /// Reads `x <= EXPRESSION`, `x >= EXPRESSION`, a condition, or one of these after `CONDITION =>`.
    fn add(&mut self, text: &str, columns: &Columns, data: &Data) -> Result<(), ConjectureError> {
        let (class, statement) = match text.split_once("=>") {
            Some((class, statement)) => (class.trim(), statement.trim()),
            None => ("true", text.trim()),
        };
        let Some(class) = rows(class, columns, data)? else { return Ok(()) };
        let holds = rows(statement, columns, data)?;
        if let Some((target, relation, right)) = bound(statement, data)
            && let Some(values) = data.values(right, columns)?
        {
            self.bounds.push(KnownBound { target, relation, class: class.clone(), values });
        }
        if let Some(holds) = holds {
            self.inside.push((class, holds));
        }
        Ok(())
    }
}

/// The rows for which a condition is true, if it is known for all rows.
fn rows(text: &str, columns: &Columns, data: &Data) -> Result<Option<Rows>, ConjectureError> {
    Expression::condition(text, columns).map_err(|error: TextError| {
        error.help(
            "known are `x <= EXPRESSION`, `CONDITION => x <= EXPRESSION`, `CONDITION => CONDITION`",
        )
    })?;
    let values = data.values(text, columns)?;
    Ok(values.map(|values| Rows::of(values.len(), |row| values[row] != 0.0)))
}

/// Reads a statement as a bound of one of the numbers.
fn bound<'t>(text: &'t str, data: &Data) -> Option<(usize, Relation, &'t str)> {
    let signs = [("<=", Relation::AtMost), (">=", Relation::AtLeast)];
    let (left, relation, right) = signs.into_iter().find_map(|(sign, relation)| {
        text.split_once(sign).map(|(left, right)| (left.trim(), relation, right.trim()))
    })?;
    let target = data.terms.iter().position(|term| term.text == left)?;
    Some((target, relation, right))
}
