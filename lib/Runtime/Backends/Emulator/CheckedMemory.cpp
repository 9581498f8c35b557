//===- CheckedMemory.cpp - Memory and findings of the checker -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"

#include <algorithm>

using namespace zyn::emulator;
using zyn::runtime::Error;

/// The maximum number of findings to print.
static constexpr size_t maxFindings = 20;

static uint64_t toAddress(const void *pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

void Scheduler::addGlobalMemory(const void *begin, uint64_t bytes) {
  Memory memory;
  memory.begin = toAddress(begin);
  memory.bytes = bytes;
  memory.space = Space::Global;
  memory.contents = begin;
  // A kernel may read the results of previous kernels.
  checks->addMemory(memory, /*initialized=*/true);
}

/// "kernel.shared at f.mlir:7:5".
static std::string nameOf(const zynemu_buffer &buffer) {
  return std::string(buffer.site->op) + " at " + buffer.site->location;
}

void Scheduler::addConstants() {
  for (int64_t i = 0; i < kernel.num_buffers; ++i) {
    const zynemu_buffer &buffer = kernel.buffers[i];
    if (!buffer.address)
      continue;
    Memory memory;
    memory.begin = toAddress(buffer.address);
    memory.bytes = buffer.bytes;
    memory.space = Space::Constant;
    memory.name = nameOf(buffer);
    memory.contents = buffer.address;
    checks->addMemory(memory, /*initialized=*/true);
  }
}

void Scheduler::addSharedMemory(const Block &block) {
  auto add = [&](int64_t offset, int64_t bytes, std::string name) {
    if (bytes == 0)
      return;
    Memory memory;
    memory.contents = block.shared.get() + offset;
    memory.begin = toAddress(memory.contents);
    memory.bytes = bytes;
    memory.space = Space::Shared;
    memory.name = std::move(name);
    memory.owner = block.number;
    memory.offset = offset;
    checks->addMemory(memory, /*initialized=*/false);
  };
  for (int64_t i = 0; i < kernel.num_buffers; ++i)
    if (const zynemu_buffer &buffer = kernel.buffers[i]; !buffer.address)
      add(buffer.offset, buffer.bytes, nameOf(buffer));
  add(kernel.static_shared_bytes, shape.dynamicSharedBytes,
      "dynamic shared memory");
}

void Scheduler::removeSharedMemory(const Block &block) {
  auto remove = [&](int64_t offset, int64_t bytes) {
    if (bytes)
      checks->removeMemory(toAddress(block.shared.get() + offset));
  };
  for (int64_t i = 0; i < kernel.num_buffers; ++i)
    if (const zynemu_buffer &buffer = kernel.buffers[i]; !buffer.address)
      remove(buffer.offset, buffer.bytes);
  remove(kernel.static_shared_bytes, shape.dynamicSharedBytes);
  checks->endBlock(block.number);
}

void Scheduler::takeFindings(std::vector<Diagnostic> &warnings) {
  std::vector<Diagnostic> errors;
  size_t left = 0;
  for (const Finding &finding : checks->takeFindings()) {
    Diagnostic diagnostic = finding.diagnostic();
    if (!finding.isWarning()) {
      if (errors.size() < maxFindings)
        errors.push_back(std::move(diagnostic));
      else
        ++left;
    } else if (std::none_of(warnings.begin(), warnings.end(),
                            [&](const Diagnostic &known) {
                              return known.str() == diagnostic.str();
                            })) {
      warnings.push_back(std::move(diagnostic));
    }
  }
  if (errors.empty())
    return;
  if (left)
    errors.back().notes.push_back(
        {Severity::Note,
         {},
         "and " + std::to_string(left) + " more findings at other locations",
         {}});
  // An error that ended the launch early is usually a consequence of them.
  if (failed)
    errors.insert(errors.end(), failure.diagnostics().begin(),
                  failure.diagnostics().end());
  failure = Error(std::move(errors));
}
