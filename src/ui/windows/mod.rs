//! Windows over the table.

pub mod film;
pub mod help;
pub mod key_options;
pub mod ledger;
pub mod options;
pub mod question;
pub mod rules;

use crate::ui::state::rules_view::RulesView;

/// The windows over the table.
#[derive(Default)]
pub struct Windows {
    /// The open rules.
    pub rules: Option<RulesView>,
    /// Whether the list of keys is open.
    pub help: bool,
    /// The options.
    pub options: options::OptionsWindow,
    /// Whether the ledger of the dice is open.
    pub ledger: bool,
    /// The form for a film.
    pub film: film::FilmWindow,
}
