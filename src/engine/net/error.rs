use thiserror::Error;

/// Why a file is no net, or not one of this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetError {
    /// It does not begin as a net does.
    #[error("not a net: expected '{expected}' in the first line, found '{found}'")]
    Magic {
        /// The first line of a net.
        expected: &'static str,
        /// The beginning of the first line.
        found: String,
    },
    /// The second line cannot be read.
    #[error("the header, line 2, cannot be read: {reason}")]
    Header {
        /// What is wrong.
        reason: String,
    },
    /// It is the net of another game, or of another version of the game's inputs, or of a size that nets do not have.
    #[error("{field}: expected {expected}, found {found}")]
    Field {
        /// The field of the header.
        field: &'static str,
        /// What it has to be.
        expected: String,
        /// What it is.
        found: String,
    },
    /// The file is cut off, or longer than the header says.
    #[error("expected {expected} bytes of weights, found {found}")]
    Length {
        /// By the header.
        expected: usize,
        /// In the file.
        found: usize,
    },
    /// A weight with which sums could overflow.
    #[error("{weights} weight {index} is {found}; expected at most {most} either way")]
    Weight {
        /// Which weights: input, bias or output.
        weights: &'static str,
        /// The weight's index among them.
        index: usize,
        /// The weight.
        found: i32,
        /// The greatest one.
        most: i32,
    },
    /// A net is in use already, so that another one cannot take its place.
    #[error("the game's own net is in use already")]
    InUse,
}
