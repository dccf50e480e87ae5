//! Whatever fails and whenever the power is lost: a file is as it was saved last, and a failure to
//! save is reported.

#![allow(clippy::unwrap_used, missing_docs)]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use chromex_files::faults::at_every_operation;
use chromex_files::{Disk, FileError, Format, Log, Replacement, check_writable};

const FORMAT: Format =
    Format { magic: b"chromex-test-3\n", name: "file of a test", sums_magic: true };

fn place(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("chromex-files-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name();
    std::fs::read_dir(folder).unwrap().map(|e| name(e).into_string().unwrap()).collect()
}

fn write(disk: &Disk, path: &Path, text: &str) -> Result<u64, FileError> {
    FORMAT.write(disk, path, |out| out.write_all(text.as_bytes()))
}

fn read(disk: &Disk, path: &Path) -> Result<Option<String>, FileError> {
    let payload = FORMAT.read(disk, path)?;
    Ok(payload.map(|payload| std::io::read_to_string(payload).unwrap()))
}

#[test]
fn there_is_always_the_old_file_or_the_new_one() {
    let happened = at_every_operation(
        &place("replace"),
        |folder| assert!(write(&Disk::real(), &folder.join("file"), "old").is_ok()),
        |folder, disk| {
            let path = folder.join("file");
            check_writable(disk, &path)?;
            write(disk, &path, &"new".repeat(10_000))
        },
        |folder, fault, at, result| {
            let found = read(&Disk::real(), &folder.join("file")).unwrap().unwrap();
            let new = found == "new".repeat(10_000);
            assert!(new || found == "old", "{fault:?} at {at}");
            assert!(new || result.is_err(), "{fault:?} at {at}: told that it is saved");
            // Only files that cannot be removed are left behind.
            let left = names(folder).len();
            assert!(left == 1 || fault.is_power_loss() || result.is_ok(), "{fault:?} at {at}");
        },
    );
    assert!(happened.unwrap() > 40);
}

#[test]
fn a_log_has_every_record_that_was_appended() {
    let appended = |folder: &Path, disk: &Disk| {
        let mut done = 0;
        let Ok(mut log) = Log::open(disk, &folder.join("log"), &FORMAT, false) else { return 0 };
        for i in 0..6_u8 {
            // After a failure the caller may try again.
            if log.append(&[i; 100]).or_else(|_| log.append(&[i; 100])).is_err() {
                break;
            }
            done += 1;
        }
        done
    };
    let happened = at_every_operation(
        &place("log"),
        |_| (),
        appended,
        |folder, fault, at, done| {
            let log = Log::open(&Disk::real(), &folder.join("log"), &FORMAT, false).unwrap();
            let records: Vec<Vec<u8>> = log.records().unwrap().map(Result::unwrap).collect();
            let expected: Vec<Vec<u8>> = (0..6).map(|i| vec![i; 100]).collect();
            let found = records.len();
            assert!(found >= done && records == expected[..found], "{fault:?} at {at}: {found}");
        },
    );
    assert!(happened.unwrap() > 60);
}

/// A failure to read is reported, and never taken for the end of the records.
#[test]
fn reading_fails_loudly_and_destroys_nothing() {
    at_every_operation(
        &place("read"),
        |folder| {
            let mut log = Log::open(&Disk::real(), &folder.join("log"), &FORMAT, false).unwrap();
            (0..3).for_each(|i| log.append(&[i; 50_000]).unwrap());
            write(&Disk::real(), &folder.join("file"), &"text".repeat(10_000)).unwrap();
        },
        |folder, disk| {
            let text = read_all(disk, &folder.join("file"))?;
            let mut log = Log::open(disk, &folder.join("log"), &FORMAT, false)?;
            let records = log.records()?.collect::<Result<Vec<_>, _>>()?;
            log.append(b"more")?;
            Ok((text, records.len()))
        },
        |folder, fault, at, result: Result<_, FileError>| {
            if let Ok((text, records)) = result {
                assert_eq!((text.len(), records), (40_000, 3), "{fault:?} at {at}");
            }
            let log = Log::open(&Disk::real(), &folder.join("log"), &FORMAT, false).unwrap();
            assert!(log.records().unwrap().count() >= 3, "{fault:?} at {at}");
        },
    )
    .unwrap();
}

fn read_all(disk: &Disk, path: &Path) -> Result<String, FileError> {
    let mut text = String::new();
    let mut payload = FORMAT.read(disk, path)?.unwrap();
    payload.read_to_string(&mut text).map_err(FileError::reading(path))?;
    Ok(text)
}

#[test]
fn what_is_not_whole_is_not_believed() {
    let folder = place("believed");
    let (disk, path) = (Disk::real(), folder.join("file"));
    assert_eq!(read(&disk, &path), Ok(None));
    write(&disk, &path, "some text").unwrap();
    assert_eq!(read(&disk, &path), Ok(Some("some text".to_owned())));
    let whole = std::fs::read(&path).unwrap();
    let refusal = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        read(&disk, &path).unwrap_err()
    };
    for bit in 0..8 * whole.len() {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let refused = refusal(&bytes);
        match refused {
            FileError::Damaged { .. } => assert!(bit / 8 >= FORMAT.magic.len(), "{bit}"),
            FileError::Foreign { .. } => assert!(bit / 8 < FORMAT.magic.len(), "{bit}"),
            FileError::OtherVersion { .. } => assert_eq!(bit / 8, FORMAT.magic.len() - 2),
            other => panic!("{bit}: {other}"),
        }
    }
    for end in 0..whole.len() {
        let is_foreign = matches!(refusal(&whole[..end]), FileError::Foreign { .. });
        assert_eq!(is_foreign, end < FORMAT.magic.len(), "{end}");
    }
    let mut longer = whole;
    longer.push(0);
    assert_eq!(refusal(&longer), FileError::Damaged { path: path.clone() });
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn places_that_are_no_plain_files() {
    let folder = place("places");
    let disk = Disk::real();
    let missing = folder.join("no/such/file");
    for path in [&folder, &missing] {
        let told = check_writable(&disk, path).unwrap_err().to_string();
        assert!(told.starts_with(&format!("cannot write `{}`: ", path.display())), "{told}");
    }
    // A device is not replaced by a file.
    let null = Path::new("/dev/null");
    if null.exists() {
        check_writable(&disk, null).unwrap();
        let mut file = Replacement::begin(&disk, null).unwrap();
        file.write_all(b"nothing").unwrap();
        file.finish().unwrap();
        assert!(!std::fs::metadata(null).unwrap().is_file());
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = place("links");
    let (disk, file, link) = (Disk::real(), folder.join("file"), folder.join("link"));
    std::fs::write(&file, "old").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    write(&disk, &link, "new").unwrap();
    assert!(link.is_symlink() && !file.is_symlink());
    assert_eq!(read(&disk, &file), Ok(Some("new".to_owned())));
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o440)).unwrap();
    assert!(matches!(check_writable(&disk, &file), Err(FileError::Write { .. })));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn drafts_of_the_dead_are_removed_and_those_of_the_living_are_not() {
    let folder = place("drafts");
    let (disk, path) = (Disk::real(), folder.join("file"));
    std::fs::write(folder.join("file.draft-1-1"), "left behind").unwrap();
    std::fs::write(folder.join("file.draft"), "somebody's own").unwrap();
    let mut living = Replacement::begin(&disk, &path).unwrap();
    living.write_all(b"text").unwrap();
    check_writable(&disk, &path).unwrap();
    assert_eq!(names(&folder).len(), 2, "{:?}", names(&folder));
    living.finish().unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"text");
    assert!(!folder.join("file.draft-1-1").exists() && folder.join("file.draft").exists());
    std::fs::remove_dir_all(folder).unwrap();
}
