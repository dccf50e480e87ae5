//! What is asked of a table: which rows, which columns, counted or sorted.

use std::collections::HashMap;

use chromex::graphs::TextError;

use crate::{Cell, Columns, Expression, Kind, expr};

/// What is asked, as it is typed.
#[derive(Debug, Clone, Default)]
pub struct Query {
    /// Only rows for which this is true.
    pub condition: Option<String>,
    /// These columns or expressions, instead of all.
    pub select: Vec<String>,
    /// How many rows there are for each combination of these.
    pub count_by: Vec<String>,
    /// Ordered by these; with `-` in front, the largest first. Null comes last.
    pub sort: Vec<String>,
    /// At most so many rows.
    pub limit: Option<usize>,
    /// Only the first of the rows with the least `n` and, among these, `m`.
    pub smallest: bool,
}

/// A query over the columns of a table, being answered.
#[derive(Debug)]
pub struct Answering {
    condition: Option<Expression>,
    shown: Vec<Expression>,
    columns: Columns,
    sort: Vec<(Expression, bool)>,
    limit: Option<usize>,
    smallest: Option<(usize, usize)>,
    counting: bool,
    counts: HashMap<String, (Vec<Cell>, i64)>,
    rows: Vec<(Vec<Cell>, Vec<Cell>)>,
    passed: usize,
}

fn shown(texts: &[String], columns: &Columns) -> Result<(Vec<Expression>, Columns), TextError> {
    let mut expressions = Vec::new();
    let mut names = Columns::new();
    for text in texts {
        let expression = Expression::parse(text, columns)?;
        names.push((expression.to_string(), expression.kind().unwrap_or(Kind::Text)));
        expressions.push(expression);
    }
    Ok((expressions, names))
}

impl Query {
    /// Prepares it for a table.
    pub fn prepare(&self, columns: &Columns) -> Result<Answering, TextError> {
        let condition = self.condition.as_deref().filter(|text| !text.trim().is_empty());
        let condition = condition.map(|text| Expression::condition(text, columns)).transpose()?;
        let counting = !self.count_by.is_empty();
        let every: Vec<String> = columns.iter().map(|(name, _)| name.clone()).collect();
        let wanted = match (counting, self.select.is_empty()) {
            (true, _) => &self.count_by,
            (false, true) => &every,
            (false, false) => &self.select,
        };
        let (expressions, mut names) = shown(wanted, columns)?;
        let mut sorted_by = columns.clone();
        if counting {
            names.push(("count".to_owned(), Kind::Int));
            sorted_by = names.clone();
        }
        let mut sort = Vec::new();
        for text in &self.sort {
            let (text, descending) = match text.strip_prefix('-') {
                Some(rest) => (rest, true),
                None => (text.as_str(), false),
            };
            sort.push((Expression::parse(text, &sorted_by)?, descending));
        }
        let smallest = self.smallest.then(|| {
            let find = |name: &str| columns.iter().position(|(column, _)| column == name);
            let missing = || TextError::whole("n, m", "the table has no columns n and m");
            Ok((find("n").ok_or_else(missing)?, find("m").ok_or_else(missing)?))
        });
        Ok(Answering {
            condition,
            shown: expressions,
            columns: names,
            sort,
            limit: self.limit,
            smallest: smallest.transpose()?,
            counting,
            counts: HashMap::new(),
            rows: Vec::new(),
            passed: 0,
        })
    }
}

impl Answering {
    /// The columns of the answer.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Takes in a row. `Some` is a row of the answer that can be shown at once, `None` if there is
    /// none yet.
    pub fn push(&mut self, row: &[Cell]) -> Option<Vec<Cell>> {
        if self.condition.as_ref().is_some_and(|condition| !condition.holds(row)) {
            return None;
        }
        let show = || self.shown.iter().map(|expression| expression.evaluate(row)).collect();
        let cells: Vec<Cell> = show();
        if self.counting {
            let key = format!("{cells:?}");
            self.counts.entry(key).or_insert((cells, 0)).1 += 1;
            return None;
        }
        if let Some((n, m)) = self.smallest {
            let key = vec![row[n].clone(), row[m].clone()];
            let smaller = |(best, _): &(Vec<Cell>, _)| by_keys(&key, best, &[false; 2]).is_lt();
            if self.rows.first().is_none_or(smaller) {
                self.rows = vec![(key, cells)];
            }
            return None;
        }
        if !self.sort.is_empty() {
            let key = self.sort.iter().map(|(expression, _)| expression.evaluate(row)).collect();
            self.rows.push((key, cells));
            self.keep_the_first();
            return None;
        }
        self.passed += 1;
        Some(cells)
    }

    /// Whether no further row can matter.
    pub fn has_enough(&self) -> bool {
        let streams = !self.counting && self.smallest.is_none() && self.sort.is_empty();
        streams && self.limit.is_some_and(|limit| self.passed >= limit)
    }

    fn descending(&self) -> Vec<bool> {
        self.sort.iter().map(|(_, descending)| *descending).collect()
    }

    /// With a limit, a sort needs no more memory than a few times as many rows.
    fn keep_the_first(&mut self) {
        let Some(limit) = self.limit else { return };
        if self.rows.len() > 2 * limit + 1000 {
            let descending = self.descending();
            self.rows.sort_by(|(a, _), (b, _)| by_keys(a, b, &descending));
            self.rows.truncate(limit);
        }
    }

    /// The rows of the answer that were not shown yet.
    pub fn finish(mut self) -> Vec<Vec<Cell>> {
        let descending = self.descending();
        if self.counting {
            let counted = self.counts.into_values().map(|(mut cells, count)| {
                cells.push(Cell::Int(count));
                cells
            });
            let key = |row: &Vec<Cell>| match self.sort.is_empty() {
                true => row.clone(),
                false => self.sort.iter().map(|(expression, _)| expression.evaluate(row)).collect(),
            };
            self.rows = counted.map(|row| (key(&row), row)).collect();
            // Whatever the sort, the rest is in order too.
            self.rows.sort_by(|(_, a), (_, b)| by_keys(a, b, &vec![false; a.len()]));
        }
        let ways = if descending.is_empty() { vec![false; self.columns.len()] } else { descending };
        if self.smallest.is_none() {
            self.rows.sort_by(|(a, _), (b, _)| by_keys(a, b, &ways));
        }
        self.rows.truncate(self.limit.unwrap_or(usize::MAX));
        self.rows.into_iter().map(|(_, row)| row).collect()
    }
}

/// The order of two rows by their keys; null comes last either way.
fn by_keys(a: &[Cell], b: &[Cell], descending: &[bool]) -> std::cmp::Ordering {
    for ((a, b), descending) in a.iter().zip(b).zip(descending) {
        let order = match (a.is_null(), b.is_null()) {
            (false, false) => {
                let order = expr::compare(a, b).unwrap_or(std::cmp::Ordering::Equal);
                if *descending { order.reverse() } else { order }
            }
            (a, b) => a.cmp(&b),
        };
        if order.is_ne() {
            return order;
        }
    }
    std::cmp::Ordering::Equal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Columns {
        [("graph", Kind::Text), ("n", Kind::Int), ("m", Kind::Int), ("chi_g", Kind::Int)]
            .map(|(name, kind)| (name.to_owned(), kind))
            .to_vec()
    }

    fn answer(query: &Query) -> Vec<String> {
        let rows =
            [("a", 4, 3, Some(2)), ("b", 3, 3, Some(3)), ("c", 3, 2, None), ("d", 3, 2, Some(2))];
        let mut answering = query.prepare(&columns()).unwrap();
        let mut shown = Vec::new();
        for (graph, n, m, chi) in rows {
            let chi = chi.map_or(Cell::Null, Cell::Int);
            shown.extend(answering.push(&[Cell::text(graph), Cell::Int(n), Cell::Int(m), chi]));
            if answering.has_enough() {
                break;
            }
        }
        shown.extend(answering.finish());
        shown.iter().map(|row| crate::files::csv_row(row)).collect()
    }

    #[test]
    fn queries() {
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let query = Query { condition: Some("chi_g <= 3".to_owned()), ..Query::default() };
        assert_eq!(answer(&query), ["a,4,3,2", "b,3,3,3", "d,3,2,2"]);
        assert_eq!(answer(&Query { limit: Some(1), ..query.clone() }), ["a,4,3,2"]);
        assert_eq!(answer(&Query { smallest: true, ..query.clone() }), ["d,3,2,2"]);
        let query = Query { select: words(&["graph", "n - m"]), ..Query::default() };
        assert_eq!(answer(&query), ["a,1", "b,0", "c,1", "d,1"]);
        let query = Query { count_by: words(&["n", "chi_g"]), ..Query::default() };
        assert_eq!(answer(&query), ["3,2,1", "3,3,1", "3,,1", "4,2,1"]);
        let query = Query { count_by: words(&["n"]), sort: words(&["-count"]), ..Query::default() };
        assert_eq!(answer(&query), ["3,3", "4,1"]);
        let query = Query { sort: words(&["-chi_g", "m"]), ..Query::default() };
        assert_eq!(answer(&query), ["b,3,3,3", "d,3,2,2", "a,4,3,2", "c,3,2,"]);
        let bad = Query { sort: words(&["count"]), ..Query::default() };
        assert!(bad.prepare(&columns()).is_err());
    }
}
