//! The part of the `chromex` Python package that is written in Rust: thin functions over the
//! library, which take and return plain Python data. The part that people use is in
//! `python/chromex/`, and the interface of this module is described in
//! `python/chromex/_chromex.pyi`.

mod answers;
mod census;
mod forms;
mod graph;
mod papers;
mod position;
mod proofs;
mod run;
mod searches;
mod sequence;
mod store;
mod strategy;
mod sums;
mod widget;

use pyo3::prelude::*;

/// The module `chromex._chromex`.
#[pymodule]
mod _chromex {
    #[pymodule_export]
    use super::answers::{ask, chi, line};
    #[pymodule_export]
    use super::census::{
        census_chunk, census_columns, census_condition, census_empty, census_file,
        census_questions, census_total, conjectures, query,
    };
    #[pymodule_export]
    use super::forms::CanonicalForm;
    #[pymodule_export]
    use super::graph::{AllGraphs, Graph, all_graphs, expand, export_formats, format_of_file};
    #[pymodule_export]
    use super::papers::{
        claims, describe_game, families, figures, four_rows, games, pairs_forbidden, papers,
        read_tints, strategies, table, tables, tints, verify,
    };
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::proofs::{check, family_claimed, prove, prove_least};
    #[pymodule_export]
    use super::searches::{LossQuestion, Searcher, found_by_answers, next_question};
    #[pymodule_export]
    use super::sequence::{sequence, sequence_plot, sequences};
    #[pymodule_export]
    use super::store::{Store, default_store};
    #[pymodule_export]
    use super::strategy::{Strategy, duel};
    #[pymodule_export]
    use super::sums::sum;
    #[pymodule_export]
    use super::widget::{page_assets, view};
}
