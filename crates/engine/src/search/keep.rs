//! Files that hold what a search has found out: a search that is killed and started again begins
//! with what it had saved, and later searches of the same rule reuse it.
//!
//! A file is written beside its place and then moved there, so that there is always a whole one. It
//! carries the fingerprint of the rule it belongs to and a checksum.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chromex_files::Checksum;

/// Where solved positions are kept between runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keep {
    /// In one file, which belongs to one question.
    File(PathBuf),
    /// In a folder, with a file for each rule.
    Folder(PathBuf),
}

/// Why a saved file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It cannot be read or written at all.
    #[error("cannot use `{0}`: {1}")]
    Io(PathBuf, String),
    /// It is something else.
    #[error("`{0}` is no file of solved positions")]
    Foreign(PathBuf),
    /// It belongs to a game or board with another rule.
    #[error("`{0}` belongs to another game, or to a board of another kind")]
    OtherRule(PathBuf),
    /// It is damaged.
    #[error("`{0}` is damaged (its checksum is wrong): remove it to start afresh")]
    Damaged(PathBuf),
    /// The engine for this game keeps nothing.
    #[error(
        "solved positions are kept for col, snort, the colouring, connected and orthogonal games, and \
         for impartial games with a local rule and up to 4 colours"
    )]
    NotKept,
}

/// A table whose entries can be written to a file and read back.
pub trait Records {
    /// The bytes of one entry.
    fn width(&self) -> usize;

    /// Calls `each` with the bytes of every entry.
    fn for_each(&self, each: &mut dyn FnMut(&[u8]));

    /// Takes in the bytes of an entry.
    fn add(&self, record: &[u8]);
}

const MAGIC: &[u8; 16] = b"chromex-table-1\n";

/// The bytes in front of the entries: the magic word and the fingerprint.
const HEADER: u64 = 24;

/// Saves are at least this far apart, …
const INTERVAL: Duration = Duration::from_secs(2);

/// … and take at most one part in this many of the time.
const SHARE: u32 = 20;

/// The clock is looked at once in so many new entries.
const CHECK_EVERY: u32 = 64;

/// Loads and saves the table of one engine.
#[derive(Debug)]
pub struct Keeper {
    place: Keep,
    /// Several engines that keep to one file each have their own, told apart by this.
    index: usize,
    next: Instant,
    countdown: u32,
}

impl Keeper {
    /// A keeper for the engine with this index.
    pub fn new(place: Keep, index: usize) -> Keeper {
        Keeper { place, index, next: Instant::now() + INTERVAL, countdown: CHECK_EVERY }
    }

    fn path(&self, fingerprint: u64) -> PathBuf {
        match &self.place {
            Keep::File(path) if self.index == 0 => path.clone(),
            Keep::File(path) => with_suffix(path, &format!(".{}", self.index)),
            Keep::Folder(folder) => folder.join(format!("{fingerprint:016x}.table")),
        }
    }

    /// Whether it is time to save, as far as that is worth looking at the clock.
    pub fn is_due(&mut self) -> bool {
        self.countdown -= 1;
        if self.countdown > 0 {
            return false;
        }
        self.countdown = CHECK_EVERY;
        Instant::now() >= self.next
    }

    /// Sees that the file can be written, before anything is searched in vain.
    pub fn prepare(&self, fingerprint: u64) -> Result<(), Unreadable> {
        let path = self.path(fingerprint);
        let unusable = |error: io::Error| Unreadable::Io(path.clone(), error.to_string());
        if let Keep::Folder(folder) = &self.place {
            std::fs::create_dir_all(folder).map_err(unusable)?;
        }
        let draft = with_suffix(&path, ".part");
        File::create(&draft).and_then(|_| std::fs::remove_file(&draft)).map_err(unusable)
    }

    /// Reads the saved entries into a table; nothing happens if nothing has been saved.
    pub fn load(&self, fingerprint: u64, table: &impl Records) -> Result<(), Unreadable> {
        let path = self.path(fingerprint);
        if !path.exists() {
            return Ok(());
        }
        // Once through to see that it is whole, and once more to believe it.
        let width = table.width();
        read_records(&path, fingerprint, width, &mut |_| ())?;
        read_records(&path, fingerprint, width, &mut |record| table.add(record))
    }

    /// The complaint about a file whose entries make no sense.
    pub fn damaged(&self, fingerprint: u64) -> Unreadable {
        Unreadable::Damaged(self.path(fingerprint))
    }

    /// Writes all entries of a table.
    pub fn save(&mut self, fingerprint: u64, table: &impl Records) -> io::Result<()> {
        let started = Instant::now();
        let path = self.path(fingerprint);
        let draft = with_suffix(&path, ".part");
        write_records(&draft, fingerprint, table)?;
        std::fs::rename(&draft, &path)?;
        self.next = Instant::now() + INTERVAL.max(started.elapsed() * SHARE);
        Ok(())
    }
}

fn write_records(path: &Path, fingerprint: u64, table: &impl Records) -> io::Result<()> {
    let mut writer =
        Checked { inner: BufWriter::new(File::create(path)?), sum: Checksum::default() };
    writer.write(MAGIC)?;
    writer.write(&fingerprint.to_le_bytes())?;
    let mut result = Ok(());
    table.for_each(&mut |record| {
        if result.is_ok() {
            result = writer.write(record);
        }
    });
    result?;
    let sum = writer.sum.0;
    writer.inner.write_all(&sum.to_le_bytes())?;
    writer.inner.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

fn read_records(
    path: &Path,
    fingerprint: u64,
    width: usize,
    each: &mut dyn FnMut(&[u8]),
) -> Result<(), Unreadable> {
    let unreadable = |error: io::Error| Unreadable::Io(path.to_owned(), error.to_string());
    let damaged = |_| Unreadable::Damaged(path.to_owned());
    let file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    let mut reader = Checked { inner: BufReader::new(file), sum: Checksum::default() };
    read_header(&mut reader, fingerprint, path)?;
    let records = length.saturating_sub(HEADER + 8);
    if !records.is_multiple_of(width as u64) {
        return Err(Unreadable::Damaged(path.to_owned()));
    }
    let mut record = vec![0; width];
    for _ in 0..records / width as u64 {
        reader.read(&mut record).map_err(damaged)?;
        each(&record);
    }
    let expected = reader.sum.0;
    match reader.number().map_err(damaged)? == expected {
        true => Ok(()),
        false => Err(Unreadable::Damaged(path.to_owned())),
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn read_header(
    reader: &mut Checked<impl Read>,
    fingerprint: u64,
    path: &Path,
) -> Result<(), Unreadable> {
    let foreign = |_| Unreadable::Foreign(path.to_owned());
    let mut magic = [0; 16];
    reader.read(&mut magic).map_err(foreign)?;
    if &magic != MAGIC {
        return Err(Unreadable::Foreign(path.to_owned()));
    }
    if reader.number().map_err(foreign)? != fingerprint {
        return Err(Unreadable::OtherRule(path.to_owned()));
    }
    Ok(())
}

/// A reader or writer that sums up what passes through it.
struct Checked<T> {
    inner: T,
    sum: Checksum,
}

impl<R: Read> Checked<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.inner.read_exact(bytes)?;
        self.sum.add(bytes);
        Ok(())
    }

    fn number(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.read(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }
}

impl<W: Write> Checked<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.add(bytes);
        self.inner.write_all(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::table::Table;

    fn table(entries: u64) -> Table {
        let table = Table::new(2, 1 << 20, |ones, _| ones);
        (1..=entries).for_each(|i| table.insert(&[i, i * i], i as u16));
        table
    }

    fn place(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("chromex-keep-{}-{name}", std::process::id()))
    }

    #[test]
    fn what_is_saved_is_loaded() {
        let path = place("whole");
        let mut keeper = Keeper::new(Keep::File(path.clone()), 0);
        keeper.save(7, &table(1000)).unwrap();
        let fresh = table(0);
        keeper.load(7, &fresh).unwrap();
        assert!((1..=1000).all(|i: u64| fresh.get(&[i, i * i]) == Some(i as u16)));
        assert_eq!(keeper.load(8, &fresh), Err(Unreadable::OtherRule(path.clone())));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let path = place("damaged");
        let mut keeper = Keeper::new(Keep::File(path.clone()), 0);
        keeper.save(7, &table(100)).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for at in [40, 200, whole.len() - 1] {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(keeper.load(7, &table(0)), Err(Unreadable::Damaged(path.clone())));
        }
        std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        assert_eq!(keeper.load(7, &table(0)), Err(Unreadable::Damaged(path.clone())));
        std::fs::write(&path, "something else altogether").unwrap();
        assert_eq!(keeper.load(7, &table(0)), Err(Unreadable::Foreign(path.clone())));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn nothing_saved_is_nothing_loaded() {
        let keeper = Keeper::new(Keep::Folder(place("nowhere")), 0);
        assert_eq!(keeper.load(7, &table(0)), Ok(()));
    }
}
