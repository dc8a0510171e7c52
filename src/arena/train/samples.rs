//! The positions to learn from.

/// A position with what a net has to say of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample<'a> {
    /// The active inputs in the view of the side to act, and in that of the other.
    pub inputs: [&'a [u16]; 2],
    /// The logarithm of the odds of winning by the evaluation by hand.
    pub hand: f32,
    /// The probability of winning to predict, 0 to 1.
    pub target: f32,
}

/// Samples, packed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Samples {
    inputs: Vec<u16>,
    /// Of each sample where its inputs end, in the view of the side to act and in the other.
    ends: Vec<[usize; 2]>,
    /// Of each sample the odds by hand and the target.
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

    /// The sample with this index, which has to be below [`Samples::len`].
    pub fn get(&self, index: usize) -> Sample<'_> {
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before][1]);
        let [middle, end] = self.ends[index];
        let [hand, target] = self.values[index];
        Sample { inputs: [&self.inputs[begin..middle], &self.inputs[middle..end]], hand, target }
    }

    /// The mean number of inputs of a view.
    pub fn mean_active(&self) -> f32 {
        self.inputs.len() as f32 / (2 * self.len()).max(1) as f32
    }
}
