//! Matches to other programs and from them, in Portable Game Notation: orthodox chess as every chess program has it, the other games with
//! this program's own texts, and what a die showed as a comment, `{~N}`.

mod annotations;
mod export;
mod import;
mod moves;
mod times;

pub use export::export;
pub use import::import;

/// What the tags `WhiteType` and `BlackType` say of a person.
const HUMAN: &str = "human";

/// What they say of a program.
const PROGRAM: &str = "program";
