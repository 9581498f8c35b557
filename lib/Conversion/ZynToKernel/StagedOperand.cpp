//===- StagedOperand.cpp - Tiles that TMA copies to a ring ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StagedOperand.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::zyn;

/// Width of the widest swizzle in bytes.
static constexpr int64_t kPanelBytes = 128;

//===----------------------------------------------------------------------===//
// StagedOperand
//===----------------------------------------------------------------------===//

StagedOperand::StagedOperand(const AlignedOperand &operand, int64_t extent,
                             int64_t depthBytes)
    : source(operand.buffer), isKInnermost(operand.isKInnermost),
      extent(extent), windows(operand.windows) {
  auto type = cast<MemRefType>(source.getType());
  Type element = type.getElementType();
  int64_t bytes = kernel::getElementBytes(element);
  depth = depthBytes / bytes;
  int64_t columns = isKInnermost ? depth : extent;
  // A panel has channels of one pixel.
  if (windows)
    columns =
        *getConstantIntValue(windows->sizes[ImageWindows::filterChannels]);
  // Panels have the same width, a power of two.
  panelWidth = std::min(columns & -columns, kPanelBytes / bytes);
  if (isKInnermost)
    panelWidth = std::min(panelWidth, depth);
  columns = isKInnermost ? depth : extent;
  panelRows = isKInnermost ? extent : depth;
  numPanels = columns / panelWidth;
  SmallVector<int64_t> box(type.getRank() - 2, 1);
  box.append({panelRows, panelWidth});
  // TMA rounds to tf32, of which the multiplication would truncate.
  if (element.isF32())
    element = FloatTF32Type::get(type.getContext());
  SmallVector<int64_t> lower, upper, steps;
  if (windows) {
    box = {panelRows, panelWidth};
    llvm::append_range(steps, windows->strides);
    for (unsigned i = 0; i < steps.size(); ++i) {
      int64_t filterSize =
          *getConstantIntValue(windows->sizes[ImageWindows::filterRows + i]);
      lower.push_back(-windows->before[i]);
      upper.push_back(windows->after[i] -
                      (filterSize - 1) * windows->dilations[i]);
    }
  }
  mapType = kernel::TensorMapType::get(
      type.getContext(), box, element, panelWidth * bytes,
      /*l2=*/256, /*fillNaN=*/false, lower, upper, steps);
}

SmallVector<Value> StagedOperand::getStart(IndexBuilder &b,
                                           ArrayRef<Value> batch,
                                           Value outer) const {
  SmallVector<Value> start(batch);
  if (!windows) {
    start.push_back(outer);
    return start;
  }
  // TMA requires several channels, and images with more than 2^32 pixels of
  // as many bytes do not fit in memory.
  ImageWindows::Start first = windows->getStart(
      b, outer, [&](Value x, Value y) { return b.divideNarrow(x, y); });
  Value channel = b.constant(0);
  for (Value group : batch)
    channel = b.mul(group, windows->sizes[ImageWindows::filterChannels]);
  return {first.image, first.row, first.column, channel};
}

void StagedOperand::copy(IndexBuilder &b, Value stage, ArrayRef<Value> start,
                         Value kStart, Value barriers) const {
  Value zero = b.constant(0);
  for (int64_t panel = 0; panel < numPanels; ++panel) {
    SmallVector<Value> coordinates(start), offsets;
    if (windows) {
      Value inner = b.add(kStart, panel * panelWidth);
      ImageWindows::Element element = windows->getElement(
          b, inner, [&](Value x, Value y) { return b.divideNarrow(x, y); });
      offsets = {element.row, element.column};
      // Past the end of K, there are zeros instead of other elements, which
      // may be infinite.
      coordinates.back() = b.createOrFold<arith::SelectOp>(
          b.less(inner, k), b.add(start.back(), element.channel),
          windows->sizes[ImageWindows::imageChannels]);
    } else if (isKInnermost) {
      coordinates.push_back(b.add(kStart, panel * panelWidth));
    } else {
      Value outer = coordinates.pop_back_val();
      coordinates.append({kStart, b.add(outer, panel * panelWidth)});
    }
    kernel::TmaLoadOp::create(b, map, coordinates, offsets, stages,
                              ValueRange{stage, b.constant(panel), zero, zero},
                              barriers, stage,
                              /*multicast=*/Value());
  }
}

SmallVector<Value> StagedOperand::getIndices(IndexBuilder &b, Value stage,
                                             Value outer, int64_t k) const {
  if (isKInnermost)
    return {stage, b.constant(k / panelWidth), outer,
            b.constant(k % panelWidth)};
  return {stage, b.div(outer, panelWidth), b.constant(k), b.constant(0)};
}

//===----------------------------------------------------------------------===//
// Rings
//===----------------------------------------------------------------------===//

RingPosition RingPosition::start(IndexBuilder &b) {
  return {b.constant(0), arith::ConstantOp::create(b, b.getI32IntegerAttr(0))};
}

RingPosition RingPosition::previous(IndexBuilder &b, int64_t numStages) const {
  Value isFirst = b.equal(stage, b.constant(0));
  Value one = arith::ConstantOp::create(b, b.getI32IntegerAttr(1));
  return {arith::SelectOp::create(b, isFirst, b.constant(numStages - 1),
                                  b.sub(stage, b.constant(1))),
          arith::SelectOp::create(
              b, isFirst, arith::XOrIOp::create(b, parity, one), parity)};
}

RingPosition RingPosition::next(IndexBuilder &b, int64_t numStages) const {
  Value ahead = b.add(stage, 1);
  Value wraps = b.equal(ahead, b.constant(numStages));
  Value one = arith::ConstantOp::create(b, b.getI32IntegerAttr(1));
  return {arith::SelectOp::create(b, wraps, b.constant(0), ahead),
          arith::SelectOp::create(
              b, wraps, arith::XOrIOp::create(b, parity, one), parity)};
}

StageRing::StageRing(KernelBuilder &kernel, int64_t numStages)
    : numStages(numStages) {
  auto type = kernel::MBarrierType::get(kernel.device().getContext());
  full = kernel.shared({numStages}, type);
  empty = kernel.shared({numStages}, type);
}

void StageRing::initialize(IndexBuilder &b, int64_t numConsumers) const {
  auto count = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  };
  for (int64_t stage = 0; stage < numStages; ++stage) {
    kernel::MBarrierInitOp::create(b, full, b.constant(stage), count(1));
    kernel::MBarrierInitOp::create(b, empty, b.constant(stage),
                                   count(numConsumers));
  }
}

void StageRing::acquire(IndexBuilder &b, const RingPosition &position,
                        int64_t bytes) const {
  // Until it was used, a stage is free: of the parity of the phase before the
  // first one, a wait returns at once.
  Value one = arith::ConstantOp::create(b, b.getI32IntegerAttr(1));
  kernel::MBarrierWaitOp::create(b, empty, position.stage,
                                 arith::XOrIOp::create(b, position.parity, one),
                                 kernel::Scope::block);
  Value expected = arith::ConstantOp::create(b, b.getI32IntegerAttr(bytes));
  kernel::MBarrierArriveExpectTxOp::create(b, full, position.stage, expected);
}

void StageRing::wait(IndexBuilder &b, const RingPosition &position) const {
  kernel::MBarrierWaitOp::create(b, full, position.stage, position.parity,
                                 kernel::Scope::block);
}

void StageRing::release(IndexBuilder &b, Value stage) const {
  kernel::MBarrierArriveOp::create(b, empty, stage, /*count=*/Value());
}
