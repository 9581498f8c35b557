//===- Call.cpp - Lowers calls to the host and indirect calls--------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cstddef>

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::zyn;

namespace {

struct LowerHostCall : InstancePattern<HostCallOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(HostCallOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    SmallVector<Value> arguments = {builder.getInstance()};
    llvm::append_range(arguments, op.getArguments());
    rewriter.replaceOpWithNewOp<func::CallOp>(op, getCodeName(op.getCallee()),
                                              op.getResultTypes(), arguments);
    return success();
  }
};

/// The called function can belong to another instance.
struct LowerCallIndirect : InstancePattern<CallIndirectOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(CallIndirectOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    Value function = buildFunction(builder, op);
    Type pointer = builder.getPointerType(), i64 = builder.getI64Type();
    Value type =
        builder.loadField(i64, function, offsetof(zynrt_function, type),
                          /*invariant=*/true);
    Value expected = builder.loadField(
        i64, builder.buildWordAddress(lowering.typeWords.lookup(op)), 0,
        /*invariant=*/true);
    builder.trapIf(builder.compare(arith::CmpIPredicate::ne, type, expected),
                   TrapKind::call_type_mismatch);
    SmallVector<Value> operands = {
        builder.loadField(pointer, function, offsetof(zynrt_function, code),
                          /*invariant=*/true),
        builder.loadField(pointer, function, offsetof(zynrt_function, instance),
                          /*invariant=*/true)};
    llvm::append_range(operands, op.getArguments());
    rewriter.replaceOp(op, buildCall(builder, operands, op.getResultTypes()));
    return success();
  }

private:
  /// Returns the descriptor of the function in the table.
  static Value buildFunction(StateBuilder &builder, CallIndirectOp op) {
    Type pointer = builder.getPointerType();
    Value table = builder.getReference(op.getTable());
    Value size = builder.loadField(builder.getI64Type(), table,
                                   offsetof(zynrt_table, size));
    Value index = builder.extend(op.getIndex());
    builder.trapIf(builder.compare(arith::CmpIPredicate::uge, index, size),
                   TrapKind::undefined_element);
    Value elements =
        builder.loadField(pointer, table, offsetof(zynrt_table, elements));
    Value element = LLVM::GEPOp::create(builder, pointer, pointer, elements,
                                        ValueRange(index));
    Value function = LLVM::LoadOp::create(builder, pointer, element);
    Value null = LLVM::ZeroOp::create(builder, pointer);
    builder.trapIf(
        LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::eq, function, null),
        TrapKind::uninitialized_element);
    return function;
  }

  /// Several results are a structure, as for functions of the func dialect.
  static SmallVector<Value> buildCall(StateBuilder &builder,
                                      ArrayRef<Value> operands,
                                      TypeRange results) {
    Type result = builder.getType<LLVM::LLVMVoidType>();
    if (results.size() == 1)
      result = results.front();
    else if (results.size() > 1)
      result = LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                                llvm::to_vector(results));
    SmallVector<Type> arguments =
        llvm::to_vector(ValueRange(operands).drop_front().getTypes());
    auto call = LLVM::CallOp::create(
        builder, LLVM::LLVMFunctionType::get(result, arguments), operands);
    if (results.size() <= 1)
      return llvm::to_vector_of<Value>(call->getResults());
    SmallVector<Value> values;
    for (unsigned i = 0; i < results.size(); ++i)
      values.push_back(
          LLVM::ExtractValueOp::create(builder, call.getResult(), i));
    return values;
  }
};

} // namespace

void zyn::populateCallPatterns(RewritePatternSet &patterns,
                               const RuntimeLowering &lowering) {
  patterns.add<LowerHostCall, LowerCallIndirect>(patterns.getContext(),
                                                 lowering);
}
