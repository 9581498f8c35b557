//===- OffloadBinary.h - Images for several architectures -------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_OFFLOADBINARY_H
#define ZYN_RUNTIME_OFFLOADBINARY_H

#include "Zyn/Runtime/Error.h"
#include "Zyn/Runtime/Image.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace zyn::runtime {

/// The version of LLVM's format (llvm/Object/OffloadBinary.h) that is read.
inline constexpr uint32_t offloadBinaryVersion = 1;

/// An image of an offload binary.
struct OffloadImage {
  Image image;
  /// Such as "sm_90a".
  std::string_view architecture;
};

/// Whether `bytes` start like an offload binary.
bool isOffloadBinary(std::string_view bytes);

/// Returns the images for NVIDIA's GPUs in one or more concatenated offload
/// binaries, which must outlive them. Images for other devices are left out.
/// Error: `bytes` are incomplete, damaged, or of another version.
Expected<std::vector<OffloadImage>> readOffloadBinary(std::string_view bytes);

/// Returns the best image for a device of compute capability `capability`,
/// times ten. An image for `sm_XYa` only runs on sm_XY, one for `sm_XYf` on
/// this and later architectures of its family (those with the same major
/// version), and any other one on this and all later architectures. Machine
/// code only runs on its own architecture. Of these, the one for the latest
/// architecture is the best, with `a` before `f`, and machine code before PTX.
/// Error: there is none, with the architectures of the images.
Expected<OffloadImage> selectImage(const std::vector<OffloadImage> &images,
                                   int capability);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_OFFLOADBINARY_H
