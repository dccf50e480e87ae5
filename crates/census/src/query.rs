//! Queries to a table: which rows, which columns, counted or sorted.
//!
//! Rows that can be shown at once are passed on directly; otherwise the columns that matter are
//! gathered in a table of SQLite, which is queried at the end.

use chromex::graphs::TextError;
use rusqlite::{Connection, Statement};

use crate::expr::{self, Database, Evaluator, SqlError};
use crate::{Cell, ColumnType, Columns, Expression};

/// A query, as it is typed.
#[derive(Debug, Clone, Default)]
pub struct Query {
    /// Use only rows for which this is true.
    pub condition: Option<String>,
    /// Show these columns or expressions instead of all columns. Functions of many rows, such as
    /// `avg(n)`, are computed over all rows, or over those that are counted together.
    pub select: Vec<String>,
    /// Count the rows for each combination of these.
    pub count_by: Vec<String>,
    /// Sort by these; a `-` in front puts the largest first. Null comes last.
    pub sort: Vec<String>,
    /// Show at most this many rows.
    pub limit: Option<usize>,
    /// Show only the first of the rows with the least `n` and, among these, the least `m`.
    pub smallest: bool,
}

/// A query for the columns of a table, while it is being answered.
#[derive(Debug)]
pub struct Answering<'d> {
    condition: Option<Evaluator<'d>>,
    columns: Columns,
    rows: Rows<'d>,
}

/// What happens to the rows for which the condition is true.
#[derive(Debug)]
enum Rows<'d> {
    /// They are shown at once, computed by these evaluators; at most this many more.
    Shown(Vec<Evaluator<'d>>, usize),
    Gathered(Gathered<'d>),
    Failed(SqlError),
}

fn read(texts: &[String], columns: &Columns) -> Result<Vec<Expression>, TextError> {
    texts.iter().map(|text| Expression::parse(text, columns)).collect()
}

impl Query {
    /// Prepares the query for a table. The database is used for this query only.
    pub fn prepare<'d>(
        &self,
        columns: &Columns,
        database: &'d Database,
    ) -> Result<Answering<'d>, TextError> {
        let condition = self.condition.as_deref().filter(|text| !text.trim().is_empty());
        let condition = condition.map(|text| Expression::condition(text, columns)).transpose()?;
        let groups = read(&self.count_by, columns)?;
        let shown = self.shown(columns)?;
        let counting = !groups.is_empty();
        let many = counting || shown.iter().any(Expression::is_aggregate);
        let named = |one: &Expression| (one.to_string(), one.kind().unwrap_or(ColumnType::Text));
        let mut answer: Columns = groups.iter().map(named).collect();
        answer.extend(counting.then(|| ("count".to_owned(), ColumnType::Int)));
        answer.extend(shown.iter().map(named));
        let smallest = self.smallest && !many;
        let sort = if smallest { &["n".to_owned(), "m".to_owned()] } else { &self.sort[..] };
        let sort = Sort::parse(sort, if many { &answer } else { columns })?;
        let limit = if smallest { Some(1) } else { self.limit };
        let rows = if many {
            Gathered::in_groups(database, &groups, &shown, &sort, limit).map(Rows::Gathered)
        } else if !sort.keys.is_empty() {
            Gathered::sorted(database, &shown, &sort, limit).map(Rows::Gathered)
        } else {
            let shown: Result<_, _> = shown.iter().map(|one| one.evaluator(database)).collect();
            shown.map(|shown| Rows::Shown(shown, limit.unwrap_or(usize::MAX)))
        };
        let condition = condition.map(|condition| condition.evaluator(database)).transpose();
        let refused = |error: SqlError| TextError::whole("", error.to_string());
        Ok(Answering {
            condition: condition.map_err(refused)?,
            columns: answer,
            rows: rows.map_err(refused)?,
        })
    }

    /// The selected expressions: of each row, or of many rows.
    fn shown(&self, columns: &Columns) -> Result<Vec<Expression>, TextError> {
        if self.select.is_empty() && self.count_by.is_empty() {
            return Ok(Expression::every_column(columns));
        }
        let read = |text: &String| Expression::over_rows(text, columns);
        let shown: Vec<Expression> = self.select.iter().map(read).collect::<Result<_, _>>()?;
        if self.count_by.is_empty() && !shown.iter().any(Expression::is_aggregate) {
            return Ok(shown);
        }
        match shown.iter().position(|one| !one.is_aggregate()) {
            None => Ok(shown),
            Some(i) => Err(TextError::whole(&self.select[i], "this is about one row, not many")
                .help("select something like max(chi_g), or use --count-by alone")),
        }
    }
}

/// What the rows are sorted by.
struct Sort {
    keys: Vec<Expression>,
    sql: Vec<String>,
}

impl Sort {
    fn parse(texts: &[String], columns: &Columns) -> Result<Sort, TextError> {
        let (mut keys, mut sql) = (Vec::new(), Vec::new());
        for text in texts {
            let (text, way) =
                text.strip_prefix('-').map_or((text.as_str(), ""), |text| (text, "DESC"));
            let key = Expression::parse(text, columns)?;
            // In brackets, because SQLite reads a number alone as the number of a column.
            sql.push(format!("({}) {way} NULLS LAST", key.sql()));
            keys.push(key);
        }
        Ok(Sort { keys, sql })
    }
}

impl Answering<'_> {
    /// The columns of the answer.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Adds a row. Returns a row of the answer if it can be shown at once.
    pub fn push(&mut self, row: &[Cell]) -> Option<Vec<Cell>> {
        if self.condition.as_mut().is_some_and(|condition| !condition.holds(row)) {
            return None;
        }
        match &mut self.rows {
            Rows::Shown(shown, left) => {
                *left = left.checked_sub(1)?;
                Some(shown.iter_mut().map(|shown| shown.value(row)).collect())
            }
            Rows::Gathered(gathered) => {
                if let Err(error) = gathered.push(row) {
                    self.rows = Rows::Failed(error.into());
                }
                None
            }
            Rows::Failed(_) => None,
        }
    }

    /// Whether further rows cannot change the answer.
    pub fn has_enough(&self) -> bool {
        matches!(self.rows, Rows::Shown(_, 0) | Rows::Failed(_))
    }

    /// The rows of the answer that have not been shown yet.
    pub fn finish(self) -> Result<Vec<Vec<Cell>>, SqlError> {
        let mut found = Vec::new();
        self.finish_with(&mut |row| {
            found.push(row);
            true
        })?;
        Ok(found)
    }

    /// Calls `each` with the rows of the answer that were not shown yet, until it says that it has enough.
    pub fn finish_with(self, each: &mut dyn FnMut(Vec<Cell>) -> bool) -> Result<(), SqlError> {
        let gathered = match self.rows {
            Rows::Shown(..) => return Ok(()),
            Rows::Failed(error) => return Err(error),
            Rows::Gathered(gathered) => gathered,
        };
        let mut statement = gathered.sqlite.prepare(&gathered.answer)?;
        let cells = |row: &rusqlite::Row<'_>| {
            let kinds = self.columns.iter().enumerate();
            kinds.map(|(i, (_, kind))| expr::cell(row, i, Some(*kind))).collect()
        };
        for row in statement.query_map([], cells)? {
            if !each(row?) {
                break;
            }
        }
        Ok(())
    }
}

/// Rows that can be counted or sorted only when all are known: the columns that matter, in a table
/// of SQLite that moves to a nameless file when it gets large.
#[derive(Debug)]
struct Gathered<'d> {
    sqlite: &'d Connection,
    used: Vec<usize>,
    insert: Statement<'d>,
    answer: String,
    /// A statement that makes the table smaller without changing the answer.
    shrink: Option<String>,
    rows: i64,
    shrink_at: i64,
}

/// A table of at most this size is not made smaller.
const FEW: i64 = 1 << 14;

impl<'d> Gathered<'d> {
    /// Rows that are counted in groups, or combined to one row.
    fn in_groups(
        database: &'d Database,
        groups: &[Expression],
        shown: &[Expression],
        sort: &Sort,
        limit: Option<usize>,
    ) -> Result<Gathered<'d>, SqlError> {
        let used = used(groups.iter().chain(shown));
        let count = (!groups.is_empty()).then_some("sum(times)");
        let groups = groups.iter().map(Expression::sql);
        let places: Vec<String> = (1..=groups.len()).map(|place| place.to_string()).collect();
        let found = groups.chain(count).chain(shown.iter().map(Expression::sql)).enumerate();
        let found: Vec<String> =
            found.map(|(i, sql)| format!("{sql} AS {}", expr::column(i))).collect();
        // After the given sort order, the rest is sorted too, so that the answer is always the
        // same.
        let rest = places.iter().map(|place| format!("{place} NULLS LAST"));
        let order: Vec<String> = sort.sql.iter().cloned().chain(rest).collect();
        let answer = format!(
            "SELECT * FROM (SELECT {} FROM kept {}) {} LIMIT {}",
            found.join(", "),
            clause("GROUP BY", &places),
            clause("ORDER BY", &order),
            sql_limit(limit)
        );
        let alike: Vec<String> = used.iter().map(|&index| expr::column(index)).collect();
        let alike = alike.join(", ");
        let shrink = (shown.is_empty() && !used.is_empty()).then(|| {
            format!(
                "CREATE TABLE fewer AS SELECT {alike}, sum(times) FROM kept GROUP BY {alike};
                 DELETE FROM kept; INSERT INTO kept SELECT * FROM fewer; DROP TABLE fewer"
            )
        });
        Gathered::begin(database, used, answer, shrink)
    }

    /// Rows that are shown in another order.
    fn sorted(
        database: &'d Database,
        shown: &[Expression],
        sort: &Sort,
        limit: Option<usize>,
    ) -> Result<Gathered<'d>, SqlError> {
        let columns: Vec<&str> = shown.iter().map(Expression::sql).collect();
        let order = format!("ORDER BY {}, rowid LIMIT {}", sort.sql.join(", "), sql_limit(limit));
        let answer = format!("SELECT {} FROM kept {order}", columns.join(", "));
        let shrink =
            format!("DELETE FROM kept WHERE rowid NOT IN (SELECT rowid FROM kept {order})");
        let used = used(shown.iter().chain(&sort.keys));
        Gathered::begin(database, used, answer, limit.map(|_| shrink))
    }

    fn begin(
        database: &'d Database,
        used: Vec<usize>,
        answer: String,
        shrink: Option<String>,
    ) -> Result<Gathered<'d>, SqlError> {
        let sqlite = &database.0;
        let columns: String = used.iter().map(|&index| expr::column(index) + ", ").collect();
        sqlite.execute_batch(&format!(
            "PRAGMA journal_mode = OFF; CREATE TABLE kept ({columns}times); BEGIN"
        ))?;
        let insert = format!("INSERT INTO kept VALUES ({}1)", "?, ".repeat(used.len()));
        let insert = sqlite.prepare(&insert)?;
        Ok(Gathered { sqlite, used, insert, answer, shrink, rows: 0, shrink_at: FEW })
    }

    fn push(&mut self, row: &[Cell]) -> rusqlite::Result<()> {
        expr::bind(&mut self.insert, &self.used, row)?;
        self.insert.raw_execute()?;
        self.rows += 1;
        if self.rows < self.shrink_at {
            return Ok(());
        }
        if let Some(shrink) = &self.shrink {
            self.sqlite.execute_batch(shrink)?;
            self.rows = self.sqlite.query_row("SELECT count(*) FROM kept", [], |row| row.get(0))?;
        }
        self.shrink_at = 2 * self.rows + FEW;
        Ok(())
    }
}

fn used<'a>(expressions: impl Iterator<Item = &'a Expression>) -> Vec<usize> {
    let used: std::collections::BTreeSet<usize> =
        expressions.flat_map(|expression| expression.used().iter().copied()).collect();
    used.into_iter().collect()
}

/// A part of a statement, left out if its list is empty.
fn clause(words: &str, list: &[String]) -> String {
    if list.is_empty() { String::new() } else { format!("{words} {}", list.join(", ")) }
}

fn sql_limit(limit: Option<usize>) -> i64 {
    limit.map_or(-1, |limit| i64::try_from(limit).unwrap_or(-1))
}
