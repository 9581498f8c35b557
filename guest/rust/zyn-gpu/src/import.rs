// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! The functions of the module `zyn`.

macro_rules! atomics {
    ($($name:ident($($operand:ident),*): $type:ty;)*) => {
        #[link(wasm_import_module = "zyn")]
        extern "C" {
            $(pub fn $name(offset: u32, $($operand: $type),*) -> $type;)*
        }
    };
}

#[link(wasm_import_module = "zyn")]
extern "C" {
    pub fn instance_id() -> u32;
    pub fn instance_count() -> u32;
    pub fn clock() -> i64;
    pub fn fence();

    pub fn input_size() -> u32;
    pub fn input_read(to: *mut u8, offset: u32, size: u32);
    pub fn output_size() -> u32;
    pub fn output_read(to: *mut u8, offset: u32, size: u32);
    pub fn output_write(from: *const u8, offset: u32, size: u32);
    pub fn shared_size() -> u32;
    pub fn shared_read(to: *mut u8, offset: u32, size: u32);
    pub fn shared_write(from: *const u8, offset: u32, size: u32);

    pub fn atomic_store_i32(offset: u32, value: i32);
    pub fn atomic_store_i64(offset: u32, value: i64);
}

atomics! {
    atomic_load_i32(): i32;
    atomic_load_i64(): i64;
    atomic_add_i32(value): i32;
    atomic_add_i64(value): i64;
    atomic_add_f32(value): f32;
    atomic_add_f64(value): f64;
    atomic_sub_i32(value): i32;
    atomic_sub_i64(value): i64;
    atomic_and_i32(value): i32;
    atomic_and_i64(value): i64;
    atomic_or_i32(value): i32;
    atomic_or_i64(value): i64;
    atomic_xor_i32(value): i32;
    atomic_xor_i64(value): i64;
    atomic_exchange_i32(value): i32;
    atomic_exchange_i64(value): i64;
    atomic_min_s_i32(value): i32;
    atomic_min_s_i64(value): i64;
    atomic_min_u_i32(value): i32;
    atomic_min_u_i64(value): i64;
    atomic_max_s_i32(value): i32;
    atomic_max_s_i64(value): i64;
    atomic_max_u_i32(value): i32;
    atomic_max_u_i64(value): i64;
    atomic_compare_exchange_i32(expected, desired): i32;
    atomic_compare_exchange_i64(expected, desired): i64;
}

/// Defines functions that copy values of a buffer, whose functions are given.
macro_rules! reads {
    ($size:ident, $read:ident) => {
        /// The number of bytes.
        pub fn size() -> usize {
            unsafe { crate::import::$size() as usize }
        }

        /// Copies values from `offset` on.
        pub fn read<T: crate::Plain>(offset: usize, values: &mut [T]) {
            let bytes = core::mem::size_of_val(values) as u32;
            unsafe { crate::import::$read(values.as_mut_ptr().cast(), offset as u32, bytes) }
        }

        /// Returns a value at `offset`.
        pub fn get<T: crate::Plain>(offset: usize) -> T {
            let mut value = [T::default()];
            read(offset, &mut value);
            value[0]
        }

        /// Returns all values.
        pub fn read_all<T: crate::Plain>() -> alloc::vec::Vec<T> {
            let count = size() / core::mem::size_of::<T>().max(1);
            let mut values = alloc::vec![T::default(); count];
            read(0, &mut values);
            values
        }
    };
}

/// The same for functions that modify them.
macro_rules! writes {
    ($write:ident) => {
        /// Copies values to `offset`.
        pub fn write<T: crate::Plain>(offset: usize, values: &[T]) {
            let bytes = core::mem::size_of_val(values) as u32;
            unsafe { crate::import::$write(values.as_ptr().cast(), offset as u32, bytes) }
        }
    };
}

pub(crate) use {reads, writes};
