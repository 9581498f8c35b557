//===- ScanToLinalg.cpp - Lowers scans to loops and linalg ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan of contiguous arrays with the shape outer x length x inner runs in
// tasks of lines: scalars if they are contiguous, otherwise rows of neighboring
// lines, which linalg ops combine. If there are too few lines for all threads,
// they are split into chunks: the first loops combine the elements of each
// chunk, the second ones the results of the chunks before each one, and the
// last ones scan the chunks. The sizes of chunks do not depend on the number of
// threads.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "Zyn/Transforms/Buffers.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::zyn;

/// Elements of a task, and neighboring lines that a task scans together.
static constexpr int64_t kTaskElements = 32768, kTaskLines = 512;
/// Number of tasks that are enough for all threads.
static constexpr int64_t kEnoughTasks = 64;

namespace {

/// Builds the loops of a scan.
class ScanLoops {
public:
  ScanLoops(OpBuilder &builder, ScanOp op)
      : b(op.getLoc(), builder), op(op), count(op.getInputs().size()),
        accumulators(op.getAccumulatorTypes()), contiguous(b, op.getLoc()) {}

  void emit();

private:
  /// Neighboring lines of a chunk: `lines` of them, from `column` on.
  struct Part {
    Value outer, chunk, column, lines;
  };

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value add(Value x, Value y) { return b.createOrFold<arith::AddIOp>(x, y); }
  Value sub(Value x, Value y) { return b.createOrFold<arith::SubIOp>(x, y); }
  Value mul(Value x, Value y) { return b.createOrFold<arith::MulIOp>(x, y); }
  Value min(Value x, Value y) { return b.createOrFold<arith::MinUIOp>(x, y); }
  Value max(Value x, Value y) { return b.createOrFold<arith::MaxUIOp>(x, y); }
  Value div(Value x, Value y) { return b.createOrFold<arith::DivUIOp>(x, y); }
  Value ceilDiv(Value x, Value y) {
    return div(add(x, sub(y, constant(1))), y);
  }

  bool isRow() { return isConstantIntValue(sizes.inner, 1); }
  void chooseChunks();
  /// Emits a loop over `numChunks` chunks of all lines.
  void forEachPart(Value numChunks, function_ref<void(const Part &)> body);
  void buildFor(Value first, Value last, function_ref<void(Value)> body);

  SmallVector<Value> combine(OpBuilder &builder, ValueRange accumulators,
                             ValueRange elements);
  SmallVector<Value> convert(OpBuilder &builder, ValueRange values,
                             TypeRange types);
  /// Position `i` in the order of the scan.
  Value getPosition(Value i) {
    return op.getReverse() ? sub(sub(sizes.length, constant(1)), i) : i;
  }
  /// Index of the element of `part` at `position` in an array that has
  /// `positions` for each line.
  Value getIndex(const Part &part, Value positions, Value position) {
    return add(mul(add(mul(part.outer, positions), position), sizes.inner),
               part.column);
  }
  /// Whether chunk `chunk` starts with an accumulator.
  Value hasStart(Value chunk) {
    return op.getCarries().empty()
               ? b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ugt, chunk,
                                               constant(0))
               : Value(arith::ConstantIntOp::create(b, 1, 1));
  }

  /// Combines the elements of a chunk with what it starts with in `partials`
  /// and stores the results, or, unless `isScan`, only combines its elements
  /// and stores the combination in `partials` for the next chunk.
  void emitRow(const Part &part, bool isScan);
  void emitLines(const Part &part, bool isScan);
  /// Combines what the chunks start with.
  void emitStarts(const Part &part);
  void emitCarries(bool areRead);

  SmallVector<Value> getLines(ValueRange buffers, const Part &part,
                              Value positions, Value position);
  /// Emits an op on the elements of neighboring lines: `body` gets the elements
  /// of `inputs` and `outputs` and returns those of `outputs`.
  void onLines(ValueRange inputs, ValueRange outputs,
               function_ref<SmallVector<Value>(OpBuilder &, ValueRange)> body);

  ImplicitLocOpBuilder b;
  ScanOp op;
  unsigned count;
  SmallVector<Type> accumulators, outputTypes;
  ContiguousBuffers contiguous;
  SmallVector<Value> inputs, outputs, carries;
  /// What each chunk starts with: outer x chunks x inner.
  SmallVector<Value> partials;
  LineSizes sizes;
  Value chunkLength, chunks;
};

} // namespace

void ScanLoops::chooseChunks() {
  Value lines = isRow() ? constant(1) : constant(kTaskLines);
  Value tasks = mul(sizes.outer, ceilDiv(sizes.inner, lines));
  Value perChunk =
      div(constant(kTaskElements), max(min(sizes.inner, lines), constant(1)));
  Value areEnough = b.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::uge, tasks, constant(kEnoughTasks));
  chunkLength = b.createOrFold<arith::SelectOp>(
      areEnough, max(sizes.length, constant(1)), perChunk);
  chunks = ceilDiv(sizes.length, chunkLength);
}

void ScanLoops::buildFor(Value first, Value last,
                         function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(b, first, last, constant(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void ScanLoops::forEachPart(Value numChunks,
                            function_ref<void(const Part &)> body) {
  Value zero = constant(0), one = constant(1);
  Value lines = isRow() ? one : constant(kTaskLines);
  // Several short lines are one task.
  Value perLine = max(mul(chunkLength, min(sizes.inner, lines)), one);
  Value perTask = max(div(constant(kTaskElements), perLine), one);
  auto loop =
      scf::ParallelOp::create(b, ValueRange{zero, zero, zero},
                              ValueRange{sizes.outer, numChunks, sizes.inner},
                              ValueRange{perTask, one, lines});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> indices(loop.getInductionVars());
  Value numLines =
      isRow() ? one : min(sub(sizes.inner, indices[2]), constant(kTaskLines));
  buildFor(
      indices[0], min(add(indices[0], perTask), sizes.outer),
      [&](Value outer) { body({outer, indices[1], indices[2], numLines}); });
}

SmallVector<Value> ScanLoops::combine(OpBuilder &builder,
                                      ValueRange accumulators,
                                      ValueRange elements) {
  SmallVector<Value> arguments(accumulators);
  llvm::append_range(arguments, elements);
  return cloneOpsToLinalg(builder, *op.getBlock(), arguments);
}

SmallVector<Value> ScanLoops::convert(OpBuilder &builder, ValueRange values,
                                      TypeRange types) {
  SmallVector<Value> result;
  for (auto [value, type] : llvm::zip(values, types))
    result.push_back(convertScalarToDtype(builder, op.getLoc(), value, type,
                                          /*isUnsignedCast=*/false));
  return result;
}

//===----------------------------------------------------------------------===//
// Single lines
//===----------------------------------------------------------------------===//

void ScanLoops::emitRow(const Part &part, bool isScan) {
  Value first = mul(part.chunk, chunkLength);
  Value last = min(add(first, chunkLength), sizes.length);
  auto load = [&](ValueRange buffers, Value index) {
    return llvm::map_to_vector(buffers, [&](Value buffer) -> Value {
      return memref::LoadOp::create(b, buffer, index);
    });
  };
  auto store = [&](ValueRange values, ValueRange buffers, Value index) {
    for (auto [value, buffer] : llvm::zip(values, buffers))
      memref::StoreOp::create(b, value, buffer, index);
  };
  auto getElement = [&](Value i) {
    return getIndex(part, sizes.length, getPosition(i));
  };
  auto storeResults = [&](ValueRange values, Value index) {
    store(convert(b, values, outputTypes), outputs, index);
  };

  // The accumulators, and the first element that is combined with them.
  SmallVector<Type> types(accumulators);
  types.push_back(b.getIndexType());
  auto buildFirst = [&] {
    Value index = getElement(first);
    SmallVector<Value> values = convert(b, load(inputs, index), accumulators);
    if (isScan)
      storeResults(values, index);
    values.push_back(add(first, constant(1)));
    return values;
  };
  SmallVector<Value> start;
  if (isScan) {
    auto branch = scf::IfOp::create(
        b, hasStart(part.chunk),
        [&](OpBuilder &builder, Location loc) {
          OpBuilder::InsertionGuard guard(b);
          b.restoreInsertionPoint(builder.saveInsertionPoint());
          SmallVector<Value> values =
              load(partials, getIndex(part, chunks, part.chunk));
          values.push_back(first);
          scf::YieldOp::create(b, values);
        },
        [&](OpBuilder &builder, Location loc) {
          OpBuilder::InsertionGuard guard(b);
          b.restoreInsertionPoint(builder.saveInsertionPoint());
          scf::YieldOp::create(b, buildFirst());
        });
    start.assign(branch.result_begin(), branch.result_end());
  } else {
    start = buildFirst();
  }
  Value begin = start.pop_back_val();
  auto loop = scf::ForOp::create(b, begin, last, constant(1), start);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    Value index = getElement(loop.getInductionVar());
    ValueRange before = loop.getRegionIterArgs();
    SmallVector<Value> next =
        combine(b, before, convert(b, load(inputs, index), accumulators));
    if (isScan)
      storeResults(op.getExclusive() ? before : ValueRange(next), index);
    scf::YieldOp::create(b, next);
  }
  Value chunk = isScan ? part.chunk : add(part.chunk, constant(1));
  store(loop.getResults(), partials, getIndex(part, chunks, chunk));
}

//===----------------------------------------------------------------------===//
// Neighboring lines
//===----------------------------------------------------------------------===//

SmallVector<Value> ScanLoops::getLines(ValueRange buffers, const Part &part,
                                       Value positions, Value position) {
  Value offset = getIndex(part, positions, position);
  return llvm::map_to_vector(buffers, [&](Value buffer) -> Value {
    return memref::SubViewOp::create(b, buffer, ArrayRef<OpFoldResult>{offset},
                                     ArrayRef<OpFoldResult>{part.lines},
                                     ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
  });
}

void ScanLoops::onLines(
    ValueRange inputs, ValueRange outputs,
    function_ref<SmallVector<Value>(OpBuilder &, ValueRange)> body) {
  SmallVector<AffineMap> maps(inputs.size() + outputs.size(),
                              b.getMultiDimIdentityMap(1));
  linalg::GenericOp::create(
      b, b.getLoc(), inputs, outputs, maps,
      ArrayRef<utils::IteratorType>{utils::IteratorType::parallel},
      [&](OpBuilder &builder, Location loc, ValueRange elements) {
        linalg::YieldOp::create(builder, loc, body(builder, elements));
      });
}

void ScanLoops::emitLines(const Part &part, bool isScan) {
  Value first = mul(part.chunk, chunkLength);
  Value last = min(add(first, chunkLength), sizes.length);
  Value chunk = isScan ? part.chunk : add(part.chunk, constant(1));
  SmallVector<Value> states = getLines(partials, part, chunks, chunk);
  auto getStates = [&](ValueRange elements) {
    return elements.drop_front(count).take_front(count);
  };
  // The destinations of an element: the accumulators, and the results.
  auto emitElement = [&](Value i, bool isFirst) {
    Value position = getPosition(i);
    SmallVector<Value> destinations(states);
    if (isScan)
      llvm::append_range(destinations,
                         getLines(outputs, part, sizes.length, position));
    onLines(getLines(inputs, part, sizes.length, position), destinations,
            [&](OpBuilder &builder, ValueRange elements) {
              SmallVector<Value> next =
                  convert(builder, elements.take_front(count), accumulators);
              ValueRange before = getStates(elements);
              if (!isFirst)
                next = combine(builder, before, next);
              SmallVector<Value> results(next);
              if (isScan)
                llvm::append_range(
                    results,
                    convert(builder,
                            op.getExclusive() ? before : ValueRange(next),
                            outputTypes));
              return results;
            });
  };
  Value begin = first;
  if (!isScan) {
    emitElement(first, /*isFirst=*/true);
    begin = add(first, constant(1));
  } else if (op.getCarries().empty()) {
    Value has = hasStart(part.chunk);
    auto branch = scf::IfOp::create(b, b.getIndexType(), has,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(branch.thenBlock());
    scf::YieldOp::create(b, first);
    b.setInsertionPointToEnd(branch.elseBlock());
    emitElement(first, /*isFirst=*/true);
    scf::YieldOp::create(b, add(first, constant(1)));
    begin = branch.getResult(0);
  }
  buildFor(begin, last, [&](Value i) { emitElement(i, /*isFirst=*/false); });
}

//===----------------------------------------------------------------------===//
// All chunks
//===----------------------------------------------------------------------===//

void ScanLoops::emitStarts(const Part &part) {
  Value first = constant(op.getCarries().empty() ? 2 : 1);
  buildFor(first, chunks, [&](Value chunk) {
    SmallVector<Value> before =
        getLines(partials, part, chunks, sub(chunk, constant(1)));
    onLines(before, getLines(partials, part, chunks, chunk),
            [&](OpBuilder &builder, ValueRange elements) {
              return combine(builder, elements.take_front(count),
                             elements.drop_front(count));
            });
  });
}

/// Copies the carries to what the first chunks start with, or the combinations
/// of all elements to the carries.
void ScanLoops::emitCarries(bool areRead) {
  if (op.getCarries().empty())
    return;
  Value one = constant(1), zero = constant(0);
  Value chunk = areRead ? zero : sub(chunks, one);
  auto loop = scf::ParallelOp::create(b, ValueRange{zero},
                                      ValueRange{sizes.outer}, ValueRange{one});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Part part = {loop.getInductionVars()[0], zero, zero, sizes.inner};
  SmallVector<Value> from = getLines(carries, part, one, zero);
  SmallVector<Value> to = getLines(partials, part, chunks, chunk);
  if (!areRead)
    std::swap(from, to);
  for (auto [source, target] : llvm::zip(from, to))
    memref::CopyOp::create(b, source, target);
}

void ScanLoops::emit() {
  sizes = getLineSizes(b, op.getLoc(), op->getOperands().take_front(2 * count),
                       op.getDimension());
  for (Value input : op.getInputs())
    inputs.push_back(contiguous.get(input));
  for (Value output : op.getOutputs()) {
    outputs.push_back(contiguous.getWritable(output, /*isRead=*/false));
    outputTypes.push_back(getBufferType(output).getElementType());
  }
  for (Value carry : op.getCarries())
    carries.push_back(contiguous.getWritable(carry, /*isRead=*/true));

  // Without elements, carries keep their values.
  Value hasElements = b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ugt,
                                                    sizes.length, constant(0));
  auto branch = scf::IfOp::create(b, hasElements, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(branch.thenYield());
    chooseChunks();
    Value numPartials = mul(mul(sizes.outer, chunks), sizes.inner);
    for (Type type : accumulators)
      partials.push_back(memref::AllocOp::create(
          b, MemRefType::get({ShapedType::kDynamic}, type), numPartials));
    emitCarries(/*areRead=*/true);
    auto emitChunk = [&](bool isScan) {
      return [this, isScan](const Part &part) {
        isRow() ? emitRow(part, isScan) : emitLines(part, isScan);
      };
    };
    forEachPart(sub(chunks, constant(1)), emitChunk(/*isScan=*/false));
    forEachPart(constant(1), [&](const Part &part) { emitStarts(part); });
    forEachPart(chunks, emitChunk(/*isScan=*/true));
    emitCarries(/*areRead=*/false);
    for (Value partial : partials)
      memref::DeallocOp::create(b, partial);
  }
  contiguous.finish();
}

namespace {
struct ConvertScan : OpConversionPattern<ScanOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ScanOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ScanLoops(rewriter, op).emit();
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateScanToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertScan>(patterns.getContext());
}
