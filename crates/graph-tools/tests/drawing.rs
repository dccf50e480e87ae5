//! Pictures of boards: every vertex and edge is there, layouts are clear, and every format says
//! what it needs.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::HashSet;
use std::path::Path;

use chromex_graph_tools::draw::export::{Content, ExportError, ExportFormat, FORMATS, Sheet};
use chromex_graph_tools::draw::{Mark, Paint, dot, layout, svg, tikz};
use chromex_graphs::{Board, Graph, Point, parse};

/// A directed cycle in which every third arc also has its opposite.
const CAROUSEL: &str = "arcs:0>1,1>0,1>2,2>3,3>4,4>3,4>5,5>0";

fn board(text: &str) -> Board {
    parse(text).unwrap()
}

/// The graph without the coordinates that its family gives it.
fn bare(text: &str) -> Board {
    Board::new(board(text).graph().clone(), text)
}

fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The upper left and the lower right corner.
fn bounds(points: &[Point]) -> (Point, Point) {
    let least = |a: Point, b: &Point| (a.0.min(b.0), a.1.min(b.1));
    let most = |a: Point, b: &Point| (a.0.max(b.0), a.1.max(b.1));
    let first = points.first().copied().unwrap_or_default();
    (points.iter().fold(first, least), points.iter().fold(first, most))
}

#[test]
fn a_board_that_knows_its_points_keeps_them() {
    let board = board("grid:3x5");
    assert_eq!(layout(&board), board.points().unwrap());
    assert_eq!(layout(&bare("petersen:5,2")).len(), 10);
}

#[test]
fn names_and_endings_mean_one_format() {
    let all = |list: fn(&ExportFormat) -> Vec<&'static str>| -> Vec<&str> {
        FORMATS.iter().flat_map(list).collect()
    };
    let typed = all(|format| [&[format.name], format.aliases].concat());
    let endings = all(|format| format.endings.to_vec());
    for names in [typed, endings] {
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{names:?}");
    }
}

#[test]
fn every_format_writes_a_graph_or_says_what_it_needs() {
    for board in [bare("petersen:5,2"), bare(CAROUSEL), bare("path:0")] {
        let sheet = Sheet::of_graph(board);
        let directed = sheet.board.graph().is_directed();
        for format in FORMATS {
            let file = format.write_file(&sheet);
            match (format.name, file) {
                ("position", file) => {
                    assert_eq!(file, Err(ExportError::NeedsPosition("position")))
                }
                ("g6" | "s6" | "dimacs", file) if directed => assert!(file.is_err()),
                ("d6", file) if !directed => assert!(file.is_err()),
                (_, Ok(bytes)) => {
                    let is_text = String::from_utf8(bytes).is_ok_and(|text| text.ends_with('\n'));
                    assert_eq!(is_text, format.content == Content::Text, "{}", format.name);
                }
                (name, Err(error)) => panic!("{name}: {error}"),
            }
        }
    }
}

#[test]
fn what_is_not_known_is_named() {
    let file = |name: &str| ExportFormat::of_file(Path::new(name)).map(|format| format.name);
    assert_eq!((file("a/x.SVG"), file("x.tex")), (Ok("svg"), Ok("tikz")));
    assert!(file("svg").is_err() && file("x.pdf").unwrap_err().to_string().contains("`x.pdf`"));
    let named = |name: &str| ExportFormat::named(name).map(|format| format.name);
    assert_eq!(named("graph6"), Ok("g6"));
    let unknown = named("pdf").unwrap_err().to_string();
    assert!(unknown.starts_with("unknown format `pdf`: use svg, "), "{unknown}");
    assert!(named("tikx").unwrap_err().to_string().contains("did you mean `tikz`?"));
}

#[test]
fn graphs_and_digraphs_have_their_edges() {
    let text = dot(&bare("petersen:5,2"), &[]);
    assert!(text.starts_with("graph \"petersen:5,2\" {"));
    assert_eq!((text.matches(" -- ").count(), text.matches("pos=").count()), (15, 10));
    let board = bare(CAROUSEL);
    let text = dot(&board, &[]);
    assert!(text.starts_with("digraph "));
    assert_eq!(text.matches(" -> ").count(), board.graph().edge_count());
}

#[test]
fn dot_positions_point_up() {
    let board = board("grid:2x2");
    assert!(dot(&board, &[]).contains("3 [pos=\"54,-54!\", label=\"3\""));
}

#[test]
fn every_vertex_and_edge_is_there() {
    for board in [bare("petersen:5,2"), bare(CAROUSEL), board("queens:4")] {
        let text = tikz(&board, &[]);
        assert_eq!(text.matches("\\node").count(), board.order());
        assert_eq!(text.matches("\\draw").count(), board.graph().edge_count());
        assert_eq!(text.matches('{').count(), text.matches('}').count());
        assert_eq!(text.contains("->"), board.graph().is_directed());
    }
}

#[test]
fn paints_are_defined_once_and_used() {
    let marks = [Paint::White, Paint::Red, Paint::Red].map(Mark::painted);
    let text = tikz(&bare("path:4"), &marks);
    assert_eq!(text.matches("\\definecolor").count(), 4);
    assert!(text.contains("double, fill=chromex-white"));
    assert_eq!(text.matches("diamond, fill=chromex-red").count(), 2);
}

fn checked_layout(board: &Board) -> Vec<Point> {
    let points = layout::compute(board.graph());
    assert_eq!(points.len(), board.order());
    assert!(points.iter().all(|p| p.0.is_finite() && p.1.is_finite()));
    for (v, &point) in points.iter().enumerate() {
        let near = points[..v].iter().find(|&&other| distance(point, other) < 0.5);
        assert_eq!(near, None, "{}: {v} is too near at {point:?}", board.name());
    }
    let corner = bounds(&points).0;
    assert!(corner.0.abs() < 1e-9 && corner.1.abs() < 1e-9, "{corner:?}");
    assert_eq!(points, layout::compute(board.graph()), "deterministic");
    points
}

fn lengths(board: &Board, points: &[Point]) -> Vec<f64> {
    let mut lengths: Vec<_> =
        board.graph().edges().map(|(u, v)| distance(points[u], points[v])).collect();
    lengths.sort_by(f64::total_cmp);
    lengths
}

#[test]
fn lines_and_circles_have_unit_edges() {
    for n in [2, 3, 8, 41, 100, 1000] {
        let boards = [bare(&format!("path:{n}")), bare(&format!("cycle:{}", n.max(3)))];
        for board in boards {
            let lengths = lengths(&board, &checked_layout(&board));
            assert!(lengths.iter().all(|l| (l - 1.0).abs() < 1e-6), "{}", board.name());
        }
    }
}

#[test]
fn small_graphs() {
    for n in 0..5 {
        checked_layout(&bare(&format!("complete:{n}")));
        checked_layout(&bare(&format!("path:{n}")));
    }
    checked_layout(&bare("petersen:5,2"));
    checked_layout(&bare("complete:30"));
    checked_layout(&bare("empty:7"));
}

#[test]
fn digraphs_are_drawn_as_their_underlying_graph() {
    let (directed, plain) = (bare(CAROUSEL), bare("cycle:6"));
    assert_eq!(checked_layout(&directed), checked_layout(&plain));
}

#[test]
fn trees_keep_their_levels_apart() {
    let points = checked_layout(&bare("tree:2,4"));
    assert!((1..31).all(|v| points[v].1 >= points[(v - 1) / 2].1 + 1.0));
    checked_layout(&bare("tree:2,11"));
    checked_layout(&bare("star:8"));
}

#[test]
fn a_grid_is_drawn_as_a_grid() {
    let board = bare("grid:4x7");
    let points = checked_layout(&board);
    let lengths = lengths(&board, &points);
    assert!(lengths[0] > 0.8 && lengths[lengths.len() - 1] < 1.3, "{lengths:?}");
}

#[test]
fn scattered_graphs_of_all_sizes() {
    let sizes = [
        (8, "0.4"),
        (50, "0.065"),
        (120, "0.35"),
        (290, "0.02"),
        (310, "0.02"),
        (2000, "0.005"),
        (6000, "0.0005"),
    ];
    for (n, density) in sizes {
        checked_layout(&bare(&format!("random:{n},{density},1")));
    }
    checked_layout(&bare("grid:30x40"));
    checked_layout(&bare("torus:71x71"));
}

#[test]
fn usual_edges_have_length_one() {
    let board = bare("random:60,0.04,1");
    let lengths = lengths(&board, &checked_layout(&board));
    let median = lengths[lengths.len() / 2];
    assert!((0.7..2.0).contains(&median), "{median}");
}

#[test]
fn components_do_not_overlap() {
    let parts = ["petersen:5,2", "path:1", "cycle:7", "tree:2,3", "path:4", "complete:5"];
    let points = checked_layout(&bare(&parts.join("+")));
    let mut start = 0;
    let mut boxes = Vec::new();
    for part in &parts {
        let end = start + board(part).order();
        boxes.push(bounds(&points[start..end]));
        start = end;
    }
    for (i, (low, high)) in boxes.iter().enumerate() {
        let apart = |(other, top): &(Point, Point)| {
            low.0 > top.0 || high.0 < other.0 || low.1 > top.1 || high.1 < other.1
        };
        assert!(boxes[..i].iter().all(apart), "component {i}");
    }
}

/// Fails unless every tag is closed in the right order and every `&` begins an entity.
fn check_well_formed(text: &str) {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        check_entities(&rest[..start]);
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        assert!(!tag.contains('<') && tag.matches('"').count().is_multiple_of(2), "<{tag}>");
        check_entities(tag);
        let name = tag.split_whitespace().next().unwrap();
        match tag.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed)),
            None if tag.ends_with('/') => {}
            None => open.push(name),
        }
        rest = &rest[end + 1..];
    }
    assert_eq!((open.len(), rest.trim()), (0, ""));
}

fn check_entities(text: &str) {
    let entities = ["lt;", "gt;", "amp;", "quot;"];
    let known = |rest: &str| entities.iter().any(|entity| rest.starts_with(entity));
    assert!(text.split('&').skip(1).all(known), "{text}");
}

fn edge_count(picture: &str) -> usize {
    let edges = picture.split(r#"<g class="edges""#).nth(1).unwrap();
    let edges = edges.split("</g>").next().unwrap();
    edges.matches("<line ").count() + edges.matches("<path ").count()
}

fn checked_svg(board: &Board, marks: &[Mark]) -> String {
    let picture = svg(board, marks);
    check_well_formed(&picture);
    assert_eq!(picture.matches(r#"<g class="v "#).count(), board.order());
    assert_eq!(edge_count(&picture), board.graph().edge_count());
    assert!(!picture.contains("NaN") && !picture.contains("inf"));
    picture
}

#[test]
fn every_vertex_and_edge_is_drawn() {
    let boards = [
        bare("petersen:5,2"),
        board("grid:3x5"),
        board("torus:4x5"),
        board("queens:4"),
        bare(CAROUSEL),
        bare("tree:2,3"),
        bare("path:3+complete:5+path:1"),
        bare("path:0"),
        bare("path:1"),
    ];
    for board in boards {
        let picture = checked_svg(&board, &[]);
        let numbers = (0..board.order()).filter(|v| picture.contains(&format!(">{v}</text>")));
        assert_eq!(numbers.count(), board.order());
    }
}

#[test]
fn labels_titles_and_names_are_escaped() {
    let odd = r#"<&">"#.to_owned();
    let mark = Mark { label: Some(odd.clone()), title: Some(odd.clone() + "\u{1}"), fill: None };
    let board = Board::new(Graph::undirected(1, []).unwrap(), odd);
    let picture = checked_svg(&board, &[mark]);
    assert_eq!(picture.matches("&lt;&amp;&quot;&gt;").count(), 3);
}

#[test]
fn paints_have_their_shapes() {
    let paints = [Paint::Black, Paint::White, Paint::Red, Paint::Blue, Paint::Number(12)];
    let picture = checked_svg(&bare("cycle:5"), &paints.map(Mark::painted));
    assert_eq!(picture.matches("<circle").count(), 4);
    assert!(picture.contains(r#"<circle class="ring""#));
    assert!(picture.contains(r#"<g class="v c4" data-vertex="4"><title>4: colour 12</title>"#));
    assert!(picture.contains(">12</text>"));
}

#[test]
fn missing_marks_are_plain() {
    let picture = checked_svg(&bare("path:3"), &[Mark::painted(Paint::Black)]);
    assert_eq!(picture.matches(r#"<g class="v empty""#).count(), 2);
}

#[test]
fn only_digraphs_have_arrow_heads() {
    assert!(checked_svg(&bare(CAROUSEL), &[]).contains("marker-end"));
    assert!(!checked_svg(&bare("cycle:6"), &[]).contains("marker"));
}

#[test]
fn arrows_end_at_the_rim() {
    let points = vec![(0.0, 0.0), (2.0, 0.0)];
    let board = Board::new(Graph::directed(2, [(0, 1)]).unwrap(), "arc").with_points(points);
    assert!(checked_svg(&board, &[]).contains(r#"<line x1="0" y1="0" x2="68" y2="0"/>"#));
}

#[test]
fn large_pictures_have_no_labels() {
    let picture = checked_svg(&bare("path:2001"), &[]);
    assert!(!picture.contains("<text") && picture.matches("<title>").count() == 1);
}

#[test]
fn crowded_points_get_small_vertices() {
    let points = (0..3).map(|v| (v as f64 * 0.1, 0.0)).collect();
    let board = bare("path:3").with_points(points);
    assert!(checked_svg(&board, &[]).contains(r#"r="1.68""#));
}

/// Writes the pictures to `$CHROMEX_PICTURES`, for people to look at.
#[test]
#[ignore = "writes files for people to look at"]
fn gallery() {
    let Ok(folder) = std::env::var("CHROMEX_PICTURES") else {
        return;
    };
    let boards = [
        ("grid", board("grid:3x5")),
        ("grid-computed", bare("grid:5x8")),
        ("petersen", bare("petersen:5,2")),
        ("heap", bare("tree:2,4")),
        ("carousel", bare(CAROUSEL)),
        ("torus", board("torus:4x5")),
        ("torus-computed", bare("torus:4x5")),
        ("torus-wide", board("torus:4x12")),
        ("queens", board("queens:4")),
        ("scattered", bare("random:40,0.08,1")),
        ("scattered-300", bare("random:400,0.008,1")),
        ("large", bare("random:2000,0.005,1")),
        ("dense", bare("random:40,0.25,1")),
        ("star", bare("star:11")),
        ("bipartite", bare("bipartite:3,4")),
        ("snake", bare("path:70")),
        ("large-grid", bare("grid:20x30")),
        ("union", bare("path:6+petersen:5,2+path:1+complete:6+path:1+cycle:5+tree:2,2+path:2")),
    ];
    let paints =
        [Some(Paint::Black), Some(Paint::White), Some(Paint::Red), Some(Paint::Blue), None];
    for (name, board) in boards {
        let start = std::time::Instant::now();
        let picture = svg(&board, &[]);
        println!("{name}: {:?}", start.elapsed());
        std::fs::write(format!("{folder}/{name}.svg"), picture).unwrap();
        std::fs::write(format!("{folder}/{name}.dot"), dot(&board, &[])).unwrap();
    }
    let paint = |v: usize| match v {
        0..10 => paints[v % 5],
        _ => Some(Paint::Number(v as u8 - 9)),
    };
    let marks: Vec<_> = (0..20).map(|v| Mark { fill: paint(v), ..Mark::default() }).collect();
    let board = board("torus:4x5");
    std::fs::write(format!("{folder}/paints.svg"), svg(&board, &marks)).unwrap();
    std::fs::write(format!("{folder}/paints.dot"), dot(&board, &marks)).unwrap();
}

#[test]
fn a_path_with_one_colour_as_json() {
    let json = |sheet: &Sheet| {
        let written = ExportFormat::named("json").unwrap().write(sheet).unwrap();
        String::from_utf8(written).unwrap()
    };
    let expected = r#"{"directed": false, "multigraph": false, "graph": {"name": "path:2", "position": "icol path:2 B. left"},
"nodes": [
{"id": 0, "pos": [0, 0], "colour": "red"},
{"id": 1, "pos": [1, 0]}],
"edges": [
{"source": 0, "target": 1}]}
"#;
    let (marks, position) = (vec![Mark::painted(Paint::Red)], Some("icol path:2 B. left".into()));
    let sheet = Sheet { marks, position, ..Sheet::of_graph(board("path:2")) };
    assert_eq!(json(&sheet), expected);
    let odd = Sheet::of_graph(board("path:2").named("a\"\\\n"));
    assert!(json(&odd).contains(r#""name": "a\"\\\u000a""#));
}

#[test]
fn text_is_quoted_in_dot() {
    let mark = Mark { fill: Some(Paint::Red), label: Some("\"".into()), title: None };
    let text = dot(&board("path:1").named("a\"\\N\n\u{7}"), &[mark]);
    assert!(text.starts_with("graph \"a\\\"\\\\N\\n\u{fffd}\" {"), "{text}");
    assert!(text.contains("label=\"\\\"\", shape=diamond") && text.contains("\"0: red\""));
}

#[test]
fn positions_point_up_and_text_is_escaped_in_tikz() {
    let mark = Mark { label: Some("a_b\\{".into()), ..Mark::default() };
    let text = tikz(&board("grid:2x2").named("a\nb"), &[mark]);
    assert!(text.contains("(v3) at (1,-1) {3};"), "{text}");
    assert!(text.contains("{a\\_b\\textbackslash{}\\{}"), "{text}");
    assert!(text.lines().any(|line| line.starts_with('%') && line.contains("a b")), "{text}");
}
