//===- DeviceLayout.h - Layout of an instance on a GPU -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_INSTANCE_ANALYSIS_DEVICELAYOUT_H
#define ZYN_DIALECT_INSTANCE_ANALYSIS_DEVICELAYOUT_H

#include "Zyn/Dialect/Instance/IR/Instance.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::instance {

/// The state of an instance on a GPU, an array of words of 64 bits. Only what
/// changes while instances run is part of it; everything else is a constant of
/// the code. The words of the 32 lanes of a warp are interleaved.
///
/// | object | words |
/// |---|---|
/// | memory that grows | 1, its size in bytes |
/// | table that changes | 1, its number of elements |
/// | global that is set | 1, the value |
/// | data, elements | 1, their size, 0 once they are dropped |
/// | elements of tables that change | 1 for each, up to the capacity |
///
/// A reference to a function is its number in `InstanceLayout` plus 1.
class DeviceLayout {
public:
  /// The elements of a table.
  struct Table {
    /// Whether they are in the state, from this word on.
    bool changes = false;
    unsigned word = 0;
    /// The number of elements that the table can have.
    uint64_t capacity = 0;
    /// The elements of a table that does not change after initialization: names
    /// of functions, or unit for null.
    SmallVector<Attribute> contents;
  };

  explicit DeviceLayout(ModuleOp module);

  /// Returns the word of an object, or std::nullopt if it does not change.
  std::optional<unsigned> getWord(StringRef name) const;
  /// The number of words of objects, which precede the elements of tables.
  unsigned getNumObjectWords() const { return objects.size(); }
  unsigned getNumWords() const { return numWords; }

  // The window is the part of the memory that is usually accessed, and that
  // every slot has. Whoever runs instances chooses its end. Its bounds are
  // multiples of the size of a page.

  /// Returns the address where the window begins. What is below it is the end
  /// of the stack that few calls reach, if the stack is at the beginning
  /// (`wasm-ld --stack-first`), or nothing.
  uint64_t getWindowBegin() const { return windowBegin; }
  /// Returns the lowest address where the window may end.
  uint64_t getLeastWindowEnd() const { return leastWindowEnd; }
  /// Whether there may be memory outside of the window.
  bool hasMemoryOutsideWindow() const { return isOutsideWindow; }

  /// The objects that change; the index is the word.
  ArrayRef<Operation *> getObjects() const { return objects; }

  const Table &getTable(StringRef name) const {
    return tables.find(name)->second;
  }

private:
  void addTable(ModuleOp module, TableOp table, func::FuncOp start);

  SmallVector<Operation *> objects;
  DenseMap<StringRef, unsigned> words;
  DenseMap<StringRef, Table> tables;
  unsigned numWords = 0;
  uint64_t windowBegin = 0, leastWindowEnd = 0;
  bool isOutsideWindow = false;
};

/// Returns the word of an object before the instance is initialized: the size
/// of a memory in bytes, the number of elements of a table, the bits of a
/// global, or the size of a segment. `getReference` returns that of a function.
uint64_t getInitialWord(Operation *object,
                        llvm::function_ref<uint64_t(StringRef)> getReference);

} // namespace mlir::instance

#endif // ZYN_DIALECT_INSTANCE_ANALYSIS_DEVICELAYOUT_H
