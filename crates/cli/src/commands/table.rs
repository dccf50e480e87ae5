//! `chromex table`: the tables of the papers, computed anew and continued.

use std::io::Write;

use chromex::claims::tables::{Row, TABLES, Table};
use chromex::text::nearest;
use serde_json::json;

use crate::Status;
use crate::args::{TableArgs, TableFormat};
use crate::output::{Style, pad};
use crate::progress::Progress;

/// Runs the command.
pub(crate) fn run(args: TableArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let Some(name) = &args.name else { return list(style, out) };
    let table = find(name)?;
    let last = match (args.to, args.extended) {
        (Some(last), _) => last,
        (None, true) => table.extended,
        (None, false) => table.published.1,
    };
    if args.format == TableFormat::Bfile && table.sequence.is_none() {
        anyhow::bail!("the table `{name}` is not a sequence of integers: choose another --format");
    }
    let budget = args.budget.budget();
    let _progress = Progress::watch(&budget.monitor, table.name);
    let (rows, stopped) = table.rows(last, &budget);
    write(table, &rows, args.format, style, out)?;
    out.flush()?;
    if let Some(halt) = stopped {
        let _ = writeln!(std::io::stderr(), "stopped: {halt}");
        return Ok(Status::Unfinished);
    }
    Ok(Status::Done)
}

fn list(style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    for table in TABLES {
        writeln!(out, "{}  {}", style.bold(&pad(table.name, 20)), table.title)?;
        let (first, last) = table.published;
        let rows = format!("rows {first} to {last}, extended to {}", table.extended);
        writeln!(out, "{}  {}; {rows}", pad("", 20), table.source)?;
    }
    Ok(Status::Done)
}

fn find(name: &str) -> anyhow::Result<&'static Table> {
    TABLES.iter().find(|table| table.name == name).ok_or_else(|| {
        let hint = nearest(name, TABLES.iter().map(|table| table.name));
        let hint = hint.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
        anyhow::anyhow!("no table is called `{name}`{hint} (`chromex table` lists them)")
    })
}

fn write(
    table: &Table,
    rows: &[Row],
    format: TableFormat,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    match format {
        TableFormat::Text => write_text(table, rows, style, out),
        TableFormat::Markdown => {
            writeln!(out, "{} ({})\n", table.title, table.source)?;
            writeln!(out, "| {} |", table.columns.join(" | "))?;
            writeln!(out, "|{}", "---|".repeat(table.columns.len()))?;
            rows.iter().try_for_each(|row| writeln!(out, "| {} |", row.join(" | ")))?;
            Ok(())
        }
        TableFormat::Csv => {
            writeln!(out, "{}", table.columns.join(","))?;
            rows.iter().try_for_each(|row| writeln!(out, "{}", row.join(",")))?;
            Ok(())
        }
        TableFormat::Latex => write_latex(table, rows, out),
        TableFormat::Bfile => {
            let column = table.sequence.unwrap_or(1);
            writeln!(out, "# {} ({})", table.title, table.source)?;
            rows.iter()
                .try_for_each(|row| writeln!(out, "{} {}", row[0], integer(&row[column])))?;
            Ok(())
        }
        TableFormat::Json => {
            let object = json!({
                "name": table.name, "title": table.title, "source": table.source,
                "columns": table.columns, "rows": rows,
            });
            writeln!(out, "{object}")?;
            Ok(())
        }
    }
}

/// A score without its plus sign.
fn integer(cell: &str) -> &str {
    cell.trim_start_matches(['+', '*'])
}

fn write_text(
    table: &Table,
    rows: &[Row],
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([table.columns[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    let line = |cells: &[&str]| {
        let padded: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, &w)| pad(cell, w)).collect();
        padded.join("  ").trim_end().to_owned()
    };
    writeln!(out, "{}\n{}\n", style.bold(table.title), table.source)?;
    writeln!(out, "{}", style.bold(&line(table.columns)))?;
    for row in rows {
        let cells: Vec<&str> = row.iter().map(String::as_str).collect();
        writeln!(out, "{}", line(&cells))?;
    }
    Ok(())
}

fn write_latex(table: &Table, rows: &[Row], out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "% {} ({})", table.title, table.source)?;
    writeln!(out, "\\begin{{tabular}}{{{}}}", "r".repeat(table.columns.len()))?;
    writeln!(out, "\\hline")?;
    let heads: Vec<String> = table.columns.iter().map(|head| latex(head)).collect();
    writeln!(out, "{} \\\\\n\\hline", heads.join(" & "))?;
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| latex(cell)).collect();
        writeln!(out, "{} \\\\", cells.join(" & "))?;
    }
    writeln!(out, "\\hline\n\\end{{tabular}}")?;
    Ok(())
}

/// A cell in which characters are replaced that have a meaning in TeX or do not exist there.
fn latex(cell: &str) -> String {
    let mathematical = cell.contains(['_', '*', '×', '≤', '≥']);
    let text = cell.replace('×', "\\times ").replace('≤', "\\le ").replace('≥', "\\ge ");
    if mathematical { format!("${text}$") } else { text }
}
