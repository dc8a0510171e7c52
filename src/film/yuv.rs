//! The colours of video: BT.709, limited range, with chroma at half resolution (yuv420p).

use image::RgbaImage;
use openh264::formats::YUVSource;

/// A picture in the format of the encoder. Width and height are even.
pub struct Yuv {
    size: (usize, usize),
    luma: Vec<u8>,
    blue: Vec<u8>,
    red: Vec<u8>,
}

/// Weights of red, green and blue, in units of 1/65536: luma from 16 to 235, chroma from 16 to 240.
/// Source: Rec. ITU-R BT.709-6, 3.
const LUMA: [i32; 3] = [11_966, 40_254, 4_064];
const BLUE: [i32; 3] = [-6_596, -22_189, 28_785];
const RED: [i32; 3] = [28_785, -26_145, -2_640];

/// The weighted sum of a colour, rounded, above `base`.
fn sample(weights: [i32; 3], [red, green, blue]: [i32; 3], base: i32) -> u8 {
    let sum = weights[0] * red + weights[1] * green + weights[2] * blue;
    (((sum + 32_768) >> 16) + base).clamp(0, 255) as u8
}

impl Yuv {
    /// Returns a black picture.
    pub fn new((width, height): (u32, u32)) -> Yuv {
        let (width, height) = (width as usize, height as usize);
        let chroma = vec![128; width / 2 * (height / 2)];
        Yuv { size: (width, height), luma: vec![16; width * height], blue: chroma.clone(), red: chroma }
    }

    /// Reads a picture of the same size. Transparency is ignored.
    pub fn read(&mut self, picture: &RgbaImage) {
        let (width, _) = self.size;
        let rows = picture.as_raw().chunks_exact(8 * width);
        let luma = self.luma.chunks_exact_mut(2 * width);
        let chroma = self.blue.chunks_exact_mut(width / 2).zip(self.red.chunks_exact_mut(width / 2));
        for ((rows, luma), (blue, red)) in rows.zip(luma).zip(chroma) {
            let (upper, lower) = rows.split_at(4 * width);
            let (luma_upper, luma_lower) = luma.split_at_mut(width);
            for x in 0..width / 2 {
                let mut sum = [0; 3];
                for (row, luma) in [(upper, &mut *luma_upper), (lower, &mut *luma_lower)] {
                    for column in [2 * x, 2 * x + 1] {
                        let pixel = &row[4 * column..4 * column + 3];
                        let colour = [i32::from(pixel[0]), i32::from(pixel[1]), i32::from(pixel[2])];
                        luma[column] = sample(LUMA, colour, 16);
                        (0..3).for_each(|part| sum[part] += colour[part]);
                    }
                }
                let mean = sum.map(|part| (part + 2) / 4);
                blue[x] = sample(BLUE, mean, 128);
                red[x] = sample(RED, mean, 128);
            }
        }
    }
}

impl YUVSource for Yuv {
    fn dimensions(&self) -> (usize, usize) {
        self.size
    }

    fn strides(&self) -> (usize, usize, usize) {
        (self.size.0, self.size.0 / 2, self.size.0 / 2)
    }

    fn y(&self) -> &[u8] {
        &self.luma
    }

    fn u(&self) -> &[u8] {
        &self.blue
    }

    fn v(&self) -> &[u8] {
        &self.red
    }
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    /// Rec. ITU-R BT.709-6: black, white, and the primaries.
    #[test]
    fn colours_are_those_of_the_standard() {
        for (colour, expected) in [
            ([0, 0, 0], (16, 128, 128)),
            ([255, 255, 255], (235, 128, 128)),
            ([255, 0, 0], (63, 102, 240)),
            ([0, 255, 0], (173, 42, 26)),
            ([0, 0, 255], (32, 240, 118)),
            ([128, 128, 128], (126, 128, 128)),
        ] {
            let mut yuv = Yuv::new((4, 2));
            yuv.read(&RgbaImage::from_pixel(4, 2, Rgba([colour[0], colour[1], colour[2], 255])));
            assert_eq!((yuv.y()[5], yuv.u()[1], yuv.v()[1]), expected, "{colour:?}");
        }
    }
}
