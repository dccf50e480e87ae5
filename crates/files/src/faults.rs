//! A disk that fails on purpose. Tests repeat some work once for each of its operations, let that
//! operation fail, and look at what is left: [`at_every_operation`].

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
    /// From some operation on, the disk is full. Half of the first write still succeeds.
    Full,
    /// The power fails before an operation: everything that was not synced is lost, including new
    /// names in folders that were not synced.
    PowerLoss,
    /// The power fails before an operation, but the disk had already saved all names, though not
    /// the contents.
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
    /// Whether the process ends with this fault.
    pub fn is_power_loss(self) -> bool {
        matches!(self, Fault::PowerLoss | Fault::PowerLossAfterNames)
    }
}

/// A fault at one operation in one folder.
#[derive(Debug)]
pub struct FaultyDisk {
    fault: Fault,
    /// The number of the operation at which the fault begins, from 0.
    at: usize,
    folder: PathBuf,
    history: Mutex<History>,
}

/// What has happened so far.
#[derive(Debug, Default)]
struct History {
    operations: usize,
    /// The number of the file under each name.
    names: BTreeMap<PathBuf, usize>,
    /// The number of the file under each name, as the disk has saved it.
    synced_names: BTreeMap<PathBuf, usize>,
    /// The contents of the files, as the disk has saved them.
    contents: Vec<Vec<u8>>,
}

impl FaultyDisk {
    /// A fault in a folder that contains only files, all of them safely on the disk. Operations
    /// elsewhere fail too, but survive the loss of power.
    pub fn new(folder: &Path, fault: Fault, at: usize) -> io::Result<Arc<FaultyDisk>> {
        let history = Mutex::new(History::of(folder)?);
        Ok(Arc::new(FaultyDisk { fault, at, folder: folder.to_owned(), history }))
    }

    /// The disk with this fault.
    pub fn disk(self: &Arc<Self>) -> Disk {
        Disk::with_faults(Arc::clone(self) as Arc<dyn Faults>)
    }

    /// Whether there were enough operations for the fault to happen.
    pub fn happened(&self) -> bool {
        self.history().operations > self.at
    }

    /// If the power has failed, leaves the folder as it would be found afterwards.
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
    /// The history of a folder whose files are all safely on the disk.
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

    /// Leaves only the files with these names in a folder, with the contents that the disk has
    /// saved.
    fn restore(&self, names: &BTreeMap<PathBuf, usize>, folder: &Path) -> io::Result<()> {
        std::fs::read_dir(folder)?.try_for_each(|entry| std::fs::remove_file(entry?.path()))?;
        names.iter().try_for_each(|(path, &file)| std::fs::write(path, &self.contents[file]))
    }

    /// Records what an operation will change.
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

/// Runs `work` with every fault at every operation, each time in a folder with the files that
/// `prepare` has put there. Calls `check` with the fault, its place and the result of the work.
/// Returns how often a fault happened.
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
