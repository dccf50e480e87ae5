//! Replaces a file as a whole.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Disk, DiskFile, FileError};

/// A file that is first written under another name in the same folder (a *draft*), and renamed when
/// it is complete. Until [`Replacement::finish`] has succeeded the old file stays as it is; if
/// anything fails, the draft is removed.
///
/// A pipe or device is written to directly.
#[derive(Debug)]
pub struct Replacement {
    disk: Disk,
    /// The name that was given, for messages.
    path: PathBuf,
    /// The path of the file after links have been followed.
    place: PathBuf,
    draft: Option<PathBuf>,
    out: BufWriter<DiskFile>,
}

impl Replacement {
    /// Begins a file that will replace the one at `path`, if there is one.
    pub fn begin(disk: &Disk, path: &Path) -> Result<Replacement, FileError> {
        Replacement::open(disk, path).map_err(FileError::writing(path))
    }

    fn open(disk: &Disk, path: &Path) -> io::Result<Replacement> {
        let old = std::fs::metadata(path).ok();
        // If the name is a link, the file that it leads to is replaced, not the link.
        let place = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let draft = match &old {
            Some(old) if !old.is_file() => None,
            // Renaming would work without the permission to write.
            Some(old) if old.permissions().readonly() => {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            _ => Some(draft(&place)),
        };
        let file = disk.create(draft.as_deref().unwrap_or(&place))?;
        if let (Some(draft), Some(old)) = (&draft, old) {
            let _ = std::fs::set_permissions(draft, old.permissions());
        }
        // The lock shows others, who remove old drafts, that this one is in use.
        let _ = file.lock();
        let (disk, path) = (disk.clone(), path.to_owned());
        Ok(Replacement { disk, path, place, draft, out: BufWriter::new(file) })
    }

    /// Turns a failure to write it into an error.
    pub fn failed(&self) -> impl Fn(io::Error) -> FileError + use<> {
        let path = self.path.clone();
        move |error| FileError::writing(&path)(error)
    }

    /// Puts the file in its place permanently.
    pub fn finish(mut self) -> Result<(), FileError> {
        self.commit().map_err(FileError::writing(&self.path))
    }

    fn commit(&mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some(draft) = &self.draft else { return Ok(()) };
        self.out.get_ref().sync()?;
        self.disk.rename(draft, &self.place)?;
        self.draft = None;
        self.disk.sync_folder_of(&self.place)
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(draft) = &self.draft {
            // The error that led here has already been reported.
            let _ = self.disk.remove(draft);
        }
    }
}

/// Checks that a file can be written, before long work begins. Removes drafts of it that killed
/// processes have left behind.
pub fn check_writable(disk: &Disk, path: &Path) -> Result<(), FileError> {
    // A program that reads from a pipe would take the attempt for the end of the data.
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Ok(());
    }
    let trial = Replacement::begin(disk, path)?;
    remove_abandoned(disk, &trial.place);
    Ok(())
}

/// The common beginning of the names of all drafts of a file.
fn draft_prefix(place: &Path) -> PathBuf {
    let mut name = place.as_os_str().to_owned();
    name.push(".draft-");
    name.into()
}

/// A name that no other process or thread uses at the same time.
fn draft(place: &Path) -> PathBuf {
    static DRAFTS: AtomicU64 = AtomicU64::new(0);
    let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
    let mut name = draft_prefix(place).into_os_string();
    name.push(format!("{}-{number}", std::process::id()));
    name.into()
}

/// Removes drafts that are not locked. If another process has just created a draft and not yet
/// locked it, that process fails to rename its draft and reports this.
fn remove_abandoned(disk: &Disk, place: &Path) {
    let prefix = draft_prefix(place);
    let prefix = prefix.as_os_str().as_encoded_bytes();
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten();
    for found in entries.flatten().map(|entry| place.with_file_name(entry.file_name())) {
        let is_draft = found.as_os_str().as_encoded_bytes().starts_with(prefix);
        if is_draft && File::open(&found).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = disk.remove(&found);
        }
    }
}
