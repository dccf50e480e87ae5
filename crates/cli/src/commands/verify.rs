//! `chromex verify`: checks the claims of the papers.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

use chromex::Budget;
use chromex::claims::claim::Scope;
use chromex::claims::record::{Record, page, tallied};
use chromex::claims::{self, Claim, Verdict, verify_all};
use chromex::rules::Position;
use chromex::strategy::{
    BlockSeen, BorderSeen, FourRowsSeen, PatientSeen, SpecialSeen, four_rows_seen,
};
use chromex::text::{counted, nearest};
use chromex::theory::PAPERS;
use serde_json::{Value as Json, json};

use super::facts::{fact, header};
use crate::Status;
use crate::args::{LimitArgs, VerifyArgs};
use crate::output::{self, Style, pad, wrap};
use crate::progress::Progress;

/// Runs the command.
pub(crate) fn run(args: VerifyArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    if let Some(line) = &args.position {
        return configurations(line, args.json, style, out);
    }
    let chosen = choose(&args.what)?;
    if args.list {
        return list(&chosen, args.json, style, out);
    }
    let scope = if args.deep { Scope::Deep } else { Scope::Default };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let budget = Budget {
        threads: if args.threads == 0 { cores() } else { args.threads },
        ..LimitArgs { seconds: args.seconds, memory: args.memory }.budget()
    }
    .running();
    let _progress = Progress::watch_claims(&budget.monitor, "verifying");
    let mut report = Report { args: &args, style, paper: "", found: Record::new() };
    let mut written = Ok(());
    verify_all(&chosen, scope, &budget, |claim, verdict, time| {
        if written.is_ok() {
            written = report.add(claim, verdict, time, out);
        }
    });
    written?;
    report.finish(&chosen, out)?;
    let all = report.found.len() == chosen.len();
    Ok(if all { report.status() } else { report.status().max(Status::Unfinished) })
}

/// The parts of the proof for four rows in a position.
fn configurations(
    line: &str,
    json: bool,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    let position: Position = line.parse()?;
    let seen = four_rows_seen(&position).map_err(anyhow::Error::msg)?;
    if json {
        let mut object = json!(seen);
        object["position"] = position.to_string().into();
        writeln!(out, "{object}")?;
        return Ok(Status::Done);
    }
    header(&position, style, out)?;
    for (name, text) in facts(&seen) {
        fact(name, &text, style, out)?;
    }
    Ok(Status::Done)
}

/// One line for each object of the proof.
fn facts(seen: &FourRowsSeen) -> Vec<(&'static str, String)> {
    let place = |&(row, column): &(i32, i32)| format!("v({row},{column})");
    let turned = |upside_down: bool| if upside_down { ", upside down" } else { "" };
    let mut lines = Vec::new();
    for BlockSeen { from, to } in &seen.blocks {
        let text =
            if from == to { format!("column {from}") } else { format!("columns {from} to {to}") };
        lines.push(("block", text));
    }
    for BorderSeen { column, side, configuration, upside_down, free } in &seen.borders {
        let kind = configuration.unwrap_or("no configuration");
        let free = if *free { ", free" } else { "" };
        let text = format!("column {column}, {side}: {kind}{}{free}", turned(*upside_down));
        lines.push(("border", text));
    }
    for special in &seen.specials {
        let SpecialSeen { name, column, sick, upside_down, mirrored, cured } = special;
        let mirrored = if *mirrored { ", mirrored" } else { "" };
        let cured = if *cured { " (safe by now)" } else { "" };
        let (turned, sick) = (turned(*upside_down), place(sick));
        lines.push((
            "special",
            format!("{name} with j = {column}{turned}{mirrored}: sick {sick}{cured}"),
        ));
    }
    for PatientSeen { vertex, doctors } in &seen.patients {
        let word = if doctors.len() == 2 { "sound" } else { "not cared for" };
        let doctors: Vec<_> = doctors.iter().map(place).collect();
        let doctors = if doctors.is_empty() { "none".to_owned() } else { doctors.join(" ") };
        lines.push(("patient", format!("{}: {word}, doctors {doctors}", place(vertex))));
    }
    if seen.blocks.is_empty() {
        lines.push(("block", "none".to_owned()));
    }
    lines.extend(seen.broken.iter().map(|text| ("broken", text.clone())));
    if seen.broken.is_empty() {
        lines.push(("holds", "all five properties of the induction hypothesis".to_owned()));
    }
    lines
}

/// The claims whose id or paper is asked for; all of them if nothing is.
fn choose(what: &[String]) -> anyhow::Result<Vec<Claim>> {
    let all = claims::all();
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

/// Writes verdicts as soon as they are known.
struct Report<'a> {
    args: &'a VerifyArgs,
    style: Style,
    paper: &'static str,
    found: Record,
}

impl Report<'_> {
    fn add(
        &mut self,
        claim: &Claim,
        verdict: Verdict,
        time: Duration,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        if self.args.json {
            let mut object = json_claim(claim);
            object["verdict"] = json!(verdict);
            object["verdict"]["cases"] = verdict.cases().into();
            object["seconds"] = time.as_secs_f64().into();
            writeln!(out, "{object}")?;
        } else if !self.args.markdown && !self.args.record {
            self.add_text(claim, &verdict, time, out)?;
        }
        self.found.insert(claim.id.to_owned(), verdict);
        Ok(out.flush()?)
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
        let holds = matches!(verdict, Verdict::Holds { .. });
        let word = if holds { word } else { self.style.error(&word) };
        let cases = verdict.counted();
        let seconds = output::seconds(time);
        writeln!(out, "  {}  {word}  {}  {seconds}", pad(claim.id, WIDTH), pad(&cases, 15))?;
        for line in verdict.details() {
            writeln!(out, "      {line}")?;
        }
        Ok(())
    }

    fn finish(&self, claims: &[Claim], out: &mut impl Write) -> anyhow::Result<()> {
        match self.args {
            VerifyArgs { json: true, .. } => {}
            VerifyArgs { markdown: true, deep, .. } => {
                write!(out, "{}", page(claims, &self.found, *deep))?;
            }
            VerifyArgs { record: true, .. } => {
                writeln!(out, "{}", serde_json::to_string_pretty(&self.found)?)?;
            }
            _ => {
                let all = counted(self.found.len() as u64, "claim");
                writeln!(out, "\n{all}: {}", tallied(&self.tally()))?;
            }
        }
        Ok(())
    }

    /// How many verdicts there are of each kind.
    fn tally(&self) -> BTreeMap<&'static str, u64> {
        let mut tally = BTreeMap::new();
        self.found.values().for_each(|verdict| *tally.entry(verdict.word()).or_default() += 1);
        tally
    }

    fn status(&self) -> Status {
        let any = |word: &str| self.found.values().any(|verdict| verdict.word() == word);
        match (any("unfinished"), any("broken")) {
            (_, true) => Status::Failed,
            (true, _) => Status::Unfinished,
            _ => Status::Done,
        }
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
