//===- PrintABI.h - Layout of records that kernels print --------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a GPU, `kernel.print` and `kernel.assert` write records to a ring buffer
// in page-locked host memory, and the runtime prints them. This header defines
// the names, sizes and offsets for both sides.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_PRINTABI_H
#define ZYN_RUNTIME_PRINTABI_H

#include <cstddef>
#include <cstdint>

namespace zyn::runtime {

/// A global variable of each module that prints, which the runtime sets when it
/// loads the module.
inline constexpr char printRingName[] = "__zyn_print_ring";
struct PrintRingGlobal {
  /// Address of the `PrintRingHead`, which is the same on host and device.
  uint64_t ring;
  /// The index of the module in its context.
  uint64_t module;
};

/// Another global variable of such a module. For each op, it has the source
/// location, the format and the letters of the values' types (see
/// `formatPrint`), each terminated by a zero.
inline constexpr char printFormatsName[] = "__zyn_print_formats";

/// The type letter of an assertion, which has no values.
inline constexpr char printAssertionLetter = '!';

/// One print of one thread.
struct PrintRecord {
  /// The index of the module plus one, written last.
  uint32_t published;
  /// The offset of the op's texts in the module's formats.
  uint32_t format;
  uint32_t block[3], thread[3];
  uint64_t values[12];
};

/// Precedes the records.
struct PrintRingHead {
  /// The number of requested records; those beyond `capacity` were dropped.
  uint32_t reserved;
  uint32_t capacity;
  uint32_t unused[30];
};

static_assert(sizeof(PrintRecord) % alignof(uint64_t) == 0 &&
                  sizeof(PrintRingHead) % alignof(PrintRecord) == 0,
              "records follow the head and each other without padding");

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_PRINTABI_H
