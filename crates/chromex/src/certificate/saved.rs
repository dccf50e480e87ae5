//! Saves searches for proofs on boards of every length, so that they can be continued later: a file
//! of lines, the first of which says what the search is for.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chromex_budget::Budget;
use chromex_checker::strip::{Column, Event, Strip, Unmet};
use chromex_files::{FileError, Format, Pace};

const FORMAT: Format =
    Format { magic: b"chromex-search-1\n", name: "file of a search for a proof", sums_magic: true };

/// The time between saves.
const INTERVAL: Duration = Duration::from_secs(10);

/// The file in which a search is saved, if there is one.
pub(super) struct Checkpoint<'a> {
    file: Option<(PathBuf, Pace)>,
    aim: String,
    budget: &'a Budget,
}

impl<'a> Checkpoint<'a> {
    /// Opens the file, if there is one, and returns its lines. `aim` says what the search is for.
    pub(super) fn open(
        path: Option<&Path>,
        aim: String,
        budget: &'a Budget,
    ) -> Result<(Checkpoint<'a>, Vec<String>), FileError> {
        let held = path.map(|path| read(path, &aim, budget)).transpose()?;
        let file = path.map(|path| (path.to_owned(), Pace::new(INTERVAL)));
        Ok((Checkpoint { file, aim, budget }, held.unwrap_or_default()))
    }

    /// Saves now and then.
    pub(super) fn keep(&mut self, lines: impl Iterator<Item = String>) {
        if self.file.as_ref().is_some_and(|(_, pace)| pace.is_due()) {
            self.save(lines);
        }
    }

    /// Saves; if that is not possible, the monitor is told.
    pub(super) fn save(&mut self, mut lines: impl Iterator<Item = String>) {
        let Some((path, pace)) = &mut self.file else { return };
        let (aim, disk) = (&self.aim, &self.budget.disk);
        let saved = pace.save(|| {
            FORMAT.write(disk, path, |out| {
                writeln!(out, "{aim}")?;
                lines.try_for_each(|line| writeln!(out, "{line}"))
            })
        });
        self.budget.monitor.note_save(path, saved.map(|_| ()));
    }

    /// The error about a line that makes no sense.
    pub(super) fn damaged(&self) -> FileError {
        let path = self.file.as_ref().map(|(path, _)| path.clone());
        FileError::Damaged { path: path.unwrap_or_default() }
    }
}

/// Checks that the file, if there is one, was saved by a search for pairs of columns on this strip.
pub fn check_saved(strip: &Strip, path: Option<&Path>, budget: &Budget) -> Result<(), FileError> {
    path.map_or(Ok(()), |path| read(path, &strip.sentence(), budget).map(|_| ()))
}

fn read(path: &Path, aim: &str, budget: &Budget) -> Result<Vec<String>, FileError> {
    let Some(payload) = FORMAT.read(&budget.disk, path)? else { return Ok(Vec::new()) };
    let lines: Result<Vec<String>, _> = payload.lines().collect();
    let mut lines = lines.map_err(FileError::reading(path))?.into_iter();
    match lines.next().unwrap_or_default() {
        owner if owner == aim => Ok(lines.collect()),
        owner => Err(FileError::OtherOwner {
            path: path.to_owned(),
            owner: format!("the search for a proof that {owner}"),
        }),
    }
}

/// The obligations found in a search for pairs: they are all that the search has learned.
#[derive(Debug, Default)]
pub(super) struct Obligations(pub(super) Vec<(Vec<Column>, Event)>);

impl Obligations {
    /// All of them, completely.
    pub(super) fn all<'a>(&'a self, strip: &'a Strip) -> impl Iterator<Item = Unmet> + 'a {
        self.0.iter().filter_map(|(columns, event)| strip.obligation(columns, *event))
    }

    /// The obligations as lines: `# .1 .. > plays 21`.
    pub(super) fn write<'a>(&'a self, strip: &'a Strip) -> impl Iterator<Item = String> + 'a {
        self.0.iter().map(|(columns, event)| {
            let columns: Vec<String> = columns.iter().map(|&column| strip.write(column)).collect();
            let event = match event {
                Event::Start => "starts".to_owned(),
                Event::Dead(row) => format!("dead {row}"),
                Event::Move(next) => format!("plays {}", strip.write(*next)),
                Event::Skip => "skips".to_owned(),
            };
            format!("{} > {event}", columns.join(" "))
        })
    }

    /// Reads such lines.
    pub(super) fn read(strip: &Strip, lines: &[String]) -> Option<Obligations> {
        lines.iter().map(|line| obligation(strip, line)).collect::<Option<_>>().map(Obligations)
    }
}

fn obligation(strip: &Strip, line: &str) -> Option<(Vec<Column>, Event)> {
    let (columns, event) = line.split_once(" > ")?;
    let columns: Option<Vec<Column>> = columns.split(' ').map(|text| strip.read(text)).collect();
    let event = match event.split_once(' ') {
        None if event == "starts" => Event::Start,
        None if event == "skips" => Event::Skip,
        Some(("dead", row)) => Event::Dead(row.parse().ok().filter(|&row| row < strip.rows())?),
        Some(("plays", next)) => Event::Move(strip.read(next)?),
        _ => return None,
    };
    let found = (columns?, event);
    strip.obligation(&found.0, found.1).map(|_| found)
}
