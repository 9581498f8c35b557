//===- HoistAllocations.cpp - Functions that allocate no memory -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"
#include "Zyn/Transforms/Buffers.h"
#include "Zyn/Transforms/Passes.h"

#include "mlir/Analysis/CallGraph.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNHOISTALLOCATIONS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

static constexpr char category[] = "zyn-hoist-allocations";

static bool hasNoAlloc(func::FuncOp function) {
  ConstraintsAttr constraints = getConstraints(function);
  return constraints && constraints.getNoAlloc();
}

static func::FuncOp getFunction(CallGraphNode *node) {
  return node->isExternal()
             ? func::FuncOp()
             : dyn_cast<func::FuncOp>(node->getCallableRegion()->getParentOp());
}

/// Returns the constraints of a function that allocates the results of one with
/// `constraints`.
static ConstraintsAttr allowAllocation(ConstraintsAttr constraints) {
  return ConstraintsAttr::get(
      constraints.getContext(), /*no_alloc=*/false, /*no_syscalls=*/false,
      constraints.getInlineAlways(), constraints.getUnchecked(),
      constraints.getCriticalPath(), constraints.getCpuAffinity(),
      constraints.getTargetLatencyNs(), constraints.getOptLevel());
}

/// Returns the size of a buffer in bytes, or nothing if it is too large for 64
/// bits.
static std::optional<int64_t> getBytes(MemRefType type,
                                       const DataLayout &layout) {
  std::optional<int64_t> bytes =
      layout.getTypeSize(type.getElementType()).getFixedValue();
  for (int64_t size : type.getShape())
    if (bytes)
      bytes = llvm::checkedMul(*bytes, size);
  return bytes;
}

namespace {
/// Makes the buffers that one function returns arguments of it.
class ResultHoister {
public:
  ResultHoister(func::FuncOp function, SymbolTable &symbols,
                func::FuncOp constrained)
      : function(function), constrained(constrained), symbols(symbols) {}

  LogicalResult run();

private:
  LogicalResult findReturn();
  FailureOr<memref::AllocOp> findAllocation(unsigned result);
  LogicalResult replaceCalls(ArrayRef<unsigned> hoisted, TypeRange before);
  func::FuncOp addCaller();
  SmallVector<Value> createCall(OpBuilder &builder, Location loc,
                                ValueRange operands, ArrayRef<unsigned> hoisted,
                                TypeRange before);
  /// The end of an error message.
  std::string getReason() {
    return "but '" + constrained.getName().str() + "' has no_alloc";
  }

  func::FuncOp function;
  /// The function with `no_alloc` from which it is called.
  func::FuncOp constrained;
  SymbolTable &symbols;
  func::ReturnOp returned;
};
} // namespace

LogicalResult ResultHoister::findReturn() {
  for (Block &block : function.getBody())
    if (auto op = dyn_cast<func::ReturnOp>(block.getTerminator())) {
      if (returned)
        return op.emitError(
                   "expected one return of buffers, found another one, "
                   "which may have to allocate them, ")
               << getReason();
      returned = op;
    }
  return success();
}

/// Returns the op that allocates a result, all of whose memory the caller can
/// provide instead.
FailureOr<memref::AllocOp> ResultHoister::findAllocation(unsigned result) {
  Value value = returned.getOperand(result);
  auto alloc = value.getDefiningOp<memref::AllocOp>();
  if (!alloc || alloc->getBlock() != &function.getBody().front())
    return returned.emitError("result #")
           << result << " is not a buffer that '" << function.getName()
           << "' allocates at its start, " << getReason()
           << ": pass the buffer of the result as an argument ('outs')";
  if (!alloc.getType().hasStaticShape())
    return alloc.emitError("the size of result #")
           << result << " is only known inside of '" << function.getName()
           << "', " << getReason()
           << ": pass the buffer of the result as an argument ('outs')";
  return alloc;
}

/// Calls the changed function with operands for its former type. Returns the
/// former results.
SmallVector<Value> ResultHoister::createCall(OpBuilder &builder, Location loc,
                                             ValueRange operands,
                                             ArrayRef<unsigned> hoisted,
                                             TypeRange before) {
  SmallVector<Value> arguments(operands), results(before.size());
  for (unsigned result : hoisted) {
    results[result] =
        memref::AllocOp::create(builder, loc, cast<MemRefType>(before[result]));
    arguments.push_back(results[result]);
  }
  auto call = func::CallOp::create(builder, loc, function, arguments);
  auto next = call.getResults().begin();
  for (Value &result : results)
    if (!result)
      result = *next++;
  return results;
}

LogicalResult ResultHoister::replaceCalls(ArrayRef<unsigned> hoisted,
                                          TypeRange before) {
  auto uses = SymbolTable::getSymbolUses(function, symbols.getOp());
  for (const SymbolTable::SymbolUse &use : *uses) {
    auto call = dyn_cast<func::CallOp>(use.getUser());
    if (!call)
      return use.getUser()->emitError("expected '")
             << function.getName() << "' to be called, not used otherwise, "
             << getReason();
    OpBuilder builder(call);
    call.replaceAllUsesWith(createCall(builder, call.getLoc(),
                                       call.getOperands(), hoisted, before));
    call.erase();
  }
  return success();
}

/// Renames the function, and returns a declaration with its name and type.
func::FuncOp ResultHoister::addCaller() {
  auto caller = func::FuncOp::create(function.getLoc(), function.getName(),
                                     function.getFunctionType());
  caller->setDiscardableAttrs(llvm::to_vector(function->getDiscardableAttrs()));
  caller.setArgAttrsAttr(function.getArgAttrsAttr());
  caller.setResAttrsAttr(function.getResAttrsAttr());
  if (ConstraintsAttr constraints = getConstraints(function))
    caller->setAttr(kConstraintsAttrName, allowAllocation(constraints));
  std::string name = function.getName().str() + "_no_alloc";
  for (unsigned i = 0; symbols.lookup(name); ++i)
    name = (function.getName() + "_no_alloc_" + Twine(i)).str();
  (void)symbols.rename(function, name);
  function.setPrivate();
  symbols.insert(caller, function->getIterator());
  return caller;
}

LogicalResult ResultHoister::run() {
  SmallVector<Type> before(function.getResultTypes());
  SmallVector<unsigned> hoisted;
  for (auto [i, type] : llvm::enumerate(before))
    if (isa<BaseMemRefType>(type))
      hoisted.push_back(i);
  if (hoisted.empty())
    return success();
  if (failed(findReturn()))
    return failure();
  SmallVector<memref::AllocOp> allocations;
  for (unsigned result : hoisted) {
    FailureOr<memref::AllocOp> alloc = findAllocation(result);
    if (failed(alloc))
      return failure();
    allocations.push_back(*alloc);
  }

  func::FuncOp caller = function.isPublic() ? addCaller() : func::FuncOp();
  llvm::BitVector erased(before.size());
  for (auto [result, alloc] : llvm::zip(hoisted, allocations)) {
    unsigned argument = function.getNumArguments();
    if (failed(function.insertArgument(argument, alloc.getType(), {},
                                       alloc.getLoc())))
      return failure();
    alloc.replaceAllUsesWith(function.getArgument(argument));
    alloc.erase();
    erased.set(result);
  }
  returned->eraseOperands(erased);
  if (failed(function.eraseResults(erased)) ||
      failed(replaceCalls(hoisted, before)))
    return failure();
  if (caller) {
    OpBuilder builder = OpBuilder::atBlockBegin(caller.addEntryBlock());
    Location loc = caller.getLoc();
    func::ReturnOp::create(
        builder, loc,
        createCall(builder, loc, caller.getArguments(), hoisted, before));
  }
  return success();
}

namespace {
struct HoistAllocations
    : mlir::zyn::impl::ZynHoistAllocationsBase<HoistAllocations> {
  using ZynHoistAllocationsBase::ZynHoistAllocationsBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    ZynHoistAllocationsBase::getDependentDialects(registry);
    createZynPlanBuffers()->getDependentDialects(registry);
  }

  void runOnOperation() override {
    SmallVector<func::FuncOp> functions = findFunctions();
    SymbolTable symbols(getOperation());
    for (func::FuncOp function : functions)
      if (failed(ResultHoister(function, symbols, constrained[function]).run()))
        return signalPassFailure();
    for (func::FuncOp function : functions)
      if (failed(moveToStack(function)))
        return signalPassFailure();
  }

private:
  /// Returns the functions with `no_alloc` and those that they call, callees
  /// first.
  SmallVector<func::FuncOp> findFunctions() {
    SmallVector<func::FuncOp> functions;
    if (llvm::none_of(getOperation().getOps<func::FuncOp>(), hasNoAlloc))
      return functions;
    const CallGraph graph(getOperation());
    SmallVector<CallGraphNode *> calleesFirst =
        llvm::to_vector(llvm::post_order(&graph));
    // Callers come before callees, except in cycles, which need more rounds.
    for (bool hasChanged = true; std::exchange(hasChanged, false);)
      for (CallGraphNode *node : llvm::reverse(calleesFirst)) {
        func::FuncOp function = getFunction(node);
        if (!function)
          continue;
        if (hasNoAlloc(function))
          hasChanged |= constrained.try_emplace(function, function).second;
        func::FuncOp cause = constrained.lookup(function);
        if (!cause)
          continue;
        for (const CallGraphNode::Edge &edge : *node)
          if (func::FuncOp callee = getFunction(edge.getTarget()))
            hasChanged |= constrained.try_emplace(callee, cause).second;
      }
    for (CallGraphNode *node : calleesFirst)
      if (func::FuncOp function = getFunction(node);
          function && constrained.contains(function))
        functions.push_back(function);
    return functions;
  }

  /// Moves the buffers that a function allocates and frees to its stack.
  LogicalResult moveToStack(func::FuncOp function) {
    OpPassManager plan(func::FuncOp::getOperationName());
    plan.addPass(createZynPlanBuffers());
    if (failed(runPipeline(plan, function)))
      return failure();
    SmallVector<memref::AllocOp> allocations;
    function.walk([&](memref::AllocOp alloc) { allocations.push_back(alloc); });
    DataLayout layout = DataLayout::closest(function);
    int64_t total = 0;
    if (allocations.empty())
      return success();
    OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
    for (memref::AllocOp alloc : allocations) {
      MemRefType type = alloc.getType();
      auto refuse = [&](const Twine &what) {
        return alloc.emitError(what)
               << ", but '" << constrained[function].getName()
               << "' has no_alloc: pass the buffer as an argument ('outs')";
      };
      if (!type.hasStaticShape())
        return refuse("a buffer of a dynamic size is allocated");
      if (alloc->getParentOfType<scf::ParallelOp>() ||
          alloc->getParentOfType<scf::ForallOp>())
        return refuse("a buffer is allocated for each iteration of a parallel "
                      "loop");
      memref::DeallocOp dealloc = findDeallocation(alloc);
      if (!dealloc)
        return refuse("a buffer is allocated that is not freed in the same "
                      "block");
      std::optional<int64_t> bytes = getBytes(type, layout);
      std::optional<int64_t> sum =
          bytes ? llvm::checkedAdd(total, *bytes) : std::nullopt;
      if (!sum || *sum > maxStackBytes)
        return refuse("buffers of more than the " + Twine(maxStackBytes) +
                      " bytes that the stack has for them are allocated");
      total = *sum;
      Value onStack =
          memref::AllocaOp::create(builder, alloc.getLoc(), type, ValueRange(),
                                   builder.getI64IntegerAttr(std::max<int64_t>(
                                       alloc.getAlignment().value_or(1), 64)));
      alloc.replaceAllUsesWith(onStack);
      dealloc.erase();
      alloc.erase();
    }
    remark::passed(
        function.getLoc(),
        remark::RemarkOpts::name("HoistAllocations").category(category))
        << remark::reason("{0} bytes of buffers are on the stack", total);
    return success();
  }

  /// The function with `no_alloc` from which each function is called.
  DenseMap<func::FuncOp, func::FuncOp> constrained;
};
} // namespace
