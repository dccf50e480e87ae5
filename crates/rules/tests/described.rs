//! Games that are described: how descriptions are read and written, that the listed games can be described
//! too, and what is refused where.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex_graphs::TextError;
use chromex_rules::{
    Boards, Condition, Convention, Game, Goal, PairRule, Places, Player, Position,
    parse_description, parse_game,
};

/// The listed games whose condition is one on pairs, described.
const LISTED: &[(&str, &str)] = &[
    ("node-kayles", "own:colours=1:forbid=same"),
    ("node-kayles", "own:colours=1:open=apart"),
    ("proper:3", "own:colours=3:forbid=1-1,2-2,3-3"),
    ("proper:12", "own:colours=12:forbid=same"),
    ("icol", "own:colours=Black,White:forbid=same"),
    ("isnort", "own:colours=Black,White:forbid=Black-White"),
    ("distance:2:3", "own:colours=3:forbid=same/2"),
    ("blue-red", "own:colours=Blue,Red:forbid=same,Red>Blue"),
    ("sequential:2", "own:colours=2:forbid=same:open=in-order"),
    ("sequential:2:2,0,1", "own:colours=2:forbid=same:open=2,0,1"),
    ("col", "own:colours=Black,White:left=Black:right=White:forbid=same"),
    ("snort", "own:colours=Black,White:left=Black:right=White:forbid=different"),
    ("colouring:4", "own:colours=4:forbid=same:end=coloured"),
    ("colouring:3:bob-skips", "own:colours=3:forbid=same:skip=bob:end=coloured"),
    ("connected", "own:colours=Red,Blue:left=Red:right=Blue:end=largest"),
    ("connected:maker-breaker", "own:colours=Red,Blue:alice=Red:bob=Blue:end=largest-of-left"),
    ("arc-kayles", "own:colours=1:forbid=same:on=edges"),
    ("cram", "own:colours=1:forbid=same:on=edges"),
    ("edge-colouring:2", "own:colours=2:forbid=same:on=edges:end=coloured"),
    ("total-colouring:2", "own:colours=2:forbid=same:on=both:end=coloured"),
    ("connected-colouring:3", "own:colours=3:forbid=same:open=touching:end=coloured"),
    ("labelling:4", "own:colours=4:forbid=same/2,consecutive:end=coloured"),
    ("misere:node-kayles", "own:colours=1:forbid=same:end=misere"),
];

fn parsed(text: &str) -> Game {
    parse_game(text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn listed_games_can_be_described() {
    for (name, description) in LISTED {
        let (listed, described) = (parsed(name), parsed(description));
        assert_eq!(listed, described, "{name}");
        assert_eq!(described.identity(), listed.identity());
    }
    let paired =
        |game: &Game| matches!(game.condition(), Condition::Pairs(_)) && game.goal() != Goal::Other;
    for info in chromex_rules::GAMES {
        let is_described = LISTED.iter().any(|(name, _)| name.split(':').next() == Some(info.name));
        assert_eq!(is_described, paired(&parsed(info.example)), "{}", info.name);
    }
}

/// Compares all positions of two games by the literal rules.
fn same_play(a: &Position, b: &Position) {
    assert_eq!(a.verdict(), b.verdict(), "{a} and {b}");
    assert_eq!(a.moves(), b.moves(), "{a} and {b}");
    a.moves().into_iter().for_each(|m| same_play(&a.play(m).unwrap(), &b.play(m).unwrap()));
}

#[test]
fn described_games_are_played_like_the_listed_ones() {
    for (name, description) in LISTED {
        let (listed, described) = (parsed(name), parsed(description));
        let boards = match (listed.boards(), listed.places()) {
            (Boards::Directed, _) => ["arcs:0>1,1>2", "dicycle:3", "arcs:0>1,1>0,2"],
            (_, Places::InOrder(Some(_))) => ["path:3", "cycle:3", "empty:3"],
            _ if listed.palette().len() > 4 => ["path:2", "path:1", "empty:2"],
            _ => ["path:4", "cycle:3", "edges:0-1,2"],
        };
        for board in boards.map(|board| chromex_graphs::parse(board).unwrap()) {
            for turn in [Player::Left, Player::Right] {
                let start = |game: &Game| {
                    Position::start(game.clone(), board.clone()).unwrap().with_turn(turn)
                };
                same_play(&start(&listed), &start(&described));
            }
        }
    }
}

#[test]
fn spellings_of_one_game_are_one_game() {
    let spellings = [
        "own:colours=3:forbid=same/2,consecutive:end=coloured",
        "own:end=coloured:forbid=1-2,3-2,1-1/2,2-2/2,3-3/2:colours=3",
        "own:colours=Low,Middle,High:forbid=same/2,l-m,Middle-HIGH,same:end=coloured",
        "own: colours = 3 : forbid = same / 2, 1 - 2, 2 - 3 : end = coloured : left = 1,2,3",
    ];
    let identity = "labelling:3";
    for text in spellings {
        assert_eq!(parsed(text).identity(), identity, "{text}");
        assert_eq!(parsed(text), parsed(identity));
        assert_eq!(parsed(&parsed(text).name()).name(), parsed(text).name());
    }
    let file = "# labels\ncolours = low, middle, high\n\n  forbid = same/2, consecutive # far\nend=coloured";
    let game = parse_description(file).unwrap();
    assert_eq!(game.identity(), identity);
    let name = "own:colours=Low,Middle,High:forbid=same/2,Low-Middle,Middle-High:end=coloured";
    assert_eq!(game.name(), name);
    let other = parsed("own:colours=3:forbid=3-2,1-1/2,2-2/2,3-3/2,2-1");
    assert_eq!(other.identity(), "own:colours=3:forbid=same/2,1-2,2-3");
    assert_ne!(game, other);
}

#[test]
fn what_stands_apart_is_a_rule_on_pairs() {
    let game = parsed("own:colours=Red,Green:forbid=Red-Red/2:open=apart");
    assert_eq!(game, parsed("own:colours=2:forbid=1-1/2,1-2,2-2"));
    assert_eq!(parsed("own:colours=2:open=apart"), parsed("own:colours=2:forbid=same,different"));
    assert_eq!(parsed("own:colours=2:open=apart").places(), Places::Any);
    assert_eq!(refused("own:colours=2:open=appart").0.advice(), Some("did you mean `apart`?"));
}

#[test]
fn what_is_said_is_declared() {
    let game = parsed("own:colours=Red,Green,Blue:left=Red,Green:forbid=Red-Red/2,Green>Blue");
    assert_eq!((game.convention(), game.goal()), (Convention::Partisan, Goal::LastMove));
    assert_eq!(game.boards(), Boards::Directed);
    assert!(game.may_use(Player::Right, 3) && !game.may_use(Player::Left, 3));
    let mut rule = PairRule::default();
    rule.forbid_within(2, 1, 1);
    rule.forbid_arc(2, 3);
    assert_eq!(game.condition(), Condition::Pairs(rule));
    let game = parsed("own:colours=2:forbid=same:open=touching:skip=bob:end=count");
    assert_eq!((game.convention(), game.goal()), (Convention::Scoring, Goal::Count));
    assert_eq!((game.places(), game.skips()), (Places::Touching, Some(Player::Right)));
    assert!(!game.has_outcome());
    assert_eq!(parsed("own:colours=2:end=misere").convention(), Convention::Misere);
}

#[test]
fn positions_of_described_games_are_lines() {
    let line = "own:colours=Red,Green:forbid=Red-Red:end=misere path:3 R.G left";
    let position: Position = line.parse().unwrap();
    assert_eq!(position.to_string(), line);
    let moves: Vec<String> = position.moves().iter().map(|&m| position.write_move(m)).collect();
    assert_eq!(moves, ["1=G"]);
}

/// The error, and what it marks.
fn refused(text: &str) -> (TextError, String) {
    let error = parse_description(text).map(|game| game.name()).unwrap_err();
    let marked = error.text()[error.span()].to_owned();
    (error, marked)
}

#[test]
fn mistakes_are_marked() {
    for (text, message, marked) in [
        ("own:", "the colours are missing", "own:"),
        ("own:colours=0", "the number of colours is a number from 1 to 61", "0"),
        ("own:colours=62", "the number of colours is a number from 1 to 61", "62"),
        ("own:colours=2x", "the number of colours is a number from 1 to 61", "2x"),
        ("own:colours=", "`colours` has no value", "colours="),
        ("own:colours=Red,Rose", "Red and Rose begin with the same letter", "Rose"),
        ("own:colours=Red,", "`` is no name of a colour", ""),
        ("own:colours=Red,Grün", "`Grün` is no name of a colour", "Grün"),
        ("own:colours=2:colours=3", "`colours` is given twice", "colours"),
        ("own:colors=2", "there is no clause `colors`", "colors"),
        ("own:colours=2:3", "a clause is `key=value`", "3"),
        ("own:colours=2:left=3", "`3` is no colour of this game", "3"),
        ("own:colours=2:left=1:right=1", "nobody may use colour 2", "1"),
        ("own:colours=2:forbid=1-3", "`3` is no colour of this game", "3"),
        ("own:colours=2:forbid=1-0", "`0` is no colour of this game", "0"),
        ("own:colours=2:forbid=sam", "`sam` is no pair of colours", "sam"),
        ("own:colours=2:forbid=1-2/x", "the distance is a number from 1 to 1000000", "x"),
        ("own:colours=2:forbid=1-2/0", "the distance is a number from 1 to 1000000", "0"),
        ("own:colours=2:forbid=1-2/", "the distance is a number from 1 to 1000000", "/"),
        ("own:colours=2:forbid=1-2,,", "`` is no pair of colours", ""),
        (
            "own:colours=2:forbid=1>2:boards=undirected",
            "undirected boards have no arcs, but the rule speaks of them",
            "undirected",
        ),
        ("own:colours=2:on=faces", "`faces` is no value of `on`", "faces"),
        (
            "own:colours=2:forbid=1>2:on=edges",
            "edges are coloured on undirected boards only",
            "edges",
        ),
        ("own:colours=2:boards=round", "`round` is no value of `boards`", "round"),
        ("own:colours=2:open=0,x", "`x` is no vertex number", "x"),
        ("own:colours=2:open=0,1,0", "vertex 0 comes twice in the order", "0"),
        ("own:colours=2:open=here", "`here` is no value of `open`", "here"),
        ("own:colours=2:end=soon", "`soon` is no value of `end`", "soon"),
        ("own:colours=2:skip=both", "`both` is no value of `skip`", "both"),
        (
            "own:colours=2:skip=bob",
            "who may skip is never without a move, so the last move decides nothing",
            "bob",
        ),
        (
            "own:colours=2:end=largest",
            "where the largest component counts, each player has one colour, and all is allowed",
            "largest",
        ),
        (
            "colours = 2\nforbid = 1-1 # fine\nend = soom",
            "line 3: `soom` is no value of `end`",
            "soom",
        ),
    ] {
        let (error, spot) = refused(text);
        assert_eq!((error.message(), spot.as_str()), (message, marked), "{text}");
    }
    let (error, _) = refused("own:colors=2");
    assert_eq!(error.advice(), Some("did you mean `colours`?"));
}

#[test]
fn games_refuse_boards_that_are_not_theirs() {
    let refused = |game: &str, board: &str| {
        let board = chromex_graphs::parse(board).unwrap();
        Position::start(parsed(game), board).unwrap_err().to_string()
    };
    let directed = refused("own:colours=2:forbid=1>2", "path:3");
    assert!(directed.starts_with("this game is played on digraphs"), "{directed}");
    let undirected = refused("own:colours=2:forbid=same", "dipath:3");
    assert!(undirected.starts_with("this game is played on undirected graphs"), "{undirected}");
    let order = refused("own:colours=2:open=0,3,1", "path:3");
    assert_eq!(order, "the order names vertex 3, but there are only 3");
}

#[test]
fn edges_are_named_by_their_ends() {
    let board = chromex_graphs::parse("grid:2x2").unwrap();
    let start = Position::start(parsed("edge-colouring:2"), board.clone()).unwrap();
    assert_eq!(start.to_string(), "colouring:2 line(grid:2x2) .... alice");
    let moves: Vec<String> = start.moves().iter().map(|&m| start.write_move(m)).collect();
    assert_eq!(moves[..4], ["0-1=1", "0-1=2", "0-2=1", "0-2=2"]);
    let after = start.play(start.read_move("2-3=2").unwrap()).unwrap();
    assert_eq!(after.colouring(), [0, 0, 0, 2]);
    let refused = after.play(after.read_move("1-3=2").unwrap()).unwrap_err().to_string();
    assert_eq!(
        refused,
        "vertex 1-3 (colour 2) against vertex 2-3 (colour 2): adjacent vertices must have different colours"
    );
    let wrong = start.read_move("0-3=1").unwrap_err();
    assert_eq!(wrong.advice(), Some("the 4 cells are 0-1, 0-2, 1-3, 2-3"));
    let both = Position::read(parsed("total-colouring:3"), board, "0=1,0-1=2", Player::Right);
    assert_eq!(both.unwrap().to_string(), "colouring:3 total(grid:2x2) 1...2... bob");
}

#[test]
fn skips_are_moves() {
    let line = "colouring:2:bob-skips path:3 1.. bob";
    let position: Position = line.parse().unwrap();
    let moves: Vec<String> = position.moves().iter().map(|&m| position.write_move(m)).collect();
    assert_eq!(moves, ["1=2", "2=1", "2=2", "skip"]);
    let after = position.play(position.read_move("skip").unwrap()).unwrap();
    assert_eq!(after.to_string(), line.replace(". bob", ". alice"));
    let refused = after.play(after.read_move("skip").unwrap()).unwrap_err();
    assert_eq!(refused.to_string(), "Alice may not skip a turn");
}
