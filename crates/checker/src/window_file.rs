//! The file of a certificate that Bob wins on boards of every length: lines of text.

use std::collections::BTreeSet;
use std::fmt;
use std::io::BufRead;

use chromex_text::Checksum;

use crate::header::{Lines, number};
use crate::strip_file::{finish, game};
use crate::window::{Columns, Window};
use crate::{Games, Rejection};

const TITLE: &str = "chromex window certificate 1";

/// An upper bound on the bytes of a position in the set.
const BYTES_OF_A_POSITION: u64 = 256;

/// A certificate that Bob wins on boards of every length.
#[derive(Debug, Clone)]
pub struct WindowCertificate {
    /// The game, the boards and the window: the sentence [`Window::sentence`] is true.
    pub window: Window,
    /// Positions after a move of Bob; of symmetric ones, only the smallest.
    pub positions: BTreeSet<Columns>,
}

/// Whether a file begins like such a certificate. This reads nothing from `input`.
pub fn is_window(input: &mut dyn BufRead) -> bool {
    input.fill_buf().is_ok_and(|start| start.starts_with(TITLE.as_bytes()))
}

impl WindowCertificate {
    /// Reads a certificate about one of these games and checks it, using no more than about
    /// `memory` bytes; `watch` is called often with the number of answers looked for so far, and
    /// says whether to go on.
    pub fn check(
        input: &mut dyn BufRead,
        games: &Games<'_>,
        memory: u64,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<WindowCertificate, Rejection> {
        let certificate = WindowCertificate::read(input, games, memory)?;
        let WindowCertificate { window, positions } = &certificate;
        let mut answers = 0;
        let unanswered = window.unanswered(positions, &mut || {
            answers += 1;
            watch(answers)
        });
        match unanswered {
            Err(_) => Err(Rejection::Stopped(answers)),
            Ok(Some((before, after))) => {
                Err(Rejection::Unmet(window.explain(before.as_deref(), &after)))
            }
            Ok(None) => Ok(certificate),
        }
    }

    fn read(
        input: &mut dyn BufRead,
        games: &Games<'_>,
        memory: u64,
    ) -> Result<WindowCertificate, Rejection> {
        let bad = Rejection::Header;
        let mut lines = Lines::new(input);
        let (stated, game) = game(&mut lines, TITLE, games)?;
        let boards = lines.field("boards")?;
        let size = lines.field("window")?;
        let (height, width) = size
            .split_once('x')
            .and_then(|(height, width)| Some((height.parse().ok()?, width.parse().ok()?)))
            .ok_or_else(|| bad(format!("window: `{size}` is no size such as 4x5")))?;
        let window = Window::new(game, &boards, height, width).map_err(bad)?;
        if stated != window.sentence() {
            return Err(bad(format!(
                "the head says “{stated}”, but claims: {}",
                window.sentence()
            )));
        }
        let count = number("positions", &lines.field("positions")?)?;
        let bytes = count.saturating_mul(BYTES_OF_A_POSITION);
        if bytes > memory {
            return Err(Rejection::Memory { positions: count, bytes });
        }
        let mut positions = BTreeSet::new();
        for _ in 0..count {
            let line = lines.line()?;
            lines.add(&line);
            positions.insert(position(&window, line.trim_end_matches('\n'))?);
        }
        let certificate = WindowCertificate { window, positions };
        finish(lines, &certificate.text())?;
        Ok(certificate)
    }

    /// The text of the file, without its checksum.
    fn text(&self) -> String {
        let WindowCertificate { window, positions } = self;
        let (sentence, name, boards) = (window.sentence(), window.game().name(), window.boards());
        let (height, width) = window.size();
        let head = format!(
            "{TITLE}\nsays: {sentence}\ngame: {name}\nboards: {boards}\nwindow: {height}x{width}\n"
        );
        let line = |columns: &Columns| format!("{}\n", window.write(columns));
        let lines: String = positions.iter().map(line).collect();
        format!("{head}positions: {}\n{lines}", positions.len())
    }
}

fn position(window: &Window, line: &str) -> Result<Columns, Rejection> {
    let columns = window.read(line).filter(|columns| *columns == window.first_image(columns));
    columns.ok_or_else(|| {
        let problem =
            "is no legal position of the window, or not the first of those that count as the same";
        Rejection::Header(format!("`{line}` {problem}"))
    })
}

impl fmt::Display for WindowCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text();
        writeln!(f, "{text}checksum: {:016x}", Checksum::of(text.as_bytes()).0)
    }
}
