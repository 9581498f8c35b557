// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! The row of `--output-rows` that belongs to this instance. It is zero at first.

crate::import::reads!(output_size, output_read);
crate::import::writes!(output_write);
