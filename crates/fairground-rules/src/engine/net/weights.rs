use std::ops::Range;

use super::error::NetError;
use super::header::{LANES, MAX_HIDDEN, NetHeader};
use super::inputs::InputChanges;

/// Fixed-point representation of an activation of 1.
const ONE: i16 = 255;

/// Fixed-point representation of an output weight of 1.
const OUTPUT_ONE: i32 = 64;

/// Maximum weight of an input, and maximum bias of a hidden unit: no sum of [`MAX_ACTIVE`] inputs
/// overflows 16 bits.
const MAX_WEIGHT: i16 = 250;
const MAX_BIAS: i16 = 510;

/// Maximum output weight: its product with an activation fits 16 bits.
const MAX_OUTPUT: i16 = 127;

/// Value of an output of 1, thousandths of a centipawn: odds of winning of e to 1, which correspond
/// to 400 / ln 10 centipawns.
const OUTPUT_SCALE: i64 = 173_718;

/// Number of hidden units summed at once. Their sums fit the vector registers of any 64-bit PC.
const PAIR: usize = 2 * LANES;

/// The sums of the active weights of each hidden unit, for one view of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sums {
    pairs: [[i16; PAIR]; MAX_HIDDEN / PAIR],
    rest: [i16; LANES],
}

impl Default for Sums {
    fn default() -> Self {
        Sums { pairs: [[0; PAIR]; MAX_HIDDEN / PAIR], rest: [0; LANES] }
    }
}

/// The weights of some hidden units, in groups of `GROUP`.
#[derive(Debug, PartialEq)]
struct Units<const GROUP: usize> {
    /// For each group, the bias followed by the row of each input.
    rows: Vec<[i16; GROUP]>,
    /// For each group, the weights of the view of the side to act, then of the other view.
    output: Vec<[[i16; GROUP]; 2]>,
}

/// A net: the weights of one game's evaluation.
#[derive(Debug, PartialEq)]
pub struct Net {
    header: NetHeader,
    /// All hidden units except those in `rest`.
    pairs: Units<PAIR>,
    /// The last [`LANES`] hidden units, if their number is an odd multiple of it.
    rest: Units<LANES>,
    /// In the unit of the sum of outputs, `ONE * OUTPUT_ONE` for an output of 1.
    output_bias: i32,
}

/// The weights of a net, in the layout of its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quantised {
    /// `[input][hidden]`: for each input, the weights of all hidden units.
    pub input: Vec<i16>,
    /// `[hidden]`: the biases of the hidden units.
    pub bias: Vec<i16>,
    /// `[view][hidden]`: the weights of the view of the side to act, then of the other view.
    pub output: Vec<i16>,
    /// The bias of the output.
    pub output_bias: i32,
}

impl Quantised {
    /// Rounds weights and clamps them to the maximum. The slices are laid out like the fields.
    #[must_use]
    pub fn round(input: &[f32], bias: &[f32], output: &[f32], output_bias: f32) -> Quantised {
        let round = |values: &[f32], one: i32, max: i16| -> Vec<i16> {
            let whole = |value: &f32| (value * one as f32).round().clamp(f32::from(-max), f32::from(max)) as i16;
            values.iter().map(whole).collect()
        };
        let one = i32::from(ONE);
        Quantised {
            input: round(input, one, MAX_WEIGHT),
            bias: round(bias, one, MAX_BIAS),
            output: round(output, OUTPUT_ONE, MAX_OUTPUT),
            output_bias: (output_bias * (one * OUTPUT_ONE) as f32).round() as i32,
        }
    }

    /// Returns the weights of inputs, biases and outputs, and the output's bias, in the units of
    /// [`Quantised::round`].
    #[must_use]
    pub fn dequantised(&self) -> (Vec<f32>, Vec<f32>, Vec<f32>, f32) {
        let dequantised =
            |values: &[i16], one: i32| values.iter().map(|&value| f32::from(value) / one as f32).collect();
        let one = i32::from(ONE);
        let output_bias = self.output_bias as f32 / (one * OUTPUT_ONE) as f32;
        (
            dequantised(&self.input, one),
            dequantised(&self.bias, one),
            dequantised(&self.output, OUTPUT_ONE),
            output_bias,
        )
    }

    /// Maximum weights of inputs, biases and outputs in the units of [`Quantised::round`], which
    /// clamps larger ones.
    #[must_use]
    pub fn limits() -> [f32; 3] {
        let one = f32::from(ONE);
        [f32::from(MAX_WEIGHT) / one, f32::from(MAX_BIAS) / one, f32::from(MAX_OUTPUT) / OUTPUT_ONE as f32]
    }
}

impl Net {
    /// Builds a net from its weights.
    ///
    /// # Errors
    /// A number of hidden units that is not a multiple of [`LANES`] or exceeds
    /// [`MAX_HIDDEN`](super::MAX_HIDDEN), a number of weights that does not match the header, or a
    /// weight that is too large.
    pub fn new(header: NetHeader, weights: &Quantised) -> Result<Net, NetError> {
        let expected = header.bytes_of_weights()?;
        let (inputs, hidden) = (header.inputs, header.hidden);
        let found = 2 * (weights.input.len() + weights.bias.len() + weights.output.len()) + 4;
        if (weights.input.len(), weights.bias.len(), weights.output.len()) != (inputs * hidden, hidden, 2 * hidden) {
            return Err(NetError::Length { expected, found });
        }
        let kinds = [
            ("input", &weights.input, MAX_WEIGHT),
            ("bias", &weights.bias, MAX_BIAS),
            ("output", &weights.output, MAX_OUTPUT),
        ];
        for (weights, all, max) in kinds {
            if let Some(index) = all.iter().position(|weight| weight.unsigned_abs() > max.unsigned_abs()) {
                return Err(NetError::Weight { weights, index, found: all[index].into(), max: max.into() });
            }
        }
        // This limit keeps the final product within 64 bits, and an evaluation within 32.
        let max = 1_u32 << 24;
        if weights.output_bias.unsigned_abs() > max {
            let max = max as i32;
            return Err(NetError::Weight { weights: "output bias", index: 0, found: weights.output_bias, max });
        }
        let paired = hidden / PAIR * PAIR;
        Ok(Net {
            pairs: Units::new(weights, hidden, 0..paired),
            rest: Units::new(weights, hidden, paired..hidden),
            output_bias: weights.output_bias,
            header,
        })
    }

    /// The header of the file.
    #[must_use]
    pub fn header(&self) -> &NetHeader {
        &self.header
    }

    /// The weights in the layout of the file.
    #[must_use]
    pub fn quantised(&self) -> Quantised {
        let inputs = self.header.inputs;
        let row = |index: usize| [self.pairs.row(index, inputs), self.rest.row(index, inputs)].concat();
        let output = |view: usize| [self.pairs.outputs(view), self.rest.outputs(view)].concat();
        Quantised {
            input: (1..=inputs).flat_map(row).collect(),
            bias: row(0),
            output: [output(0), output(1)].concat(),
            output_bias: self.output_bias,
        }
    }

    /// The value of a position for the side to act, centipawns, from the active inputs of its own
    /// view and of the other view. Inputs that the net does not have are ignored.
    #[must_use]
    pub fn value(&self, own: &[u16], other: &[u16]) -> i32 {
        let mut sums = [Sums::default(), Sums::default()];
        self.sum(own, &mut sums[0]);
        self.sum(other, &mut sums[1]);
        self.value_of_sums(&sums[0], &sums[1])
    }

    /// Sums the weights of a view's active inputs.
    pub(crate) fn sum(&self, inputs: &[u16], sums: &mut Sums) {
        let rows = self.header.inputs + 1;
        self.pairs.sum(rows, inputs, &mut sums.pairs);
        self.rest.sum(rows, inputs, std::slice::from_mut(&mut sums.rest));
    }

    /// Follows changes of a view's active inputs. The result is that of [`Net::sum`], because the
    /// order of the additions does not matter.
    pub(crate) fn update(&self, changes: &InputChanges, sums: &mut Sums) {
        let rows = self.header.inputs + 1;
        self.pairs.update(rows, changes, &mut sums.pairs);
        self.rest.update(rows, changes, std::slice::from_mut(&mut sums.rest));
    }

    /// The value of a position for the side to act, centipawns, from the sums of its own view and
    /// of the other view.
    pub(crate) fn value_of_sums(&self, own: &Sums, other: &Sums) -> i32 {
        let sum = self.pairs.weigh(&own.pairs, &other.pairs)
            + self.rest.weigh(std::slice::from_ref(&own.rest), std::slice::from_ref(&other.rest));
        let output = i64::from(sum / i32::from(ONE) + self.output_bias);
        (output * OUTPUT_SCALE / i64::from(1_000 * i32::from(ONE) * OUTPUT_ONE)) as i32
    }
}

impl<const GROUP: usize> Units<GROUP> {
    /// The weights of the hidden units in a range, of `hidden` in all.
    fn new(weights: &Quantised, hidden: usize, range: Range<usize>) -> Self {
        let rows = [weights.bias.as_slice()].into_iter().chain(weights.input.chunks_exact(hidden));
        let groups = |row: &[i16]| row[range.clone()].as_chunks::<GROUP>().0.to_vec();
        let (own, other) = weights.output.split_at(hidden);
        let output = groups(own).into_iter().zip(groups(other)).map(|(own, other)| [own, other]);
        let rows: Vec<_> = rows.map(groups).collect();
        let group = |number: usize| rows.iter().map(move |row| row[number]);
        Units { rows: (0..range.len() / GROUP).flat_map(group).collect(), output: output.collect() }
    }

    /// The biases for 0, or the weights of an input, from 1.
    fn row(&self, index: usize, inputs: usize) -> Vec<i16> {
        self.rows.chunks_exact(inputs + 1).flat_map(|rows| rows[index]).collect()
    }

    /// The output weights of a view.
    fn outputs(&self, view: usize) -> Vec<i16> {
        self.output.iter().flat_map(|weights| weights[view]).collect()
    }

    /// Sums the bias and the weights of `inputs` for each group, which has `rows` rows.
    #[inline]
    fn sum(&self, rows: usize, inputs: &[u16], sums: &mut [[i16; GROUP]]) {
        for (rows, sums) in self.rows.chunks_exact(rows).zip(sums) {
            let Some((bias, rows)) = rows.split_first() else { continue };
            let mut sum = *bias;
            inputs.iter().for_each(|&input| add(&mut sum, rows.get(usize::from(input)), i16::wrapping_add));
            *sums = sum;
        }
    }

    #[inline]
    fn update(&self, rows: usize, changes: &InputChanges, sums: &mut [[i16; GROUP]]) {
        for (rows, sums) in self.rows.chunks_exact(rows).zip(sums) {
            let Some((_, rows)) = rows.split_first() else { continue };
            let mut sum = *sums;
            changes.removed.iter().for_each(|&input| add(&mut sum, rows.get(usize::from(input)), i16::wrapping_sub));
            changes.added.iter().for_each(|&input| add(&mut sum, rows.get(usize::from(input)), i16::wrapping_add));
            *sums = sum;
        }
    }

    /// The part of these units in the output.
    #[inline]
    fn weigh(&self, own: &[[i16; GROUP]], other: &[[i16; GROUP]]) -> i32 {
        let sums = own.iter().zip(other);
        let groups = self.output.iter().zip(sums);
        groups
            .map(|([own_weights, other_weights], (own, other))| weigh(own, own_weights) + weigh(other, other_weights))
            .sum()
    }
}

/// Adds a row to the sums, or subtracts it, by `step`. Even the largest weights do not overflow.
#[inline(always)]
fn add<const GROUP: usize>(sums: &mut [i16; GROUP], row: Option<&[i16; GROUP]>, step: impl Fn(i16, i16) -> i16) {
    let Some(row) = row else { return };
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = step(*sum, *weight);
    }
}

/// The squares of the sums, each clipped to 0 to 1, times their weights.
#[inline]
fn weigh<const GROUP: usize>(sums: &[i16; GROUP], weights: &[i16; GROUP]) -> i32 {
    let mut output = 0;
    for (sum, weight) in sums.iter().zip(weights) {
        let active = (*sum).clamp(0, ONE);
        // The first product fits 16 bits, which the processor multiplies faster.
        output += i32::from(active.wrapping_mul(*weight)) * i32::from(active);
    }
    output
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes with an even and with an odd number of groups, and an input that the net lacks.
    #[test]
    fn a_value_is_the_weighted_sum_of_squares() {
        for hidden in [32, 64, 96, 128] {
            let number = |index: usize, max: i16| (index * 7_919 % (2 * max as usize + 1)) as i16 - max;
            let weights = Quantised {
                input: (0..5 * hidden).map(|index| number(index, MAX_WEIGHT)).collect(),
                bias: (0..hidden).map(|index| number(index, MAX_BIAS)).collect(),
                output: (0..2 * hidden).map(|index| number(index, MAX_OUTPUT)).collect(),
                output_bias: 1_000,
            };
            let header = NetHeader {
                game: "chess".to_string(),
                inputs: 5,
                hidden,
                is_correction: false,
                positions: 0,
                nodes: 0,
                seed: 0,
                teacher: None,
                labelled_by: None,
                loss: [0.0; 2],
            };
            let net = Net::new(header, &weights).unwrap();
            assert_eq!(net.quantised(), weights);
            let views: [&[u16]; 2] = [&[0, 3, 4], &[1, 9]];
            let mut sum = 0;
            for (view, inputs) in views.iter().enumerate() {
                for unit in 0..hidden {
                    let rows = inputs.iter().filter_map(|&input| weights.input.get(usize::from(input) * hidden + unit));
                    let active = rows.fold(weights.bias[unit], |sum, weight| sum + weight).clamp(0, ONE);
                    sum += i32::from(weights.output[view * hidden + unit]) * i32::from(active) * i32::from(active);
                }
            }
            let output = f64::from(sum / i32::from(ONE) + 1_000) / f64::from(i32::from(ONE) * OUTPUT_ONE);
            let expected = output * OUTPUT_SCALE as f64 / 1_000.0;
            let value = net.value(views[0], views[1]);
            let mut sums = views.map(|view| {
                let mut sums = Sums::default();
                net.sum(view, &mut sums);
                sums
            });
            let mut changes = InputChanges::default();
            changes.removed.extend(views[0]);
            changes.added.extend(views[1]);
            net.update(&changes, &mut sums[0]);
            assert_eq!(sums[0], sums[1]);
            assert!((f64::from(value) - expected).abs() <= 1.0, "{hidden}: {value}, {expected}");
        }
    }
}
