//===- EmulatorLowering.h - What lowerings to the emulator share -*- C++
//-*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each family of ops has its patterns in a file of its own, and a `populate`
// function that is declared here and called in KernelToEmulator.cpp.
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
// Calls of the runtime
//===----------------------------------------------------------------------===//

/// The GPU thread that executes `op`, a `zynemu_thread *`.
Value threadOf(Operation *op);

/// The `zynemu_site` of `op`, a pointer to a constant. `name` stands for the
/// op's own name where that is not what the user wrote.
Value siteOf(OpBuilder &builder, Operation *op, StringRef name = {});

/// The `zynemu_site` of an op called `name` at `loc`, in the symbol table
/// `table`.
LLVM::GlobalOp getSite(OpBuilder &builder, Operation *table, Location loc,
                       StringRef name);

/// A zero-terminated constant.
LLVM::GlobalOp getString(OpBuilder &builder, Operation *table, StringRef text);

/// A constant of struct `type` with these fields; the values are made by
/// `fields`, which may use the builder.
LLVM::GlobalOp
createRecord(OpBuilder &builder, Operation *table, StringRef name, Type type,
             function_ref<SmallVector<Value>(OpBuilder &)> fields);

/// Calls `result function(thread, site, operands...)` of EmulatorABI.h; a null
/// `result` is void.
LLVM::CallOp callRuntime(OpBuilder &builder, Operation *op, StringRef function,
                         Type result, ValueRange operands);

/// Reads field `index` of the thread's `zynemu_thread_head`.
Value loadFromThread(OpBuilder &builder, Operation *op, Type type,
                     unsigned index);

/// Fields of `zynemu_thread_head`, in 8 bytes each.
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

/// An access to be lowered: `bytes` from the element at `indices` on.
struct Access {
  MemRefType type;
  /// The converted memref: a descriptor.
  Value descriptor;
  ValueRange indices;
  int64_t bytes;
  int64_t alignment;
  AccessKind kind;
};

/// The address of the first element, without any check.
Value elementAddress(const LLVMTypeConverter &converter,
                     ConversionPatternRewriter &rewriter, Location loc,
                     MemRefType type, Value descriptor, ValueRange indices);

/// The address at which to do `access`. Checks first that the indices are
/// within the sizes, and tells the checker. What `op` is replaced with goes
/// behind it: the block is split.
Value checkedAddress(const LLVMTypeConverter &converter,
                     ConversionPatternRewriter &rewriter, Operation *op,
                     const Access &access);

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// What all patterns get.
struct Lowering {
  const LLVMTypeConverter &converter;
  /// Whether accesses are checked.
  bool check;
};

/// A pattern that knows whether accesses are checked.
template <typename SourceOp>
class EmulatorPattern : public ConvertOpToLLVMPattern<SourceOp> {
public:
  /// The benefit puts it before upstream's pattern for the same op.
  explicit EmulatorPattern(const Lowering &lowering)
      : ConvertOpToLLVMPattern<SourceOp>(lowering.converter, /*benefit=*/20),
        check(lowering.check) {}

protected:
  /// The address of an access, checked if accesses are.
  Value addressOf(ConversionPatternRewriter &rewriter, Operation *op,
                  const Access &access) const {
    const LLVMTypeConverter &converter = *this->getTypeConverter();
    if (check)
      return checkedAddress(converter, rewriter, op, access);
    return elementAddress(converter, rewriter, op->getLoc(), access.type,
                          access.descriptor, access.indices);
  }

  const bool check;
};

void populatePositionPatterns(const Lowering &lowering,
                              RewritePatternSet &patterns);
void populateBarrierPatterns(const Lowering &lowering,
                             RewritePatternSet &patterns);
void populateAccessPatterns(const Lowering &lowering,
                            RewritePatternSet &patterns);
void populateAtomicPatterns(const Lowering &lowering,
                            RewritePatternSet &patterns);
void populateSharedMemoryPatterns(const Lowering &lowering,
                                  RewritePatternSet &patterns);
void populateTensorCorePatterns(const Lowering &lowering,
                                RewritePatternSet &patterns);
void populateAssertionPatterns(const Lowering &lowering,
                               RewritePatternSet &patterns);
void populateBufferPatterns(const Lowering &lowering,
                            RewritePatternSet &patterns);
void populateDebugPatterns(const Lowering &lowering,
                           RewritePatternSet &patterns);
void populateWarpPatterns(const Lowering &lowering,
                          RewritePatternSet &patterns);
void populateAsyncPatterns(const Lowering &lowering,
                           RewritePatternSet &patterns);
/// Conversions of mbarriers and tensor maps.
void populateAsyncTypes(LLVMTypeConverter &converter);
void populateStepPatterns(const Lowering &lowering,
                          RewritePatternSet &patterns);

/// Gives integer divisions that may trap on the host a divisor that does not;
/// with `check`, asserts that it is not 0.
void guardDivisions(gpu::GPUModuleOp module, bool check);

/// What becomes other ops before functions are looked at.
void populateBufferExpansions(RewritePatternSet &patterns);
void populateWarpExpansions(RewritePatternSet &patterns);

} // namespace mlir::zyn::emulator

#endif // ZYN_LIB_CONVERSION_KERNELTOEMULATOR_EMULATORLOWERING_H
