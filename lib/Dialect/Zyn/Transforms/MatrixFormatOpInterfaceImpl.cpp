//===- MatrixFormatOpInterfaceImpl.cpp - Formats of matrices of matmuls ---===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// C = A * B with a sparse A is a zyn.spmm. With a sparse B, it is the transpose
// of one: C^T = B^T * A^T.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/MatrixFormatOpInterfaceImpl.h"

#include "FusionCosts.h"
#include "KnownSizes.h"
#include "SparseMatrix.h"
#include "Zyn/Interfaces/MatrixFormatOpInterface.h"
#include "Zyn/Schedule/ProductTime.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::zyn;
namespace schedule = ::zyn::schedule;

/// Returns the number of the operand that is a constant matrix.
static std::optional<unsigned> findMatrix(MatmulOp op) {
  for (unsigned number : {0, 1})
    if (StoredMatrix::get(op->getOperand(number)))
      return number;
  return std::nullopt;
}

static int64_t getBytes(Type type) {
  return llvm::divideCeil(getElementTypeOrSelf(type).getIntOrFloatBitWidth(),
                          8);
}

/// Returns what multiplies the elements of `op`.
static schedule::ProductUnit getUnit(MatmulOp op,
                                     const schedule::GPUTarget &target) {
  using schedule::ProductUnit;
  Type element = getElementTypeOrSelf(op.getLhs());
  if (element.isF64())
    return ProductUnit::DoubleTensorCores;
  if (element.isF32())
    switch (op.getPrecision()) {
    case MatmulPrecision::IEEE:
      return ProductUnit::Threads;
    case MatmulPrecision::TF32:
      return ProductUnit::TensorCores;
    case MatmulPrecision::TF32x3:
      return ProductUnit::TensorCores3xTF32;
    }
  bool isFloat8 = isa<FloatType>(element) && getBytes(element) == 1;
  if (element.isInteger(32) || (isFloat8 && !target.hasWarpFloat8))
    return ProductUnit::Threads;
  return ProductUnit::TensorCores;
}

namespace {

/// The sizes of the matrices of a matmul for estimates, in which a size that is
/// not known has an assumed value.
struct MatmulSizes : schedule::ProductSizes {
  explicit MatmulSizes(MatmulOp op) {
    auto getSize = [](Value tensor, int64_t dim) {
      int64_t size = cast<ShapedType>(tensor.getType()).getDimSize(dim);
      return ShapedType::isDynamic(size) ? FusionCosts::unknownSize : size;
    };
    int64_t rank = op.getRank();
    m = getSize(op.getInit(), rank - 2);
    n = getSize(op.getInit(), rank - 1);
    k = getSize(op.getLhs(), op.getLhsK());
    elementBytes = getBytes(op.getLhs().getType());
    resultBytes = getBytes(op.getInit().getType());
  }
};

/// Replaces a matmul by a zyn.spmm.
class SparseMatmul {
public:
  SparseMatmul(RewriterBase &rewriter, MatmulOp op, unsigned matrix)
      : rewriter(rewriter), op(op), loc(op.getLoc()), matrix(matrix),
        isLeft(matrix == 0) {}

  void create();

private:
  /// Returns a tensor with the sizes of the transpose of `tensor`.
  Value createTransposedEmpty(Value tensor);
  /// Stores the transpose of `tensor` in `destination`.
  Value transpose(Value tensor, Value destination);
  /// Returns the other operand with K as its first dimension.
  Value createDense();

  RewriterBase &rewriter;
  MatmulOp op;
  Location loc;
  unsigned matrix;
  bool isLeft;
};

} // namespace

Value SparseMatmul::createTransposedEmpty(Value tensor) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, tensor);
  std::swap(sizes[0], sizes[1]);
  return tensor::EmptyOp::create(rewriter, loc, sizes,
                                 getElementTypeOrSelf(tensor));
}

Value SparseMatmul::transpose(Value tensor, Value destination) {
  AffineMap swapped =
      AffineMap::getPermutationMap(ArrayRef<unsigned>{1, 0}, op.getContext());
  auto map =
      MapOp::create(rewriter, loc, destination.getType(), tensor, destination,
                    rewriter.getAffineMapArrayAttr(swapped));
  OpBuilder::InsertionGuard guard(rewriter);
  Type element = getElementTypeOrSelf(tensor);
  Block *body = rewriter.createBlock(&map.getBody(), {}, element, loc);
  YieldOp::create(rewriter, loc, body->getArgument(0));
  return map.getResult(0);
}

Value SparseMatmul::createDense() {
  OpOperand &other = op->getOpOperand(1 - matrix);
  // zyn.spmm does not compare the number of columns of a sparse matrix.
  int64_t dim = isLeft ? op.getRhsK() : op.getLhsK();
  auto type = cast<RankedTensorType>(other.get().getType());
  Value dense = other.get();
  if (type.isDynamicDim(dim)) {
    auto computeOp = cast<ComputeOpInterface>(op.getOperation());
    int64_t known = cast<ShapedType>(op->getOperand(matrix).getType())
                        .getDimSize(isLeft ? op.getLhsK() : op.getRhsK());
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] = known;
    dense = castToKnownSizes(rewriter, computeOp, other, type.clone(shape),
                             NamedSizes());
  }
  return dim == 0 ? dense : transpose(dense, createTransposedEmpty(dense));
}

void SparseMatmul::create() {
  // A has K as its columns, as the transpose of B has.
  Value weights = op->getOperand(matrix);
  bool isTransposed = isLeft ? op.getTransposeA() : !op.getTransposeB();
  ConstantMatrixOp csr =
      StoredMatrix::get(weights)->createCSR(rewriter, loc, isTransposed);
  Value dense = createDense(), init = op.getInit();
  if (!isLeft) {
    Value empty = createTransposedEmpty(init);
    init = op.getAccumulate() ? transpose(init, empty) : empty;
  }
  SmallVector<AffineMap> maps;
  AffineMap swapped =
      AffineMap::getPermutationMap(ArrayRef<unsigned>{1, 0}, op.getContext());
  auto product = cast<ProductOpInterface>(op.getOperation());
  for (unsigned i = 0, e = op.getEpilogueInputs().size(); i < e; ++i) {
    AffineMap map = product.getEpilogueMap(i);
    maps.push_back(isLeft ? map : map.compose(swapped));
  }
  auto sparse = SpmmOp::create(
      rewriter, loc, init.getType(), csr.getResult(0), csr.getResult(1),
      csr.getResult(2), dense, op.getEpilogueInputs(), init,
      maps.empty() ? ArrayAttr() : rewriter.getAffineMapArrayAttr(maps),
      op.getAccumulate(), /*unchecked=*/false);
  rewriter.inlineRegionBefore(op.getEpilogue(), sparse.getEpilogue(),
                              sparse.getEpilogue().end());
  if (auto sizes = op->getAttrOfType<DenseI64ArrayAttr>(kMaxSizesAttrName)) {
    SmallVector<int64_t> bounds(sizes.asArrayRef());
    if (!isLeft)
      std::swap(bounds[0], bounds[1]);
    sparse->setAttr(kMaxSizesAttrName, rewriter.getDenseI64ArrayAttr(bounds));
  }
  Value result = sparse.getResult(0);
  rewriter.replaceOp(op, isLeft ? result : transpose(result, op.getInit()));
  if (Operation *constant = weights.getDefiningOp();
      isOpTriviallyDead(constant))
    rewriter.eraseOp(constant);
}

namespace {

struct MatmulFormat
    : MatrixFormatOpInterface::ExternalModel<MatmulFormat, MatmulOp> {
  std::optional<MatrixStatistics> getMatrixStatistics(Operation *op) const {
    auto matmul = cast<MatmulOp>(op);
    std::optional<unsigned> number = findMatrix(matmul);
    if (!number || !isa<TensorType>(matmul.getInit().getType()))
      return std::nullopt;
    StoredMatrix matrix = *StoredMatrix::get(op->getOperand(*number));
    return MatrixStatistics{matrix.getNumRows(), matrix.getNumColumns(),
                            matrix.countNonZeros()};
  }

  SmallVector<MatrixCandidate>
  getMatrixCandidates(Operation *op, const MatrixFormatOptions &options) const;

  std::optional<MatrixStorage> getMatrixStorage(Operation *op) const {
    unsigned number = *findMatrix(cast<MatmulOp>(op));
    auto constant = op->getOperand(number).getDefiningOp<ConstantMatrixOp>();
    bool isDense = constant && constant.getFormat() == MatrixFormat::Dense;
    return isDense ? std::optional(MatrixStorage::Dense) : std::nullopt;
  }

  LogicalResult useMatrixCandidate(Operation *op, RewriterBase &rewriter,
                                   const MatrixCandidate &chosen) const;
};

} // namespace

SmallVector<MatrixCandidate>
MatmulFormat::getMatrixCandidates(Operation *op,
                                  const MatrixFormatOptions &options) const {
  auto matmul = cast<MatmulOp>(op);
  const schedule::GPUTarget &target = schedule::getGPUTarget(options.chip);
  unsigned number = *findMatrix(matmul);
  bool isLeft = number == 0;
  Value weights = op->getOperand(number);
  StoredMatrix matrix = *StoredMatrix::get(weights);
  MatmulSizes sizes(matmul);
  int64_t nonZeros = matrix.countNonZeros();

  MatrixCandidate csr{MatrixStorage::CSR, "CSR"};
  schedule::ProductSizes sparseSizes = sizes;
  if (!isLeft)
    std::swap(sparseSizes.m, sparseSizes.n);
  csr.time = schedule::estimateSparseCycles(target, sparseSizes, nonZeros,
                                            StoredMatrix::kIndexBytes);
  auto addTransposition = [&](double rows, double columns, int64_t bytes) {
    csr.time +=
        schedule::estimateMemoryCycles(target, 2 * rows * columns * bytes);
  };
  if (isLeft ? matmul.getTransposeB() : !matmul.getTransposeA())
    addTransposition(sparseSizes.k, sparseSizes.n, sizes.elementBytes);
  if (!isLeft)
    for (int i = 0; i < 1 + matmul.getAccumulate(); ++i)
      addTransposition(sizes.m, sizes.n, sizes.resultBytes);
  csr.multiplyAdds = nonZeros;
  bool isTransposed = isLeft ? matmul.getTransposeA() : !matmul.getTransposeB();
  csr.bytes = matrix.getCSRBytes(
      isTransposed ? matrix.getNumColumns() : matrix.getNumRows(), nonZeros);

  MatrixCandidate dense{MatrixStorage::Dense, "dense"};
  schedule::ProductUnit unit = getUnit(matmul, target);
  dense.multiplyAdds = matrix.getNumRows() * matrix.getNumColumns();
  dense.bytes = dense.multiplyAdds * matrix.getElementBytes();
  dense.time = schedule::estimateDenseCycles(target, unit, sizes);
  // Other ops keep the dense matrix.
  if (!weights.hasOneUse())
    csr.bytes += dense.bytes;
  SmallVector<MatrixCandidate> candidates;
  // The estimates are those of two matrices.
  if (matmul.getRank() == 2)
    candidates.push_back(csr);
  candidates.push_back(dense);
  if (options.allow3xTF32 && unit == schedule::ProductUnit::Threads &&
      getElementTypeOrSelf(weights).isF32()) {
    MatrixCandidate split = dense;
    split.name = "dense in 3xtf32";
    split.is3xTF32 = true;
    split.time = schedule::estimateDenseCycles(
        target, schedule::ProductUnit::TensorCores3xTF32, sizes);
    candidates.push_back(split);
  }
  return candidates;
}

LogicalResult
MatmulFormat::useMatrixCandidate(Operation *op, RewriterBase &rewriter,
                                 const MatrixCandidate &chosen) const {
  auto matmul = cast<MatmulOp>(op);
  if (chosen.storage == MatrixStorage::Dense) {
    if (chosen.is3xTF32)
      rewriter.modifyOpInPlace(
          op, [&] { matmul.setPrecision(MatmulPrecision::TF32x3); });
    return success();
  }
  if (matmul.getRank() != 2)
    return rewriter.notifyMatchFailure(
        op, "stays dense: zyn.spmm multiplies two matrices, not batches of " +
                Twine(matmul.getRank()) + " dimensions");
  unsigned number = *findMatrix(matmul);
  StoredMatrix matrix = *StoredMatrix::get(op->getOperand(number));
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  if (matrix.countNonZeros() > most || matrix.getNumRows() >= most ||
      matrix.getNumColumns() >= most)
    return rewriter.notifyMatchFailure(
        op, "stays dense: indices of i32 do not suffice for its elements");
  rewriter.setInsertionPoint(op);
  SparseMatmul(rewriter, matmul, number).create();
  return success();
}

void mlir::zyn::registerMatrixFormatOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ZynDialect *) {
    MatmulOp::attachInterface<MatmulFormat>(*context);
  });
}
