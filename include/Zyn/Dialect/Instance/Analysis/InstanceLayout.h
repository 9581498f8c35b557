//===- InstanceLayout.h - Layout of an instance's state ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_INSTANCE_ANALYSIS_INSTANCELAYOUT_H
#define ZYN_DIALECT_INSTANCE_ANALYSIS_INSTANCELAYOUT_H

#include "Zyn/Dialect/Instance/IR/Instance.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::instance {

/// The objects of a module, in order, and the place of each in the state of an
/// instance. A state is an array of words of 64 bits, whose contents do not
/// depend on where the words of an instance are stored.
///
/// | object | words |
/// |---|---|
/// | function type | 1, the number of the type |
/// | memory, table | 1, a reference to the object |
/// | global | 1, the value, or a reference to it if the global is imported |
/// | data, elements | 2, the contents, and their size unless dropped |
/// | function of the host | 1, a reference to the function |
/// | function | 4, its descriptor; functions of the host have one as well |
class InstanceLayout {
public:
  explicit InstanceLayout(ModuleOp module);

  /// The number of words of a state.
  unsigned getNumWords() const { return numWords; }

  /// Returns the first word of a memory, table, global or segment, or of the
  /// reference to a function of the host.
  unsigned getWord(StringRef name) const { return words.lookup(name); }

  /// Returns the first word of the descriptor of a function.
  unsigned getDescriptor(StringRef name) const {
    return numTypeWords + 4 * getFunctionNumber(name);
  }
  /// Returns the number of a function: its index in `getFunctions`.
  unsigned getFunctionNumber(StringRef name) const {
    return functionNumbers.lookup(name);
  }
  /// Returns the word with the number of a type, which must occur as the type
  /// of a function or of an indirect call.
  unsigned getTypeWord(FunctionType type) const { return types.lookup(type); }

  /// Functions and functions of the host.
  ArrayRef<Operation *> getFunctions() const { return functions; }
  /// The types of functions and indirect calls; the index is the word.
  const llvm::MapVector<FunctionType, unsigned> &getTypes() const {
    return types;
  }

private:
  DenseMap<StringRef, unsigned> words;
  DenseMap<StringRef, unsigned> functionNumbers;
  llvm::MapVector<FunctionType, unsigned> types;
  SmallVector<Operation *> functions;
  unsigned numTypeWords = 0;
  unsigned numWords = 0;
};

} // namespace mlir::instance

#endif // ZYN_DIALECT_INSTANCE_ANALYSIS_INSTANCELAYOUT_H
