//! Several tables read as one: files, folders, patterns, and the parts of a census, of which none
//! may be missing.

use std::path::{Path, PathBuf};

use chromex::Budget;
use chromex::graphs::generate::Part;

use crate::files::{Described, FileError, Format, Table, common};
use crate::{Cell, Columns};

/// Why tables cannot be read as one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TablesError {
    /// One of them cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// No table was named.
    #[error("there is no table")]
    Nothing,
    /// A folder or pattern contains no tables.
    #[error("there is no table in `{0}`")]
    None(String),
    /// These two tables have different columns.
    #[error("`{path}` has other columns than `{first}`", path = .0.display(), first = .1.display())]
    Columns(PathBuf, PathBuf),
    /// Parts of different censuses.
    #[error("`{path}` belongs to another census:\n  there  {there}\n  `{first}`  {here}", path = .0.display(), there = .1, first = .2.display(), here = .3)]
    Other(PathBuf, String, PathBuf, String),
    /// Two tables contain the same part.
    #[error("`{a}` and `{b}` both hold part {part}", a = .0.display(), b = .1.display(), part = .2)]
    Twice(PathBuf, PathBuf, Part),
    /// Some parts are missing.
    #[error(
        "these are parts of a census, and {0} is missing: name all of them, or allow it with --incomplete"
    )]
    Missing(Part),
}

/// Tables with the same columns, one after the other.
#[derive(Debug)]
pub struct Tables {
    tables: Vec<Table>,
    columns: Columns,
    budget: Budget,
}

impl Tables {
    /// Opens tables: files, folders with tables in them, and patterns such as `part-*.parquet`.
    pub fn open(places: &[PathBuf], format: Option<Format>) -> Result<Tables, TablesError> {
        Tables::open_within(places, format, &Budget::default())
    }

    /// As [`Tables::open`]; whoever reads the tables keeps within the budget, whose time begins now.
    pub fn open_within(
        places: &[PathBuf],
        format: Option<Format>,
        budget: &Budget,
    ) -> Result<Tables, TablesError> {
        let budget = budget.running();
        let mut tables = Vec::new();
        for place in places {
            for path in files_at(place)? {
                tables.push(Table::open_within(&path, format, &budget)?);
            }
        }
        let Some(first) = tables.first() else { return Err(TablesError::Nothing) };
        let (first, mut columns) = (first.path().to_owned(), first.columns().clone());
        // A column that looks like whole numbers in one text file may contain fractions or words in
        // another.
        for table in &tables {
            for (column, (_, kind)) in columns.iter_mut().zip(table.columns()) {
                column.1 = common(column.1, *kind);
            }
        }
        match tables.iter_mut().find_map(|t| (!t.read_as(&columns)).then(|| t.path().to_owned())) {
            Some(other) => Err(TablesError::Columns(other, first)),
            None => Ok(Tables { tables, columns, budget }),
        }
    }

    /// What reading them may cost, with the time that runs.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The columns, which are the same in all tables.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Checks that tables which are parts of a census belong to the same census, and that no part
    /// is missing.
    pub fn check_parts(&self) -> Result<(), TablesError> {
        let mut parts = Vec::new();
        for table in &self.tables {
            let described = table.described()?.filter(|census| census.part.of > 1);
            parts.extend(described.map(|census| (census, table.path())));
        }
        parts.sort_by_cached_key(|(census, _)| census.part.index);
        let Some((census, first)) = parts.first().filter(|_| self.tables.len() > 1) else {
            return Ok(());
        };
        let of = census.part.of;
        let differs = |other: &Described| (&other.asked, other.part.of) != (&census.asked, of);
        if let Some((other, path)) = parts.iter().find(|(other, _)| differs(other)) {
            let (there, here) = (other.to_string(), census.to_string());
            return Err(TablesError::Other(path.to_path_buf(), there, first.to_path_buf(), here));
        }
        for ((one, a), (other, b)) in parts.iter().zip(&parts[1..]) {
            if one.part == other.part {
                return Err(TablesError::Twice(a.to_path_buf(), b.to_path_buf(), one.part));
            }
        }
        // The parts are sorted, and each occurs once.
        let missing = (0..of).find(|&index| {
            parts.get(index as usize).is_none_or(|(census, _)| census.part.index != index)
        });
        missing.map_or(Ok(()), |index| Err(TablesError::Missing(Part { index, of })))
    }

    /// Calls `each` with every row until it returns false.
    pub fn for_each_row(&self, each: &mut dyn FnMut(Vec<Cell>) -> bool) -> Result<(), FileError> {
        let mut go_on = true;
        for table in &self.tables {
            if go_on {
                table.for_each_row(&mut |row| {
                    go_on = each(row);
                    go_on
                })?;
            }
        }
        Ok(())
    }
}

impl From<Table> for Tables {
    fn from(table: Table) -> Tables {
        let columns = table.columns().clone();
        let budget = table.budget().clone();
        Tables { tables: vec![table], columns, budget }
    }
}

/// The file itself, the tables in a folder, or the files that match a pattern, sorted by name.
fn files_at(place: &Path) -> Result<Vec<PathBuf>, TablesError> {
    if place.is_dir() {
        return list(place, &is_table, place);
    }
    let pattern = place.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if place.exists() || !pattern.contains(['*', '?']) {
        return Ok(vec![place.to_owned()]);
    }
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    list(folder.unwrap_or(Path::new(".")), &|name| fits(pattern, name), place)
}

/// Files whose names begin with a dot or an underscore are not data, as in other programs.
fn is_table(name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
    !name.starts_with(['.', '_']) && matches!(ending, Some("parquet" | "csv" | "jsonl" | "ndjson"))
}

/// The files of a folder whose names are accepted.
fn list(
    folder: &Path,
    wanted: &dyn Fn(&str) -> bool,
    typed: &Path,
) -> Result<Vec<PathBuf>, TablesError> {
    let failed = |error: std::io::Error| FileError::Io(folder.to_owned(), error.to_string());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if path.is_file() && name.is_some_and(wanted) {
            found.push(path);
        }
    }
    found.sort();
    match found.is_empty() {
        true => Err(TablesError::None(typed.display().to_string())),
        false => Ok(found),
    }
}

/// Whether a name matches a pattern in which `*` is any text and `?` any character.
fn fits(pattern: &str, name: &str) -> bool {
    // Which beginnings of the name match the part of the pattern that was read.
    let name: Vec<char> = name.chars().collect();
    let mut fits = vec![false; name.len() + 1];
    fits[0] = true;
    for sign in pattern.chars() {
        let before = fits.clone();
        for end in 0..=name.len() {
            let one_more = end > 0 && before[end - 1] && (sign == '?' || sign == name[end - 1]);
            fits[end] =
                if sign == '*' { before[end] || end > 0 && fits[end - 1] } else { one_more };
        }
    }
    fits[name.len()]
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns() {
        for (pattern, name) in
            [("*", "x"), ("a*c", "ac"), ("a*c", "abbc"), ("p-?.csv", "p-1.csv"), ("*a*", "bab")]
        {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("?", ""), ("a*c", "acb"), ("*.csv", "x.csv.part"), ("p-?.csv", "p-12.csv")]
        {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }
}
