//===- HostPort.h - The host's side of a port ----------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_HOSTPORT_H
#define ZYN_LIB_RUNTIME_HOSTPORT_H

#include "Zyn/Runtime/HostModule.h"
#include "Zyn/Runtime/HostPortABI.h"

#include <atomic>

namespace zyn::runtime {

class Interrupter;

/// A request at a port, and the memory of the instance, which the kernel copies
/// from and to the port. What the host writes is collected until the buffer is
/// full or a command is sent.
class HostPort : public GuestMemory {
public:
  /// Whether there is a request at the port of a slot, whose first word is
  /// `owner`.
  static bool isRequested(const uint32_t *owner);

  /// Reads the request. Waiting for the kernel ends when `isStopped` becomes
  /// true. Accesses to the memory fail once `interrupter` has stopped
  /// everything.
  HostPort(uint32_t *words, const std::atomic<bool> &isStopped,
           const Interrupter &interrupter);

  uint32_t getFunction() const { return function; }
  uint64_t getValue(unsigned i) const;
  void setValue(unsigned i, uint64_t value);

  /// Ends the request.
  void end(HostCommand command, uint32_t exitCode = 0);

  bool read(uint32_t address, void *bytes, uint64_t size) const override;
  bool write(uint32_t address, const void *bytes, uint64_t size) override;

private:
  uint32_t &at(unsigned word) const { return words[word * hostPortLanes]; }
  /// Calls `copy` for the parts of a range of the buffer that are contiguous.
  template <typename Copy>
  void forEachPart(uint64_t offset, uint64_t size, Copy copy) const;
  bool contains(uint64_t address, uint64_t size) const;
  void copyFromBuffer(uint64_t offset, void *bytes, uint64_t size) const;
  /// Copies bytes that the kernel has sent with the request. Returns false if
  /// it has not.
  bool readGathered(uint32_t address, void *bytes, uint64_t size) const;
  /// Executes a command after what has been written.
  void send(HostCommand command) const;
  /// The same for a command after which the port returns. Returns false if it
  /// does not, or if the command was not sent since everything is stopped.
  bool exchange(HostCommand command) const;

  uint32_t *words;
  const std::atomic<bool> *isStopped;
  const Interrupter *interrupter;
  uint32_t function;
  uint64_t memoryBytes;
  /// The bytes of the buffer with what the kernel has sent, until the host uses
  /// the buffer.
  mutable uint64_t gathered;
  /// The bytes of the buffer with what the host has written.
  mutable uint64_t written = 0;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_HOSTPORT_H
