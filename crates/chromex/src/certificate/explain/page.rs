//! The explanation of a certificate as a page: one file of plain HTML, made for printing.

use super::{Explanation, Quotation};
use chromex_text::count;

const STYLE: &str = "\
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 Georgia, serif; color: #111; background: #fff }
h1 { font-size: 1.4rem; line-height: 1.3 } h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem }
p, ul, blockquote { margin: .4rem 0 } blockquote { border-left: 3px solid #bbb; padding-left: .8rem }
code { font: .85rem ui-monospace, monospace; overflow-wrap: anywhere }
table { border-collapse: collapse } th, td { text-align: left; padding: .15rem 1rem .15rem 0 } td.n { text-align: right }
figure { margin: 1rem 0; break-inside: avoid } figure svg { max-width: 100%; max-height: 22rem; height: auto }
@page { margin: 2cm } @media print { body { margin: 0; max-width: none } h2 { break-after: avoid } }
";

pub(super) fn page(explanation: &Explanation) -> String {
    let graph = &explanation.graph;
    let says = escaped(&explanation.says);
    let (graph_size, game) = (escaped(&graph.size()), escaped(&explanation.game));
    let edges = match &graph.list {
        Some(list) => format!("<p><code>{}</code></p>", escaped(list)),
        None => format!(
            "<p>The list, as it stands in the file, has the FNV-1a checksum <code>{}</code>.</p>",
            graph.digest.as_deref().unwrap_or_default()
        ),
    };
    let quotation =
        explanation.definition.map_or_else(String::new, |Quotation { words, source }| {
            format!("<blockquote>“{}” ({})</blockquote>", escaped(words), escaped(source))
        });
    let picture = explanation.picture.as_deref().map_or_else(String::new, |svg| {
        // Paper is white, whatever the reader's screen prefers.
        let svg = svg.replace("@media (prefers-color-scheme:dark)", "@media not all");
        format!("<figure>{svg}<figcaption>The start of the game.</figcaption></figure>")
    });
    let tasks: String = explanation
        .tasks
        .iter()
        .map(|task| {
            let positions = count(task.positions);
            format!("<tr><td>{}</td><td class=\"n\">{positions}</td></tr>\n", escaped(&task.says))
        })
        .collect();
    let sections = [
        ("The graph", format!("<p>{graph_size}.</p>{edges}{picture}")),
        (
            "The rules",
            format!(
                "<p>{} (<code>{game}</code>). {}</p>{quotation}<p>Start: {}; {} moves first.</p>",
                escaped(&explanation.title),
                escaped(&explanation.rules),
                escaped(explanation.start_words()),
                explanation.first,
            ),
        ),
        (
            "What was shown",
            format!(
                "<p>The claim, <code>{}</code>, follows from this.</p>\n<table><tr><th>task</th>\
                 <th>positions</th></tr>\n{tasks}</table>",
                escaped(&explanation.claim)
            ),
        ),
        ("What was checked", list(&explanation.checked)),
        ("What must be trusted", list(&explanation.trusted)),
    ];
    // For boards of every length the claim itself is the only task.
    let is_empty = |title| title == "What was shown" && explanation.tasks.is_empty();
    let sections: String = sections
        .iter()
        .filter(|(title, _)| !is_empty(*title))
        .map(|(title, body)| format!("<h2>{title}</h2>\n{body}\n"))
        .collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{says}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>Proved: {says}</h1>\n{sections}<p><small>Written by chromex {} from a certificate that it \
         accepted.</small></p>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
    )
}

fn list(lines: &[String]) -> String {
    let items: String = lines.iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect();
    format!("<ul>\n{items}</ul>")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
