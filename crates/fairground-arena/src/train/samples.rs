//! Training positions.

/// A position with its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample<'a> {
    /// The active inputs in the view of the side to act, then in the other view.
    pub inputs: [&'a [u16]; 2],
    /// The logarithm of the odds of winning by the hand-written evaluation.
    pub hand: f32,
    /// The expected score to predict, 0 to 1.
    pub target: f32,
}

/// Samples in packed form.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Samples {
    inputs: Vec<u16>,
    /// For each sample, the end of its inputs in the view of the side to act, and in the other.
    ends: Vec<[usize; 2]>,
    /// For each sample, `hand` and `target`.
    values: Vec<[f32; 2]>,
}

impl Samples {
    pub fn push(&mut self, sample: Sample<'_>) {
        let ends = sample.inputs.map(|inputs| {
            self.inputs.extend_from_slice(inputs);
            self.inputs.len()
        });
        self.ends.push(ends);
        self.values.push([sample.hand, sample.target]);
    }

    pub fn append(&mut self, other: &Samples) {
        for index in 0..other.len() {
            self.push(other.get(index));
        }
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The sample at `index`, which must be below [`Samples::len`].
    pub fn get(&self, index: usize) -> Sample<'_> {
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before][1]);
        let [middle, end] = self.ends[index];
        let [hand, target] = self.values[index];
        Sample { inputs: [&self.inputs[begin..middle], &self.inputs[middle..end]], hand, target }
    }

    /// The mean number of active inputs of a view.
    pub fn mean_active(&self) -> f32 {
        self.inputs.len() as f32 / (2 * self.len()).max(1) as f32
    }
}
