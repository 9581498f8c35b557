//===- StructuralHash.cpp - Hashes what ops do ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuralHash.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;

llvm::hash_code zyn::hashRegion(Region &region) {
  llvm::hash_code hash(0);
  llvm::DenseMap<Value, size_t> numbers;
  auto number = [&](Value value) -> llvm::hash_code {
    return numbers.try_emplace(value, numbers.size()).first->second;
  };
  region.walk<WalkOrder::PreOrder>([&](Operation *op) {
    hash = llvm::hash_combine(hash, OperationEquivalence::computeHash(
                                        op, /*hashOperands=*/number,
                                        /*hashResults=*/number,
                                        OperationEquivalence::IgnoreLocations));
  });
  return hash;
}
