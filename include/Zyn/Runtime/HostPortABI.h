//===- HostPortABI.h - Layout of requests to the host --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a GPU, an instance calls functions of the host through the port of its
// slot, in page-locked host memory, which belongs to one side at a time. The
// kernel writes the number of the function, the arguments, the size of the
// memory and what the function will read of it, as far as this is known and
// fits, and gives the port to the host, which answers with commands. Before
// it executes a command, the kernel copies what the host has written to the
// memory of the instance. After `Write` and `Read`, the port returns to the
// host; the other commands end the call.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_HOSTPORTABI_H
#define ZYN_RUNTIME_HOSTPORTABI_H

#include <cstdint>

namespace zyn::runtime {

/// The number of slots of a warp. Their ports are interleaved as their memories
/// are: word w of lane l is at index 32 w + l, so that lanes that call a
/// function together access the same lines.
inline constexpr unsigned hostPortLanes = 32;

/// The most arguments or results of a function of the host.
inline constexpr unsigned maxHostPortValues = 16;

/// The bytes that a command can copy from or to the memory of an instance.
inline constexpr uint64_t hostPortBufferBytes = 1024;

/// The words of 32 bits of a port.
enum HostPortWord : unsigned {
  /// A `HostPortOwner`, written last.
  kPortOwner,
  /// The number of the function in `InstanceModule`, or a `HostCommand`.
  kPortCommand,
  /// For `Read`, where to read; for `Exit`, the exit code.
  kPortAddress,
  /// For `Read`, how many bytes; for a request, the bytes of the memory.
  kPortSize,
  /// The bytes of the buffer that contain ranges of the memory, in a request,
  /// or ranges that are to be copied to the memory. For each range, its address
  /// and its size, 4 bytes each, and the bytes. The first of them is at an
  /// offset that is the address modulo 4, and the next range begins at a
  /// multiple of 4.
  kPortWritten,
  /// The bits of arguments and results, two words each. Words 5 to 7 are
  /// unused: they are reserved for further fields.
  kPortValues = 8,
  kPortBuffer = kPortValues + 2 * maxHostPortValues,
  kPortWords = kPortBuffer + hostPortBufferBytes / 4
};

enum HostPortOwner : uint32_t {
  kOwnedByKernel = 0,
  kOwnedByHost = 1,
  /// The instance has ended, possibly while it executed a command.
  kAbandoned = 2
};

enum class HostCommand : uint32_t {
  /// Only copies what the host has written.
  Write = 0,
  /// Copies bytes of the memory to the buffer, at an offset that is the address
  /// modulo 4.
  Read = 1,
  /// The function returns.
  Return = 2,
  /// The program has ended itself.
  Exit = 3,
  /// The instance is stopped.
  Stop = 4
};

/// A function has a word of 32 bits with up to two inputs (see `HostInput`) of
/// 16 bits each: the kind in the lowest bits, and then the parameter.
inline constexpr unsigned hostInputBits = 16, hostInputKindBits = 2;
inline constexpr unsigned maxHostInputs = 32 / hostInputBits;

/// The bytes of the ports of a warp.
inline constexpr uint64_t hostPortBytes = kPortWords * hostPortLanes * 4;

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_HOSTPORTABI_H
