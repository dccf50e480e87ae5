//! A disk that fails on purpose. Tests run work once for each operation that it does, and see what is
//! left when that operation fails: [`at_every_operation`].

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::{Disk, Faults, Operation};

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// An operation fails; those after it succeed.
    Error(io::ErrorKind),
    /// From some operation on nothing more can be written. Half of the first write still goes through.
    Full,
    /// The power goes before an operation: what was not synced is lost, and so are new names in folders
    /// that were not synced.
    PowerLoss,
    /// The same, but the disk had brought the names to safety early, before the contents.
    PowerLossAfterNames,
}

/// Every kind of fault.
pub const FAULTS: [Fault; 5] = [
    Fault::Error(io::ErrorKind::PermissionDenied),
    Fault::Error(io::ErrorKind::Other),
    Fault::Full,
    Fault::PowerLoss,
    Fault::PowerLossAfterNames,
];

impl Fault {
    /// Whether the process does not live to tell.
    pub fn is_power_loss(self) -> bool {
        matches!(self, Fault::PowerLoss | Fault::PowerLossAfterNames)
    }
}

/// A fault at one operation in one folder.
#[derive(Debug)]
pub struct FaultyDisk {
    fault: Fault,
    /// The number of the operation that it begins with, from 0.
    at: usize,
    folder: PathBuf,
    history: Mutex<History>,
}

/// What has happened so far.
#[derive(Debug, Default)]
struct History {
    operations: usize,
    /// The files under their names, by numbers.
    names: BTreeMap<PathBuf, usize>,
    /// The same as the disk has it.
    synced_names: BTreeMap<PathBuf, usize>,
    /// What is in the files as the disk has it.
    contents: Vec<Vec<u8>>,
}

impl FaultyDisk {
    /// A fault in a folder with nothing but files, all of which are on the disk. What is done elsewhere
    /// fails too, but survives the power.
    pub fn new(folder: &Path, fault: Fault, at: usize) -> io::Result<Arc<FaultyDisk>> {
        let history = Mutex::new(History::of(folder)?);
        Ok(Arc::new(FaultyDisk { fault, at, folder: folder.to_owned(), history }))
    }

    /// The disk with this fault.
    pub fn disk(self: &Arc<Self>) -> Disk {
        Disk::with_faults(Arc::clone(self) as Arc<dyn Faults>)
    }

    /// Whether there were enough operations for the fault.
    pub fn happened(&self) -> bool {
        self.history().operations > self.at
    }

    /// If the power has gone, leaves the folder as it is found when it comes back.
    pub fn restart(&self) -> io::Result<()> {
        if !self.fault.is_power_loss() || !self.happened() {
            return Ok(());
        }
        let history = self.history();
        let names = match self.fault {
            Fault::PowerLossAfterNames => &history.names,
            _ => &history.synced_names,
        };
        history.restore(names, &self.folder)
    }

    fn history(&self) -> std::sync::MutexGuard<'_, History> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fails if the fault says so; may lower the number of bytes that are written.
    fn decide(&self, operation: &mut Operation<'_>, number: usize) -> io::Result<()> {
        match (self.fault, operation) {
            _ if number < self.at => Ok(()),
            (Fault::Error(kind), _) if number == self.at => Err(kind.into()),
            (Fault::Full, Operation::Write(_, length)) if number == self.at && **length > 1 => {
                **length /= 2;
                Ok(())
            }
            (Fault::Full, Operation::Write(..) | Operation::Create(_)) => {
                Err(io::ErrorKind::StorageFull.into())
            }
            (Fault::Error(_) | Fault::Full, _) => Ok(()),
            (Fault::PowerLoss | Fault::PowerLossAfterNames, _) => Err(io::Error::other("no power")),
        }
    }
}

impl Faults for FaultyDisk {
    fn before(&self, mut operation: Operation<'_>) -> io::Result<()> {
        let mut history = self.history();
        history.operations += 1;
        self.decide(&mut operation, history.operations - 1)?;
        history.note(&operation)
    }
}

impl History {
    /// A folder whose files are all on the disk.
    fn of(folder: &Path) -> io::Result<History> {
        let mut history = History::default();
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            history.names.insert(path.clone(), history.contents.len());
            history.contents.push(std::fs::read(path)?);
        }
        history.synced_names = history.names.clone();
        Ok(history)
    }

    /// Leaves nothing in a folder but the files with these names, as the disk has them.
    fn restore(&self, names: &BTreeMap<PathBuf, usize>, folder: &Path) -> io::Result<()> {
        std::fs::read_dir(folder)?.try_for_each(|entry| std::fs::remove_file(entry?.path()))?;
        names.iter().try_for_each(|(path, &file)| std::fs::write(path, &self.contents[file]))
    }

    /// Notes what an operation will change.
    fn note(&mut self, operation: &Operation<'_>) -> io::Result<()> {
        match operation {
            Operation::Create(path) | Operation::Open(path, true) => self.add(path),
            Operation::Sync(path) => {
                if let Some(&file) = self.names.get(*path) {
                    self.contents[file] = std::fs::read(path)?;
                }
            }
            Operation::Rename(from, to) => {
                if let Some(file) = self.names.remove(*from) {
                    self.names.insert(to.to_path_buf(), file);
                }
            }
            Operation::Remove(path) => {
                self.names.remove(*path);
            }
            Operation::SyncFolder(_) => self.synced_names = self.names.clone(),
            Operation::Open(..)
            | Operation::Read(_)
            | Operation::Write(..)
            | Operation::Cut(_)
            | Operation::CreateFolder(_) => {}
        }
        Ok(())
    }

    fn add(&mut self, path: &Path) {
        if !self.names.contains_key(path) {
            self.names.insert(path.to_owned(), self.contents.len());
            self.contents.push(Vec::new());
        }
    }
}

/// Runs `work` with every fault at every operation, each time in a folder with the files that `prepare`
/// has put there, and hands `check` the fault, where it was and what came of the work. Returns how often
/// a fault happened.
pub fn at_every_operation<T>(
    folder: &Path,
    prepare: impl FnOnce(&Path),
    work: impl Fn(&Path, &Disk) -> T,
    check: impl Fn(&Path, Fault, usize, T),
) -> io::Result<usize> {
    std::fs::create_dir_all(folder)?;
    let folder = &folder.canonicalize()?;
    prepare(folder);
    let start = History::of(folder)?;
    let mut happened = 0;
    for fault in FAULTS {
        for at in 0.. {
            start.restore(&start.names, folder)?;
            let faulty = FaultyDisk::new(folder, fault, at)?;
            let result = work(folder, &faulty.disk());
            faulty.restart()?;
            if !faulty.happened() {
                break;
            }
            check(folder, fault, at, result);
            happened += 1;
        }
    }
    std::fs::remove_dir_all(folder)?;
    Ok(happened)
}
