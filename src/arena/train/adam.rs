use super::float_net::Weights;
use crate::engine::Quantised;

/// How slowly the means of the derivatives and of their squares follow: Kingma and Ba, Adam: a method for stochastic optimization, 2015.
const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;

/// Keeps a division by nothing from happening.
const SMALL: f32 = 1e-8;

/// How much of each input weight a step at full rate takes away: inputs that are rare, and so tell mostly of chance, count less.
const DECAY: f32 = 0.02;

/// The optimiser: each weight moves by about the same at first, less where the derivatives disagree.
pub(super) struct Adam {
    means: Weights,
    squares: Weights,
    steps: i32,
}

impl Adam {
    pub fn new(inputs: usize, hidden: usize) -> Adam {
        Adam { means: Weights::zero(inputs, hidden), squares: Weights::zero(inputs, hidden), steps: 0 }
    }

    /// Moves weights against their derivatives, and keeps them within what a net in whole numbers can have.
    pub fn step(&mut self, net: &mut Weights, gradient: &Weights, rate: f32) {
        self.steps += 1;
        let [mean_share, square_share] = [MEAN, SQUARE].map(|keep| 1.0 - keep.powi(self.steps));
        let [input, bias, output] = Quantised::limits();
        let most = [input, bias, output, f32::INFINITY];
        let decay = [DECAY, 0.0, DECAY, 0.0];
        let states = self.means.slices_mut().into_iter().zip(self.squares.slices_mut());
        let limits = most.into_iter().zip(decay);
        for (((weights, slopes), (means, squares)), (most, decay)) in
            net.slices_mut().into_iter().zip(gradient.slices()).zip(states).zip(limits)
        {
            for (((weight, slope), mean), square) in weights.iter_mut().zip(slopes).zip(means).zip(squares) {
                *mean = MEAN * *mean + (1.0 - MEAN) * slope;
                *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
                let step = (*mean / mean_share) / ((*square / square_share).sqrt() + SMALL);
                *weight = (*weight - rate * (step + decay * *weight)).clamp(-most, most);
            }
        }
    }
}
