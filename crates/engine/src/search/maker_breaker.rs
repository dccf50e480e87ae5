//! The maker-breaker k-colouring game on any graph, fast.
//!
//! Depth-first AND/OR search with a table. It is fast because it sees early who has won, and
//! because it recognises equivalent positions. Each idea has its own file, with its proof:
//!
//! * `exhaust`: *safe* vertices, which can never run out of colours, and *threats* (Brosse et al.,
//!   section 3, "safe and sound vertices", on any graph with any number of colours).
//! * `doctors`: vertices that are *sound* because Alice can always answer in time; this gives wins
//!   at sight. In `doctors/colleagues`, doctors may be patients themselves.
//! * `reduce`: colours that no longer matter are forgotten, and moves that only pass the turn are
//!   counted by parity.
//! * `key`: positions are looked up to symmetries of the graph and renaming of the colours.
//! * `nearby`, `local`: a game near the patients, which is divided into parts; if Alice wins it,
//!   she wins the whole game.
//! * `replies`: moves that have recently won are tried first.
//! * `node`, `and_or`: what is seen at once, and the search itself, with one or several threads.
//!
//! The plain engine ([`super::plain::maker_breaker`]) answers the same questions with few of these
//! ideas; this engine is tested against it.

mod and_or;
mod board;
mod doctors;
mod exhaust;
mod key;
mod local;
mod nearby;
mod node;
mod reduce;
mod replies;
mod state;

use chromex_files::FileError;
use chromex_rules::{Goal, Player, Position};

use crate::checkpoint::Checkpoint;
use crate::engine::Unsearchable;
use crate::engine::{Engine, Findings, Member, Setup};
use crate::model::lists::{ListGame, Lists};
use crate::search::plain;
use crate::value::Value;
use and_or::AndOr;
use chromex_budget::{Meter, Stop};

/// Decides positions of one colouring game and remembers the answers.
pub struct MakerBreaker {
    game: ListGame,
    search: Search,
}

/// The search, compiled for several numbers of colours: a position is an array of this length. Web
/// pages have fewer versions, to stay small.
enum Search {
    #[cfg(not(target_family = "wasm"))]
    Two(AndOr<2>),
    #[cfg(not(target_family = "wasm"))]
    Three(AndOr<3>),
    Four(AndOr<4>),
    Six(AndOr<6>),
    #[cfg(not(target_family = "wasm"))]
    Twelve(AndOr<12>),
    Many(AndOr<64>),
}

macro_rules! with {
    ($search:expr, $engine:ident => $body:expr) => {
        match $search {
            #[cfg(not(target_family = "wasm"))]
            Search::Two($engine) => $body,
            #[cfg(not(target_family = "wasm"))]
            Search::Three($engine) => $body,
            Search::Four($engine) => $body,
            Search::Six($engine) => $body,
            #[cfg(not(target_family = "wasm"))]
            Search::Twelve($engine) => $body,
            Search::Many($engine) => $body,
        }
    };
}

/// The engine for the maker-breaker colouring game, fast or plain.
pub fn engine(
    position: &Position,
    setup: &Setup<'_>,
) -> Option<Result<Box<dyn Engine>, Unsearchable>> {
    let game = position.game();
    // The fast engine relies on the property that a move takes no colour from other vertices except
    // its own colour.
    let proper = game.different_within().is_some();
    let colour_all = game.goal() == Goal::ColourAll && game.colours_are_shared();
    let (reach, skips) = (game.pairwise_reach().filter(|_| colour_all)?, game.skips());
    Some(ListGame::compile(position, reach, setup.meter).map_err(Unsearchable::from).and_then(
        |compiled| {
            if setup.plain || !proper {
                setup.nothing_saved()?;
                let engine = plain::maker_breaker::MakerBreaker::new(compiled, proper, skips);
                return Ok(Box::new(engine) as Box<dyn Engine>);
            }
            let mut engine = MakerBreaker::new(compiled, setup.budget.memory, setup.budget.threads);
            if let Some(player) = skips {
                engine.let_skip(player);
            }
            if let Some(checkpoint) = setup.checkpoint(0)? {
                engine.save_to(checkpoint)?;
            }
            Ok(Box::new(engine))
        },
    ))
}

impl Engine for MakerBreaker {
    fn describe(&self) -> &'static str {
        "the maker-breaker game on lists"
    }

    fn value(&mut self, position: &Position, meter: &mut Meter) -> Result<Value, Stop> {
        let lists = self.game.lists(position);
        self.alice_wins(lists, position.turn(), meter).map(Value::won_by_alice)
    }

    fn found(&mut self, most: usize) -> Vec<Findings> {
        vec![with!(&mut self.search, engine => engine.memory().found(most))]
    }

    fn take(&mut self, findings: &Findings) {
        with!(&mut self.search, engine => engine.memory().take(findings, u16::max))
    }

    fn stand_at(&mut self, member: Member) {
        with!(&mut self.search, engine => engine.memory().stand_at(member))
    }
}

impl MakerBreaker {
    /// A new engine whose table does not grow beyond `memory` bytes, and that searches with this
    /// number of threads. Without any memory it still answers, but more slowly.
    ///
    /// The game must be proper colouring: colouring a vertex removes this colour from its
    /// neighbours and removes nothing else.
    pub fn new(game: ListGame, memory: u64, threads: usize) -> MakerBreaker {
        let search = match game.colours() {
            #[cfg(not(target_family = "wasm"))]
            0..=2 => Search::Two(AndOr::new(&game, memory, threads)),
            #[cfg(not(target_family = "wasm"))]
            3 => Search::Three(AndOr::new(&game, memory, threads)),
            0..=4 => Search::Four(AndOr::new(&game, memory, threads)),
            5..=6 => Search::Six(AndOr::new(&game, memory, threads)),
            #[cfg(not(target_family = "wasm"))]
            7..=12 => Search::Twelve(AndOr::new(&game, memory, threads)),
            _ => Search::Many(AndOr::new(&game, memory, threads)),
        };
        MakerBreaker { game, search }
    }

    /// Lets a player skip his turns. This has to be called before any question and before saving.
    pub fn let_skip(&mut self, player: Player) {
        with!(&mut self.search, engine => engine.let_skip(player))
    }

    /// Reads what an earlier search has saved, and saves what this one finds.
    pub fn save_to(&mut self, checkpoint: Checkpoint) -> Result<(), FileError> {
        with!(&mut self.search, engine => engine.save_to(checkpoint))
    }

    /// Whether Alice wins when `player` is to move and no vertex is dead.
    pub fn alice_wins(
        &mut self,
        lists: Lists,
        player: Player,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        with!(&mut self.search, engine => engine.alice_wins(&lists, player, meter))
    }

    /// The winner, if it can be seen without a search.
    #[cfg(feature = "internals")]
    pub fn at_sight(&self, lists: &Lists, player: Player) -> Option<Player> {
        with!(&self.search, engine => engine.at_sight(lists, player))
    }

    /// Whether the search near endangered vertices alone shows that Alice wins, even if Bob may
    /// skip. If not, she may still win.
    #[cfg(feature = "internals")]
    pub fn alice_wins_locally(
        &mut self,
        lists: &Lists,
        player: Player,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        with!(&mut self.search, engine => engine.alice_wins_locally(lists, player, meter))
    }

    /// The number of bytes of the table.
    #[cfg(feature = "internals")]
    pub fn bytes(&self) -> u64 {
        with!(&self.search, engine => engine.bytes())
    }
}
