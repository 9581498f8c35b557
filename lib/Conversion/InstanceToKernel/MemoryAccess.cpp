//===- MemoryAccess.cpp - Lowers loads and stores--------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FastAccess.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::zyn;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {

/// Builds the function of all accesses of one kind and form, which LLVM
/// inlines. So the passes before that see a call instead of thirty ops.
class AccessFunction {
public:
  /// The arguments after the frame and the window: the address, the offset, the
  /// number by which the library finds what the access is, and the value of a
  /// store.
  enum Argument : unsigned { kAddress = 2, kOffset, kNumber, kValue };

  /// `builder` inserts into the function.
  AccessFunction(OpBuilder &builder, func::FuncOp function, AccessForm form,
                 const DeviceLowering &lowering)
      : builder(builder, function.getLoc(), function.getArgument(0),
                function.getArgument(1), lowering),
        form(form), address(function.getArgument(kAddress)),
        offset(function.getArgument(kOffset)),
        number(function.getArgument(kNumber)) {}

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
  const AccessForm form;
  const Value address, offset, number;
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
  FastAccess access(builder, form, address, offset);
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
    Value begin = builder.add(builder.extend(address), builder.extend(offset));
    Value end = builder.add(begin, builder.buildI64(form.getBytes()));
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
  func::ReturnOp::create(builder, builder.loadWords(pointer, form.type));
  if (!startSlowPath())
    return;
  func::CallOp call = callSlowPath("load_slowly", {address, number});
  func::ReturnOp::create(builder,
                         builder.fromBits(call.getResult(0), form.type));
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
static func::FuncOp createFunction(Operation *op, StringRef name,
                                   AccessForm form, ValueRange operands,
                                   const DeviceLowering &lowering) {
  OpBuilder builder = OpBuilder::atBlockEnd(lowering.device.getBody());
  auto function = func::FuncOp::create(
      builder, lowering.device.getLoc(), name,
      builder.getFunctionType(operands.getTypes(), op->getResultTypes()));
  addAttribute(function, builder.getStringAttr("alwaysinline"));
  builder.setInsertionPointToEnd(function.addEntryBlock());
  AccessFunction access(builder, function, form, lowering);
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
  AccessForm form(type, op.getOffset(), lowering);
  unsigned number = lowering.addAccess(op, op.getOffset(), form.getBytes());
  SmallVector<Value> operands = {
      builder.getFrame(), builder.getWindow(), op.getAddress(),
      builder.buildI32(op.getOffset()), builder.buildI32(number)};
  llvm::append_range(operands, value);
  std::string name =
      (op->getName().stripDialect() + "_" + form.getName()).str();
  func::FuncOp &function = lowering.getAccessFunction(name);
  if (!function)
    function = createFunction(op, name, form, operands, lowering);
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
