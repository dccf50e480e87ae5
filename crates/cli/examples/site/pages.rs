//! The pages of the site: those that are written by hand, and those that are made from what the library knows.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use chromex::certificate::checker::Statement;
use chromex::certificate::{prove, suggest};
use chromex::claims::{self, LOST, figures, record};
use chromex::rules::{GAMES, GameInfo, Position, parse_game};
use chromex::sequence::{self, Sequence, Until, compute, period};
use chromex::theory::{PAPERS, Paper};
use chromex::{Budget, describe, solve};

/// The folder of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Pages that are written by hand: where they are, what they are called in the site, and their titles.
const WRITTEN: [(&str, &str, &str); 24] = [
    ("README.md", "index.md", "Chromex"),
    ("docs/guide.md", "guide.md", "The guide"),
    ("docs/browser.md", "browser.md", "In the browser"),
    ("docs/static-site.md", "static-site.md", "In the browser, without a server"),
    ("docs/python.md", "python.md", "In Python and Jupyter"),
    ("docs/census.md", "census.md", "Census, query, store"),
    ("docs/conjectures.md", "conjectures.md", "Conjectures"),
    ("docs/cluster.md", "cluster.md", "Many machines"),
    ("docs/games.md", "games.md", "Games of your own"),
    ("docs/values.md", "values.md", "Values and sums"),
    ("docs/partisan-tables.md", "partisan-tables.md", "Tables of Col and Snort"),
    ("docs/sequences.md", "sequences.md", "Sequences"),
    ("docs/certificates.md", "certificates.md", "Certificates"),
    ("docs/every-n.md", "every-n.md", "Proofs for every n"),
    ("docs/cylinders.md", "cylinders.md", "Cylinders of four rows"),
    ("docs/five-rows.md", "five-rows.md", "Five rows"),
    ("docs/verified.md", "verified.md", "The verified checker"),
    ("docs/verification.md", "verification.md", "Every claim"),
    ("docs/open-problems.md", "open-problems.md", "Open problems"),
    ("docs/for-authors.md", "for-authors.md", "For the authors of the papers"),
    ("FINDINGS.md", "findings.md", "Findings"),
    ("BENCHMARKS.md", "benchmarks.md", "Benchmarks"),
    ("CHANGELOG.md", "changelog.md", "Changes"),
    ("CONTRIBUTING.md", "contributing.md", "Contributing"),
];

/// Sequences with a page: how they are typed, and what they are.
const SEQUENCES: [(&str, &str); 10] = [
    (".77", "Kayles"),
    (".137", "Dawson's Chess"),
    (".007", "Treblecross"),
    ("node-kayles", "Node Kayles on paths"),
    ("node-kayles/cycle", "Node Kayles on cycles"),
    ("blue-red", "The blue-red game on directed paths"),
    ("icol", "Impartial Col on paths"),
    ("isnort", "Impartial Snort on paths"),
    ("proper:3", "Proper 3-colouring on paths"),
    ("distance:2:1", "One colour, at distance three or more, on paths"),
];

/// How far the pages go.
const TERMS: usize = 1000;

/// Terms of sequences for which only slow recurrences are known.
const FEWER_TERMS: usize = 300;

/// Writes the sources of the book, and gives the number of its pages.
pub(crate) fn write(root: &Path, folder: &Path) -> anyhow::Result<usize> {
    let source = folder.join("src");
    for part in ["games", "papers", "sequences", "images"] {
        fs::create_dir_all(source.join(part))?;
    }
    let mut summary = Summary::default();
    for (path, name, title) in WRITTEN {
        let text = fs::read_to_string(root.join(path)).with_context(|| path.to_owned())?;
        summary.page(&source, 0, title, name, &linked(&text, path))?;
    }
    for image in fs::read_dir(root.join("docs/images"))? {
        let path = image?.path();
        fs::copy(&path, source.join("images").join(path.file_name().unwrap_or_default()))?;
    }
    summary.part("The games");
    for info in GAMES {
        summary.page(&source, 0, info.title, &game_page_name(info), &game_page(info)?)?;
    }
    summary.part("The papers");
    for paper in PAPERS {
        let name = format!("papers/{}.md", paper.key);
        summary.page(&source, 0, paper.short, &name, &paper_page(paper))?;
    }
    summary.part("Some sequences");
    for (typed, title) in SEQUENCES {
        let name = file_name(typed);
        let page = sequence_page(typed, title, &source.join("sequences").join(&name))?;
        summary.page(&source, 0, title, &format!("sequences/{name}.md"), &page)?;
    }
    fs::write(source.join("SUMMARY.md"), &summary.text)?;
    fs::write(folder.join("book.toml"), BOOK)?;
    Ok(summary.pages)
}

const BOOK: &str = "\
[book]
title = \"Chromex\"
description = \"A laboratory for colouring games on graphs\"
authors = [\"The Chromex authors\"]
language = \"en\"

[output.html]
default-theme = \"light\"
no-section-label = true
";

/// The list of chapters, from which mdBook knows the pages.
#[derive(Default)]
struct Summary {
    text: String,
    pages: usize,
}

impl Summary {
    fn part(&mut self, title: &str) {
        self.text += &format!("\n# {title}\n\n");
    }

    fn page(
        &mut self,
        source: &Path,
        depth: usize,
        title: &str,
        name: &str,
        text: &str,
    ) -> anyhow::Result<()> {
        if self.pages == 0 {
            self.text += "# Summary\n\n";
        }
        fs::write(source.join(name), text)?;
        self.text += &format!("{}- [{title}]({name})\n", "  ".repeat(depth));
        self.pages += 1;
        Ok(())
    }
}

/// A page with its links as they are in the site; what is not in the site is on the forge.
fn linked(text: &str, path: &str) -> String {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let mut linked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("](") {
        let (before, after) = rest.split_at(at + 2);
        let end = after.find(')').unwrap_or(0);
        linked += before;
        linked += &link(&after[..end], folder);
        rest = &after[end..];
    }
    linked + rest
}

fn link(target: &str, folder: &Path) -> String {
    if target.contains("://") || target.starts_with('#') || target.contains(char::is_whitespace) {
        return target.to_owned();
    }
    let (file, heading) = target.split_once('#').map_or((target, None), |(f, h)| (f, Some(h)));
    let path = normal(&folder.join(file));
    let heading = heading.map(|heading| format!("#{heading}")).unwrap_or_default();
    if let Some((_, name, _)) = WRITTEN.iter().find(|(written, ..)| *written == path) {
        return format!("{name}{heading}");
    }
    match path.strip_prefix("docs/images/") {
        Some(image) => format!("images/{image}"),
        None => format!("{REPOSITORY}/blob/main/{path}{heading}"),
    }
}

/// Where the sources are.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// A path without `..`.
fn normal(path: &Path) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => {
                parts.pop();
            }
            part => parts.push(part.as_os_str().to_string_lossy().into_owned()),
        }
    }
    parts.join("/")
}

fn file_name(typed: &str) -> String {
    typed.trim_start_matches('.').replace([':', '/'], "-")
}

fn game_page_name(info: &GameInfo) -> String {
    format!("games/{}.md", info.name)
}

/// What is drawn and solved on the page of a game: the first of these on which it can be played.
const BOARDS: [&str; 5] = ["grid:3x3", "path:5", "dipath:5", "cycle:4", "complete:3"];

/// How a game is played, typed, searched and known, with an example.
fn game_page(info: &GameInfo) -> anyhow::Result<String> {
    let game = parse_game(info.example)?;
    let report = describe(&game);
    let mut page = format!("# {}\n\n{}\n\n", info.title, info.summary);
    page += &format!(
        "Typed `{}`, for example `{}`. Convention: {}. From {}.\n",
        info.usage, info.example, report.convention, info.paper
    );
    page += "\n## The rules\n\n";
    for rule in &report.rules {
        page += &format!("- {rule}\n");
    }
    page += &format!(
        "\n## How it is answered\n\nThe engine is *{}*. ",
        report.engine.unwrap_or("none")
    );
    page += match report.theorems.is_empty() {
        true => "No theorem answers for it.\n",
        false => "Theorems answer, too:\n\n",
    };
    for found in &report.theorems {
        page += &format!("- {}, for example on `{}`\n", found.theorem, found.graph);
    }
    if let Some(example) = &report.example {
        page += &format!(
            "\n## A position\n\n`{}`\n\nThe legal moves are {}.",
            example.position,
            listed(&example.moves)
        );
        if let Some((refused, why)) = &example.forbidden {
            page += &format!(" `{refused}` is not: {why}.");
        }
        page += &format!("\n\n```sh\nchromex solve '{}'\n```\n", example.position);
        let position: Position = example.position.parse()?;
        page += &format!("\n{}\n", picture(&position)?);
    }
    let answered = BOARDS.iter().find_map(|board| Some((board, solve(info.example, board).ok()?)));
    if let Some((board, answer)) = answered {
        let value = answer.value.map(|value| value.to_string());
        let known = value.or_else(|| answer.outcome.map(|outcome| outcome.to_string()));
        if let Some(known) = known {
            page += &format!(
                "\n## On a small board\n\nOn `{board}` it is worth `{known}`:\n\n```sh\nchromex solve {} {board}\nchromex prove {} {board} -o proof.cert\n```\n",
                info.example, info.example
            );
        }
    }
    Ok(page)
}

fn listed(moves: &[String]) -> String {
    let shown: Vec<String> = moves.iter().take(12).map(|m| format!("`{m}`")).collect();
    let more = if moves.len() > 12 { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// An SVG drawing, on one line so that Markdown takes it as it is.
fn picture(position: &Position) -> anyhow::Result<String> {
    use chromex::graphs::draw::export::ExportFormat;
    let format = ExportFormat::named("svg").map_err(anyhow::Error::msg)?;
    let sheet = chromex::export::sheet(position).map_err(anyhow::Error::msg)?;
    let drawn = format.write(&sheet).map_err(anyhow::Error::msg)?;
    let text = String::from_utf8(drawn)?;
    let svg = text.find("<svg").map_or("", |at| &text[at..]);
    Ok(format!("<div>{}</div>", svg.replace('\n', "")))
}

/// What a paper claims, and what was found.
fn paper_page(paper: Paper) -> String {
    let all = claims::all();
    let mine: Vec<_> = all.into_iter().filter(|claim| claim.paper().key == paper.key).collect();
    let page = record::page(&mine, record::recorded(), false);
    // The table without the preface of the page of all claims, whose title it has.
    let table = page.split_once("\n## ").map_or(page.as_str(), |(_, table)| table);
    let table = table.split_once('\n').map_or("", |(_, table)| table);
    let games: Vec<String> = GAMES
        .iter()
        .filter(|info| info.paper.contains(paper.short.trim_end_matches(" et al.")))
        .map(|info| format!("[{}](../{})", info.title, game_page_name(info)))
        .collect();
    let games = match games.is_empty() {
        true => String::new(),
        false => format!("Its games: {}.\n\n", games.join(", ")),
    };
    format!(
        "# {}\n\n{games}Every statement that can be put to the test has been, with `chromex verify {}`; what came out of it beyond yes and no \
         is told in [the findings](../findings.md), and in short [for the authors](../for-authors.md).\n{table}\n{}",
        paper.title,
        paper.key,
        paper_figures(paper)
    )
}

/// The figures of a paper that can be opened, and those that are lost.
fn paper_figures(paper: Paper) -> String {
    let own = |id: &str| id.split('/').next() == Some(paper.key);
    let name = |id: &str| id.split('/').nth(1).unwrap_or_default().replace('-', " ");
    let mut page = format!(
        "## Figures as positions\n\n`chromex figures {}` lists them, `chromex solve '…'` takes one, and the page of the papers in the browser opens them.\n\n",
        paper.key
    );
    for figure in figures().iter().filter(|figure| own(figure.id)) {
        page += &format!("- {}: {}. `{}`\n", name(figure.id), figure.about, figure.position);
    }
    for (id, why) in LOST.iter().filter(|(id, _)| own(id)) {
        page += &format!("- {}: no position; {why}\n", name(id));
    }
    page
}

/// Values, b-file, picture and certificates of a sequence; the files go beside the page.
fn sequence_page(typed: &str, title: &str, stem: &Path) -> anyhow::Result<String> {
    let wanted = Sequence::parse(typed)?;
    let to =
        if wanted.reduction().is_some() || wanted.code().is_some() { TERMS } else { FEWER_TERMS };
    let found = compute(&wanted, to, Until::Term, false, &Budget::default(), None)
        .map_err(|error| anyhow::anyhow!("{typed}: {error}"))?;
    let name = stem.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let beside = |ending: &str| stem.with_file_name(format!("{name}{ending}"));
    sequence::plot::svg(
        &mut fs::File::create(beside(".svg"))?,
        typed,
        wanted.first(),
        &found.values,
    )?;
    sequence::export::b_file(
        &mut fs::File::create(beside(".txt"))?,
        typed,
        wanted.first(),
        &found.values,
    )?;
    let shown: Vec<String> = found.values.iter().take(80).map(u16::to_string).collect();
    let mut page = format!(
        "# {title}\n\n`chromex sequence {typed}`, from k = 0 on:\n\n{}, …\n",
        shown.join(", ")
    );
    if let Some(identity) = &found.identity {
        page += &format!("\nThe values are read off: {identity}.\n");
    }
    page += &format!(
        "\nThe first {to} terms as an OEIS [b-file]({name}.txt):\n\n![the values]({name}.svg)\n\n## What is proved\n\n"
    );
    let period =
        found.period.or_else(|| wanted.code().and_then(|code| period::find(code, &found.values)));
    page += &match period {
        Some(period) => format!(
            "The sequence has period **{}** from k = {} on, for every k: as many terms as the theorem of Guy and Smith wants agree. \
             `chromex sequence {typed} --period` finds and proves it again.\n",
            period.period, period.pre_period
        ),
        None => format!("No period is known to us up to k = {to}.\n"),
    };
    page += &match certificate(typed)? {
        Some((says, bytes)) => {
            fs::write(beside(".cert"), bytes)?;
            format!(
                "\nA single term as a certificate: [{name}.cert]({name}.cert) proves that {says}. `chromex check {name}.cert` checks it by the rules alone.\n"
            )
        }
        None => "\nThere is no certificate: the checker knows games on graphs, and this is one of heaps.\n".to_owned(),
    };
    Ok(page)
}

/// A term of a game on paths or cycles, as a certificate: what it says, and the file.
fn certificate(typed: &str) -> anyhow::Result<Option<(String, Vec<u8>)>> {
    let (game, graph) = match typed.split_once('/') {
        Some((game, "cycle")) => (game, "cycle:9"),
        Some(_) => return Ok(None),
        None if typed == "blue-red" => (typed, "dipath:9"),
        None => (typed, "path:9"),
    };
    let Ok(game) = parse_game(game) else { return Ok(None) };
    let position = Position::start(game, chromex::graphs::parse(graph)?)?;
    let budget = Budget::default();
    let proved = suggest(&position, &budget)
        .and_then(|claim| prove(Statement::about(&position, claim), &budget))?;
    let mut bytes = Vec::new();
    proved.write(&mut bytes)?;
    Ok(Some((proved.header.statement.sentence(), bytes)))
}
