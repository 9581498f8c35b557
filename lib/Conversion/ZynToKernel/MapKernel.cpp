//===- MapKernel.cpp - What all forms of maps share -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapKernel.h"

#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::zyn;

static bool isContiguous(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getLayout().isIdentity();
}

bool MapOperand::isCoalescedAlong(unsigned dim) const {
  if (!dependsOn(dim))
    return true;
  return dims.back() == dim &&
         cast<MemRefType>(buffer.getType()).areTrailingDimsContiguous(1);
}

bool MapOperand::hasAlignedRows(int64_t width) const {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getLayout().isIdentity())
    return true;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || strides.empty() ||
      strides.back() != 1 || ShapedType::isDynamic(offset) || offset % width)
    return false;
  return llvm::all_of(ArrayRef(strides).drop_back(), [&](int64_t stride) {
    return !ShapedType::isDynamic(stride) && stride % width == 0;
  });
}

/// Whether the loops `dim` and `dim + 1` are one loop for `operand`.
static bool areMergeable(const MapOperand &operand, unsigned dim) {
  const unsigned *outer = llvm::find(operand.dims, dim);
  const unsigned *inner = llvm::find(operand.dims, dim + 1);
  const unsigned *end = operand.dims.end();
  if (outer == end || inner == end)
    return outer == inner;
  return inner == outer + 1 && isContiguous(operand.buffer);
}

/// Merges dimensions of the operand's buffer that are in the same group of
/// loops. `groupOf` has the group of each loop.
static MapOperand mergeDimensions(IndexBuilder &h, const MapOperand &operand,
                                  ArrayRef<unsigned> groupOf) {
  auto type = cast<MemRefType>(operand.buffer.getType());
  MapOperand merged{operand.buffer, {}, false};
  SmallVector<ReassociationIndices> dimensions;
  SmallVector<int64_t> shape;
  for (auto [i, dim] : llvm::enumerate(operand.dims)) {
    int64_t size = type.getDimSize(i);
    if (i && groupOf[dim] == merged.dims.back()) {
      dimensions.back().push_back(i);
      // The type has to be given: upstream infers a static 0 for a size of 0
      // next to dynamic sizes, which its verifier then rejects.
      shape.back() =
          ShapedType::isDynamic(size) || ShapedType::isDynamic(shape.back())
              ? ShapedType::kDynamic
              : shape.back() * size;
      continue;
    }
    merged.dims.push_back(groupOf[dim]);
    dimensions.push_back({int64_t(i)});
    shape.push_back(size);
  }
  if (shape.size() < operand.dims.size())
    merged.buffer = memref::CollapseShapeOp::create(
        h,
        MemRefType::get(shape, type.getElementType(),
                        MemRefLayoutAttrInterface(), type.getMemorySpace()),
        operand.buffer, dimensions);
  return merged;
}

MapKernels::MapKernels(IndexBuilder &h, KernelModules &kernels, MapOp op)
    : kernels(kernels), hints(kernels.getHints()), op(op),
      numInputs(op.getInputs().size()), numInits(op.getInits().size()) {
  hints.stateType(KernelType::Elementwise);
  schedule.threads = hints.get(KernelHint::Workgroup, schedule.threads);
  schedule.tileThreads = hints.getPowerOf2Threads(schedule.tileThreads);
  if (int64_t unroll = hints.get(KernelHint::UnrollFactor, 0)) {
    schedule.unroll = schedule.maxUnroll = unroll;
    schedule.tileElements = unroll * schedule.tileThreads;
  }

  // The widest element type determines the number of elements per access.
  int64_t bits = 8;
  for (Value buffer : op->getOperands()) {
    int64_t elementBits = getVectorizableBits(
        cast<MemRefType>(buffer.getType()).getElementType());
    bits = elementBits && bits ? std::max(bits, elementBits) : 0;
  }
  width = bits ? kAccessBytes * 8 / bits : 1;
  width = std::min(width, hints.get(KernelHint::VectorWidth, width));

  unsigned rank = op.getNumLoops();
  for (unsigned i = 0; i < numInputs + numInits; ++i) {
    MapOperand operand{op->getOperand(i), {}, false};
    AffineMap map =
        i < numInputs
            ? op.getInputMap(i)
            : AffineMap::getMultiDimIdentityMap(rank, op.getContext());
    for (AffineExpr expr : map.getResults())
      operand.dims.push_back(cast<AffineDimExpr>(expr).getPosition());
    operands.push_back(operand);
  }

  // The body's indices are those of the original loops.
  bool hasIndices = !op.getBlock()->getOps<IndexOp>().empty();
  SmallVector<Value> originalSizes = h.sizes(op.getInits()[0]);
  SmallVector<unsigned> groupOf;
  for (unsigned dim = 0; dim < rank; ++dim) {
    bool isMerged = dim && !hasIndices &&
                    llvm::all_of(operands, [&](const MapOperand &operand) {
                      return areMergeable(operand, dim - 1);
                    });
    if (isMerged)
      sizes.back() = h.mul(sizes.back(), originalSizes[dim]);
    else
      sizes.push_back(originalSizes[dim]);
    groupOf.push_back(sizes.size() - 1);
  }
  for (MapOperand &operand : operands)
    operand = mergeDimensions(h, operand, groupOf);
  if (sizes.empty())
    sizes.push_back(h.constant(1));

  // A linear index is the cheapest one.
  for (MapOperand &operand : operands) {
    bool isIdentity =
        operand.dims.size() == std::min<size_t>(rank, sizes.size());
    for (auto [i, dim] : llvm::enumerate(operand.dims))
      isIdentity &= i == dim;
    if (!isIdentity || !isContiguous(operand.buffer))
      continue;
    operand.isLinear = true;
    operand.buffer = flattenBuffer(h, h.getLoc(), operand.buffer);
  }
}

int64_t MapKernels::widestBytes() const {
  int64_t widest = 1;
  for (unsigned i = 0; i < operands.size(); ++i)
    widest = std::max(widest, elementBytes(i));
  return widest;
}

int64_t MapKernels::elementBytes(unsigned operand) const {
  Type type =
      cast<MemRefType>(op->getOperand(operand).getType()).getElementType();
  int64_t bits = getVectorizableBits(type);
  // Other types are rare; their largest size is assumed.
  return bits ? bits / 8 : kAccessBytes;
}

int64_t MapKernels::getUnroll(int64_t accessWidth, bool isAcrossRows) {
  int64_t bodyOps = op.getBlock()->getOperations().size();
  int64_t wanted = schedule.unroll * width / accessWidth;
  int64_t unroll = std::clamp<int64_t>(
      schedule.maxBodyOps / (bodyOps * accessWidth), 1,
      std::clamp(wanted, schedule.unroll, schedule.maxUnroll));
  if (isAcrossRows)
    unroll = std::clamp<int64_t>(schedule.maxGathered / accessWidth, 1, unroll);
  hints.stateAccesses(accessWidth, width, unroll);
  return unroll;
}

void MapKernels::stateCoalescing(unsigned operand, unsigned dim) {
  const MapOperand &accessed = operands[operand];
  bool isAlongRows = !accessed.dependsOn(dim) || accessed.dims.back() == dim;
  hints.state(KernelHint::Coalesced, accessed.isCoalescedAlong(dim),
              llvm::formatv("operand {0} {1}", operand,
                            isAlongRows
                                ? "has an innermost stride other than 1"
                                : "is accessed across its rows, not in tiles"));
}

KernelBuilder MapKernels::startKernel(IndexBuilder &h,
                                      ArrayRef<int64_t> blockSize,
                                      ValueRange kernelSizes) {
  SmallVector<Value> arguments;
  for (const MapOperand &operand : operands)
    arguments.push_back(operand.buffer);
  llvm::append_range(arguments, withoutConstants(kernelSizes));
  return KernelBuilder(kernels, h, op, blockSize, arguments);
}
