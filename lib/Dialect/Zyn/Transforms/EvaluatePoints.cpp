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
static constexpr uint64_t kPointsPerElement = 16;

DenseElementsAttr zyn::getConstantTensor(Value tensor, uint64_t maxElements) {
  ElementsAttr elements;
  if (auto matrix = tensor.getDefiningOp<ConstantMatrixOp>())
    elements = matrix.getElements()[cast<OpResult>(tensor).getResultNumber()];
  else if (!matchPattern(tensor, m_Constant(&elements)))
    return {};
  auto dense = dyn_cast<DenseElementsAttr>(elements);
  auto isSmall = [&](ElementsAttr attr) {
    return static_cast<uint64_t>(attr.getNumElements()) <= maxElements;
  };
  if (dense && (dense.isSplat() || isSmall(dense)))
    return dense;
  auto resource = dyn_cast<DenseResourceElementsAttr>(elements);
  if (!resource || !isSmall(resource) ||
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
  /// Numbers the values of the body. Returns why it is never evaluated, or "".
  std::string prepare();
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
  /// Returns why what reads `argument` refuses an element, or "".
  static std::string checkElements(const Tensor &tensor,
                                   BlockArgument argument);

  /// An op of the body, and the numbers of its operands and its result.
  struct Step {
    Operation *op;
    SmallVector<unsigned> operands;
    unsigned result;
  };
  SmallVector<Step> steps;
  SmallVector<Attribute> values;
  SmallVector<Tensor> inputs, inits;
  SmallVector<int64_t> point;
};

} // namespace

static std::string describeRefused(Operation *op) {
  return ("the bits of '" + op->getName().getStringRef() +
          "' on these constants depend on the device")
      .str();
}

/// Whether each result combines its two arguments with one op, in any order.
/// Others may keep the first of several elements that compare equal.
static bool isOrderIrrelevant(Block &combiner) {
  Operation *yield = combiner.getTerminator();
  unsigned numResults = yield->getNumOperands();
  if (combiner.getNumArguments() != 2 * numResults)
    return false;
  for (auto [number, yielded] : llvm::enumerate(yield->getOperands())) {
    Operation *op = yielded.getDefiningOp();
    if (!isa_and_nonnull<arith::AddIOp, arith::AndIOp, arith::MaximumFOp,
                         arith::MaxNumFOp, arith::MaxSIOp, arith::MaxUIOp,
                         arith::MinimumFOp, arith::MinNumFOp, arith::MinSIOp,
                         arith::MinUIOp, arith::MulIOp, arith::OrIOp,
                         arith::XOrIOp>(op))
      return false;
    Value state = combiner.getArgument(number),
          element = combiner.getArgument(numResults + number);
    Value x = op->getOperand(0), y = op->getOperand(1);
    if (!(x == state && y == element) && !(x == element && y == state))
      return false;
  }
  return true;
}

int64_t PointEvaluation::getPosition(AffineMap map, ArrayRef<int64_t> shape) {
  int64_t position = 0;
  for (auto [expr, size] : llvm::zip(map.getResults(), shape))
    position = position * size + point[cast<AffineDimExpr>(expr).getPosition()];
  return position;
}

std::string PointEvaluation::prepare() {
  Block &block = copy->getRegion(0).front();
  DenseMap<Value, unsigned> slots;
  auto addSlot = [&](Value value, Attribute constant = {}) {
    slots[value] = values.size();
    values.push_back(constant);
  };
  for (BlockArgument argument : block.getArguments())
    addSlot(argument);
  for (Operation &op : block) {
    if (!allowRounding && !isa<YieldOp, IndexOp>(op) &&
        !op.hasTrait<OpTrait::ConstantLike>() && !isSameOnAllDevices(&op))
      return describeRefused(&op);
    Step &step = steps.emplace_back();
    step.op = &op;
    for (Value operand : op.getOperands()) {
      if (Attribute constant; !slots.contains(operand) &&
                              matchPattern(operand, m_Constant(&constant)))
        addSlot(operand, constant);
      auto it = slots.find(operand);
      if (it == slots.end())
        return "its body uses a value from outside, which is not known";
      step.operands.push_back(it->second);
    }
    step.result = values.size();
    if (op.hasTrait<OpTrait::ConstantLike>())
      steps.pop_back();
    else
      for (Value result : op.getResults())
        addSlot(result);
  }
  return "";
}

std::string PointEvaluation::checkElements(const Tensor &tensor,
                                           BlockArgument argument) {
  if (tensor.elements.empty() || !tensor.elements.front())
    return "";
  auto user = llvm::find_if(
      argument.getUsers(), [](Operation *user) { return !isa<YieldOp>(user); });
  if (user == argument.user_end() ||
      llvm::all_of(tensor.elements, hasSameBitsOnAllDevices))
    return "";
  return describeRefused(*user);
}

std::string PointEvaluation::evaluatePoint() {
  auto read = [&](Tensor &tensor) {
    return tensor.isSplat
               ? tensor.elements[0]
               : tensor.elements[getPosition(tensor.map, tensor.shape)];
  };
  unsigned number = 0;
  if (isReduction)
    for (Tensor &init : inits)
      values[number++] = read(init);
  for (Tensor &input : inputs)
    values[number++] = read(input);
  SmallVector<Attribute> operands;
  for (const Step &step : steps) {
    operands.clear();
    for (unsigned slot : step.operands)
      operands.push_back(values[slot]);
    if (isa<YieldOp>(step.op)) {
      for (auto [init, element] : llvm::zip(inits, operands))
        init.elements[getPosition(init.map, init.shape)] = element;
    } else if (auto index = dyn_cast<IndexOp>(step.op)) {
      values[step.result] =
          IntegerAttr::get(index.getType(), point[index.getDimension()]);
    } else {
      Attribute result = evaluateScalar(step.op, operands, allowRounding);
      if (!result)
        return describeRefused(step.op);
      values[step.result] = result;
    }
  }
  return "";
}

std::string PointEvaluation::run(TensorEvaluation &evaluation) {
  uint64_t maxElements = evaluation.options.maxElements, numResults = 0;
  for (Value init : original.getDpsInits()) {
    auto type = cast<RankedTensorType>(init.getType());
    // Before elements are counted, since their number may exceed 64 bits.
    uint64_t elements = 1;
    for (uint64_t size : type.getShape())
      elements = llvm::SaturatingMultiply(elements, size);
    numResults = llvm::SaturatingAdd(numResults, elements);
  }
  if (numResults > maxElements)
    return ("it has " + Twine(numResults) + " elements, more than " +
            Twine(maxElements))
        .str();
  SmallVector<int64_t> loops;
  uint64_t numPoints = 1;
  for (const OperandDimension &dimension : original.getLoopDimensions()) {
    loops.push_back(dimension.getStaticSize());
    numPoints = llvm::SaturatingMultiply<uint64_t>(numPoints, loops.back());
  }
  if (numPoints / kPointsPerElement > maxElements)
    return ("its body would be evaluated " + Twine(numPoints) +
            " times, more than " + Twine(maxElements) + " x " +
            Twine(kPointsPerElement))
        .str();
  Block &body = copy->getRegion(0).front();
  if (isReduction && !allowRounding && !isOrderIrrelevant(body))
    return "the order in which a device combines elements is not known, and "
           "only sums and products of integers, minima, maxima and bitwise "
           "ops do not depend on it";
  // A combiner may be wider than the elements: a device rounds at the end.
  unsigned firstInput = isReduction ? original.getNumDpsInits() : 0;
  auto isElement = [&](Value tensor, BlockArgument argument) {
    return getElementTypeOrSelf(tensor) == argument.getType();
  };
  auto inputArguments = body.getArguments().drop_front(firstInput);
  if (!llvm::all_of_zip(original.getDpsInputs(), inputArguments, isElement) ||
      (isReduction &&
       !llvm::all_of_zip(original.getDpsInits(),
                         body.getArguments().take_front(firstInput),
                         isElement)))
    return "its body does not compute with the type of the elements";
  if (std::string obstacle = prepare(); !obstacle.empty())
    return obstacle;

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
    DenseElementsAttr constant = getConstantTensor(
        operand.get(),
        llvm::SaturatingMultiply(maxElements, kPointsPerElement));
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

  if (!allowRounding && numPoints > 0)
    for (auto [input, argument] : llvm::zip(inputs, inputArguments))
      if (std::string obstacle = checkElements(input, argument);
          !obstacle.empty())
        return obstacle;
  point.assign(loops.size(), 0);
  for (uint64_t i = 0; i < numPoints; ++i) {
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
      if (isRead && !getConstantTensor(
                        operand.get(),
                        llvm::SaturatingMultiply(evaluation.options.maxElements,
                                                 kPointsPerElement)))
        return rewriter.notifyMatchFailure(op, "an operand is not constant");
    }
    if (evaluation.refused.contains(op))
      return rewriter.notifyMatchFailure(op, "was refused before");
    PointEvaluation points(computeOp, evaluation.options.allowRounding);
    std::string obstacle = points.run(evaluation);
    if (!obstacle.empty()) {
      evaluation.refused.insert(op);
      return evaluation.refuse(op, "is not evaluated: " + obstacle);
    }
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
