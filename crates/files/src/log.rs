//! A file that grows by records.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::{Checksum, Disk, DiskFile, FileError, Format};

/// A record that claims to be longer is damaged.
const LONGEST: u32 = 1 << 30;

/// The number of bytes in a record before its content: its length and its checksum.
const HEAD: u64 = 12;

/// A file of records, each of which is safely on the disk before the next is begun. Whatever a
/// killed process or a full disk has left behind the last complete record is overwritten by the
/// next one.
#[derive(Debug)]
pub struct Log {
    disk: Disk,
    path: PathBuf,
    format: &'static Format,
    file: DiskFile,
    /// The end of the last complete record; 0 before the first one.
    end: u64,
}

impl Log {
    /// Opens a log, or creates one. With `afresh`, its content is discarded. Other processes cannot
    /// open it at the same time.
    pub fn open(
        disk: &Disk,
        path: &Path,
        format: &'static Format,
        afresh: bool,
    ) -> Result<Log, FileError> {
        let file = disk.open_to_change(path).map_err(FileError::writing(path))?;
        if !file.lock() {
            return Err(FileError::Busy { path: path.to_owned() });
        }
        let (disk, path) = (disk.clone(), path.to_owned());
        let mut log = Log { disk, path, format, file, end: 0 };
        if !afresh {
            log.end = log.find_end()?;
        }
        Ok(log)
    }

    fn find_end(&mut self) -> Result<u64, FileError> {
        let mut reader = BufReader::new(&mut self.file);
        let mut magic = Vec::new();
        let begun = (&mut reader).take(self.format.magic.len() as u64).read_to_end(&mut magic);
        begun.map_err(FileError::reading(&self.path))?;
        if magic.len() < self.format.magic.len() && self.format.magic.starts_with(&magic) {
            return Ok(0);
        }
        self.format.check_magic(&magic, &self.path)?;
        let mut end = magic.len() as u64;
        while let Some(record) = read_record(&mut reader).map_err(FileError::reading(&self.path))? {
            end += HEAD + record.len() as u64;
        }
        Ok(end)
    }

    /// All complete records, from the first on.
    pub fn records(
        &self,
    ) -> Result<impl Iterator<Item = Result<Vec<u8>, FileError>> + use<>, FileError> {
        let failed = FileError::reading(&self.path);
        let mut file = BufReader::new(self.disk.open(&self.path).map_err(&failed)?);
        let start = self.format.magic.len() as u64;
        file.seek(SeekFrom::Start(start)).map_err(&failed)?;
        let mut whole = file.take(self.end.saturating_sub(start));
        let path = self.path.clone();
        Ok(std::iter::from_fn(move || {
            read_record(&mut whole).map_err(FileError::reading(&path)).transpose()
        }))
    }

    /// Discards all records when the next one is appended.
    pub fn clear(&mut self) {
        self.end = 0;
    }

    /// Appends a record. When this succeeds, the record is safely on the disk; if it fails, it can
    /// be tried again.
    pub fn append(&mut self, record: &[u8]) -> Result<(), FileError> {
        self.try_append(record).map_err(FileError::writing(&self.path))
    }

    fn try_append(&mut self, record: &[u8]) -> io::Result<()> {
        let length = u32::try_from(record.len()).ok().filter(|&length| length <= LONGEST);
        let length = length.ok_or(io::ErrorKind::FileTooLarge)?;
        let magic = if self.end == 0 { self.format.magic } else { &[] };
        let (length, sum) = (length.to_le_bytes(), Checksum::of(record).0.to_le_bytes());
        let bytes = [magic, &length, &sum, record].concat();
        self.file.cut(self.end)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&bytes)?;
        self.file.sync()?;
        if self.end == 0 {
            self.disk.sync_folder_of(&self.path)?;
        }
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Removes the file.
    pub fn remove(self) -> Result<(), FileError> {
        self.disk.remove(&self.path).map_err(FileError::writing(&self.path))
    }
}

/// The next record, if it is there and complete.
fn read_record(input: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut head = Vec::new();
    input.take(HEAD).read_to_end(&mut head)?;
    let (Some(length), Some(sum)) = (head.first_chunk::<4>(), head.last_chunk::<8>()) else {
        return Ok(None);
    };
    let length = u32::from_le_bytes(*length);
    if head.len() < HEAD as usize || length > LONGEST {
        return Ok(None);
    }
    let mut record = Vec::new();
    input.take(length.into()).read_to_end(&mut record)?;
    let whole = record.len() == length as usize && Checksum::of(&record).0.to_le_bytes() == *sum;
    Ok(whole.then_some(record))
}
