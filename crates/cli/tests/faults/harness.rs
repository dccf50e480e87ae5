//! Runs a command once for each call that fails, and looks at what is left.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// A command and what must be true of it.
pub(crate) struct Scenario {
    pub name: &'static str,
    /// Commands that make the files that are there before. `{}` is the folder.
    pub before: &'static [&'static str],
    /// What is done to these files then.
    pub prepare: fn(&Path),
    pub command: &'static str,
    /// What it answers, from standard output.
    pub answer: fn(&str) -> String,
    /// Whether it answers whatever happens to its files.
    pub always_answers: bool,
    /// The code with which it ends if nothing fails.
    pub success: i32,
    /// Whether what it kept survives the power, once it has said so.
    pub is_durable: bool,
    /// Whether the next run has nothing to do, and refuses to do it again.
    pub is_done: fn(&Path) -> bool,
    /// Looks whether the files are in order; `true` if what the command made must be there.
    pub check: fn(&Left<'_>, bool),
}

/// The files in a folder.
pub(crate) type Image = BTreeMap<String, Vec<u8>>;

/// What a command has left behind.
pub(crate) struct Left<'a> {
    pub folder: &'a Path,
    /// The files that were there before, …
    pub before: &'a Image,
    /// … and those that are there if nothing fails.
    pub whole: &'a Image,
}

/// What goes wrong at a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    /// The call fails with this number of an error.
    Error(i32),
    Full,
    Short,
    Kill,
}

const NOT_PERMITTED: i32 = 13;
const INPUT_OR_OUTPUT: i32 = 5;

const FAULTS: [Fault; 5] = [
    Fault::Error(INPUT_OR_OUTPUT),
    Fault::Error(NOT_PERMITTED),
    Fault::Full,
    Fault::Short,
    Fault::Kill,
];

/// How a command ended.
struct Run {
    output: Output,
    /// The call that failed, if one did.
    fault: Option<String>,
    /// How many calls there were, unless it was killed.
    calls: usize,
}

impl Run {
    fn text(&self) -> (String, String) {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&self.output.stdout), text(&self.output.stderr))
    }

    /// Whether it said that what it did is kept.
    fn says_saved(&self, success: i32) -> bool {
        let told = self.text().1;
        self.output.status.code() == Some(success)
            && !told.contains("not saved")
            && !told.contains("note:")
    }
}

/// A folder for the files, one for what the disk has of them, and the log.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let place =
            std::env::temp_dir().join(format!("chromex-faults-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&place);
        std::fs::create_dir_all(place.join("files")).unwrap();
        std::fs::create_dir_all(place.join("disk")).unwrap();
        Place(place.canonicalize().unwrap())
    }

    fn folder(&self) -> PathBuf {
        self.0.join("files")
    }

    /// Runs a command with a fault at a call.
    fn run(&self, arguments: &str, fault: Fault, at: usize) -> Run {
        let log = self.0.join("log");
        let _ = std::fs::remove_file(&log);
        let kind = match fault {
            Fault::None => "none",
            Fault::Error(_) => "error",
            Fault::Full => "full",
            Fault::Short => "short",
            Fault::Kill => "kill",
        };
        let mut command = program(&self.folder(), arguments);
        command.env("LD_PRELOAD", library()).env("FAULT_FOLDER", self.folder());
        command.env("FAULT_KIND", kind).env("FAULT_AT", at.to_string()).env("FAULT_LOG", &log);
        if matches!(fault, Fault::None | Fault::Kill) {
            command.env("FAULT_DISK", self.0.join("disk"));
        }
        if let Fault::Error(number) = fault {
            command.env("FAULT_ERROR", number.to_string());
        }
        let output = command.output().unwrap();
        let log = std::fs::read_to_string(log).unwrap_or_default();
        let calls = log.lines().find_map(|line| line.strip_prefix("calls "));
        Run {
            output,
            fault: log.lines().find(|line| !line.starts_with("calls ")).map(str::to_owned),
            calls: calls.map_or(0, |number| number.trim().parse().unwrap()),
        }
    }

    /// Leaves these files in the folder, and the same on the disk.
    fn restore(&self, image: &Image) {
        for folder in ["files", "disk"] {
            let old = std::fs::read_dir(self.0.join(folder)).unwrap();
            old.for_each(|entry| std::fs::remove_file(entry.unwrap().path()).unwrap());
        }
        let mut names = String::new();
        for (name, bytes) in image {
            let path = self.folder().join(name);
            std::fs::write(&path, bytes).unwrap();
            let inode = path.metadata().unwrap().ino();
            std::fs::write(self.0.join("disk").join(inode.to_string()), bytes).unwrap();
            names.push_str(&format!("{inode} {name}\n"));
        }
        std::fs::write(self.0.join("disk/names"), names).unwrap();
    }

    /// The files as they are found when the power has gone and come back. Names may have reached the disk
    /// before they had to, without the contents.
    fn after_power_cut(&self, names_early: bool) -> Image {
        let synced = std::fs::read_to_string(self.0.join("disk/names")).unwrap();
        let synced = synced.lines().map(|line| line.split_once(' ').unwrap());
        let synced = synced.map(|(inode, name)| (name.to_owned(), inode.to_owned()));
        let now = std::fs::read_dir(self.folder()).unwrap().map(|entry| {
            let entry = entry.unwrap();
            let inode = entry.metadata().unwrap().ino().to_string();
            (entry.file_name().into_string().unwrap(), inode)
        });
        let names: Vec<(String, String)> =
            if names_early { now.collect() } else { synced.collect() };
        let contents = |inode: &str| std::fs::read(self.0.join("disk").join(inode));
        names
            .into_iter()
            .map(|(name, inode)| (name, contents(&inode).unwrap_or_default()))
            .collect()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The program, not yet started.
pub(crate) fn program(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("chromex"));
    command.env("CHROMEX_STORE", "off");
    command.args(arguments.replace("{}", folder.to_str().unwrap()).split(' '));
    command
}

/// The files in a folder.
fn files(folder: &Path) -> Image {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let file = |entry: std::fs::DirEntry| {
        (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())
    };
    entries.map(file).collect()
}

/// The library that makes calls fail, compiled once.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/preload.c");
        let library = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("faults-{}.so", std::process::id()));
        let compiler = std::env::var_os("CC").unwrap_or("cc".into());
        let mut command = Command::new(compiler);
        command.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source);
        assert!(command.status().unwrap().success(), "the library does not compile");
        library
    })
}

/// A number that tells which calls fail where not all do; the same unless `CHROMEX_FAULTS_SEED` says another.
fn seed() -> usize {
    std::env::var("CHROMEX_FAULTS_SEED").map_or(0, |seed| seed.parse().unwrap())
}

/// Has calls of a command fail, one in each run: all of them, or so many for each kind of fault.
pub(crate) fn at_calls(scenario: &Scenario, most: Option<usize>) {
    let place = Place::new(&format!("{}-{}", scenario.name, most.unwrap_or_default()));
    for command in scenario.before {
        program(&place.folder(), command).output().unwrap();
    }
    (scenario.prepare)(&place.folder());
    let before = files(&place.folder());
    place.restore(&before);
    let run = place.run(scenario.command, Fault::None, 0);
    assert_eq!(
        run.output.status.code(),
        Some(scenario.success),
        "{}: {:?}",
        scenario.name,
        run.text()
    );
    let (whole, cut) = (files(&place.folder()), place.after_power_cut(false));
    let folder = place.folder();
    let trial = Trial {
        scenario,
        place: &place,
        answer: (scenario.answer)(&run.text().0),
        left: Left { folder: &folder, before: &before, whole: &whole },
    };
    place.restore(&cut);
    (scenario.check)(&trial.left, scenario.is_durable);
    let points = most.unwrap_or(run.calls).min(run.calls);
    let mut happened = 0;
    for (kind, &fault) in FAULTS.iter().enumerate() {
        for point in 0..points {
            // Each kind of fault at other calls, where not all are tried, and others with each seed.
            let shift =
                (kind * run.calls / FAULTS.len() + seed() % run.calls.max(1)) % run.calls.max(1);
            let at = 1 + (point * run.calls + shift) / points;
            happened += usize::from(trial.try_fault(fault, at));
        }
    }
    assert!(
        happened >= 3 * points,
        "{}: only {happened} faults in {} calls",
        scenario.name,
        run.calls
    );
}

/// A command that faults are tried on.
struct Trial<'a> {
    scenario: &'a Scenario,
    place: &'a Place,
    /// What it answers if nothing fails.
    answer: String,
    left: Left<'a>,
}

impl Trial<'_> {
    /// Whether there were enough calls for the fault.
    fn try_fault(&self, fault: Fault, at: usize) -> bool {
        self.place.restore(self.left.before);
        let run = self.place.run(self.scenario.command, fault, at);
        let Some(call) = &run.fault else { return false };
        let (out, err) = run.text();
        let name = self.scenario.name;
        let context = format!("{name}: {fault:?} at call {at} ({call})\n{out}\n{err}");
        // Whoever fails below is told what was tried.
        let told = Told(context);
        assert!(!err.contains("panicked"));
        let mut images = vec![files(self.left.folder)];
        if fault == Fault::Kill {
            assert_eq!(run.output.status.signal(), Some(9));
            images.extend([false, true].map(|early| self.place.after_power_cut(early)));
        } else {
            self.check_end(&run, &out, &err);
        }
        for image in images {
            self.place.restore(&image);
            (self.scenario.check)(
                &self.left,
                fault != Fault::Kill && run.says_saved(self.scenario.success),
            );
            self.place.restore(&image);
            if !(self.scenario.is_done)(self.left.folder) {
                self.check_again();
            }
        }
        drop(told);
        true
    }

    /// The next run, in which nothing fails, gives the right answer and makes what it should.
    fn check_again(&self) {
        let again = program(self.left.folder, self.scenario.command).output().unwrap();
        let text = |bytes| String::from_utf8_lossy(bytes);
        let (out, err) = (text(&again.stdout), text(&again.stderr));
        assert_eq!(again.status.code(), Some(self.scenario.success), "again: {out}{err}");
        assert_eq!((self.scenario.answer)(&out), self.answer, "again");
        (self.scenario.check)(&self.left, true);
    }

    /// A command that was not killed ends by itself, with its answer or with a message.
    fn check_end(&self, run: &Run, out: &str, err: &str) {
        let code = run.output.status.code();
        assert!(code.is_some(), "it is ended by signal {:?}", run.output.status.signal());
        if code == Some(self.scenario.success) {
            assert_eq!((self.scenario.answer)(out), self.answer);
        } else {
            assert!(!self.scenario.always_answers, "there is no answer");
            let told = err.contains("error:")
                || ["rejected", "damaged:"].iter().any(|word| out.contains(word));
            assert!(matches!(code, Some(1..=3)) && told, "{code:?} without a message");
        }
    }
}

/// Printed if a test fails before it is dropped.
struct Told(String);

impl Drop for Told {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.0);
        }
    }
}
