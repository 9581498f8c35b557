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
// Functions
//===----------------------------------------------------------------------===//

namespace {

/// Builds the function of all accesses of one kind, type and offset, which LLVM
/// inlines. So the passes before that see a call instead of thirty ops.
class AccessFunction {
public:
  /// The arguments after the frame and the window: the address, the number by
  /// which the library finds what the access is, and the value of a store.
  enum Argument : unsigned { kAddress = 2, kNumber, kValue };

  /// `builder` inserts into the function.
  AccessFunction(OpBuilder &builder, func::FuncOp function, uint64_t offset,
                 Type type, const DeviceLowering &lowering)
      : builder(builder, function.getLoc(), function.getArgument(0),
                function.getArgument(1), lowering),
        address(function.getArgument(kAddress)),
        number(function.getArgument(kNumber)), offset(offset), type(type) {}

  void buildLoad();
  void buildStore(Value value);

private:
  /// Builds the branch to the slow path, and the pointer of a fast access.
  Value buildFastPath();
  /// Continues with the slow path. Returns false if the slow path always traps.
  bool startSlowPath();
  /// Branches to a new block if the condition holds, as it almost always does,
  /// and continues there. Returns the block for the other case.
  Block *branch(Value condition);
  void trap();
  /// Calls a function of the library.
  func::CallOp callSlowPath(StringRef name, ValueRange arguments);

  DeviceBuilder builder;
  const Value address, number;
  const uint64_t offset;
  const Type type;
  bool hasSlowPath = true;
  Block *slowPath = nullptr;
};

} // namespace

Block *AccessFunction::branch(Value condition) {
  constexpr int32_t weights[] = {2000, 1};
  Region *body = builder.getBlock()->getParent();
  Block *usual = &body->emplaceBlock(), *other = &body->emplaceBlock();
  cf::CondBranchOp::create(builder, condition, usual, ValueRange(), other,
                           ValueRange(), builder.getDenseI32ArrayAttr(weights));
  builder.setInsertionPointToEnd(usual);
  return other;
}

void AccessFunction::trap() {
  builder.callMemoryLibrary("trap_at_access", number);
  LLVM::UnreachableOp::create(builder);
}

func::CallOp AccessFunction::callSlowPath(StringRef name,
                                          ValueRange arguments) {
  const DeviceLowering &lowering = builder.getLowering();
  SmallVector<Value> operands = {builder.getFrame()};
  llvm::append_range(operands, arguments);
  auto call = func::CallOp::create(builder, lowering.getLibraryFunction(name),
                                   operands);
  // The conversion to the llvm dialect keeps it.
  call->setAttr("tbaa", lowering.accessTag);
  return call;
}

Value AccessFunction::buildFastPath() {
  Access access(builder, address, offset, type);
  hasSlowPath = !access.isAlwaysFast();
  slowPath = branch(access.buildCheck());
  return access.buildPointer();
}

bool AccessFunction::startSlowPath() {
  builder.setInsertionPointToEnd(slowPath);
  if (!hasSlowPath) {
    trap();
    return false;
  }
  // The library checks bounds, too. A check here, if they are constant, lets
  // LLVM know how often a loop can step through the memory.
  const DeviceLowering &lowering = builder.getLowering();
  StringRef memory = lowering.getMemory().getSymName();
  if (!lowering.layout.getWord(memory)) {
    uint64_t bytes = type.getIntOrFloatBitWidth() / 8;
    Value end =
        builder.add(builder.extend(address), builder.buildI64(offset + bytes));
    Block *outside = branch(builder.compare(arith::CmpIPredicate::ule, end,
                                            builder.buildWord(memory)));
    Block *inside = builder.getBlock();
    builder.setInsertionPointToEnd(outside);
    trap();
    builder.setInsertionPointToEnd(inside);
  }
  return true;
}

void AccessFunction::buildLoad() {
  Value pointer = buildFastPath();
  func::ReturnOp::create(builder, builder.loadWords(pointer, type));
  if (!startSlowPath())
    return;
  func::CallOp call = callSlowPath("load_slowly", {address, number});
  func::ReturnOp::create(builder, builder.fromBits(call.getResult(0), type));
}

void AccessFunction::buildStore(Value value) {
  Value pointer = buildFastPath();
  builder.storeWords(pointer, value);
  func::ReturnOp::create(builder);
  if (!startSlowPath())
    return;
  callSlowPath("store_slowly", {address, number, builder.toBits(value)});
  func::ReturnOp::create(builder);
}

/// Creates the function that a call of these operands replaces an access with.
static func::FuncOp createFunction(Operation *op, uint64_t offset, Type type,
                                   ValueRange operands,
                                   const DeviceLowering &lowering) {
  OpBuilder builder = OpBuilder::atBlockEnd(lowering.device.getBody());
  std::string name;
  llvm::raw_string_ostream(name)
      << op->getName().stripDialect() << '_' << type << '_' << offset;
  auto function = func::FuncOp::create(
      builder, lowering.device.getLoc(), name,
      builder.getFunctionType(operands.getTypes(), op->getResultTypes()));
  addAttribute(function, builder.getStringAttr("alwaysinline"));
  builder.setInsertionPointToEnd(function.addEntryBlock());
  AccessFunction access(builder, function, offset, type, lowering);
  if (isa<LoadOp>(op))
    access.buildLoad();
  else
    access.buildStore(function.getArgument(AccessFunction::kValue));
  return function;
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Replaces a load, or the store of a value, with a call of its function.
template <typename OpTy>
static void replaceWithCall(PatternRewriter &rewriter, OpTy op, Type type,
                            ValueRange value, const DeviceLowering &lowering) {
  DeviceBuilder builder(rewriter, op, lowering);
  uint64_t offset = op.getOffset(), bytes = type.getIntOrFloatBitWidth() / 8;
  SmallVector<Value> operands = {
      builder.getFrame(), builder.getWindow(), op.getAddress(),
      builder.buildI32(lowering.addAccess(op, offset, bytes))};
  llvm::append_range(operands, value);
  func::FuncOp &function =
      lowering.getAccessFunction(op->getName(), type, offset);
  if (!function)
    function = createFunction(op, offset, type, operands, lowering);
  rewriter.replaceOpWithNewOp<func::CallOp>(op, function, operands);
}

namespace {

struct LowerLoad : DevicePattern<LoadOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(LoadOp op,
                                PatternRewriter &rewriter) const override {
    replaceWithCall(rewriter, op, op.getType(), {}, lowering);
    return success();
  }
};

struct LowerStore : DevicePattern<StoreOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(StoreOp op,
                                PatternRewriter &rewriter) const override {
    Value value = op.getValue();
    replaceWithCall(rewriter, op, value.getType(), value, lowering);
    return success();
  }
};

} // namespace

void zyn::populateMemoryAccessPatterns(RewritePatternSet &patterns,
                                       const DeviceLowering &lowering) {
  patterns.add<LowerLoad, LowerStore>(patterns.getContext(), lowering);
}
