//! The first player's draw in the orthogonal colouring game with one colour on K_n □ K_n (Andres et al.,
//! Lemma 7). The second player's draw is a mirror strategy.
//!
//! With one colour each copy is a board on which rooks are placed that do not attack each other, and at
//! most one square has a rook on both boards. Each board gets n − 1 rooks at least, so a player draws
//! whose board gets n, or whose opponent's gets n − 1.
//!
//! The proof wants n ≥ 3. For n = 2 the game begins in its Subcase 3.2, which is played at once; for n = 1 there
//! is no choice.

use std::collections::BTreeSet;
use std::sync::Arc;

use chromex_graphs::Graph;
use chromex_rules::{Convention, Move, Player, Position, UNCOLOURED};

use super::{Built, Explanation, Mark, Options, Promise, Reply, Strategy, StrategyInfo};
use crate::hypotheses::colours_of_orthogonal;

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: "latin",
    summary: "Draws at least, moving first, with one colour on Latin boards: keeps one ahead on the opponent's \
              board until two rows are left, and then secures the last square of its own.",
    source: "Andres, Huggan, Mc Inerney, Nowakowski: The Orthogonal Colouring Game, Lemma 7",
    example: "orthogonal:1 latin:5",
    build,
};

/// A row and a column.
type Square = (u32, u32);

/// The vertices of K_n □ K_n as squares.
#[derive(Debug)]
struct Squares {
    n: usize,
    /// The square of each vertex.
    squares: Vec<Square>,
    /// The vertex of each square, row after row.
    vertices: Vec<u32>,
}

impl Squares {
    /// Finds rows and columns, if the graph is K_n □ K_n for some n ≥ 1.
    fn recognise(graph: &Graph) -> Option<Squares> {
        let n = graph.order().isqrt();
        let regular = |v: usize| graph.out_neighbours(v).len() == 2 * n - 2;
        if n == 0 || n * n != graph.order() || graph.is_directed() || !(0..n * n).all(regular) {
            return None;
        }
        // The neighbours of vertex 0 are its row and its column.
        let near: Vec<usize> = graph.neighbours(0).collect();
        let along = |w: &usize| *w == near[0] || graph.adjacent(*w, near[0]);
        let (row, column): (Vec<usize>, Vec<usize>) = near.iter().partition(|w| along(w));
        if row.len() != column.len() {
            return None;
        }
        let mut squares = vec![(0, 0); n * n];
        for (line, is_row) in [(row, true), (column, false)] {
            for (&v, i) in line.iter().zip(1..) {
                squares[v] = if is_row { (0, i) } else { (i, 0) };
            }
        }
        // Every other vertex has one neighbour in the row and one in the column.
        let first = squares.clone();
        let in_line = |v: usize| v == 0 || first[v] != (0, 0);
        for v in (0..n * n).filter(|&v| !in_line(v)) {
            for w in graph.neighbours(v).filter(|&w| in_line(w)) {
                squares[v] = (squares[v].0.max(first[w].0), squares[v].1.max(first[w].1));
            }
        }
        let mut vertices = vec![u32::MAX; n * n];
        for (v, &(row, column)) in squares.iter().enumerate() {
            *vertices.get_mut(row as usize * n + column as usize)? = v as u32;
        }
        let in_line =
            |(u, v): (usize, usize)| squares[u].0 == squares[v].0 || squares[u].1 == squares[v].1;
        let all = !vertices.contains(&u32::MAX) && graph.edges().all(in_line);
        all.then_some(Squares { n, squares, vertices })
    }
}

/// One of the two boards.
#[derive(Debug, Clone)]
struct Rooks {
    open_rows: BTreeSet<u32>,
    open_columns: BTreeSet<u32>,
    /// For each row the column of its rook.
    column_of: Vec<Option<u32>>,
}

impl Rooks {
    fn new(n: usize) -> Rooks {
        let all: BTreeSet<u32> = (0..n as u32).collect();
        Rooks { open_rows: all.clone(), open_columns: all, column_of: vec![None; n] }
    }

    fn place(&mut self, (row, column): Square) {
        self.open_rows.remove(&row);
        self.open_columns.remove(&column);
        self.column_of[row as usize] = Some(column);
    }

    fn holds(&self, (row, column): Square) -> bool {
        self.column_of[row as usize] == Some(column)
    }

    /// Whether the row and the column are open.
    fn is_open(&self, (row, column): Square) -> bool {
        self.open_rows.contains(&row) && self.open_columns.contains(&column)
    }

    /// The open squares in the first two open rows and columns, row after row.
    fn corner(&self) -> Vec<Square> {
        let columns = || self.open_columns.iter().take(2);
        let rows = self.open_rows.iter().take(2);
        rows.flat_map(|&row| columns().map(move |&column| (row, column))).collect()
    }
}

#[derive(Debug, Clone)]
struct Latin {
    squares: Arc<Squares>,
    side: Player,
    /// The player's own board and the opponent's: the paper's G_1 and G_2.
    boards: [Rooks; 2],
    /// Whether some square has a rook on both boards.
    shared: bool,
    last: Option<Move>,
}

const OWN: usize = 0;
const THEIRS: usize = 1;

fn build(position: &Position, side: Player, _: &Options) -> Built {
    if colours_of_orthogonal(position.game(), Convention::Scoring) != Some(1) {
        return Err("it is for the game orthogonal:1".into());
    }
    if position.colouring().iter().any(|&colour| colour != UNCOLOURED) {
        return Err("it plays from the start".into());
    }
    if position.turn() != side {
        return Err(format!("{} would have to move first", position.player_name(side)));
    }
    let squares =
        Squares::recognise(position.board().graph()).ok_or("it needs a Latin board, latin:N")?;
    let boards = [Rooks::new(squares.n), Rooks::new(squares.n)];
    Ok(Box::new(Latin { squares: Arc::new(squares), side, boards, shared: false, last: None }))
}

impl Latin {
    /// The cell of a square on a board.
    fn cell(&self, board: usize, (row, column): Square) -> usize {
        let Squares { n, vertices, .. } = &*self.squares;
        let v = vertices[row as usize * n + column as usize] as usize;
        self.copy(board) * n * n + v
    }

    /// The copy of the graph (0 is Alice's) that a board is, or the board that a copy is.
    fn copy(&self, board: usize) -> usize {
        if self.side == Player::Left { board } else { 1 - board }
    }

    /// A legal move on a board, if there is one: of four open squares in two rows, the other board
    /// forbids at most two.
    fn any(&self, board: usize) -> Option<Square> {
        let forbidden = |square: &Square| self.shared && self.boards[1 - board].holds(*square);
        self.boards[board].corner().into_iter().find(|square| !forbidden(square))
    }

    /// When two rows are left on the player's own board: plays there so that the last square will
    /// not be forbidden.
    fn secure(&self) -> Option<(Square, &'static str)> {
        let [own, theirs] = &self.boards;
        let corner = own.corner();
        let &[a, b, c, d] = &corner[..] else { return None };
        // Plays beside a square that is taken on the other board. Then the last square is beside
        // it, too, so its row or its column is closed on the other board.
        for (taken, beside) in [(a, b), (b, a), (c, d), (d, c)] {
            if theirs.holds(taken) {
                return Some((beside, "case 3.1"));
            }
        }
        let common = corner.iter().filter(|&&square| theirs.is_open(square)).count();
        let square = corner.iter().find(|&&square| theirs.is_open(square)).unwrap_or(&a);
        let case = match common {
            0 => "case 3.2, disjoint",
            4 => "case 3.2, equal",
            _ => "case 3.2, in common",
        };
        Some((*square, case))
    }

    /// The board, the square and the case of the next move, which depend on how many rows are open.
    fn choose(&self) -> Option<(usize, Square, &'static str)> {
        let open = [OWN, THEIRS].map(|board| self.boards[board].open_rows.len());
        let on = |board: usize, case| Some((board, self.any(board)?, case));
        let anywhere = |case| on(OWN, case).or_else(|| on(THEIRS, case));
        match open {
            [2, 2] => self.secure().map(|(square, case)| (OWN, square, case)),
            [2, 0] => self.secure().map(|(square, _)| (OWN, square, "case 2, second move")),
            [3, 1] => on(THEIRS, "case 2").or_else(|| anywhere("case 1")),
            [1, _] => on(OWN, "last vertex").or_else(|| anywhere("arbitrary")),
            [own, theirs] if own == theirs && own > 2 => on(THEIRS, "on the other board"),
            [own, theirs] if own == theirs + 2 && theirs > 1 => on(OWN, "on the other board"),
            _ => anywhere("arbitrary"),
        }
    }
}

impl Strategy for Latin {
    fn side(&self) -> Player {
        self.side
    }

    fn promise(&self) -> Promise {
        Promise::Score(0)
    }

    fn played(&mut self, by: Player, m: Move) {
        let order = self.squares.squares.len();
        let (board, square) = (self.copy(m.cell / order), self.squares.squares[m.cell % order]);
        self.shared |= self.boards[1 - board].holds(square);
        self.boards[board].place(square);
        self.last = (by != self.side).then_some(m);
    }

    fn answer(&mut self) -> Option<Reply> {
        let (board, square, case) = self.choose()?;
        let first = self.last.is_none() && self.squares.n > 2;
        let case = if first { "first move" } else { case };
        Some(Reply::by(format!("Lemma 7, {case}"), self.cell(board, square), 1))
    }

    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }

    fn colours_alike(&self) -> bool {
        true
    }

    fn explain(&self) -> Explanation {
        let left = |board: usize| {
            let rooks = &self.boards[board];
            let two_rows = (rooks.open_rows.len() <= 2).then(|| rooks.corner());
            let label = if board == OWN { "U₁" } else { "U₂" };
            let cells = two_rows?.into_iter().map(|square| self.cell(board, square)).collect();
            Some(Mark { kind: "open", label: label.into(), cells })
        };
        Explanation {
            case: None,
            text: "Each board gets n − 1 colours at least; it is about the last one.".into(),
            marks: [OWN, THEIRS].into_iter().filter_map(left).collect(),
        }
    }
}
