// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! What programs share that `zyn-run` runs as many instances, on the host or on
//! a GPU: the functions of the module `zyn` for Rust, built for `wasm32-wasip1`
//! (formerly `wasm32-wasi`).
//!
//! ```ignore
//! // zyn-run sums.wasm --input-rows rows.npy --output-rows f32: -o sums.npy \
//! //         --shared-array zeros:i64:1 -o count.npy
//! fn main() {
//!     let row: Vec<f32> = zyn_gpu::input::read_all();
//!     zyn_gpu::output::write(0, &[row.iter().sum::<f32>()]);
//!     zyn_gpu::shared::atomic::<i64>(0).fetch_add(1);
//! }
//! ```
//!
//! Offsets and sizes are in bytes. An access outside of a buffer, or an atomic
//! access whose offset is not a multiple of the size of the value, is a trap,
//! which ends the instance.

#![no_std]

extern crate alloc;

use core::time::Duration;

mod heap;
mod import;
mod print;

pub mod input;
pub mod output;
pub mod shared;

pub use heap::{Heap, Usage, CLASSES};
pub use print::{write_line, Line};

/// The number of this instance, from 0.
pub fn instance_id() -> u32 {
    unsafe { import::instance_id() }
}

/// The number of instances of the run.
pub fn instance_count() -> u32 {
    unsafe { import::instance_count() }
}

/// A time. Only differences between times of one instance have a meaning.
pub fn clock() -> Duration {
    Duration::from_nanos(unsafe { import::clock() } as u64)
}

/// Orders the accesses of this instance to the shared array: what it wrote
/// before is visible to an instance that has loaded, before a fence of its own,
/// a value that this instance stored atomically afterwards.
pub fn fence() {
    unsafe { import::fence() }
}

/// A type whose values are any bytes of its size.
///
/// # Safety
/// Every sequence of bytes is a valid value, and there is no padding.
pub unsafe trait Plain: Copy + Default {}

macro_rules! plain {
    ($($type:ty)*) => { $(unsafe impl Plain for $type {})* };
}
plain!(u8 i8 u16 i16 u32 i32 u64 i64 usize isize f32 f64);
unsafe impl<T: Plain, const N: usize> Plain for [T; N] where [T; N]: Default {}
