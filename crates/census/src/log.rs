//! The log of a running census: everything recorded in it has been done, whatever happens to the
//! process.
//!
//! The first record says which census it is. Each further record contains the number of finished
//! graphs and their rows; it is on the disk before the next is begun. A record that was cut off
//! when the process was killed is overwritten when the census continues.

use std::path::{Path, PathBuf};

use chromex_files::{Checksum, Disk, FileError, Format, Log as RecordLog};

use crate::Cell;

const FORMAT: Format =
    Format { magic: b"chromex-census-2\n", name: "log of a census", sums_magic: false };

/// Why a census cannot be started or continued.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// It belongs to another census.
    #[error(
        "`{path}` belongs to another census:\n  there  {old}\n  here   {new}\nrepeat that command to go \
         on with it, use another file, or throw it away with --force", path = .0.display(), old = .1, new = .2
    )]
    Other(PathBuf, String, String),
}

/// How much of a census has been done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Totals {
    /// The number of graphs that were examined.
    pub graphs: u64,
    /// The number of rows of the table.
    pub rows: u64,
    /// The number of questions that were given up.
    pub unanswered: u64,
    /// The number of graphs for which the condition could not be decided.
    pub undecided: u64,
    /// A checksum of the names of all graphs that were examined, in order.
    pub trail: u64,
}

impl Totals {
    /// The checksum of names after one more graph.
    pub fn after(trail: u64, name: &str) -> u64 {
        let mut sum = Checksum(trail);
        sum.add(name.as_bytes());
        sum.add(b"\n");
        sum.0
    }
}

/// An open log.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    records: RecordLog,
    totals: Totals,
    /// Rows that are not on the disk yet.
    waiting: Vec<u8>,
    committed: u64,
}

impl Log {
    /// Opens the log of a census, or creates one. `identity` says which census it is.
    pub fn open(disk: &Disk, path: &Path, identity: &str, force: bool) -> Result<Log, LogError> {
        let records = RecordLog::open(disk, path, &FORMAT, force)?;
        let (path, totals) = (path.to_owned(), Totals::default());
        let mut log = Log { path, records, totals, waiting: Vec::new(), committed: 0 };
        let mut records = log.records.records()?;
        let found = records.next().transpose()?;
        for record in records {
            log.totals = read_totals(&record?).ok_or_else(|| log.senseless())?.0;
        }
        log.committed = log.totals.graphs;
        match found.map(|found| String::from_utf8_lossy(&found).into_owned()) {
            Some(found) if found == identity => Ok(log),
            // If a census has not done anything yet, nothing can be lost.
            Some(found) if log.totals.graphs > 0 => {
                Err(LogError::Other(log.path, found, identity.to_owned()))
            }
            _ => {
                log.records.clear();
                log.records.append(identity.as_bytes())?;
                Ok(log)
            }
        }
    }

    /// The error about a log whose records make no sense.
    fn senseless(&self) -> FileError {
        FileError::Damaged { path: self.path.clone() }
    }

    /// What has been done, whether on the disk or still in memory.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Records that a graph is done, and its row, if it has one.
    pub fn add(&mut self, name: &str, unanswered: u64, undecided: bool, row: Option<&[Cell]>) {
        self.totals.graphs += 1;
        self.totals.unanswered += unanswered;
        self.totals.undecided += u64::from(undecided);
        self.totals.trail = Totals::after(self.totals.trail, name);
        if let Some(row) = row {
            self.totals.rows += 1;
            write_row(&mut self.waiting, row);
        }
    }

    /// Writes everything to the disk that is still in memory.
    pub fn commit(&mut self) -> Result<(), LogError> {
        if self.committed == self.totals.graphs && self.waiting.is_empty() {
            return Ok(());
        }
        let Totals { graphs, rows, unanswered, undecided, trail } = self.totals;
        let mut record = Vec::new();
        for number in [graphs, rows, unanswered, undecided, trail] {
            record.extend(number.to_le_bytes());
        }
        record.extend(&self.waiting);
        self.records.append(&record)?;
        self.waiting.clear();
        self.committed = graphs;
        Ok(())
    }

    /// Calls `each` with every row on the disk.
    pub fn for_each_row<E: From<LogError>>(
        &self,
        mut each: impl FnMut(Vec<Cell>) -> Result<(), E>,
    ) -> Result<(), E> {
        let senseless = || LogError::from(self.senseless());
        for record in self.records.records().map_err(LogError::from)?.skip(1) {
            let record = record.map_err(LogError::from)?;
            let (_, mut rows) = read_totals(&record).ok_or_else(senseless)?;
            while !rows.is_empty() {
                each(read_row(&mut rows).ok_or_else(senseless)?)?;
            }
        }
        Ok(())
    }

    /// Removes the log, once the table is written.
    pub fn remove(self) -> Result<(), LogError> {
        Ok(self.records.remove()?)
    }
}

fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let (first, rest) = bytes.split_first_chunk::<8>()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*first))
}

fn read_text(bytes: &mut &[u8]) -> Option<String> {
    let length = read_number(bytes)?.try_into().ok()?;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    String::from_utf8(text.to_vec()).ok()
}

fn read_totals(mut record: &[u8]) -> Option<(Totals, &[u8])> {
    let bytes = &mut record;
    let mut number = || read_number(bytes);
    let (graphs, rows, unanswered, undecided) = (number()?, number()?, number()?, number()?);
    let trail = number()?;
    Some((Totals { graphs, rows, unanswered, undecided, trail }, record))
}

fn write_row(out: &mut Vec<u8>, row: &[Cell]) {
    out.extend((row.len() as u64).to_le_bytes());
    for cell in row {
        match cell {
            Cell::Null => out.push(0),
            Cell::Int(number) => {
                out.push(1);
                out.extend(number.to_le_bytes());
            }
            Cell::Real(number) => {
                out.push(2);
                out.extend(number.to_le_bytes());
            }
            Cell::Bool(truth) => out.push(3 + u8::from(*truth)),
            Cell::Text(text) => {
                out.push(5);
                out.extend((text.len() as u64).to_le_bytes());
                out.extend(text.as_bytes());
            }
        }
    }
}

fn read_row(bytes: &mut &[u8]) -> Option<Vec<Cell>> {
    let width = read_number(bytes)?;
    let mut row = Vec::new();
    for _ in 0..width {
        let (&tag, rest) = bytes.split_first()?;
        *bytes = rest;
        row.push(match tag {
            0 => Cell::Null,
            1 => Cell::Int(read_number(bytes)? as i64),
            2 => Cell::Real(f64::from_bits(read_number(bytes)?)),
            3 | 4 => Cell::Bool(tag == 4),
            5 => Cell::text(read_text(bytes)?),
            _ => return None,
        });
    }
    Some(row)
}
