//===- MatmulProblems.cpp - Matmuls as functions of their own -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the kernel of a matmul depends on is only known on buffers: layouts,
// what was fused, and the sizes that follow from those of the arguments. So the
// function is lowered up to there, and a numbered attribute tells which matmul
// of the source each one was.
//
//===----------------------------------------------------------------------===//

#include "MatmulProblems.h"
#include "SourceModuleCode.h"
#include "Zyn/Conversion/ZynToKernel/MatmulCandidates.h"
#include "Zyn/Pipelines/Pipelines.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace ::zyn::compiler;
namespace compiler = ::zyn::compiler;
using mlir::func::FuncOp;
using mlir::zyn::KernelAttr;
using mlir::zyn::MatmulOp;
using mlir::zyn::TileAttr;

static constexpr llvm::StringLiteral numberName = "matmul_number";

//===----------------------------------------------------------------------===//
// Sizes of arguments
//===----------------------------------------------------------------------===//

/// Replaces the dynamic sizes of a function's arguments with those of the given
/// arrays. The body sees the former types.
static void setSizes(FuncOp function,
                     const std::vector<compiler::Argument> &arguments) {
  Block &body = function.front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (auto [value, argument] : llvm::zip(body.getArguments(), arguments)) {
    auto type = dyn_cast<ShapedType>(value.getType());
    if (!type || type.hasStaticShape() || !argument.array)
      continue;
    value.setType(cast<ShapedType>(type.clone(argument.array->shape())));
    Location loc = function.getLoc();
    Operation *cast =
        isa<TensorType>(type)
            ? tensor::CastOp::create(builder, loc, type, value).getOperation()
            : memref::CastOp::create(builder, loc, type, value);
    value.replaceAllUsesExcept(cast->getResult(0), cast);
  }
  function.setType(FunctionType::get(function.getContext(),
                                     body.getArgumentTypes(),
                                     function.getResultTypes()));
}

//===----------------------------------------------------------------------===//
// A function of its own
//===----------------------------------------------------------------------===//

static std::string toText(Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->print(stream);
  return text;
}

/// Returns the sizes and elements of a matmul on static buffers.
static std::string getTitle(MatmulOp op) {
  auto lhs = cast<MemRefType>(op.getLhs().getType());
  auto result = cast<MemRefType>(op.getInit().getType());
  std::string title;
  for (int64_t size : result.getShape())
    title += std::to_string(size) + "x";
  title += std::to_string(lhs.getDimSize(op.getLhsK())) + " of ";
  llvm::raw_string_ostream(title) << lhs.getElementType();
  return title;
}

namespace {
/// Builds a function that computes the same as a matmul on buffers.
class MatmulFunction {
public:
  explicit MatmulFunction(MatmulOp op)
      : op(op), builder(op.getContext()), loc(builder.getUnknownLoc()),
        module(ModuleOp::create(loc)) {}

  /// Returns the copy of the matmul, or null if there is an obstacle.
  MatmulOp build();

  ModuleOp getModule() { return *module; }
  const std::string &getObstacle() const { return obstacle; }

private:
  bool addBuffer(Value operand);
  bool addCapture(Value value);

  MatmulOp op;
  OpBuilder builder;
  Location loc;
  OwningOpRef<ModuleOp> module;
  FuncOp function;
  IRMapping copies;
  std::string obstacle;
};
} // namespace

/// Adds an argument for an operand. Arguments are contiguous, so that one with
/// other strides is a view.
bool MatmulFunction::addBuffer(Value operand) {
  if (copies.contains(operand))
    return true;
  auto type = cast<MemRefType>(operand.getType());
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (!type.hasStaticShape()) {
    obstacle = "its sizes are only known at run time";
    return false;
  }
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      llvm::any_of(strides, ShapedType::isDynamic)) {
    obstacle = "the strides of an operand are only known at run time";
    return false;
  }
  Block &body = function.front();
  if (type.getLayout().isIdentity()) {
    copies.map(operand, body.addArgument(type, loc));
    return true;
  }
  // An offset that is not known is assumed to be aligned.
  if (ShapedType::isDynamic(offset))
    offset = 0;
  int64_t last = offset;
  for (auto [size, stride] : llvm::zip(type.getShape(), strides))
    last += std::max<int64_t>(size - 1, 0) * std::abs(stride);
  Value base =
      body.addArgument(MemRefType::get({last + 1}, type.getElementType()), loc);
  auto view = MemRefType::get(
      type.getShape(), type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), offset, strides));
  copies.map(operand,
             memref::ReinterpretCastOp::create(builder, loc, view, base, offset,
                                               type.getShape(), strides));
  return true;
}

/// Adds an argument for a value that the epilogue uses, or a copy of a
/// constant.
bool MatmulFunction::addCapture(Value value) {
  Operation *constant = value.getDefiningOp();
  if (constant && constant->hasTrait<OpTrait::ConstantLike>()) {
    builder.clone(*constant, copies);
    return true;
  }
  if (!value.getType().isIntOrFloat()) {
    obstacle = "its epilogue uses a value that is not a number";
    return false;
  }
  copies.map(value, function.front().addArgument(value.getType(), loc));
  return true;
}

MatmulOp MatmulFunction::build() {
  builder.setInsertionPointToEnd(module->getBody());
  function =
      FuncOp::create(builder, loc, "matmul", builder.getFunctionType({}, {}));
  if (auto parent = op->getParentOfType<FunctionOpInterface>())
    if (Attribute hints = parent->getAttr(mlir::zyn::kKernelAttrName))
      function->setAttr(mlir::zyn::kKernelAttrName, hints);
  builder.setInsertionPointToStart(function.addEntryBlock());
  for (Value operand : op->getOperands())
    if (!addBuffer(operand))
      return nullptr;
  llvm::SetVector<Value> captures;
  getUsedValuesDefinedAbove(op.getEpilogue(), captures);
  for (Value value : captures)
    if (!addCapture(value))
      return nullptr;
  auto copy = cast<MatmulOp>(builder.clone(*op, copies));
  copy->removeAttr(numberName);
  func::ReturnOp::create(builder, loc);
  function.setType(
      builder.getFunctionType(function.front().getArgumentTypes(), {}));
  return copy;
}

static MatmulProblem describe(MatmulOp op, const std::string &chip,
                              size_t mostTiles) {
  MatmulProblem problem;
  problem.number = op->getAttrOfType<IntegerAttr>(numberName).getInt();
  if (mlir::zyn::computesOperand(op, chip)) {
    problem.obstacle = "its kernel computes an operand instead of a map";
    return problem;
  }
  MatmulFunction function(op);
  MatmulOp copy = function.build();
  problem.obstacle = function.getObstacle();
  if (!copy)
    return problem;
  problem.title = getTitle(op);
  problem.program = toText(function.getModule());
  problem.tiles = mlir::zyn::getMatmulCandidates(copy, chip, mostTiles);
  for (TileAttr tile : problem.tiles) {
    copy->setAttr(mlir::zyn::kTileAttrName, tile);
    problem.candidates.push_back(toText(function.getModule()));
  }
  return problem;
}

FailureOr<std::vector<MatmulProblem>>
compiler::findMatmulProblems(FuncOp function,
                             const std::vector<compiler::Argument> &arguments,
                             const std::string &chip, size_t mostTiles) {
  auto module = function->getParentOfType<ModuleOp>();
  MLIRContext *context = module.getContext();
  Builder builder(context);
  int64_t count = 0;
  module.walk([&](MatmulOp op) {
    op->setAttr(numberName, builder.getI64IntegerAttr(count++));
  });
  hideOthers(function);
  // Other calls have other arguments.
  if (SymbolTable::symbolKnownUseEmpty(function, module))
    setSizes(function, arguments);
  PassManager manager(context);
  manager.addPass(createSymbolDCEPass());
  mlir::zyn::buildBufferizePipeline(manager);
  if (failed(manager.run(module)))
    return failure();

  // A matmul may have become several, such as by inlining.
  llvm::MapVector<size_t, MatmulProblem> problems;
  module.walk([&](MatmulOp op) {
    if (!op->hasAttr(numberName) || op->hasAttr(mlir::zyn::kTileAttrName))
      return;
    MatmulProblem problem = describe(op, chip, mostTiles);
    auto [found, isNew] = problems.try_emplace(problem.number, problem);
    if (!isNew && found->second.program != problem.program)
      found->second.obstacle = "it is executed with several sizes or layouts";
  });
  std::vector<MatmulProblem> result;
  for (auto &[number, problem] : problems)
    result.push_back(std::move(problem));
  return result;
}
