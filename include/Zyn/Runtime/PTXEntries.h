//===- PTXEntries.h - The kernels that a PTX text declares ------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_PTXENTRIES_H
#define ZYN_RUNTIME_PTXENTRIES_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace zyn::runtime {

/// One kernel parameter as PTX declares it.
struct KernelParameter {
  /// The element type without its dot: "u64", "f32", "b8".
  std::string type;
  /// The parameter's whole size in bytes, arrays included; 0 where the type is
  /// not one that this runtime knows.
  uint64_t bytes = 0;
};

/// A kernel's name and parameters.
struct KernelSignature {
  std::string name;
  std::vector<KernelParameter> parameters;
};

/// The `.entry` declarations of a PTX text, in its order. Text that is not PTX
/// gives an empty list: judging it is the driver's part.
std::vector<KernelSignature> parsePTXEntries(std::string_view ptx);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_PTXENTRIES_H
