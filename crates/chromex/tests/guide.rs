//! The Rust examples of the README and of docs/guide.md: they compile, they run, and the pages show
//! exactly this code.

#![allow(clippy::unwrap_used, missing_docs)]

use std::error::Error;
use std::fs;
use std::path::Path;

fn of_the_readme() -> Result<(), Box<dyn Error>> {
    // README.md
    let answer = chromex::solve("icol", "grid:3x5")?;
    assert_eq!(answer.value.unwrap().to_string(), "*3");
    // end
    Ok(())
}

#[rustfmt::skip] // the page has the import where it is needed
fn of_the_guide() -> Result<(), Box<dyn Error>> {
    // docs/guide.md
    let answer = chromex::solve("icol", "grid:3x5")?;
    println!("{}", answer.value.unwrap());

    use chromex::{Ask, Question, rules::Position};
    let position: Position = "snort path:6 B....W left".parse()?;
    let answer = chromex::ask(&Question::new(&position, Ask::AllMoves))?;
    for found in &answer.moves {
        println!("{}", position.write_move(found.played));
    }
    // end
    Ok(())
}

/// The code of this file between the line with this mark and the next `// end`.
fn code(mark: &str) -> String {
    let source = include_str!("guide.rs");
    let start = source.split(&format!("    // {mark}\n")).nth(1).unwrap();
    let code = start.split("    // end\n").next().unwrap();
    code.lines()
        .map(|line| line.strip_prefix("    ").unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn the_pages_show_code_that_runs() {
    of_the_readme().unwrap();
    of_the_guide().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for page in ["README.md", "docs/guide.md"] {
        let text = fs::read_to_string(root.join(page)).unwrap();
        let blocks: Vec<&str> = text.split("```rust\n").skip(1).collect();
        let [block] = blocks[..] else { panic!("{page} has {} Rust blocks", blocks.len()) };
        assert_eq!(block.split("\n```").next().unwrap(), code(page), "{page}");
    }
}
