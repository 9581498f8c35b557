//===- ZeroMemory.h - Makes mapped memory zero again ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_ZEROMEMORY_H
#define ZYN_LIB_RUNTIME_ZEROMEMORY_H

#include <cstddef>

namespace zyn::runtime {

/// Makes private anonymous memory zero. `begin` is aligned to a page. Few used
/// pages are overwritten rather than returned to the system, since that
/// interrupts the other threads of the process. Returns false if the system
/// refuses.
bool zeroMemory(void *begin, size_t bytes);

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_ZEROMEMORY_H
