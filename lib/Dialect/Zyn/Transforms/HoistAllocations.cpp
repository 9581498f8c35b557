//===- HoistAllocations.cpp - Functions that allocate no memory -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstrainedFunctions.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"
#include "Zyn/Transforms/Buffers.h"
#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNHOISTALLOCATIONS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

static constexpr char category[] = "zyn-hoist-allocations";

static bool hasNoAlloc(FunctionOpInterface function) {
  ConstraintsAttr constraints = getConstraints(function);
  return constraints && constraints.getNoAlloc();
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

/// Returns the bytes of the buffers that a function has on the stack itself.
/// Those of dynamic sizes are not known.
static uint64_t getStackBytes(func::FuncOp function, const DataLayout &layout) {
  uint64_t total = 0;
  function.walk([&](memref::AllocaOp alloca) {
    if (alloca.getType().hasStaticShape())
      total = llvm::SaturatingAdd<uint64_t>(
          total, getStaticBytes(alloca.getType(), layout).value_or(INT64_MAX));
  });
  return total;
}

/// Emits an error for what keeps `function` from running without allocations,
/// with the chain of calls from the function with `no_alloc`. `what` ends with
/// what was found, `advice` says what to do.
static InFlightDiagnostic refuse(const ConstrainedFunctions &constrained,
                                 func::FuncOp function, Operation *op,
                                 const Twine &what, const Twine &advice = "") {
  auto calls = constrained.getCallsTo(function);
  func::FuncOp first = calls.empty() ? function : calls.back().first;
  InFlightDiagnostic diagnostic = op->emitError(what);
  diagnostic << ", but '" << first.getName() << "' has no_alloc" << advice;
  for (auto [caller, callee] : calls)
    if (Operation *call = findCall(caller, callee))
      diagnostic.attachNote(call->getLoc())
          << "'" << caller.getName() << "' calls '" << callee.getName()
          << "' here";
  return diagnostic;
}

static constexpr char passBuffer[] = ": pass the buffer as an argument "
                                     "('outs')";
static constexpr char passResult[] = ": pass the buffer of the result as an "
                                     "argument ('outs')";

/// Returns the alignment of a buffer in bytes: at least that of the lines of
/// processors' caches, and of their widest vectors.
static int64_t getAlignment(memref::AllocOp alloc) {
  return std::max<int64_t>(alloc.getAlignment().value_or(1), 64);
}

namespace {
/// A buffer that becomes an argument.
struct HoistedBuffer {
  memref::AllocOp alloc;
  /// Null for a result.
  memref::DeallocOp dealloc;
  unsigned result = 0;

  bool isResult() const { return !dealloc; }
};

/// Makes buffers that one function allocates arguments of it.
class AllocationHoister {
public:
  AllocationHoister(func::FuncOp function, SymbolTable &symbols,
                    const ConstrainedFunctions &constrained,
                    bool modifyPublicFunctions)
      : function(function), symbols(symbols), constrained(constrained),
        modifyPublicFunctions(modifyPublicFunctions) {}

  /// Hoists the buffers that the function returns.
  LogicalResult hoistResults();
  LogicalResult hoist(ArrayRef<HoistedBuffer> buffers);

private:
  /// What callers have to pass for a buffer.
  struct Parameter {
    MemRefType type;
    IntegerAttr alignment;
    bool isResult;
    unsigned result;
  };

  FailureOr<func::ReturnOp> findReturn();
  FailureOr<memref::AllocOp> findAllocation(func::ReturnOp returned,
                                            unsigned result);
  LogicalResult replaceCalls(ArrayRef<Parameter> parameters, TypeRange before);
  func::FuncOp addCaller();
  SmallVector<Value> createCall(OpBuilder &builder, Location loc,
                                ValueRange operands,
                                ArrayRef<Parameter> parameters,
                                TypeRange before);

  func::FuncOp function;
  SymbolTable &symbols;
  const ConstrainedFunctions &constrained;
  bool modifyPublicFunctions;
};
} // namespace

/// Returns the op that returns the function's buffers.
FailureOr<func::ReturnOp> AllocationHoister::findReturn() {
  func::ReturnOp returned;
  for (Block &block : function.getBody())
    if (auto op = dyn_cast<func::ReturnOp>(block.getTerminator())) {
      if (returned)
        return refuse(constrained, function, op,
                      "expected one return of buffers, found "
                      "another one, which may have to allocate "
                      "them");
      returned = op;
    }
  return returned;
}

/// Returns the op that allocates a result, all of whose memory the caller can
/// provide instead.
FailureOr<memref::AllocOp>
AllocationHoister::findAllocation(func::ReturnOp returned, unsigned result) {
  Value value = returned.getOperand(result);
  auto alloc = value.getDefiningOp<memref::AllocOp>();
  if (!alloc || alloc->getBlock() != &function.getBody().front())
    return refuse(constrained, function, returned,
                  "result #" + Twine(result) + " is not a buffer that '" +
                      function.getName() + "' allocates at its start",
                  passResult);
  if (!alloc.getType().hasStaticShape())
    return refuse(constrained, function, alloc,
                  "the size of result #" + Twine(result) +
                      " is only known inside of '" + function.getName() + "'",
                  passResult);
  return alloc;
}

/// Calls the changed function with operands for its former type. Returns the
/// former results.
SmallVector<Value> AllocationHoister::createCall(OpBuilder &builder,
                                                 Location loc,
                                                 ValueRange operands,
                                                 ArrayRef<Parameter> parameters,
                                                 TypeRange before) {
  SmallVector<Value> arguments(operands), results(before.size()), workspaces;
  for (const Parameter &parameter : parameters) {
    Value buffer = memref::AllocOp::create(builder, loc, parameter.type,
                                           parameter.alignment);
    arguments.push_back(buffer);
    if (parameter.isResult)
      results[parameter.result] = buffer;
    else
      workspaces.push_back(buffer);
  }
  auto call = func::CallOp::create(builder, loc, function, arguments);
  for (Value workspace : workspaces)
    memref::DeallocOp::create(builder, loc, workspace);
  auto next = call.getResults().begin();
  for (Value &result : results)
    if (!result)
      result = *next++;
  return results;
}

LogicalResult AllocationHoister::replaceCalls(ArrayRef<Parameter> parameters,
                                              TypeRange before) {
  auto uses = SymbolTable::getSymbolUses(function, symbols.getOp());
  for (const SymbolTable::SymbolUse &use : *uses) {
    auto call = dyn_cast<func::CallOp>(use.getUser());
    if (!call)
      return refuse(constrained, function, use.getUser(),
                    "expected '" + function.getName() +
                        "' to be called, not used otherwise");
    OpBuilder builder(call);
    call.replaceAllUsesWith(createCall(builder, call.getLoc(),
                                       call.getOperands(), parameters, before));
    call.erase();
  }
  return success();
}

/// Renames the function, and returns a declaration with its name and type.
func::FuncOp AllocationHoister::addCaller() {
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

LogicalResult AllocationHoister::hoistResults() {
  SmallVector<unsigned> results;
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (isa<BaseMemRefType>(type))
      results.push_back(i);
  if (results.empty())
    return success();
  FailureOr<func::ReturnOp> returned = findReturn();
  if (failed(returned))
    return failure();
  SmallVector<HoistedBuffer> buffers;
  for (unsigned result : results) {
    FailureOr<memref::AllocOp> alloc = findAllocation(*returned, result);
    if (failed(alloc))
      return failure();
    buffers.push_back({*alloc, nullptr, result});
  }
  return hoist(buffers);
}

LogicalResult AllocationHoister::hoist(ArrayRef<HoistedBuffer> buffers) {
  SmallVector<Type> before(function.getResultTypes());
  func::FuncOp caller = function.isPublic() && !modifyPublicFunctions
                            ? addCaller()
                            : func::FuncOp();
  Builder attributes(function.getContext());
  llvm::BitVector erased(before.size());
  SmallVector<Parameter> parameters;
  for (const HoistedBuffer &buffer : buffers) {
    memref::AllocOp alloc = buffer.alloc;
    unsigned argument = function.getNumArguments();
    IntegerAttr alignment = attributes.getI64IntegerAttr(getAlignment(alloc));
    DictionaryAttr workspace = attributes.getDictionaryAttr(
        {attributes.getNamedAttr(LLVM::LLVMDialect::getNoAliasAttrName(),
                                 attributes.getUnitAttr()),
         attributes.getNamedAttr(kWorkspaceAttrName, alignment)});
    if (failed(function.insertArgument(
            argument, alloc.getType(),
            buffer.isResult() ? DictionaryAttr() : workspace, alloc.getLoc())))
      return failure();
    parameters.push_back(
        {alloc.getType(), alignment, buffer.isResult(), buffer.result});
    if (buffer.isResult())
      erased.set(buffer.result);
    else
      buffer.dealloc->erase();
    alloc.replaceAllUsesWith(function.getArgument(argument));
    alloc.erase();
  }
  if (erased.any()) {
    for (Block &block : function.getBody())
      if (auto returned = dyn_cast<func::ReturnOp>(block.getTerminator()))
        returned->eraseOperands(erased);
    if (failed(function.eraseResults(erased)))
      return failure();
  }
  if (failed(replaceCalls(parameters, before)))
    return failure();
  if (caller) {
    OpBuilder builder = OpBuilder::atBlockBegin(caller.addEntryBlock());
    Location loc = caller.getLoc();
    func::ReturnOp::create(
        builder, loc,
        createCall(builder, loc, caller.getArguments(), parameters, before));
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
    const ConstrainedFunctions constrained(getOperation(), hasNoAlloc);
    SymbolTable symbols(getOperation());
    auto getHoister = [&](func::FuncOp function) {
      return AllocationHoister(function, symbols, constrained,
                               modifyPublicFunctions);
    };
    for (func::FuncOp function : constrained.getCalleesFirst())
      if (failed(getHoister(function).hoistResults()))
        return signalPassFailure();
    // The workspace of a callee is a buffer of its callers, and its stack a
    // part of theirs.
    StackBytes stack;
    for (func::FuncOp function : constrained.getCalleesFirst()) {
      FailureOr<SmallVector<HoistedBuffer>> workspace =
          moveToStack(function, constrained, symbols, stack);
      if (failed(workspace) || (!workspace->empty() &&
                                failed(getHoister(function).hoist(*workspace))))
        return signalPassFailure();
    }
  }

private:
  /// How many bytes of buffers a function and what it calls have on the stack.
  using StackBytes = DenseMap<Operation *, uint64_t>;

  /// Moves the buffers that a function allocates and frees to its stack.
  /// Returns those that are too large.
  FailureOr<SmallVector<HoistedBuffer>>
  moveToStack(func::FuncOp function, const ConstrainedFunctions &constrained,
              const SymbolTable &symbols, StackBytes &stack) {
    DataLayout layout = DataLayout::closest(function);
    uint64_t inCallees = 0;
    function.walk([&](func::CallOp call) {
      inCallees =
          std::max(inCallees, stack.lookup(symbols.lookup(call.getCallee())));
    });
    uint64_t &used = stack[function];
    used = llvm::SaturatingAdd(inCallees, getStackBytes(function, layout));
    OpPassManager plan(func::FuncOp::getOperationName());
    plan.addPass(createZynPlanBuffers());
    if (failed(runPipeline(plan, function)))
      return failure();
    SmallVector<memref::AllocOp> allocations;
    function.walk([&](memref::AllocOp alloc) { allocations.push_back(alloc); });
    SmallVector<HoistedBuffer> workspace;
    if (allocations.empty())
      return workspace;
    int64_t onStack = 0;
    uint64_t inWorkspace = 0;
    OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
    for (memref::AllocOp alloc : allocations) {
      auto refuseBuffer = [&](const Twine &what) {
        return refuse(constrained, function, alloc, what, passBuffer);
      };
      MemRefType type = alloc.getType();
      if (!type.hasStaticShape())
        return refuseBuffer("a buffer of a dynamic size is allocated");
      if (alloc->getParentOfType<scf::ParallelOp>() ||
          alloc->getParentOfType<scf::ForallOp>())
        return refuseBuffer(
            "a buffer is allocated for each iteration of a parallel "
            "loop");
      memref::DeallocOp dealloc = findDeallocation(alloc);
      if (!dealloc)
        return refuseBuffer(
            "a buffer is allocated that is not freed in the same "
            "block");
      std::optional<int64_t> bytes = getStaticBytes(type, layout);
      if (!bytes)
        return refuseBuffer("a buffer of 2^63 bytes or more is allocated");
      if (llvm::SaturatingAdd<uint64_t>(used, *bytes) > maxStackBytes) {
        inWorkspace = llvm::SaturatingAdd<uint64_t>(inWorkspace, *bytes);
        workspace.push_back({alloc, dealloc});
        continue;
      }
      onStack += *bytes;
      used += *bytes;
      Value local = memref::AllocaOp::create(
          builder, alloc.getLoc(), type, ValueRange(),
          builder.getI64IntegerAttr(getAlignment(alloc)));
      alloc.replaceAllUsesWith(local);
      dealloc.erase();
      alloc.erase();
    }
    remark::passed(
        function.getLoc(),
        remark::RemarkOpts::name("HoistAllocations").category(category))
        << remark::reason("{0} bytes of buffers are on the stack, {1} in a "
                          "workspace of the caller",
                          onStack, inWorkspace);
    return workspace;
  }
};
} // namespace
