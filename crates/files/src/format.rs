//! A file that is written as a whole: a magic word with a version, the payload, and a checksum.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Take, Write};
use std::path::Path;

use crate::{Checksum, Disk, DiskFile, FileError, Replacement};

/// The number of bytes of a checksum.
const SUM: u64 = 8;

/// A kind of file.
#[derive(Debug)]
pub struct Format {
    /// The beginning of the file: a word, the version as one digit, and a line feed.
    pub magic: &'static [u8],
    /// The name of this kind of file in messages.
    pub name: &'static str,
    /// Whether the checksum includes the magic word.
    pub sums_magic: bool,
}

/// The saved data, verified.
pub type Payload = Take<BufReader<DiskFile>>;

impl Format {
    /// Replaces the file by one with this payload. Returns its checksum.
    pub fn write(
        &self,
        disk: &Disk,
        path: &Path,
        payload: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<u64, FileError> {
        let mut file = Replacement::begin(disk, path)?;
        let sum = self.write_to(&mut file, payload).map_err(FileError::writing(path))?;
        file.finish()?;
        Ok(sum)
    }

    fn write_to(
        &self,
        file: &mut Replacement,
        payload: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<u64> {
        file.write_all(self.magic)?;
        let mut out = Summed { out: file, sum: self.first_sum() };
        payload(&mut out)?;
        let sum = out.sum.0;
        out.out.write_all(&sum.to_le_bytes())?;
        Ok(sum)
    }

    fn first_sum(&self) -> Checksum {
        Checksum::of(if self.sums_magic { self.magic } else { &[] })
    }

    /// The saved data, after the whole file has been verified; `None` if there is no file.
    pub fn read(&self, disk: &Disk, path: &Path) -> Result<Option<Payload>, FileError> {
        let mut file = match disk.open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(FileError::reading(path))?,
        };
        let mut magic = Vec::new();
        let start = (&mut file).take(self.magic.len() as u64).read_to_end(&mut magic);
        start.map_err(FileError::reading(path))?;
        self.check_magic(&magic, path)?;
        match self.verified(file) {
            Ok(Some(payload)) => Ok(Some(payload)),
            Ok(None) => Err(FileError::Damaged { path: path.to_owned() }),
            Err(error) => Err(FileError::reading(path)(error)),
        }
    }

    /// The payload of a file that has been read up to the end of its magic word; `None` if it is
    /// damaged.
    fn verified(&self, file: DiskFile) -> io::Result<Option<Payload>> {
        let start = self.magic.len() as u64;
        let Some(length) = file.length()?.checked_sub(start + SUM) else { return Ok(None) };
        let mut payload = BufReader::new(file).take(length);
        let mut sum = Summed { out: io::sink(), sum: self.first_sum() };
        io::copy(&mut payload, &mut sum)?;
        let mut file = payload.into_inner();
        let mut expected = Vec::new();
        (&mut file).take(SUM).read_to_end(&mut expected)?;
        file.seek(SeekFrom::Start(start))?;
        Ok((expected == sum.sum.0.to_le_bytes()).then(|| file.take(length)))
    }

    /// Checks the beginning of a file.
    pub(crate) fn check_magic(&self, found: &[u8], path: &Path) -> Result<(), FileError> {
        let version = self.magic.len() - 2;
        if found == self.magic {
            Ok(())
        } else if let [word @ .., digit, b'\n'] = found
            && *word == self.magic[..version]
            && digit.is_ascii_digit()
        {
            Err(FileError::OtherVersion { path: path.to_owned() })
        } else {
            Err(FileError::Foreign { path: path.to_owned(), expected: self.name })
        }
    }
}

/// Computes the checksum of what is written through it.
struct Summed<W> {
    out: W,
    sum: Checksum,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.add(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
