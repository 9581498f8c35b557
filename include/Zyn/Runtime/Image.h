//===- Image.h - What a device loads ----------------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_IMAGE_H
#define ZYN_RUNTIME_IMAGE_H

#include <string_view>

namespace zyn::runtime {

/// Kernels in a form that a device loads. The format is a name on which a
/// compiler and a backend agree; the rest of the runtime only hands it on.
struct Image {
  std::string_view format;
  std::string_view bytes;
};

/// The formats that this runtime's backends load.
namespace formats {
/// PTX text; a terminating zero is not needed.
inline constexpr char ptx[] = "ptx";
/// An ELF file of machine code for one architecture, as ptxas makes it.
inline constexpr char cubin[] = "cubin";
/// An array of `const zynemu_kernel *` (see EmulatorABI.h): functions of the
/// host. It has to stay where it is as long as the context.
inline constexpr char emulator[] = "emulator";
} // namespace formats

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_IMAGE_H
