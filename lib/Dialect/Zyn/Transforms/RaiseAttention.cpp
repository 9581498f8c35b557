//===- RaiseAttention.cpp - Recognizes decomposed attention ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CausalMask.h"
#include "MaskedRows.h"
#include "SoftmaxMatch.h"
#include "TransposingMaps.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/Format.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNRAISEATTENTION
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// Dimensions of the arrays of zyn.attention: batch, head, query or key,
/// element; and of its scores: batch, head, query, key.
static constexpr int64_t kRank = 4;

static RankedTensorType getType(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

/// Returns the dimension numbers 0 to `rank - 1`, of which the first `count`
/// ones are a group.
static SmallVector<ReassociationIndices> groupFirst(int64_t rank,
                                                    int64_t count) {
  SmallVector<ReassociationIndices> groups(1);
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim >= std::max<int64_t>(count, 1))
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  return groups;
}

/// Returns `tensor`, of batches of matrices, with batches of the sizes `batch`,
/// which are at least one.
static Value reshapeBatches(OpBuilder &builder, Location loc, Value tensor,
                            ArrayRef<OpFoldResult> batch) {
  SmallVector<OpFoldResult> sizes(batch);
  SmallVector<OpFoldResult> old = tensor::getMixedSizes(builder, loc, tensor);
  llvm::append_range(sizes, ArrayRef(old).take_back(2));
  auto type = RankedTensorType::get(decomposeMixedValues(sizes).first,
                                    getElementTypeOrSelf(tensor));
  // Exporters reshape the arrays of heads for batched matmuls.
  for (Value source = tensor;;) {
    if (source.getType() == type && type.getNumDynamicDims() <= 1)
      return source;
    Operation *op = source.getDefiningOp();
    if (!isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
      break;
    source = op->getOperand(0);
  }
  int64_t rank = getType(tensor).getRank();
  if (rank > 3)
    tensor = tensor::CollapseShapeOp::create(builder, loc, tensor,
                                             groupFirst(rank, rank - 2));
  // A matrix gets batches of size 1.
  int64_t group = batch.size() + (rank == 2 ? 1 : 0);
  if (tensor.getType() == type)
    return tensor;
  return tensor::ExpandShapeOp::create(builder, loc, type, tensor,
                                       groupFirst(sizes.size(), group), sizes);
}

namespace {

/// A matmul of the softmax of the products of another one.
class AttentionRaising {
public:
  AttentionRaising(RewriterBase &rewriter, MatmulOp product)
      : rewriter(rewriter), product(product), loc(product.getLoc()) {}

  /// Whether the op multiplies a softmax of the results of a matmul.
  bool match();
  /// Replaces the op, or returns why it cannot be replaced.
  LogicalResult raise(std::string &obstacle);
  /// Describes the scale and the mask.
  std::string describe() const;

private:
  LogicalResult check(std::string &obstacle);
  /// Finds the dimensions of the scores among those of the rows.
  LogicalResult matchDimensions(std::string &obstacle);
  /// Whether the matrices of the scores are those of the rows and those of the
  /// weights, all in the same order.
  bool keepsMatrices(bool hasQueries);
  /// Whether `tensor` has as many matrices as there are batches and heads.
  bool hasBatch(Value tensor);
  /// Returns `operand` as batches and heads of matrices, which are transposed
  /// if `isTransposed`. If `isScaled`, the factor of a map that computes it
  /// becomes a part of the scale. A map that transposes it is composed, so that
  /// at most one remains.
  Value getOperand(Value operand, bool isTransposed, bool isScaled);
  /// Takes the condition that makes the attention causal, if there is one, from
  /// the others.
  void takeCausal();
  void createMask();
  /// Returns what the epilogue of the second product computes of its `sums`.
  Value createEpilogue(Value sums);
  /// Emits the body of a map that computes the mask, whose ops are in
  /// `mapping`.
  void emitMask(const IRMapping &mapping, Type element);

  RewriterBase &rewriter;
  MatmulOp product, scores;
  RowsOp rows;
  Location loc;
  /// The argument of the rows' body that is a score, and its softmax's operand.
  BlockArgument score;
  Value value;
  /// Whether the softmax is 0 in rows whose scores are all -infinity.
  bool hasEmptyRows = false;
  ScoreExpression expression;
  /// The sizes of the batches and heads.
  SmallVector<int64_t> batchShape;
  SmallVector<OpFoldResult> batch;
  /// For each loop of the rows, the dimension of zyn.attention's scores.
  SmallVector<int64_t> dimensions;
  MaskBody maskBody;
  Value mask;
  AffineMap maskMap;
  bool isCausal = false;
};

} // namespace

bool AttentionRaising::match() {
  rows = lookThroughReshapes(product.getLhs()).getDefiningOp<RowsOp>();
  if (!rows || product.getTransposeA())
    return false;
  FailureOr<Softmax> softmax = matchSoftmax(rows);
  if (failed(softmax))
    return false;
  value = softmax->scores;
  hasEmptyRows = softmax->hasEmptyRows;
  for (auto [input, argument] :
       llvm::zip(rows.getInputs(), rows.getBlock()->getArguments())) {
    auto matmul = lookThroughReshapes(input).getDefiningOp<MatmulOp>();
    if (!matmul)
      continue;
    // A mask may be a matmul, too.
    std::string ignored;
    if (failed(matchScore(value, argument, ignored)) && scores)
      continue;
    scores = matmul;
    score = argument;
  }
  return scores != nullptr;
}

/// Whether `tensor`, and each tensor that it is a reshaped view of, is used
/// once.
static bool isUsedOnce(Value tensor) {
  Value source = lookThroughReshapes(tensor);
  for (; tensor != source; tensor = tensor.getDefiningOp()->getOperand(0))
    if (!tensor.hasOneUse())
      return false;
  return source.hasOneUse();
}

/// Returns the number of matrices of batches of the sizes `batch`, or nullopt
/// if it is dynamic.
static std::optional<int64_t> getNumMatrices(ArrayRef<int64_t> batch) {
  if (ShapedType::isDynamicShape(batch))
    return std::nullopt;
  return ShapedType::getNumElements(batch);
}

bool AttentionRaising::keepsMatrices(bool hasQueries) {
  Value input = rows.getInputs()[score.getArgNumber()];
  RankedTensorType from = getType(scores->getResult(0));
  RankedTensorType type = getType(rows->getResult(0));
  RankedTensorType to = getType(product.getLhs());
  if (from.hasStaticShape() && type.hasStaticShape() && to.hasStaticShape()) {
    std::optional<int64_t> number =
        getNumMatrices(from.getShape().drop_back(2));
    return from.getShape().take_back(2) == to.getShape().take_back(2) &&
           type.getShape().back() == to.getShape().back() &&
           number == getNumMatrices(to.getShape().drop_back(2)) &&
           number ==
               getNumMatrices(type.getShape().drop_back(hasQueries ? 2 : 1));
  }
  int64_t numKept =
      std::min(getNumKeptDimensions(input, scores->getResult(0)),
               getNumKeptDimensions(product.getLhs(), rows->getResult(0)));
  bool isOneQuery = from.getDimSize(from.getRank() - 2) == 1 &&
                    to.getDimSize(to.getRank() - 2) == 1;
  return hasQueries && !isOneQuery ? numKept == 2 : isOneQuery && numKept >= 1;
}

bool AttentionRaising::hasBatch(Value tensor) {
  return getNumMatrices(getType(tensor).getShape().drop_back(2)) ==
         getNumMatrices(batchShape);
}

LogicalResult AttentionRaising::matchDimensions(std::string &obstacle) {
  RankedTensorType type = getType(rows->getResult(0));
  RankedTensorType weights = getType(product.getLhs());
  int64_t numQueries = weights.getDimSize(weights.getRank() - 2);
  int64_t rank = type.getRank();
  // A dimension of a single query has been dropped from the rows.
  bool hasQueries = rank >= 2 && type.getDimSize(rank - 2) == numQueries &&
                    (numQueries != 1 || rank == weights.getRank());
  int64_t numBatches = rank - 1 - (hasQueries ? 1 : 0);
  if ((!hasQueries && numQueries != 1) || numBatches > 2 ||
      !keepsMatrices(hasQueries)) {
    obstacle = "its weights do not have the dimensions of batches, heads, "
               "queries and keys";
    return failure();
  }
  // One dimension is that of the heads.
  batchShape.assign(2 - numBatches, 1);
  llvm::append_range(batchShape, type.getShape().take_front(numBatches));
  if (!llvm::all_of(ArrayRef<Value>{scores.getLhs(), scores.getRhs(),
                                    product.getRhs(), product->getResult(0)},
                    [&](Value tensor) { return hasBatch(tensor); })) {
    obstacle = "its queries, keys, values and results do not have the batches "
               "of its weights";
    return failure();
  }
  dimensions = llvm::to_vector(llvm::seq<int64_t>(2 - numBatches, 2));
  if (hasQueries)
    dimensions.push_back(2);
  dimensions.push_back(3);
  return success();
}

/// Whether the epilogue of `matmul` at most converts sums.
static bool onlyConverts(MatmulOp matmul) {
  if (matmul.getEpilogue().empty())
    return true;
  Block &epilogue = matmul.getEpilogue().front();
  return stripCasts(epilogue.getTerminator()->getOperand(0)) ==
         epilogue.getArgument(0);
}

/// Whether `scale` is finite as a float in which scores of `element` are
/// computed.
static bool isFinite(double scale, Type element) {
  return std::isfinite(element.isF64() ? scale : static_cast<float>(scale));
}

LogicalResult AttentionRaising::check(std::string &obstacle) {
  auto refuse = [&](const Twine &reason) {
    obstacle = reason.str();
    return failure();
  };
  Type element = getElementTypeOrSelf(scores.getLhs());
  if (!element.isF16() && !element.isBF16() && !element.isF32() &&
      !element.isF64())
    return refuse("its elements are not f16, bf16, f32 or f64");
  if (element != getElementTypeOrSelf(scores.getRhs()) ||
      element != getElementTypeOrSelf(product.getRhs()))
    return refuse("its queries, keys and values have different types");
  if (scores.getTransposeA() || scores.getAccumulate() ||
      product.getAccumulate())
    return refuse("its products are added to other values, or its queries are "
                  "transposed");
  if (scores.getPrecision() != MatmulPrecision::IEEE ||
      product.getPrecision() != MatmulPrecision::IEEE)
    return refuse("its products have another precision than ieee");
  if (!isUsedOnce(product.getLhs()))
    return refuse("its weights have other uses");
  if (scores->getBlock() != product->getBlock() ||
      rows->getBlock() != product->getBlock())
    return refuse("its ops are in different blocks");
  unsigned loops = rows.getNumLoops();
  if (!rows.getInputMap(score.getArgNumber()).isIdentity() || loops == 0)
    return refuse("its scores are broadcast or transposed");
  FailureOr<ScoreExpression> matched = matchScore(value, score, obstacle);
  if (failed(matched))
    return failure();
  expression = std::move(*matched);
  maskBody = {rows.getBlock(), rows.getInputs(), {}, loops};
  for (unsigned i = 0, e = rows.getInputs().size(); i < e; ++i)
    maskBody.maps.push_back(rows.getInputMap(i));
  if (!scores.getEpilogue().empty()) {
    Block &epilogue = scores.getEpilogue().front();
    FailureOr<ScoreExpression> scaled =
        matchScore(epilogue.getTerminator()->getOperand(0),
                   epilogue.getArgument(0), obstacle);
    if (failed(scaled))
      return failure();
    if (scaled->hasMask() && (expression.hasMask() || expression.scale != 1))
      return refuse("its scores are scaled or masked after the epilogue of the "
                    "first product, which has a mask");
    if (scaled->hasMask() &&
        scores->getResult(0).getType() !=
            rows.getInputs()[score.getArgNumber()].getType())
      return refuse("the epilogue of the first product has a mask, and its "
                    "result is reshaped");
    if (scaled->hasMask())
      maskBody = {&epilogue, {Value()}, {AffineMap()}, loops};
    for (auto [i, input] : llvm::enumerate(scores.getEpilogueInputs()))
      if (scaled->hasMask()) {
        maskBody.inputs.push_back(input);
        maskBody.maps.push_back(scores.getEpilogueMap(i));
      }
    scaled->scale *= expression.scale;
    if (scaled->hasMask())
      expression = std::move(*scaled);
    else
      expression.scale = scaled->scale;
  }
  if (!isFinite(expression.scale, element))
    return refuse("the scale of its scores is not finite");
  if (expression.hasMask() && !hasEmptyRows && !seesKeys(expression, maskBody))
    return refuse("its softmax is NaN in rows whose scores are all -infinity, "
                  "and its mask may leave no key");
  return matchDimensions(obstacle);
}

Value AttentionRaising::getOperand(Value operand, bool isTransposed,
                                   bool isScaled) {
  operand = reshapeBatches(rewriter, loc, operand, batch);
  SmallVector<unsigned> order = {0, 1, 2, 3};
  if (isTransposed)
    std::swap(order[2], order[3]);
  AffineMap swap = AffineMap::getPermutationMap(order, rewriter.getContext());
  Type element = getElementTypeOrSelf(operand);
  if (auto map = operand.getDefiningOp<MapOp>()) {
    std::optional<double> factor = getFactor(map);
    if (factor &&
        (*factor == 1 ||
         (isScaled && isFinite(expression.scale * *factor, element))) &&
        map.getInputMap(0).isPermutation() &&
        getElementTypeOrSelf(map.getInputs()[0]) == element) {
      expression.scale *= *factor;
      operand = map.getInputs()[0];
      swap = map.getInputMap(0).compose(swap);
    }
  }
  if (swap.isIdentity())
    return operand;
  SmallVector<OpFoldResult> sizes = applyPermutationMap(
      inversePermutation(swap),
      ArrayRef(tensor::getMixedSizes(rewriter, loc, operand)));
  Value init = tensor::EmptyOp::create(rewriter, loc, sizes, element);
  return createTransposingMap(rewriter, loc, operand, swap, init);
}

/// Collects the ops of the body that `values` are computed from in their order,
/// the arguments, and the loops that they depend on.
static void collectSlice(const MaskBody &body, ArrayRef<Value> values,
                         SmallVectorImpl<Operation *> &ops,
                         llvm::SetVector<BlockArgument> &arguments,
                         llvm::SmallBitVector &loops) {
  SmallVector<Value> worklist(values);
  DenseSet<Operation *> visited;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() != body.block || !arguments.insert(argument))
        continue;
      AffineMap map = body.maps[argument.getArgNumber()];
      for (unsigned loop = 0, e = loops.size(); loop < e; ++loop)
        if (map.isFunctionOfDim(loop))
          loops.set(loop);
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (op->getBlock() != body.block || !visited.insert(op).second)
      continue;
    if (auto index = dyn_cast<IndexOp>(op))
      loops.set(index.getDimension());
    llvm::append_range(worklist, op->getOperands());
  }
  for (Operation &op : *body.block)
    if (visited.contains(&op))
      ops.push_back(&op);
}

void AttentionRaising::emitMask(const IRMapping &mapping, Type element) {
  // Conditions are combined, and become addends if there are any others.
  Value isSeen, sum;
  for (const ScoreExpression::Condition &condition : expression.conditions) {
    Value next = mapping.lookupOrDefault(condition.value);
    if (condition.isInverted)
      next = arith::XOrIOp::create(
          rewriter, loc, next,
          arith::ConstantIntOp::create(rewriter, loc, 1, 1));
    isSeen =
        isSeen ? arith::AndIOp::create(rewriter, loc, isSeen, next).getResult()
               : next;
  }
  for (Value addend : expression.addends) {
    Value next = mapping.lookupOrDefault(addend);
    unsigned bits = next.getType().getIntOrFloatBitWidth();
    if (bits < element.getIntOrFloatBitWidth())
      next = arith::ExtFOp::create(rewriter, loc, element, next);
    else if (bits > element.getIntOrFloatBitWidth())
      next = arith::TruncFOp::create(rewriter, loc, element, next);
    sum = sum ? arith::AddFOp::create(rewriter, loc, sum, next).getResult()
              : next;
  }
  if (sum && isSeen) {
    Value lowest = arith::ConstantOp::create(
        rewriter, loc,
        FloatAttr::get(element, -std::numeric_limits<double>::infinity()));
    sum = arith::SelectOp::create(rewriter, loc, isSeen, sum, lowest);
  }
  YieldOp::create(rewriter, loc, sum ? sum : isSeen);
}

void AttentionRaising::takeCausal() {
  RankedTensorType weights = getType(product.getLhs());
  int64_t numQueries = weights.getDimSize(weights.getRank() - 2);
  int64_t numKeys = weights.getDimSize(weights.getRank() - 1);
  // The last query and the last key are at the same position.
  if (ShapedType::isDynamic(numQueries) || ShapedType::isDynamic(numKeys))
    return;
  auto found = llvm::find_if(
      expression.conditions, [&](const ScoreExpression::Condition &condition) {
        return matchCausal(condition, maskBody, dimensions) ==
               numKeys - numQueries;
      });
  isCausal = found != expression.conditions.end();
  if (isCausal)
    expression.conditions.erase(found);
}

void AttentionRaising::createMask() {
  SmallVector<Value> values(expression.addends);
  for (const ScoreExpression::Condition &condition : expression.conditions)
    values.push_back(condition.value);
  unsigned numLoops = rows.getNumLoops();
  SmallVector<Operation *> ops;
  llvm::SetVector<BlockArgument> arguments;
  llvm::SmallBitVector used(numLoops);
  collectSlice(maskBody, values, ops, arguments, used);
  bool isInverted = !expression.conditions.empty() &&
                    expression.conditions.front().isInverted;
  if (auto argument = dyn_cast<BlockArgument>(values.front());
      argument && argument.getOwner() == maskBody.block && values.size() == 1 &&
      !isInverted) {
    // The elements of an input.
    mask = maskBody.inputs[argument.getArgNumber()];
    maskMap = maskBody.maps[argument.getArgNumber()];
  } else {
    SmallVector<unsigned> loops(used.set_bits_begin(), used.set_bits_end());
    SmallVector<OpFoldResult> sizes;
    SmallVector<AffineExpr> dims(numLoops, rewriter.getAffineConstantExpr(0));
    for (auto [dim, loop] : llvm::enumerate(loops)) {
      sizes.push_back(
          tensor::getMixedSize(rewriter, loc, rows.getInits()[0], loop));
      dims[loop] = rewriter.getAffineDimExpr(dim);
    }
    Type element = expression.addends.empty()
                       ? rewriter.getI1Type()
                       : expression.addends.front().getType();
    Value init = tensor::EmptyOp::create(rewriter, loc, sizes, element);
    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    SmallVector<Type> types;
    for (BlockArgument argument : arguments) {
      inputs.push_back(maskBody.inputs[argument.getArgNumber()]);
      maps.push_back(
          maskBody.maps[argument.getArgNumber()].replaceDimsAndSymbols(
              dims, {}, loops.size(), 0));
      types.push_back(argument.getType());
    }
    auto map = MapOp::create(rewriter, loc, init.getType(), inputs, init,
                             rewriter.getAffineMapArrayAttr(maps));
    mask = map->getResult(0);
    maskMap = AffineMap::getMultiDimMapWithTargets(numLoops, loops,
                                                   rewriter.getContext());
    OpBuilder::InsertionGuard guard(rewriter);
    Block *block = rewriter.createBlock(
        &map.getBody(), {}, types, SmallVector<Location>(types.size(), loc));
    IRMapping mapping;
    for (auto [argument, copy] : llvm::zip(arguments, block->getArguments()))
      mapping.map(argument, copy);
    for (Operation *op : ops)
      if (auto index = dyn_cast<IndexOp>(rewriter.clone(*op, mapping)))
        index.setDimension(llvm::find(loops, index.getDimension()) -
                           loops.begin());
    emitMask(mapping, element);
  }
  // From batch, head, query and key to the loops of the rows.
  SmallVector<AffineExpr> exprs;
  for (int64_t dimension : dimensions)
    exprs.push_back(rewriter.getAffineDimExpr(dimension));
  maskMap =
      maskMap.compose(AffineMap::get(kRank, 0, exprs, rewriter.getContext()));
}

Value AttentionRaising::createEpilogue(Value sums) {
  SmallVector<Value> inputs = {sums};
  SmallVector<AffineMap> maps = {
      rewriter.getMultiDimIdentityMap(product.getRank())};
  for (auto [i, input] : llvm::enumerate(product.getEpilogueInputs())) {
    inputs.push_back(input);
    maps.push_back(product.getEpilogueMap(i));
  }
  auto map =
      MapOp::create(rewriter, loc, product.getInit().getType(), inputs,
                    product.getInit(), rewriter.getAffineMapArrayAttr(maps));
  map.getBody().takeBody(product.getEpilogue());
  return map->getResult(0);
}

LogicalResult AttentionRaising::raise(std::string &obstacle) {
  rewriter.setInsertionPoint(product);
  if (failed(check(obstacle)))
    return failure();
  SmallVector<OpFoldResult> rowSizes =
      tensor::getMixedSizes(rewriter, loc, rows.getInits()[0]);
  batch.assign(2, rewriter.getIndexAttr(1));
  for (auto [loop, dimension] : llvm::enumerate(dimensions))
    if (dimension < 2)
      batch[dimension] = rowSizes[loop];
  Value queries = getOperand(scores.getLhs(), false, /*isScaled=*/true);
  Value keys =
      getOperand(scores.getRhs(), !scores.getTransposeB(), /*isScaled=*/true);
  // The factor of the values is none of the scores.
  Value values =
      getOperand(product.getRhs(), product.getTransposeB(), /*isScaled=*/false);
  takeCausal();
  if (expression.hasMask())
    createMask();
  RankedTensorType type = getType(product->getResult(0));
  bool hasEpilogue = !onlyConverts(product);
  if (hasEpilogue)
    type = type.clone(product.getAccumulatorType());
  SmallVector<OpFoldResult> old =
      tensor::getMixedSizes(rewriter, loc, product.getInit());
  SmallVector<OpFoldResult> sizes(batch);
  llvm::append_range(sizes, ArrayRef(old).take_back(2));
  Value init =
      tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
  auto attention = AttentionOp::create(
      rewriter, loc, init.getType(), queries, keys, values, mask,
      /*lengths=*/Value(), /*epilogue_inputs=*/ValueRange(), init,
      mask ? AffineMapAttr::get(maskMap) : nullptr, /*epilogue_maps=*/nullptr,
      rewriter.getF64FloatAttr(expression.scale), /*group_size=*/1, isCausal);
  Value result = attention->getResult(0);
  if (result.getType() != type) {
    if (type.getRank() == 2)
      result = tensor::CollapseShapeOp::create(rewriter, loc, result,
                                               groupFirst(kRank, 3));
    else
      result =
          reshapeBatches(rewriter, loc, result, ArrayRef(old).drop_back(2));
  }
  if (hasEpilogue)
    result = createEpilogue(result);
  rewriter.replaceOp(product, result);
  return success();
}

std::string AttentionRaising::describe() const {
  std::string text;
  llvm::raw_string_ostream(text)
      << "scale = " << llvm::format("%.4g", expression.scale);
  if (isCausal)
    text += ", causal";
  if (expression.hasMask())
    text += expression.addends.empty() ? ", a mask of i1"
                                       : ", a mask that is added";
  return text;
}

static remark::RemarkOpts attentionRemark() {
  return remark::RemarkOpts::name("Attention").category("zyn-raise-attention");
}

namespace {
struct ZynRaiseAttention : zyn::impl::ZynRaiseAttentionBase<ZynRaiseAttention> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([](AttentionOp op) {
      if (succeeded(replaceCausalMask(op)))
        remark::passed(op.getLoc(), attentionRemark())
            << remark::reason("its mask became causal");
    });
    SmallVector<MatmulOp> products;
    getOperation()->walk([&](MatmulOp op) {
      if (isa<RankedTensorType>(op.getInit().getType()))
        products.push_back(op);
    });
    for (MatmulOp product : products) {
      AttentionRaising raising(rewriter, product);
      if (!raising.match())
        continue;
      Location loc = product.getLoc();
      std::string obstacle;
      if (succeeded(raising.raise(obstacle)))
        remark::passed(loc, attentionRemark())
            << remark::reason("a softmax between two products became one "
                              "zyn.attention, with {0}",
                              raising.describe());
      else
        remark::missed(loc, attentionRemark())
            << remark::reason("not raised to zyn.attention: {0}", obstacle);
    }
  }
};
} // namespace
