//===- Sockets.cpp - There are no sockets ---------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"

using namespace zyn::runtime::wasi;

// A descriptor is never a socket, since nothing creates one.

Errno Process::acceptSocket(uint32_t fd, uint32_t, uint32_t) {
  Descriptor *descriptor;
  Errno error = find(fd, 0, descriptor);
  return error == Errno::Success ? Errno::NotSocket : error;
}

Errno Process::receive(uint32_t fd, uint32_t, uint32_t, uint32_t, uint32_t,
                       uint32_t) {
  return acceptSocket(fd, 0, 0);
}

Errno Process::send(uint32_t fd, uint32_t, uint32_t, uint32_t, uint32_t) {
  return acceptSocket(fd, 0, 0);
}

Errno Process::shutDown(uint32_t fd, uint32_t) {
  return acceptSocket(fd, 0, 0);
}
