use super::*;
use crate::draw::samples;
use chromex_graphs::Graph;

/// Fails unless every tag is closed in turn and every `&` begins an entity.
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

fn check(board: &Board, marks: &[Mark]) -> String {
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
        samples::petersen(),
        samples::on_lattice(samples::grid(3, 5, false), 5),
        samples::on_lattice(samples::grid(4, 5, true), 5),
        samples::queens(4),
        samples::carousel(6),
        samples::heap(15),
        samples::union(&[samples::path(3), samples::complete(5), samples::path(1)]),
        samples::path(0),
        samples::path(1),
    ];
    for board in boards {
        let picture = check(&board, &[]);
        let numbers = (0..board.order()).filter(|v| picture.contains(&format!(">{v}</text>")));
        assert_eq!(numbers.count(), board.order());
    }
}

#[test]
fn labels_titles_and_names_are_escaped() {
    let odd = r#"<&">"#.to_owned();
    let mark = Mark { label: Some(odd.clone()), title: Some(odd.clone() + "\u{1}"), fill: None };
    let board = Board::new(Graph::undirected(1, []).unwrap(), odd);
    let picture = check(&board, &[mark]);
    assert_eq!(picture.matches("&lt;&amp;&quot;&gt;").count(), 3);
}

#[test]
fn paints_have_their_shapes() {
    let paints = [Paint::Black, Paint::White, Paint::Red, Paint::Blue, Paint::Number(12)];
    let picture = check(&samples::cycle(5), &paints.map(Mark::painted));
    assert_eq!(picture.matches("<circle").count(), 4);
    assert!(picture.contains(r#"<circle class="ring""#));
    assert!(picture.contains(r#"<g class="v c4" data-vertex="4"><title>4: colour 12</title>"#));
    assert!(picture.contains(">12</text>"));
}

#[test]
fn missing_marks_are_plain() {
    let picture = check(&samples::path(3), &[Mark::painted(Paint::Black)]);
    assert_eq!(picture.matches(r#"<g class="v empty""#).count(), 2);
}

#[test]
fn only_digraphs_have_arrow_heads() {
    assert!(check(&samples::carousel(6), &[]).contains("marker-end"));
    assert!(!check(&samples::cycle(6), &[]).contains("marker"));
}

#[test]
fn arrows_end_at_the_rim() {
    let points = vec![(0.0, 0.0), (2.0, 0.0)];
    let board = Board::new(Graph::directed(2, [(0, 1)]).unwrap(), "arc").with_points(points);
    assert!(check(&board, &[]).contains(r#"<line x1="0" y1="0" x2="68" y2="0"/>"#));
}

#[test]
fn large_pictures_have_no_labels() {
    let picture = check(&samples::path(2001), &[]);
    assert!(!picture.contains("<text") && picture.matches("<title>").count() == 1);
}

#[test]
fn crowded_points_get_small_vertices() {
    let points = (0..3).map(|v| (v as f64 * 0.1, 0.0)).collect();
    let board = samples::path(3).with_points(points);
    assert!(check(&board, &[]).contains(r#"r="1.68""#));
}

/// Writes the pictures to `$CHROMEX_PICTURES`, to be looked at.
#[test]
#[ignore = "writes files for people to look at"]
fn gallery() {
    let Ok(folder) = std::env::var("CHROMEX_PICTURES") else {
        return;
    };
    let hub = Graph::undirected(12, (1..12).map(|v| (0, v))).unwrap();
    let bipartite = (0..3).flat_map(|u| (3..7).map(move |v| (u, v)));
    let boards = [
        ("grid", samples::on_lattice(samples::grid(3, 5, false), 5)),
        ("grid-computed", samples::grid(5, 8, false)),
        ("petersen", samples::petersen()),
        ("heap", samples::heap(31)),
        ("carousel", samples::carousel(9)),
        ("torus", samples::on_lattice(samples::grid(4, 5, true), 5)),
        ("torus-computed", samples::grid(4, 5, true)),
        ("torus-wide", samples::on_lattice(samples::grid(4, 12, true), 12)),
        ("queens", samples::queens(4)),
        ("scattered", samples::scattered(40, 60)),
        ("scattered-300", samples::scattered(400, 600)),
        ("large", samples::scattered(2000, 10_000)),
        ("dense", samples::scattered(40, 200)),
        ("star", Board::new(hub, "star")),
        ("bipartite", Board::new(Graph::undirected(7, bipartite).unwrap(), "bipartite")),
        ("snake", samples::path(70)),
        ("large-grid", samples::grid(20, 30, false)),
        (
            "union",
            samples::union(&[
                samples::path(6),
                samples::petersen(),
                samples::path(1),
                samples::complete(6),
                samples::path(1),
                samples::cycle(5),
                samples::heap(11),
                samples::path(2),
            ]),
        ),
    ];
    let paints =
        [Some(Paint::Black), Some(Paint::White), Some(Paint::Red), Some(Paint::Blue), None];
    for (name, board) in boards {
        let start = std::time::Instant::now();
        let picture = svg(&board, &[]);
        println!("{name}: {:?}", start.elapsed());
        std::fs::write(format!("{folder}/{name}.svg"), picture).unwrap();
        std::fs::write(format!("{folder}/{name}.dot"), crate::draw::dot(&board, &[])).unwrap();
    }
    let paint = |v: usize| match v {
        0..10 => paints[v % 5],
        _ => Some(Paint::Number(v as u8 - 9)),
    };
    let marks: Vec<_> = (0..20).map(|v| Mark { fill: paint(v), ..Mark::default() }).collect();
    let board = samples::on_lattice(samples::grid(4, 5, true), 5);
    std::fs::write(format!("{folder}/paints.svg"), svg(&board, &marks)).unwrap();
    std::fs::write(format!("{folder}/paints.dot"), crate::draw::dot(&board, &marks)).unwrap();
}
