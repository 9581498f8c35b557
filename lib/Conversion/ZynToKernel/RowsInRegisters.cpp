//===- RowsInRegisters.cpp - Rows in the registers of lanes ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowsKernel.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

int64_t mlir::zyn::getMaxVectors(const RowPlan &plan, int64_t width) {
  RowsOp op = plan.op;
  int64_t bodyOps = op.getBlock()->getOperations().size();
  int64_t held = plan.schedule.heldBytes / (plan.passes.getHeldBytes() * width);
  return std::min(held, plan.schedule.maxBodyOps / (bodyOps * width));
}

int64_t mlir::zyn::getRowsOfBlock(const RowPlan &plan, const RowsShape &shape) {
  const RowSchedule &schedule = plan.schedule;
  int64_t rowBytes =
      shape.lanes * shape.vectors * shape.width * plan.elementBytes;
  int64_t rows =
      llvm::PowerOf2Ceil(llvm::divideCeil(schedule.minBlockBytes, rowBytes));
  return std::max<int64_t>({schedule.threads / shape.lanes, 1,
                            std::min(rows, schedule.maxThreads / shape.lanes)});
}

int64_t mlir::zyn::getMaxBlocks(const RowPlan &plan) {
  // Blocks only wait for each other to combine values.
  return plan.passes.getReductions().empty() ? 1 : plan.schedule.maxBlocks;
}

int64_t mlir::zyn::getNarrowFactor(const RowPlan &plan, int64_t width,
                                   int64_t lanes) {
  // A few lanes would access less than 32 bytes next to each other.
  return lanes < limits::warpSize ? 1
                                  : std::min<int64_t>(plan.maxWidth / width, 4);
}

StringRef mlir::zyn::chooseRegisterShape(const RowPlan &plan,
                                         RowsShape &shape) {
  if (!plan.length)
    return "the length of a row is not known";
  const RowSchedule &schedule = plan.schedule;
  int64_t numVectors = *plan.length / plan.width;
  int64_t most = getMaxVectors(plan, plan.width);
  if (most == 0)
    return "a vector does not fit into the registers of a lane";
  // Few lanes, so that each one has several loads in flight.
  int64_t held = schedule.vectors;
  held *= getNarrowFactor(plan, plan.width, numVectors / held);
  int64_t lanes =
      llvm::PowerOf2Ceil(llvm::divideCeil(numVectors, std::min(held, most)));
  shape.width = plan.width;
  shape.lanes = std::min<int64_t>(lanes, limits::maxThreadsPerBlock);
  int64_t maxBlocks = getMaxBlocks(plan);
  shape.blocks =
      llvm::PowerOf2Ceil(llvm::divideCeil(numVectors, shape.lanes * most));
  if (shape.blocks > maxBlocks)
    return maxBlocks > 1 ? "a row does not fit into the registers of a cluster"
                         : "a row does not fit into the registers of a block";
  shape.vectors = llvm::divideCeil(numVectors, shape.getNumLanes());
  // Few long rows have more blocks, if there are multiprocessors for them.
  while (plan.numRows && shape.lanes == limits::maxThreadsPerBlock &&
         2 * shape.blocks <= maxBlocks && shape.vectors > 2 &&
         2 * shape.blocks * *plan.numRows <= schedule.multiprocessors) {
    shape.blocks *= 2;
    shape.vectors = llvm::divideCeil(numVectors, shape.getNumLanes());
  }
  shape.rows = getRowsOfBlock(plan, shape);
  // All lanes of all blocks must have a vector.
  if (shape.blocks > 1 && numVectors < shape.getNumLanes())
    return "only one vector fits into the registers of a lane";
  return "";
}

namespace {

/// The vectors of a thread, which keeps them in registers.
class HeldRow {
public:
  HeldRow(RowsKernel &kernel);

  void reduce(unsigned pass);
  void store();

private:
  Value isValid(int64_t vector);
  /// Whether lanes have many vectors, the last of which may not exist.
  bool isLong() const {
    return kernel.shape.vectors > kernel.plan.schedule.vectors;
  }
  /// Whether vectors that do not exist are not computed either. That is faster
  /// if no other block is resident, which would read or write meanwhile.
  bool computesExisting() const {
    return isLong() && kernel.shape.lanes == limits::maxThreadsPerBlock;
  }
  /// Calls `build` for the first vector of each group and the one after its
  /// last. There is one branch for a group of vectors that may not exist, which
  /// has the elements of a wide one.
  void forEachGroup(function_ref<void(int64_t, int64_t)> build);
  /// Combines all elements of one vector.
  Elements combineVector(RowReductions &row, const RowVectors &vector);
  /// Combines `total`, which is empty before the first vector, and `elements`
  /// if their vector exists, as that with number `known` does.
  Elements combineExisting(RowReductions &row, const Elements &total,
                           const Elements &elements, int64_t vector,
                           int64_t known = 0);
  /// Combines the elements that the lane has of the row.
  Elements combine(RowReductions &row);
  /// Computes and combines those that exist. Keeps what later passes use.
  Elements computeAndCombine(RowReductions &row, ArrayRef<Value> needed,
                             ArrayRef<Value> held);

  RowsKernel &kernel;
  SmallVector<Value> indices;
  RowVectors values;
};

} // namespace

/// Whether all lanes have a vector with this number.
static bool isComplete(RowsKernel &kernel, int64_t vector) {
  std::optional<int64_t> known = getConstantIntValue(kernel.numVectors);
  return known && (vector + 1) * kernel.shape.getNumLanes() <= *known;
}

/// Returns the numbers of the thread's vectors in the row.
static SmallVector<Value> getIndices(RowsKernel &kernel) {
  IndexBuilder &b = kernel.device();
  const RowsShape &shape = kernel.shape;
  Value first = kernel.lane;
  if (shape.blocks > 1)
    first = b.add(b.mul(kernel.block, shape.lanes), first);
  SmallVector<Value> indices;
  for (int64_t v = 0; v < shape.vectors; ++v)
    indices.push_back(b.add(first, v * shape.getNumLanes()));
  return indices;
}

/// Returns the number of a vector, which is below 2^32, as it is compared.
/// There are many narrow ones, whose numbers have 32 bits, since ptxas keeps
/// them in registers.
static Value getCompared(RowsKernel &kernel, Value number) {
  bool isNarrow = kernel.shape.width == 1;
  return isNarrow ? kernel.device().narrow(number) : number;
}

/// Returns them, but others that exist instead of those that do not.
static SmallVector<Value> getExisting(RowsKernel &kernel,
                                      ArrayRef<Value> indices) {
  IndexBuilder &b = kernel.device();
  Value last = getCompared(kernel, b.sub(kernel.numVectors, b.constant(1)));
  SmallVector<Value> existing;
  for (auto [v, index] : llvm::enumerate(indices))
    existing.push_back(isComplete(kernel, v)
                           ? index
                           : b.widen(b.min(getCompared(kernel, index), last)));
  return existing;
}

HeldRow::HeldRow(RowsKernel &kernel)
    : kernel(kernel), indices(getIndices(kernel)),
      values(kernel.context, getExisting(kernel, indices)) {}

Value HeldRow::isValid(int64_t vector) {
  IndexBuilder &b = kernel.device();
  if (isComplete(kernel, vector))
    return arith::ConstantIntOp::create(b, 1, 1);
  return b.less(getCompared(kernel, indices[vector]),
                getCompared(kernel, kernel.numVectors));
}

Elements HeldRow::combineVector(RowReductions &row, const RowVectors &vector) {
  Elements elements;
  for (int64_t i = 0; i < kernel.shape.width; ++i)
    llvm::append_range(elements, vector.lookup(row.elements, i));
  return row.combiner.combineAll(kernel.device(), elements);
}

Elements HeldRow::combineExisting(RowReductions &row, const Elements &total,
                                  const Elements &elements, int64_t vector,
                                  int64_t known) {
  IndexBuilder &b = kernel.device();
  if (total.empty())
    return elements;
  if (vector == known || isComplete(kernel, vector))
    return row.combiner.combine(b, total, elements);
  return row.combiner.combineIf(b, isValid(vector), total, elements);
}

Elements HeldRow::combine(RowReductions &row) {
  Elements total;
  for (int64_t v = 0; v < kernel.shape.vectors; ++v)
    total =
        combineExisting(row, total, combineVector(row, values.getVector(v)), v);
  return total;
}

void HeldRow::forEachGroup(function_ref<void(int64_t, int64_t)> build) {
  int64_t vectors = kernel.shape.vectors;
  int64_t size = kernel.plan.maxWidth / kernel.shape.width;
  for (int64_t first = 0; first < vectors; first += size)
    build(first, std::min(first + size, vectors));
}

Elements HeldRow::computeAndCombine(RowReductions &row, ArrayRef<Value> needed,
                                    ArrayRef<Value> held) {
  IndexBuilder &b = kernel.device();
  values.loadInputs(needed);
  values.computeUniform(needed);
  Elements total;
  SmallVector<Elements> vectors;
  // Returns the new total, followed by the held values of each element.
  auto compute = [&](int64_t first, int64_t end) {
    Elements sum = total, computed;
    for (int64_t v = first; v < end; ++v) {
      RowVectors vector = values.getVector(v);
      vector.compute(needed);
      sum = combineExisting(row, sum, combineVector(row, vector), v, first);
      for (int64_t i = 0; i < kernel.shape.width; ++i)
        llvm::append_range(computed, vector.lookup(held, i));
    }
    llvm::append_range(sum, computed);
    return sum;
  };
  forEachGroup([&](int64_t first, int64_t end) {
    Elements results;
    if (first == 0 || isComplete(kernel, end - 1)) {
      results = compute(first, end);
    } else {
      // Any values will do for what does not exist.
      Elements others(total);
      for (int64_t v = first; v < end; ++v)
        llvm::append_range(others, vectors.front());
      auto branch = scf::IfOp::create(b, ValueRange(others).getTypes(),
                                      isValid(first), /*addThenBlock=*/true,
                                      /*addElseBlock=*/true);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToEnd(branch.thenBlock());
      scf::YieldOp::create(b, compute(first, end));
      b.setInsertionPointToEnd(branch.elseBlock());
      scf::YieldOp::create(b, others);
      llvm::append_range(results, branch.getResults());
    }
    ArrayRef<Value> computed = results;
    total = Elements(computed.take_front(row.elements.size()));
    computed = computed.drop_front(total.size());
    size_t numHeld = kernel.shape.width * held.size();
    for (; first < end; ++first) {
      vectors.emplace_back(computed.take_front(numHeld));
      computed = computed.drop_front(numHeld);
    }
  });
  values.setVectors(held, vectors);
  return total;
}

void HeldRow::reduce(unsigned pass) {
  IndexBuilder &b = kernel.device();
  const RowPasses &passes = kernel.plan.passes;
  RowReductions row(passes.getReductions()[pass]);
  SmallVector<Value> needed(row.elements);
  llvm::append_range(needed, row.inits);
  Elements total;
  if (pass > 0 && computesExisting()) {
    total = computeAndCombine(row, needed, passes.getHeld(pass));
  } else {
    values.compute(needed);
    total = combine(row);
  }
  total = kernel.combineRow(row.combiner, total, kernel.numVectors);
  values.setUniform(
      row.results,
      row.combiner.combine(b, values.lookupUniform(row.inits), total));
}

void HeldRow::store() {
  IndexBuilder &b = kernel.device();
  Operation *yield = kernel.plan.op.getBlock()->getTerminator();
  SmallVector<Value> yielded(yield->getOperands());
  values.computeUniform(yielded);
  // Other operands of long rows do not fit into the registers as well.
  if (!isLong())
    values.compute(yielded);
  forEachGroup([&](int64_t first, int64_t end) {
    SmallVector<RowVectors, 0> vectors;
    for (int64_t v = first; v < end; ++v) {
      vectors.push_back(values.getVector(v));
      if (computesExisting())
        vectors.back().loadInputs(yielded);
      else
        vectors.back().compute(yielded);
    }
    b.buildIf(b.land(kernel.exists, isValid(first)), [&] {
      // Adds nothing to what is computed already.
      for (RowVectors &vector : vectors)
        vector.compute(yielded);
      kernel.storeVector(vectors.front(), indices[first]);
      for (int64_t v = first + 1; v < end; ++v)
        b.buildIf(isValid(v),
                  [&] { kernel.storeVector(vectors[v - first], indices[v]); });
    });
  });
  kernel.storeUniform(values);
}

void mlir::zyn::emitRowsInRegisters(KernelModules &kernels, IndexBuilder &h,
                                    RowPlan &plan, const RowsShape &shape) {
  RowsKernel kernel(kernels, h, plan, shape,
                    RowArguments(h, plan, shape, plan.getInputs(),
                                 plan.op.getInits(), h.constant(shape.blocks)));
  HeldRow row(kernel);
  // For another resident block, ptxas would spill what lanes keep.
  if (shape.lanes == limits::maxThreadsPerBlock &&
      shape.vectors > plan.schedule.vectors)
    kernel.builder.setMinBlocks(1);
  for (unsigned pass = 0; pass < plan.passes.getReductions().size(); ++pass)
    row.reduce(pass);
  row.store();
  kernel.launch();
}
