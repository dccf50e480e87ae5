//! `chromex verify`: the claims of the papers, put to the test.

use std::io::Write;
use std::time::Duration;

use chromex::Budget;
use chromex::text::nearest;
use chromex::theory::claim::Scope;
use chromex::theory::{Claim, PAPERS, Verdict, claims, verify_all};
use serde_json::{Value as Json, json};

use crate::Status;
use crate::args::VerifyArgs;
use crate::output::{self, Style, pad, wrap};
use crate::progress::Progress;

/// Runs the command.
pub fn run(args: VerifyArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let chosen = choose(&args.what)?;
    if args.list {
        return list(&chosen, args.json, style, out);
    }
    let scope = if args.deep { Scope::Deep } else { Scope::Default };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let budget = Budget {
        threads: if args.threads == 0 { cores() } else { args.threads },
        ..Budget::default()
    };
    let _progress = Progress::watch_claims(&budget.monitor, "verifying");
    let mut report = Report { args: &args, style, paper: "", tally: [0; 5] };
    if args.markdown {
        writeln!(out, "{}", PREFACE.trim_end())?;
    }
    let mut written = Ok(());
    verify_all(&chosen, scope, &budget, |claim, verdict, time| {
        if written.is_ok() {
            written = report.add(claim, &verdict, time, out);
        }
    });
    written?;
    report.finish(out)?;
    let all = report.tally.iter().sum::<usize>() == chosen.len();
    Ok(if all { report.status() } else { report.status().max(Status::Unfinished) })
}

/// The claims whose id or paper is asked for; all of them if nothing is.
fn choose(what: &[String]) -> anyhow::Result<Vec<Claim>> {
    let all = claims();
    for word in what {
        if !all.iter().any(|claim| matches(claim, word)) {
            let ids = all.iter().map(|claim| claim.id).chain(PAPERS.iter().map(|paper| paper.key));
            let hint = nearest(word, ids).map(|id| format!("; did you mean `{id}`?"));
            anyhow::bail!(
                "no claim or paper is called `{word}`{} (`chromex verify --list` lists them)",
                hint.unwrap_or_default()
            );
        }
    }
    let wanted = |claim: &Claim| what.is_empty() || what.iter().any(|word| matches(claim, word));
    Ok(all.into_iter().filter(wanted).collect())
}

fn matches(claim: &Claim, word: &str) -> bool {
    claim.id == word || claim.paper().key == word
}

fn list(
    claims: &[Claim],
    json: bool,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    for claim in claims {
        if json {
            writeln!(out, "{}", json_claim(claim))?;
        } else {
            writeln!(out, "{}  {}", style.bold(&pad(claim.id, WIDTH)), claim.place)?;
            for line in wrap(claim.statement.split(' ').map(str::to_owned), 76) {
                writeln!(out, "    {line}")?;
            }
        }
    }
    Ok(Status::Done)
}

/// The width of the column of ids.
const WIDTH: usize = 26;

const PREFACE: &str = "\
# What the papers claim, and what the computer finds

Made by `chromex verify --markdown`. A claim *holds* if it is true in all cases of the range; it *fails* with
its smallest counterexample, which two independent computations agree on; some *depend* on how they are
read. `chromex verify --deep` goes further.
";

/// Writes verdicts as they come in.
struct Report<'a> {
    args: &'a VerifyArgs,
    style: Style,
    paper: &'static str,
    /// How many hold, fail, depend, are unfinished, are broken.
    tally: [usize; 5],
}

impl Report<'_> {
    fn add(
        &mut self,
        claim: &Claim,
        verdict: &Verdict,
        time: Duration,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        self.tally[kind(verdict)] += 1;
        if self.args.json {
            let mut object = json_claim(claim);
            object["verdict"] = json_verdict(verdict);
            object["seconds"] = time.as_secs_f64().into();
            writeln!(out, "{object}")?;
        } else if self.args.markdown {
            self.add_markdown(claim, verdict, out)?;
        } else {
            self.add_text(claim, verdict, time, out)?;
        }
        out.flush()?;
        Ok(())
    }

    /// Whether this claim is the first of its paper.
    fn begins_paper(&mut self, claim: &Claim) -> bool {
        let begins = self.paper != claim.paper().key;
        self.paper = claim.paper().key;
        begins
    }

    fn add_text(
        &mut self,
        claim: &Claim,
        verdict: &Verdict,
        time: Duration,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        if self.begins_paper(claim) {
            writeln!(out, "{}", self.style.bold(claim.paper().title))?;
        }
        let word = pad(verdict.word(), 10);
        let word = if kind(verdict) == 0 { word } else { self.style.error(&word) };
        let cases = counted(verdict);
        let seconds = output::seconds(time);
        writeln!(out, "  {}  {word}  {}  {seconds}", pad(claim.id, WIDTH), pad(&cases, 15))?;
        for line in explain(verdict) {
            writeln!(out, "      {line}")?;
        }
        Ok(())
    }

    fn add_markdown(
        &mut self,
        claim: &Claim,
        verdict: &Verdict,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        if self.begins_paper(claim) {
            writeln!(out, "\n## {}\n", claim.paper().title)?;
            writeln!(out, "| claim | statement | checked | verdict |\n|---|---|---|---|")?;
        }
        let range = if self.args.deep { claim.deep } else { claim.range };
        let mut told = vec![format!("**{}**, {}", verdict.word(), counted(verdict))];
        told.extend(explain(verdict));
        let cells = [
            format!("`{}`<br>{}", claim.id, claim.place),
            claim.statement.to_owned(),
            range.to_owned(),
            told.join("<br>"),
        ];
        let cells = cells.map(|cell| cell.replace('|', "\\|"));
        writeln!(out, "| {} |", cells.join(" | "))?;
        Ok(())
    }

    fn finish(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if self.args.json {
            return Ok(());
        }
        let words = ["hold", "fail", "depend on the reading", "unfinished", "broken"];
        let counts = self.tally.iter().zip(words).filter(|(count, _)| **count > 0);
        let told: Vec<String> = counts.map(|(count, word)| format!("{count} {word}")).collect();
        let claims = self.tally.iter().sum::<usize>();
        let noun = if claims == 1 { "claim" } else { "claims" };
        writeln!(out, "\n{claims} {noun}: {}", told.join(", "))?;
        Ok(())
    }

    fn status(&self) -> Status {
        let [_, _, _, unfinished, broken] = self.tally;
        match (unfinished, broken) {
            (_, 1..) => Status::Failed,
            (1.., _) => Status::Unfinished,
            _ => Status::Done,
        }
    }
}

fn kind(verdict: &Verdict) -> usize {
    match verdict {
        Verdict::Holds { .. } => 0,
        Verdict::Fails { .. } => 1,
        Verdict::Depends { .. } => 2,
        Verdict::Unfinished { .. } => 3,
        Verdict::Broken { .. } => 4,
    }
}

/// `1 case`, `1,253 cases`.
fn counted(verdict: &Verdict) -> String {
    let cases = verdict.cases();
    let counted = format!("{} {}", output::count(cases), if cases == 1 { "case" } else { "cases" });
    match verdict {
        Verdict::Fails { cases: 0, .. } => "at the first case".to_owned(),
        Verdict::Fails { .. } => format!("after {counted}"),
        _ => counted,
    }
}

/// What there is to say beyond the word.
fn explain(verdict: &Verdict) -> Vec<String> {
    match verdict {
        Verdict::Holds { .. } => Vec::new(),
        Verdict::Fails { counterexample, .. } => vec![format!("counterexample: {counterexample}")],
        Verdict::Unfinished { why, .. } => vec![why.clone()],
        Verdict::Broken { what } => vec![format!("the engines disagree: {what}")],
        Verdict::Depends { readings } => readings
            .iter()
            .flat_map(|(reading, verdict)| {
                let head = format!("{reading}: {} ({})", verdict.word(), counted(verdict));
                [head].into_iter().chain(explain(verdict))
            })
            .collect(),
    }
}

fn json_claim(claim: &Claim) -> Json {
    json!({
        "id": claim.id,
        "paper": claim.paper().title,
        "place": claim.place,
        "statement": claim.statement,
        "range": claim.range,
        "deep_range": claim.deep,
    })
}

fn json_verdict(verdict: &Verdict) -> Json {
    let mut object = json!({ "verdict": verdict.word(), "cases": verdict.cases() });
    match verdict {
        Verdict::Holds { .. } => {}
        Verdict::Fails { counterexample, .. } => {
            object["counterexample"] = counterexample.as_str().into()
        }
        Verdict::Unfinished { why, .. } => object["why"] = why.as_str().into(),
        Verdict::Broken { what } => object["why"] = what.as_str().into(),
        Verdict::Depends { readings } => {
            let reading = |(name, verdict): &(String, Verdict)| {
                let mut object = json_verdict(verdict);
                object["reading"] = name.as_str().into();
                object
            };
            object["readings"] = readings.iter().map(reading).collect();
        }
    }
    object
}
