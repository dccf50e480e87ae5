//! The place of the store if the user does not name one.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Where the store is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In this file.
    File(PathBuf),
    /// Nowhere: the user has switched it off.
    Off,
    /// Nowhere: no home folder is known.
    Unknown,
}

/// `CHROMEX_STORE` (a file, or `off`), otherwise `chromex/store.sqlite` in the user's data folder.
pub fn default_place() -> Place {
    place_by(|name| std::env::var_os(name).filter(|value| !value.is_empty()))
}

/// The place that a user has named: a file, or `off`. (A file called `off` can be named as
/// `./off`.)
pub fn named_place(name: &Path) -> Place {
    if name.as_os_str() == "off" { Place::Off } else { Place::File(name.to_owned()) }
}

fn place_by(variable: impl Fn(&str) -> Option<OsString>) -> Place {
    if let Some(value) = variable("CHROMEX_STORE") {
        return named_place(Path::new(&value));
    }
    let home = || variable("HOME").map(|home| PathBuf::from(home).join(".local/share"));
    match variable("XDG_DATA_HOME").map(PathBuf::from).or_else(home) {
        Some(folder) => Place::File(folder.join("chromex/store.sqlite")),
        None => Place::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_decide() {
        let place = |set: &[(&str, &str)]| {
            let set: Vec<(String, OsString)> =
                set.iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
            place_by(|name| set.iter().find(|(n, _)| n == name).map(|(_, value)| value.clone()))
        };
        let file = |path: &str| Place::File(path.into());
        assert_eq!(place(&[("HOME", "/h")]), file("/h/.local/share/chromex/store.sqlite"));
        assert_eq!(
            place(&[("HOME", "/h"), ("XDG_DATA_HOME", "/d")]),
            file("/d/chromex/store.sqlite")
        );
        assert_eq!(place(&[("CHROMEX_STORE", "/x"), ("HOME", "/h")]), file("/x"));
        assert_eq!(place(&[("CHROMEX_STORE", "off"), ("HOME", "/h")]), Place::Off);
        assert_eq!(place(&[]), Place::Unknown);
    }
}
