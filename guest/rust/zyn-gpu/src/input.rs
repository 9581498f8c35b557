// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! The row of `--input-rows` that belongs to this instance.

crate::import::reads!(input_size, input_read);
