//! Input of commands: shared arguments, parsers of values, and the games and match files named by
//! them.

pub(super) mod escape;
pub(super) mod shared_args;
pub(super) mod source;
pub(super) mod values;
