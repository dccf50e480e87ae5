//! Maker-breaker colouring games with a rule other than proper colouring: the connected colouring
//! game (Charpentier et al., section 1) and the game of L(2,1)-labelling (Chia et al.).

use super::described::listed;
use super::*;
use crate::{Goal, PairRule, Places};

pub(super) const CONNECTED: GameInfo = GameInfo {
    name: "connected-colouring",
    usage: "connected-colouring:K",
    title: "Connected colouring",
    summary: "As colouring, but on a connected graph the coloured vertices must stay connected: a vertex next to a coloured one is chosen, as long as there is one.",
    paper: "Charpentier, Hocquard, Sopena, Zhu: A connected version of the graph coloring game (2020)",
    example: "connected-colouring:3",
    like: |game| Game::connected_colouring(game.palette().len()).ok(),
    build: |parameters| parameters.one(connected),
};

pub(super) const LABELLING: GameInfo = GameInfo {
    name: "labelling",
    usage: "labelling:K",
    title: "L(2,1)-labelling",
    summary: "As colouring with the labels 1 to K: those of adjacent vertices differ by two or more, those of vertices at distance 2 differ. (The paper's labels begin with 0.)",
    paper: "Chia, Hsu, Kuo, Liaw, Xu: The game L(d,1)-labeling problem of graphs (2012)",
    example: "labelling:5",
    like: |game| Game::labelling(game.palette().len()).ok(),
    build: |parameters| parameters.one(labelling),
};

impl Game {
    /// The maker-breaker colouring game in which the coloured vertices stay connected.
    pub fn connected_colouring(colours: usize) -> Result<Game, NoSuchGame> {
        number_of_colours(colours).map(connected)
    }

    /// The game of L(2,1)-labelling with this number of labels.
    pub fn labelling(labels: usize) -> Result<Game, NoSuchGame> {
        number_of_colours(labels).map(labelling)
    }
}

fn connected(colours: u8) -> Game {
    let rule = PairRule::different(1, colours.into());
    let description = Description::shared(colours, rule.clone(), Goal::ColourAll);
    let places = Places::Touching;
    listed(format!("connected-colouring:{colours}"), rule, Description { places, ..description })
}

fn labelling(labels: u8) -> Game {
    let mut rule = PairRule::different(2, labels.into());
    (1..labels).for_each(|label| rule.forbid_within(1, label, label + 1));
    let description = Description::shared(labels, rule.clone(), Goal::ColourAll);
    listed(format!("labelling:{labels}"), rule, description)
}
