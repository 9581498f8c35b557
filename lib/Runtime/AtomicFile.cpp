//===- AtomicFile.cpp - Atomic replacement of files -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/AtomicFile.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace zyn::runtime;

Expected<std::string> zyn::runtime::readFile(const std::string &path) {
  int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return Error(std::strerror(errno));
  std::string bytes;
  char part[1 << 16];
  ssize_t count;
  while ((count = ::read(file, part, sizeof(part))) != 0) {
    if (count > 0)
      bytes.append(part, count);
    else if (errno != EINTR)
      break;
  }
  Error error = count < 0 ? Error(std::strerror(errno)) : Error::success();
  ::close(file);
  if (error)
    return error;
  return bytes;
}

static Error writeParts(int file, std::initializer_list<ByteSpan> parts) {
  for (ByteSpan part : parts) {
    const char *next = static_cast<const char *>(part.begin);
    for (size_t left = part.size; left > 0;) {
      ssize_t written = ::write(file, next, left);
      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        return Error(std::strerror(errno));
      next += written;
      left -= written;
    }
  }
  return Error::success();
}

/// Writes and closes, since close can be the first to report a full disk.
static Error writeAndClose(int file, std::initializer_list<ByteSpan> parts) {
  Error error = writeParts(file, parts);
  if (::close(file) != 0 && !error)
    error = Error(std::strerror(errno));
  return error;
}

Error zyn::runtime::replaceFile(const std::string &path,
                                std::initializer_list<ByteSpan> parts) {
  struct stat status;
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    return file < 0 ? Error(std::strerror(errno)) : writeAndClose(file, parts);
  }

  static std::atomic<unsigned> counter{0};
  std::string temporary = path + ".tmp." + std::to_string(::getpid()) + "." +
                          std::to_string(counter.fetch_add(1));
  int file =
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0)
    return Error(std::strerror(errno));
  Error error = writeAndClose(file, parts);
  if (!error && ::rename(temporary.c_str(), path.c_str()) != 0)
    error = Error(std::strerror(errno));
  if (error)
    ::unlink(temporary.c_str());
  return error;
}
