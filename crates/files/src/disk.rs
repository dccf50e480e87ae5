//! The one way to the disk: every operation that can fail goes through [`Disk`], so that tests can
//! make each of them fail.

use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An operation, before it is done.
#[derive(Debug)]
pub enum Operation<'a> {
    /// A file is created, or emptied if it exists.
    Create(&'a Path),
    /// A file is opened; with `true` it is created if it does not exist.
    Open(&'a Path, bool),
    /// Bytes are read.
    Read(&'a Path),
    /// This number of bytes is written; the number may be lowered.
    Write(&'a Path, &'a mut usize),
    /// A file is shortened.
    Cut(&'a Path),
    /// The contents of a file are forced to the disk.
    Sync(&'a Path),
    /// A file is renamed; a file with the new name is replaced.
    Rename(&'a Path, &'a Path),
    /// A file is removed.
    Remove(&'a Path),
    /// A folder is created.
    CreateFolder(&'a Path),
    /// The names in a folder are forced to the disk.
    SyncFolder(&'a Path),
}

/// Decides which operations fail.
pub trait Faults: fmt::Debug + Send + Sync {
    /// Is called before each operation. If it returns an error, the operation is not done and fails
    /// with that error.
    fn before(&self, operation: Operation<'_>) -> io::Result<()>;
}

/// The disk: the real one, or one that a test makes fail.
#[derive(Debug, Clone, Default)]
pub struct Disk {
    faults: Option<Arc<dyn Faults>>,
}

impl Disk {
    /// The real disk.
    pub fn real() -> Disk {
        Disk::default()
    }

    /// A disk whose failures are decided by `faults`.
    pub fn with_faults(faults: Arc<dyn Faults>) -> Disk {
        Disk { faults: Some(faults) }
    }

    fn before(&self, operation: Operation<'_>) -> io::Result<()> {
        self.faults.as_ref().map_or(Ok(()), |faults| faults.before(operation))
    }

    fn file(&self, path: &Path, file: File) -> DiskFile {
        DiskFile { file, path: path.to_owned(), disk: self.clone() }
    }

    /// Creates a file for writing, or empties it if it exists.
    pub fn create(&self, path: &Path) -> io::Result<DiskFile> {
        self.before(Operation::Create(path))?;
        Ok(self.file(path, File::create(path)?))
    }

    /// Opens a file for reading.
    pub fn open(&self, path: &Path) -> io::Result<DiskFile> {
        self.before(Operation::Open(path, false))?;
        Ok(self.file(path, File::open(path)?))
    }

    /// Opens a file for reading and writing; creates it if it does not exist.
    pub(crate) fn open_to_change(&self, path: &Path) -> io::Result<DiskFile> {
        self.before(Operation::Open(path, true))?;
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        Ok(self.file(path, file?))
    }

    /// Renames a file; a file with the new name is replaced.
    pub fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.before(Operation::Rename(from, to))?;
        std::fs::rename(from, to)
    }

    /// Removes a file.
    pub fn remove(&self, path: &Path) -> io::Result<()> {
        self.before(Operation::Remove(path))?;
        std::fs::remove_file(path)
    }

    /// Creates a folder and its parent folders, if they do not exist.
    pub fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.before(Operation::CreateFolder(path))?;
        std::fs::create_dir_all(path)
    }

    /// Forces the names in the folder of this file to the disk: only then is a new name safe.
    pub(crate) fn sync_folder_of(&self, path: &Path) -> io::Result<()> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        self.before(Operation::SyncFolder(folder))?;
        // Other systems cannot open folders.
        if self.faults.is_some() || cfg!(not(unix)) {
            return Ok(());
        }
        match File::open(folder)?.sync_all().map_err(|error| error.kind()) {
            // Some file systems do not support this and say so.
            Ok(()) | Err(io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
            Err(kind) => Err(kind.into()),
        }
    }
}

/// An open file.
#[derive(Debug)]
pub struct DiskFile {
    file: File,
    path: PathBuf,
    disk: Disk,
}

impl DiskFile {
    /// The length of the file in bytes.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Shortens the file to this length.
    pub fn cut(&self, length: u64) -> io::Result<()> {
        self.disk.before(Operation::Cut(&self.path))?;
        self.file.set_len(length)
    }

    /// Forces what was written to the disk.
    pub fn sync(&self) -> io::Result<()> {
        self.disk.before(Operation::Sync(&self.path))?;
        // In tests, the faults also decide which data are lost.
        if self.disk.faults.is_some() { Ok(()) } else { self.file.sync_all() }
    }

    /// Locks the file against other processes until it is closed; false if another process has
    /// locked it.
    pub fn lock(&self) -> bool {
        // Some file systems do not support locks.
        !matches!(self.file.try_lock(), Err(TryLockError::WouldBlock))
    }
}

impl Read for DiskFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.disk.before(Operation::Read(&self.path))?;
        self.file.read(bytes)
    }
}

impl Write for DiskFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut length = bytes.len();
        self.disk.before(Operation::Write(&self.path, &mut length))?;
        self.file.write(&bytes[..length])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for DiskFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
