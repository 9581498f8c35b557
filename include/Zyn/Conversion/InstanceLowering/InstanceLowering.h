//===- InstanceLowering.h - What lowerings of instances share - -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_INSTANCELOWERING_INSTANCELOWERING_H
#define ZYN_CONVERSION_INSTANCELOWERING_INSTANCELOWERING_H

#include "Zyn/Dialect/Instance/IR/Instance.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::zyn {

/// Rejects what neither lowering supports: ops in nested regions, functions
/// without a body, and values that do not fit into 64 bits.
LogicalResult checkInstances(ModuleOp module);

/// Replaces the types of references everywhere.
void convertReferences(ModuleOp module, Type type);

/// Returns the name of a compiled function. It has a prefix, since LLVM would
/// recognize the functions of the C library by their names, and only printable
/// characters.
std::string getCodeName(StringRef name);

/// Forbids tail calls in a compiled function. Turning recursion into a loop
/// would keep it from using up the stack.
void disableTailCalls(func::FuncOp function);

/// Builds code in functions of an instance.
class InstanceBuilder : public ImplicitLocOpBuilder {
public:
  InstanceBuilder(OpBuilder &builder, Location loc)
      : ImplicitLocOpBuilder(loc, builder) {}

  Value buildI64(uint64_t value);
  Value buildI32(uint32_t value);
  /// Zero-extends an i32 to an i64.
  Value extend(Value value);
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs);
  void trapIf(Value condition, instance::TrapKind kind);
};

/// How code of an instance finds what is outside of it.
struct Environment {
  /// Pointer to a `zynrt_environment`.
  Value pointer;
  /// The number of the instance in the run, an i64.
  Value instance;
};

Value buildCount(InstanceBuilder &builder, const Environment &environment);
Value buildBufferSize(InstanceBuilder &builder, const Environment &environment,
                      instance::Buffer buffer);
/// Returns the address of `bytes` bytes (i64) of a buffer at an offset in bytes
/// (i32), and traps if some of them are outside of the buffer.
Value buildBufferAddress(InstanceBuilder &builder,
                         const Environment &environment,
                         instance::Buffer buffer, Value offset, Value bytes);
/// The same for an atomic access to a value of `type` of the shared buffer;
/// also traps if it is not aligned.
Value buildAtomicAddress(InstanceBuilder &builder,
                         const Environment &environment, Value offset,
                         Type type);

/// Replaces an op with the value that a function builds, or erases it if it has
/// no result. `BuilderTy` is constructed from the rewriter, the op and what its
/// conversion knows about the module.
template <typename OpTy, typename BuilderTy, typename LoweringTy>
class BuildPattern : public OpRewritePattern<OpTy> {
public:
  using Build = Value (*)(OpTy op, BuilderTy &builder);

  BuildPattern(MLIRContext *context, Build build, const LoweringTy &lowering)
      : OpRewritePattern<OpTy>(context), build(build), lowering(lowering) {}

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    BuilderTy builder(rewriter, op, lowering);
    if (Value value = build(op, builder))
      rewriter.replaceOp(op, value);
    else
      rewriter.eraseOp(op);
    return success();
  }

private:
  const Build build;
  const LoweringTy &lowering;
};

/// Adds a pattern for each of these functions, whose first parameter is the op
/// that it lowers.
template <typename BuilderTy, typename LoweringTy, typename... OpTys>
void addLowerings(RewritePatternSet &patterns, const LoweringTy &lowering,
                  Value (*...build)(OpTys, BuilderTy &)) {
  (patterns.add<BuildPattern<OpTys, BuilderTy, LoweringTy>>(
       patterns.getContext(), build, lowering),
   ...);
}

/// How traps are lowered: to branches to a block of the function for each
/// reason, whose argument is the location, see InstanceABI.h.
class TrapLowering {
public:
  virtual ~TrapLowering() = default;

  /// Ends the block of `builder` with a trap of `function` at `site`.
  virtual void buildTrap(InstanceBuilder &builder, func::FuncOp function,
                         instance::TrapKind kind, Value site) const = 0;

  /// Returns the block for traps of `op`, which is created when it is needed.
  Block *getBlock(PatternRewriter &rewriter, Operation *op,
                  instance::TrapKind kind) const;

private:
  mutable DenseMap<std::pair<Operation *, instance::TrapKind>, Block *> blocks;
};

/// Returns the location of `op` as InstanceABI.h describes it.
uint64_t getSite(Operation *op);

/// Adds patterns that lower traps and opaque values.
void populateTrapPatterns(RewritePatternSet &patterns,
                          const TrapLowering &lowering);

} // namespace mlir::zyn

#endif // ZYN_CONVERSION_INSTANCELOWERING_INSTANCELOWERING_H
