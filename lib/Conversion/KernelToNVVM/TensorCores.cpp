//===- TensorCores.cpp - Fragments and matmuls of a warp ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `nvvm.mma.sync` supports neither 8-bit floats nor f64 with 16 rows; LLVM has
// an intrinsic for each MMA.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::zyn;

StringRef mlir::zyn::getPTXName(Type element, bool isUnsigned) {
  if (isa<Float8E4M3FNType>(element))
    return "e4m3";
  if (isa<Float8E5M2Type>(element))
    return "e5m2";
  if (element.isInteger(8))
    return isUnsigned ? "u8" : "s8";
  if (element.isInteger(32))
    return "s32";
  if (element.isTF32())
    return "tf32";
  if (element.isBF16())
    return "bf16";
  if (element.isF64())
    return "f64";
  return element.isF16() ? "f16" : "f32";
}

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

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Matmuls and their operands
//===----------------------------------------------------------------------===//

NVVM::MMALayout getMatrixLayout(bool isTransposed) {
  return isTransposed ? NVVM::MMALayout::col : NVVM::MMALayout::row;
}

struct LowerLoadRows : ConvertOpToLLVMPattern<kernel::MmaLoadRowsOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::MmaLoadRowsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value row =
        getStridedElementPtr(rewriter, op.getLoc(), op.getMemref().getType(),
                             adaptor.getMemref(), adaptor.getIndices());
    int64_t count = op.getNumMatrices();
    Type i32 = b.getI32Type();
    Type type = i32;
    if (count > 1)
      type = LLVM::LLVMStructType::getLiteral(b.getContext(),
                                              SmallVector<Type>(count, i32));
    Value loaded = NVVM::LdMatrixOp::create(
        b, type, row, count, getMatrixLayout(op.getTransposed()),
        NVVM::LdStMatrixShapeAttr::get(b.getContext(), 8, 8),
        NVVM::LdStMatrixEltType::B16);
    SmallVector<Value> results;
    int64_t next = 0;
    for (Type resultType : op.getResultTypes()) {
      auto fragment = cast<kernel::FragmentType>(resultType);
      Value result = LLVM::PoisonOp::create(b, getFragmentStructType(fragment));
      for (int64_t i = 0; i < fragment.getRegistersPerThread(); ++i) {
        Value word = count == 1
                         ? loaded
                         : LLVM::ExtractValueOp::create(b, loaded, next++);
        result = LLVM::InsertValueOp::create(b, result, word, i);
      }
      results.push_back(result);
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

struct LowerStoreRows : ConvertOpToLLVMPattern<kernel::MmaStoreRowsOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::MmaStoreRowsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value row =
        getStridedElementPtr(rewriter, op.getLoc(), op.getMemref().getType(),
                             adaptor.getMemref(), adaptor.getIndices());
    SmallVector<Value> words;
    for (Value fragment : adaptor.getFragments()) {
      auto type = cast<LLVM::LLVMStructType>(fragment.getType());
      for (size_t i = 0; i < type.getBody().size(); ++i)
        words.push_back(LLVM::ExtractValueOp::create(b, fragment, i));
    }
    NVVM::StMatrixOp::create(
        b, row, words, getMatrixLayout(op.getTransposed()),
        NVVM::LdStMatrixShapeAttr::get(b.getContext(), 8, 8),
        NVVM::LdStMatrixEltType::B16);
    rewriter.eraseOp(op);
    return success();
  }
};

/// Returns the type of a register in LLVM's intrinsics, which take f16 in
/// pairs.
Type getIntrinsicType(kernel::FragmentType type) {
  if (type.getElementType().isF16())
    return VectorType::get(2, type.getElementType());
  return getFragmentRegisterType(type);
}

struct LowerCompute : ConvertOpToLLVMPattern<kernel::MmaComputeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  /// Returns the name of the intrinsic, such as
  /// `llvm.nvvm.mma.m16n8k16.row.col.f32.f32` for f16.
  static std::string getIntrinsicName(kernel::MmaComputeOp op) {
    kernel::FragmentType a = op.getA().getType(), b = op.getB().getType();
    StringRef nameA = getPTXName(a.getElementType(), op.getUnsignedA());
    StringRef nameB = getPTXName(b.getElementType(), op.getUnsignedB());
    StringRef nameC =
        getPTXName(op.getAccumulator().getType().getElementType(), false);
    std::string types;
    if (a.getElementType().isF16())
      types = llvm::formatv("{0}.{0}", nameC);
    else if (nameA.starts_with("e"))
      types = llvm::formatv("{0}.{1}.{2}.{0}", nameC, nameA, nameB);
    else
      types = nameA == nameB ? nameA.str() : (nameA + "." + nameB).str();
    return llvm::formatv("llvm.nvvm.mma.m{0}n8k{1}.row.col{2}.{3}", a.getRows(),
                         a.getColumns(), op.getSaturate() ? ".satfinite" : "",
                         types);
  }

  LogicalResult
  matchAndRewrite(kernel::MmaComputeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<Value> operands;
    for (auto [original, registers] :
         llvm::zip(op.getOperands(), adaptor.getOperands())) {
      auto type = cast<kernel::FragmentType>(original.getType());
      for (int64_t i = 0; i < type.getRegistersPerThread(); ++i)
        operands.push_back(LLVM::BitcastOp::create(
            b, getIntrinsicType(type),
            LLVM::ExtractValueOp::create(b, registers, i)));
    }
    kernel::FragmentType type = op.getResult().getType();
    int64_t count = type.getRegistersPerThread();
    Type sums = LLVM::LLVMStructType::getLiteral(
        b.getContext(), SmallVector<Type>(count, getIntrinsicType(type)));
    Value sum = LLVM::CallIntrinsicOp::create(
                    b, sums, b.getStringAttr(getIntrinsicName(op)), operands)
                    .getResult(0);
    Value result = LLVM::PoisonOp::create(b, getFragmentStructType(type));
    for (int64_t i = 0; i < count; ++i)
      result = LLVM::InsertValueOp::create(
          b, result,
          LLVM::BitcastOp::create(b, getFragmentRegisterType(type),
                                  LLVM::ExtractValueOp::create(b, sum, i)),
          i);
    rewriter.replaceOp(op, result);
    return success();
  }
};

} // namespace

void mlir::zyn::populateTensorCorePatterns(const LLVMTypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<LowerFill, LowerPack, LowerUnpack, LowerCompute, LowerLoadRows,
               LowerStoreRows>(converter);
}
