//! The maker-breaker colouring game: AND/OR search over list games.
//!
//! The search ends early for two reasons (after Brosse et al., section 3). A vertex is *safe* if
//! its uncoloured neighbours together cannot take all colours of its list, whatever happens; when
//! all vertices are safe Alice has won. An unsafe vertex with a single colour left is a *threat*:
//! if Bob is to move he wins at once.

use rustc_hash::FxHashMap;

use chromex_graph_tools::matching::can_all_be_matched;
use chromex_rules::Player;

use crate::model::Model;
use crate::model::lists::{ListGame, Lists};
use crate::model::word::{Word, vertices};
use chromex_budget::{Meter, Stop};

/// Decides positions of one list game and remembers the answers.
pub struct MakerBreaker {
    game: ListGame,
    /// The player who may skip, if there is one.
    skips: Option<Player>,
    /// Whether a move removes only its own colour from other vertices.
    proper: bool,
    table: FxHashMap<(Lists, Player), bool>,
}

/// A move by vertex and colour, or a turn that is skipped.
type Step = Option<(usize, usize)>;

/// What can be seen of a position without looking ahead.
enum Sight {
    /// Alice has won.
    Won,
    /// Bob has won, or wins with his next move.
    Lost,
    /// The position has to be searched. A smaller danger is better for Alice.
    Open { danger: u32 },
}

impl MakerBreaker {
    /// A new engine for a game in which this player may skip. In a `proper` game, a move removes
    /// only its own colour from other vertices.
    pub fn new(game: ListGame, proper: bool, skips: Option<Player>) -> MakerBreaker {
        MakerBreaker { game, skips, proper, table: FxHashMap::default() }
    }

    /// The list game.
    pub fn game(&self) -> &ListGame {
        &self.game
    }

    /// Whether Alice wins when `player` is to move and no vertex is dead.
    pub fn alice_wins(
        &mut self,
        lists: Lists,
        player: Player,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        match self.look(&lists, player) {
            Sight::Won => Ok(true),
            Sight::Lost => Ok(false),
            Sight::Open { .. } => self.search(lists, player, meter),
        }
    }

    fn search(&mut self, lists: Lists, player: Player, meter: &mut Meter) -> Result<bool, Stop> {
        let key = (self.game.normalise(lists), player);
        if let Some(&wins) = self.table.get(&key) {
            return Ok(wins);
        }
        meter.tick()?;
        // Alice needs one good move; Bob needs one that is bad for her.
        let wanted = player == Player::Left;
        let mut wins = !wanted;
        match self.unclear_moves(&key.0, player) {
            None => wins = wanted,
            Some(steps) => {
                for step in steps {
                    let child = self.after(&key.0, step);
                    if self.search(child, player.opponent(), meter)? == wanted {
                        wins = wanted;
                        break;
                    }
                }
            }
        }
        meter.grow(self.game.bytes())?;
        self.table.insert(key, wins);
        Ok(wins)
    }

    /// The lists after a move, or after none.
    fn after(&self, lists: &Lists, step: Step) -> Lists {
        step.map_or_else(|| lists.clone(), |(v, c)| self.game.play(lists, v, c))
    }

    /// The moves that have to be searched, most promising first; `None` if one of them settles the
    /// question in favour of `player` at sight.
    fn unclear_moves(&self, lists: &Lists, player: Player) -> Option<Vec<Step>> {
        let open = ListGame::open(lists).size();
        let mut unclear = Vec::new();
        let skip = (self.skips == Some(player)).then_some(None);
        for step in self.game.moves(lists, player).map(Some).chain(skip) {
            let child = self.after(lists, step);
            let dead = ListGame::open(&child).size() + 1 < open;
            let sight = if dead { Sight::Lost } else { self.look(&child, player.opponent()) };
            match (sight, player) {
                (Sight::Won, Player::Left) | (Sight::Lost, Player::Right) => return None,
                (Sight::Open { danger }, _) => unclear.push((danger, step)),
                _ => {}
            }
        }
        unclear.sort_by_key(|&(danger, _)| danger);
        if player == Player::Right {
            unclear.reverse();
        }
        Some(unclear.into_iter().map(|(_, step)| step).collect())
    }

    fn look(&self, lists: &Lists, player: Player) -> Sight {
        let mut danger = 0;
        for v in vertices(ListGame::open(lists)).filter(|&v| self.is_unsafe(lists, v)) {
            let left = lists.iter().filter(|&list| list >> v & 1 == 1).count();
            if left == 1 && player == Player::Right && self.proper {
                return Sight::Lost;
            }
            danger += 64 >> (2 * left).min(6);
        }
        if danger == 0 { Sight::Won } else { Sight::Open { danger } }
    }

    /// Whether the neighbours of `v` together could take all colours of its list: whether the list
    /// can be matched to neighbours that can take its colours. If a move can remove several
    /// colours, any neighbour makes `v` unsafe.
    fn is_unsafe(&self, lists: &Lists, v: usize) -> bool {
        let neighbours = self.game.neighbours(lists, v);
        if !self.proper {
            return neighbours != 0;
        }
        let takers: Vec<u128> = lists
            .iter()
            .filter(|&list| list >> v & 1 == 1)
            .map(|&list| list & neighbours)
            .collect();
        can_all_be_matched(&takers)
    }
}
