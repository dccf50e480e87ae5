//! A sum, as it goes out.

use chromex_rules::{Convention, Player};
use serde::Serialize;

use crate::sum::{Hottest, Sum, SumAnswer};

/// What was found out about a sum. Components are counted from 1 on.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct SumReport {
    /// The sum, as it is typed.
    pub sum: String,
    /// Who is to move.
    pub first: &'static str,
    /// The canonical form, whole; null if it could not be had.
    pub value: Option<String>,
    /// The mean, as a fraction.
    pub mean: Option<String>,
    /// The temperature, as a fraction.
    pub temperature: Option<String>,
    /// Who wins.
    pub outcome: Option<String>,
    /// The components that are known.
    pub components: Vec<ComponentReport>,
    /// The moves with which the player to move wins.
    pub moves: Vec<SumMoveReport>,
    /// Whether these are all.
    pub moves_complete: bool,
    /// What playing the hottest first comes to, where two components or more are hot.
    pub hottest_first: Option<HottestReport>,
    /// Whether everything is known.
    pub complete: bool,
    /// Why the search gave up.
    pub stopped: Option<String>,
}

/// A component of a sum.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct ComponentReport {
    /// As it is typed.
    pub component: String,
    /// Whether the players change places in it.
    pub negative: bool,
    /// Its value, with its sign.
    pub value: String,
}

/// A winning move in a sum.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct SumMoveReport {
    /// The number of the component.
    pub component: usize,
    /// The component.
    #[serde(rename = "in")]
    pub place: String,
    /// The move as it is typed, or the value that is moved to.
    #[serde(rename = "move")]
    pub played: String,
}

/// Which components are the hottest, and what playing the hottest first comes to, if that is known.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct HottestReport {
    /// Their numbers.
    pub components: Vec<usize>,
    /// Their temperature.
    pub temperature: String,
    /// What best play comes to.
    pub best: Option<String>,
    /// What playing the hottest first comes to.
    pub reached: Option<String>,
    /// The difference.
    pub loss: Option<String>,
    /// Whether a theorem says that nothing is lost.
    pub proved: Option<bool>,
}

impl SumReport {
    /// An answer to who wins a sum, with this player to move.
    pub fn new(sum: &Sum, first: Player, answer: &SumAnswer) -> SumReport {
        let components = sum.terms.iter().zip(&answer.components);
        let value = answer.value.as_ref();
        SumReport {
            sum: sum.to_string(),
            first: Convention::Partisan.player_name(first),
            value: value.map(|value| value.text().to_owned()),
            mean: answer.mean.map(|mean| mean.to_string()),
            temperature: value.map(|value| value.temperature.to_string()),
            outcome: answer.class.map(|class| class.to_string()),
            components: components
                .map(|(term, value)| ComponentReport {
                    component: term.part.to_string(),
                    negative: term.negative,
                    value: value.text().to_owned(),
                })
                .collect(),
            moves: answer
                .moves
                .iter()
                .map(|found| SumMoveReport {
                    component: found.component + 1,
                    place: sum.terms[found.component].part.to_string(),
                    played: found.played.clone(),
                })
                .collect(),
            moves_complete: answer.moves_complete,
            hottest_first: answer.hottest.as_ref().map(HottestReport::from),
            complete: answer.stopped.is_none(),
            stopped: answer.stopped.map(|stop| stop.to_string()),
        }
    }
}

impl From<&Hottest> for HottestReport {
    fn from(hottest: &Hottest) -> HottestReport {
        let play = hottest.play.as_ref();
        HottestReport {
            components: hottest.components.iter().map(|i| i + 1).collect(),
            temperature: hottest.temperature.to_string(),
            best: play.map(|play| play.best.to_string()),
            reached: play.map(|play| play.reached.to_string()),
            loss: play.map(|play| play.loss().to_string()),
            proved: play.map(|play| play.proved),
        }
    }
}
