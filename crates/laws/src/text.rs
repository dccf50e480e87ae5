//! Typed text: graphs, values, positions.

use chromex::graphs::formats::{expression, read_line};
use chromex::graphs::parse_within;
use chromex::rules::{Move, Player, Position};
use chromex::values::Arena;
use chromex::{Budget, Meter};
use chromex_engine::model::lists::ListGame;
use chromex_engine::model::word::vertices;

/// Larger graphs are refused: laws are for many inputs, not for large ones.
const MOST: usize = 2_000;

/// The name of a graph gives the same graph again, and so does its text in nauty's formats.
pub(crate) fn a_parsed_graph_prints_and_parses_back(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(board) = parse_within(text, MOST) else { return };
    let again = parse_within(board.name(), MOST).unwrap();
    assert_eq!((again.graph(), again.name()), (board.graph(), board.name()));
    let written = expression(board.graph());
    assert_eq!(parse_within(&written, MOST).unwrap().graph(), board.graph(), "{written}");
    let (_, line) = written.split_once(':').unwrap();
    assert_eq!(&read_line(line).unwrap(), board.graph(), "{line}");
}

/// The longest text of a value: sums of large values take long.
const LONGEST_VALUE: usize = 48;

/// A value that is written and read again is the same value.
pub(crate) fn a_value_reads_back(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(&data[..data.len().min(LONGEST_VALUE)]) else { return };
    let mut arena = Arena::new();
    // Multiples of large values take long.
    let mut meter = Meter::new(&Budget { nodes: Some(20_000), ..Budget::default() });
    let Ok(value) = arena.parse_watched(text, &mut meter) else { return };
    for written in [arena.display(value), arena.display_whole(value, 200)] {
        // A value that is too long is shown cut off.
        let cut = written.contains('…');
        assert!(cut || arena.parse(&written) == Ok(value), "`{text}` is written `{written}`");
    }
}

/// The lists of a compiled position allow exactly the moves that the rules allow.
pub(crate) fn a_compiled_position_has_the_moves_of_the_rules(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(position) = Position::parse_within(text, 200) else { return };
    let Some(reach) = position.game().pairwise_reach() else { return };
    let meter = Meter::new(&Budget::default());
    let compiled: Result<ListGame, _> = ListGame::compile(&position, reach, &meter);
    let Ok(game) = compiled else { return };
    let lists = game.lists(&position);
    if position.game().ended(position.board().graph(), position.colouring()).is_some() {
        return;
    }
    for turn in [Player::Left, Player::Right] {
        let position = position.clone().with_turn(turn);
        let all = (0..game.colours()).flat_map(|c| vertices(lists[c]).map(move |v| (v, c)));
        let moves = all.map(|(v, c)| game.to_move(v, c));
        let mut compiled: Vec<Move> =
            moves.filter(|m| position.game().may_use(turn, m.colour)).collect();
        let mut literal = position.moves();
        compiled.sort_unstable();
        literal.sort_unstable();
        assert_eq!(compiled, literal, "{position}");
    }
}
