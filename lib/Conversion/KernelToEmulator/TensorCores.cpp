//===- TensorCores.cpp - Fragments and matmuls of a warp ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fragment is the vector of the elements that the thread holds. It is passed
// to and from the runtime in memory on the thread's stack.
//
//===----------------------------------------------------------------------===//

#include "TensorCores.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

int64_t mlir::zyn::emulator::getElementNumber(Type element, bool isUnsigned) {
  if (element.isF16())
    return ZYNEMU_MMA_F16;
  if (element.isBF16())
    return ZYNEMU_MMA_BF16;
  if (element.isTF32())
    return ZYNEMU_MMA_TF32;
  if (element.isF32())
    return ZYNEMU_MMA_F32;
  if (element.isF64())
    return ZYNEMU_MMA_F64;
  if (element.isInteger(8))
    return isUnsigned ? ZYNEMU_MMA_U8 : ZYNEMU_MMA_S8;
  if (element.isInteger(32))
    return ZYNEMU_MMA_S32;
  return isa<Float8E4M3FNType>(element) ? ZYNEMU_MMA_E4M3 : ZYNEMU_MMA_E5M2;
}

Value mlir::zyn::emulator::getMmaRecord(ImplicitLocOpBuilder &b, Operation *op,
                                        const zynemu_mma &mma) {
  static_assert(sizeof(mma) == 16 * sizeof(int64_t),
                "all fields are integers of 64 bits");
  int64_t fields[sizeof(mma) / sizeof(int64_t)];
  std::memcpy(fields, &mma, sizeof(mma));
  std::string name = "zynemu:mma";
  for (int64_t field : fields)
    name += ":" + std::to_string(field);
  Operation *table = SymbolTable::getNearestSymbolTable(op);
  auto record = dyn_cast_or_null<LLVM::GlobalOp>(
      SymbolTable::lookupSymbolIn(table, name));
  if (!record) {
    SmallVector<Type> types(std::size(fields), b.getI64Type());
    auto type = LLVM::LLVMStructType::getLiteral(b.getContext(), types);
    record = createRecord(b, table, name, type, [&](OpBuilder &builder) {
      SmallVector<Value> values;
      for (int64_t field : fields)
        values.push_back(LLVM::ConstantOp::create(builder, op->getLoc(),
                                                  builder.getI64Type(), field));
      return values;
    });
  }
  return LLVM::AddressOfOp::create(b, record);
}

namespace {

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

struct LowerFill : EmulatorPattern<kernel::MmaFillOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::MmaFillOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto type = cast<VectorType>(
        getTypeConverter()->convertType(op.getResult().getType()));
    Value result = LLVM::PoisonOp::create(b, type);
    for (int64_t i = 0; i < type.getNumElements(); ++i)
      result = LLVM::InsertElementOp::create(
          b, result, adaptor.getValue(),
          LLVM::ConstantOp::create(b, b.getI64Type(), i));
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// Replaces `kernel.mma.pack` and `kernel.mma.unpack` with their operand.
template <typename SourceOp>
struct LowerToOperand : EmulatorPattern<SourceOp> {
  using EmulatorPattern<SourceOp>::EmulatorPattern;

  LogicalResult
  matchAndRewrite(SourceOp op, typename SourceOp::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getOperands().front());
    return success();
  }
};

struct LowerLoadRows : EmulatorPattern<kernel::MmaLoadRowsOp> {
  using EmulatorPattern::EmulatorPattern;

  /// Lanes beyond the last matrix may point anywhere, so the runtime checks the
  /// address.
  LogicalResult
  matchAndRewrite(kernel::MmaLoadRowsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value row = getElementAddress(*getTypeConverter(), rewriter, op.getLoc(),
                                  op.getMemref().getType(), adaptor.getMemref(),
                                  adaptor.getIndices());
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return rewriter.notifyMatchFailure(op, "no type for a fragment");
    int64_t count = op.getNumMatrices();
    Type i64 = b.getI64Type();
    Value slot =
        createSlot(b, op, LLVM::LLVMArrayType::get(b.getI32Type(), count));
    callRuntime(
        b, op, "zynemuMmaLoadRows", {},
        {row, slot, LLVM::ConstantOp::create(b, i64, count),
         LLVM::ConstantOp::create(b, i64, int64_t(op.getTransposed()))});
    SmallVector<Value> results;
    int32_t next = 0;
    for (auto [type, original] : llvm::zip(types, op.getResultTypes())) {
      Value part = LLVM::GEPOp::create(b, slot.getType(), b.getI32Type(), slot,
                                       ArrayRef<LLVM::GEPArg>{next});
      results.push_back(LLVM::LoadOp::create(b, type, part, /*alignment=*/4));
      next += cast<kernel::FragmentType>(original).getRegistersPerThread();
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

struct LowerStoreRows : EmulatorPattern<kernel::MmaStoreRowsOp> {
  using EmulatorPattern::EmulatorPattern;

  /// See `LowerLoadRows`.
  LogicalResult
  matchAndRewrite(kernel::MmaStoreRowsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value row = getElementAddress(*getTypeConverter(), rewriter, op.getLoc(),
                                  op.getMemref().getType(), adaptor.getMemref(),
                                  adaptor.getIndices());
    int64_t count = op.getNumMatrices();
    Type i64 = b.getI64Type();
    Value slot =
        createSlot(b, op, LLVM::LLVMArrayType::get(b.getI32Type(), count));
    int32_t next = 0;
    for (auto [fragment, original] :
         llvm::zip(adaptor.getFragments(), op.getFragments())) {
      Value part = LLVM::GEPOp::create(b, slot.getType(), b.getI32Type(), slot,
                                       ArrayRef<LLVM::GEPArg>{next});
      LLVM::StoreOp::create(b, fragment, part, /*alignment=*/4);
      next += cast<kernel::FragmentType>(original.getType())
                  .getRegistersPerThread();
    }
    callRuntime(
        b, op, "zynemuMmaStoreRows", {},
        {row, slot, LLVM::ConstantOp::create(b, i64, count),
         LLVM::ConstantOp::create(b, i64, int64_t(op.getTransposed()))});
    rewriter.eraseOp(op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Matmuls
//===----------------------------------------------------------------------===//

struct LowerMmaCompute : EmulatorPattern<kernel::MmaComputeOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::MmaComputeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    kernel::FragmentType a = op.getA().getType(),
                         sum = op.getResult().getType();
    zynemu_mma fields = {};
    fields.rows = sum.getRows();
    fields.columns = sum.getColumns();
    fields.depth = a.getColumns();
    fields.element_a = getElementNumber(a.getElementType(), op.getUnsignedA());
    fields.element_b = getElementNumber(op.getB().getType().getElementType(),
                                        op.getUnsignedB());
    fields.element_c = getElementNumber(sum.getElementType());
    fields.saturates = op.getSaturate();
    fields.a_in_registers = true;
    Value mma = getMmaRecord(b, op, fields);
    Value accumulator = spillToStack(b, op, adaptor.getAccumulator());
    callRuntime(b, op, "zynemuMmaCompute", {},
                {mma, spillToStack(b, op, adaptor.getA()),
                 spillToStack(b, op, adaptor.getB()), accumulator});
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(
        op, adaptor.getAccumulator().getType(), accumulator);
    return success();
  }
};

} // namespace

void mlir::zyn::emulator::populateTensorCorePatterns(
    const Lowering &lowering, RewritePatternSet &patterns) {
  patterns.add<LowerFill, LowerToOperand<kernel::MmaPackOp>,
               LowerToOperand<kernel::MmaUnpackOp>, LowerLoadRows,
               LowerStoreRows, LowerMmaCompute>(lowering);
}
