//===- Memory.cpp - Buffers and accesses with cache hints -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "Zyn/Dialect/Kernel/IR/MemorySpaces.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace {

/// The address spaces of LLVM's NVPTX backend.
constexpr unsigned sharedSpace = 3, constantSpace = 4;

/// The start of dynamic shared memory, for all kernels of a module.
constexpr StringLiteral dynamicSharedName = "__zyn_dynamic_shared";

struct LowerDynamicShared : ConvertOpToLLVMPattern<kernel::DynamicSharedOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::DynamicSharedOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<MemRefType>(op.getResult().getType());
    LLVM::GlobalOp start = getStart(op, rewriter);
    Value address = LLVM::AddressOfOp::create(rewriter, loc, start);
    Value buffer = LLVM::GEPOp::create(
        rewriter, loc, address.getType(), rewriter.getI8Type(), address,
        ArrayRef<LLVM::GEPArg>{adaptor.getOffset()});
    Value descriptor = MemRefDescriptor::fromStaticShape(
        rewriter, loc, *getTypeConverter(), type, buffer);
    rewriter.replaceOp(op, descriptor);
    return success();
  }

private:
  /// Returns the start of dynamic shared memory. It is external and without a
  /// size: PTX's `.extern .shared`. Its alignment is the largest that a buffer
  /// requires.
  static LLVM::GlobalOp getStart(kernel::DynamicSharedOp op,
                                 ConversionPatternRewriter &rewriter) {
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    uint64_t alignment = op.getAlignment();
    if (auto start = module.lookupSymbol<LLVM::GlobalOp>(dynamicSharedName)) {
      if (start.getAlignment().value_or(1) < alignment)
        rewriter.modifyOpInPlace(start, [&] { start.setAlignment(alignment); });
      return start;
    }
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(module.getBody());
    return LLVM::GlobalOp::create(
        rewriter, module.getLoc(),
        LLVM::LLVMArrayType::get(rewriter.getI8Type(), 0),
        /*isConstant=*/false, LLVM::Linkage::External, dynamicSharedName,
        Attribute(), alignment, sharedSpace);
  }
};

struct LowerConstant : ConvertOpToLLVMPattern<kernel::ConstantOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto memref = cast<MemRefType>(op.getResult().getType());
    Value address = LLVM::AddressOfOp::create(rewriter, loc,
                                              getGlobal(op, memref, rewriter));
    Value descriptor = MemRefDescriptor::fromStaticShape(
        rewriter, loc, *getTypeConverter(), memref, address);
    rewriter.replaceOp(op, descriptor);
    return success();
  }

private:
  LLVM::GlobalOp getGlobal(kernel::ConstantOp op, MemRefType memref,
                           ConversionPatternRewriter &rewriter) const {
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    // Equal constants share a global.
    for (auto global : module.getOps<LLVM::GlobalOp>())
      if (global.getAddrSpace() == constantSpace &&
          global.getValueOrNull() == op.getValue())
        return global;
    SmallString<32> name("__constant_0");
    for (unsigned i = 1; module.lookupSymbol(name); ++i)
      name = "__constant_" + std::to_string(i);
    Type type = getTypeConverter()->convertType(memref.getElementType());
    for (int64_t size : llvm::reverse(memref.getShape()))
      type = LLVM::LLVMArrayType::get(type, size);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(module.getBody());
    constexpr uint64_t alignment = 16;
    return LLVM::GlobalOp::create(rewriter, op.getLoc(), type,
                                  /*isConstant=*/true, LLVM::Linkage::Internal,
                                  name, op.getValue(), alignment,
                                  constantSpace);
  }
};

/// How an access of a certain size is written in PTX: with one register, or
/// with two of 64 bits, which is the widest.
struct Access {
  explicit Access(Type type, MLIRContext *context) {
    auto vector = dyn_cast<VectorType>(type);
    bits = vector ? vector.getNumElements() * vector.getElementTypeBitWidth()
                  : type.getIntOrFloatBitWidth();
    unsigned width = std::min<unsigned>(bits, 64);
    count = bits / width;
    // There are no 8-bit registers.
    registerType = IntegerType::get(context, std::max(width, 16u));
    constraint = width == 64 ? "l" : width == 32 ? "r" : "h";
    suffix = (count > 1 ? ".v2.b" : ".b") + std::to_string(width);
  }

  unsigned bits, count;
  Type registerType;
  std::string constraint, suffix;
};

StringRef getSpace(MemRefType type) {
  return kernel::getMemorySpace(type) == kernel::MemorySpace::Global ? ".global"
                                                                     : "";
}

StringRef getCacheOperator(kernel::CopyCache cache) {
  switch (cache) {
  case kernel::CopyCache::automatic:
    return "";
  case kernel::CopyCache::l1:
    return ".ca";
  case kernel::CopyCache::l2:
    return ".cg";
  case kernel::CopyCache::streaming:
    return ".cs";
  }
  llvm_unreachable("unknown cache");
}

LLVM::InlineAsmOp createInlineAsm(OpBuilder &builder, Location loc,
                                  TypeRange results, ValueRange operands,
                                  StringRef text, StringRef constraints) {
  return LLVM::InlineAsmOp::create(
      builder, loc, results, operands, text, constraints,
      /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
      ArrayAttr());
}

/// LLVM's accesses have no cache operators except for the non-temporal one.
struct LowerLoad : ConvertOpToLLVMPattern<kernel::LoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto memref = cast<MemRefType>(op.getMemref().getType());
    Type type = getTypeConverter()->convertType(op.getResult().getType());
    Access access(type, op.getContext());
    Value address = getStridedElementPtr(
        rewriter, loc, memref, adaptor.getMemref(), adaptor.getIndices());
    std::string text = ("ld" + getSpace(memref) +
                        getCacheOperator(op.getCache()) + access.suffix)
                           .str();
    if (access.count == 1) {
      Value value = createInlineAsm(rewriter, loc, access.registerType, address,
                                    text + " $0, [$1];",
                                    "=" + access.constraint + ",l,~{memory}")
                        .getResult(0);
      if (access.bits < 16)
        value = LLVM::TruncOp::create(
            rewriter, loc, rewriter.getIntegerType(access.bits), value);
      rewriter.replaceOpWithNewOp<LLVM::BitcastOp>(op, type, value);
      return success();
    }
    auto both = LLVM::LLVMStructType::getLiteral(
        op.getContext(), {access.registerType, access.registerType});
    Value halves =
        createInlineAsm(rewriter, loc, both, address, text + " {$0, $1}, [$2];",
                        "=l,=l,l,~{memory}")
            .getResult(0);
    Value vector = LLVM::PoisonOp::create(
        rewriter, loc, VectorType::get(2, access.registerType));
    for (int32_t i : {0, 1}) {
      Value half = LLVM::ExtractValueOp::create(rewriter, loc, halves, i);
      Value index =
          LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32Type(), i);
      vector =
          LLVM::InsertElementOp::create(rewriter, loc, vector, half, index);
    }
    rewriter.replaceOpWithNewOp<LLVM::BitcastOp>(op, type, vector);
    return success();
  }
};

struct LowerStore : ConvertOpToLLVMPattern<kernel::StoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto memref = cast<MemRefType>(op.getMemref().getType());
    Access access(adaptor.getValue().getType(), op.getContext());
    SmallVector<Value> operands = {getStridedElementPtr(
        rewriter, loc, memref, adaptor.getMemref(), adaptor.getIndices())};
    std::string text = ("st" + getSpace(memref) +
                        getCacheOperator(op.getCache()) + access.suffix)
                           .str();
    if (access.count == 1) {
      Value value = LLVM::BitcastOp::create(
          rewriter, loc, rewriter.getIntegerType(access.bits),
          adaptor.getValue());
      if (access.bits < 16)
        value = LLVM::ZExtOp::create(rewriter, loc, access.registerType, value);
      operands.push_back(value);
      text += " [$0], $1;";
    } else {
      Value vector = LLVM::BitcastOp::create(
          rewriter, loc, VectorType::get(2, access.registerType),
          adaptor.getValue());
      for (int32_t i : {0, 1}) {
        Value index =
            LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32Type(), i);
        operands.push_back(
            LLVM::ExtractElementOp::create(rewriter, loc, vector, index));
      }
      text += " [$0], {$1, $2};";
    }
    std::string constraints = "l," + access.constraint;
    if (access.count == 2)
      constraints += ",l";
    createInlineAsm(rewriter, loc, TypeRange(), operands, text,
                    constraints + ",~{memory}");
    rewriter.eraseOp(op);
    return success();
  }
};

/// LLVM only has `prefetch` for sm_90 and later.
struct LowerPrefetch : ConvertOpToLLVMPattern<kernel::PrefetchOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::PrefetchOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto memref = cast<MemRefType>(op.getMemref().getType());
    Value address =
        getStridedElementPtr(rewriter, op.getLoc(), memref, adaptor.getMemref(),
                             adaptor.getIndices());
    // Pointers to local memory are generic addresses.
    std::string text =
        ("prefetch" + getSpace(memref) +
         (op.getLevel() == kernel::CacheLevel::l1 ? ".L1" : ".L2"))
            .str();
    createInlineAsm(rewriter, op.getLoc(), TypeRange(), address,
                    text + " [$0];", "l");
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void mlir::zyn::populateMemoryPatterns(const LLVMTypeConverter &converter,
                                       RewritePatternSet &patterns) {
  patterns.add<LowerDynamicShared, LowerConstant, LowerPrefetch, LowerLoad,
               LowerStore>(converter);
}
