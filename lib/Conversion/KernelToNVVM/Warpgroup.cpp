//===- Warpgroup.cpp - Matmuls of a warpgroup -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `nvvm.wgmma.mma_async` only takes A from shared memory, and only takes
// whether it accumulates as an attribute; inline assembly has neither
// limitation. An accumulator is tied to the instruction's result, so that LLVM
// assigns both the same registers, as the instruction requires.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// Inline assembly under construction. Operands are numbered in the order in
/// which they are added, those tied to results first.
struct Assembly {
  ImplicitLocOpBuilder &b;
  SmallVector<Value> operands;
  SmallVector<Type> results;
  SmallVector<std::string> outputs, inputs;

  static StringRef getConstraint(Type type) {
    if (type.isF32())
      return "f";
    return type.isInteger(64) ? "l" : "r";
  }

  /// Adds registers that are read and written.
  void addUpdated(Value registers) {
    auto type = cast<LLVM::LLVMStructType>(registers.getType());
    for (auto [i, element] : llvm::enumerate(type.getBody())) {
      inputs.push_back(std::to_string(outputs.size()));
      outputs.push_back(("=" + getConstraint(element)).str());
      operands.push_back(LLVM::ExtractValueOp::create(b, registers, i));
      results.push_back(element);
    }
  }

  /// Adds an operand that is read and returns its name in the assembly. All
  /// updated registers must have been added before.
  std::string addRead(Value value) {
    std::string name = "$" + std::to_string(outputs.size() + operands.size());
    inputs.push_back(getConstraint(value.getType()).str());
    operands.push_back(value);
    return name;
  }

  /// `{$first, ...}`
  static std::string list(int64_t first, int64_t count) {
    std::string text = "{";
    for (int64_t i = first; i < first + count; ++i)
      text += (i == first ? "$" : ", $") + std::to_string(i);
    return text + "}";
  }

  /// Creates the op and returns the struct of the updated registers.
  Value create(const Twine &text) {
    SmallVector<std::string> constraints(outputs);
    llvm::append_range(constraints, inputs);
    constraints.push_back("~{memory}");
    auto assembly = LLVM::InlineAsmOp::create(
        b, LLVM::LLVMStructType::getLiteral(b.getContext(), results), operands,
        text.str(), llvm::join(constraints, ","), /*has_side_effects=*/true,
        /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
        /*asm_dialect=*/nullptr, /*operand_attrs=*/nullptr);
    return assembly.getRes();
  }
};

/// An address in shared memory. Those of the matmuls of a block of K only
/// differ in the constant.
struct TileAddress {
  Value base;
  int64_t offset; ///< in bytes
};

/// Returns the matrix descriptor of the tile at `address` (PTX ISA, "Matrix
/// descriptor format"); all fields are in units of 16 bytes. The offset is
/// added last, so that descriptors only differ by one addition: several
/// dependent instructions would take longer than a matmul of few columns.
Value createDescriptor(ImplicitLocOpBuilder &b, TileAddress address,
                       kernel::WgmmaComputeOp::Tile tile) {
  // The stride between groups of eight rows in a panel.
  int64_t rowGroup = 8 * std::max<int64_t>(tile.swizzle, 16);
  // The layout determines which field has the stride between cores of 16 bytes
  // along M, N or K.
  int64_t leading = tile.panelStride, stride = rowGroup;
  if (tile.isMNMajor && tile.swizzle == 0)
    std::swap(leading, stride);
  int64_t mode = tile.swizzle == 128  ? 1
                 : tile.swizzle == 64 ? 2
                 : tile.swizzle == 32 ? 3
                                      : 0;
  constexpr int64_t mask = (1 << 14) - 1;
  int64_t lowBits = (leading / 16 & mask) << 16,
          highBits = (stride / 16 & mask) << 32 | mode << 62;
  auto constant = [&](Type type, int64_t value) {
    return LLVM::ConstantOp::create(b, type, value);
  };
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  Value low = LLVM::PtrToIntOp::create(b, i32, address.base);
  low = LLVM::LShrOp::create(b, low, constant(i32, 4));
  low = LLVM::AndOp::create(b, low, constant(i32, mask));
  low =
      LLVM::AddOp::create(b, low, constant(i32, lowBits + address.offset / 16));
  return LLVM::OrOp::create(b, LLVM::ZExtOp::create(b, i64, low),
                            constant(i64, highBits));
}

struct LowerCompute : ConvertOpToLLVMPattern<kernel::WgmmaComputeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  /// Returns the address of the element of `memref` at `indices`, which were
  /// converted to `descriptor` and `converted`.
  TileAddress getAddress(ConversionPatternRewriter &rewriter, Value memref,
                         ValueRange indices, Value descriptor,
                         ValueRange converted) const {
    Location loc = memref.getLoc();
    auto type = cast<MemRefType>(memref.getType());
    SmallVector<int64_t> strides = type.getStridesAndOffset().first;
    int64_t bytes = kernel::getElementBytes(type.getElementType()), offset = 0;
    SmallVector<Value> others(converted);
    for (auto [index, other, stride] :
         llvm::zip_equal(indices, others, strides)) {
      std::optional<int64_t> constant = getConstantIntValue(index);
      if (!constant || ShapedType::isDynamic(stride))
        continue;
      offset += *constant * stride * bytes;
      other = createIndexAttrConstant(rewriter, loc, other.getType(), 0);
    }
    // What remains of an aligned address would otherwise not be aligned.
    if (offset % 16 != 0) {
      offset = 0;
      others.assign(converted.begin(), converted.end());
    }
    return {getStridedElementPtr(rewriter, loc, type, descriptor, others),
            offset};
  }

  LogicalResult
  matchAndRewrite(kernel::WgmmaComputeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Assembly assembly{b, {}, {}, {}, {}};
    assembly.addUpdated(adaptor.getAccumulator());
    std::string text = Assembly::list(0, assembly.outputs.size());
    if (kernel::FragmentType fragment = op.getFragmentA()) {
      int64_t count = fragment.getRegistersPerThread();
      text += ", " + Assembly::list(2 * assembly.outputs.size(), count);
      for (int64_t i = 0; i < count; ++i)
        assembly.addRead(LLVM::ExtractValueOp::create(b, adaptor.getA(), i));
    } else {
      text += ", " + assembly.addRead(createDescriptor(
                         b,
                         getAddress(rewriter, op.getA(), op.getAIndices(),
                                    adaptor.getA(), adaptor.getAIndices()),
                         op.getTileA()));
    }
    text += ", " + assembly.addRead(createDescriptor(
                       b,
                       getAddress(rewriter, op.getB(), op.getBIndices(),
                                  adaptor.getB(), adaptor.getBIndices()),
                       op.getTileB()));
    Value accumulate = adaptor.getAccumulate();
    accumulate =
        accumulate
            ? LLVM::ZExtOp::create(b, b.getI32Type(), accumulate).getResult()
            : LLVM::ConstantOp::create(b, b.getI32Type(), 1).getResult();
    std::string flag = assembly.addRead(accumulate);

    Type c = op.getAccumulator().getType().getElementType();
    Type elementA = op.getElementA(), elementB = op.getElementB();
    text += ", accumulate";
    if (!elementB.isInteger(8))
      text += llvm::formatv(", {0}, {1}", op.getNegateA() ? -1 : 1,
                            op.getNegateB() ? -1 : 1);
    if (elementB.isF16() || elementB.isBF16()) {
      if (!op.getFragmentA())
        text += op.getTileA().isMNMajor ? ", 1" : ", 0";
      text += op.getTileB().isMNMajor ? ", 1" : ", 0";
    }
    rewriter.replaceOp(
        op,
        assembly.create(llvm::formatv(
            "{{\n.reg .pred accumulate;\n"
            "setp.ne.b32 accumulate, {0}, 0;\n"
            "wgmma.mma_async.sync.aligned.m64n{1}k{2}{3}.{4}.{5}.{6} "
            "{7};\n}\n",
            flag, op.getN(), op.getK(), op.getSaturate() ? ".satfinite" : "",
            getPTXName(c, false), getPTXName(elementA, op.getUnsignedA()),
            getPTXName(elementB, op.getUnsignedB()), text)));
    return success();
  }
};

/// Passes the registers of the fragments through an instruction that orders
/// accesses to them, and replaces the op with the results.
void tieFragments(Operation *op, ValueRange fragments, const Twine &text,
                  ConversionPatternRewriter &rewriter) {
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  Assembly assembly{b, {}, {}, {}, {}};
  for (Value fragment : fragments)
    assembly.addUpdated(fragment);
  Value updated = assembly.create(text);
  SmallVector<Value> results;
  int64_t next = 0;
  for (Value fragment : fragments) {
    auto type = cast<LLVM::LLVMStructType>(fragment.getType());
    Value result = LLVM::PoisonOp::create(b, type);
    for (size_t i = 0; i < type.getBody().size(); ++i)
      result = LLVM::InsertValueOp::create(
          b, result, LLVM::ExtractValueOp::create(b, updated, next++), i);
    results.push_back(result);
  }
  rewriter.replaceOp(op, results);
}

struct LowerFence : ConvertOpToLLVMPattern<kernel::WgmmaFenceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::WgmmaFenceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getFragments().empty())
      rewriter.replaceOpWithNewOp<NVVM::WgmmaFenceAlignedOp>(op);
    else
      tieFragments(op, adaptor.getFragments(), "wgmma.fence.sync.aligned;",
                   rewriter);
    return success();
  }
};

struct LowerCommit : ConvertOpToLLVMPattern<kernel::WgmmaCommitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::WgmmaCommitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::WgmmaGroupSyncAlignedOp>(op);
    return success();
  }
};

struct LowerWait : ConvertOpToLLVMPattern<kernel::WgmmaWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::WgmmaWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getFragments().empty())
      rewriter.replaceOpWithNewOp<NVVM::WgmmaWaitGroupSyncOp>(op,
                                                              op.getPending());
    else
      tieFragments(op, adaptor.getFragments(),
                   "wgmma.wait_group.sync.aligned " + Twine(op.getPending()) +
                       ";",
                   rewriter);
    return success();
  }
};

struct LowerAnchor : ConvertOpToLLVMPattern<kernel::AnchorOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::AnchorOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LLVM::InlineAsmOp::create(
        rewriter, op.getLoc(), TypeRange(), adaptor.getValue(),
        "{ .reg .pred p; setp.lt.f32 p, $0, 0f00000000; @p nanosleep.u32 0; }",
        "f", /*has_side_effects=*/true, /*is_align_stack=*/false,
        LLVM::tailcallkind::TailCallKind::None, /*asm_dialect=*/nullptr,
        /*operand_attrs=*/nullptr);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerSetMaxRegisters
    : ConvertOpToLLVMPattern<kernel::SetMaxRegistersOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::SetMaxRegistersOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto action = op.getAction() == kernel::RegisterAction::increase
                      ? NVVM::SetMaxRegisterAction::increase
                      : NVVM::SetMaxRegisterAction::decrease;
    rewriter.replaceOpWithNewOp<NVVM::SetMaxRegisterOp>(op, op.getRegisters(),
                                                        action);
    return success();
  }
};

} // namespace

void mlir::zyn::populateWarpgroupPatterns(const LLVMTypeConverter &converter,
                                          RewritePatternSet &patterns) {
  patterns.add<LowerAnchor, LowerCommit, LowerCompute, LowerFence,
               LowerSetMaxRegisters, LowerWait>(converter);
}
