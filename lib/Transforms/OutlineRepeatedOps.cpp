//===- OutlineRepeatedOps.cpp - One function for ops that are the same ----===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "StructuralHash.h"
#include "Zyn/Interfaces/ComputeOpInterface.h"
#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNOUTLINEREPEATEDOPS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using mlir::zyn::ComputeOpInterface;

/// Copies the constants from outside that the op's regions use into these, and
/// returns whether they then use nothing from outside.
static bool isolateRegions(Operation *op) {
  for (Region &region : op->getRegions()) {
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(region, used);
    for (Value value : used) {
      Operation *constant = value.getDefiningOp();
      if (!constant || !constant->hasTrait<OpTrait::ConstantLike>())
        return false;
    }
    for (Value value : used) {
      OpBuilder builder = OpBuilder::atBlockBegin(&region.front());
      Operation *copy = builder.clone(*value.getDefiningOp());
      replaceAllUsesInRegionWith(value, copy->getResult(0), region);
    }
  }
  return true;
}

/// Whether `buffer` is a global and `other` another one or an allocation, which
/// upstream's analysis does not tell apart.
static bool isOtherGlobal(Value buffer, Value other) {
  auto global = buffer.getDefiningOp<memref::GetGlobalOp>();
  Operation *definition = other.getDefiningOp();
  if (!global || !definition)
    return false;
  if (auto otherGlobal = dyn_cast<memref::GetGlobalOp>(definition))
    return global.getName() != otherGlobal.getName();
  return hasEffect<MemoryEffects::Allocate>(definition, other);
}

/// Whether accesses of the op to different operands can be reordered. Two
/// operands that are only read may overlap, which is not known of arguments of
/// a program: nothing can observe it.
static bool areDistinctObjects(ComputeOpInterface op, AliasAnalysis &aliases) {
  SmallVector<Value> destinations = op.getDpsInits();
  for (auto [i, buffer] : llvm::enumerate(op->getOperands()))
    for (Value other : op->getOperands().take_front(i)) {
      bool areRead = !llvm::is_contained(destinations, buffer) &&
                     !llvm::is_contained(destinations, other);
      if (buffer == other || (!areRead && !isOtherGlobal(buffer, other) &&
                              !isOtherGlobal(other, buffer) &&
                              !aliases.alias(buffer, other).isNo()))
        return false;
    }
  return true;
}

static bool isCandidate(ComputeOpInterface op, AliasAnalysis &aliases) {
  return op.hasPureBufferSemantics() &&
         llvm::is_contained(op.getLoopIteratorTypes(),
                            utils::IteratorType::reduction) &&
         op->getParentOfType<func::FuncOp>() &&
         !op->getParentWithTrait<OpTrait::HasParallelRegion>() &&
         areDistinctObjects(op, aliases) && isolateRegions(op);
}

namespace {

/// Ops by what they do with their operands.
struct OpInfo : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(Operation *op) {
    llvm::hash_code hash = OperationEquivalence::computeHash(
        op, /*hashOperands=*/hashType, /*hashResults=*/hashType,
        OperationEquivalence::IgnoreLocations);
    for (Region &region : op->getRegions())
      hash = llvm::hash_combine(hash, zyn::hashRegion(region));
    return hash;
  }

  static bool isEqual(Operation *a, Operation *b) {
    auto isMarker = [](Operation *op) {
      return op == getEmptyKey() || op == getTombstoneKey();
    };
    if (a == b || isMarker(a) || isMarker(b))
      return a == b;
    return a->getName() == b->getName() &&
           a->getAttrDictionary() == b->getAttrDictionary() &&
           a->getOperandTypes() == b->getOperandTypes() &&
           a->getNumRegions() == b->getNumRegions() &&
           llvm::all_of_zip(
               a->getRegions(), b->getRegions(), [](Region &a, Region &b) {
                 return OperationEquivalence::isRegionEquivalentTo(
                     &a, &b, OperationEquivalence::IgnoreLocations);
               });
  }

private:
  static llvm::hash_code hashType(Value value) {
    return hash_value(value.getType());
  }
};

struct ZynOutlineRepeatedOps
    : zyn::impl::ZynOutlineRepeatedOpsBase<ZynOutlineRepeatedOps> {
  void runOnOperation() override {
    auto &aliases = getAnalysis<AliasAnalysis>();
    llvm::MapVector<Operation *, SmallVector<Operation *>,
                    llvm::DenseMap<Operation *, unsigned, OpInfo>>
        kinds;
    getOperation()->walk([&](ComputeOpInterface op) {
      if (isCandidate(op, aliases))
        kinds[op].push_back(op);
    });
    SymbolTable symbols(getOperation());
    for (auto &[first, ops] : kinds)
      if (ops.size() > 1)
        outline(ops, symbols);
  }

private:
  /// Replaces `ops`, which are the same, by calls of a function.
  void outline(ArrayRef<Operation *> ops, SymbolTable &symbols) {
    Operation *first = ops.front();
    remark::passed(first->getLoc(),
                   remark::RemarkOpts::name("OutlineRepeatedOps")
                       .category("zyn-outline-repeated-ops"))
        << remark::reason("{0} ops that are the same call one function",
                          ops.size());
    func::FuncOp function = createFunction(first, symbols);
    for (Operation *op : ops) {
      OpBuilder builder(op);
      func::CallOp::create(builder, op->getLoc(), function, op->getOperands());
      op->erase();
    }
  }

  static func::FuncOp createFunction(Operation *op, SymbolTable &symbols) {
    Location loc = op->getLoc();
    OpBuilder builder(op->getContext());
    std::string name = op->getName().getStringRef().str();
    llvm::replace(name, '.', '_');
    auto function = func::FuncOp::create(
        builder, loc, name,
        builder.getFunctionType(op->getOperandTypes(), TypeRange()));
    function.setPrivate();
    symbols.insert(function);
    builder.setInsertionPointToStart(function.addEntryBlock());
    ValueRange operands = function.getArguments();
    if (operands.size() > 1)
      operands = memref::DistinctObjectsOp::create(builder, loc, operands)
                     .getResults();
    builder.clone(*op)->setOperands(operands);
    func::ReturnOp::create(builder, loc);
    return function;
  }
};

} // namespace
