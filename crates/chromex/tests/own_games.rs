//! Games that are not listed, with a rule on pairs: engines agree with the literal rules, theorems
//! agree with search, and claims about them are proved and checked.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex::certificate::checker::{Rejection, Statement, check, check_with};
use chromex::certificate::{prove, suggest};
use chromex::graphs::ops::near;
use chromex::graphs::random::SplitMix;
use chromex::graphs::{Board, Graph};
use chromex::rules::{
    Boards, Colour, Condition, Conflict, Convention, Game, Goal, PairRule, Palette, Player,
    Position, Rules, UNCOLOURED, Verdict,
};
use chromex::strategy::Options;
use chromex::strategy::duel::{Duel, Opponent, play};
use chromex::theory::settle;
use chromex::{Ask, Budget, Question, Solver, Value};

/// A rule on pairs. In the partisan game the last colour belongs to Right and the others to Left.
#[derive(Debug, Clone)]
struct Own {
    rule: PairRule,
    colours: u8,
    boards: Boards,
    convention: Convention,
}

impl Own {
    fn allows(&self, graph: &Graph, colouring: &[Colour], v: usize, w: usize) -> bool {
        let (a, b, rule) = (colouring[v], colouring[w], &self.rule);
        let apart = |d: usize| rule.allows_beyond(d - 1, a, b) || !near(graph, v, d).contains(&w);
        let arc = |tail, head| graph.is_directed() && graph.has_edge(tail, head);
        (1..=rule.reach()).all(apart)
            && (!arc(v, w) || rule.allows_arc(a, b))
            && (!arc(w, v) || rule.allows_arc(b, a))
    }
}

impl Rules for Own {
    fn name(&self) -> String {
        "my-game".to_owned()
    }

    fn convention(&self) -> Convention {
        self.convention
    }

    fn palette(&self) -> Palette<'_> {
        Palette::Numbers(self.colours)
    }

    fn boards(&self) -> Boards {
        self.boards
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        let mut others = (0..graph.order()).filter(|&w| w != v && colouring[w] != UNCOLOURED);
        let with = others.find(|&w| !self.allows(graph, colouring, v, w))?;
        Some(Conflict { with: Some(with), rule: "these colours may not stand there together" })
    }

    fn condition(&self) -> Condition {
        Condition::Pairs(self.rule.clone())
    }

    fn may_use(&self, player: Player, colour: Colour) -> bool {
        let rights = colour == self.colours;
        self.convention != Convention::Partisan || rights == (player == Player::Right)
    }

    fn ended(&self, graph: &Graph, colouring: &[Colour]) -> Option<Verdict> {
        let dead = |v: &usize| {
            let mut after = colouring.to_vec();
            colouring[*v] == UNCOLOURED
                && !(1..=self.colours).any(|c| {
                    after[*v] = c;
                    self.conflict(graph, &after, *v).is_none()
                })
        };
        let lost = self.goal() == Goal::ColourAll && (0..graph.order()).any(|v| dead(&v));
        lost.then_some(Verdict::Wins(Player::Right))
    }

    fn when_stuck(&self, _: &Graph, _: &[Colour], turn: Player) -> Verdict {
        let alice = self.goal() == Goal::ColourAll;
        Verdict::Wins(if alice { Player::Left } else { turn.opponent() })
    }

    fn goal(&self) -> Goal {
        match self.convention {
            Convention::MakerBreaker => Goal::ColourAll,
            _ => Goal::LastMove,
        }
    }
}

fn random_game(random: &mut SplitMix, convention: Convention) -> Own {
    let colours = 1 + random.below(3) as u8 + u8::from(convention == Convention::Partisan);
    let boards = [Boards::Undirected, Boards::Directed][random.below(2)];
    let mut rule = PairRule::default();
    for (a, b) in (1..=colours).flat_map(|a| (1..=colours).map(move |b| (a, b))) {
        rule.forbid_within([0, 0, 1, 1, 2][random.below(5)], a, b);
        if boards == Boards::Directed && random.below(3) == 0 {
            rule.forbid_arc(a, b);
        }
    }
    Own { rule, colours, boards, convention }
}

fn random_board(random: &mut SplitMix, boards: Boards, most: usize) -> Board {
    let (n, density) = (1 + random.below(most), random.unit());
    let directed = boards == Boards::Directed;
    let pairs = (0..n).flat_map(|u| (0..n).map(move |v| (u, v)));
    let edges: Vec<_> = pairs
        .filter(|&(u, v)| u < v || directed && u != v)
        .filter(|_| random.unit() < density)
        .collect();
    let graph =
        if directed { Graph::directed(n, edges) } else { Graph::undirected(n, edges) }.unwrap();
    Board::new(graph, "random")
}

/// The nimber by the literal rules.
fn nimber(position: &Position) -> u32 {
    let values: Vec<u32> =
        position.moves().into_iter().map(|m| nimber(&position.play(m).unwrap())).collect();
    (0..).find(|heap| !values.contains(heap)).unwrap()
}

/// The winner by the literal rules.
fn winner(position: &Position) -> Player {
    if let Some(Verdict::Wins(player)) = position.verdict() {
        return player;
    }
    let mut moves = position.moves().into_iter();
    let wins = moves.any(|m| winner(&position.play(m).unwrap()) == position.turn());
    if wins { position.turn() } else { position.turn().opponent() }
}

fn solved(position: &Position) -> Value {
    Solver::new(position, &Budget::default()).unwrap().value(position).unwrap()
}

#[test]
fn engines_agree_with_the_literal_rules() {
    let mut random = SplitMix::new(1);
    for convention in [Convention::Impartial, Convention::Partisan, Convention::MakerBreaker] {
        for _ in 0..200 {
            let own = random_game(&mut random, convention);
            let board = random_board(&mut random, own.boards, 4);
            let start = Position::start(Game::new(own.clone()), board).unwrap();
            let value = solved(&start);
            match convention {
                Convention::Impartial => {
                    assert_eq!(value, Value::Nimber(nimber(&start)), "{own:?}")
                }
                Convention::MakerBreaker => {
                    assert_eq!(value, Value::Winner(winner(&start)), "{own:?}")
                }
                _ => {
                    for first in [Player::Left, Player::Right] {
                        let start = start.clone().with_turn(first);
                        assert_eq!(value.winner(first), Some(winner(&start)), "{own:?}: {start}");
                    }
                }
            }
        }
    }
}

#[test]
fn theorems_that_apply_are_true() {
    let mut random = SplitMix::new(2);
    let mut applied = 0;
    for round in 0..3000 {
        let convention = [Convention::Impartial, Convention::MakerBreaker][round % 2];
        let own = random_game(&mut random, convention);
        let board = random_board(&mut random, own.boards, 5);
        let start = Position::start(Game::new(own.clone()), board).unwrap();
        let Some((theorem, settled)) = settle(&start) else { continue };
        applied += 1;
        let value = solved(&start);
        let citation = theorem.citation();
        assert_eq!(settled.outcome(), value.outcome(), "{citation}: {own:?} {start}");
        assert!(settled.value().is_none_or(|told| *told == value), "{citation}: {own:?} {start}");
    }
    assert!(applied > 300, "{applied}");
}

/// Adjacent vertices may not both have colour 1; any other pair may.
fn my_game() -> Game {
    let mut rule = PairRule::default();
    rule.forbid_within(1, 1, 1);
    let (boards, convention) = (Boards::Undirected, Convention::Impartial);
    Game::new(Own { rule, colours: 2, boards, convention })
}

fn start(graph: &str) -> Position {
    Position::start(my_game(), chromex::graphs::parse(graph).unwrap()).unwrap()
}

#[test]
fn a_game_of_ones_own_is_proved_and_checked() {
    let position = start("path:4");
    let claim = suggest(&position, &Budget::default()).unwrap();
    let certificate = prove(Statement::about(&position, claim), &Budget::default()).unwrap();
    let mut file = Vec::new();
    certificate.write(&mut file).unwrap();
    let games = |name: &str| match name {
        "my-game" => Ok(my_game()),
        other => other.parse(),
    };
    let proved = check_with(&mut &file[..], &games, 1 << 30, &mut |_| true).unwrap();
    let expected = format!("the nimber of my-game on path:4 is exactly *{}", nimber(&position));
    assert_eq!(proved.header.statement.sentence(), expected);
    // A checker that does not know the game says so, and a checker for which the name means another
    // game rejects the certificate.
    let unknown = check(&mut &file[..], 1 << 30, &mut |_| true).unwrap_err();
    assert!(unknown.to_string().contains("unknown game `my-game`"), "{unknown}");
    let other = check_with(&mut &file[..], &|_| Ok(Game::isnort()), 1 << 30, &mut |_| true);
    assert!(matches!(other, Err(Rejection::Header(_))), "{other:?}");
}

#[test]
fn a_game_of_ones_own_inherits_theorems_and_strategies() {
    // No vertex is adjacent to its mirror image, and the centre is its own image.
    let position = start("path:5");
    let (theorem, settled) = settle(&position).unwrap();
    assert_eq!(theorem.citation(), "Proposition 2 of Beaulieu et al.");
    assert_eq!(settled.outcome(), solved(&position).outcome());
    let duel = Duel::new("mirror", &position, None, &Options::default()).unwrap();
    let tally = play(&duel, &Opponent::Every, &Budget::default());
    assert_eq!((tally.losses, &tally.stopped), (0, &None));
    let four = start("path:4");
    let line = chromex::line(&Question::new(&four, Ask::BestMoves)).unwrap();
    assert_eq!(line.positions.last().unwrap().verdict(), Some(Verdict::Wins(winner(&four))));
}
