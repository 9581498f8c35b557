//===- RuntimeLowering.h - What all patterns share ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_INSTANCETORUNTIME_RUNTIMELOWERING_H
#define ZYN_LIB_CONVERSION_INSTANCETORUNTIME_RUNTIMELOWERING_H

#include "Zyn/Conversion/InstanceLowering/InstanceLowering.h"
#include "Zyn/Dialect/Instance/Analysis/InstanceLayout.h"
#include "Zyn/Runtime/InstanceABI.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::zyn {

/// The layout of a module, and what has to be known about its ops before their
/// types are converted.
struct RuntimeLowering : TrapLowering {
  explicit RuntimeLowering(ModuleOp module);

  /// Declares the functions of the runtime. There must not be any other symbols
  /// with their names.
  void declareRuntime(ModuleOp module);

  const instance::InstanceLayout layout;
  /// The numbers of functions, and the words with the types of indirect calls.
  DenseMap<Operation *, unsigned> functionNumbers, typeWords;
  DenseSet<StringRef> importedGlobals;
  /// Functions of the runtime.
  llvm::StringMap<LLVM::LLVMFuncOp> runtimeFunctions;
  /// The objects that a function uses, by name: pointers, which are loaded at
  /// its beginning, since they do not change.
  using FunctionAndName = std::pair<Operation *, StringRef>;
  DenseMap<FunctionAndName, Value> references, memoryBases;

  void buildTrap(InstanceBuilder &builder, func::FuncOp function,
                 instance::TrapKind kind, Value site) const override;
};

/// Builds accesses to the state of an instance, in the code of one of its
/// functions.
class StateBuilder : public InstanceBuilder {
public:
  StateBuilder(OpBuilder &builder, Operation *op,
               const RuntimeLowering &lowering);

  const RuntimeLowering &getLowering() const { return lowering; }
  Type getPointerType() { return getType<LLVM::LLVMPointerType>(); }
  Value getInstance() const { return state; }

  /// Returns the address `offset` bytes after `pointer`.
  Value buildAddress(Value pointer, uint64_t offset);
  /// Returns the address of a word of the state.
  Value buildWordAddress(unsigned word);
  /// Loads a field of a structure of the runtime. If it is `invariant`, it
  /// never changes while code runs.
  Value loadField(Type type, Value pointer, uint64_t offset,
                  bool invariant = false);
  /// Returns the pointer to an object, or the address of a memory.
  Value getReference(StringRef name) const {
    return lowering.references.lookup({function, name});
  }
  Value getMemoryBase(StringRef name) const {
    return lowering.memoryBases.lookup({function, name});
  }

  /// Returns the address of a segment, and makes it empty.
  Value buildSegment(StringRef name);
  void dropSegment(StringRef name);

  /// Calls a function of the runtime that returns 0 if it fails.
  void callOrTrap(StringRef function, ValueRange arguments,
                  instance::TrapKind kind);
  Value callRuntime(StringRef function, ValueRange arguments);

private:
  const RuntimeLowering &lowering;
  Operation *function;
  Value state;
};

/// A pattern with access to the lowering.
template <typename OpTy>
class InstancePattern : public OpRewritePattern<OpTy> {
public:
  InstancePattern(MLIRContext *context, const RuntimeLowering &lowering)
      : OpRewritePattern<OpTy>(context), lowering(lowering) {}

protected:
  const RuntimeLowering &lowering;
};

/// Adds the state to the arguments of all functions and calls, and builds what
/// is at the beginning of functions: the check of the stack, and loads of
/// references.
void lowerFunctions(ModuleOp module, RuntimeLowering &lowering);
/// Builds functions that call the host, functions that the host calls, and the
/// table of both.
void buildHostInterface(ModuleOp module, RuntimeLowering &lowering);

void populateCallPatterns(RewritePatternSet &patterns,
                          const RuntimeLowering &lowering);
void populateEnvironmentPatterns(RewritePatternSet &patterns,
                                 const RuntimeLowering &lowering);
void populateGlobalPatterns(RewritePatternSet &patterns,
                            const RuntimeLowering &lowering);
void populateMemoryPatterns(RewritePatternSet &patterns,
                            const RuntimeLowering &lowering);
void populateTablePatterns(RewritePatternSet &patterns,
                           const RuntimeLowering &lowering);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_INSTANCETORUNTIME_RUNTIMELOWERING_H
