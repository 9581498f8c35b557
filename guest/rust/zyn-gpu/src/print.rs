// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! Output without the standard library, by one call of the host for each line:
//! `println!` makes one for each part of a long line.

use core::fmt;

#[repr(C)]
struct Bytes {
    data: *const u8,
    size: usize,
}

#[link(wasm_import_module = "wasi_snapshot_preview1")]
extern "C" {
    fn fd_write(file: u32, bytes: *const Bytes, count: usize, written: *mut usize) -> u32;
}

/// A line for `gpu_println!`, which is written when it is full or dropped.
pub struct Line {
    file: u32,
    used: usize,
    text: [u8; 512],
}

impl Line {
    /// A line of the standard output (1) or of the standard error (2).
    pub fn new(file: u32) -> Line {
        Line { file, used: 0, text: [0; 512] }
    }

    fn flush(&mut self) {
        let bytes = Bytes { data: self.text.as_ptr(), size: self.used };
        let mut written = 0;
        if self.used > 0 {
            // Like print!, it has no way to tell that nobody reads it.
            unsafe { fd_write(self.file, &bytes, 1, &mut written) };
        }
        self.used = 0;
    }
}

impl fmt::Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            if self.used == self.text.len() {
                self.flush();
            }
            self.text[self.used] = byte;
            self.used += 1;
        }
        Ok(())
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.flush();
    }
}

/// Writes formatted text and a newline; what `gpu_println!` calls.
pub fn write_line(file: u32, text: fmt::Arguments) {
    let mut line = Line::new(file);
    let _ = fmt::write(&mut line, text);
    let _ = fmt::Write::write_str(&mut line, "\n");
}

/// Prints a line to the standard output of the instance.
#[macro_export]
macro_rules! gpu_println {
    ($($argument:tt)*) => { $crate::write_line(1, core::format_args!($($argument)*)) };
}

/// Prints an expression, its place and its value to the standard error of the
/// instance, and returns the value.
#[macro_export]
macro_rules! gpu_dbg {
    ($value:expr) => {
        match $value {
            value => {
                $crate::write_line(2, core::format_args!("[instance {}, {}:{}] {} = {:?}", $crate::instance_id(),
                                                         core::file!(), core::line!(), core::stringify!($value), &value));
                value
            }
        }
    };
}
