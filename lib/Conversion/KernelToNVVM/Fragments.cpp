//===- Fragments.cpp - Fragments in registers -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::zyn;

Type mlir::zyn::getFragmentRegisterType(kernel::FragmentType type) {
  Type element = type.getElementType();
  if (element.isF32() || element.isF64())
    return element;
  return IntegerType::get(type.getContext(), 32);
}

Type mlir::zyn::getFragmentStructType(kernel::FragmentType type) {
  SmallVector<Type> registers(type.getRegistersPerThread(),
                              getFragmentRegisterType(type));
  return LLVM::LLVMStructType::getLiteral(type.getContext(), registers);
}

namespace {

/// Returns the element type of vectors in LLVM, which has no 8-bit floats: they
/// become i8.
Type getLLVMElementType(kernel::FragmentType type) {
  Type element = type.getStorageType();
  return isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8
             ? IntegerType::get(type.getContext(), 8)
             : element;
}

struct LowerFill : ConvertOpToLLVMPattern<kernel::MmaFillOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::MmaFillOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    kernel::FragmentType type = op.getResult().getType();
    Value value = adaptor.getValue();
    if (int64_t count = type.getElementsPerRegister(); count > 1) {
      Value vector = LLVM::PoisonOp::create(
          b, VectorType::get(count, getLLVMElementType(type)));
      for (int64_t i = 0; i < count; ++i)
        vector = LLVM::InsertElementOp::create(
            b, vector, value, LLVM::ConstantOp::create(b, b.getI32Type(), i));
      value = vector;
    }
    value = LLVM::BitcastOp::create(b, getFragmentRegisterType(type), value);
    Value result = LLVM::PoisonOp::create(b, getFragmentStructType(type));
    for (int64_t i = 0; i < type.getRegistersPerThread(); ++i)
      result = LLVM::InsertValueOp::create(b, result, value, i);
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct LowerUnpack : ConvertOpToLLVMPattern<kernel::MmaUnpackOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::MmaUnpackOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    kernel::FragmentType type = op.getFragment().getType();
    int64_t count = type.getRegistersPerThread();
    Value registers = LLVM::PoisonOp::create(
        b, VectorType::get(count, getFragmentRegisterType(type)));
    for (int64_t i = 0; i < count; ++i)
      registers = LLVM::InsertElementOp::create(
          b, registers,
          LLVM::ExtractValueOp::create(b, adaptor.getFragment(), i),
          LLVM::ConstantOp::create(b, b.getI32Type(), i));
    rewriter.replaceOpWithNewOp<LLVM::BitcastOp>(
        op,
        VectorType::get(type.getElementsPerThread(), getLLVMElementType(type)),
        registers);
    return success();
  }
};

struct LowerPack : ConvertOpToLLVMPattern<kernel::MmaPackOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::MmaPackOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    kernel::FragmentType type = op.getResult().getType();
    int64_t count = type.getRegistersPerThread();
    Value registers = LLVM::BitcastOp::create(
        b, VectorType::get(count, getFragmentRegisterType(type)),
        adaptor.getElements());
    Value result = LLVM::PoisonOp::create(b, getFragmentStructType(type));
    for (int64_t i = 0; i < count; ++i)
      result = LLVM::InsertValueOp::create(
          b, result,
          LLVM::ExtractElementOp::create(
              b, registers, LLVM::ConstantOp::create(b, b.getI32Type(), i)),
          i);
    rewriter.replaceOp(op, result);
    return success();
  }
};

} // namespace

void mlir::zyn::populateFragmentPatterns(const LLVMTypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<LowerFill, LowerPack, LowerUnpack>(converter);
}
