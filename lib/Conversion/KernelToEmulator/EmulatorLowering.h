//===- EmulatorLowering.h - Common parts of emulator lowerings --*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The patterns for each family of ops have a file of their own and a `populate`
// function, which is declared here and called in KernelToEmulator.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_KERNELTOEMULATOR_EMULATORLOWERING_H
#define ZYN_LIB_CONVERSION_KERNELTOEMULATOR_EMULATORLOWERING_H

#include "Zyn/Runtime/EmulatorABI.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <cstddef>

namespace mlir::zyn::emulator {

//===----------------------------------------------------------------------===//
// Calls to the runtime
//===----------------------------------------------------------------------===//

/// Returns the GPU thread that executes `op`, a `zynemu_thread *`.
Value getThread(Operation *op);

/// Returns the address of the `zynemu_site` of `op`, a constant that
/// `createSites` creates. `name` replaces the op's own name if that is not what
/// the user wrote.
Value getSiteAddress(OpBuilder &builder, Operation *op, StringRef name = {});

/// Creates the sites whose addresses are used. There may be one for each op of
/// a large module, among which each op cannot search for its own.
void createSites(gpu::GPUModuleOp module);

/// Returns the `zynemu_site` of an op called `name` at `loc`, in the symbol
/// table `table`.
LLVM::GlobalOp getSite(OpBuilder &builder, Operation *table, Location loc,
                       StringRef name);

/// Returns `text` as a zero-terminated constant.
LLVM::GlobalOp getString(OpBuilder &builder, Operation *table, StringRef text);

/// Creates a constant of `type`, a struct or an array; `fields` creates the
/// values of its fields or elements with the given builder.
LLVM::GlobalOp
createRecord(OpBuilder &builder, Operation *table, StringRef name, Type type,
             function_ref<SmallVector<Value>(OpBuilder &)> fields);

/// Calls `result function(thread, site, operands...)` of EmulatorABI.h; a null
/// `result` is void.
LLVM::CallOp callRuntime(OpBuilder &builder, Operation *op, StringRef function,
                         Type result, ValueRange operands);

/// Allocates stack memory for a value of `type`, in the entry block of the
/// function, so that loops do not grow the stack.
Value createSlot(OpBuilder &builder, Operation *op, Type type);

/// Stores `value` on the stack and returns its address.
Value spillToStack(OpBuilder &builder, Operation *op, Value value);

/// Loads field `index` of the thread's `zynemu_thread_head`.
Value loadFromThread(OpBuilder &builder, Operation *op, Type type,
                     unsigned index);

/// Indices of the fields of `zynemu_thread_head`, which have 8 bytes each.
enum ThreadField : unsigned {
  budgetField = offsetof(zynemu_thread_head, budget) / 8,
  sharedField = offsetof(zynemu_thread_head, shared) / 8,
  dynamicSharedField = offsetof(zynemu_thread_head, dynamic_shared) / 8,
  threadIdField = offsetof(zynemu_thread_head, thread_id) / 8,
  blockIdField = offsetof(zynemu_thread_head, block_id) / 8,
  blockSizeField = offsetof(zynemu_thread_head, block_size) / 8,
  gridSizeField = offsetof(zynemu_thread_head, grid_size) / 8,
  linearIdField = offsetof(zynemu_thread_head, linear_id) / 8
};
static_assert(sizeof(zynemu_thread_head) == (linearIdField + 1) * 8,
              "each field takes 8 bytes");

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

enum class AccessKind {
  Load = ZYNEMU_LOAD,
  Store = ZYNEMU_STORE,
  Atomic = ZYNEMU_ATOMIC
};

/// An access to lower: `bytes` bytes, starting at the element at `indices`.
struct Access {
  MemRefType type;
  /// The converted memref: a descriptor.
  Value descriptor;
  ValueRange indices;
  int64_t bytes;
  int64_t alignment;
  AccessKind kind;
};

/// Returns the address of the first element without checking it.
Value getElementAddress(const LLVMTypeConverter &converter,
                        ConversionPatternRewriter &rewriter, Location loc,
                        MemRefType type, Value descriptor, ValueRange indices);

/// Returns the address at which to perform `access`, after code that checks
/// that the indices are in bounds and reports the access to the checker. Splits
/// the block; the replacement of `op` belongs at the new insertion point.
Value getCheckedAddress(const LLVMTypeConverter &converter,
                        ConversionPatternRewriter &rewriter, Operation *op,
                        const Access &access);

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Parameters of all patterns.
struct Lowering {
  const LLVMTypeConverter &converter;
  /// Whether accesses are checked.
  bool check;
};

/// Base class of all patterns, which knows whether accesses are checked.
template <typename SourceOp>
class EmulatorPattern : public ConvertOpToLLVMPattern<SourceOp> {
public:
  /// The benefit gives it priority over upstream's pattern for the same op.
  explicit EmulatorPattern(const Lowering &lowering)
      : ConvertOpToLLVMPattern<SourceOp>(lowering.converter, /*benefit=*/20),
        check(lowering.check) {}

protected:
  /// Returns the address of an access, checked if accesses are.
  Value getAddress(ConversionPatternRewriter &rewriter, Operation *op,
                   const Access &access) const {
    const LLVMTypeConverter &converter = *this->getTypeConverter();
    if (check)
      return getCheckedAddress(converter, rewriter, op, access);
    return getElementAddress(converter, rewriter, op->getLoc(), access.type,
                             access.descriptor, access.indices);
  }

  const bool check;
};

void populateAssertionPatterns(const Lowering &lowering,
                               RewritePatternSet &patterns);
void populateAsyncCopyPatterns(const Lowering &lowering,
                               RewritePatternSet &patterns);
void populateAtomicPatterns(const Lowering &lowering,
                            RewritePatternSet &patterns);
void populateClusterPatterns(const Lowering &lowering,
                             RewritePatternSet &patterns);
void populateDebugPatterns(const Lowering &lowering,
                           RewritePatternSet &patterns);
void populateIndexPatterns(const Lowering &lowering,
                           RewritePatternSet &patterns);
void populateMBarrierPatterns(const Lowering &lowering,
                              RewritePatternSet &patterns);
void populateMemoryPatterns(const Lowering &lowering,
                            RewritePatternSet &patterns);
void populateStepPatterns(const Lowering &lowering,
                          RewritePatternSet &patterns);
void populateSynchronizationPatterns(const Lowering &lowering,
                                     RewritePatternSet &patterns);
void populateTensorCorePatterns(const Lowering &lowering,
                                RewritePatternSet &patterns);
void populateTmaPatterns(const Lowering &lowering, RewritePatternSet &patterns);
void populateWarpPatterns(const Lowering &lowering,
                          RewritePatternSet &patterns);
void populateWarpgroupPatterns(const Lowering &lowering,
                               RewritePatternSet &patterns);

/// Adds the conversion of the type of mbarriers.
void populateMBarrierTypes(LLVMTypeConverter &converter);

/// Gives integer divisions that may trap on the host a divisor that does not;
/// with `check`, asserts that the original one is not 0.
void guardDivisions(gpu::GPUModuleOp module, bool check);

/// Checks loads and stores of the llvm dialect in global memory. The functions
/// must already have the thread as their first argument.
void checkPointers(gpu::GPUModuleOp module);

/// Expansions into other ops, applied before `prepareFunctions`.
void populateMemoryExpansions(RewritePatternSet &patterns);
void populateWarpExpansions(RewritePatternSet &patterns);

} // namespace mlir::zyn::emulator

#endif // ZYN_LIB_CONVERSION_KERNELTOEMULATOR_EMULATORLOWERING_H
