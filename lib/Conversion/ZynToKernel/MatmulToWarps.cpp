//===- MatmulToWarps.cpp - Lowers matmuls to warps ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers matmuls to `mma.sync`, which every GPU from sm_80 supports, and sm_75
// for f16, in two steps (`--kernel-expand-for-target`). `ldmatrix` loads
// fragments from shared memory, and transposes those of 16-bit elements if K is
// not the operand's last dimension; those of tf32 are then loaded element by
// element, as those of f64 always are. Fragment layouts: PTX ISA, "Matrix
// fragments for mma.m16n8k16" and the like.
//
//===----------------------------------------------------------------------===//

#include "StagedMatmul.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;
using ::zyn::schedule::MatmulTile;
using ::zyn::schedule::MatmulUnit;

namespace {

/// Rows or columns of an 8x8 matrix, and of the fragments of B.
constexpr int64_t kMatrixSize = 8;

/// The shape of the instruction: `rows` x 8 sums, and `depth` elements of K.
struct Instruction {
  int64_t rows, depth;

  static Instruction get(Type element, int capability) {
    if (!element.isF64())
      return {16, 32 / kernel::getElementBytes(element)};
    if (capability >= 90)
      return {16, 16};
    return {8, 4};
  }
};

/// The lanes of a warp, or each half of a warp for f64, load four elements
/// along K of several rows.
constexpr int64_t kPaddingBytes = 32;

/// Fragments are loaded by `ldmatrix` if rows are swizzled, or else element by
/// element.
SharedLayout getLayout(const AlignedOperand &operand) {
  int64_t bytes = kernel::getElementBytes(operand.getElement());
  if (bytes == 8 || (bytes == 4 && !operand.isKInnermost))
    return {/*isSwizzled=*/false, kPaddingBytes};
  return {/*isSwizzled=*/true, /*paddingBytes=*/0};
}

class WarpMatmul : public StagedMatmul {
public:
  WarpMatmul(KernelModules &kernels, const AlignedMatmul &matmul,
             const MatmulTile &tile, int64_t numStages, Instruction instruction)
      : StagedMatmul(kernels, matmul, tile, numStages,
                     tile.getUnits() * limits::warpSize, getLayout(matmul.lhs),
                     getLayout(matmul.rhs)),
        instruction(instruction),
        sumType(kernel::FragmentType::get(op.getContext(), instruction.rows,
                                          kMatrixSize, op.getAccumulatorType(),
                                          kernel::FragmentRole::accumulator,
                                          kernel::FragmentHolder::warp)) {}

private:
  void start(IndexBuilder &b) override;
  SmallVector<Value> createSums(IndexBuilder &b) const override;
  SmallVector<Value> multiply(IndexBuilder &b, Value stage,
                              SmallVector<Value> sums) const override;
  void store(IndexBuilder &b, const MatmulResult &result,
             const TilePosition &position, ArrayRef<Value> sums) const override;

  void reduceRow(IndexBuilder &b, const MatmulResult &result,
                 const TilePosition &position, ArrayRef<Value> elements,
                 Value row) const;
  SmallVector<Value> loadAll(IndexBuilder &b, Value stage, int64_t k,
                             bool isLhs) const;
  Value loadElements(IndexBuilder &b, const CopiedOperand &operand, Value stage,
                     Value outer, int64_t k, bool isLhs) const;
  kernel::FragmentType getFragmentType(const CopiedOperand &operand,
                                       bool isLhs) const;

  int64_t mmaM() const { return tile.unitRows / instruction.rows; }
  int64_t mmaN() const { return tile.unitColumns / kMatrixSize; }

  Instruction instruction;
  kernel::FragmentType sumType;
  Value lane, warpRow, warpColumn;
};

} // namespace

void WarpMatmul::start(IndexBuilder &b) {
  lane = b.rem(thread, limits::warpSize);
  Value warp = b.div(thread, limits::warpSize);
  int64_t warpsN = tile.columns / tile.unitColumns;
  warpRow = b.mul(b.div(warp, warpsN), tile.unitRows);
  warpColumn = b.mul(b.rem(warp, warpsN), tile.unitColumns);
}

SmallVector<Value> WarpMatmul::createSums(IndexBuilder &b) const {
  Value zero =
      arith::ConstantOp::create(b, b.getZeroAttr(sumType.getElementType()));
  Value initial = kernel::MmaFillOp::create(b, sumType, zero);
  return SmallVector<Value>(mmaM() * mmaN(), initial);
}

kernel::FragmentType WarpMatmul::getFragmentType(const CopiedOperand &operand,
                                                 bool isLhs) const {
  MLIRContext *context = sumType.getContext();
  Type element = cast<MemRefType>(operand.tiles.getType()).getElementType();
  if (element.isF32())
    element = FloatTF32Type::get(context);
  if (isLhs)
    return kernel::FragmentType::get(
        context, instruction.rows, instruction.depth, element,
        kernel::FragmentRole::a, kernel::FragmentHolder::warp);
  return kernel::FragmentType::get(context, instruction.depth, kMatrixSize,
                                   element, kernel::FragmentRole::b,
                                   kernel::FragmentHolder::warp);
}

Value WarpMatmul::loadElements(IndexBuilder &b, const CopiedOperand &operand,
                               Value stage, Value outer, int64_t k,
                               bool isLhs) const {
  return kernel::MmaLoadOp::create(
      b, getFragmentType(operand, isLhs), operand.tiles,
      operand.getIndices(b, stage, outer, b.constant(k)),
      /*columnMajor=*/operand.isKInnermost != isLhs, /*aligned=*/false);
}

SmallVector<Value> WarpMatmul::loadAll(IndexBuilder &b, Value stage, int64_t k,
                                       bool isLhs) const {
  const CopiedOperand &operand = isLhs ? lhs : rhs;
  int64_t count = isLhs ? mmaM() : mmaN();
  int64_t size = isLhs ? instruction.rows : kMatrixSize;
  int64_t perLoad = operand.layout.isSwizzled && !isLhs ? 2 : 1;
  SmallVector<Value> fragments;
  for (int64_t i = 0; i < count; i += perLoad) {
    Value outer = b.add(isLhs ? warpRow : warpColumn, i * size);
    if (operand.layout.isSwizzled)
      llvm::append_range(
          fragments, operand.loadFragments(b, lane, stage, outer, k,
                                           getFragmentType(operand, isLhs)));
    else
      fragments.push_back(loadElements(b, operand, stage, outer, k, isLhs));
  }
  return fragments;
}

SmallVector<Value> WarpMatmul::multiply(IndexBuilder &b, Value stage,
                                        SmallVector<Value> sums) const {
  for (int64_t k = 0; k < lhs.depth; k += instruction.depth) {
    SmallVector<Value> left = loadAll(b, stage, k, /*isLhs=*/true);
    SmallVector<Value> right = loadAll(b, stage, k, /*isLhs=*/false);
    for (int64_t i = 0; i < mmaM(); ++i)
      for (int64_t j = 0; j < mmaN(); ++j) {
        Value &sum = sums[i * mmaN() + j];
        sum = kernel::MmaComputeOp::create(b, sumType, left[i], right[j], sum);
      }
  }
  return sums;
}

/// Lane l holds two neighbors of each eight rows: those of row l / 4 from
/// column 2 * (l % 4) on.
void WarpMatmul::store(IndexBuilder &b, const MatmulResult &result,
                       const TilePosition &position,
                       ArrayRef<Value> sums) const {
  Value row = b.add(b.add(position.firstRow, warpRow), b.div(lane, 4));
  Value column =
      b.add(b.add(position.firstColumn, warpColumn), b.mul(b.rem(lane, 4), 2));
  for (int64_t i = 0; i < mmaM(); ++i) {
    // The results of the thread's rows, which are reduced.
    llvm::MapVector<int64_t, SmallVector<Value>> rows;
    for (int64_t j = 0; j < mmaN(); ++j) {
      Value elements = kernel::MmaUnpackOp::create(
          b, sumType.getThreadVectorType(), sums[i * mmaN() + j]);
      for (int64_t e = 0; e < sumType.getElementsPerThread(); e += 2) {
        auto [rowOffset, columnOffset] = sumType.getElementPosition(e);
        SmallVector<Value> neighbors = {
            vector::ExtractOp::create(b, elements, e),
            vector::ExtractOp::create(b, elements, e + 1)};
        Value firstRow = b.add(row, i * instruction.rows + rowOffset);
        Value firstColumn = b.add(column, j * kMatrixSize + columnOffset);
        if (!result.areRowsReduced()) {
          result.store(b, neighbors, position.matrix, firstRow, firstColumn);
          continue;
        }
        for (auto [k, sum] : llvm::enumerate(neighbors))
          sum = result.finishAnywhere(
              b, sum, position.matrix, firstRow,
              b.add(firstColumn, static_cast<int64_t>(k)));
        if (result.isStored())
          result.storeFinished(b, neighbors, position.matrix, firstRow,
                               firstColumn);
        llvm::append_range(rows[i * instruction.rows + rowOffset], neighbors);
      }
    }
    for (auto &[offset, elements] : rows)
      reduceRow(b, result, position, elements, b.add(row, offset));
  }
}

/// Reduces the elements that a thread has of a row of the warp's part.
void WarpMatmul::reduceRow(IndexBuilder &b, const MatmulResult &result,
                           const TilePosition &position,
                           ArrayRef<Value> elements, Value row) const {
  int64_t perStrip = elements.size() * kStripColumns / tile.unitColumns;
  Value column = b.add(position.firstColumn, warpColumn);
  for (int64_t first = 0; first < tile.unitColumns; first += kStripColumns) {
    MatmulResult::Strip strip =
        result.reduceStrip(b, elements.take_front(perStrip), position.matrix,
                           row, b.add(column, first), lane);
    result.storeStrip(b, strip, position.matrix, lane);
    elements = elements.drop_front(perStrip);
  }
}

namespace {

class MatmulByWarps : public MatmulEmitter {
public:
  MatmulByWarps(KernelModules &kernels,
                const ::zyn::schedule::GPUTarget &target, Type element)
      : MatmulEmitter(kernels, target), isDouble(element.isF64()) {}

  MatmulUnit getKind() const override {
    return isDouble ? MatmulUnit::DoubleWarps : MatmulUnit::Warps;
  }
  int64_t getMultiplications(Type element) const override {
    if (isDouble)
      return target.warpDoubleMultiplications;
    return target.warpMultiplications * 2 /
           (isConverted(element) ? 2 : kernel::getElementBytes(element));
  }
  /// `ldmatrix` does not transpose elements of 8 bits.
  bool needsKInnermost(Type element) const override {
    return kernel::getElementBytes(element) == 1;
  }
  /// Chunks that are permuted have 16 bytes.
  bool needsAlignedRows(Type) const override { return !isDouble; }
  bool reducesRows(const AlignedMatmul &matmul,
                   const MatmulTile &tile) const override {
    // With more sums, an epilogue whose results are stored, too, has no
    // registers for what it reads.
    constexpr int64_t maxSums = 32;
    bool hasRegisters =
        !matmul.reducedRows.isStored() || matmul.epilogueInputs.empty() ||
        tile.unitRows * tile.unitColumns <= maxSums * limits::warpSize;
    return hasRegisters && tile.unitColumns % kStripColumns == 0;
  }
  int64_t getStages(ProductOpInterface op,
                    const MatmulTile &tile) const override {
    return StagedMatmul::getStages(tile, target, kernels.getHints(),
                                   kPaddingBytes, op);
  }
  void emit(IndexBuilder &h, const AlignedMatmul &matmul,
            const MatmulTile &tile, const MatmulSplit &split) const override {
    MatmulTile unitTile = tile;
    // Converted fragments take the registers of half of the sums. A warp has
    // one strip then.
    if (isConverted(matmul.lhs.getElement()))
      unitTile.unitColumns = std::min<int64_t>(unitTile.unitColumns, 32);
    WarpMatmul(kernels, matmul, unitTile, getStages(matmul.op, tile),
               Instruction::get(matmul.lhs.getElement(), target.capability))
        .lower(h, split);
  }

private:
  /// Whether ptxas converts the fragments to f16 in registers.
  bool isConverted(Type element) const {
    return element.isFloat(8) && !target.hasWarpFloat8;
  }

  bool isDouble;
};

} // namespace

std::unique_ptr<MatmulEmitter>
mlir::zyn::createMatmulByWarps(KernelModules &kernels,
                               const ::zyn::schedule::GPUTarget &target,
                               Type element) {
  return std::make_unique<MatmulByWarps>(kernels, target, element);
}
