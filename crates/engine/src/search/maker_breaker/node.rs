//! A position with its patients, and what can be seen of it without looking ahead.
//!
//! A *threat* is a patient with one colour left. If Bob is to move, he takes that colour and wins.

use chromex_rules::Player;

use super::board::{Board, bits};
use super::doctors::{Needs, Ward};
use super::exhaust::Patient;
use super::reduce::reduce;
use super::state::{Ply, Reduced};
use crate::model::key::hash;

/// What can be seen of a position without looking ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    /// Alice wins.
    Won,
    /// Bob wins.
    Lost,
    /// It has to be searched.
    Open(Danger),
}

/// Alice's danger in a position that has to be searched. Smaller is better for her; a threat is
/// worse than any number of missing doctors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Danger {
    threats: u32,
    /// The number of missing doctors plus the number of missing colours.
    pub lack: u32,
}

/// How much a patient adds to the danger: more if it has fewer colours left.
fn urgency(patient: &Patient) -> usize {
    match patient.colours {
        2 => 3,
        3 => 2,
        _ => 1,
    }
}

/// A position with its exhaustible vertices.
#[derive(Debug, Clone)]
pub(super) struct Node<const K: usize> {
    pub state: Reduced<K>,
    pub(super) patients: Vec<Patient>,
}

impl<const K: usize> Node<K> {
    pub(super) fn new(state: Reduced<K>, board: &Board) -> Node<K> {
        let patients = bits(state.open()).filter_map(|v| Patient::of(&state, board, v)).collect();
        Node { state, patients }
    }

    /// A hash of the position.
    pub(super) fn hash(&self, turn: Player) -> u64 {
        let Reduced { lists, free, tempo } = &self.state;
        hash(lists) ^ hash(&[*free]).rotate_left(1 + u32::from(*tempo) + 2 * turn as u32)
    }

    pub(super) fn unsafe_vertices(&self) -> u128 {
        self.patients.iter().fold(0, |set, patient| set | 1 << patient.vertex)
    }

    /// The patients with one colour left.
    pub(super) fn threats(&self) -> u128 {
        self.state.single() & self.unsafe_vertices()
    }

    /// The node after a move.
    pub(super) fn after(&self, board: &Board, ply: Ply) -> Node<K> {
        let mut after = self.clone();
        self.write_after(board, ply, &mut after);
        after
    }

    /// Replaces `after` by the node after a move. Safe vertices stay safe. Patients change only if
    /// they lost a neighbour in reach, or if they have the given colour and lost it or had
    /// neighbours that lost it.
    pub(super) fn write_after(&self, board: &Board, ply: Ply, after: &mut Node<K>) {
        after.state = self.state.play(board, ply);
        after.patients.clear();
        let Some(v) = ply.vertex() else {
            return after.patients.extend_from_slice(&self.patients);
        };
        let given = match ply {
            Ply::Colour(_, c) => self.state.lists[usize::from(c)],
            Ply::Free(_) | Ply::Tempo => 0,
        };
        let losers = given & board.adjacent[v];
        let state = &after.state;
        for patient in &self.patients {
            let u = patient.vertex;
            let has_lost = given >> u & 1 == 1 && losers & (board.adjacent[u] | 1 << u) != 0;
            if u == v {
                continue;
            } else if has_lost || patient.reach >> v & 1 == 1 {
                after.patients.extend(Patient::of(state, board, u));
            } else {
                after.patients.push(*patient);
            }
        }
    }

    /// The node in the reduced game. Everything about patients and their neighbours' colours
    /// matters, so the patients stay the same.
    pub(super) fn reduced(&self, board: &Board) -> Node<K> {
        let state = reduce(&self.state, board, self.unsafe_vertices());
        Node { state, patients: self.patients.clone() }
    }

    pub(super) fn sight(&self, board: &Board, turn: Player) -> Sight {
        if self.patients.is_empty() {
            return Sight::Won;
        }
        let patients = self.unsafe_vertices();
        let threats = self.state.single() & patients;
        let dead = patients & !self.state.open() != 0;
        if dead || threats != 0 && turn == Player::Right {
            return Sight::Lost;
        }
        let needs = self.needs();
        let mut service = needs.serve();
        let ward = self.ward(board);
        let won = match turn {
            Player::Left => service.all_but_one() || service.all_but_one_with_colleagues(&ward),
            Player::Right => service.missing() == 0 || service.with_colleagues(&ward),
        };
        if won {
            return Sight::Won;
        }
        let lack = 4 * service.missing() + self.patients.iter().map(urgency).sum::<usize>();
        Sight::Open(Danger { threats: threats.count_ones(), lack: lack as u32 })
    }

    /// Whether it is seen that Alice wins when Bob is to move, for callers that need nothing else.
    /// (Dead and threatened patients never have enough doctors.)
    pub(super) fn is_sound(&self, board: &Board) -> bool {
        let needs = self.needs();
        let served = needs.serve_nearly_all();
        served.is_some_and(|service| {
            service.missing() == 0 || service.with_colleagues(&self.ward(board))
        })
    }

    fn ward<'a>(&'a self, board: &'a Board) -> Ward<'a, K> {
        Ward { board, state: &self.state, patients: &self.patients }
    }

    fn needs(&self) -> Needs {
        Needs::new(&self.patients, self.state.open() & !self.unsafe_vertices())
    }

    /// The moves worth trying for a player when there is no threat: all of Alice's moves; and Bob's
    /// moves, except those that she can answer all in the same way. (A colour that affects nobody
    /// disturbs no doctor.)
    pub(super) fn plies(&self, turn: Player) -> Vec<Ply> {
        let lists = &self.state.lists;
        let disturbed = match turn {
            Player::Left => None,
            Player::Right => self.needs().serve().disturbed(&self.patients, lists),
        };
        let Some(disturbed) = disturbed else { return self.state.plies().collect() };
        let disturbing = |c: usize| bits(lists[c] & disturbed[c]).map(move |v| (v, c));
        let plies = self.state.distinct_colours().flat_map(disturbing);
        plies.map(|(v, c)| Ply::Colour(v as u8, c as u8)).collect()
    }

    /// Alice's moves that meet one of the threats; whether they meet the others is checked later.
    ///
    /// That colour c is the last of v is no threat any more when v is coloured or no neighbour of
    /// v can take c. So Alice colours v; or she colours its only neighbour that can take c
    /// otherwise; or she gives c to a vertex, not next to v, that all neighbours of v that can take
    /// c are adjacent to. There is no other way.
    pub(super) fn answers(&self, board: &Board, threats: u128) -> Vec<Ply> {
        let lists = &self.state.lists;
        let v = threats.trailing_zeros() as usize;
        let Some(c) = (0..K).find(|&c| lists[c] >> v & 1 == 1) else { return Vec::new() };
        let takers = lists[c] & board.adjacent[v];
        let mut answers = vec![Ply::Colour(v as u8, c as u8)];
        if takers.is_power_of_two() {
            let taker = takers.trailing_zeros() as usize;
            let kills = Ply::Colour(taker as u8, c as u8);
            let of_taker = self.state.plies().filter(|ply| ply.vertex() == Some(taker));
            answers.extend(of_taker.filter(|&ply| ply != kills));
        }
        let common = bits(takers).fold(u128::MAX, |common, w| common & board.adjacent[w]);
        let from = lists[c] & common & !board.adjacent[v] & !(1 << v);
        answers.extend(bits(from).map(|u| Ply::Colour(u as u8, c as u8)));
        answers
    }
}

#[cfg(test)]
pub(super) mod tests {
    use chromex_graphs::parse;
    use chromex_graphs::random::SplitMix;
    use chromex_rules::{Position, parse_game};

    use super::*;
    use crate::model::lists::{ListGame, Lists};
    use crate::search::plain::maker_breaker::MakerBreaker as Plain;
    use chromex_budget::{Budget, Meter};

    /// A game with three colours on a random graph after a few random moves, Bob to move.
    fn random_node(seed: u64, random: &mut SplitMix) -> (ListGame, Board, Node<3>) {
        let graph = parse(&format!("random:11,0.3,{seed}")).unwrap();
        let start = Position::start(parse_game("colouring:3").unwrap(), graph).unwrap();
        let game = ListGame::compile(&start, 1, &Meter::new(&Budget::default())).unwrap();
        let board = Board::new(&game);
        let mut state = Reduced::new(&game.lists(&start));
        for _ in 0..random.below(5) {
            let plies: Vec<Ply> = state.plies().collect();
            state = state.play(&board, plies[random.below(plies.len())]);
        }
        let node = Node::new(state, &board);
        (game, board, node)
    }

    /// A game with four colours on one of some boards after random moves that leave few vertices.
    pub(in crate::search::maker_breaker) fn random_node_of_four(
        seed: u64,
        random: &mut SplitMix,
    ) -> (ListGame, Board, Node<4>) {
        let boards = ["grid:4x5", "cylinder:4x5", "grid:5x5", "torus:4x4", "grid:4x6"];
        let graph = parse(boards[seed as usize % boards.len()]).unwrap();
        let start = Position::start(parse_game("colouring:4").unwrap(), graph).unwrap();
        let game = ListGame::compile(&start, 1, &Meter::new(&Budget::default())).unwrap();
        let board = Board::new(&game);
        let mut state = Reduced::new(&game.lists(&start));
        let left = 8 + random.below(6) as u32;
        while state.open().count_ones() > left {
            let plies: Vec<Ply> = state.plies().collect();
            state = state.play(&board, plies[random.below(plies.len())]);
        }
        let node = Node::new(state, &board);
        (game, board, node)
    }

    /// How often Alice was seen to win thanks to patients that are doctors, with either player to move; each time the plain
    /// engine agrees, even if Bob may skip.
    fn wins_with_colleagues(games: u64, seed: u64) -> [usize; 2] {
        let mut random = SplitMix::new(seed);
        let mut seen = [0; 2];
        for seed in 0..games {
            let (game, board, node) = random_node_of_four(seed, &mut random);
            let needs = node.needs();
            let (mut service, ward) = (needs.serve(), node.ward(&board));
            let claims = [
                !service.all_but_one() && service.all_but_one_with_colleagues(&ward),
                service.missing() > 0 && service.with_colleagues(&ward),
            ];
            for (player, claimed) in [Player::Left, Player::Right].into_iter().zip(claims) {
                if !claimed {
                    continue;
                }
                let mut plain = Plain::new(game.clone(), true, Some(Player::Right));
                let lists = Lists::from_slice(&node.state.lists);
                let mut meter = Meter::new(&Budget::default());
                let wins = plain.alice_wins(lists, player, &mut meter).unwrap();
                assert!(wins, "{:?} {player:?}", node.state);
                seen[player as usize] += 1;
            }
        }
        seen
    }

    #[test]
    fn alice_wins_when_patients_are_doctors() {
        let seen = wins_with_colleagues(20_000, 11);
        assert!(seen[0] > 50 && seen[1] > 200, "{seen:?}");
    }

    #[test]
    #[ignore = "a minute"]
    fn alice_wins_when_patients_are_doctors_very_often() {
        let seen = wins_with_colleagues(400_000, 12);
        assert!(seen[0] > 1000 && seen[1] > 4000, "{seen:?}");
    }

    #[test]
    fn alice_wins_after_the_moves_that_bob_need_not_try() {
        let mut random = SplitMix::new(5);
        let mut left_out = 0;
        for seed in 0..3000 {
            let (game, board, node) = random_node(seed, &mut random);
            if !matches!(node.sight(&board, Player::Right), Sight::Open(_)) {
                continue;
            }
            let tried = node.plies(Player::Right);
            let mut plain = Plain::new(game, true, None);
            for ply in node.state.plies().filter(|ply| !tried.contains(ply)) {
                let lists = Lists::from_slice(&node.state.play(&board, ply).lists);
                let mut meter = Meter::new(&Budget::default());
                let wins = plain.alice_wins(lists, Player::Left, &mut meter).unwrap();
                assert!(wins, "{:?} {ply:?}", node.state);
                left_out += 1;
            }
        }
        assert!(left_out > 500, "{left_out}");
    }
}
