//===- ReduceKernel.cpp - What all forms of reductions share --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceKernel.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Dialect/Zyn/Analysis/ReduceProducers.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;

/// Moves the constants that a body uses into it, so that kernels can clone it.
static void sinkConstants(MapOp map) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(map->getRegions(), captured);
  auto builder = OpBuilder::atBlockBegin(map.getBlock());
  for (Value value : captured)
    replaceAllUsesInRegionWith(
        value, builder.clone(*value.getDefiningOp())->getResult(0),
        map.getBody());
}

ReduceKernels::ReduceKernels(KernelModules &kernels, ReduceOp op)
    : Combiner(op.getBlock(), op.getAccumulatorTypes()), kernels(kernels),
      hints(kernels.getHints()), op(op), initialValues(count) {
  hints.stateType(KernelType::Reduce);
  schedule.threads = hints.getPowerOf2Threads(schedule.threads);
  hints.state(KernelHint::Workgroup, schedule.threads,
              "warps are whole, and groups of threads, which combine their "
              "elements in pairs, are powers of two");
  if (int64_t unroll = hints.get(KernelHint::UnrollFactor, 0))
    schedule.unroll = schedule.rowUnroll = schedule.maxUnroll = unroll;
  hints.state(KernelHint::AsyncCopy, false,
              "each element is read once, by the thread that combines it");
  for (Type type : elements)
    accumulatorBytes =
        std::max(accumulatorBytes, kernel::getElementBytes(type));
  bool isVectorizable = true;
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    Type element = cast<MemRefType>(input.getType()).getElementType();
    isVectorizable &= getVectorizableBits(element) != 0;
    elementBytes = std::max(elementBytes, kernel::getElementBytes(element));
    generators.push_back(findGenerator(op, i));
    if (generators.back())
      sinkConstants(generators.back());
  }
  if (isVectorizable)
    width = kAccessBytes / elementBytes;
  width = std::min(width, hints.get(KernelHint::VectorWidth, width));
}

SmallVector<Value> ReduceKernels::getLoadedInputs() {
  SmallVector<Value> loaded;
  for (auto [input, generator] : llvm::zip(op.getInputs(), generators))
    if (!generator)
      loaded.push_back(input);
  return loaded;
}

int64_t ReduceKernels::getUnroll(int64_t accessWidth, int64_t least) {
  int64_t bodyOps = op.getBlock()->getOperations().size();
  for (MapOp generator : generators)
    if (generator)
      bodyOps += generator.getBlock()->getOperations().size();
  int64_t wanted =
      llvm::divideCeil(least * kAccessBytes, accessWidth * elementBytes);
  // Accumulators that are wider than the elements need more registers.
  int64_t inRegisters = accessWidth * std::max(elementBytes, accumulatorBytes);
  int64_t most = std::min(schedule.maxBodyOps / (bodyOps * accessWidth),
                          schedule.maxUnroll * kAccessBytes / inRegisters);
  int64_t unroll = std::clamp<int64_t>(
      most, 1, std::clamp(wanted, least, schedule.maxUnroll));
  hints.stateAccesses(accessWidth, width, unroll);
  return unroll;
}

void ReduceKernels::chooseWidth(
    IndexBuilder &h, const ReduceStep &step, ArrayRef<Value> multiples,
    function_ref<void(IndexBuilder &, int64_t width)> emit) {
  int64_t greatest =
      step.layout && !step.layout->hasUnitStride ? int64_t(1) : width;
  SmallVector<Value> unknown;
  for (Value value : multiples) {
    if (std::optional<int64_t> known = getConstantIntValue(value))
      greatest = std::gcd(greatest, *known);
    else
      unknown.push_back(value);
  }
  if (unknown.empty() || greatest == 1)
    return emit(h, greatest);
  Value isDivisible = arith::ConstantIntOp::create(h, 1, 1);
  for (Value value : unknown)
    isDivisible =
        h.land(isDivisible,
               h.equal(h.rem(value, h.constant(greatest)), h.constant(0)));
  buildBranches(
      h, isDivisible, [&](IndexBuilder &builder) { emit(builder, greatest); },
      [&](IndexBuilder &builder) { emit(builder, 1); });
}

void ReduceKernels::chooseRowWidth(
    IndexBuilder &h, const ReduceStep &step, Value size,
    function_ref<void(IndexBuilder &, int64_t width)> emit) {
  SmallVector<Value> multiples{size};
  if (step.layout)
    llvm::append_range(multiples, step.layout->starts);
  chooseWidth(h, step, multiples, emit);
}

void ReduceKernels::stateCoalescing(const ReduceStep &step) {
  hints.state(KernelHint::Coalesced, !step.layout || step.layout->hasUnitStride,
              "neighboring elements are not neighbors in memory");
}

ReduceKernel ReduceKernels::startKernel(OpBuilder &host, const ReduceStep &step,
                                        ArrayRef<int64_t> blockSize,
                                        ValueRange sizes) {
  SmallVector<Value> allSizes(sizes), arguments(step.inputs);
  if (step.isFirst)
    llvm::append_range(allSizes, dimensionSizes);
  if (step.layout) {
    llvm::append_range(allSizes, step.layout->outerSizes);
    llvm::append_range(allSizes, step.layout->innerSizes);
    allSizes.push_back(step.layout->offset);
    llvm::append_range(allSizes, step.layout->outerStrides);
  }
  llvm::append_range(arguments, step.outputs);
  unsigned numInputs = step.inputs.size(), numBuffers = arguments.size();
  llvm::append_range(arguments, withoutConstants(allSizes));
  ReduceKernel kernel{KernelBuilder(kernels, host, op, blockSize, arguments),
                      {},
                      {},
                      {},
                      {},
                      step.layout,
                      step.isFirst};
  if (!step.isFirst)
    kernel.builder.setPartOfOp();
  kernel.in = kernel.builder.arguments(0, numInputs);
  kernel.out = kernel.builder.arguments(numInputs, count);
  SmallVector<Value> imported =
      kernel.builder.importSizes(numBuffers, allSizes);
  ArrayRef<Value> rest = imported;
  auto take = [&](size_t number) {
    ArrayRef<Value> front = rest.take_front(number);
    rest = rest.drop_front(number);
    return SmallVector<Value>(front);
  };
  kernel.sizes = take(sizes.size());
  if (step.isFirst)
    kernel.dimensionSizes = take(dimensionSizes.size());
  if (kernel.layout) {
    kernel.layout->outerSizes = take(step.layout->outerSizes.size());
    kernel.layout->innerSizes = take(step.layout->innerSizes.size());
    kernel.layout->offset = take(1)[0];
    kernel.layout->outerStrides = take(step.layout->outerStrides.size());
  }
  return kernel;
}

SmallVector<Value> ReduceKernels::allocate(IndexBuilder &h, Value size) {
  return llvm::map_to_vector(elements, [&](Type element) -> Value {
    return memref::AllocOp::create(
        h, MemRefType::get({ShapedType::kDynamic}, element), ValueRange{size});
  });
}

/// Returns the zero of a type that has no constants of arith.
static Value getZero(IndexBuilder &b, Type type) {
  Attribute part = b.getZeroAttr(cast<ComplexType>(type).getElementType());
  return complex::ConstantOp::create(b, type, b.getArrayAttr({part, part}));
}

/// Converts a float or a vector of floats to elements of `type`.
static Value convertFloat(IndexBuilder &b, Value value, Type type) {
  Type source = getElementTypeOrSelf(value);
  if (source == type)
    return value;
  bool extends = source.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth();
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    type = vector.clone(type);
  if (extends)
    return arith::ExtFOp::create(b, type, value);
  return arith::TruncFOp::create(b, type, value);
}

/// Returns several lanes as a vector.
static Value packLanes(IndexBuilder &b, ArrayRef<Value> lanes) {
  if (lanes.size() == 1)
    return lanes[0];
  return vector::FromElementsOp::create(
      b, VectorType::get(lanes.size(), lanes[0].getType()), lanes);
}

/// Calls `access` for the first of at most as many of `width` elements as a
/// vector access has, their indices, and their number. Accumulators may be
/// wider than the elements from which the width was derived.
static void
forEachAccess(IndexBuilder &b, Value buffer, ValueRange indices, int64_t width,
              function_ref<void(int64_t, ValueRange, int64_t)> access) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  int64_t perAccess =
      width > 1
          ? std::min(width, kAccessBytes * 8 / getVectorizableBits(element))
          : 1;
  for (int64_t first = 0; first < width; first += perAccess) {
    SmallVector<Value> at(indices);
    if (first)
      at.back() = b.add(at.back(), first);
    access(first, at, perAccess);
  }
}

static Value loadVector(IndexBuilder &b, Value buffer, ValueRange indices,
                        int64_t width) {
  SmallVector<Value> parts;
  forEachAccess(b, buffer, indices, width,
                [&](int64_t, ValueRange at, int64_t partWidth) {
                  parts.push_back(b.load(buffer, at, partWidth));
                });
  if (parts.size() == 1)
    return parts[0];
  SmallVector<Value> lanes;
  for (Value part : parts)
    llvm::append_range(lanes,
                       vector::ToElementsOp::create(b, part).getResults());
  return packLanes(b, lanes);
}

Elements ReduceKernels::load(IndexBuilder &b, ArrayRef<Value> buffers,
                             ValueRange indices, int64_t accessWidth) {
  SmallVector<Type> types(elements);
  if (buffers.size() < count) {
    types.clear();
    for (auto [element, generator] : llvm::zip(elements, generators))
      if (!generator)
        types.push_back(element);
  }
  Elements loaded;
  for (auto [buffer, type] : llvm::zip_equal(buffers, types))
    loaded.push_back(
        convertFloat(b, loadVector(b, buffer, indices, accessWidth), type));
  return loaded;
}

Elements ReduceKernels::addGenerated(IndexBuilder &b, ValueRange loaded,
                                     ArrayRef<Value> indices) {
  Elements all;
  for (auto [generator, type] : llvm::zip(generators, elements)) {
    if (generator) {
      all.push_back(convertFloat(
          b, b.cloneBody(*generator.getBlock(), {}, indices)[0], type));
      continue;
    }
    all.push_back(loaded.front());
    loaded = loaded.drop_front();
  }
  return all;
}

Elements ReduceKernels::loadLanes(ReduceKernel &kernel, Value linear,
                                  const ReducePoint &point,
                                  int64_t accessWidth) {
  IndexBuilder &b = kernel.builder.device();
  SmallVector<Value> at{linear};
  if (kernel.layout) {
    at = b.delinearize(point.outer, kernel.layout->outerSizes);
    if (kernel.layout->hasLength)
      at.push_back(point.position);
    llvm::append_range(at,
                       b.delinearize(point.inner, kernel.layout->innerSizes));
  }
  Elements lanes =
      getLanes(b, load(b, kernel.in, at, accessWidth), accessWidth);
  if (!kernel.isFirst || !generatesInputs())
    return lanes;

  unsigned numLoaded = kernel.in.size();
  Elements all;
  for (int64_t lane = 0; lane < accessWidth; ++lane) {
    SmallVector<Value> indices(op.getNumLoops(), b.constant(0));
    auto split = [&](Value index, ArrayRef<int64_t> dims, bool isInnermost) {
      SmallVector<Value> sizes = llvm::map_to_vector(
          dims, [&](int64_t dim) { return kernel.dimensionSizes[dim]; });
      if (isInnermost)
        index = b.add(index, lane);
      for (auto [dim, part] : llvm::zip(dims, b.delinearize(index, sizes)))
        indices[dim] = part;
    };
    split(point.outer, outerDims, /*isInnermost=*/false);
    split(point.position, lengthDims, /*isInnermost=*/innerDims.empty());
    split(point.inner, innerDims, /*isInnermost=*/true);
    llvm::append_range(
        all,
        addGenerated(b, ValueRange(lanes).slice(lane * numLoaded, numLoaded),
                     indices));
  }
  return all;
}

void ReduceKernels::store(IndexBuilder &b, ValueRange values,
                          ArrayRef<Value> buffers, ValueRange indices) {
  for (unsigned i = 0; i < count; ++i) {
    SmallVector<Value> lanes;
    for (size_t lane = i; lane < values.size(); lane += count)
      lanes.push_back(values[lane]);
    Type type = cast<MemRefType>(buffers[i].getType()).getElementType();
    forEachAccess(b, buffers[i], indices, lanes.size(),
                  [&](int64_t first, ValueRange at, int64_t width) {
                    Value part =
                        packLanes(b, ArrayRef(lanes).slice(first, width));
                    b.store(convertFloat(b, part, type), buffers[i], at);
                  });
  }
}

Elements ReduceKernels::getLanes(IndexBuilder &b, ValueRange vectors,
                                 int64_t accessWidth) {
  if (accessWidth == 1)
    return Elements(vectors);
  Elements lanes;
  for (int64_t lane = 0; lane < accessWidth; ++lane)
    for (Value vector : vectors)
      lanes.push_back(vector::ExtractOp::create(b, vector, lane));
  return lanes;
}

Elements ReduceKernels::loadInits(IndexBuilder &b, const ReduceStep &step,
                                  Value exists, ArrayRef<Value> outputs,
                                  Value index, int64_t accessWidth) {
  if (!step.combinesInit)
    return {};
  Elements inits;
  for (auto [accumulator, value, output] :
       llvm::zip(elements, initialValues, outputs)) {
    Type element = cast<MemRefType>(output.getType()).getElementType();
    Type type =
        accessWidth == 1 ? element : VectorType::get(accessWidth, element);
    auto getConstant = [&](TypedAttr attr) -> Value {
      if (accessWidth > 1)
        attr = DenseElementsAttr::get(cast<ShapedType>(type), Attribute(attr));
      return arith::ConstantOp::create(b, attr);
    };
    if (value) {
      inits.push_back(convertFloat(b, getConstant(value), accumulator));
      continue;
    }
    auto branch = scf::IfOp::create(b, type, exists, /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToEnd(branch.thenBlock());
      scf::YieldOp::create(b, b.load(output, index, accessWidth));
      b.setInsertionPointToEnd(branch.elseBlock());
      TypedAttr zero = b.getZeroAttr(element);
      scf::YieldOp::create(b, zero ? getConstant(zero) : getZero(b, element));
    }
    inits.push_back(convertFloat(b, branch.getResult(0), accumulator));
  }
  return inits;
}
