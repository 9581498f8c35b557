//===- Npy.cpp - Arrays and reading them from files -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Npy.h"

#include "Zyn/Runtime/ByteSize.h"
#include "Zyn/Runtime/Device.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace zyn::runtime;

static constexpr uint64_t alignment = 64;
/// The magic number, version, and length in its longer form.
static constexpr uint64_t maxPrefixBytes = 12;
/// No valid header is longer; NumPy itself rejects more than 10,000 bytes.
static constexpr uint64_t maxHeaderBytes = 1 << 20;

/// Larger arrays are mapped: their pages come into existence as zeros on the
/// NUMA node of the thread that accesses them first.
static constexpr uint64_t minMappedBytes = 1 << 20;

/// Allocates zeroed memory; returns null if there is not enough.
static std::shared_ptr<void> allocateZeros(uint64_t bytes) {
  if (bytes >= (16 << 20) && bytes > availableHostMemory())
    return nullptr;
  if (bytes >= minMappedBytes) {
    void *memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, /*fd=*/-1, 0);
    if (memory == MAP_FAILED)
      return nullptr;
    return std::shared_ptr<void>(
        memory, [bytes](void *memory) { ::munmap(memory, bytes); });
  }
  uint64_t rounded =
      (std::max<uint64_t>(bytes, 1) + alignment - 1) / alignment * alignment;
  void *memory = std::aligned_alloc(alignment, rounded);
  if (!memory)
    return nullptr;
  std::memset(memory, 0, rounded);
  return std::shared_ptr<void>(memory, std::free);
}

Expected<Array> Array::create(ElementType type, std::vector<int64_t> shape) {
  Expected<uint64_t> bytes = arrayBytes(type, shape);
  if (!bytes)
    return bytes.takeError();
  std::shared_ptr<void> memory = allocateZeros(*bytes);
  if (!memory)
    return Error("cpu: out of memory: requested " + formatBytes(*bytes) + ", " +
                 formatBytes(availableHostMemory()) + " free");
  return Array(type, std::move(shape), *bytes, std::move(memory));
}

namespace {
/// An open file that is read sequentially.
class Input {
public:
  explicit Input(const std::string &path)
      : file(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (file < 0 || ::fstat(file, &status) != 0)
      failure = errno;
    else if (S_ISDIR(status.st_mode))
      failure = EISDIR;
  }
  ~Input() {
    if (file >= 0)
      ::close(file);
  }

  Input(const Input &) = delete;
  Input &operator=(const Input &) = delete;

  /// The first system error (`errno`), or 0.
  int error() const { return failure; }

  /// The size of a regular file; none for a pipe.
  std::optional<uint64_t> size() const {
    if (!S_ISREG(status.st_mode))
      return std::nullopt;
    return static_cast<uint64_t>(status.st_size);
  }

  /// Reads up to `bytes`; fewer at the end of the file or on an error.
  uint64_t read(void *to, uint64_t bytes) {
    uint64_t done = 0;
    while (done < bytes && !failure) {
      ssize_t count =
          ::read(file, static_cast<char *>(to) + done, bytes - done);
      if (count == 0)
        break;
      if (count > 0)
        done += count;
      else if (errno != EINTR)
        failure = errno;
    }
    return done;
  }

  /// Returns a private, writable mapping of `bytes` from `offset`, or null.
  std::shared_ptr<void> map(uint64_t offset, uint64_t bytes) {
    uint64_t whole = offset + bytes;
    void *base =
        ::mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (base == MAP_FAILED)
      return nullptr;
    std::shared_ptr<void> mapping(base,
                                  [whole](void *at) { ::munmap(at, whole); });
    return std::shared_ptr<void>(mapping, static_cast<char *>(base) + offset);
  }

private:
  int file;
  int failure = 0;
  struct stat status = {};
};
} // namespace

/// Reads everything before the elements; sets `offset` to their offset.
static Expected<NpyHeader> readHeader(Input &input, uint64_t &offset) {
  unsigned char prefix[maxPrefixBytes] = {};
  uint64_t got = input.read(prefix, 10);
  if (got < 8 || std::memcmp(prefix, "\x93NUMPY", 6) != 0)
    return Error("not an .npy file");
  unsigned version = prefix[6];
  if (version < 1 || version > 3 || prefix[7] != 0)
    return Error::format("expected format version 1.0, 2.0 or 3.0, found %u.%u",
                         version, prefix[7]);
  uint64_t prefixBytes = version == 1 ? 10 : 12;
  got += input.read(prefix + 10, prefixBytes - 10);
  uint64_t length = 0;
  for (uint64_t i = prefixBytes; i > 8; --i)
    length = length << 8 | prefix[i - 1];
  if (length > maxHeaderBytes)
    return Error::format(
        "malformed header: expected at most 1 MiB, found %llu bytes",
        static_cast<unsigned long long>(length));
  std::string text(length, '\0');
  if (got < prefixBytes || input.read(text.data(), length) < length)
    return Error("truncated: the file ends within its header");
  offset = prefixBytes + length;
  return parseNpyHeader(text);
}

static Error truncated(uint64_t expected, uint64_t found) {
  return Error::format("truncated: expected %llu bytes of elements, found %llu",
                       static_cast<unsigned long long>(expected),
                       static_cast<unsigned long long>(found));
}

Expected<Array> zyn::runtime::readNpy(const std::string &path) {
  auto fail = [&](Error error) { return Error::at(path, error.message()); };
  Input input(path);
  if (input.error())
    return fail(Error::format("cannot read: %s", std::strerror(input.error())));
  uint64_t offset = 0;
  Expected<NpyHeader> header = readHeader(input, offset);
  if (input.error())
    return fail(Error::format("cannot read: %s", std::strerror(input.error())));
  if (!header)
    return fail(header.takeError());
  Expected<uint64_t> bytes = arrayBytes(header->type, header->shape);
  if (!bytes)
    return fail(bytes.takeError());

  // Check before allocating: a corrupt shape may have any size.
  if (std::optional<uint64_t> size = input.size()) {
    uint64_t found = *size - std::min(*size, offset);
    if (found < *bytes)
      return fail(truncated(*bytes, found));
    if (*bytes > 0 && offset % alignment == 0)
      if (std::shared_ptr<void> mapping = input.map(offset, *bytes))
        return Array(header->type, std::move(header->shape), *bytes,
                     std::move(mapping));
  }

  Expected<Array> array = Array::create(header->type, std::move(header->shape));
  if (!array)
    return fail(array.takeError());
  uint64_t found = input.read(array->begin(), *bytes);
  if (input.error())
    return fail(Error::format("cannot read: %s", std::strerror(input.error())));
  if (found < *bytes)
    return fail(truncated(*bytes, found));
  return array;
}
