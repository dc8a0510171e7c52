use thiserror::Error;

/// Reason why a file is not a valid net of this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetError {
    /// The file does not start with the first line of a net.
    #[error("not a net: expected '{expected}' in the first line, found '{found}'")]
    Magic {
        /// The first line of a valid net.
        expected: &'static str,
        /// The start of the line found.
        found: String,
    },
    /// The second line cannot be read.
    #[error("the header, line 2, cannot be read: {reason}")]
    Header {
        /// The parse error.
        reason: String,
    },
    /// The net belongs to another game or to another version of the game's inputs, or has an
    /// invalid size.
    #[error("{field}: expected {expected}, found {found}")]
    Field {
        /// The field of the header.
        field: &'static str,
        /// The required value.
        expected: String,
        /// The value found.
        found: String,
    },
    /// The file is shorter or longer than the header says.
    #[error("expected {expected} bytes of weights, found {found}")]
    Length {
        /// Bytes of weights according to the header.
        expected: usize,
        /// Bytes of weights in the file.
        found: usize,
    },
    /// A weight is so large that sums could overflow.
    #[error("{weights} weight {index} is {found}; expected -{max} to {max}")]
    Weight {
        /// The kind of weights: input, bias or output.
        weights: &'static str,
        /// The index of the weight among its kind.
        index: usize,
        /// The weight.
        found: i32,
        /// The largest absolute value allowed.
        max: i32,
    },
    /// The slot already has a net in use, which cannot be replaced.
    #[error("a net is already in use")]
    InUse,
}
