//===- Buffers.cpp - Element types of buffers -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/Buffers.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"

#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::kernel;

bool kernel::isBufferElement(Type type) {
  if (isa<IndexType, MBarrierType>(type))
    return true;
  if (auto complex = dyn_cast<ComplexType>(type))
    return isBufferElement(complex.getElementType());
  if (!type.isIntOrFloat())
    return false;
  unsigned bits = type.getIntOrFloatBitWidth();
  return bits > 0 && bits <= 128 && (bits <= 8 || llvm::isPowerOf2_32(bits));
}

int64_t kernel::getElementBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * getElementBytes(complex.getElementType());
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * getElementBytes(vector.getElementType());
  if (type.isIntOrFloat())
    return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  return 8; // index and mbarriers
}

std::optional<int64_t> kernel::getBufferBytes(MemRefType type) {
  std::optional<int64_t> bytes = getElementBytes(type.getElementType());
  for (int64_t size : type.getShape()) {
    bytes = llvm::checkedMul(*bytes, size);
    if (!bytes)
      return std::nullopt;
  }
  return bytes;
}
