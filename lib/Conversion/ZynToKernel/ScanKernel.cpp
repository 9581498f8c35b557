//===- ScanKernel.cpp - What all forms of scans share ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanKernel.h"
#include "WarpExchange.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;

static Type getElementType(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getElementType();
}

ScanKernels::ScanKernels(KernelModules &kernels, ScanOp op)
    : kernels(kernels), hints(kernels.getHints()), op(op),
      count(op.getInputs().size()), accumulators(op.getAccumulatorTypes()) {
  hints.stateType(KernelType::Scan);
  schedule.threads = hints.getPowerOf2Threads(schedule.threads);
  hints.state(KernelHint::Workgroup, schedule.threads,
              "warps are whole, and the number of them is a power of two");
  schedule.unroll = hints.get(KernelHint::UnrollFactor,
                              std::max<int64_t>(schedule.unroll / count, 1));
  hints.state(KernelHint::AsyncCopy, false,
              "only tiles that wait for others are copied asynchronously");
  inputTypes = llvm::map_to_vector(op.getInputs(), getElementType);
  outputTypes = llvm::map_to_vector(op.getOutputs(), getElementType);
  int64_t bits = 8;
  for (Type type : llvm::concat<Type>(inputTypes, outputTypes)) {
    int64_t elementBits = getVectorizableBits(type);
    bits = elementBits && bits ? std::max(bits, elementBits) : 0;
  }
  if (bits)
    width = std::min(kAccessBytes * 8 / bits,
                     hints.get(KernelHint::VectorWidth, kAccessBytes));
  registers = 0;
  for (Type type : accumulators) {
    int64_t bits = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64;
    registers += llvm::divideCeil(bits, 32);
  }
  isSpeculatable =
      llvm::all_of(op.getBlock()->without_terminator(), [](Operation &inner) {
        return mlir::isSpeculatable(&inner);
      });
}

int64_t ScanKernels::getMaxChunks(int64_t accessWidth) {
  int64_t chunks = hints.get(
      KernelHint::UnrollFactor,
      std::clamp<int64_t>(schedule.registers / (registers * accessWidth), 1,
                          schedule.maxChunks));
  hints.stateAccesses(accessWidth, width, chunks);
  return chunks;
}

int64_t ScanKernels::getHeldChunks(int64_t accessWidth) {
  int64_t bytes = 0;
  for (Type type : inputTypes) {
    int64_t vector = accessWidth * getVectorizableBits(type) / 8;
    if (vector < 4)
      return 0;
    bytes += vector * schedule.threads;
  }
  int64_t maxChunks = schedule.heldBytes / bytes;
  return std::min(hints.get(KernelHint::UnrollFactor, maxChunks), maxChunks);
}

//===----------------------------------------------------------------------===//
// Combination
//===----------------------------------------------------------------------===//

Elements ScanKernels::getZeros(IndexBuilder &b) {
  return llvm::map_to_vector(accumulators, [&](Type type) -> Value {
    return arith::ConstantOp::create(b, b.getZeroAttr(type));
  });
}

Elements ScanKernels::combine(IndexBuilder &b, ValueRange left,
                              ValueRange right) {
  SmallVector<Value> arguments(left);
  llvm::append_range(arguments, right);
  return b.cloneBody(*op.getBlock(), arguments);
}

Elements ScanKernels::combineIf(IndexBuilder &b, Value condition,
                                ValueRange left, ValueRange right) {
  if (isSpeculatable) {
    Elements result;
    for (auto [combined, value] : llvm::zip(combine(b, left, right), right))
      result.push_back(
          b.createOrFold<arith::SelectOp>(condition, combined, value));
    return result;
  }
  auto branch = scf::IfOp::create(b, right.getTypes(), condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(b, combine(b, left, right));
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, right);
  return Elements(branch.getResults());
}

Elements ScanKernels::combine(IndexBuilder &b, const Prefix &left,
                              ValueRange right) {
  if (left.values.empty())
    return Elements(right);
  return left.exists ? combineIf(b, left.exists, left.values, right)
                     : combine(b, left.values, right);
}

Prefix ScanKernels::combine(IndexBuilder &b, const Prefix &left,
                            const Prefix &right) {
  if (left.values.empty())
    return right;
  if (right.values.empty())
    return left;
  Elements values = combine(b, left, right.values);
  if (!right.exists)
    return {values, Value()};
  for (auto [value, before] : llvm::zip(values, left.values))
    value = b.createOrFold<arith::SelectOp>(right.exists, value, before);
  Value exists = left.exists
                     ? b.createOrFold<arith::OrIOp>(left.exists, right.exists)
                     : Value();
  return {values, exists};
}

Elements ScanKernels::broadcast(IndexBuilder &b, ValueRange values, Value lane,
                                int64_t groupSize) {
  if (groupSize == 1)
    return Elements(values);
  return llvm::map_to_vector(values, [&](Value value) {
    return exchange(b, kernel::ShuffleKind::idx, value, lane, groupSize);
  });
}

Elements ScanKernels::scanLanes(IndexBuilder &b, Elements values, Value lane,
                                int64_t groupSize) {
  scanLanes(b, MutableArrayRef<Elements>(values), lane, groupSize);
  return values;
}

void ScanKernels::scanLanes(IndexBuilder &b, MutableArrayRef<Elements> sets,
                            Value lane, int64_t groupSize) {
  for (int64_t step = 1; step < groupSize; step *= 2)
    for (Elements &values : sets) {
      Elements before = llvm::map_to_vector(values, [&](Value value) {
        return exchange(b, kernel::ShuffleKind::up, value, b.constant(step),
                        groupSize);
      });
      values =
          combineIf(b, b.lessEqual(b.constant(step), lane), before, values);
    }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Elements ScanKernels::convert(IndexBuilder &b, ValueRange values,
                              ArrayRef<Type> types) {
  Elements result;
  for (auto [value, type] : llvm::zip(values, types))
    result.push_back(convertScalarToDtype(b, b.getLoc(), value, type,
                                          /*isUnsignedCast=*/false));
  return result;
}

Elements ScanKernels::load(IndexBuilder &b, ArrayRef<Value> buffers,
                           ValueRange indices) {
  return llvm::map_to_vector(
      buffers, [&](Value buffer) { return b.load(buffer, indices); });
}

void ScanKernels::store(IndexBuilder &b, ValueRange values,
                        ArrayRef<Value> buffers, ValueRange indices) {
  for (auto [value, buffer] : llvm::zip(values, buffers))
    b.store(value, buffer, indices);
}

/// Returns how many of `accessWidth` neighbors one access of a buffer moves.
/// Accumulators may be wider than the elements, which determine `accessWidth`.
static int64_t getPartWidth(Value buffer, int64_t accessWidth) {
  int64_t bits = getVectorizableBits(getElementType(buffer));
  return bits ? std::min(accessWidth, kAccessBytes * 8 / bits) : 1;
}

SmallVector<Elements> ScanKernels::loadLanes(IndexBuilder &b,
                                             ArrayRef<Value> buffers,
                                             Value index, int64_t accessWidth,
                                             bool isReversed) {
  SmallVector<Elements> lanes(accessWidth);
  for (Value buffer : buffers) {
    int64_t partWidth = getPartWidth(buffer, accessWidth);
    for (int64_t first = 0; first < accessWidth; first += partWidth) {
      Value part = b.load(buffer, b.add(index, first), partWidth);
      for (int64_t i = 0; i < partWidth; ++i)
        lanes[first + i].push_back(
            partWidth == 1 ? part : vector::ExtractOp::create(b, part, i));
    }
  }
  for (Elements &lane : lanes)
    lane = convert(b, lane, accumulators);
  if (isReversed)
    std::reverse(lanes.begin(), lanes.end());
  return lanes;
}

void ScanKernels::storeLanes(IndexBuilder &b, ArrayRef<Elements> lanes,
                             ArrayRef<Value> buffers, Value index,
                             bool isReversed) {
  SmallVector<Type> types = llvm::map_to_vector(buffers, getElementType);
  SmallVector<Elements> converted = llvm::map_to_vector(
      lanes, [&](const Elements &lane) { return convert(b, lane, types); });
  if (isReversed)
    std::reverse(converted.begin(), converted.end());
  for (unsigned i = 0; i < count; ++i) {
    SmallVector<Value> elements = llvm::map_to_vector(
        converted, [&](const Elements &lane) { return lane[i]; });
    int64_t partWidth = getPartWidth(buffers[i], elements.size());
    for (int64_t first = 0, size = elements.size(); first < size;
         first += partWidth) {
      Value part = elements[first];
      if (partWidth > 1)
        part = vector::FromElementsOp::create(
            b, VectorType::get(partWidth, types[i]),
            ArrayRef(elements).slice(first, partWidth));
      b.store(part, buffers[i], b.add(index, first));
    }
  }
}
