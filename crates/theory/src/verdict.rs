//! What came out of checking claims: verdicts, and the record of those that were found last.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use chromex_text::{count, counted};
use serde::{Deserialize, Serialize};

use super::claim::Claim;

/// What came out of checking a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum Verdict {
    /// It is true in all cases that were checked.
    Holds {
        /// How many.
        cases: u64,
    },
    /// It is false.
    Fails {
        /// How many cases went well before.
        cases: u64,
        /// The first, and so smallest, one that did not.
        counterexample: String,
    },
    /// It is true or false depending on how it is read.
    Depends {
        /// Each reading with what came out of it.
        readings: Vec<Reading>,
    },
    /// The budget ran out, or somebody stopped it.
    Unfinished {
        /// How many cases went well before.
        cases: u64,
        /// Why it ended.
        why: String,
    },
    /// Two engines of this program disagree: its own mistake.
    Broken {
        /// About what.
        why: String,
    },
}

/// One way to read a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// How it is read.
    pub reading: String,
    /// What came out of it.
    #[serde(flatten)]
    pub verdict: Verdict,
}

impl Verdict {
    /// The number of cases that were checked and went well.
    pub fn cases(&self) -> u64 {
        match self {
            Verdict::Holds { cases }
            | Verdict::Fails { cases, .. }
            | Verdict::Unfinished { cases, .. } => *cases,
            Verdict::Depends { readings } => readings.iter().map(|r| r.verdict.cases()).sum(),
            Verdict::Broken { .. } => 0,
        }
    }

    /// One word: holds, fails, depends, unfinished, broken.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Holds { .. } => "holds",
            Verdict::Fails { .. } => "fails",
            Verdict::Depends { .. } => "depends",
            Verdict::Unfinished { .. } => "unfinished",
            Verdict::Broken { .. } => "broken",
        }
    }

    /// `1 case`, `1,253 cases`, `after 7 cases`.
    pub fn counted(&self) -> String {
        match self {
            Verdict::Fails { cases: 0, .. } => "at the first case".to_owned(),
            Verdict::Fails { cases, .. } => format!("after {}", counted(*cases, "case")),
            _ => counted(self.cases(), "case"),
        }
    }

    /// What there is to say beyond the word, a line each.
    pub fn details(&self) -> Vec<String> {
        match self {
            Verdict::Holds { .. } => Vec::new(),
            Verdict::Fails { counterexample, .. } => {
                vec![format!("counterexample: {counterexample}")]
            }
            Verdict::Unfinished { why, .. } => vec![why.clone()],
            Verdict::Broken { why } => vec![format!("the engines disagree: {why}")],
            Verdict::Depends { readings } => readings
                .iter()
                .flat_map(|Reading { reading, verdict }| {
                    let head = format!("{reading}: {} ({})", verdict.word(), verdict.counted());
                    [head].into_iter().chain(verdict.details())
                })
                .collect(),
        }
    }
}

/// The verdicts by the ids of the claims.
pub type Record = BTreeMap<String, Verdict>;

/// The verdicts that were found when all claims were checked last, by default ranges. Pages and
/// documents are made from this record; a test of the command line compares it with what is found today.
pub fn recorded() -> &'static Record {
    static RECORD: OnceLock<Record> = OnceLock::new();
    RECORD.get_or_init(|| {
        serde_json::from_str(include_str!("../verdicts.json")).expect("a test has read it")
    })
}

const PREFACE: &str = "\
# What the papers claim, and what the computer finds

Made by `chromex verify --markdown`. A claim *holds* if it is true in all cases of the range; it *fails* with
its smallest counterexample, which two independent computations agree on; some *depend* on how they are
read. `chromex verify --deep` goes further.
";

/// A page in Markdown that sets what was found beside what is claimed.
pub fn page(claims: &[Claim], record: &Record, deep: bool) -> String {
    let mut page = PREFACE.to_owned();
    let (mut paper, mut tally) = ("", BTreeMap::new());
    for claim in claims {
        let Some(verdict) = record.get(claim.id) else { continue };
        if paper != claim.paper().key {
            paper = claim.paper().key;
            page += &format!("\n## {}\n\n", claim.paper().title);
            page += "| claim | statement | checked | verdict |\n|---|---|---|---|\n";
        }
        *tally.entry(verdict.word()).or_insert(0_u64) += 1;
        let mut told = vec![format!("**{}**, {}", verdict.word(), verdict.counted())];
        told.extend(verdict.details());
        let cells = [
            format!("`{}`<br>{}", claim.id, claim.place),
            claim.statement.to_owned(),
            if deep { claim.deep } else { claim.range }.to_owned(),
            told.join("<br>"),
        ];
        let cells = cells.map(|cell| cell.replace('|', "\\|"));
        page += &format!("| {} |\n", cells.join(" | "));
    }
    let all: u64 = tally.values().sum();
    page + &format!("\n{}: {}\n", counted(all, "claim"), tallied(&tally))
}

/// `115 hold, 8 fail, 15 depend on the reading`.
pub fn tallied(tally: &BTreeMap<&'static str, u64>) -> String {
    const WORDS: [(&str, &str); 5] = [
        ("holds", "hold"),
        ("fails", "fail"),
        ("depends", "depend on the reading"),
        ("unfinished", "unfinished"),
        ("broken", "broken"),
    ];
    let told = WORDS.iter().filter_map(|(word, words)| {
        tally.get(word).map(|number| format!("{} {words}", count(*number)))
    });
    told.collect::<Vec<_>>().join(", ")
}
