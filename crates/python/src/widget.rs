//! Data for the board in a notebook: a position as the page draws it, and the modules of the page
//! that draw it.

use std::sync::LazyLock;

use chromex_lab::Lab;
use pyo3::prelude::*;

use crate::position::Position;

/// A module of the page, as it is served.
macro_rules! asset {
    ($name:literal) => {
        ($name, include_str!(concat!("../../server/web/assets/", $name)))
    };
}

/// The modules that draw a board, each after those that it imports, and their style sheets.
const ASSETS: [(&str, &str); 11] = [
    asset!("dom.js"),
    asset!("force.js"),
    asset!("geometry.js"),
    asset!("shapes.js"),
    asset!("tree.js"),
    asset!("notation.js"),
    asset!("score.js"),
    asset!("overlay.js"),
    asset!("board.js"),
    asset!("base.css"),
    asset!("board.css"),
];

/// The modules and style sheets of the page's board, by name.
#[pyfunction]
pub(crate) fn page_assets() -> Vec<(&'static str, &'static str)> {
    ASSETS.to_vec()
}

/// A position with everything that the literal rules say about it, for the page's board, in JSON.
#[pyfunction]
pub(crate) fn view(position: &Position) -> String {
    static LAB: LazyLock<Lab> = LazyLock::new(Lab::default);
    LAB.view(&position.0)
}
