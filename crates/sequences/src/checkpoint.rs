//! Values kept in a file, so that a run that was killed goes on where it was.
//!
//! The file is written beside its place and then moved there, so that there is always a whole one:
//! a magic word, the code, the number of values, the values as 16-bit words, and a checksum.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::code::Code;
use chromex_files::Checksum;

/// Why a checkpoint cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// It cannot be read or written.
    #[error("cannot use `{0}`: {1}")]
    Io(PathBuf, String),
    /// It is something else.
    #[error("`{0}` is no checkpoint of a sequence")]
    Foreign(PathBuf),
    /// It belongs to another game.
    #[error("`{0}` holds values of {1}")]
    Other(PathBuf, String),
    /// It is damaged.
    #[error("`{0}` is damaged (its checksum is wrong): remove it to start afresh")]
    Damaged(PathBuf),
}

const MAGIC: &[u8; 16] = b"chromex-nimber1\n";

/// Values that are encoded at once.
const CHUNK: usize = 1 << 16;

/// Saves are at least this far apart, …
const INTERVAL: Duration = Duration::from_secs(5);

/// … and take at most one part in this many of the time.
const SHARE: u32 = 20;

/// How many values a checkpoint of this code holds, judged by its length; none if there is no file.
pub fn held(path: &Path, code: &Code) -> usize {
    let length = std::fs::metadata(path).map_or(0, |file| file.len() as usize);
    let around = MAGIC.len() + 1 + code.to_string().len() + 8 + 8;
    length.saturating_sub(around) / 2
}

/// A file that holds the values of a code.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    due: Instant,
}

impl Checkpoint {
    /// The file at this place, which need not exist yet.
    pub fn new(path: &Path) -> Result<Checkpoint, Unusable> {
        let draft = draft(path);
        let writable = File::create(&draft).and_then(|_| std::fs::remove_file(&draft));
        writable.map_err(|error| Unusable::Io(path.to_owned(), error.to_string()))?;
        Ok(Checkpoint { path: path.to_owned(), due: Instant::now() + INTERVAL })
    }

    /// The values from heap 0 on that the file holds; none if there is no file.
    pub fn load(&self, code: &Code) -> Result<Vec<u16>, Unusable> {
        if !self.path.exists() {
            return Ok(Vec::new());
        }
        let io = |error: io::Error| Unusable::Io(self.path.clone(), error.to_string());
        let mut file = BufReader::new(File::open(&self.path).map_err(io)?);
        let foreign = |_| Unusable::Foreign(self.path.clone());
        let mut magic = [0; 16];
        file.read_exact(&mut magic).map_err(foreign)?;
        if &magic != MAGIC {
            return Err(Unusable::Foreign(self.path.clone()));
        }
        let damaged = |_| Unusable::Damaged(self.path.clone());
        let mut sum = Checksum::default();
        let name = read_name(&mut file, &mut sum).map_err(damaged)?;
        let values = read_values(&mut file, &mut sum).map_err(damaged)?;
        let mut written = [0; 8];
        file.read_exact(&mut written).map_err(damaged)?;
        let ended = file.read(&mut [0]).map_err(io)? == 0;
        if u64::from_le_bytes(written) != sum.0 || !ended {
            return Err(Unusable::Damaged(self.path.clone()));
        }
        if name != code.to_string() {
            return Err(Unusable::Other(self.path.clone(), name));
        }
        Ok(values)
    }

    /// Whether it is time to save.
    pub fn is_due(&self) -> bool {
        Instant::now() >= self.due
    }

    /// Saves the values from heap 0 on, given from heap 1 on; returns the checksum.
    pub fn save(&mut self, code: &Code, values: &[u16]) -> Result<u64, Unusable> {
        let started = Instant::now();
        let sum = self.write(code, values);
        self.due = Instant::now() + INTERVAL.max(started.elapsed() * SHARE);
        sum.map_err(|error| Unusable::Io(self.path.clone(), error.to_string()))
    }

    fn write(&self, code: &Code, values: &[u16]) -> io::Result<u64> {
        let draft = draft(&self.path);
        let mut file = BufWriter::new(File::create(&draft)?);
        let mut sum = Checksum::default();
        file.write_all(MAGIC)?;
        let name = code.to_string();
        let count = values.len() as u64 + 1;
        for part in [&[name.len() as u8][..], name.as_bytes(), &count.to_le_bytes()] {
            sum.add(part);
            file.write_all(part)?;
        }
        let heap_0: &[u16] = &[0];
        for chunk in heap_0.chunks(1).chain(values.chunks(CHUNK)) {
            let bytes: Vec<u8> = chunk.iter().flat_map(|value| value.to_le_bytes()).collect();
            sum.add(&bytes);
            file.write_all(&bytes)?;
        }
        file.write_all(&sum.0.to_le_bytes())?;
        file.into_inner()?.sync_all()?;
        std::fs::rename(&draft, &self.path)?;
        Ok(sum.0)
    }
}

fn draft(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

fn read_name(file: &mut impl Read, sum: &mut Checksum) -> io::Result<String> {
    let mut length = [0];
    file.read_exact(&mut length)?;
    let mut name = vec![0; usize::from(length[0])];
    file.read_exact(&mut name)?;
    sum.add(&length);
    sum.add(&name);
    Ok(String::from_utf8_lossy(&name).into_owned())
}

fn read_values(file: &mut impl Read, sum: &mut Checksum) -> io::Result<Vec<u16>> {
    let mut count = [0; 8];
    file.read_exact(&mut count)?;
    sum.add(&count);
    let mut left = usize::try_from(u64::from_le_bytes(count)).map_err(io::Error::other)?;
    // A damaged count must not make room for what is not there: grow as values come.
    let mut values = Vec::new();
    while left > 0 {
        let mut bytes = vec![0; 2 * left.min(CHUNK)];
        file.read_exact(&mut bytes)?;
        sum.add(&bytes);
        values.extend(bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])));
        left -= bytes.len() / 2;
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_loaded_and_damage_is_noticed() {
        let path = std::env::temp_dir().join(format!("chromex-sequence-{}", std::process::id()));
        let code = Code::parse(".007").unwrap();
        let values: Vec<u16> = (1..60_000_u32).map(|i| (i * i % 1021) as u16).collect();
        let mut checkpoint = Checkpoint::new(&path).unwrap();
        assert_eq!(checkpoint.load(&code), Ok(Vec::new()));
        assert_eq!(held(&path, &code), 0);
        checkpoint.save(&code, &values).unwrap();
        let loaded = checkpoint.load(&code).unwrap();
        assert_eq!((loaded[0], &loaded[1..]), (0, &values[..]));
        assert_eq!(held(&path, &code), loaded.len());
        let other = checkpoint.load(&Code::parse(".77").unwrap());
        assert_eq!(other, Err(Unusable::Other(path.clone(), ".007".into())));
        let whole = std::fs::read(&path).unwrap();
        for at in [17, 22, 30, 1000, whole.len() - 1] {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(checkpoint.load(&code), Err(Unusable::Damaged(path.clone())), "{at}");
        }
        std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        assert_eq!(checkpoint.load(&code), Err(Unusable::Damaged(path.clone())));
        std::fs::write(&path, "something else altogether").unwrap();
        assert_eq!(checkpoint.load(&code), Err(Unusable::Foreign(path.clone())));
        std::fs::remove_file(path).unwrap();
    }
}
