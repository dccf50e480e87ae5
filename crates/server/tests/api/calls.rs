//! Every call, good and bad.

use serde_json::{Value as Json, json};

use crate::client::{JSON, Running};

#[test]
fn the_catalogue() {
    let server = Running::new();
    let about = server.get("about").ok().json();
    assert_eq!(about["limits"]["vertices"], 2000);
    let games = server.get("games").ok().json();
    assert_eq!(games.as_array().unwrap().len(), chromex::rules::GAMES.len());
    for game in games.as_array().unwrap() {
        // The template with its defaults is the example.
        let mut text = game["template"].as_str().unwrap().to_owned();
        for parameter in game["parameters"].as_array().unwrap() {
            let default = parameter["default"].as_f64().unwrap().to_string();
            text = text.replace(&format!("{{{}}}", parameter["name"].as_str().unwrap()), &default);
        }
        assert_eq!(text, game["example"].as_str().unwrap());
        for variant in game["variants"].as_array().unwrap() {
            chromex::rules::parse_game(variant.as_str().unwrap()).unwrap();
        }
    }
    // One game of each kind of boards is taken where the chosen one is not played.
    for (directed, usual) in [(false, "icol"), (true, "blue-red")] {
        let all = games.as_array().unwrap().iter();
        let of_kind = all.filter(|game| game["directed"] == directed && game["usual"] == true);
        assert_eq!(of_kind.map(|game| &game["example"]).collect::<Vec<_>>(), [usual]);
    }
    // What the papers say of a graph without naming a game is about theirs.
    for claim in server.get("claims").ok().json().as_array().unwrap() {
        let game = claim["game"].as_str().map(|game| chromex::rules::parse_game(game).unwrap());
        let of_one = claim["id"].as_str().unwrap().starts_with("bensmail/");
        assert_eq!(game, of_one.then(chromex::rules::Game::connected), "{claim}");
    }
    let strategies = server.get("strategies").ok().json();
    assert_eq!(strategies[0]["name"], "four-rows");
}

#[test]
fn games_and_values_are_described() {
    let server = Running::new();
    let own = json!({ "game": "own:colours=Black,White:left=Black:right=White:forbid=same" });
    let own = server.post("game", &own).ok().json();
    assert_eq!((&own["identity"], &own["convention"]), (&json!("col"), &json!("partisan")));
    assert_eq!((&own["directed"], &own["copies"]), (&json!(false), &json!(1)));
    assert!(own["rules"].to_string().contains("Adjacent vertices must differ."), "{own}");
    let arcs = server.post("game", &json!({ "game": "blue-red" })).ok().json();
    assert_eq!(arcs["directed"], true);
    let bad = server.post("game", &json!({ "game": "own:colours=2:forbid=sam" }));
    assert_eq!(bad.error(422), "bad_game");
    assert_eq!(bad.json()["error"]["help"], "did you mean `same`?");
    // The switch {3|−1}: its walls go from the stops to the mean 1 at temperature 2.
    let switch = server.post("value", &json!({ "value": "{3|-1}" })).ok().json();
    assert_eq!((&switch["mean"], &switch["temperature"]), (&json!("1"), &json!("2")));
    let walls = json!({ "left": [["0", "3"], ["2", "1"]], "right": [["0", "-1"], ["2", "1"]] });
    assert_eq!(switch["thermograph"], walls);
    assert_eq!(server.post("value", &json!({ "value": "{3|" })).error(422), "bad_value");
    assert_eq!(server.post("value", &json!({})).error(400), "malformed");
}

/// Every slider, at its ends, builds a graph.
#[test]
fn families_build_over_their_whole_ranges() {
    let server = Running::new();
    for family in server.get("families").ok().json().as_array().unwrap() {
        let parameters = family["parameters"].as_array().unwrap();
        for moved in parameters {
            for end in ["min", "max", "default"] {
                let mut text = family["template"].as_str().unwrap().to_owned();
                for one in parameters {
                    let value = &one[if one == moved { end } else { "default" }];
                    let name = format!("{{{}}}", one["name"].as_str().unwrap());
                    text = text.replace(&name, &value.as_f64().unwrap().to_string());
                }
                let board = chromex::graphs::parse(&text).unwrap_or_else(|e| panic!("{e}"));
                assert!(board.order() <= 2000, "{text}");
            }
            assert!(moved["min"].as_f64() < moved["max"].as_f64(), "{family}");
        }
    }
}

#[test]
fn graphs_in_every_form_are_the_same_graph() {
    let server = Running::new();
    let edges = json!([[0, 1], [0, 2], [1, 3], [2, 3]]);
    let grid = server.post("graph", &json!({ "graph": "grid:2x2" })).ok().json();
    assert_eq!((&grid["edges"], &grid["rows"]), (&edges, &json!(2)));
    assert_eq!(grid["classes"]["bipartite"], true);
    let drawn = server.post("graph", &json!({ "edges": edges, "order": 4 })).ok().json();
    assert_eq!(drawn["edges"], edges);
    let again = server.post("graph", &json!({ "graph": drawn["name"] })).ok().json();
    assert_eq!(again["edges"], edges);
    let file = server.post("graph", &json!({ "text": "0 1\n0 2\n1 3\n2 3\n" })).ok().json();
    assert_eq!(file["name"], drawn["name"]);
    let dimacs = json!({ "text": "p edge 2 1\ne 1 2\n", "format": "dimacs" });
    assert_eq!(server.post("graph", &dimacs).ok().json()["size"], 1);
    let arcs = json!({ "edges": [[1, 0]], "order": 3, "directed": true });
    let arcs = server.post("graph", &arcs).ok().json();
    assert_eq!((&arcs["directed"], &arcs["edges"]), (&json!(true), &json!([[1, 0]])));
    assert_eq!(arcs["layout"].as_array().unwrap().len(), 3);
    for (bad, code) in [
        (json!({ "graph": "pth:7" }), "bad_graph"),
        (json!({}), "bad_graph"),
        (json!({ "graph": "path:2", "edges": [] }), "bad_graph"),
        (json!({ "edges": [[0, 9]], "order": 3 }), "bad_graph"),
        (json!({ "edges": [[0, 0]] }), "bad_graph"),
        (json!({ "text": "" }), "bad_graph"),
        (json!({ "text": "x", "format": "gif" }), "bad_graph"),
        (json!({ "graph": "path:2001" }), "too_large"),
        (json!({ "graph": "complete:500" }), "too_large"),
        (json!({ "graph": "grid:99999x99999" }), "bad_graph"),
        (json!({ "text": "p edge 4000000000 0\n" }), "bad_graph"),
        (json!({ "edges": [], "order": 18446744073709551615_u64 }), "bad_graph"),
        (json!({ "edges": [[0, 18446744073709551615_u64]] }), "bad_graph"),
    ] {
        assert_eq!(server.post("graph", &bad).error(422), code, "{bad}");
    }
    let told = server.post("graph", &json!({ "graph": "pth:7" })).json()["error"].clone();
    assert_eq!((&told["at"], &told["text"]), (&json!([0, 3]), &json!("pth:7")));
    assert_eq!(told["help"], "did you mean `path`?");
}

#[test]
fn values_are_worked_out_and_drawn() {
    let server = Running::new();
    let value = |text: &str| server.post("value", &json!({ "value": text }));
    let hot = value("{3|1||-2} + *2").ok().json();
    assert_eq!((&hot["value"], &hot["mean"]), (&json!("{3*2|1*2||-2*2}"), &json!("0")));
    assert_eq!(hot["thermograph"]["left"], json!([["0", "1"], ["1", "1"], ["2", "0"]]));
    assert!(hot["svg"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(value("{3|").error(422), "bad_value");
}

#[test]
fn positions_are_told_by_the_rules() {
    let server = Running::new();
    let line = "icol grid:2x3 B../..W left";
    let whole = server.post("position", &json!({ "line": line })).ok().json();
    assert_eq!(whole["line"], line);
    assert_eq!(whole["colouring"], json!([1, 0, 0, 0, 0, 2]));
    let parts = json!({ "game": "icol", "graph": "grid:2x3", "moves": ["0=B", "5=W"] });
    assert_eq!(server.post("position", &parts).ok().json()["line"], line);
    for (turn, seat) in [(json!("right"), 1), (json!("alice"), 0), (json!(1), 1)] {
        let input = json!({ "game": "icol", "graph": "path:2", "turn": turn });
        assert_eq!(server.post("position", &input).ok().json()["turn"], seat);
    }
    let parts = json!({ "line": "icol path:5 ..B.. left" });
    let parts = server.post("position", &parts).ok().json()["components"].clone();
    assert_eq!(parts, json!([[0, 1], [3, 4]]));
    let star = server.post("position", &json!({ "line": "colouring:3 star:3 .12. bob" })).json();
    assert_eq!(star["marks"]["status"], json!(["threatened", null, null, "safe"]));
    assert_eq!(star["legal"], json!([[0, [3]], [3, [1, 2, 3]]]));
    let dead = server.post("position", &json!({ "line": "colouring:2 path:3 1.2 alice" })).json();
    assert_eq!(dead["over"], json!({ "verdict": "Bob wins", "winner": 1 }));
    let score = server.post("position", &json!({ "line": "connected path:3 RRB alice" })).json();
    assert_eq!(score["over"], json!({ "verdict": "Alice wins by 1", "winner": 0, "score": 1 }));
    for (bad, code) in [
        (json!({ "line": "icol path:3 BB. left" }), "bad_position"),
        (json!({ "line": "icol" }), "bad_position"),
        (json!({ "game": "chess", "graph": "path:3" }), "bad_game"),
        (json!({ "game": "isnort", "graph": "dipath:3" }), "bad_position"),
        (json!({ "game": "icol", "graph": "path:3", "colouring": "X.." }), "bad_colouring"),
        (json!({ "game": "icol", "graph": "path:3", "turn": 2 }), "bad_turn"),
        (json!({ "game": "icol", "graph": "path:3", "turn": "carol" }), "bad_turn"),
        (json!({ "game": "icol", "graph": "path:3", "moves": ["9=B"] }), "bad_move"),
        (json!({ "game": "icol", "graph": "path:3", "moves": ["0=B", "1=B"] }), "illegal_move"),
        (json!({ "line": format!("icol path:2001 {} left", ".".repeat(2001)) }), "too_large"),
        (json!({}), "bad_position"),
    ] {
        assert_eq!(server.post("position", &bad).error(422), code, "{bad}");
    }
}

#[test]
fn reasons_are_given() {
    let server = Running::new();
    let ask = |cell: u64, colour: u64| {
        let input = json!({ "line": "icol path:3 B.. left", "cell": cell, "colour": colour });
        server.post("why", &input).ok().json()
    };
    assert_eq!(ask(1, 2), json!({ "legal": true, "reason": null }));
    assert!(ask(1, 1)["reason"].as_str().unwrap().contains("must have different colours"));
    assert_eq!(ask(0, 1)["reason"], "vertex 0 is already coloured");
    assert_eq!(ask(7, 1)["reason"], "there is no vertex 7");
    assert_eq!(ask(1, 9)["reason"], "there is no colour 9");
}

#[test]
fn positions_are_exported() {
    let server = Running::new();
    let formats = server.get("formats").ok().json();
    let names: Vec<&str> =
        formats.as_array().unwrap().iter().map(|f| f["name"].as_str().unwrap()).collect();
    let expected: Vec<&str> =
        chromex::graphs::draw::export::FORMATS.iter().map(|format| format.name).collect();
    assert_eq!(names, expected);
    for (format, ending, kind, part) in [
        ("svg", "svg", "image/svg+xml", "<svg"),
        ("png", "png", "image/png", "PNG"),
        ("tikz", "tex", "text/x-tex", "\\begin{tikzpicture}"),
        ("dot", "dot", "text/vnd.graphviz", "graph \"grid:2x2\""),
        ("json", "json", "application/json", "\"position\": \"icol grid:2x2 B./.. right\""),
        ("g6", "g6", "text/plain", "Cr\n"),
        ("position", "position", "text/plain", "icol grid:2x2 B./.. right"),
    ] {
        let input = json!({ "line": "icol grid:2x2 B... right", "format": format });
        let file = server.post("export", &input).ok();
        assert!(file.body.contains(part) && file.head.contains(kind), "{}", file.head);
        let name = format!("filename=\"chromex-icol-grid-2x2.{ending}\"");
        assert!(file.head.contains(&name), "{}", file.head);
    }
    let directed = json!({ "line": "icol grid:2x2 B... right", "format": "d6" });
    assert_eq!(server.post("export", &directed).error(422), "not_exported");
    let two = json!({ "line": "orthogonal:2 path:2 1.|.2 alice", "format": "svg" });
    assert_eq!(server.post("export", &two).ok().body.matches("data-vertex").count(), 4);
    let bad = json!({ "line": "icol path:2 .. left", "format": "gif" });
    assert_eq!(server.post("export", &bad).error(400), "malformed");
}

#[test]
fn lines_of_play() {
    let server = Running::new();
    let line = server.post("line", &json!({ "game": "connected", "graph": "path:5" })).ok().json();
    assert_eq!((line["moves"].as_array().unwrap().len(), &line["complete"]), (5, &json!(true)));
    assert_eq!(line["values"], json!(["+1", "+1", "+1", "+1", "+1", "+1"]));
    let long = json!({ "game": "col", "graph": "path:500" });
    assert_eq!(server.post("line", &long).error(422), "unsearchable");
    for seconds in [json!(-1), json!(0), json!(1e300)] {
        let input = json!({ "game": "col", "graph": "path:5", "seconds": seconds });
        assert_eq!(server.post("line", &input).error(422), "bad_seconds");
    }
}

#[test]
fn the_papers() {
    let server = Running::new();
    let claims = server.get("claims").ok().json();
    assert_eq!(claims.as_array().unwrap().len(), chromex::claims::all().len());
    let checked = server.post("verify", &json!({ "claim": "uiterwijk/thm-3" })).ok();
    let last = checked.lines().pop().unwrap();
    assert_eq!((&last["type"], &last["verdict"]), (&json!("verdict"), &json!("holds")));
    let missing = server.post("verify", &json!({ "claim": "uiterwijk/thm-33" }));
    assert_eq!(missing.error(404), "not_found");
    assert!(missing.body.contains("did you mean"));
    assert!(!server.get("tables").ok().json().as_array().unwrap().is_empty());
    let table = server.get("tables/chi-grids?to=3").ok().json();
    assert_eq!(
        table["rows"],
        json!([["1", "1", "2", "2", "3"], ["2", "2", "3", "3", "4"], ["3", "2", "3", "4", "4"]])
    );
    assert_eq!(server.get("tables/none").error(404), "not_found");
    assert_eq!(server.get("tables/chi-grids?to=99").error(422), "too_large");
    assert_eq!(server.get("tables/chi-grids?to=x").error(400), "malformed");
    let values =
        |to: &str| server.get(&format!("sequences/icol?to={to}")).ok().json()["values"].clone();
    assert_eq!((values("1e2"), values("0.1k")), (values("100"), values("100")));
    assert_eq!(server.get("sequences/icol?to=1e99").error(400), "malformed");
    assert!(!server.get("sequences").ok().json().as_array().unwrap().is_empty());
    let kayles = server.get("sequences/.77?to=300").ok().json();
    assert_eq!((&kayles["period"]["period"], &kayles["values"][5]), (&json!(12), &json!(4)));
    let ends = server.get("sequences/icol%2FBW?to=20").ok().json();
    assert_eq!((ends["values"].as_array().unwrap().len(), &ends["first"]), (19, &json!(2)));
    assert_eq!(server.get("sequences/nonsense").error(422), "bad_sequence");
    assert_eq!(server.get("sequences/icol?to=9999999").error(422), "too_large");
}

#[test]
fn what_is_not_json_or_not_there_is_refused() {
    let server = Running::new();
    for body in ["", "{", "[]", "null", "{\"game\":1}", "\u{1}", &"[".repeat(2000)] {
        let answer = server.call("POST", "/api/v1/position", JSON, body);
        assert!((400..500).contains(&answer.status), "{body}: {}", answer.body);
        answer.error(answer.status);
    }
    assert_eq!(server.call("POST", "/api/v1/position", "", "{}").error(415), "media_type");
    let text = "Content-Type: text/plain\r\n";
    assert_eq!(server.call("POST", "/api/v1/position", text, "{}").error(415), "media_type");
    assert_eq!(server.get("position").error(405), "method");
    assert_eq!(server.call("DELETE", "/api/v1/about", "", "").error(405), "method");
    assert_eq!(server.get("nothing").error(404), "not_found");
    assert_eq!(server.call("GET", "/api/v2/about", "", "").error(404), "not_found");
    assert_eq!(server.call("POST", "/", JSON, "{}").status, 405);
}

#[test]
fn the_page_is_there() {
    let server = Running::new();
    let page = server.call("GET", "/", "", "").ok();
    assert!(page.head.contains("content-type: text/html"), "{}", page.head);
    assert!(page.body.to_lowercase().starts_with("<!doctype html>"), "{}", page.body);
    for part in ["default-src 'self'", "x-content-type-options: nosniff", "etag: "] {
        assert!(page.head.contains(part), "{}", page.head);
    }
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    let known = server.call("GET", "/", &format!("If-None-Match: {tag}\r\n"), "");
    assert_eq!((known.status, known.body.as_str()), (304, ""));
    for path in ["/nothing.js", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/assets/../../Cargo.toml"]
    {
        assert_eq!(server.call("GET", path, "", "").status, 404, "{path}");
    }
}

#[test]
fn the_page_from_a_folder() {
    let folder = std::env::temp_dir().join(format!("chromex-web-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("assets")).unwrap();
    std::fs::write(folder.join("index.html"), "mine").unwrap();
    std::fs::write(folder.join("assets/a.js"), "1").unwrap();
    std::fs::write(folder.with_extension("secret"), "secret").unwrap();
    let server = Running::with(|options| options.web = Some(folder.clone()));
    assert_eq!(server.call("GET", "/", "", "").ok().body, "mine");
    assert!(server.call("GET", "/assets/a.js", "", "").ok().head.contains("text/javascript"));
    let secret = folder.with_extension("secret");
    let name = secret.file_name().unwrap().to_str().unwrap();
    for path in [format!("/../{name}"), format!("//{}", secret.display()), "/assets".into()] {
        assert_eq!(server.call("GET", &path, "", "").status, 404, "{path}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::remove_file(&secret).unwrap();
}

/// The description names every call that is answered, and no other.
#[test]
fn the_description_is_true() {
    let server = Running::new();
    let described = server.get("openapi.json").ok().json();
    assert_eq!(described["openapi"], "3.1.0");
    let paths = described["paths"].as_object().unwrap();
    let mut calls: Vec<(String, String)> = Vec::new();
    for (path, methods) in paths {
        for (method, call) in methods.as_object().unwrap() {
            calls.push((method.to_uppercase(), path.clone()));
            assert!(call["responses"].as_object().is_some_and(|r| !r.is_empty()), "{path}");
        }
    }
    let expected = "GET about, GET games, GET families, GET strategies, POST game, POST graph, POST position, \
        POST why, POST analyse, POST moves, POST reply, POST explain, POST value, POST line, GET formats, POST export, \
        POST prove, GET claims, GET figures, POST four-rows, \
        POST verify, GET tables, GET tables/{name}, GET sequences, GET sequences/{name}, \
        GET openapi.json";
    let mut expected: Vec<(String, String)> = expected
        .split(", ")
        .map(|call| call.trim().split_once(' ').unwrap())
        .map(|(method, call)| (method.to_owned(), format!("/api/v1/{call}")))
        .collect();
    calls.sort();
    expected.sort();
    assert_eq!(calls, expected);
    for (method, path) in &calls {
        let path = path.replace("{name}", "chi-grids");
        let status = server.call(method, &path, JSON, "{}").status;
        assert!(status != 405 && (status != 404 || path.contains("chi-grids")), "{method} {path}");
        let other = if method == "GET" { "POST" } else { "GET" };
        assert_eq!(server.call(other, &path, JSON, "{}").status, 405, "{other} {path}");
    }
    // Every reference leads somewhere.
    fn references(value: &Json, found: &mut Vec<String>) {
        match value {
            Json::Object(fields) => fields.iter().for_each(|(name, inner)| {
                match inner.as_str().filter(|_| name == "$ref") {
                    Some(target) => found.push(target.to_owned()),
                    None => references(inner, found),
                }
            }),
            Json::Array(items) => items.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    references(&described, &mut found);
    assert!(!found.is_empty());
    for target in found {
        assert!(described.pointer(target.trim_start_matches('#')).is_some(), "{target}");
    }
}
