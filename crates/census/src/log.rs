//! The log of a running census: what is in it has been done, whatever happens to the process.
//!
//! The first record says which census it is. Each further one tells how many graphs are done and holds
//! the rows that came of them; it carries its length and a checksum, and is flushed to the disk before
//! the next is begun. A record that a kill has cut off is cut away when the census goes on.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::Cell;

const MAGIC: &[u8; 17] = b"chromex-census-2\n";

/// Longer records are damage.
const LONGEST: u32 = 1 << 30;

/// Why a census cannot be begun or continued.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// Input or output failed.
    #[error("`{path}`: {error}", path = .0.display(), error = .1)]
    Io(PathBuf, io::Error),
    /// Another process is at it.
    #[error("another process is working on `{path}`", path = .0.display())]
    Busy(PathBuf),
    /// It is something else.
    #[error("`{path}` is no log of a census: remove it, or use another file", path = .0.display())]
    Foreign(PathBuf),
    /// It belongs to another census.
    #[error(
        "`{path}` belongs to another census:\n  there  {old}\n  here   {new}\nrepeat that command to go \
         on with it, use another file, or throw it away with --force", path = .0.display(), old = .1, new = .2
    )]
    Other(PathBuf, String, String),
}

/// What has been done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Totals {
    /// Graphs that were looked at.
    pub graphs: u64,
    /// Rows that came of them.
    pub rows: u64,
    /// Questions that were given up.
    pub unanswered: u64,
    /// Graphs for which the condition could not be decided.
    pub undecided: u64,
    /// A checksum of the names of all graphs that were looked at, in order.
    pub trail: u64,
}

impl Totals {
    /// The trail after one more graph.
    pub fn after(trail: u64, name: &str) -> u64 {
        checksum_from(trail, &[name.as_bytes(), b"\n"].concat())
    }
}

/// An open log.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
    totals: Totals,
    /// Rows that are not on the disk yet.
    waiting: Vec<u8>,
    committed: u64,
}

fn checksum(bytes: &[u8]) -> u64 {
    checksum_from(0xcbf2_9ce4_8422_2325, bytes)
}

/// FNV-1a, continued.
fn checksum_from(start: u64, bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(start, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

impl Log {
    /// Opens the log of a census, or begins one. `identity` says which census it is.
    pub fn open(path: &Path, identity: &str, force: bool) -> Result<Log, LogError> {
        let failed = |error: io::Error| LogError::Io(path.to_owned(), error);
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LogError::Busy(path.to_owned())),
            // Some file systems know no locks.
            Err(TryLockError::Error(_)) => {}
        }
        let mut log = Log {
            path: path.to_owned(),
            file,
            totals: Totals::default(),
            waiting: Vec::new(),
            committed: 0,
        };
        if force {
            log.file.set_len(0).map_err(failed)?;
        }
        match log.recover()? {
            None => log.begin(identity).map_err(failed)?,
            // Of a census that has not done anything, nothing can be lost.
            Some(found) if found != identity && log.totals.graphs == 0 => {
                log.begin(identity).map_err(failed)?;
            }
            Some(found) if found != identity => {
                return Err(LogError::Other(path.to_owned(), found, identity.to_owned()));
            }
            Some(_) => {}
        }
        Ok(log)
    }

    fn begin(&mut self, identity: &str) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(MAGIC)?;
        write_record(&mut self.file, identity.as_bytes())?;
        self.file.sync_all()?;
        if let Some(folder) = self.path.parent() {
            sync_folder(folder);
        }
        Ok(())
    }

    /// Reads what is there, cuts off what is not whole, and tells which census it is; `None` if the
    /// log was not even begun.
    fn recover(&mut self) -> Result<Option<String>, LogError> {
        let failed = |error: io::Error| LogError::Io(self.path.clone(), error);
        let mut magic = Vec::new();
        self.file.rewind().map_err(failed)?;
        Read::by_ref(&mut self.file)
            .take(MAGIC.len() as u64)
            .read_to_end(&mut magic)
            .map_err(failed)?;
        if magic.len() < MAGIC.len() && MAGIC.starts_with(&magic) {
            return Ok(None);
        }
        if magic != MAGIC {
            return Err(LogError::Foreign(self.path.clone()));
        }
        let mut reader = BufReader::new(&self.file);
        let mut whole = MAGIC.len() as u64;
        let mut identity = None;
        while let Some(record) = read_record(&mut reader) {
            match &identity {
                None => identity = Some(String::from_utf8_lossy(&record).into_owned()),
                Some(_) => match read_totals(&record) {
                    Some((totals, _)) => self.totals = totals,
                    None => break,
                },
            }
            whole += 12 + record.len() as u64;
        }
        self.file.set_len(whole).map_err(failed)?;
        self.file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(identity)
    }

    /// What is done, waiting or on the disk.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Notes that a graph is done, and the row that came of it, if one did.
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

    /// Brings to the disk what is waiting.
    pub fn commit(&mut self) -> Result<(), LogError> {
        if self.committed == self.totals.graphs && self.waiting.is_empty() {
            return Ok(());
        }
        let Totals { graphs, rows, unanswered, undecided, trail } = self.totals;
        let mut record = Vec::new();
        for number in [graphs, rows, unanswered, undecided, trail] {
            record.extend(number.to_le_bytes());
        }
        record.append(&mut self.waiting);
        let written = write_record(&mut self.file, &record).and_then(|()| self.file.sync_data());
        written.map_err(|error| LogError::Io(self.path.clone(), error))?;
        self.committed = self.totals.graphs;
        Ok(())
    }

    /// Calls `each` with every row on the disk.
    pub fn for_each_row(
        &self,
        each: &mut dyn FnMut(Vec<Cell>) -> io::Result<()>,
    ) -> Result<(), LogError> {
        let failed = |error: io::Error| LogError::Io(self.path.clone(), error);
        let mut reader = BufReader::new(File::open(&self.path).map_err(failed)?);
        reader.seek(SeekFrom::Start(MAGIC.len() as u64)).map_err(failed)?;
        let _identity = read_record(&mut reader);
        while let Some(record) = read_record(&mut reader) {
            let Some((_, mut rows)) = read_totals(&record) else { break };
            while !rows.is_empty() {
                let row = read_row(&mut rows);
                let row = row.ok_or_else(|| failed(io::ErrorKind::InvalidData.into()))?;
                each(row).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Throws the log away, when the table is written.
    pub fn remove(self) -> Result<(), LogError> {
        std::fs::remove_file(&self.path).map_err(|error| LogError::Io(self.path, error))
    }
}

/// A new name in a folder is safe only when the folder is on the disk too.
pub(crate) fn sync_folder(folder: &Path) {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

fn write_record(out: &mut impl Write, record: &[u8]) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(record.len() + 12);
    bytes.extend((record.len() as u32).to_le_bytes());
    bytes.extend(checksum(record).to_le_bytes());
    bytes.extend(record);
    out.write_all(&bytes)
}

/// The next record, if it is there and whole.
fn read_record(input: &mut impl Read) -> Option<Vec<u8>> {
    let (mut length, mut sum) = ([0; 4], [0; 8]);
    input.read_exact(&mut length).ok()?;
    input.read_exact(&mut sum).ok()?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return None;
    }
    let mut record = Vec::new();
    input.take(length.into()).read_to_end(&mut record).ok()?;
    let whole = record.len() == length as usize && checksum(&record) == u64::from_le_bytes(sum);
    whole.then_some(record)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("chromex-log-{}-{name}", std::process::id()))
    }

    fn rows(log: &Log) -> Vec<Vec<Cell>> {
        let mut rows = Vec::new();
        log.for_each_row(&mut |row| {
            rows.push(row);
            Ok(())
        })
        .unwrap();
        rows
    }

    fn row(i: i64) -> Vec<Cell> {
        vec![Cell::text(format!("g{i}")), Cell::Int(i), Cell::Null, Cell::Bool(i % 2 == 0)]
    }

    /// Wherever a kill cuts the file, whole records stay and the rest is done again.
    #[test]
    fn a_cut_log_goes_on_where_it_was_whole() {
        let path = place("cut");
        let mut log = Log::open(&path, "test", false).unwrap();
        let mut ends = vec![std::fs::metadata(&path).unwrap().len()];
        for i in 0..6 {
            log.add("g", 1, i == 3, Some(&row(i)));
            log.add("h", 0, false, None);
            log.commit().unwrap();
            ends.push(std::fs::metadata(&path).unwrap().len());
        }
        drop(log);
        let bytes = std::fs::read(&path).unwrap();
        for cut in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            let log = Log::open(&path, "test", false).unwrap();
            let whole = ends.iter().filter(|&&end| end <= cut as u64).count().saturating_sub(1);
            assert_eq!(log.totals().graphs, 2 * whole as u64, "cut at {cut}");
            assert_eq!(rows(&log), (0..whole as i64).map(row).collect::<Vec<_>>());
        }
        // A flipped bit in the last record costs that record only.
        let mut damaged = bytes.clone();
        *damaged.last_mut().unwrap() ^= 1;
        std::fs::write(&path, damaged).unwrap();
        assert_eq!(Log::open(&path, "test", false).unwrap().totals().graphs, 10);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn other_files_are_left_alone() {
        let path = place("other");
        drop(Log::open(&path, "begun by mistake", false).unwrap());
        let mut log = Log::open(&path, "one", false).unwrap();
        log.add("g", 0, false, None);
        log.commit().unwrap();
        drop(log);
        assert!(matches!(Log::open(&path, "two", false), Err(LogError::Other(..))));
        let busy = Log::open(&path, "one", false).unwrap();
        assert!(matches!(Log::open(&path, "one", false), Err(LogError::Busy(_))));
        drop(busy);
        assert!(Log::open(&path, "two", true).is_ok());
        std::fs::write(&path, "my precious notes, not a log").unwrap();
        assert!(matches!(Log::open(&path, "one", false), Err(LogError::Foreign(_))));
        std::fs::remove_file(path).unwrap();
    }
}
