//! All claims, and the record of the verdicts of the last complete check.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use chromex_text::{count, counted};

use super::claim::Claim;
use super::statements::STATEMENTS;
use super::verdict::Verdict;
use super::{andres, beaulieu, bensmail, brosse, uiterwijk};

/// All claims, paper by paper in the order of the text.
pub fn all() -> Vec<Claim> {
    let papers = [
        brosse::claims(),
        beaulieu::claims(),
        bensmail::claims(),
        andres::claims(),
        uiterwijk::CLAIMS.to_vec(),
    ];
    papers.concat()
}

/// The verdicts, by the ids of the claims.
pub type Record = BTreeMap<String, Verdict>;

/// The verdicts that were found when all claims were last checked, with the default ranges. Pages
/// and documents are made from this record; a test of the command line compares it with what is
/// found now.
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
read. Only cases that exercise a claim are counted; a claim is *vacuous* if there is none. `chromex verify --deep` goes further.
";

/// A page in Markdown that compares what was found with what is claimed.
pub fn page(claims: &[Claim], record: &Record, deep: bool) -> String {
    let mut page = PREFACE.to_owned();
    let (mut paper, mut tally) = ("", BTreeMap::new());
    for claim in claims {
        let Some(verdict) = record.get(claim.id) else { continue };
        if paper != claim.paper().key {
            paper = claim.paper().key;
            page += &format!("\n## {}\n\n", claim.paper().title);
            page += &numbered(paper, record);
            page += "\nThe claims, in the order of the text:\n\n";
            page += "| claim | statement | checked | verdict |\n|---|---|---|---|\n";
        }
        *tally.entry(verdict.word()).or_insert(0_u64) += 1;
        let mut found = vec![format!("**{}**, {}", verdict.word(), verdict.counted())];
        found.extend(verdict.details());
        let cells = [
            format!("`{}`<br>{}", claim.id, claim.place),
            claim.statement.to_owned(),
            if deep { claim.deep } else { claim.range }.to_owned(),
            found.join("<br>"),
        ];
        let cells = cells.map(|cell| cell.replace('|', "\\|"));
        page += &format!("| {} |\n", cells.join(" | "));
    }
    let all: u64 = tally.values().sum();
    page + &format!("\n{}: {}\n", counted(all, "claim"), tallied(&tally))
}

/// The table of the numbered statements of a paper.
fn numbered(paper: &str, record: &Record) -> String {
    let mut table = "Every numbered statement, in order:\n\n".to_owned();
    table += "| statement | about | verdicts | what no claim checks |\n|---|---|---|---|\n";
    for statement in STATEMENTS.iter().filter(|statement| statement.paper == paper) {
        let verdict = |id: &&str| match record.get(*id) {
            Some(verdict) => format!("`{id}` {}", verdict.word()),
            None => format!("`{id}`"),
        };
        let verdicts: Vec<String> = statement.claims.iter().map(verdict).collect();
        let verdicts = if verdicts.is_empty() { "–".to_owned() } else { verdicts.join("<br>") };
        let cells = [statement.place, statement.about, &verdicts, statement.unchecked];
        table += &format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "));
    }
    table
}

/// `115 hold, 8 fail, 15 depend on the reading`.
pub fn tallied(tally: &BTreeMap<&'static str, u64>) -> String {
    const WORDS: [(&str, &str); 6] = [
        ("holds", "hold"),
        ("vacuous", "vacuous"),
        ("fails", "fail"),
        ("depends", "depend on the reading"),
        ("unfinished", "unfinished"),
        ("broken", "broken"),
    ];
    let counted = WORDS.iter().filter_map(|(word, words)| {
        tally.get(word).map(|number| format!("{} {words}", count(*number)))
    });
    counted.collect::<Vec<_>>().join(", ")
}
