//===- Atomics.cpp - Atomic accesses --------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "Zyn/Dialect/Kernel/IR/MemorySpaces.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

/// Returns the name of a scope in PTX.
static StringRef getPTXScope(kernel::Scope scope) {
  switch (scope) {
  case kernel::Scope::cluster:
    return "cluster";
  case kernel::Scope::device:
    return "gpu";
  case kernel::Scope::system:
    return "sys";
  default:
    return "cta";
  }
}

/// Returns the name of a scope in LLVM's NVPTX backend.
static StringRef getSyncScope(kernel::Scope scope) {
  if (scope == kernel::Scope::system)
    return "";
  return kernel::stringifyScope(scope);
}

/// Returns the state space for the mnemonic; empty for a generic address.
static StringRef getPTXSpace(MemRefType type) {
  switch (kernel::getMemorySpace(type).value()) {
  case kernel::MemorySpace::Global:
    return ".global";
  case kernel::MemorySpace::Shared:
    return ".shared";
  case kernel::MemorySpace::Cluster:
    return ".shared::cluster";
  default:
    return "";
  }
}

/// Returns the operation and its type, such as "min.s32".
static std::string getPTXOperation(kernel::AtomicKind kind, Type type) {
  std::string bits = std::to_string(type.getIntOrFloatBitWidth());
  switch (kind) {
  case kernel::AtomicKind::add:
  case kernel::AtomicKind::sub:
    if (type.isF16() || type.isBF16())
      return "add.noftz." + std::string(type.isF16() ? "f16" : "bf16");
    return (isa<FloatType>(type) ? "add.f" : "add.u") + bits;
  case kernel::AtomicKind::min:
    return "min.s" + bits;
  case kernel::AtomicKind::max:
    return "max.s" + bits;
  case kernel::AtomicKind::umin:
    return "min.u" + bits;
  case kernel::AtomicKind::umax:
    return "max.u" + bits;
  case kernel::AtomicKind::And:
    return "and.b" + bits;
  case kernel::AtomicKind::Or:
    return "or.b" + bits;
  case kernel::AtomicKind::Xor:
    return "xor.b" + bits;
  case kernel::AtomicKind::exchange:
    return "exch.b" + bits;
  case kernel::AtomicKind::inc:
    return "inc.u32";
  case kernel::AtomicKind::dec:
    return "dec.u32";
  }
  llvm_unreachable("unknown kind of atomic");
}

/// Returns the inline assembly constraint of a register.
static std::string getConstraint(Type type) {
  switch (type.getIntOrFloatBitWidth()) {
  case 16:
    return "h";
  case 64:
    return type.isF64() ? "d" : "l";
  default:
    return type.isF32() ? "f" : "r";
  }
}

/// Returns the type of the register that holds a `type`: 16-bit floats have no
/// registers of their own.
static Type getRegisterType(Type type) {
  if (type.isF16() || type.isBF16())
    return IntegerType::get(type.getContext(), 16);
  return type;
}

static Value bitcast(OpBuilder &builder, Location loc, Type type, Value value) {
  if (value.getType() == type)
    return value;
  return LLVM::BitcastOp::create(builder, loc, type, value);
}

namespace {

template <typename SourceOp>
struct AtomicPattern : ConvertOpToLLVMPattern<SourceOp> {
  using ConvertOpToLLVMPattern<SourceOp>::ConvertOpToLLVMPattern;

  Value getPointer(SourceOp op, typename SourceOp::Adaptor adaptor,
                   ConversionPatternRewriter &rewriter) const {
    return this->getStridedElementPtr(
        rewriter, op.getLoc(), cast<MemRefType>(op.getMemref().getType()),
        adaptor.getMemref(), adaptor.getIndices());
  }

  /// Emits one instruction on an address and values of one type. This is inline
  /// assembly because LLVM 22 drops the scope and order of an `atomicrmw` and
  /// expands a 16-bit `cmpxchg` to a loop.
  static Value emit(ConversionPatternRewriter &rewriter, Location loc,
                    StringRef mnemonic, Value address, ValueRange values,
                    bool hasResult) {
    Type type = values[0].getType(), inRegister = getRegisterType(type);
    std::string constraint = getConstraint(inRegister), constraints = "l",
                text = mnemonic.str() + (hasResult ? " $0, [$1]" : " [$0]");
    SmallVector<Value> operands = {address};
    for (Value value : values) {
      constraints += "," + constraint;
      text += ", $" + std::to_string(operands.size() + hasResult);
      operands.push_back(bitcast(rewriter, loc, inRegister, value));
    }
    if (hasResult)
      constraints = "=" + constraint + "," + constraints;
    auto assembly = LLVM::InlineAsmOp::create(
        rewriter, loc,
        hasResult ? inRegister : LLVM::LLVMVoidType::get(rewriter.getContext()),
        operands, text + ";", constraints + ",~{memory}",
        /*has_side_effects=*/true, /*is_align_stack=*/false,
        LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
        ArrayAttr());
    if (!hasResult)
      return Value();
    return bitcast(rewriter, loc, type, assembly.getResult(0));
  }
};

struct LowerAtomic : AtomicPattern<kernel::AtomicOp> {
  using AtomicPattern::AtomicPattern;

  LogicalResult
  matchAndRewrite(kernel::AtomicOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getValue().getType();
    Value value = adaptor.getValue();
    if (op.getKind() == kernel::AtomicKind::sub)
      value = negate(rewriter, loc, value);
    bool hasResult = !op.getResult().use_empty() || !canUseRed(op);
    std::string mnemonic =
        (Twine(hasResult ? "atom." : "red.") +
         kernel::stringifyMemoryOrder(op.getOrder()) + "." +
         getPTXScope(op.getScope()) + getPTXSpace(op.getMemref().getType()) +
         "." + getPTXOperation(op.getKind(), type))
            .str();
    Value old = emit(rewriter, loc, mnemonic, getPointer(op, adaptor, rewriter),
                     value, hasResult);
    if (hasResult)
      rewriter.replaceOp(op, old);
    else
      rewriter.eraseOp(op);
    return success();
  }

private:
  /// Returns whether there is an instruction without a result (`red`), which
  /// cannot acquire.
  static bool canUseRed(kernel::AtomicOp op) {
    return op.getKind() != kernel::AtomicKind::exchange &&
           (op.getOrder() == kernel::MemoryOrder::relaxed ||
            op.getOrder() == kernel::MemoryOrder::release);
  }

  /// Negates the operand of a subtraction, since there is no atomic one.
  static Value negate(OpBuilder &builder, Location loc, Value value) {
    Type type = value.getType();
    if (isa<FloatType>(type))
      return LLVM::FNegOp::create(builder, loc, value);
    Value zero = LLVM::ConstantOp::create(builder, loc, type,
                                          builder.getIntegerAttr(type, 0));
    return LLVM::SubOp::create(builder, loc, zero, value);
  }
};

struct LowerAtomicCas : AtomicPattern<kernel::AtomicCasOp> {
  using AtomicPattern::AtomicPattern;

  LogicalResult
  matchAndRewrite(kernel::AtomicCasOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::string bits =
        std::to_string(op.getExpected().getType().getIntOrFloatBitWidth());
    std::string mnemonic =
        (Twine("atom.") + kernel::stringifyMemoryOrder(op.getOrder()) + "." +
         getPTXScope(op.getScope()) + getPTXSpace(op.getMemref().getType()) +
         ".cas.b" + bits)
            .str();
    rewriter.replaceOp(op, emit(rewriter, op.getLoc(), mnemonic,
                                getPointer(op, adaptor, rewriter),
                                {adaptor.getExpected(), adaptor.getDesired()},
                                /*hasResult=*/true));
    return success();
  }
};

/// LLVM has relaxed accesses, acquiring loads and releasing stores.
LLVM::AtomicOrdering getOrdering(kernel::MemoryOrder order) {
  switch (order) {
  case kernel::MemoryOrder::acquire:
    return LLVM::AtomicOrdering::acquire;
  case kernel::MemoryOrder::release:
    return LLVM::AtomicOrdering::release;
  default:
    return LLVM::AtomicOrdering::monotonic;
  }
}

struct LowerAtomicLoad : AtomicPattern<kernel::AtomicLoadOp> {
  using AtomicPattern::AtomicPattern;

  LogicalResult
  matchAndRewrite(kernel::AtomicLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = getTypeConverter()->convertType(op.getResult().getType());
    unsigned bits = type.getIntOrFloatBitWidth();
    Value value = LLVM::LoadOp::create(
        rewriter, loc, rewriter.getIntegerType(bits),
        getPointer(op, adaptor, rewriter), /*alignment=*/bits / 8,
        /*isVolatile=*/false, /*isNonTemporal=*/false, /*isInvariant=*/false,
        /*isInvariantGroup=*/false, getOrdering(op.getOrder()),
        getSyncScope(op.getScope()));
    rewriter.replaceOp(op, bitcast(rewriter, loc, type, value));
    return success();
  }
};

struct LowerAtomicStore : AtomicPattern<kernel::AtomicStoreOp> {
  using AtomicPattern::AtomicPattern;

  LogicalResult
  matchAndRewrite(kernel::AtomicStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    unsigned bits = adaptor.getValue().getType().getIntOrFloatBitWidth();
    LLVM::StoreOp::create(
        rewriter, loc,
        bitcast(rewriter, loc, rewriter.getIntegerType(bits),
                adaptor.getValue()),
        getPointer(op, adaptor, rewriter), /*alignment=*/bits / 8,
        /*isVolatile=*/false, /*isNonTemporal=*/false,
        /*isInvariantGroup=*/false, getOrdering(op.getOrder()),
        getSyncScope(op.getScope()));
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void mlir::zyn::populateAtomicPatterns(const LLVMTypeConverter &converter,
                                       RewritePatternSet &patterns) {
  patterns.add<LowerAtomic, LowerAtomicCas, LowerAtomicLoad, LowerAtomicStore>(
      converter);
}
