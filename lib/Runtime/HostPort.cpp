//===- HostPort.cpp - The host's side of a port ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostPort.h"
#include "Interrupter.h"

#include <algorithm>
#include <cstring>
#include <thread>

using namespace zyn::runtime;

static constexpr uint64_t wordBytes = 4;

/// The address and the size before the bytes of a range that is written.
static constexpr uint64_t headBytes = 2 * wordBytes;

static uint64_t alignToWord(uint64_t offset) {
  return (offset + wordBytes - 1) / wordBytes * wordBytes;
}

bool HostPort::isRequested(const uint32_t *owner) {
  return __atomic_load_n(owner, __ATOMIC_ACQUIRE) == kOwnedByHost;
}

HostPort::HostPort(uint32_t *words, const std::atomic<bool> &isStopped,
                   const Interrupter &interrupter)
    : words(words), isStopped(&isStopped), interrupter(&interrupter),
      function(at(kPortCommand)), memoryBytes(at(kPortSize)),
      gathered(at(kPortWritten)) {}

uint64_t HostPort::getValue(unsigned i) const {
  uint64_t low = at(kPortValues + 2 * i), high = at(kPortValues + 2 * i + 1);
  return high << 32 | low;
}

void HostPort::setValue(unsigned i, uint64_t value) {
  at(kPortValues + 2 * i) = static_cast<uint32_t>(value);
  at(kPortValues + 2 * i + 1) = value >> 32;
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

void HostPort::send(HostCommand command) const {
  at(kPortCommand) = static_cast<uint32_t>(command);
  at(kPortWritten) = written;
  written = gathered = 0;
  __atomic_store_n(words, kOwnedByKernel, __ATOMIC_RELEASE);
}

bool HostPort::exchange(HostCommand command) const {
  // Only here, where the host owns the port: the function goes on, and must be
  // able to end the request.
  if (interrupter->isStopped())
    return false;
  send(command);
  // The kernel answers within microseconds; the emulator may need this thread's
  // processor.
  constexpr unsigned numSpins = 10000;
  for (unsigned i = 0; !isRequested(words); ++i) {
    if (__atomic_load_n(words, __ATOMIC_RELAXED) == kAbandoned)
      return false;
    if (i < numSpins)
      continue;
    if (isStopped->load(std::memory_order_relaxed))
      return false;
    std::this_thread::yield();
  }
  return true;
}

void HostPort::end(HostCommand command, uint32_t exitCode) {
  at(kPortAddress) = exitCode;
  send(command);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

template <typename Copy>
void HostPort::forEachPart(uint64_t offset, uint64_t size, Copy copy) const {
  while (size) {
    uint64_t inWord = offset % wordBytes;
    uint64_t count = std::min(size, wordBytes - inWord);
    copy(reinterpret_cast<char *>(&at(kPortBuffer + offset / wordBytes)) +
             inWord,
         count);
    offset += count;
    size -= count;
  }
}

bool HostPort::contains(uint64_t address, uint64_t size) const {
  return address <= memoryBytes && size <= memoryBytes - address;
}

void HostPort::copyFromBuffer(uint64_t offset, void *bytes,
                              uint64_t size) const {
  char *to = static_cast<char *>(bytes);
  forEachPart(offset, size, [&](const char *from, uint64_t length) {
    std::memcpy(to, from, length);
    to += length;
  });
}

bool HostPort::readGathered(uint32_t address, void *bytes,
                            uint64_t size) const {
  for (uint64_t offset = 0; offset < gathered;) {
    uint64_t from = at(kPortBuffer + offset / wordBytes),
             count = at(kPortBuffer + offset / wordBytes + 1);
    uint64_t begin = offset + headBytes + from % wordBytes;
    if (from <= address && address + size <= from + count) {
      copyFromBuffer(begin + address - from, bytes, size);
      return true;
    }
    offset = alignToWord(begin + count);
  }
  return false;
}

bool HostPort::read(uint32_t address, void *bytes, uint64_t size) const {
  if (!contains(address, size))
    return false;
  if (readGathered(address, bytes, size))
    return true;
  char *to = static_cast<char *>(bytes);
  while (size) {
    uint64_t offset = address % wordBytes;
    uint64_t count = std::min(size, hostPortBufferBytes - offset);
    at(kPortAddress) = address;
    at(kPortSize) = count;
    if (!exchange(HostCommand::Read))
      return false;
    copyFromBuffer(offset, to, count);
    to += count;
    address += count;
    size -= count;
  }
  return true;
}

bool HostPort::write(uint32_t address, const void *bytes, uint64_t size) {
  if (!contains(address, size))
    return false;
  gathered = 0;
  const char *from = static_cast<const char *>(bytes);
  while (size) {
    uint64_t offset = address % wordBytes;
    uint64_t begin = written + headBytes + offset;
    if (begin >= hostPortBufferBytes) {
      if (!exchange(HostCommand::Write))
        return false;
      continue;
    }
    uint64_t count = std::min(size, hostPortBufferBytes - begin);
    at(kPortBuffer + written / wordBytes) = address;
    at(kPortBuffer + written / wordBytes + 1) = count;
    forEachPart(begin, count, [&](char *to, uint64_t length) {
      std::memcpy(to, from, length);
      from += length;
    });
    written = alignToWord(begin + count);
    address += count;
    size -= count;
  }
  return true;
}
