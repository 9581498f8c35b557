//===- InstancePages.cpp - Memory of instances on demand ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstancePages.h"
#include "SlotSizes.h"
#include "Zyn/Conversion/InstanceToKernel/InstanceToKernel.h"
#include "Zyn/Dialect/Instance/IR/Instance.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <utility>
#include <vector>

using namespace zyn::compiler;
using zyn::runtime::Context;
using zyn::runtime::Error;
using zyn::runtime::Expected;

InstancePages::~InstancePages() {
  (void)context.freeOnDemand(memory, bytes);
  (void)context.free(pages);
}

uint64_t InstancePages::getNumWords() const {
  return mlir::zyn::kPagesOfWarps + warps * numWordsOfWarp;
}

Error InstancePages::reserve(uint64_t limit) {
  // Kernels add to it.
  maxPages = std::min<uint64_t>(limit, INT32_MAX);
  if (bytes) {
    Expected<void *> reserved = context.allocateOnDemand(bytes);
    if (!reserved)
      return reserved.takeError();
    memory = *reserved;
  }
  std::vector<uint32_t> words(getNumWords());
  words[mlir::zyn::kPagesLimit] = maxPages;
  return context.copyToDevice(pages, words.data(),
                              words.size() * sizeof(uint32_t));
}

Expected<std::unique_ptr<InstancePages>>
InstancePages::create(Context &context, uint64_t warps, uint64_t memoryBytes,
                      bool usesPages, uint64_t limit) {
  uint64_t bytes = usesPages ? warps * memoryBytes * slotsPerWarp : 0;
  // The number of pages, and a bit for each page.
  uint64_t wordsOfWarp =
      1 + llvm::divideCeil(memoryBytes, mlir::instance::kPageBytes * 32);
  std::unique_ptr<InstancePages> result(
      new InstancePages(context, bytes, warps, wordsOfWarp));
  Expected<void *> pages =
      context.allocate(result->getNumWords() * sizeof(uint32_t));
  if (!pages)
    return pages.takeError();
  result->pages = *pages;
  if (Error error = result->reserve(limit))
    return error;
  return std::move(result);
}

Expected<uint64_t> InstancePages::countUsed() {
  uint32_t used = 0;
  auto *words = static_cast<uint32_t *>(pages);
  if (Error error = context.copyToHost(&used, words + mlir::zyn::kPagesUsed,
                                       sizeof(used)))
    return error;
  return used;
}

Error InstancePages::release(uint64_t limit) {
  if (Error error = context.freeOnDemand(std::exchange(memory, nullptr), bytes))
    return error;
  return reserve(limit);
}
