//===- Debug.cpp - Clocks and printing ------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "Zyn/Runtime/PrintFormat.h"

#include <cstdio>

int64_t zynemuClock(zynemu_thread *thread, const zynemu_site *, int64_t units) {
  --thread->head.budget; // The clock must advance between readings.
  return thread->block->scheduler->clock(*thread) * units;
}

void zynemuSleep(zynemu_thread *thread, const zynemu_site *site) {
  thread->block->scheduler->spin(*thread, site);
}

void zynemuPrint(zynemu_thread *, const zynemu_site *, const char *format,
                 const char *types, const uint64_t *values) {
  std::puts(zyn::runtime::formatPrint(format, types, values).c_str());
}
