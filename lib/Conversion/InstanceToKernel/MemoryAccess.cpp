//===- MemoryAccess.cpp - Lowers loads and stores--------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::zyn;

/// The bytes of a word.
static constexpr uint64_t wordBytes = 4;

namespace {

/// An access of `bytes` bytes at `address + offset`. A fast access is inside of
/// the memory and the window, and aligned to `unit` bytes, at most a word.
///
/// Rotating the address right by log2(unit) bits moves the bits that must be
/// zero to the top. So the number of the unit, which is needed anyway, is less
/// than the number of units of the window only if the address is aligned.
/// Subtracting the beginning of the window first makes addresses below it, like
/// those that overflow, greater than the size of any memory.
class Access {
public:
  Access(DeviceBuilder &builder, Value address, uint64_t offset, Type type)
      : builder(builder), address(address), offset(offset),
        window(builder.getWindowBegin()),
        bytes(type.getIntOrFloatBitWidth() / 8),
        unit(std::min<uint64_t>(bytes, wordBytes)) {}

  /// Returns whether the access is fast.
  Value buildCheck();
  /// Returns the pointer to the first word, or part of one, of a fast access.
  Value buildPointer();

  bool isAlwaysFast() const {
    return unit == 1 && !builder.getLowering().layout.hasMemoryOutsideWindow();
  }

private:
  Value rotate(Value value);
  /// The address, or the effective address, relative to the window, and what is
  /// left to add.
  Value getWordAddress();
  uint64_t getDisplacement() const {
    return offset <= window || offset % wordBytes
               ? 0
               : (offset - window) / wordBytes * kRowBytes;
  }

  DeviceBuilder &builder;
  const Value address;
  const uint64_t offset, window, bytes, unit;
};

} // namespace

Value Access::rotate(Value value) {
  unsigned distance = llvm::Log2_64(unit);
  if (distance == 0)
    return value;
  return LLVM::FshrOp::create(builder, value, value,
                              builder.buildI32(distance));
}

Value Access::getWordAddress() {
  if (offset == window || (offset > window && offset % wordBytes == 0))
    return address;
  return builder.add(address, builder.buildI32(offset - window));
}

Value Access::buildCheck() {
  Value size = builder.buildFastEnd();
  Value units = size;
  if (unit > 1)
    units = arith::ShRUIOp::create(builder, size,
                                   builder.buildI32(llvm::Log2_64(unit)));
  bool isRelative = offset <= window, isMultiple = offset % unit == 0;
  // The units that an access to the first one needs after it, and the number of
  // that one.
  uint64_t after = bytes / unit - 1;
  if (isRelative)
    after += window / unit;
  else if (isMultiple)
    after += offset / unit;
  if (after > 0) {
    Value subtrahend = builder.buildI32(after);
    if (after * unit <= builder.getLowering().layout.getLeastWindowEnd())
      units = arith::SubIOp::create(builder, units, subtrahend);
    else
      units =
          LLVM::CallIntrinsicOp::create(builder, builder.getI32Type(),
                                        builder.getStringAttr("llvm.usub.sat"),
                                        ValueRange{units, subtrahend})
              .getResults();
  }
  if (isRelative)
    return builder.compare(arith::CmpIPredicate::ult, rotate(getWordAddress()),
                           units);
  if (isMultiple)
    return builder.compare(arith::CmpIPredicate::ult, rotate(address), units);
  Value sum = builder.add(address, builder.buildI32(offset));
  Value hasNoCarry = builder.compare(arith::CmpIPredicate::uge, sum, address);
  Value isInside =
      builder.compare(arith::CmpIPredicate::ult, rotate(sum), units);
  return arith::AndIOp::create(builder, hasNoCarry, isInside);
}

Value Access::buildPointer() {
  Value start = getWordAddress();
  Value two = builder.buildI32(2);
  Value word = bytes >= wordBytes
                   ? Value(LLVM::FshrOp::create(builder, start, start, two))
                   : Value(arith::ShRUIOp::create(builder, start, two));
  Type pointer = builder.getPointerType(kGlobalSpace);
  Value row = LLVM::GEPOp::create(
      builder, pointer,
      LLVM::LLVMArrayType::get(builder.getI8Type(), kRowBytes),
      builder.getWindow(), builder.extend(word));
  if (bytes < wordBytes) {
    Value byte =
        arith::AndIOp::create(builder, start, builder.buildI32(wordBytes - 1));
    row = LLVM::GEPOp::create(builder, pointer, builder.getI8Type(), row,
                              builder.extend(byte));
  }
  uint64_t displacement = getDisplacement();
  if (displacement == 0)
    return row;
  return LLVM::GEPOp::create(builder, pointer, builder.getI8Type(), row,
                             builder.buildI64(displacement));
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Branches to `fast` or `slow`, whose code these functions build, and then
/// continues at the op. Both return what replaces the op's result, or null.
static Value buildBranch(DeviceBuilder &builder, PatternRewriter &rewriter,
                         Operation *op, Value isFast,
                         function_ref<Value(DeviceBuilder &)> fast,
                         function_ref<Value(DeviceBuilder &)> slow,
                         const DeviceLowering &lowering) {
  constexpr int32_t weights[] = {2000, 1};
  Block *before = op->getBlock();
  Block *after = rewriter.splitBlock(before, op->getIterator());
  Value result;
  for (Type type : op->getResultTypes())
    result = after->addArgument(type, op->getLoc());
  auto build = [&](Block *block, function_ref<Value(DeviceBuilder &)> body) {
    rewriter.setInsertionPointToEnd(block);
    DeviceBuilder inner(rewriter, op, lowering);
    Value value = body(inner);
    cf::BranchOp::create(inner, after,
                         value ? ValueRange(value) : ValueRange());
  };
  Block *fastBlock = rewriter.createBlock(after);
  build(fastBlock, fast);
  Block *slowBlock =
      rewriter.createBlock(after->getParent(), after->getParent()->end());
  build(slowBlock, slow);
  rewriter.setInsertionPointToEnd(before);
  cf::CondBranchOp::create(rewriter, op->getLoc(), isFast, fastBlock,
                           ValueRange(), slowBlock, ValueRange(),
                           rewriter.getDenseI32ArrayAttr(weights));
  rewriter.setInsertionPoint(op);
  return result;
}

/// Builds the beginning of the slow path of an access. Returns the arguments of
/// the function of the library: the address, and a number by which the function
/// finds what the access is.
static SmallVector<Value> buildSlowArguments(DeviceBuilder &builder,
                                             Operation *op, Value address,
                                             uint64_t offset, Type type) {
  const DeviceLowering &lowering = builder.getLowering();
  StringRef memory = lowering.getMemory().getSymName();
  uint64_t bytes = type.getIntOrFloatBitWidth() / 8;
  // The function also checks bounds. If they are constant, this lets LLVM know
  // how often a loop can step through the memory.
  if (!lowering.layout.getWord(memory))
    builder.checkRange(builder.extend(address),
                       builder.buildI64(offset + bytes),
                       builder.buildWord(memory), TrapKind::memory_bounds);
  return {address, builder.buildI32(lowering.addAccess(op, offset, bytes))};
}

static void trapUnless(DeviceBuilder &builder, Value condition) {
  Value one = arith::ConstantOp::create(builder, builder.getBoolAttr(true));
  builder.trapIf(arith::XOrIOp::create(builder, condition, one),
                 TrapKind::memory_bounds);
}

namespace {

struct LowerLoad : DevicePattern<LoadOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(LoadOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    Access access(builder, op.getAddress(), op.getOffset(), op.getType());
    Value isFast = access.buildCheck();
    auto load = [&](DeviceBuilder &inner) {
      Access access(inner, op.getAddress(), op.getOffset(), op.getType());
      return inner.loadWords(access.buildPointer(), op.getType());
    };
    if (access.isAlwaysFast()) {
      trapUnless(builder, isFast);
      rewriter.replaceOp(op, load(builder));
      return success();
    }
    auto loadSlowly = [&](DeviceBuilder &inner) {
      Value bits = inner.callMemoryLibrary(
          "load_slowly", buildSlowArguments(inner, op, op.getAddress(),
                                            op.getOffset(), op.getType()));
      return inner.fromBits(bits, op.getType());
    };
    rewriter.replaceOp(op, buildBranch(builder, rewriter, op, isFast, load,
                                       loadSlowly, lowering));
    return success();
  }
};

struct LowerStore : DevicePattern<StoreOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(StoreOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    Type type = op.getValue().getType();
    Access access(builder, op.getAddress(), op.getOffset(), type);
    Value isFast = access.buildCheck();
    auto store = [&](DeviceBuilder &inner) {
      Access access(inner, op.getAddress(), op.getOffset(), type);
      inner.storeWords(access.buildPointer(), op.getValue());
      return Value();
    };
    if (access.isAlwaysFast()) {
      trapUnless(builder, isFast);
      store(builder);
      rewriter.eraseOp(op);
      return success();
    }
    auto storeSlowly = [&](DeviceBuilder &inner) {
      SmallVector<Value> arguments =
          buildSlowArguments(inner, op, op.getAddress(), op.getOffset(), type);
      arguments.push_back(inner.toBits(op.getValue()));
      return inner.callMemoryLibrary("store_slowly", arguments);
    };
    buildBranch(builder, rewriter, op, isFast, store, storeSlowly, lowering);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void zyn::populateMemoryAccessPatterns(RewritePatternSet &patterns,
                                       const DeviceLowering &lowering) {
  patterns.add<LowerLoad, LowerStore>(patterns.getContext(), lowering);
}
