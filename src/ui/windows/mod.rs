//! Windows over the table.

pub mod film;
pub mod help;
pub mod key_options;
pub mod ledger;
pub mod options;
pub mod question;
pub mod rules;
