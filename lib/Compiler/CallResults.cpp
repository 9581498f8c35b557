//===- CallResults.cpp - Results of calls of compiled code -------------- ===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallResults.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace zyn::compiler;
using zyn::runtime::Array;
using zyn::runtime::Context;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::runtime::Stream;

CallResults::CallResults(const Signature &signature) : signature(signature) {
  size_t end = 0;
  for (const ValueType &type : signature.results) {
    size_t size = runtime::elementBytes(type.element);
    size_t alignment = type.isArray ? 8 : size;
    end = llvm::alignTo(end, alignment);
    offsets.push_back(end);
    end += type.isArray ? Descriptor::bytesFor(type.shape.size()) : size;
  }
  storage.resize(end / 8 + 1);
}

DynamicMemRefType<char> CallResults::bufferAt(size_t result) {
  return DynamicMemRefType<char>(UnrankedMemRefType<char>{
      static_cast<int64_t>(signature.results[result].shape.size()),
      at(result)});
}

std::vector<int64_t> CallResults::shapeOf(size_t result) {
  auto buffer = bufferAt(result);
  return {buffer.sizes, buffer.sizes + buffer.rank};
}

char *CallResults::elementsOf(size_t result) {
  auto buffer = bufferAt(result);
  return buffer.data + buffer.offset * runtime::elementBytes(
                                           signature.results[result].element);
}

Expected<std::vector<Array>> CallResults::read(Context &context) {
  std::vector<Array> arrays;
  for (auto [i, type] : llvm::enumerate(signature.results)) {
    Expected<Array> array = Array::create(
        type.element, type.isArray ? shapeOf(i) : std::vector<int64_t>());
    if (!array)
      return array.takeError();
    if (!type.isArray)
      std::memcpy(array->begin(), at(i), runtime::elementBytes(type.element));
    else if (array->bytes())
      if (Error error =
              context.copyToHost(array->begin(), elementsOf(i), array->bytes()))
        return error;
    arrays.push_back(std::move(*array));
  }
  return arrays;
}

/// Returns the block of the pool that begins at `base`, or null if it is not
/// one that can be freed: a result may be a constant or an argument.
static std::shared_ptr<void> takeBlock(Stream &stream, void *base) {
  if (!base || !stream.context().isAllocated(base))
    return nullptr;
  return std::shared_ptr<void>(
      base, [&stream](void *memory) { (void)stream.free(memory); });
}

Expected<DeviceArray> CallResults::takeArray(Stream &stream, size_t result,
                                             std::shared_ptr<void> memory) {
  runtime::ElementType type = signature.results[result].element;
  std::vector<int64_t> shape = shapeOf(result);
  if (memory)
    return DeviceArray(type, std::move(shape), std::move(memory),
                       elementsOf(result));
  Expected<uint64_t> bytes = runtime::arrayBytes(type, shape);
  if (!bytes)
    return bytes.takeError();
  Expected<void *> copy = stream.allocate(*bytes);
  if (!copy)
    return copy.takeError();
  memory = takeBlock(stream, *copy);
  if (*bytes)
    if (Error error = stream.copy(*copy, elementsOf(result), *bytes))
      return error;
  return DeviceArray(type, std::move(shape), std::move(memory), *copy);
}

Expected<std::vector<Result>> CallResults::take(Stream &stream) {
  // Results may share a block. All are taken before anything can fail, so that
  // none is lost.
  std::vector<std::shared_ptr<void>> blocks;
  for (auto [i, type] : llvm::enumerate(signature.results)) {
    std::shared_ptr<void> block;
    if (type.isArray) {
      void *base = bufferAt(i).basePtr;
      auto shared = llvm::find_if(
          blocks, [&](const auto &other) { return other.get() == base; });
      block = shared != blocks.end() ? *shared : takeBlock(stream, base);
    }
    blocks.push_back(std::move(block));
  }
  std::vector<Result> results;
  for (auto [i, type] : llvm::enumerate(signature.results)) {
    Result result;
    if (type.isArray) {
      Expected<DeviceArray> array = takeArray(stream, i, std::move(blocks[i]));
      if (!array)
        return array.takeError();
      result.array = std::move(*array);
    } else {
      result.number.type = type.element;
      std::memcpy(result.number.bytes, at(i),
                  runtime::elementBytes(type.element));
    }
    results.push_back(std::move(result));
  }
  return results;
}

void CallResults::release(Context &context, llvm::ArrayRef<void *> kept) {
  // Results may share a block.
  llvm::SmallPtrSet<void *, 4> done(kept.begin(), kept.end());
  for (auto [i, type] : llvm::enumerate(signature.results))
    if (type.isArray && bufferAt(i).basePtr &&
        done.insert(bufferAt(i).basePtr).second)
      // Fails for a constant, which other calls use.
      (void)context.free(bufferAt(i).basePtr);
  storage.assign(storage.size(), 0);
}
