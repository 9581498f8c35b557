//===- Calls.cpp - Lowers indirect calls-----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::zyn;

/// Returns the functions that references can refer to.
static SetVector<StringAttr> findReferences(ModuleOp module,
                                            const DeviceLowering &lowering) {
  SetVector<StringAttr> names;
  auto add = [&](Attribute value) {
    if (auto name = dyn_cast_or_null<FlatSymbolRefAttr>(value))
      names.insert(name.getAttr());
  };
  for (auto elements : module.getOps<ElementsOp>())
    llvm::for_each(elements.getValues(), add);
  for (auto global : module.getOps<GlobalOp>())
    add(global.getValueAttr());
  lowering.device->walk([&](RefFuncOp op) { add(op.getFunctionAttr()); });
  return names;
}

namespace {
/// Lowers all indirect calls of a module.
class IndirectCalls {
public:
  IndirectCalls(ModuleOp module, const DeviceLowering &lowering)
      : lowering(lowering), names(findReferences(module, lowering)) {}

  void lower(CallIndirectOp call);

private:
  func::FuncOp getSelector(CallIndirectOp call);
  func::FuncOp buildSelector(CallIndirectOp call, unsigned type);

  const DeviceLowering &lowering;
  const SetVector<StringAttr> names;
  /// By number of the type.
  DenseMap<unsigned, func::FuncOp> selectors;
};
} // namespace

/// Builds a function that calls the function that its first argument after the
/// frame and the memory, a number plus 1, refers to.
func::FuncOp IndirectCalls::buildSelector(CallIndirectOp call, unsigned type) {
  OpBuilder outer = OpBuilder::atBlockEnd(lowering.device.getBody());
  auto caller = call->getParentOfType<func::FuncOp>();
  SmallVector<Type> inputs(caller.getArgumentTypes().take_front(2));
  inputs.push_back(outer.getI32Type());
  llvm::append_range(inputs, call.getArguments().getTypes());
  auto function = func::FuncOp::create(
      outer, lowering.device.getLoc(), ("select." + Twine(type)).str(),
      outer.getFunctionType(inputs, call.getResultTypes()));
  function.setPrivate();
  Block *entry = function.addEntryBlock();
  SmallVector<Value> arguments(entry->getArguments().take_front(2));
  llvm::append_range(arguments, entry->getArguments().drop_front(3));

  SmallVector<int32_t> numbers;
  SmallVector<Block *> blocks;
  for (StringAttr name : names) {
    func::FuncOp callee = lowering.lookUpFunction(name);
    if (!callee || lowering.getTypeNumber(callee) != type)
      continue;
    Block *block = function.addBlock();
    OpBuilder inner = OpBuilder::atBlockEnd(block);
    auto selected =
        func::CallOp::create(inner, function.getLoc(), callee, arguments);
    func::ReturnOp::create(inner, function.getLoc(), selected.getResults());
    numbers.push_back(lowering.getReference(name));
    blocks.push_back(block);
  }
  // The caller has checked the type.
  Block *none = function.addBlock();
  OpBuilder inner = OpBuilder::atBlockEnd(none);
  LLVM::UnreachableOp::create(inner, function.getLoc());
  inner.setInsertionPointToEnd(entry);
  SmallVector<ValueRange> noOperands(blocks.size());
  cf::SwitchOp::create(inner, function.getLoc(), entry->getArgument(2), none,
                       ValueRange(), numbers, blocks, noOperands);
  return function;
}

func::FuncOp IndirectCalls::getSelector(CallIndirectOp call) {
  unsigned type = lowering.getTypeNumber(call);
  func::FuncOp &selector = selectors[type];
  if (!selector)
    selector = buildSelector(call, type);
  return selector;
}

void IndirectCalls::lower(CallIndirectOp call) {
  OpBuilder outer(call);
  DeviceBuilder builder(outer, call, lowering);
  Value reference = loadElement(builder, call.getTable(), call.getIndex(),
                                TrapKind::undefined_element);
  builder.trapIf(
      builder.compare(arith::CmpIPredicate::eq, reference, builder.buildI64(0)),
      TrapKind::uninitialized_element);
  Value types = builder.addressOf(lowering.getFunctionTypes());
  Value pointer = LLVM::GEPOp::create(builder, types.getType(),
                                      builder.getI64Type(), types, reference);
  Value type = LLVM::LoadOp::create(builder, builder.getI64Type(), pointer);
  Value expected = builder.buildI64(lowering.getTypeNumber(call));
  builder.trapIf(builder.compare(arith::CmpIPredicate::ne, type, expected),
                 TrapKind::call_type_mismatch);
  SmallVector<Value> arguments = {
      builder.getFrame(), builder.getWindow(),
      arith::TruncIOp::create(builder, builder.getI32Type(), reference)};
  llvm::append_range(arguments, call.getArguments());
  auto selected = func::CallOp::create(builder, getSelector(call), arguments);
  call.replaceAllUsesWith(selected.getResults());
  call.erase();
}

void zyn::lowerIndirectCalls(ModuleOp module, const DeviceLowering &lowering) {
  IndirectCalls calls(module, lowering);
  lowering.device->walk([&](CallIndirectOp call) { calls.lower(call); });
}
