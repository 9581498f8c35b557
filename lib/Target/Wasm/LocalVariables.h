//===- LocalVariables.h - Local variables in SSA form --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_WASM_LOCALVARIABLES_H
#define ZYN_LIB_TARGET_WASM_LOCALVARIABLES_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

#include <deque>
#include <functional>

namespace mlir::wasm {

/// Determines the values of local variables in blocks as they are built, and
/// adds block arguments where values meet: Braun et al., "Simple and Efficient
/// Construction of Static Single Assignment Form", CC 2013. It does not
/// recurse, since a function can have any number of blocks.
class LocalVariables {
public:
  /// Local variables have `types`; `initialValue` builds the value at the
  /// beginning of the function of those that have not been written.
  LocalVariables(Block *entry, ArrayRef<Type> types,
                 std::function<Value(Type)> initialValue)
      : entry(entry), types(types), initialValue(std::move(initialValue)) {}

  void write(Block *block, unsigned local, Value value) {
    values[{block, local}] = value;
  }
  Value read(Block *block, unsigned local);

  /// Declares that `block`, a loop header, will get more predecessors.
  void open(Block *block) { openBlocks.insert({block, {}}); }
  /// Declares that all predecessors of `block` branch to it.
  void close(Block *block);

  /// Removes arguments that only have one value.
  void finish();

private:
  struct Merge {
    unsigned local;
    BlockArgument argument;
  };
  Value find(Block *block, unsigned local, Block *&last) const;
  Value findCommon(Block *block, unsigned local) const;
  Value addMerge(Block *block, unsigned local);
  void completeMerges();
  BlockArgument addArgument(Block *block, unsigned local);
  void addOperands(Block *block, ArrayRef<Merge> added);
  bool isTrivial(BlockArgument argument, Value &value) const;

  Block *const entry;
  const ArrayRef<Type> types;
  const std::function<Value(Type)> initialValue;
  DenseMap<std::pair<Block *, unsigned>, Value> values;
  llvm::MapVector<Block *, SmallVector<Merge, 0>> openBlocks;
  /// The arguments for local variables.
  llvm::MapVector<Block *, SmallVector<BlockArgument, 0>> merges;
  /// Arguments whose operands are to be added, in the order in which they were
  /// created, which is that of the arguments of each block.
  std::deque<std::pair<Block *, Merge>> pending;
  bool isCompleting = false;
};

} // namespace mlir::wasm

#endif // ZYN_LIB_TARGET_WASM_LOCALVARIABLES_H
