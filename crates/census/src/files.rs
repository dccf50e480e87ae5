//! Tables in files: Parquet, CSV and JSON lines. Large tables are never completely in memory.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use chromex::graphs::generate::Part;
use chromex::text::{Bytes, count};
use chromex::{Budget, Stop};
use chromex_files::{Disk, DiskFile, Replacement};
use chromex_parquet::{ParquetError, Reader, Writer};
use serde_json::{Map, Value as Json, json};

use crate::log::Totals;
use crate::{Cell, ColumnType, Columns};

/// The format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Parquet, which DuckDB, pandas and others read.
    Parquet,
    /// Comma-separated values; null is an empty field.
    Csv,
    /// One JSON object in each line.
    JsonLines,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        match text.to_lowercase().as_str() {
            "parquet" => Ok(Format::Parquet),
            "csv" => Ok(Format::Csv),
            "jsonl" | "ndjson" | "json" => Ok(Format::JsonLines),
            _ => Err(format!("unknown format `{text}`: use parquet, csv or jsonl")),
        }
    }
}

impl Format {
    /// The format for the ending of a file name; Parquet if there is no ending.
    pub fn of(path: &Path) -> Result<Format, String> {
        path.extension().map_or(Ok(Format::Parquet), |ending| ending.to_string_lossy().parse())
    }
}

/// Why a table cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// Input or output failed.
    #[error("`{path}`: {why}", path = .0.display(), why = .1)]
    Io(PathBuf, String),
    /// The file cannot be written.
    #[error(transparent)]
    Unwritable(#[from] chromex_files::FileError),
    /// A Parquet file failed.
    #[error("`{path}`: {error}", path = .0.display(), error = .1)]
    Parquet(PathBuf, ParquetError),
    /// The time is up, the memory full, or somebody has cancelled it.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// A line makes no sense.
    #[error("`{path}`, line {line}: {why}", path = .0.display(), line = .1, why = .2)]
    Line(PathBuf, u64, String),
}

/// The number of rows in a group of a Parquet file.
const GROUP: usize = 1 << 16;

/// The name of the metadata in which a Parquet file describes its census.
const NOTE: &str = "chromex.census";

/// The description of a census in its table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// Everything that the rows depend on, except the part.
    pub asked: String,
    /// The part of the graphs.
    pub part: Part,
    /// The numbers of graphs, rows and so on.
    pub totals: Totals,
}

impl Described {
    fn to_json(&self) -> Json {
        let Described { asked, part, totals } = self;
        json!({
            "asked": asked, "part": part.index, "of": part.of, "graphs": totals.graphs, "rows": totals.rows,
            "unanswered": totals.unanswered, "undecided": totals.undecided, "trail": totals.trail,
        })
    }

    fn of_json(text: &str) -> Option<Described> {
        let json: Json = serde_json::from_str(text).ok()?;
        let number = |name: &str| json[name].as_u64();
        let (graphs, rows, trail) = (number("graphs")?, number("rows")?, number("trail")?);
        let (unanswered, undecided) = (number("unanswered")?, number("undecided")?);
        let part = Part { index: number("part")?, of: number("of")? };
        if part.index >= part.of {
            return None;
        }
        let totals = Totals { graphs, rows, unanswered, undecided, trail };
        Some(Described { asked: json["asked"].as_str()?.to_owned(), part, totals })
    }
}

impl std::fmt::Display for Described {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "part {} of {}", self.part, self.asked)
    }
}

/// Writes a table row by row. The file appears under its name only when it is complete.
pub struct TableWriter {
    path: PathBuf,
    columns: Columns,
    out: Output,
}

enum Output {
    Parquet(Writer<Replacement>, Vec<Vec<Cell>>),
    Text(Format, Replacement),
}

impl TableWriter {
    /// Starts a file.
    pub fn create(
        disk: &Disk,
        path: &Path,
        format: Format,
        columns: Columns,
    ) -> Result<TableWriter, FileError> {
        let mut file = Replacement::begin(disk, path)?;
        let out = match format {
            Format::Parquet => {
                let writer = Writer::new(file, columns.clone());
                let writer = writer.map_err(|error| FileError::Parquet(path.to_owned(), error))?;
                Output::Parquet(writer, Vec::new())
            }
            Format::Csv => {
                writeln!(file, "{}", csv_header(&columns)).map_err(file.failed())?;
                Output::Text(format, file)
            }
            Format::JsonLines => Output::Text(format, file),
        };
        Ok(TableWriter { path: path.to_owned(), columns, out })
    }

    /// Stores the description of the census, if the format has a place for it.
    pub fn describe(&mut self, census: &Described) {
        if let Output::Parquet(writer, _) = &mut self.out {
            writer.note(NOTE, &census.to_json().to_string());
        }
    }

    /// Adds a row.
    pub fn push(&mut self, row: Vec<Cell>) -> Result<(), FileError> {
        match &mut self.out {
            Output::Parquet(writer, rows) => {
                rows.push(row);
                if rows.len() < GROUP {
                    return Ok(());
                }
                let full = std::mem::take(rows);
                writer.group(&full).map_err(|error| FileError::Parquet(self.path.clone(), error))
            }
            Output::Text(format, file) => {
                let line = match format {
                    Format::JsonLines => json_row(&self.columns, &row).to_string(),
                    _ => csv_row(&row),
                };
                Ok(writeln!(file, "{line}").map_err(file.failed())?)
            }
        }
    }

    /// Ends the file and moves it to its place.
    pub fn finish(self) -> Result<(), FileError> {
        let file = match self.out {
            Output::Parquet(mut writer, rows) => {
                let finished = writer.group(&rows).and_then(|()| writer.finish());
                finished.map_err(|error| FileError::Parquet(self.path, error))?
            }
            Output::Text(_, file) => file,
        };
        Ok(file.finish()?)
    }
}

/// The first line of a CSV file.
pub fn csv_header(columns: &Columns) -> String {
    columns.iter().map(|(name, _)| csv_field(name)).collect::<Vec<_>>().join(",")
}

/// A line of a CSV file.
pub fn csv_row(row: &[Cell]) -> String {
    let field = |cell: &Cell| match cell {
        // An empty text is written in quotes, null as nothing.
        Cell::Text(text) if text.is_empty() => "\"\"".to_owned(),
        Cell::Text(text) => csv_field(text),
        other => other.to_string(),
    };
    row.iter().map(field).collect::<Vec<_>>().join(",")
}

fn csv_field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// A row as JSON.
pub fn json_row(columns: &Columns, row: &[Cell]) -> Json {
    let cell = |cell: &Cell| match cell {
        Cell::Null => Json::Null,
        Cell::Int(number) => (*number).into(),
        Cell::Real(number) => (*number).into(),
        Cell::Bool(truth) => (*truth).into(),
        Cell::Text(text) => Json::String(text.to_string()),
    };
    let fields = columns.iter().zip(row).map(|((name, _), value)| (name.clone(), cell(value)));
    Json::Object(fields.collect::<Map<_, _>>())
}

/// A table that can be read.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    format: Format,
    columns: Columns,
    /// What reading it may cost, and the disk that it is on.
    budget: Budget,
}

/// A line that is longer is none of a table.
const LONGEST_LINE: u64 = 1 << 24;

/// A table has no more columns.
const MOST_COLUMNS: usize = 1 << 17;

impl Table {
    /// Opens a table. A column of a text file gets the narrowest type that fits all its rows.
    pub fn open(path: &Path, format: Option<Format>) -> Result<Table, FileError> {
        Table::open_within(path, format, &Budget::default())
    }

    /// As [`Table::open`]; whoever reads the table keeps within the budget.
    pub fn open_within(
        path: &Path,
        format: Option<Format>,
        budget: &Budget,
    ) -> Result<Table, FileError> {
        let failed = |why: String| FileError::Io(path.to_owned(), why);
        let mut start = Vec::new();
        let file = budget.disk.open(path).map_err(|error| failed(error.to_string()))?;
        file.take(4).read_to_end(&mut start).map_err(|error| failed(error.to_string()))?;
        let by_name = || match start == b"PAR1" {
            true => Ok(Format::Parquet),
            false => Format::of(path),
        };
        let format = format.map_or_else(by_name, Ok).map_err(failed)?;
        let (columns, budget) = (Columns::new(), budget.running());
        let mut table = Table { path: path.to_owned(), format, columns, budget };
        table.columns = match format {
            Format::Parquet => table.parquet()?.columns().to_vec(),
            Format::Csv | Format::JsonLines => table.infer()?,
        };
        Ok(table)
    }

    /// The columns of the table, in the order in which they are written.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// What reading it may cost.
    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The path of the table.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The description of its census, if there is one: only Parquet files have it.
    pub fn described(&self) -> Result<Option<Described>, FileError> {
        match self.format {
            Format::Parquet => Ok(self.parquet()?.note(NOTE).and_then(Described::of_json)),
            Format::Csv | Format::JsonLines => Ok(None),
        }
    }

    /// Reads the columns of a text file with these types, which must include the inferred ones;
    /// `false` if the columns are others, or if a Parquet file has other types.
    pub(crate) fn read_as(&mut self, columns: &Columns) -> bool {
        let same = |(a, b): (&(String, ColumnType), &(String, ColumnType))| a.0 == b.0;
        let named_alike =
            columns.len() == self.columns.len() && columns.iter().zip(&self.columns).all(same);
        if named_alike && self.format != Format::Parquet {
            self.columns.clone_from(columns);
        }
        self.columns == *columns
    }

    /// Calls `each` with every row until it returns false.
    pub fn for_each_row(&self, each: &mut dyn FnMut(Vec<Cell>) -> bool) -> Result<(), FileError> {
        match self.format {
            Format::Parquet => self.for_each_parquet(each),
            _ => self.for_each_text(&mut |fields| {
                let kinds = self.columns.iter().map(|(_, kind)| *kind);
                each(kinds.zip(fields).map(|(kind, field)| typed(kind, field)).collect())
            }),
        }
    }

    fn parquet(&self) -> Result<Reader<BufReader<DiskFile>>, FileError> {
        let reader = Reader::new(self.lines()?);
        let reader = reader.map_err(|error| FileError::Parquet(self.path.clone(), error))?;
        Ok(reader.within(self.budget.memory))
    }

    fn for_each_parquet(&self, each: &mut dyn FnMut(Vec<Cell>) -> bool) -> Result<(), FileError> {
        let mut reader = self.parquet()?;
        for group in 0..reader.groups() {
            let rows = reader.group(group);
            let rows = rows.map_err(|error| FileError::Parquet(self.path.clone(), error))?;
            for row in rows {
                self.budget.check()?;
                if !each(row) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The names from the first line, and types that fit all other lines.
    fn infer(&self) -> Result<Columns, FileError> {
        let names = match self.format {
            Format::Csv => self.csv_names()?,
            _ => self.json_names()?,
        };
        let mut kinds: Vec<Option<ColumnType>> = vec![None; names.len()];
        let named = Table {
            path: self.path.clone(),
            format: self.format,
            budget: self.budget.clone(),
            columns: names.iter().map(|name| (name.clone(), ColumnType::Text)).collect(),
        };
        named.for_each_text(&mut |fields| {
            for (kind, field) in kinds.iter_mut().zip(&fields) {
                *kind = widened(*kind, field);
            }
            true
        })?;
        Ok(names
            .into_iter()
            .zip(kinds)
            .map(|(n, kind)| (n, kind.unwrap_or(ColumnType::Text)))
            .collect())
    }

    fn lines(&self) -> Result<BufReader<DiskFile>, FileError> {
        let file = self.budget.disk.open(&self.path);
        file.map(BufReader::new)
            .map_err(|error| FileError::Io(self.path.clone(), error.to_string()))
    }

    /// Adds a line to a record; what was added, which is nothing at the end of the file.
    fn add_line<'r>(
        &self,
        input: &mut impl BufRead,
        record: &'r mut String,
        number: u64,
    ) -> Result<&'r str, FileError> {
        self.budget.check()?;
        let bad = |why: String| FileError::Line(self.path.clone(), number, why);
        // What is read of a line of JSON takes many times as much.
        let share = if self.format == Format::JsonLines { 64 } else { 8 };
        let longest = LONGEST_LINE.min(self.budget.memory / share);
        let before = record.len();
        let mut room = input.take(longest.saturating_sub(before as u64));
        room.read_line(record).map_err(|error| bad(error.to_string()))?;
        if record.len() as u64 >= longest {
            return Err(bad(format!("it is longer than {}: is this a table?", Bytes(longest))));
        }
        Ok(&record[before..])
    }

    fn csv_names(&self) -> Result<Vec<String>, FileError> {
        let mut input = self.lines()?;
        let fields = self.csv_record(&mut input, 1)?.unwrap_or_default();
        let names: Vec<String> =
            fields.into_iter().map(|field| field.map(|f| f.text).unwrap_or_default()).collect();
        let mut seen = HashSet::new();
        let twice = names.iter().position(|name| !seen.insert(name));
        match twice {
            Some(i) => {
                let why = format!("two columns are called `{}`: rename one", names[i]);
                Err(FileError::Line(self.path.clone(), 1, why))
            }
            None => Ok(names),
        }
    }

    fn json_names(&self) -> Result<Vec<String>, FileError> {
        let mut line = String::new();
        self.add_line(&mut self.lines()?, &mut line, 1)?;
        match line.trim() {
            "" => Ok(Vec::new()),
            text => Ok(self.json_object(text, 1)?.keys().cloned().collect()),
        }
    }

    fn json_object(&self, text: &str, line: u64) -> Result<Map<String, Json>, FileError> {
        let bad = |why: String| FileError::Line(self.path.clone(), line, why);
        match serde_json::from_str(text) {
            Ok(Json::Object(object)) => Ok(object),
            Ok(_) => Err(bad("expected a JSON object".to_owned())),
            Err(error) => Err(bad(error.to_string())),
        }
    }

    fn for_each_text(
        &self,
        each: &mut dyn FnMut(Vec<Option<Field>>) -> bool,
    ) -> Result<(), FileError> {
        let mut input = self.lines()?;
        let mut number = 0;
        if self.format == Format::Csv {
            self.csv_record(&mut input, 1)?;
            number = 1;
        }
        loop {
            number += 1;
            let fields = match self.format {
                Format::Csv => self.csv_record(&mut input, number)?,
                _ => self.json_fields(&mut input, number)?,
            };
            let Some(fields) = fields else { return Ok(()) };
            if fields.len() != self.columns.len() {
                let s = if fields.len() == 1 { "" } else { "s" };
                let columns = self.columns.len();
                let why = format!("{} field{s} for {columns} columns", fields.len());
                return Err(FileError::Line(self.path.clone(), number, why));
            }
            if !each(fields) {
                return Ok(());
            }
        }
    }

    fn json_fields(
        &self,
        input: &mut impl BufRead,
        number: u64,
    ) -> Result<Option<Vec<Option<Field>>>, FileError> {
        let mut line = String::new();
        if self.add_line(input, &mut line, number)?.is_empty() {
            return Ok(None);
        }
        let object = self.json_object(line.trim(), number)?;
        let field = |(name, _): &(String, ColumnType)| match object.get(name) {
            None | Some(Json::Null) => None,
            Some(Json::String(text)) => Some(Field { text: text.clone(), quoted: true }),
            Some(other) => Some(Field { text: other.to_string(), quoted: false }),
        };
        Ok(Some(self.columns.iter().map(field).collect()))
    }

    /// The fields of the next record, which may contain several lines in quotes.
    fn csv_record(
        &self,
        input: &mut impl BufRead,
        number: u64,
    ) -> Result<Option<Vec<Option<Field>>>, FileError> {
        let bad = |why: &str| FileError::Line(self.path.clone(), number, why.to_owned());
        let fields = |record: &str| match csv_fields(record) {
            Some(fields) => Ok(Some(fields)),
            None => Err(bad(&format!("it has more than {} fields", count(MOST_COLUMNS as u64)))),
        };
        let (mut record, mut open) = (String::new(), false);
        loop {
            let added = self.add_line(input, &mut record, number)?;
            let at_the_end = added.is_empty();
            open ^= added.bytes().filter(|&byte| byte == b'"').count() % 2 == 1;
            if at_the_end {
                return match (record.is_empty(), open) {
                    (true, _) => Ok(None),
                    (false, true) => Err(bad("a quote is not closed")),
                    (false, false) => fields(&record),
                };
            }
            if !open {
                return fields(record.trim_end_matches(['\n', '\r']));
            }
        }
    }
}

/// A field of a text file.
#[derive(Debug)]
struct Field {
    text: String,
    /// Whether it was in quotes: then it is a text, whatever it looks like.
    quoted: bool,
}

/// The fields of a record, unless there are too many.
fn csv_fields(record: &str) -> Option<Vec<Option<Field>>> {
    let mut fields = Vec::new();
    let (mut text, mut quoted, mut inside) = (String::new(), false, false);
    let mut chars = record.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if inside && chars.peek() == Some(&'"') => {
                chars.next();
                text.push('"');
            }
            '"' => {
                inside = !inside;
                quoted = true;
            }
            ',' if !inside && fields.len() + 1 >= MOST_COLUMNS => return None,
            ',' if !inside => {
                fields.push(field(std::mem::take(&mut text), std::mem::take(&mut quoted)));
            }
            _ => text.push(c),
        }
    }
    fields.push(field(text, quoted));
    Some(fields)
}

fn field(text: String, quoted: bool) -> Option<Field> {
    (quoted || !text.is_empty()).then_some(Field { text, quoted })
}

fn kind_of(field: &Field) -> ColumnType {
    match field {
        Field { quoted: true, .. } => ColumnType::Text,
        Field { text, .. } if text.parse::<i64>().is_ok() => ColumnType::Int,
        Field { text, .. } if text.parse::<bool>().is_ok() => ColumnType::Bool,
        // `nan` and `inf` are texts, not numbers.
        Field { text, .. } if text.parse::<f64>().is_ok_and(f64::is_finite) => ColumnType::Real,
        _ => ColumnType::Text,
    }
}

/// The narrowest type that includes the old one and one more field.
fn widened(kind: Option<ColumnType>, field: &Option<Field>) -> Option<ColumnType> {
    let Some(next) = field.as_ref().map(kind_of) else { return kind };
    Some(kind.map_or(next, |kind| common(kind, next)))
}

/// The narrowest type that includes both.
pub(crate) fn common(one: ColumnType, other: ColumnType) -> ColumnType {
    let is_number = |kind| matches!(kind, ColumnType::Int | ColumnType::Real);
    match one == other {
        true => one,
        false if is_number(one) && is_number(other) => ColumnType::Real,
        false => ColumnType::Text,
    }
}

fn typed(kind: ColumnType, field: Option<Field>) -> Cell {
    let Some(Field { text, .. }) = field else { return Cell::Null };
    let read = match kind {
        ColumnType::Int => text.parse().map(Cell::Int).ok(),
        ColumnType::Real => text.parse().map(Cell::Real).ok(),
        ColumnType::Bool => text.parse().map(Cell::Bool).ok(),
        ColumnType::Text => return Cell::text(text),
    };
    read.unwrap_or(Cell::Null)
}
