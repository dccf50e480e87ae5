//! Conditions and numbers over the columns of a table: `chi_g > chi + 2 and not is_tree`.
//!
//! They are SQL expressions, and SQLite computes their values; nulls, comparisons and functions
//! work as there. Every expression has one type, which is checked before any row is read. Division
//! does not round, and a remainder is never negative. A value that cannot be computed is null.

mod parse;

use std::fmt;
use std::ops::Range;

use chromex::Budget;
use chromex::graphs::TextError;
use rusqlite::functions::FunctionFlags;
use rusqlite::limits::Limit;
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, Row, Statement};

use crate::{Cell, ColumnType, Columns};

pub use parse::split;

/// An expression over the columns of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    /// The expression in SQL, with columns named by [`column`].
    sql: String,
    /// A query for the value in one row; its parameters are the cells of the used columns.
    row_sql: String,
    shown: String,
    kind: Option<ColumnType>,
    used: Vec<usize>,
    aggregate: Option<Range<usize>>,
}

/// The SQL name of the column with this number: it needs no quotes, whatever its own name is.
pub(crate) fn column(index: usize) -> String {
    format!("c{index}")
}

impl Expression {
    /// Reads an expression over these columns.
    ///
    /// ```
    /// use chromex_census::{Cell, Database, Expression, ColumnType};
    /// let columns = vec![("chi".to_owned(), ColumnType::Int), ("chi_g".to_owned(), ColumnType::Int)];
    /// let condition = Expression::parse("chi_g > chi + 1", &columns)?;
    /// let database = Database::new()?;
    /// let mut condition = condition.evaluator(&database)?;
    /// assert_eq!(condition.value(&[Cell::Int(2), Cell::Int(4)]), Cell::Bool(true));
    /// assert_eq!(condition.value(&[Cell::Int(2), Cell::Null]), Cell::Null);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str, columns: &Columns) -> Result<Expression, TextError> {
        let expression = Expression::over_rows(text, columns)?;
        match &expression.aggregate {
            None => Ok(expression),
            Some(span) => {
                Err(TextError::new(text, span.clone(), "this is about many rows, not one")
                    .help("functions of many rows can only be selected"))
            }
        }
    }

    /// One expression for each column.
    pub(crate) fn every_column(columns: &Columns) -> Vec<Expression> {
        let expression = |(index, (name, kind)): (usize, &(String, ColumnType))| {
            Expression::new(column(index), name.clone(), Some(*kind), vec![index])
        };
        columns.iter().enumerate().map(expression).collect()
    }

    fn new(sql: String, shown: String, kind: Option<ColumnType>, used: Vec<usize>) -> Expression {
        let parameter = |&index: &usize| format!("? AS {}", column(index));
        let parameters: Vec<String> = used.iter().map(parameter).collect();
        let row_sql = match parameters.is_empty() {
            true => format!("SELECT {sql}"),
            false => format!("SELECT {sql} FROM (SELECT {})", parameters.join(", ")),
        };
        Expression { sql, row_sql, shown, kind, used, aggregate: None }
    }

    /// As [`Expression::parse`], and also with functions of many rows, such as `avg(n)`.
    pub(crate) fn over_rows(text: &str, columns: &Columns) -> Result<Expression, TextError> {
        let expression = parse::parse(text, columns)?;
        let checked =
            Database::new().and_then(|database| expression.evaluator(&database).map(|_| ()));
        checked.map_err(|error| TextError::whole(text, error.to_string()))?;
        Ok(expression)
    }

    /// As [`Expression::parse`], for a condition.
    pub fn condition(text: &str, columns: &Columns) -> Result<Expression, TextError> {
        let expression = Expression::parse(text, columns)?;
        match expression.kind {
            None | Some(ColumnType::Bool) => Ok(expression),
            Some(kind) => Err(TextError::whole(text, format!("this is a {kind}, not a condition"))
                .help("compare it with something, as in chi_g > 3")),
        }
    }

    /// The names that are used like columns, whether or not such columns exist.
    pub fn names(text: &str) -> Vec<String> {
        parse::names(text)
    }

    /// The type of the expression; `None` if it is null in every row.
    pub fn kind(&self) -> Option<ColumnType> {
        self.kind
    }

    /// An evaluator that computes the value for one row after the other.
    pub fn evaluator<'d>(&self, database: &'d Database) -> Result<Evaluator<'d>, SqlError> {
        let as_it_is = matches!(self.used[..], [index] if self.sql == column(index));
        let statement = (!as_it_is).then(|| database.0.prepare(&self.row_sql)).transpose()?;
        Ok(Evaluator { statement, used: self.used.clone(), kind: self.kind })
    }

    /// The columns that occur in it.
    pub(crate) fn used(&self) -> &[usize] {
        &self.used
    }

    pub(crate) fn sql(&self) -> &str {
        &self.sql
    }

    /// Whether it contains a function of many rows.
    pub(crate) fn is_aggregate(&self) -> bool {
        self.aggregate.is_some()
    }
}

/// The expression as it was typed.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// Computes the value of an expression for one row after the other.
#[derive(Debug)]
pub struct Evaluator<'d> {
    /// A statement with a parameter for each used column; `None` if the expression is just a
    /// column.
    statement: Option<Statement<'d>>,
    used: Vec<usize>,
    kind: Option<ColumnType>,
}

impl Evaluator<'_> {
    /// The value for a row of the table; null if it cannot be computed.
    pub fn value(&mut self, row: &[Cell]) -> Cell {
        match &mut self.statement {
            None => row[self.used[0]].clone(),
            Some(statement) => {
                computed(statement, &self.used, self.kind, row).unwrap_or(Cell::Null)
            }
        }
    }

    /// Whether the expression is true for a row; an unknown value counts as false.
    pub fn holds(&mut self, row: &[Cell]) -> bool {
        self.value(row) == Cell::Bool(true)
    }
}

fn computed(
    statement: &mut Statement<'_>,
    used: &[usize],
    kind: Option<ColumnType>,
    row: &[Cell],
) -> rusqlite::Result<Cell> {
    bind(statement, used, row)?;
    let mut rows = statement.raw_query();
    rows.next()?.map_or(Ok(Cell::Null), |row| cell(row, 0, kind))
}

/// Why SQLite has no answer: the expression is too long, or the disk is full.
#[derive(Debug, thiserror::Error)]
#[error("SQLite cannot answer this: {0}")]
pub struct SqlError(#[from] rusqlite::Error);

/// A database for one query. It is in memory, and moves to a nameless file when it gets large.
#[derive(Debug)]
pub struct Database(pub(crate) Connection);

/// Longer texts cannot be made (for example with `replace`) or read, so that memory has a limit.
const LONGEST: i32 = 1 << 26;

impl Database {
    /// An empty database.
    pub fn new() -> Result<Database, SqlError> {
        Database::within(&Budget::default())
    }

    /// An empty one, whose queries stop when the time is up.
    pub fn within(budget: &Budget) -> Result<Database, SqlError> {
        let (mut sqlite, budget) = (Connection::open("")?, budget.running());
        sqlite.progress_handler(10_000, Some(move || budget.check().is_err()))?;
        sqlite.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST)?;
        sqlite.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
        let flags = FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_UTF8;
        sqlite.create_scalar_function("modulo", 2, flags, |arguments| {
            Ok(modulo(arguments.get_raw(0), arguments.get_raw(1)))
        })?;
        Ok(Database(sqlite))
    }
}

/// The remainder that is not negative, as in mathematics.
fn modulo(a: ValueRef<'_>, b: ValueRef<'_>) -> Option<Value> {
    if let (ValueRef::Integer(a), ValueRef::Integer(b)) = (a, b) {
        return a.checked_rem_euclid(b).map(Value::Integer);
    }
    let number = |value: ValueRef<'_>| match value {
        ValueRef::Integer(number) => Some(number as f64),
        ValueRef::Real(number) => Some(number),
        _ => None,
    };
    Some(number(a)?.rem_euclid(number(b)?)).filter(|result| result.is_finite()).map(Value::Real)
}

/// Sets the parameters of a statement to some cells of a row.
pub(crate) fn bind(
    statement: &mut Statement<'_>,
    used: &[usize],
    row: &[Cell],
) -> rusqlite::Result<()> {
    for (i, &index) in used.iter().enumerate() {
        let value = match &row[index] {
            Cell::Null => ValueRef::Null,
            Cell::Int(number) => ValueRef::Integer(*number),
            Cell::Real(number) => ValueRef::Real(*number),
            Cell::Bool(truth) => ValueRef::Integer((*truth).into()),
            Cell::Text(text) => ValueRef::Text(text.as_bytes()),
        };
        statement.raw_bind_parameter(i + 1, ToSqlOutput::Borrowed(value))?;
    }
    Ok(())
}

/// A value computed by SQLite. Whole numbers that became too large, and infinite ones, are null.
pub(crate) fn cell(
    row: &Row<'_>,
    index: usize,
    kind: Option<ColumnType>,
) -> rusqlite::Result<Cell> {
    Ok(match row.get_ref(index)? {
        ValueRef::Integer(number) if kind == Some(ColumnType::Bool) => Cell::Bool(number != 0),
        ValueRef::Integer(number) => Cell::Int(number),
        ValueRef::Real(number) if kind == Some(ColumnType::Int) || !number.is_finite() => {
            Cell::Null
        }
        ValueRef::Real(number) => Cell::Real(number),
        ValueRef::Text(text) => Cell::text(String::from_utf8_lossy(text)),
        ValueRef::Null | ValueRef::Blob(_) => Cell::Null,
    })
}
