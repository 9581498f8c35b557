//===- EvaluatePoints.cpp - Evaluates maps and reductions of constants ----===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluateTensors.h"

#include "ExactArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::zyn;

/// Evaluations of a body of one op take about as long as this many elements of
/// a result.
static constexpr int64_t kPointsPerElement = 16;

DenseElementsAttr zyn::getConstantTensor(Value tensor, int64_t maxElements) {
  ElementsAttr elements;
  if (auto matrix = tensor.getDefiningOp<ConstantMatrixOp>())
    elements = matrix.getElements()[cast<OpResult>(tensor).getResultNumber()];
  else if (!matchPattern(tensor, m_Constant(&elements)))
    return {};
  auto dense = dyn_cast<DenseElementsAttr>(elements);
  if (dense && (dense.isSplat() || dense.getNumElements() <= maxElements))
    return dense;
  auto resource = dyn_cast<DenseResourceElementsAttr>(elements);
  if (!resource || resource.getNumElements() > maxElements ||
      !resource.getElementType().isIntOrFloat())
    return {};
  int64_t bits = resource.getElementType().getIntOrFloatBitWidth();
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob || bits % 8 != 0 ||
      static_cast<int64_t>(blob->getData().size()) !=
          resource.getNumElements() * bits / 8)
    return {};
  if (resource.empty())
    return DenseElementsAttr::get(resource.getType(), ArrayRef<Attribute>());
  return DenseElementsAttr::getFromRawBuffer(resource.getType(),
                                             blob->getData());
}

namespace {

/// The evaluation of the region of an op at all points of its iteration space.
class PointEvaluation {
public:
  PointEvaluation(ComputeOpInterface op, bool allowRounding)
      : original(op), copy(op->clone()), allowRounding(allowRounding),
        isReduction(cast<PointOpInterface>(op.getOperation()).hasCombiner()) {}
  ~PointEvaluation() { copy->destroy(); }

  /// Returns why the op stays, or "".
  std::string run(TensorEvaluation &evaluation);
  ArrayRef<DenseElementsAttr> getResults() const { return results; }

private:
  /// The position of an element in a tensor with `shape`.
  int64_t getPosition(AffineMap map, ArrayRef<int64_t> shape);
  /// Sets the elements of the results at the point.
  std::string evaluatePoint();

  ComputeOpInterface original;
  /// Upstream's folders may change an op.
  Operation *copy;
  bool allowRounding, isReduction;
  SmallVector<DenseElementsAttr> results;

  struct Tensor {
    AffineMap map;
    ArrayRef<int64_t> shape;
    SmallVector<Attribute> elements;
    bool isSplat = false;
  };
  SmallVector<Tensor> inputs, inits;
  SmallVector<int64_t> point;
};

} // namespace

int64_t PointEvaluation::getPosition(AffineMap map, ArrayRef<int64_t> shape) {
  int64_t position = 0;
  for (auto [expr, size] : llvm::zip(map.getResults(), shape))
    position = position * size + point[cast<AffineDimExpr>(expr).getPosition()];
  return position;
}

std::string PointEvaluation::evaluatePoint() {
  Block &block = copy->getRegion(0).front();
  DenseMap<Value, Attribute> known;
  auto read = [&](Tensor &tensor) {
    return tensor.isSplat
               ? tensor.elements[0]
               : tensor.elements[getPosition(tensor.map, tensor.shape)];
  };
  unsigned number = 0;
  if (isReduction)
    for (Tensor &init : inits)
      known[block.getArgument(number++)] = read(init);
  for (Tensor &input : inputs)
    known[block.getArgument(number++)] = read(input);
  for (Operation &op : block) {
    SmallVector<Attribute> operands;
    for (Value operand : op.getOperands()) {
      Attribute constant = known.lookup(operand);
      if (!constant)
        matchPattern(operand, m_Constant(&constant));
      operands.push_back(constant);
    }
    if (llvm::is_contained(operands, Attribute()))
      return "its body uses a value from outside, which is not known";
    if (isa<YieldOp>(op)) {
      for (auto [init, element] : llvm::zip(inits, operands)) {
        init.elements[getPosition(init.map, init.shape)] = element;
      }
      return "";
    }
    if (op.hasTrait<OpTrait::ConstantLike>())
      continue;
    if (auto index = dyn_cast<IndexOp>(op)) {
      known[index] =
          IntegerAttr::get(index.getType(), point[index.getDimension()]);
      continue;
    }
    Attribute result = evaluateScalar(&op, operands, allowRounding);
    if (!result)
      return ("the bits of '" + op.getName().getStringRef() +
              "' on these constants depend on the device")
          .str();
    known[op.getResult(0)] = result;
  }
  llvm_unreachable("a body ends with a zyn.yield");
}

std::string PointEvaluation::run(TensorEvaluation &evaluation) {
  int64_t maxElements = evaluation.options.maxElements, numResults = 0;
  for (Value init : original.getDpsInits()) {
    auto type = cast<RankedTensorType>(init.getType());
    // Before elements are counted, since their number may exceed 64 bits.
    int64_t elements = 1;
    for (int64_t size : type.getShape())
      if (llvm::MulOverflow(elements, size, elements))
        elements = std::numeric_limits<int64_t>::max() / 2;
    numResults = std::min(numResults, maxElements) + elements;
  }
  if (numResults > maxElements)
    return ("it has " + Twine(numResults) + " elements, more than " +
            Twine(maxElements))
        .str();
  SmallVector<int64_t> loops;
  int64_t numPoints = 1;
  for (const OperandDimension &dimension : original.getLoopDimensions()) {
    loops.push_back(dimension.getStaticSize());
    if (llvm::MulOverflow(numPoints, loops.back(), numPoints))
      numPoints = std::numeric_limits<int64_t>::max();
  }
  if (numPoints / kPointsPerElement > maxElements)
    return ("its body would be evaluated " + Twine(numPoints) +
            " times, more than " + Twine(maxElements) + " x " +
            Twine(kPointsPerElement))
        .str();
  if (isReduction && !allowRounding &&
      llvm::any_of(copy->getRegion(0).getOps(),
                   [](Operation &op) { return isRounded(&op); }))
    return "the order in which a device rounds partial results is not known";

  auto addTensor = [&](SmallVectorImpl<Tensor> &tensors, OpOperand &operand,
                       bool isRead) {
    Tensor &tensor = tensors.emplace_back();
    tensor.map = original.getOperandAccess(operand).getMap();
    auto type = cast<RankedTensorType>(operand.get().getType());
    tensor.shape = type.getShape();
    if (!isRead) {
      tensor.elements.resize(type.getNumElements());
      return;
    }
    DenseElementsAttr constant =
        getConstantTensor(operand.get(), maxElements * kPointsPerElement);
    tensor.isSplat = constant.isSplat() && !original.isDpsInit(&operand);
    if (tensor.isSplat)
      tensor.elements.push_back(constant.getSplatValue<Attribute>());
    else
      llvm::append_range(tensor.elements, constant.getValues<Attribute>());
  };
  for (OpOperand *input : original.getDpsInputOperands())
    addTensor(inputs, *input, /*isRead=*/true);
  for (OpOperand &init : original.getDpsInitsMutable())
    addTensor(inits, init, original.readsDestination(init));

  point.assign(loops.size(), 0);
  for (int64_t i = 0; i < numPoints; ++i) {
    if (std::string obstacle = evaluatePoint(); !obstacle.empty())
      return obstacle;
    for (int64_t loop = loops.size() - 1; loop >= 0; --loop) {
      if (++point[loop] < loops[loop])
        break;
      point[loop] = 0;
    }
  }
  for (auto [init, value] : llvm::zip(inits, original.getDpsInits())) {
    auto type = cast<RankedTensorType>(value.getType());
    results.push_back(DenseElementsAttr::get(type, init.elements));
  }
  evaluation.numElements += numResults;
  return "";
}

namespace {

/// Evaluates an op whose operands are constants.
struct EvaluatePoints : OpInterfaceRewritePattern<PointOpInterface> {
  EvaluatePoints(MLIRContext *context, TensorEvaluation &evaluation)
      : OpInterfaceRewritePattern(context), evaluation(evaluation) {}

  LogicalResult matchAndRewrite(PointOpInterface op,
                                PatternRewriter &rewriter) const override {
    auto computeOp = cast<ComputeOpInterface>(op.getOperation());
    if (!computeOp.hasPureTensorSemantics() || computeOp.getNumDpsInputs() == 0)
      return rewriter.notifyMatchFailure(op, "has no tensors as inputs");
    for (OpOperand &operand : op->getOpOperands()) {
      auto type = cast<RankedTensorType>(operand.get().getType());
      AffineMap map = computeOp.getOperandAccess(operand).getMap();
      if (!type.hasStaticShape() || !map || !map.isProjectedPermutation())
        return rewriter.notifyMatchFailure(op, "sizes are not known");
      bool isRead =
          !computeOp.isDpsInit(&operand) || computeOp.readsDestination(operand);
      if (isRead &&
          !getConstantTensor(operand.get(), evaluation.options.maxElements *
                                                kPointsPerElement))
        return rewriter.notifyMatchFailure(op, "an operand is not constant");
    }
    PointEvaluation points(computeOp, evaluation.options.allowRounding);
    std::string obstacle = points.run(evaluation);
    if (!obstacle.empty())
      return evaluation.refuse(op, "is not evaluated: " + obstacle);
    ++evaluation.numEvaluated;
    SmallVector<Value> constants;
    for (DenseElementsAttr elements : points.getResults())
      constants.push_back(
          arith::ConstantOp::create(rewriter, op.getLoc(), elements));
    rewriter.replaceOp(op, constants);
    return success();
  }

  TensorEvaluation &evaluation;
};

} // namespace

void zyn::populateEvaluatePointsPatterns(RewritePatternSet &patterns,
                                         TensorEvaluation &evaluation) {
  patterns.add<EvaluatePoints>(patterns.getContext(), evaluation);
}
