//! The results of checking a claim.

use chromex_text::{count, counted};
use serde::{Deserialize, Serialize};

/// The result of checking a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum Verdict {
    /// It is true in all cases that were checked.
    Holds {
        /// The number of these cases.
        cases: u64,
        /// The number of other cases in the range: about these the claim says nothing, or nothing
        /// that could be false.
        #[serde(default, skip_serializing_if = "is_zero")]
        aside: u64,
    },
    /// It is false.
    Fails {
        /// The number of cases before it in which the claim holds.
        cases: u64,
        /// The first, and therefore smallest, case in which the claim is false.
        counterexample: String,
    },
    /// It is true or false depending on how it is read.
    Depends {
        /// Each reading with its result.
        readings: Vec<Reading>,
    },
    /// The budget was used up, or somebody stopped the check.
    Unfinished {
        /// The number of cases before, in all of which the claim holds.
        cases: u64,
        /// Why the check ended.
        why: String,
    },
    /// Two engines of this program disagree: a mistake in the program.
    Broken {
        /// What they disagree about.
        why: String,
    },
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// One way to read a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// The reading in words.
    pub reading: String,
    /// The result of checking this reading.
    #[serde(flatten)]
    pub verdict: Verdict,
}

impl Verdict {
    /// The number of cases that were checked and in which the claim holds.
    pub fn cases(&self) -> u64 {
        match self {
            Verdict::Holds { cases, .. }
            | Verdict::Fails { cases, .. }
            | Verdict::Unfinished { cases, .. } => *cases,
            Verdict::Depends { readings } => readings.iter().map(|r| r.verdict.cases()).sum(),
            Verdict::Broken { .. } => 0,
        }
    }

    /// One word: holds, vacuous, fails, depends, unfinished, broken.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Holds { cases: 0, .. } => "vacuous",
            Verdict::Holds { .. } => "holds",
            Verdict::Fails { .. } => "fails",
            Verdict::Depends { .. } => "depends",
            Verdict::Unfinished { .. } => "unfinished",
            Verdict::Broken { .. } => "broken",
        }
    }

    /// `1 case`, `1,253 cases`, `after 7 cases`, `22 cases; 1,488 more do not exercise it`.
    pub fn counted(&self) -> String {
        match self {
            Verdict::Holds { cases, aside } if *aside > 0 => {
                let verb = if *aside == 1 { "does" } else { "do" };
                format!(
                    "{}; {} more {verb} not exercise it",
                    counted(*cases, "case"),
                    count(*aside)
                )
            }
            Verdict::Fails { cases: 0, .. } => "at the first case".to_owned(),
            Verdict::Fails { cases, .. } => format!("after {}", counted(*cases, "case")),
            _ => counted(self.cases(), "case"),
        }
    }

    /// Details beyond the word, one line each.
    pub fn details(&self) -> Vec<String> {
        match self {
            Verdict::Holds { cases: 0, .. } => vec!["no case of the range exercises it".to_owned()],
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
