//! Checkpoints of sequences: a run that was killed continues where it stopped.
//!
//! A file holds the length of the code and the code, the number of values, and the values as 16-bit
//! words.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use chromex_budget::Monitor;
use chromex_files::{Disk, FileError, Format, Pace, Payload, check_writable};

use super::code::Code;

const FORMAT: Format =
    Format { magic: b"chromex-nimber1\n", name: "checkpoint of a sequence", sums_magic: false };

/// The number of values that are encoded at once.
const CHUNK: usize = 1 << 16;

/// Saves are at least this far apart.
const INTERVAL: Duration = Duration::from_secs(5);

/// A file that holds the values of a code.
#[derive(Debug)]
pub struct Checkpoint {
    disk: Disk,
    monitor: Monitor,
    path: PathBuf,
    pace: Pace,
}

impl Checkpoint {
    /// The checkpoint in the file at this path, which need not exist yet.
    pub fn new(path: &Path, disk: &Disk, monitor: &Monitor) -> Result<Checkpoint, FileError> {
        check_writable(disk, path)?;
        let (disk, monitor, path) = (disk.clone(), monitor.clone(), path.to_owned());
        Ok(Checkpoint { disk, monitor, path, pace: Pace::new(INTERVAL) })
    }

    /// The values from heap 0 on that the file holds; none if there is no file.
    pub fn load(&self, code: &Code) -> Result<Vec<u16>, FileError> {
        let Some(mut saved) = FORMAT.read(&self.disk, &self.path)? else { return Ok(Vec::new()) };
        let read = read_name(&mut saved).and_then(|name| Ok((name, read_values(saved)?)));
        let (name, values) = match read {
            // The checksum is right, but the contents make no sense.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(FileError::Damaged { path: self.path.clone() });
            }
            read => read.map_err(FileError::reading(&self.path))?,
        };
        if name != code.to_string() {
            let owner = format!("the sequence {name}");
            return Err(FileError::OtherOwner { path: self.path.clone(), owner });
        }
        Ok(values)
    }

    /// Whether it is time to save.
    pub fn is_due(&self) -> bool {
        self.pace.is_due()
    }

    /// Saves the values from heap 0 on, given from heap 1 on; returns the checksum. If that fails,
    /// the monitor is told.
    pub fn save(&mut self, code: &Code, values: &[u16]) -> Option<u64> {
        let (disk, path) = (&self.disk, &self.path);
        let saved =
            self.pace.save(|| FORMAT.write(disk, path, |out| write_values(out, code, values)));
        let sum = saved.as_ref().ok().copied();
        self.monitor.note_save(path, saved.map(drop));
        sum
    }
}

fn write_values(out: &mut dyn Write, code: &Code, values: &[u16]) -> io::Result<()> {
    let name = code.to_string();
    out.write_all(&[name.len() as u8])?;
    out.write_all(name.as_bytes())?;
    out.write_all(&(values.len() as u64 + 1).to_le_bytes())?;
    let heap_0: &[u16] = &[0];
    for chunk in heap_0.chunks(1).chain(values.chunks(CHUNK)) {
        let bytes: Vec<u8> = chunk.iter().flat_map(|value| value.to_le_bytes()).collect();
        out.write_all(&bytes)?;
    }
    Ok(())
}

fn read_name(saved: &mut Payload) -> io::Result<String> {
    let mut length = [0];
    saved.read_exact(&mut length)?;
    let mut name = vec![0; usize::from(length[0])];
    saved.read_exact(&mut name)?;
    Ok(String::from_utf8_lossy(&name).into_owned())
}

fn read_values(mut saved: Payload) -> io::Result<Vec<u16>> {
    let mut count = [0; 8];
    saved.read_exact(&mut count)?;
    if u64::from_le_bytes(count).checked_mul(2) != Some(saved.limit()) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let mut values = Vec::with_capacity(saved.limit() as usize / 2);
    while saved.limit() > 0 {
        let mut bytes = vec![0; (saved.limit() as usize).min(2 * CHUNK)];
        saved.read_exact(&mut bytes)?;
        values.extend(bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])));
    }
    Ok(values)
}
