//===- RowSteps.cpp - Rows as maps and reductions -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each pass over the rows is a map that computes what the reductions of the
// pass combine, unless that is an operand, and these reductions. Before it, a
// map computes the uniform values that the pass needs once for each row.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/RowSteps.h"

#include "Zyn/Dialect/Zyn/Analysis/RowPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

class RowSteps {
public:
  RowSteps(OpBuilder &builder, RowsOp op);

  void create(CreateRowReductions createReductions);

private:
  /// A buffer for values of each point, or row, one after the other.
  struct Storage {
    Value buffer;
    /// The value that it has at the end, if it is a destination.
    Value yielded;
    bool isPerRow;
    /// The value that it has now, or null.
    Value current;
  };

  void addDestinations();
  /// Whether `value` is used after `next` has been computed.
  bool isUsedAfter(Value value, Value next);
  /// Returns a buffer that `value` may be stored in.
  Value getBuffer(Value value, bool isPerRow);
  /// Whether `value`, which is uniform, is rather computed at each point than
  /// stored and loaded.
  bool isCheap(Value value);
  /// Returns a buffer with one element for each row, or each point.
  Value allocate(Type element, bool isPerRow);
  /// Returns `map` of all loops as one of the loops of a map of rows.
  AffineMap getMap(AffineMap map, bool isPerRow);
  /// Creates a map that stores `values` in `buffers`.
  void createMap(ArrayRef<Value> values, ArrayRef<Value> buffers,
                 bool isPerRow);
  /// Computes the uniform values that are used for the others that `needed`
  /// depends on.
  void createUniform(ArrayRef<Value> needed);
  /// Returns a buffer with the value of each point.
  Value getPoints(Value value);
  /// Returns the buffers with the results of a `zyn.reduce`.
  SmallVector<Value> createReduction(ReduceRowOp reduction);
  void createPass(ArrayRef<ReduceRowOp> reductions,
                  CreateRowReductions createReductions);

  ImplicitLocOpBuilder b;
  RowPasses passes;
  RowsOp op;
  AffineMap identity, ofRows;
  SmallVector<OpFoldResult> sizes;
  /// The values that are in buffers, and how these are indexed.
  StoredRowValues stored;
  IRMapping mapped;
  SmallVector<Value> temporaries;
  SmallVector<Storage> storages;
  unsigned pass = 0;
};

} // namespace

RowSteps::RowSteps(OpBuilder &builder, RowsOp op)
    : b(op.getLoc(), builder), passes(op), op(op),
      identity(b.getMultiDimIdentityMap(op.getNumLoops())),
      ofRows(identity.getSubMap(
          llvm::to_vector_of<unsigned>(op.getKeptDimensions()))) {
  auto computeOp = cast<ComputeOpInterface>(op.getOperation());
  for (OperandDimension dimension : computeOp.getLoopDimensions())
    sizes.push_back(memref::getMixedSize(b, op.getLoc(), dimension.getValue(),
                                         dimension.dim));
  for (auto [i, argument] : llvm::enumerate(op.getBlock()->getArguments()))
    stored[argument] = {op.getInputs()[i], op.getInputMap(i)};
  addDestinations();
}

void RowSteps::addDestinations() {
  Operation *yield = op.getBlock()->getTerminator();
  auto getAllocation = [](Value operand) {
    return memref::skipViewLikeOps(cast<MemrefValue>(operand))
        .getDefiningOp<memref::AllocOp>();
  };
  auto overlapsWithOthers = [&](memref::AllocOp allocation) {
    return llvm::count_if(op->getOperands(), [&](Value operand) {
             return getAllocation(operand) == allocation;
           }) > 1;
  };
  for (auto [i, init] : llvm::enumerate(op.getInits()))
    // What is not allocated here may overlap with inputs, too.
    if (memref::AllocOp allocation = getAllocation(init);
        allocation && !overlapsWithOthers(allocation))
      storages.push_back({init, yield->getOperand(i), op.isPerRow(i), Value()});
}

bool RowSteps::isUsedAfter(Value value, Value next) {
  IRMapping known = mapped;
  known.map(next, next);
  SmallVector<Value> needed(op.getBlock()->getTerminator()->getOperands());
  for (unsigned later = pass; later < passes.getNumPasses(); ++later)
    llvm::append_range(needed, passes.getNeeded(later));
  if (llvm::is_contained(needed, value))
    return true;
  return llvm::any_of(passes.getSlice(needed, known), [&](Operation *inner) {
    return inner
        ->walk([&](Operation *nested) {
          return llvm::is_contained(nested->getOperands(), value)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  });
}

Value RowSteps::getBuffer(Value value, bool isPerRow) {
  auto isFree = [&](const Storage &storage) {
    return storage.isPerRow == isPerRow &&
           getElementTypeOrSelf(storage.buffer) == value.getType() &&
           !(storage.current && isUsedAfter(storage.current, value));
  };
  // That of the value itself first.
  for (bool isOwn : {true, false})
    for (Storage &storage : storages)
      if ((storage.yielded == value) == isOwn && isFree(storage)) {
        storage.current = value;
        return storage.buffer;
      }
  Value buffer = allocate(value.getType(), isPerRow);
  storages.push_back({buffer, Value(), isPerRow, value});
  return buffer;
}

bool RowSteps::isCheap(Value value) {
  constexpr size_t maxOps = 3;
  SmallVector<Operation *> slice = passes.getSlice(value, mapped);
  llvm::erase_if(slice, [](Operation *inner) {
    return inner->hasTrait<OpTrait::ConstantLike>();
  });
  return slice.size() <= maxOps && llvm::all_of(slice, [](Operation *inner) {
           return isa<IndexOp, arith::AddIOp, arith::SubIOp, arith::MulIOp,
                      arith::IndexCastOp, arith::AddFOp, arith::SubFOp,
                      arith::MulFOp, arith::CmpFOp, arith::SelectOp>(inner);
         });
}

Value RowSteps::allocate(Type element, bool isPerRow) {
  SmallVector<OpFoldResult> chosen;
  for (AffineExpr expr : (isPerRow ? ofRows : identity).getResults())
    chosen.push_back(sizes[cast<AffineDimExpr>(expr).getPosition()]);
  auto [shape, dynamicSizes] = decomposeMixedValues(chosen);
  temporaries.push_back(memref::AllocOp::create(
      b, MemRefType::get(shape, element), dynamicSizes));
  return temporaries.back();
}

AffineMap RowSteps::getMap(AffineMap map, bool isPerRow) {
  if (!isPerRow)
    return map;
  SmallVector<unsigned> targets;
  for (AffineExpr expr : map.getResults())
    targets.push_back(*ofRows.getResultPosition(expr));
  return AffineMap::getMultiDimMapWithTargets(ofRows.getNumResults(), targets,
                                              b.getContext());
}

void RowSteps::createMap(ArrayRef<Value> values, ArrayRef<Value> buffers,
                         bool isPerRow) {
  SmallVector<Operation *> slice = passes.getSlice(values, mapped);
  llvm::SetVector<Value> read;
  auto addRead = [&](Value value) {
    if (stored.contains(value))
      read.insert(value);
  };
  llvm::for_each(values, addRead);
  for (Operation *inner : slice)
    inner->walk([&](Operation *nested) {
      llvm::for_each(nested->getOperands(), addRead);
    });
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (Value value : read) {
    auto [buffer, map] = stored.at(value);
    inputs.push_back(buffer);
    maps.push_back(getMap(map, isPerRow));
  }
  auto map = MapOp::create(b, TypeRange(), inputs, buffers,
                           b.getAffineMapArrayAttr(maps));
  OpBuilder::InsertionGuard guard(b);
  Block *body = b.createBlock(&map.getBody());
  IRMapping mapping;
  for (Value value : read)
    mapping.map(value, body->addArgument(value.getType(), op.getLoc()));
  for (Operation *inner : slice) {
    Operation *clone = b.clone(*inner, mapping);
    if (isPerRow)
      clone->walk([&](IndexOp index) {
        index.setDimension(*ofRows.getResultPosition(
            b.getAffineDimExpr(index.getDimension())));
      });
  }
  YieldOp::create(b, llvm::map_to_vector(values, [&](Value value) {
                    return mapping.lookupOrDefault(value);
                  }));
}

void RowSteps::createUniform(ArrayRef<Value> needed) {
  llvm::SetVector<Value> uniform;
  auto addUniform = [&](Value value) {
    Operation *definition = value.getDefiningOp();
    if (!stored.contains(value) && !passes.isVarying(value) && definition &&
        definition->getBlock() == op.getBlock() &&
        !definition->hasTrait<OpTrait::ConstantLike>() && !isCheap(value))
      uniform.insert(value);
  };
  for (Operation *inner : passes.getSlice(needed, mapped))
    if (llvm::any_of(inner->getResults(),
                     [&](Value value) { return passes.isVarying(value); }))
      inner->walk([&](Operation *nested) {
        llvm::for_each(nested->getOperands(), addUniform);
      });
  if (uniform.empty())
    return;
  SmallVector<Value> values = uniform.takeVector(), buffers;
  for (Value value : values)
    buffers.push_back(allocate(value.getType(), /*isPerRow=*/true));
  createMap(values, buffers, /*isPerRow=*/true);
  for (auto [value, buffer] : llvm::zip(values, buffers)) {
    stored[value] = {buffer, ofRows};
    mapped.map(value, value);
  }
}

Value RowSteps::getPoints(Value value) {
  if (auto it = stored.find(value);
      it != stored.end() && it->second.second == identity)
    return it->second.first;
  bool isVarying = passes.isVarying(value);
  Value buffer = isVarying ? getBuffer(value, /*isPerRow=*/false)
                           : allocate(value.getType(), /*isPerRow=*/false);
  createMap(value, buffer, /*isPerRow=*/false);
  if (isVarying) {
    stored[value] = {buffer, identity};
    mapped.map(value, value);
  }
  return buffer;
}

SmallVector<Value> RowSteps::createReduction(ReduceRowOp reduction) {
  SmallVector<Value> inputs = llvm::map_to_vector(
      reduction.getElements(), [&](Value value) { return getPoints(value); });
  SmallVector<Value> results;
  for (Value result : reduction.getResults()) {
    Value buffer = getBuffer(result, /*isPerRow=*/true);
    // That of a result which is not used again is free, but not yet.
    if (llvm::is_contained(results, buffer))
      buffer = allocate(result.getType(), /*isPerRow=*/true);
    results.push_back(buffer);
  }
  createMap(llvm::to_vector(reduction.getInits()), results, /*isPerRow=*/true);
  auto reduce =
      ReduceOp::create(b, TypeRange(), inputs, results, op.getDimensions());
  IRMapping mapping;
  reduction.getCombiner().cloneInto(&reduce.getCombiner(), mapping);
  return results;
}

void RowSteps::createPass(ArrayRef<ReduceRowOp> reductions,
                          CreateRowReductions createReductions) {
  SmallVector<Value> buffers;
  if (createReductions) {
    buffers = createReductions(reductions, stored);
    llvm::append_range(temporaries, buffers);
  } else {
    for (ReduceRowOp reduction : reductions)
      llvm::append_range(buffers, createReduction(reduction));
  }
  ArrayRef<Value> remaining = buffers;
  for (ReduceRowOp reduction : reductions)
    for (Value value : reduction.getResults()) {
      stored[value] = {remaining.consume_front(), ofRows};
      mapped.map(value, value);
    }
}

void RowSteps::create(CreateRowReductions createReductions) {
  for (; pass < passes.getNumPasses(); ++pass) {
    createUniform(passes.getNeeded(pass));
    if (pass < passes.getReductions().size())
      createPass(passes.getReductions()[pass], createReductions);
  }
  SmallVector<Value> values[2], buffers[2];
  for (auto [i, value] :
       llvm::enumerate(op.getBlock()->getTerminator()->getOperands())) {
    auto it = stored.find(value);
    if (it != stored.end() && it->second.first == op.getInits()[i])
      continue;
    values[op.isPerRow(i)].push_back(value);
    buffers[op.isPerRow(i)].push_back(op.getInits()[i]);
  }
  for (bool isPerRow : {false, true})
    if (!values[isPerRow].empty())
      createMap(values[isPerRow], buffers[isPerRow], isPerRow);
  for (Value temporary : temporaries)
    memref::DeallocOp::create(b, temporary);
}

void mlir::zyn::createRowSteps(OpBuilder &builder, RowsOp op,
                               CreateRowReductions createReductions) {
  RowSteps(builder, op).create(createReductions);
}
