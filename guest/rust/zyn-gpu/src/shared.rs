// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! The array of `--shared-array`, which all instances share. Copies of ranges
//! are not atomic.

use core::marker::PhantomData;

crate::import::reads!(shared_size, shared_read);
crate::import::writes!(shared_write);

/// Returns the value at `offset`, which must be a multiple of its size.
pub fn atomic<T>(offset: usize) -> Atomic<T> {
    Atomic { offset: offset as u32, value: PhantomData }
}

/// A value of the shared array. All accesses are relaxed: they do not order
/// others, unlike [`crate::fence`]. Functions that modify the value return the
/// old one.
#[derive(Clone, Copy)]
pub struct Atomic<T> {
    offset: u32,
    value: PhantomData<T>,
}

macro_rules! function {
    ($type:ty, $word:ty, $name:ident, $import:ident) => {
        pub fn $name(self, value: $type) -> $type {
            unsafe { crate::import::$import(self.offset, value as $word) as $type }
        }
    };
}

macro_rules! integer {
    ($type:ty, $word:ty, $load:ident, $store:ident, $exchange:ident $(, $name:ident = $import:ident)*) => {
        impl Atomic<$type> {
            pub fn load(self) -> $type {
                unsafe { crate::import::$load(self.offset) as $type }
            }

            pub fn store(self, value: $type) {
                unsafe { crate::import::$store(self.offset, value as $word) }
            }

            /// Stores `desired` if the value is `expected`; otherwise, returns
            /// the value as an error.
            pub fn compare_exchange(self, expected: $type, desired: $type) -> Result<$type, $type> {
                let old = unsafe {
                    crate::import::$exchange(self.offset, expected as $word, desired as $word) as $type
                };
                if old == expected {
                    Ok(old)
                } else {
                    Err(old)
                }
            }

            $(function!($type, $word, $name, $import);)*
        }
    };
}

macro_rules! integers {
    ($signed:ty, $unsigned:ty, $load:ident, $store:ident, $exchange:ident, $min_s:ident, $max_s:ident, $min_u:ident,
     $max_u:ident $(, $name:ident = $import:ident)*) => {
        integer!($signed, $signed, $load, $store, $exchange, fetch_min = $min_s, fetch_max = $max_s
                 $(, $name = $import)*);
        integer!($unsigned, $signed, $load, $store, $exchange, fetch_min = $min_u, fetch_max = $max_u
                 $(, $name = $import)*);
    };
}

integers!(
    i32, u32, atomic_load_i32, atomic_store_i32, atomic_compare_exchange_i32, atomic_min_s_i32, atomic_max_s_i32,
    atomic_min_u_i32, atomic_max_u_i32,
    fetch_add = atomic_add_i32,
    fetch_sub = atomic_sub_i32,
    fetch_and = atomic_and_i32,
    fetch_or = atomic_or_i32,
    fetch_xor = atomic_xor_i32,
    swap = atomic_exchange_i32
);
integers!(
    i64, u64, atomic_load_i64, atomic_store_i64, atomic_compare_exchange_i64, atomic_min_s_i64, atomic_max_s_i64,
    atomic_min_u_i64, atomic_max_u_i64,
    fetch_add = atomic_add_i64,
    fetch_sub = atomic_sub_i64,
    fetch_and = atomic_and_i64,
    fetch_or = atomic_or_i64,
    fetch_xor = atomic_xor_i64,
    swap = atomic_exchange_i64
);

impl Atomic<f32> {
    function!(f32, f32, fetch_add, atomic_add_f32);
}

impl Atomic<f64> {
    function!(f64, f64, fetch_add, atomic_add_f64);
}
