//! The net during training, in floating point, and the derivatives of its loss.

use rand::{Rng, RngExt};

use super::samples::Sample;
use fairground_rules::engine::Quantised;

/// The dimensions of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// The number of inputs of a view.
    pub inputs: usize,
    /// `[kinds, cells]` of the leading one-hot block, see `NetInputs::INPUT_KINDS`.
    pub kinds: [usize; 2],
    /// The number of hidden units of a view.
    pub hidden: usize,
}

/// The weights of a net, or other data of the same shape.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weights {
    pub hidden: usize,
    /// `[input][hidden]`. For inputs of pieces, this is relative to `kinds` until
    /// [`Weights::with_kinds`].
    pub input: Vec<f32>,
    /// `[kind][hidden]`: the part shared by the inputs of a piece kind on all cells.
    pub kinds: Vec<f32>,
    /// `[hidden]`.
    pub bias: Vec<f32>,
    /// The output weights of the hidden units in the view of the side to act, then in the other
    /// view.
    pub output: Vec<f32>,
    pub output_bias: f32,
}

impl Weights {
    pub fn zero(shape: Shape) -> Weights {
        let Shape { inputs, kinds: [kinds, _], hidden } = shape;
        Weights {
            hidden,
            input: vec![0.0; inputs * hidden],
            kinds: vec![0.0; kinds * hidden],
            bias: vec![0.0; hidden],
            output: vec![0.0; 2 * hidden],
            output_bias: 0.0,
        }
    }

    /// Small initial weights, such that hidden units differ and none is inactive everywhere. A
    /// position has about `active` active inputs.
    pub fn random(shape: Shape, active: f32, rng: &mut impl Rng) -> Weights {
        let mut weights = Weights::zero(shape);
        let mut draw = |values: &mut [f32], middle: f32, reach: f32| {
            values.iter_mut().for_each(|value| *value = middle + reach * (2.0 * rng.random::<f32>() - 1.0));
        };
        draw(&mut weights.input, 0.0, 0.2 / active.max(1.0).sqrt());
        draw(&mut weights.kinds, 0.0, 0.5 / active.max(1.0).sqrt());
        draw(&mut weights.bias, 0.3, 0.2);
        // The initial output is near 0: an even score, or the hand-written evaluation.
        draw(&mut weights.output, 0.0, 0.1 / (shape.hidden as f32).sqrt());
        weights
    }

    /// The weights of a quantised net. The weight of a piece kind is the mean over its cells.
    pub fn of(whole: &Quantised, shape: Shape) -> Weights {
        let (input, bias, output, output_bias) = whole.dequantised();
        let mut weights = Weights { input, bias, output, output_bias, ..Weights::zero(shape) };
        let [_, cells] = shape.kinds;
        let rows = weights.input.chunks_exact_mut(cells * shape.hidden);
        for (rows, kind) in rows.zip(weights.kinds.chunks_exact_mut(shape.hidden)) {
            for row in rows.chunks_exact(shape.hidden) {
                kind.iter_mut().zip(row).for_each(|(mean, weight)| *mean += weight / cells as f32);
            }
            for row in rows.chunks_exact_mut(shape.hidden) {
                row.iter_mut().zip(&*kind).for_each(|(weight, mean)| *weight -= mean);
            }
        }
        weights
    }

    /// All numbers, in slices by type of weight.
    pub fn slices(&self) -> [&[f32]; 5] {
        [&self.input, &self.kinds, &self.bias, &self.output, std::slice::from_ref(&self.output_bias)]
    }

    pub fn slices_mut(&mut self) -> [&mut [f32]; 5] {
        [
            &mut self.input,
            &mut self.kinds,
            &mut self.bias,
            &mut self.output,
            std::slice::from_mut(&mut self.output_bias),
        ]
    }

    /// The same net with `kinds` added to `input`. Each kind has `cells` consecutive inputs.
    pub fn with_kinds(&self, cells: usize) -> Weights {
        let mut whole = self.clone();
        let [most, ..] = Quantised::limits();
        for (rows, kind) in whole.input.chunks_exact_mut(cells * self.hidden).zip(self.kinds.chunks_exact(self.hidden))
        {
            for row in rows.chunks_exact_mut(self.hidden) {
                row.iter_mut().zip(kind).for_each(|(weight, kind)| *weight = (*weight + kind).clamp(-most, most));
            }
        }
        whole.kinds.fill(0.0);
        whole
    }

    /// For derivatives: sets each kind's to the sum over its cells.
    pub fn sum_kinds(&mut self, cells: usize) {
        let rows = self.input.chunks_exact(cells * self.hidden);
        for (rows, kind) in rows.zip(self.kinds.chunks_exact_mut(self.hidden)) {
            kind.fill(0.0);
            for row in rows.chunks_exact(self.hidden) {
                kind.iter_mut().zip(row).for_each(|(sum, slope)| *sum += slope);
            }
        }
    }

    pub fn add(&mut self, other: &Weights) {
        for (own, other) in self.slices_mut().into_iter().zip(other.slices()) {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        }
    }

    pub fn clear(&mut self) {
        self.slices_mut().into_iter().for_each(|slice| slice.fill(0.0));
    }

    pub fn quantised(&self) -> Quantised {
        Quantised::round(&self.input, &self.bias, &self.output, self.output_bias)
    }
}

/// Buffers for both views of a sample.
pub(super) struct Activations {
    /// The sums of the hidden units, in the view of the side to act first.
    sums: Vec<f32>,
    /// The derivatives of the loss with respect to `sums`.
    slopes: Vec<f32>,
}

impl Activations {
    pub fn new(hidden: usize) -> Activations {
        Activations { sums: vec![0.0; 2 * hidden], slopes: vec![0.0; 2 * hidden] }
    }

    /// The output for a sample: the logarithm of the odds of winning, or a correction to the
    /// hand-written evaluation's.
    pub fn output(&mut self, net: &Weights, sample: &Sample<'_>) -> f32 {
        for (sums, inputs) in self.sums.chunks_exact_mut(net.hidden).zip(sample.inputs) {
            sums.copy_from_slice(&net.bias);
            for &input in inputs {
                let row = &net.input[usize::from(input) * net.hidden..][..net.hidden];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
        }
        let weighed = self.sums.iter().zip(&net.output).map(|(sum, weight)| weight * sum.clamp(0.0, 1.0).powi(2));
        weighed.sum::<f32>() + net.output_bias
    }

    /// Adds the derivatives of a loss; `slope` is its derivative with respect to the output. Call
    /// [`Activations::output`] with the same sample first.
    pub fn add_gradient(&mut self, net: &Weights, sample: &Sample<'_>, slope: f32, gradient: &mut Weights) {
        gradient.output_bias += slope;
        for (index, (&sum, by_sum)) in self.sums.iter().zip(&mut self.slopes).enumerate() {
            let active = sum.clamp(0.0, 1.0);
            gradient.output[index] += slope * active * active;
            let is_between = sum > 0.0 && sum < 1.0;
            *by_sum = if is_between { slope * net.output[index] * 2.0 * active } else { 0.0 };
        }
        for (slopes, inputs) in self.slopes.chunks_exact(net.hidden).zip(sample.inputs) {
            gradient.bias.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            for &input in inputs {
                let row = &mut gradient.input[usize::from(input) * net.hidden..][..net.hidden];
                row.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            }
        }
    }
}
