use super::float_net::{Shape, Weights};
use fairground_rules::engine::Quantised;

/// The decay rates of the moments: Kingma and Ba, Adam: a method for stochastic optimization, 2015.
const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;

/// Added to the root mean square of a derivative, so that weights with mostly zero derivatives
/// hardly move.
const EPSILON: f32 = 1e-6;

/// Weight decay per step at full rate, multiplied by [`super::TrainRequest::decay`]. Decay pulls
/// the weights of rarely seen cells, which are mostly noise, towards the weights of their piece
/// kind.
const DECAY: f32 = 0.02;
const CELL_DECAY: f32 = 0.1;

/// The Adam optimiser.
pub(super) struct Adam {
    means: Weights,
    squares: Weights,
    steps: i32,
    decay: f32,
}

impl Adam {
    pub fn new(shape: Shape, decay: f32) -> Adam {
        Adam { means: Weights::zero(shape), squares: Weights::zero(shape), steps: 0, decay }
    }

    /// Updates the weights, clamped to the range of a quantised net.
    pub fn step(&mut self, net: &mut Weights, gradient: &Weights, rate: f32) {
        self.steps += 1;
        let [mean_share, square_share] = [MEAN, SQUARE].map(|keep| 1.0 - keep.powi(self.steps));
        let [input, bias, output] = Quantised::limits();
        let most = [input, input, bias, output, f32::INFINITY];
        let decay = [CELL_DECAY, DECAY, 0.0, DECAY, 0.0].map(|decay| decay * self.decay);
        let states = self.means.slices_mut().into_iter().zip(self.squares.slices_mut());
        let limits = most.into_iter().zip(decay);
        for (((weights, slopes), (means, squares)), (most, decay)) in
            net.slices_mut().into_iter().zip(gradient.slices()).zip(states).zip(limits)
        {
            for (((weight, slope), mean), square) in weights.iter_mut().zip(slopes).zip(means).zip(squares) {
                *mean = MEAN * *mean + (1.0 - MEAN) * slope;
                *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
                let step = (*mean / mean_share) / ((*square / square_share).sqrt() + EPSILON);
                *weight = (*weight - rate * (step + decay * *weight)).clamp(-most, most);
            }
        }
    }
}
