//===- ScanRowTile.cpp - Tiles of scanned rows ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanRowTile.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;

RowKernel::RowKernel(IndexBuilder &h, ScanKernels &scan,
                     ArrayRef<int64_t> blockSize, ArrayRef<Value> extraBuffers,
                     ArrayRef<Value> hostInitials, ArrayRef<Value> hostSizes)
    : builder([&] {
        SmallVector<Value> arguments(scan.inputs);
        llvm::append_range(arguments, scan.outputs);
        llvm::append_range(arguments, scan.carries);
        llvm::append_range(arguments, hostInitials);
        llvm::append_range(arguments, extraBuffers);
        llvm::append_range(arguments, withoutConstants(hostSizes));
        return KernelBuilder(scan.kernels, h, scan.op, blockSize, arguments);
      }()) {
  unsigned next = 0;
  auto import = [&](ArrayRef<Value> buffers) {
    SmallVector<Value> imported = builder.arguments(next, buffers.size());
    next += buffers.size();
    return imported;
  };
  in = import(scan.inputs);
  out = import(scan.outputs);
  carries = import(scan.carries);
  initials = import(hostInitials);
  extra = import(extraBuffers);
  sizes = builder.importSizes(next, hostSizes);
}

RowTile::RowTile(ScanKernels &scan, RowKernel &kernel, const RowShape &shape,
                 Value row, Value first, Value thread, Value exists)
    : scan(scan), kernel(kernel), b(kernel.builder.device()), shape(shape),
      row(row), first(first), thread(thread), exists(exists),
      length(kernel.sizes[1]) {
  lane = b.rem(thread, shape.lanes);
  warp = shape.warps == 1 ? b.constant(0) : b.div(thread, shape.lanes);
  base = b.mul(row, length);
  if (shape.isShared)
    allocateShared();
}

void RowTile::allocateShared() {
  int64_t size = scan.schedule.threads * shape.width;
  for (Type type : scan.inputTypes)
    sharedIn.push_back(kernel.builder.shared({size}, type));
  for (auto [buffer, in, out] :
       llvm::zip(sharedIn, scan.inputTypes, scan.outputTypes))
    sharedOut.push_back(in == out ? buffer
                                  : kernel.builder.shared({size}, out));
}

void RowTile::setHeld(ArrayRef<Value> buffers, Value newStage) {
  sharedIn.assign(buffers.begin(), buffers.end());
  stage = newStage;
}

void RowTile::load() {
  if (shape.isHeld)
    return copyToShared();
  if (shape.isShared)
    return loadShared();
  Value last = b.sub(length, b.constant(shape.width));
  for (int64_t chunk = 0; chunk < shape.chunks; ++chunk) {
    Value position = b.min(getPosition(chunk), last);
    elements.push_back(scan.loadLanes(b, kernel.in,
                                      getIndex(position, shape.width),
                                      shape.width, scan.op.getReverse()));
  }
}

void RowTile::loadShared() {
  Value last = b.sub(length, b.constant(1));
  SmallVector<SmallVector<Elements>> singles;
  for (int64_t chunk = 0; chunk < shape.chunks; ++chunk) {
    singles.emplace_back();
    for (int64_t i = 0; i < shape.width; ++i) {
      Value position = b.add(b.add(getChunk(chunk), lane), i * shape.lanes);
      singles.back().push_back(
          scan.load(b, kernel.in, getIndex(b.min(position, last), 1)));
    }
  }
  Value slot = b.mul(b.sub(thread, lane), shape.width);
  for (const SmallVector<Elements> &loaded : singles) {
    kernel::WarpBarrierOp::create(b, /*mask=*/Value());
    for (auto [i, values] : llvm::enumerate(loaded))
      scan.store(b, values, sharedIn,
                 b.add(b.add(slot, lane), i * shape.lanes));
    kernel::WarpBarrierOp::create(b, /*mask=*/Value());
    elements.push_back(scan.loadLanes(b, sharedIn, b.mul(thread, shape.width),
                                      shape.width,
                                      /*isReversed=*/false));
  }
}

void RowTile::copyToShared() {
  Value width = b.constant(shape.width);
  for (int64_t chunk = 0; chunk < shape.chunks; ++chunk) {
    Value position = getPosition(chunk), valid;
    if (shape.isRagged) {
      valid = b.min(b.sub(b.max(length, position), position), width);
      // The address of a copy of nothing has to be valid, too.
      position = b.createOrFold<arith::SelectOp>(b.less(position, length),
                                                 position, b.constant(0));
    } else {
      position = b.min(position, b.sub(length, width));
    }
    for (auto [from, to, type] :
         llvm::zip(kernel.in, sharedIn, scan.inputTypes)) {
      int64_t bytes = shape.width * kernel::getElementBytes(type);
      kernel::AsyncCopyOp::create(b, from, getIndex(position, shape.width), to,
                                  getSlot(chunk), bytes, valid,
                                  kernel::CopyCache::automatic);
    }
  }
}

SmallVector<Elements> RowTile::getScanned(int64_t chunk) {
  SmallVector<Elements> vector =
      shape.isHeld ? scan.loadLanes(b, sharedIn, getSlot(chunk), shape.width,
                                    scan.op.getReverse())
                   : elements[chunk];
  if (chunk == 0 && isFirst)
    vector[0] = scan.combineIf(b, isFirst, initial, vector[0]);
  for (int64_t i = 1; i < shape.width; ++i)
    vector[i] = scan.combine(b, vector[i - 1], vector[i]);
  return vector;
}

void RowTile::loadInitial() {
  if (kernel.carries.empty())
    return;
  SmallVector<Value> sources =
      kernel.initials.empty() ? kernel.carries : kernel.initials;
  isFirst = andExists(b.equal(getPosition(0), b.constant(0)));
  auto branch = scf::IfOp::create(b, scan.accumulators, isFirst,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(b, scan.load(b, sources, row));
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, scan.getZeros(b));
  initial = Elements(branch.getResults());
}

Elements RowTile::scanChunks() {
  loadInitial();
  Value hasLanes = b.less(b.constant(0), lane);
  Prefix total;
  SmallVector<Elements> ofLanes;
  for (int64_t chunk = 0; chunk < shape.chunks; ++chunk) {
    SmallVector<Elements> vector = getScanned(chunk);
    ofLanes.push_back(vector.back());
    if (!shape.isHeld)
      elements[chunk] = vector;
  }
  scan.scanLanes(b, ofLanes, lane, shape.lanes);
  for (const Elements &scanned : ofLanes) {
    Prefix before;
    if (shape.lanes > 1) {
      Value previous = b.sub(b.max(lane, b.constant(1)), b.constant(1));
      before = {scan.broadcast(b, scanned, previous, shape.lanes), hasLanes};
    }
    beforeLane.push_back(scan.combine(b, total, before));
    Elements chunkTotal =
        scan.broadcast(b, scanned, b.constant(shape.lanes - 1), shape.lanes);
    total = {scan.combine(b, total, chunkTotal), Value()};
  }
  return total.values;
}

SmallVector<Value> RowTile::getScannedState() {
  SmallVector<Value> state;
  for (const Prefix &before : beforeLane)
    llvm::append_range(state, before.values);
  return state;
}

void RowTile::setScannedState(ValueRange state) {
  loadInitial();
  for (int64_t chunk = 0; chunk < shape.chunks; ++chunk) {
    Elements values(state.slice(chunk * scan.count, scan.count));
    beforeLane.push_back(
        {values, chunk == 0 ? b.less(b.constant(0), lane) : Value()});
  }
}

void RowTile::storeShared(Value chunkPosition, ArrayRef<Elements> lanes) {
  kernel::WarpBarrierOp::create(b, /*mask=*/Value());
  scan.storeLanes(b, lanes, sharedOut, b.mul(thread, shape.width),
                  /*isReversed=*/false);
  kernel::WarpBarrierOp::create(b, /*mask=*/Value());
  Value slot = b.mul(b.sub(thread, lane), shape.width);
  for (int64_t i = 0; i < shape.width; ++i) {
    Value offset = b.add(lane, i * shape.lanes);
    Value position = b.add(chunkPosition, offset);
    Value isWritten = andExists(b.less(position, length));
    Elements values = scan.load(b, sharedOut, b.add(slot, offset));
    b.buildIf(isWritten, [&] {
      scan.store(b, values, kernel.out, getIndex(position, 1));
    });
  }
}

/// Stores the combination of all elements, if the thread has the last one.
void RowTile::storeCarry(int64_t chunk, const Prefix &before,
                         ArrayRef<Elements> vector) {
  Value last = b.sub(length, b.constant(1));
  Value offset = b.sub(last, getPosition(chunk));
  // A negative offset is a large unsigned number.
  Value isOwner = andExists(b.less(offset, b.constant(shape.width)));
  b.buildIf(isOwner, [&] {
    Elements values = vector.back();
    if (shape.isShared || shape.isRagged)
      for (int64_t i = 0; i + 1 < shape.width; ++i)
        for (auto [value, other] : llvm::zip(values, vector[i]))
          value = b.createOrFold<arith::SelectOp>(
              b.equal(offset, b.constant(i)), other, value);
    scan.store(b, scan.combine(b, before, values), kernel.carries, row);
  });
}

/// Stores the elements of the last vector, which is not whole.
void RowTile::storePartial(Value position, ArrayRef<Elements> results) {
  for (size_t i = 0; i + 1 < results.size(); ++i) {
    Value next = b.add(position, i);
    b.buildIf(b.less(next, length), [&] {
      scan.storeLanes(b, results[i], kernel.out, getIndex(next, 1),
                      /*isReversed=*/false);
    });
  }
}

void RowTile::store(const Prefix &beforeTile) {
  // Another lane may have read the carry.
  if (!kernel.carries.empty())
    kernel::WarpBarrierOp::create(b, /*mask=*/Value());
  for (int64_t chunk = 0; chunk < shape.chunks; ++chunk) {
    SmallVector<Elements> vector =
        shape.isHeld ? getScanned(chunk) : elements[chunk];
    Prefix before = scan.combine(b, beforeTile, beforeLane[chunk]);
    SmallVector<Elements> results;
    for (const Elements &element : vector)
      results.push_back(scan.combine(b, before, element));
    if (scan.op.getExclusive()) {
      results.pop_back();
      Elements start = initial;
      // Only the first thread has nothing before it.
      if (!before.values.empty())
        start = before.values;
      if (before.exists)
        for (auto [value, own] : llvm::zip(start, initial))
          value = b.createOrFold<arith::SelectOp>(before.exists, value, own);
      results.insert(results.begin(), start);
    }
    Value position = getPosition(chunk);
    if (!kernel.carries.empty())
      storeCarry(chunk, before, vector);
    if (shape.isShared) {
      storeShared(getChunk(chunk), results);
      continue;
    }
    Value isWritten = andExists(b.less(position, length));
    auto storeVector = [&] {
      scan.storeLanes(b, results, kernel.out, getIndex(position, shape.width),
                      scan.op.getReverse());
    };
    b.buildIf(isWritten, [&] {
      if (!shape.isRagged)
        return storeVector();
      b.buildIf(b.lessEqual(b.add(position, shape.width), length), storeVector,
                [&] { storePartial(position, results); });
    });
  }
}

std::pair<Prefix, Elements> mlir::zyn::scanWarps(ScanKernels &scan,
                                                 KernelBuilder &kernel,
                                                 const RowShape &shape,
                                                 ValueRange total, Value lane,
                                                 Value warp) {
  if (shape.warps == 1)
    return {Prefix(), Elements(total)};
  IndexBuilder &b = kernel.device();
  SmallVector<Value> shared;
  for (Type type : scan.accumulators)
    shared.push_back(kernel.shared({shape.warps}, type));
  b.buildIf(b.equal(lane, b.constant(0)),
            [&] { scan.store(b, total, shared, warp); });
  kernel::BarrierOp::create(b);
  Value position = b.rem(lane, shape.warps);
  Elements scanned =
      scan.scanLanes(b, scan.load(b, shared, position), position, shape.warps);
  Value previous = b.sub(b.max(warp, b.constant(1)), b.constant(1));
  return {{scan.broadcast(b, scanned, previous, shape.warps),
           b.less(b.constant(0), warp)},
          scan.broadcast(b, scanned, b.constant(shape.warps - 1), shape.warps)};
}
