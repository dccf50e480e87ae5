//! The content of an accepted certificate, for a referee: the claim, the graph, the rules, what was
//! checked and what still has to be trusted. As lines of text, as data, and as a page that can be
//! attached to a paper.

mod definitions;
mod page;

use std::fmt;

use chromex_checker::strip::Bob;
use chromex_checker::{
    BlocksCertificate, Checksum, Claim, Proved, Statement, StripCertificate, Subject, Target, Task,
    WindowCertificate,
};
use chromex_rules::{Game, GameInfo, Goal};

use crate::describe::describe;
use chromex_text::{count, counted};
use serde::Serialize;

use definitions::definition;

/// The claim, its graph and rules, and what was checked.
#[derive(Debug, Clone, Serialize)]
pub struct Explanation {
    /// The claim in words.
    pub says: String,
    /// The claim as it is typed.
    pub claim: String,
    /// The game, as it is typed.
    pub game: String,
    /// The usual name of the game.
    pub title: String,
    /// The rules in one sentence.
    pub rules: String,
    /// The definition in the words of the paper, with its place.
    pub definition: Option<Quotation>,
    /// The graph.
    pub graph: GraphFacts,
    /// The colouring at the start.
    pub start: String,
    /// Who moves first.
    pub first: &'static str,
    /// The tasks: the claim follows from all of them together.
    pub tasks: Vec<Shown>,
    /// What was checked, in sentences.
    pub checked: Vec<String>,
    /// What has to be trusted, in sentences.
    pub trusted: Vec<String>,
    #[serde(skip)]
    picture: Option<String>,
}

/// A quotation from a paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Quotation {
    /// What the paper says, word for word.
    pub words: &'static str,
    /// Its place in the paper.
    pub source: &'static str,
}

/// The graph of a certificate, or the graphs, if there is one for every length.
#[derive(Debug, Clone, Serialize)]
pub struct GraphFacts {
    /// The name in the file.
    pub name: String,
    /// The number of vertices of one graph.
    pub vertices: Option<usize>,
    /// The number of its edges or arcs.
    pub edges: Option<usize>,
    /// The edges, unless there are too many to read; for boards of every length, the rule for them.
    pub list: Option<String>,
    /// The FNV-1a checksum of the list, exactly as it stands in the file after the colon.
    pub digest: Option<String>,
}

/// One task of a certificate.
#[derive(Debug, Clone, Serialize)]
pub struct Shown {
    /// The task in words.
    pub says: String,
    /// The number of positions in its reply set.
    pub positions: u64,
}

/// Longer lists of edges are not shown.
const MOST_EDGES: usize = 300;

impl Explanation {
    /// Explains what the checker accepted; `verified` says that the formally verified checker
    /// accepted it too.
    pub fn new(proved: &Proved, verified: bool) -> Explanation {
        let statement = &proved.header.statement;
        let game = statement.game_name();
        let info = info(&statement.subject);
        let convention = proved.tasks.first().map(|(task, _)| task.start.position.convention());
        let start = statement.position().ok();
        let convention = convention.or(start.as_ref().map(|start| start.convention()));
        let picture = start.as_ref().and_then(|start| crate::export::sheet(start).ok());
        Explanation {
            says: statement.sentence(),
            claim: statement.claim.to_string(),
            title: info.map_or_else(|| game.clone(), |info| info.title.to_owned()),
            rules: info
                .map_or_else(|| described(&statement.subject), |info| info.summary.to_owned()),
            definition: info.and_then(definition),
            game,
            graph: graph_facts(statement),
            start: statement.start.clone(),
            first: convention.map_or("", |convention| convention.player_name(statement.first)),
            tasks: proved.tasks.iter().map(|shown| in_words(statement, shown)).collect(),
            checked: checked(proved),
            trusted: trusted(proved, verified),
            picture: picture
                .map(|sheet| chromex_graph_tools::draw::svg(&sheet.drawn, &sheet.marks)),
        }
    }

    /// Explains what the checker accepted about boards of every length.
    pub fn of_strip(certificate: &StripCertificate, verified: bool) -> Explanation {
        let strip = &certificate.strip;
        let (says, boards) = (strip.sentence(), strip.boards());
        let anybody = strip.sentence().contains("whoever moves first");
        let first = if anybody { "either player" } else { "Bob" };
        let trusted = if verified { TRUSTED_IF_VERIFIED } else { TRUSTED_FOR_STRIPS };
        let joined = Some(joined(&boards).to_owned());
        Explanation::of_family(
            strip.game(),
            says,
            boards,
            joined,
            first,
            checked_strip(certificate),
            trusted,
        )
    }

    /// The explanation of a certificate for boards of every length.
    fn of_family(
        game: &Game,
        says: String,
        boards: String,
        joined: Option<String>,
        first: &'static str,
        checked: Vec<String>,
        trusted: &str,
    ) -> Explanation {
        let (name, info) = (game.name(), game.info());
        Explanation {
            claim: says.clone(),
            says,
            title: info.map_or_else(|| name.clone(), |info| info.title.to_owned()),
            rules: info
                .map_or_else(|| describe(game).rules.join(" "), |info| info.summary.to_owned()),
            definition: info.and_then(definition),
            graph: GraphFacts {
                name: boards,
                vertices: None,
                edges: None,
                list: joined,
                digest: None,
            },
            start: String::new(),
            first,
            tasks: Vec::new(),
            checked,
            trusted: vec![trusted.to_owned()],
            picture: None,
            game: name,
        }
    }

    /// Explains a certificate that Bob wins on all boards that are large enough.
    pub fn of_window(certificate: &WindowCertificate, verified: bool) -> Explanation {
        let window = &certificate.window;
        let (says, boards) = (window.sentence(), window.boards());
        let joined = Some(joined(&boards).to_owned());
        let (first, checked) = ("either player", checked_window(certificate));
        let trusted = if verified { TRUSTED_IF_VERIFIED } else { TRUSTED_FOR_WINDOWS };
        Explanation::of_family(window.game(), says, boards, joined, first, checked, trusted)
    }

    /// Explains a certificate that Alice wins, by drawings of blocks.
    pub fn of_blocks(certificate: &BlocksCertificate, verified: bool) -> Explanation {
        let blocks = &certificate.blocks;
        let (says, boards) = (blocks.sentence(), blocks.boards());
        let joined = Some(joined(&boards).to_owned());
        let first = if blocks.least_around().is_some() { "Bob" } else { "either player" };
        let checked = checked_blocks(certificate);
        Explanation::of_family(
            blocks.game(),
            says,
            boards,
            joined,
            first,
            checked,
            if verified { TRUSTED_IF_VERIFIED } else { TRUSTED_FOR_BLOCKS },
        )
    }

    /// A page without any other files, to be attached to a paper or printed.
    pub fn page(&self) -> String {
        page::page(self)
    }
}

/// The entry of the list for a game, or for games that differ in a number: that of the first few of them, if it is the same
/// one.
fn info(subject: &Subject) -> Option<&'static GameInfo> {
    match subject {
        Subject::Game(game) => game.info(),
        Subject::Family(games) => {
            let [first, rest @ ..] = [1, 2, 3].map(|k| games.member(k).ok()?.info());
            first.filter(|info| rest.iter().all(|other| other.is_some_and(|o| o.name == info.name)))
        }
    }
}

/// The rules of what a claim is about: what the list says, behind its name there, or what describes them.
pub fn rules(subject: &Subject) -> String {
    let listed = info(subject).map(|info| format!("{}: {}", info.name, info.summary));
    listed.unwrap_or_else(|| described(subject))
}

fn described(subject: &Subject) -> String {
    match subject {
        Subject::Game(game) => describe(game).rules.join(" "),
        Subject::Family(games) => {
            games.member(1).map(|game| describe(&game).rules.join(" ")).unwrap_or_default()
        }
    }
}

impl GraphFacts {
    /// The name and, for a single graph, the numbers of vertices and edges.
    fn size(&self) -> String {
        match (self.vertices, self.edges) {
            (Some(vertices), Some(edges)) => {
                format!("{}: {vertices} vertices, {edges} edges", self.name)
            }
            _ => self.name.clone(),
        }
    }
}

fn graph_facts(statement: &Statement) -> GraphFacts {
    let graph = statement.board.graph();
    let joint = if graph.is_directed() { '>' } else { '-' };
    let edges: Vec<String> = graph.edges().map(|(u, v)| format!("{u}{joint}{v}")).collect();
    let list = edges.join(" ");
    let mut digest = Checksum::default();
    digest.add(list.as_bytes());
    GraphFacts {
        name: statement.board.name().to_owned(),
        vertices: Some(graph.order()),
        edges: Some(edges.len()),
        list: (edges.len() <= MOST_EDGES).then_some(list),
        digest: Some(format!("{:016x}", digest.0)),
    }
}

/// What one task shows.
fn in_words(statement: &Statement, (task, positions): &(Task, u64)) -> Shown {
    let position = &task.start.position;
    let (name, game) = (position.player_name(task.claimant), position.game().name());
    let order = if position.turn() == task.claimant { "first" } else { "second" };
    let minus = match &statement.claim {
        Claim::Nimber(heap) => format!(" plus the nim-heap *{heap}"),
        Claim::Value(_, value) => format!(" minus the form {value}"),
        _ => String::new(),
    };
    let says = match task.target {
        Target::Win => format!("{name}, moving {order}, wins {game}{minus}"),
        Target::AtLeast(score) => {
            format!("{name}, moving {order}, gets a score of at least {score} in {game}")
        }
        Target::AtMost(score) => {
            format!("{name}, moving {order}, keeps the score of {game} to at most {score}")
        }
    };
    Shown { says, positions: *positions }
}

fn checked(proved: &Proved) -> Vec<String> {
    let header = &proved.header;
    let graph = header.statement.board.graph();
    let edges = counted(graph.edge_count() as u64, "edge");
    let generators = header.symmetries.len() as u64;
    let symmetries = match generators {
        0 => "No symmetry of the graph was used.".to_owned(),
        _ => format!(
            "{} of the vertices, each an automorphism of the graph; positions were the same under the {} of the \
             group that they generate.",
            counted(generators, "permutation"),
            several(proved.symmetries as u64, "symmetry", "symmetries"),
        ),
    };
    let positions = counted(header.positions, "position");
    let mut checked = vec![
        format!(
            "The {edges} of the file are those of {}, and the game is defined on it.",
            header.statement.board.name()
        ),
        "The start is a legal position of the game.".to_owned(),
        symmetries,
        format!(
            "The reply sets have {positions}, just as many as the file declares. Every legal move of the opponent in each of \
             them was played.",
        ),
        format!(
            "{} were read; each is a legal move, and leads back into the set or to an end that satisfies the claim.",
            several(proved.replies, "reply", "replies"),
        ),
        "Nothing of the file was left over, and its checksum is right.".to_owned(),
    ];
    if header.is_near {
        checked.push(CHECKED_NEAR.to_owned());
    }
    checked
}

const CHECKED_NEAR: &str = "Where Alice is to show that she wins, play was checked near the patients only, which are the \
    vertices that may still run out of colours: a state keeps them, their neighbours, and what these may still take. \
    Bob could colour any vertex there, and skip. So she wins even if Bob may skip turns.";

/// Which vertices of boards of every length are joined.
fn joined(boards: &str) -> &'static str {
    if boards.starts_with("king:") {
        "each vertex is joined to the one below it, to the one on its right, and to those on its right one row up and down"
    } else if boards.starts_with("triangular:") {
        "each vertex is joined to the one below it, to the one on its right, and to the one below that"
    } else if boards.starts_with("cylinder:") {
        "each vertex is joined to the one below it and to the one on its right; the first column is to the right \
         of the last one"
    } else {
        "each vertex is joined to the one below it and to the one on its right"
    }
}

fn checked_strip(certificate: &StripCertificate) -> Vec<String> {
    let pairs = several(certificate.pairs.len() as u64, "pair", "pairs");
    let answers = match certificate.strip.bob() {
        Bob::Begins => "after which that is so again.",
        Bob::MaySkip => {
            "after which that is so again, or it is so already; and as long as something is uncoloured she has a \
             move to spare after which it is still so, if he skips or she begins."
        }
    };
    vec![
        format!(
            "The {pairs} of columns of the file are legal. Positions are considered, of any length, in which only \
             these stand side by side, up to order, turning upside down and renaming colours that are alike."
        ),
        "The uncoloured board of every length is such a position.".to_owned(),
        "In no such position is there an uncoloured vertex that has no colour left.".to_owned(),
        format!(
            "Whatever Bob colours in one, Alice can answer in the same column or in one beside it, {answers}"
        ),
        "Nothing of the file was left over, and its checksum is right.".to_owned(),
    ]
}

fn checked_window(certificate: &WindowCertificate) -> Vec<String> {
    let (height, width) = certificate.window.size();
    let positions = several(certificate.positions.len() as u64, "position", "positions");
    vec![
        format!(
            "The {positions} of the file are legal ones of a window of {height}×{width} vertices in which Alice is to move, up to \
             turning it round or upside down and renaming colours that are alike."
        ),
        "From the uncoloured window Bob has a move into one of them.".to_owned(),
        "Whatever Alice colours there, and if she plays elsewhere, he has a move into one of them again, or one that leaves \
         an uncoloured vertex without a colour. He only colours vertices all of whose neighbours are in the window."
            .to_owned(),
        "Nothing of the file was left over, and its checksum is right.".to_owned(),
    ]
}

fn checked_blocks(certificate: &BlocksCertificate) -> Vec<String> {
    let drawings = several(certificate.blocks.drawings().len() as u64, "drawing", "drawings");
    let cases = several(certificate.cases, "case", "cases");
    vec![
        format!(
            "Positions of any length are considered in which every block of coloured columns has borders that look like one of the \
             {drawings} of the file, and in which every vertex of a block is safe, has two doctors of its own, or is sick as drawn. \
             The uncoloured board is such a position, and in none of them is there an uncoloured vertex that has no colour left."
        ),
        "Whatever Bob colours in one, Alice has an answer at most two columns away after which that is so again, or it is so already."
            .to_owned(),
        match certificate.blocks.least_around() {
            None => {
                "As long as something is uncoloured she has a move to spare after which it is still so, if he skips or she begins."
                    .to_owned()
            }
            Some(_) => {
                "If something is coloured and not everything is, she has a move to spare after which it is still so, if he skips."
                    .to_owned()
            }
        },
        format!("Both were shown for all lengths at once, by distinguishing {cases}."),
        "Nothing of the file was left over, and its checksum is right.".to_owned(),
    ]
}

fn several(number: u64, one: &str, more: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { more })
}

const TRUSTED_IF_VERIFIED: &str = "The definitions of the games in verified/proofs/Rules.v, that the head of the file \
    was read as it stands (verified/program), Coq and OCaml: the second checker, which is proved correct, accepted \
    the file too (docs/verified.md).";

const TRUSTED_FOR_BLOCKS: &str = "The conditions in blocks.rs and blocks/ of the crate checker, of which docs/certificates.md proves \
    that they suffice: no search for replies is believed, no solver, nothing outside but Rust's standard library and two small \
    libraries.";

const TRUSTED_FOR_STRIPS: &str = "The conditions in strip.rs of the crate checker, of which docs/certificates.md proves \
    that they suffice, and the rule of the game on neighbours in the crate rules: no search, no solver, nothing \
    outside but Rust's standard library and two small libraries.";

const TRUSTED_FOR_WINDOWS: &str = "The conditions in window.rs of the crate checker, of which docs/certificates.md proves \
    that they suffice, and the rule of the game on neighbours in the crate rules: no search, no solver, nothing \
    outside but Rust's standard library and two small libraries.";

fn trusted(proved: &Proved, verified: bool) -> Vec<String> {
    let mut trusted = match verified {
        true => vec![TRUSTED_IF_VERIFIED.to_owned()],
        false => vec![
            "The rules of the game as they are programmed in the crate rules, word for word, and the crates graphs \
             and checker: no search, no solver, nothing outside but Rust's standard library and two small \
             libraries (docs/certificates.md)."
                .to_owned(),
            "That symmetric positions, and positions with the same legal colours everywhere where the rule is a \
             condition on pairs of vertices, are the same game (keys.rs)."
                .to_owned(),
        ],
    };
    let settles = |goal: fn(&Goal) -> bool| {
        proved.tasks.iter().any(|(task, _)| goal(&task.start.position.game().goal()))
    };
    if !verified && settles(|goal| *goal == Goal::ColourAll) {
        let lemma = "The lemma on doctors, after “safe” and “sound” vertices in Brosse et al., section 3: Alice has won \
                     where each vertex in danger has enough neighbours of its own that are safe (state.rs).";
        trusted.push(lemma.to_owned());
    }
    if !verified && proved.header.is_near {
        let lemma = "That what is no longer a patient stays safe, so that play near the patients shows how all of the \
                     game goes (near.rs).";
        trusted.push(lemma.to_owned());
    }
    if !verified && settles(|goal| matches!(goal, Goal::LargestComponent { .. })) {
        let lemma = "The lemma on filling: no end is better for a player than if all that is uncoloured were his \
                     (state.rs).";
        trusted.push(lemma.to_owned());
    }
    trusted
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let graph = &self.graph;
        writeln!(f, "proved   {}", self.says)?;
        let digest = graph.digest.as_deref().unwrap_or_default();
        let edges = graph
            .list
            .clone()
            .unwrap_or_else(|| format!("too many to show; their FNV-1a checksum is {digest}"));
        writeln!(f, "graph    {}: {edges}", graph.size())?;
        writeln!(f, "game     {}: {}", self.title, self.rules)?;
        if let Some(Quotation { words, source }) = self.definition {
            writeln!(f, "paper    “{words}” ({source})")?;
        }
        writeln!(f, "start    {}, {} moves first", self.start_words(), self.first)?;
        for Shown { says, positions } in &self.tasks {
            writeln!(f, "shown    {says}: {}", counted(*positions, "position"))?;
        }
        self.checked.iter().try_for_each(|line| writeln!(f, "checked  {line}"))?;
        self.trusted.iter().try_for_each(|line| writeln!(f, "trust    {line}"))
    }
}

impl Explanation {
    fn start_words(&self) -> &str {
        let coloured = self.start.contains(|c| !"./|-".contains(c));
        if coloured { &self.start } else { "uncoloured" }
    }
}
