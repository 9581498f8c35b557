// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! Each instance reads a row of samples and writes its mean and its standard
//! deviation. All of them count the means in one histogram.

use zyn_gpu::{gpu_println, input, instance_id, output, shared};

const BINS: usize = 16;

fn main() {
    let samples: Vec<f32> = input::read_all();
    let count = samples.len() as f32;
    let mean = samples.iter().sum::<f32>() / count;
    let variance = samples.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / count;
    output::write(0, &[mean, variance.sqrt()]);

    // Bins from -1 to 1, and what is outside of them in the first and the last.
    let bin = ((mean + 1.0) * (BINS / 2) as f32).clamp(0.0, (BINS - 1) as f32) as usize;
    shared::atomic::<u32>(4 * bin).fetch_add(1);
    if instance_id() == 0 {
        gpu_println!("{} samples with mean {:.3}", samples.len(), mean);
    }
}
