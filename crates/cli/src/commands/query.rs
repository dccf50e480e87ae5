//! `chromex query`: queries to tables.

use std::io::Write;
use std::path::{Path, PathBuf};

use chromex::Stop;
use chromex_census::expr::split;
use chromex_census::files::{Format, TableWriter, csv_header, csv_row, json_row};
use chromex_census::query::Query;
use chromex_census::tables::Tables;
use chromex_census::{Cell, ColumnType, Columns, Database, SqlError};
use chromex_files::Disk;

use crate::Status;
use crate::args::{QueryArgs, QueryOptions};
use crate::output::{Style, pad};

/// Runs the command.
pub(crate) fn run(args: QueryArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let mut query = query_of(&args.query);
    let mut tables = args.tables;
    // An expression may follow the tables.
    if let Some(last) = tables.pop_if(|last| !is_table(last)) {
        if tables.is_empty() {
            anyhow::bail!("there is no table `{last}`");
        }
        if query.condition.replace(last).is_some() {
            anyhow::bail!(
                "there are two conditions: one behind the tables, the other after --where"
            );
        }
    }
    let tables: Vec<PathBuf> = tables.into_iter().map(PathBuf::from).collect();
    let budget = args.limits.budget().running();
    let asked = Tables::open_within(&tables, args.format, &budget).map_err(anyhow::Error::from);
    let answered = asked.and_then(|tables| {
        if !args.incomplete {
            tables.check_parts()?;
        }
        match &args.output {
            Some(path) => write(&tables, &query, path),
            None => answer(&tables, &query, &args.query, style, out),
        }
    });
    match (answered, budget.check()) {
        (Ok(()), _) => Ok(Status::Done),
        // The database does not say why it was interrupted.
        (Err(error), Err(stop)) if error.is::<SqlError>() => stopped_or(stop.into(), out),
        (Err(error), _) => stopped_or(error, out),
    }
}

/// Tells that the budget is spent, if that is the error.
pub(crate) fn stopped_or(error: anyhow::Error, out: &mut impl Write) -> anyhow::Result<Status> {
    let Some(stop) = error.chain().find_map(|error| error.downcast_ref::<Stop>()) else {
        return Err(error);
    };
    out.flush()?;
    writeln!(std::io::stderr(), "stopped: {stop}")?;
    Ok(Status::Unfinished)
}

/// Whether this is a table rather than an expression. Names of tables have an ending, expressions
/// do not.
fn is_table(text: &str) -> bool {
    let ending = Path::new(text).extension().and_then(|ending| ending.to_str());
    Path::new(text).exists() || ending.is_some_and(|ending| ending.parse::<Format>().is_ok())
}

/// Writes the answer of a query to a table.
fn write(tables: &Tables, query: &Query, path: &Path) -> anyhow::Result<()> {
    let format = Format::of(path).map_err(anyhow::Error::msg)?;
    let database = Database::within(tables.budget())?;
    let mut answering = query.prepare(tables.columns(), &database)?;
    let columns = answering.columns().clone();
    let mut table = TableWriter::create(&Disk::real(), path, format, columns)?;
    let mut failed = None;
    tables.for_each_row(&mut |row| {
        failed = answering.push(&row).and_then(|row| table.push(row).err());
        failed.is_none() && !answering.has_enough()
    })?;
    failed.map_or(Ok(()), Err)?;
    let mut failed = None;
    answering.finish_with(&mut |row| {
        failed = table.push(row).err();
        failed.is_none()
    })?;
    failed.map_or(Ok(()), Err)?;
    Ok(table.finish()?)
}

/// The query that the options make.
pub(crate) fn query_of(options: &QueryOptions) -> Query {
    let list = |texts: &[String]| texts.iter().flat_map(|text| split(text)).collect();
    Query {
        condition: options.condition.clone(),
        select: list(&options.select),
        count_by: list(&options.count_by),
        sort: list(&options.sort),
        limit: options.limit,
        smallest: options.find_smallest,
    }
}

/// Answers a query to tables and prints the result.
pub(crate) fn answer(
    tables: &Tables,
    query: &Query,
    options: &QueryOptions,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let database = Database::within(tables.budget())?;
    let mut answering = query.prepare(tables.columns(), &database)?;
    let mut printer = Printer::new(answering.columns().clone(), options, style);
    let mut failed = None;
    if query.limit != Some(0) {
        tables.for_each_row(&mut |row| {
            if let Some(row) = answering.push(&row) {
                failed = printer.push(row, out).err();
            }
            failed.is_none() && !answering.has_enough()
        })?;
    }
    if let Some(error) = failed {
        return Err(error);
    }
    let mut failed = None;
    answering.finish_with(&mut |row| {
        failed = printer.push(row, out).err();
        failed.is_none()
    })?;
    failed.map_or(Ok(()), Err)?;
    printer.finish(out)
}

/// The number of rows that decide the widths of columns in a table for people.
const LOOK_AHEAD: usize = 1000;
/// Of long rows fewer.
const LOOK_AHEAD_BYTES: usize = 1 << 22;

/// Prints rows: a table for people, CSV or JSON for programs.
pub(crate) struct Printer {
    columns: Columns,
    form: Form,
    style: Style,
    waiting: Vec<Vec<Cell>>,
    /// The bytes of their texts.
    bytes: usize,
    widths: Option<Vec<usize>>,
    begun: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
    Words,
    Csv,
    Json,
}

impl Printer {
    /// A printer for these columns.
    pub(crate) fn new(columns: Columns, options: &QueryOptions, style: Style) -> Printer {
        let form = match (options.json, options.csv) {
            (true, _) => Form::Json,
            (_, true) => Form::Csv,
            _ => Form::Words,
        };
        Printer { columns, form, style, waiting: Vec::new(), bytes: 0, widths: None, begun: false }
    }

    /// Prints a row, perhaps later.
    pub(crate) fn push(&mut self, row: Vec<Cell>, out: &mut impl Write) -> anyhow::Result<()> {
        match self.form {
            Form::Json => writeln!(out, "{}", json_row(&self.columns, &row))?,
            Form::Csv => {
                self.csv_title(out)?;
                writeln!(out, "{}", csv_row(&row))?;
            }
            Form::Words if self.widths.is_some() => self.line(&row, out)?,
            Form::Words => {
                let texts = row.iter().map(|cell| match cell {
                    Cell::Text(text) => text.len(),
                    _ => 0,
                });
                self.bytes += texts.sum::<usize>();
                self.waiting.push(row);
                if self.waiting.len() >= LOOK_AHEAD || self.bytes >= LOOK_AHEAD_BYTES {
                    self.flush(out)?;
                }
            }
        }
        Ok(())
    }

    /// Prints what is waiting.
    pub(crate) fn finish(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        match self.form {
            Form::Json => Ok(()),
            Form::Csv => self.csv_title(out),
            Form::Words if self.widths.is_some() => Ok(()),
            Form::Words => self.flush(out),
        }
    }

    fn csv_title(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        if !std::mem::replace(&mut self.begun, true) {
            writeln!(out, "{}", csv_header(&self.columns))?;
        }
        Ok(())
    }

    fn flush(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let rows = std::mem::take(&mut self.waiting);
        if rows.is_empty() {
            writeln!(out, "no rows")?;
            return Ok(());
        }
        let width = |(i, (name, _)): (usize, &(String, ColumnType))| {
            let cells = rows.iter().map(|row| shown(&row[i]).chars().count());
            cells.chain([name.chars().count()]).max().unwrap_or(0)
        };
        self.widths = Some(self.columns.iter().enumerate().map(width).collect());
        let names: Vec<Cell> =
            self.columns.iter().map(|(name, _)| Cell::text(name.as_str())).collect();
        let title = self.aligned(&names);
        writeln!(out, "{}", self.style.bold(title.trim_end()))?;
        rows.iter().try_for_each(|row| self.line(row, out))
    }

    fn line(&self, row: &[Cell], out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "{}", self.aligned(row).trim_end())?;
        Ok(())
    }

    /// Numbers to the right, words to the left.
    fn aligned(&self, row: &[Cell]) -> String {
        let widths = self.widths.as_deref().unwrap_or_default();
        let cell = |((cell, width), (_, kind)): ((&Cell, &usize), &(String, ColumnType))| {
            let text = shown(cell);
            match kind {
                ColumnType::Int | ColumnType::Real => {
                    format!("{}{text}", " ".repeat(width.saturating_sub(text.chars().count())))
                }
                ColumnType::Bool | ColumnType::Text => pad(&text, *width),
            }
        };
        let cells: Vec<String> = row.iter().zip(widths).zip(&self.columns).map(cell).collect();
        cells.join("  ")
    }
}

/// Null is made visible, and long texts are cut off.
fn shown(cell: &Cell) -> String {
    const MOST: usize = 60;
    let text = if cell.is_null() { "null".to_owned() } else { cell.to_string() };
    match text.chars().count() > MOST {
        true => text.chars().take(MOST - 1).chain(['…']).collect(),
        false => text,
    }
}
