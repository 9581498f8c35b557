//===- Image.h - Images that devices load -----------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_IMAGE_H
#define ZYN_RUNTIME_IMAGE_H

#include "Zyn/Runtime/Hash128.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace zyn::runtime {

/// Kernels in a form that a device loads. The format is a name on which a
/// compiler and a backend agree; the rest of the runtime only passes it
/// through.
struct Image {
  std::string_view format;
  std::string_view bytes;
  /// `hashImage(bytes)`, if it is known: a device that loads PTX or cubins
  /// finds those that it has loaded by their hashes, and does not look at the
  /// bytes. With another hash, it may return another image's module.
  std::optional<Hash128> hash = std::nullopt;
};

/// Returns the hash by which images are known, in memory and on disk.
inline Hash128 hashImage(std::string_view bytes) {
  return sipHash128(bytes.data(), bytes.size(), Hash128());
}

/// An image that keeps its bytes and their hash, so that loading it again takes
/// the same time for any size:
///
///   const OwnedImage image(formats::ptx, readPTX());
///   Expected<Module *> module = context.loadModule(image);
class OwnedImage {
public:
  OwnedImage(std::string format, std::string bytes)
      : format(std::move(format)), bytes(std::move(bytes)),
        hash(hashImage(this->bytes)) {}

  /// The image must outlive what it is converted to.
  operator Image() const & { return {format, bytes, hash}; }
  operator Image() && = delete;

private:
  std::string format, bytes;
  Hash128 hash;
};

/// The formats that this runtime's backends load.
namespace formats {
/// PTX text; a terminating zero is not needed.
inline constexpr char ptx[] = "ptx";
/// An ELF file of machine code for one architecture, as produced by ptxas.
inline constexpr char cubin[] = "cubin";
/// Images for several architectures in the format of LLVM's offload binaries
/// (see OffloadBinary.h), of which the device loads the best.
inline constexpr char offload[] = "offload";
/// An array of `const zynemu_kernel *` (see EmulatorABI.h), which are host
/// functions. It must outlive the context.
inline constexpr char emulator[] = "emulator";
} // namespace formats

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_IMAGE_H
