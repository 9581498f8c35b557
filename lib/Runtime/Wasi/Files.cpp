//===- Files.cpp - Contents and properties of files -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>

using namespace zyn::runtime::wasi;

/// What is copied at once between a program and the host.
static constexpr uint64_t chunkBytes = 65536;

Errno Process::loadVectors(uint32_t vectors, uint32_t count,
                           std::vector<IOVector> &result) {
  constexpr uint32_t maxVectors = 1024;
  if (count > maxVectors)
    return Errno::Invalid;
  result.resize(count);
  return memory->read(vectors, result.data(), count * sizeof(IOVector))
             ? Errno::Success
             : Errno::Fault;
}

/// The result of a transfer that ended early: what was transferred before
/// counts.
static Errno endTransfer(uint32_t total, Errno error) {
  return total ? Errno::Success : error;
}

Errno Process::readVectors(Descriptor &descriptor, uint32_t address,
                           uint32_t count, uint64_t offset, uint32_t &total) {
  std::vector<IOVector> vectors;
  if (Errno error = loadVectors(address, count, vectors);
      error != Errno::Success)
    return error;
  if (descriptor.stream >= 0) {
    std::vector<char> buffer(chunkBytes);
    for (const IOVector &vector : vectors) {
      if (vector.size == 0)
        continue;
      if (descriptor.stream != 0 || !options.hasInput)
        return Errno::Success;
      hasReadInput = true;
      ssize_t found =
          ::read(0, buffer.data(), std::min<uint64_t>(vector.size, chunkBytes));
      if (found < 0)
        return errno == EINTR ? Errno::Interrupted : Errno::IO;
      if (!memory->write(vector.address, buffer.data(), found))
        return Errno::Fault;
      // Does not wait for more.
      total = found;
      return Errno::Success;
    }
    return Errno::Success;
  }
  const std::string *contents = descriptor.node->contents();
  if (!contents)
    return Errno::Access;
  for (const IOVector &vector : vectors) {
    if (offset >= contents->size())
      break;
    uint32_t size = std::min<uint64_t>(vector.size, contents->size() - offset);
    if (!memory->write(vector.address, contents->data() + offset, size))
      return endTransfer(total, Errno::Fault);
    offset += size;
    total += size;
  }
  return Errno::Success;
}

Errno Process::writeVectors(Descriptor &descriptor, uint32_t address,
                            uint32_t count, uint64_t offset, uint32_t &total) {
  std::vector<IOVector> vectors;
  if (Errno error = loadVectors(address, count, vectors);
      error != Errno::Success)
    return error;
  std::string buffer;
  for (const IOVector &vector : vectors) {
    for (uint32_t done = 0; done < vector.size;) {
      buffer.resize(std::min<uint64_t>(vector.size - done, chunkBytes));
      // The sum of all sizes is a number of 32 bits.
      if (buffer.size() > UINT32_MAX - total)
        return Errno::Success;
      if (!memory->read(vector.address + done, buffer.data(), buffer.size()))
        return endTransfer(total, Errno::Fault);
      if (descriptor.stream >= 0) {
        if (!output->write(descriptor.stream == 2 ? 2 : 1, buffer))
          return endTransfer(total, Errno::IO);
      } else if (Errno error = descriptor.node->write(offset, buffer.data(),
                                                      buffer.size());
                 error != Errno::Success) {
        return endTransfer(total, error);
      }
      offset += buffer.size();
      done += buffer.size();
      total += buffer.size();
    }
  }
  return Errno::Success;
}

Errno Process::read(uint32_t fd, uint32_t vectors, uint32_t count,
                    uint32_t size) {
  Descriptor *descriptor;
  if (Errno error = findContents(fd, RightRead, descriptor);
      error != Errno::Success)
    return error;
  uint32_t total = 0;
  if (Errno error =
          readVectors(*descriptor, vectors, count, descriptor->position, total);
      error != Errno::Success)
    return error;
  descriptor->position += total;
  return store(size, total);
}

Errno Process::write(uint32_t fd, uint32_t vectors, uint32_t count,
                     uint32_t size) {
  Descriptor *descriptor;
  if (Errno error = findContents(fd, RightWrite, descriptor);
      error != Errno::Success)
    return error;
  if (descriptor->node && (descriptor->flags & FlagAppend))
    descriptor->position = descriptor->node->size();
  uint32_t total = 0;
  if (Errno error = writeVectors(*descriptor, vectors, count,
                                 descriptor->position, total);
      error != Errno::Success)
    return error;
  descriptor->position += total;
  return store(size, total);
}

Errno Process::transferAt(uint32_t fd, uint64_t rights, Transfer transfer,
                          uint32_t vectors, uint32_t count, uint64_t offset,
                          uint32_t size) {
  Descriptor *descriptor;
  if (Errno error = findFile(fd, rights | RightSeek, descriptor);
      error != Errno::Success)
    return error;
  uint32_t total = 0;
  if (Errno error =
          (this->*transfer)(*descriptor, vectors, count, offset, total);
      error != Errno::Success)
    return error;
  return store(size, total);
}

Errno Process::readAt(uint32_t fd, uint32_t vectors, uint32_t count,
                      uint64_t offset, uint32_t size) {
  return transferAt(fd, RightRead, &Process::readVectors, vectors, count,
                    offset, size);
}

Errno Process::writeAt(uint32_t fd, uint32_t vectors, uint32_t count,
                       uint64_t offset, uint32_t size) {
  return transferAt(fd, RightWrite, &Process::writeVectors, vectors, count,
                    offset, size);
}

Errno Process::seek(uint32_t fd, uint64_t offset, uint32_t whence,
                    uint32_t position) {
  Descriptor *descriptor;
  if (Errno error = findFile(fd, RightSeek, descriptor);
      error != Errno::Success)
    return error;
  uint64_t base;
  switch (static_cast<Whence>(whence)) {
  case Whence::Set:
    base = 0;
    break;
  case Whence::Current:
    base = descriptor->position;
    break;
  case Whence::End:
    base = descriptor->node->size();
    break;
  default:
    return Errno::Invalid;
  }
  // The offset is signed, and the position must not become negative.
  int64_t result;
  if (__builtin_add_overflow(static_cast<int64_t>(base),
                             static_cast<int64_t>(offset), &result) ||
      result < 0)
    return Errno::Invalid;
  descriptor->position = result;
  return store(position, descriptor->position);
}

Errno Process::tell(uint32_t fd, uint32_t position) {
  Descriptor *descriptor;
  if (Errno error = findFile(fd, RightTell, descriptor);
      error != Errno::Success)
    return error;
  return store(position, descriptor->position);
}

Errno Process::advise(uint32_t fd, uint64_t, uint64_t, uint32_t advice) {
  constexpr uint32_t lastAdvice = 5;
  Descriptor *descriptor;
  if (Errno error = findFile(fd, RightAdvise, descriptor);
      error != Errno::Success)
    return error;
  return advice <= lastAdvice ? Errno::Success : Errno::Invalid;
}

Errno Process::allocate(uint32_t fd, uint64_t offset, uint64_t size) {
  Descriptor *descriptor;
  if (Errno error = findFile(fd, RightAllocate, descriptor);
      error != Errno::Success)
    return error;
  uint64_t end;
  if (__builtin_add_overflow(offset, size, &end))
    return Errno::FileTooLarge;
  return end > descriptor->node->size() ? descriptor->node->resize(end)
                                        : Errno::Success;
}

Errno Process::sync(uint32_t fd) {
  Descriptor *descriptor;
  return find(fd, RightSync, descriptor);
}

Errno Process::syncContents(uint32_t fd) {
  Descriptor *descriptor;
  return find(fd, RightDatasync, descriptor);
}

Errno Process::getFileStat(uint32_t fd, uint32_t stat) {
  Descriptor *descriptor;
  if (Errno error = find(fd, RightStat, descriptor); error != Errno::Success)
    return error;
  FileStat result = {};
  if (descriptor->node)
    result = descriptor->node->stat();
  result.type = descriptor->type;
  return store(stat, result);
}

Errno Process::setFileSize(uint32_t fd, uint64_t size) {
  Descriptor *descriptor;
  if (Errno error = findFile(fd, RightSetSize, descriptor);
      error != Errno::Success)
    return error;
  return descriptor->node->resize(size);
}

Errno zyn::runtime::wasi::setTimes(Node &node, uint64_t accessTime,
                                   uint64_t modifyTime, uint32_t flags) {
  if ((flags & TimeAccess && flags & TimeAccessNow) ||
      (flags & TimeModify && flags & TimeModifyNow))
    return Errno::Invalid;
  uint64_t now = currentTime();
  if (flags & (TimeAccess | TimeAccessNow))
    node.accessTime = flags & TimeAccess ? accessTime : now;
  if (flags & (TimeModify | TimeModifyNow))
    node.modifyTime = flags & TimeModify ? modifyTime : now;
  node.changeTime = now;
  return Errno::Success;
}

Errno Process::setFileTimes(uint32_t fd, uint64_t accessTime,
                            uint64_t modifyTime, uint32_t flags) {
  Descriptor *descriptor;
  if (Errno error = find(fd, RightSetTimes, descriptor);
      error != Errno::Success)
    return error;
  if (!descriptor->node)
    return Errno::NotSupported;
  return setTimes(*descriptor->node, accessTime, modifyTime, flags);
}
