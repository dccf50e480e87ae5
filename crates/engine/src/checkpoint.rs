//! Checkpoints: files with the results of a search. A search that is killed and started again
//! begins with what it had saved, and later searches of the same rule use it too.
//!
//! A file contains the fingerprint of the rule to which it belongs.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use chromex_budget::{Budget, Monitor};
use chromex_files::{Disk, FileError, Format, Pace, Payload, check_writable};

/// Where solved positions are saved for later searches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SavedPositions {
    /// In one file, which belongs to one question.
    File(PathBuf),
    /// In a folder, with a file for each rule.
    Folder(PathBuf),
}

/// Why solved positions cannot be saved, or saved ones cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The engine for this game does not support saving.
    #[error(
        "solved positions are saved for col, snort, the colouring, connected and orthogonal games, and \
         for impartial games with a local rule, weak and oriented colouring and up to 4 colours"
    )]
    Unsupported,
}

/// A table whose entries can be written to a file and read back.
pub trait Records {
    /// The bytes of one entry.
    fn width(&self) -> usize;

    /// Calls `each` with the bytes of every entry.
    fn for_each(&self, each: &mut dyn FnMut(&[u8]));

    /// Adds an entry, given by its bytes.
    fn add(&self, record: &[u8]);
}

const FORMAT: Format =
    Format { magic: b"chromex-table-1\n", name: "file of solved positions", sums_magic: true };

/// The number of bytes in front of the entries: the fingerprint.
const HEADER: u64 = 8;

/// Saves are at least this far apart.
const INTERVAL: Duration = Duration::from_secs(2);

/// The clock is read once in this number of new entries.
const CHECK_EVERY: u32 = 64;

/// Loads and saves the table of one engine.
#[derive(Debug)]
pub struct Checkpoint {
    place: SavedPositions,
    disk: Disk,
    monitor: Monitor,
    /// If several engines save to one file, the index distinguishes their files.
    index: usize,
    /// Identifies the rule of the engine.
    fingerprint: u64,
    pace: Pace,
    countdown: u32,
}

impl Checkpoint {
    /// The checkpoint of the engine with this index.
    pub fn new(place: &SavedPositions, budget: &Budget, index: usize) -> Checkpoint {
        Checkpoint {
            place: place.clone(),
            disk: budget.disk.clone(),
            monitor: budget.monitor.clone(),
            index,
            fingerprint: 0,
            pace: Pace::new(INTERVAL),
            countdown: CHECK_EVERY,
        }
    }

    fn path(&self) -> PathBuf {
        match &self.place {
            SavedPositions::File(path) if self.index == 0 => path.clone(),
            SavedPositions::File(path) => {
                let mut name = path.as_os_str().to_owned();
                name.push(format!(".{}", self.index));
                name.into()
            }
            SavedPositions::Folder(folder) => {
                folder.join(format!("{:016x}.table", self.fingerprint))
            }
        }
    }

    /// Reads what an earlier search of the rule with this fingerprint has saved into a table. Also
    /// checks that the file can be written, before any long search.
    pub fn resume(&mut self, fingerprint: u64, table: &impl Records) -> Result<(), FileError> {
        self.fingerprint = fingerprint;
        let path = self.path();
        if let SavedPositions::Folder(folder) = &self.place {
            self.disk.create_folder(folder).map_err(FileError::writing(&path))?;
        }
        check_writable(&self.disk, &path)?;
        match FORMAT.read(&self.disk, &path)? {
            Some(saved) => self.load(saved, table, &path),
            None => Ok(()),
        }
    }

    fn load(&self, mut saved: Payload, table: &impl Records, path: &Path) -> Result<(), FileError> {
        let failed = FileError::reading(path);
        if saved.limit() < HEADER {
            return Err(self.damaged());
        }
        let mut fingerprint = [0; HEADER as usize];
        saved.read_exact(&mut fingerprint).map_err(&failed)?;
        if u64::from_le_bytes(fingerprint) != self.fingerprint {
            let owner = "another game, or to a board of another kind".to_owned();
            return Err(FileError::OtherOwner { path: path.to_owned(), owner });
        }
        if !saved.limit().is_multiple_of(table.width() as u64) {
            return Err(self.damaged());
        }
        let mut record = vec![0; table.width()];
        while saved.limit() > 0 {
            saved.read_exact(&mut record).map_err(&failed)?;
            table.add(&record);
        }
        Ok(())
    }

    /// The error about a file whose entries make no sense.
    pub fn damaged(&self) -> FileError {
        FileError::Damaged { path: self.path() }
    }

    /// Whether it is time to save; the clock is read only now and then.
    pub fn is_due(&mut self) -> bool {
        self.countdown -= 1;
        if self.countdown > 0 {
            return false;
        }
        self.countdown = CHECK_EVERY;
        self.pace.is_due()
    }

    /// Saves all entries of a table. If this fails, the search continues, and the monitor is told.
    pub fn save(&mut self, table: &impl Records) {
        let path = self.path();
        let (disk, fingerprint) = (&self.disk, self.fingerprint);
        let saved = self.pace.save(|| {
            FORMAT.write(disk, &path, |out| {
                out.write_all(&fingerprint.to_le_bytes())?;
                write_records(table, out)
            })
        });
        self.monitor.note_save(&path, saved.map(drop));
    }
}

fn write_records(table: &impl Records, out: &mut dyn Write) -> io::Result<()> {
    let mut result = Ok(());
    table.for_each(&mut |record| {
        if result.is_ok() {
            result = out.write_all(record);
        }
    });
    result
}
