//! The one way to the disk: every operation that can fail goes through [`Disk`], so that tests can
//! make each of them fail.

use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An operation that is about to be done.
#[derive(Debug)]
pub enum Operation<'a> {
    /// A file is created, or emptied if it is there.
    Create(&'a Path),
    /// A file is opened; with `true` it is created if it is not there.
    Open(&'a Path, bool),
    /// Bytes are read.
    Read(&'a Path),
    /// So many bytes are written; the number may be lowered.
    Write(&'a Path, &'a mut usize),
    /// A file is cut off.
    Cut(&'a Path),
    /// What is in a file is brought to the disk.
    Sync(&'a Path),
    /// A file gets another name, and replaces the one that has it.
    Rename(&'a Path, &'a Path),
    /// A file is removed.
    Remove(&'a Path),
    /// A folder is created.
    CreateFolder(&'a Path),
    /// The names in a folder are brought to the disk.
    SyncFolder(&'a Path),
}

/// Decides which operations fail.
pub trait Faults: fmt::Debug + Send + Sync {
    /// Is told of an operation that is about to be done. An error is what it fails with, undone.
    fn before(&self, operation: Operation<'_>) -> io::Result<()>;
}

/// The disk: the real one, unless a test makes it fail.
#[derive(Debug, Clone, Default)]
pub struct Disk {
    faults: Option<Arc<dyn Faults>>,
}

impl Disk {
    /// The disk as it is.
    pub fn real() -> Disk {
        Disk::default()
    }

    /// A disk that fails as told.
    pub fn with_faults(faults: Arc<dyn Faults>) -> Disk {
        Disk { faults: Some(faults) }
    }

    fn before(&self, operation: Operation<'_>) -> io::Result<()> {
        self.faults.as_ref().map_or(Ok(()), |faults| faults.before(operation))
    }

    fn file(&self, path: &Path, file: File) -> DiskFile {
        DiskFile { file, path: path.to_owned(), disk: self.clone() }
    }

    /// Creates a file to write, or empties the one that is there.
    pub fn create(&self, path: &Path) -> io::Result<DiskFile> {
        self.before(Operation::Create(path))?;
        Ok(self.file(path, File::create(path)?))
    }

    /// Opens a file to read.
    pub fn open(&self, path: &Path) -> io::Result<DiskFile> {
        self.before(Operation::Open(path, false))?;
        Ok(self.file(path, File::open(path)?))
    }

    /// Opens a file to read and write, and creates it if it is not there.
    pub(crate) fn open_to_change(&self, path: &Path) -> io::Result<DiskFile> {
        self.before(Operation::Open(path, true))?;
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        Ok(self.file(path, file?))
    }

    /// Gives a file another name; the file that had it is replaced.
    pub fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.before(Operation::Rename(from, to))?;
        std::fs::rename(from, to)
    }

    /// Removes a file.
    pub fn remove(&self, path: &Path) -> io::Result<()> {
        self.before(Operation::Remove(path))?;
        std::fs::remove_file(path)
    }

    /// Creates a folder and those around it, as far as they are not there.
    pub fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.before(Operation::CreateFolder(path))?;
        std::fs::create_dir_all(path)
    }

    /// Brings the names in the folder of this file to the disk: only then is a new name safe.
    pub(crate) fn sync_folder_of(&self, path: &Path) -> io::Result<()> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        self.before(Operation::SyncFolder(folder))?;
        // Other systems cannot open folders.
        if self.faults.is_some() || cfg!(not(unix)) {
            return Ok(());
        }
        match File::open(folder)?.sync_all().map_err(|error| error.kind()) {
            // Some file systems have nothing to do here, and say so.
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
    /// The number of its bytes.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Cuts it off after so many bytes.
    pub fn cut(&self, length: u64) -> io::Result<()> {
        self.disk.before(Operation::Cut(&self.path))?;
        self.file.set_len(length)
    }

    /// Brings what was written to the disk.
    pub fn sync(&self) -> io::Result<()> {
        self.disk.before(Operation::Sync(&self.path))?;
        // Who decides what fails also decides what is lost.
        if self.disk.faults.is_some() { Ok(()) } else { self.file.sync_all() }
    }

    /// Keeps other processes away until it is closed; false if one of them was first.
    pub fn lock(&self) -> bool {
        // Some file systems know no locks.
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
