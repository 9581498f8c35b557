//===- PrintABI.h - What kernels on a GPU print, in memory ------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `kernel.print` and `kernel.assert` write records to a ring buffer in
// page-locked memory of the host, and the runtime prints them. Both sides take
// names, sizes and offsets from here.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_PRINTABI_H
#define ZYN_RUNTIME_PRINTABI_H

#include <cstddef>
#include <cstdint>

namespace zyn::runtime {

/// A global of each module that prints, which the runtime sets when it loads
/// the module.
inline constexpr char printRingName[] = "__zyn_print_ring";
struct PrintRingGlobal {
  /// Address of the `PrintRingHead`, which is the same on host and device.
  uint64_t ring;
  /// Number of the module in its context.
  uint64_t module;
};

/// Another global of such a module: for each op its source location, its format
/// and the letters of its values' types (see `formatPrint`), each ended by a
/// zero.
inline constexpr char printFormatsName[] = "__zyn_print_formats";

/// The type letter of an assertion, which has no values.
inline constexpr char printAssertionLetter = '!';

/// What one thread prints at once.
struct PrintRecord {
  /// The number of the module plus one, written last.
  uint32_t published;
  /// Offset of the op's texts in the module's formats.
  uint32_t format;
  uint32_t block[3], thread[3];
  uint64_t values[12];
};

/// Precedes the records.
struct PrintRingHead {
  /// Records that were asked for: what exceeds `capacity` had no room.
  uint32_t reserved;
  uint32_t capacity;
  uint32_t unused[30];
};

static_assert(sizeof(PrintRecord) % alignof(uint64_t) == 0 &&
                  sizeof(PrintRingHead) % alignof(PrintRecord) == 0,
              "records follow the head and each other without padding");

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_PRINTABI_H
