//===- CheckConstraints.cpp - Proofs of no_alloc and no_syscalls ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNCHECKCONSTRAINTS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

namespace {
/// Something that a function must not do.
struct Prohibition {
  StringRef name;
  /// What a function that is not known "may" do.
  StringRef deed;
  bool (ConstraintsAttr::*isSet)() const;

  bool appliesTo(LLVM::LLVMFuncOp function) const {
    ConstraintsAttr constraints = getConstraints(function);
    return constraints && (constraints.*isSet)();
  }
};

constexpr Prohibition prohibitions[] = {
    {"no_alloc", "allocate memory", &ConstraintsAttr::getNoAlloc},
    {"no_syscalls", "make a system call", &ConstraintsAttr::getNoSyscalls}};
} // namespace

static bool hasPassthrough(LLVM::LLVMFuncOp function, StringRef name) {
  ArrayAttr attributes = function.getPassthroughAttr();
  return attributes && llvm::any_of(attributes, [&](Attribute attribute) {
           auto text = dyn_cast<StringAttr>(attribute);
           return text && text == name;
         });
}

/// Whether a declared function computes from its arguments alone.
static bool isPure(LLVM::LLVMFuncOp function) {
  LLVM::MemoryEffectsAttr effects = function.getMemoryEffectsAttr();
  if (effects)
    return effects.getOther() == LLVM::ModRefInfo::NoModRef &&
           effects.getInaccessibleMem() == LLVM::ModRefInfo::NoModRef;
  return llvm::is_contained({"memcpy", "memmove", "memset"},
                            function.getName());
}

namespace {
/// The search for what a function calls.
class Search {
public:
  Search(const Prohibition &prohibition, SymbolTableCollection &symbols,
         DenseSet<LLVM::LLVMFuncOp> &visited, LLVM::LLVMFuncOp root)
      : prohibition(prohibition), symbols(symbols), visited(visited),
        root(root) {}

  LogicalResult run() {
    if (!visited.insert(root).second)
      return success();
    chain.assign(1, {root, nullptr});
    // A stack of its own: chains of calls may be deep.
    SmallVector<SmallVector<Operation *>> pending = {getCalls(root)};
    while (!pending.empty()) {
      if (pending.back().empty()) {
        pending.pop_back();
        chain.pop_back();
        continue;
      }
      Operation *call = pending.back().pop_back_val();
      FailureOr<LLVM::LLVMFuncOp> callee = check(call);
      if (failed(callee))
        return failure();
      if (!*callee || !visited.insert(*callee).second)
        continue;
      chain.push_back({*callee, call});
      pending.push_back(getCalls(*callee));
    }
    return success();
  }

private:
  struct Link {
    LLVM::LLVMFuncOp function;
    /// The call in the function before.
    Operation *call;
  };

  /// Returns the calls of a function, the first one last.
  static SmallVector<Operation *> getCalls(LLVM::LLVMFuncOp function) {
    SmallVector<Operation *> calls;
    function.walk([&](Operation *op) {
      if (isa<CallOpInterface, LLVM::InlineAsmOp>(op))
        calls.push_back(op);
    });
    std::reverse(calls.begin(), calls.end());
    return calls;
  }

  /// Returns the function to search next, if any.
  FailureOr<LLVM::LLVMFuncOp> check(Operation *op) {
    auto call = dyn_cast<CallOpInterface>(op);
    if (!call)
      return report(op, "inline assembly");
    auto name = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
    if (!name)
      return report(op, "a call through a pointer");
    auto callee = symbols.lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(op, name);
    if (!callee)
      return report(op, ("'" + name.getLeafReference().str() + "'"));
    if (!callee.isExternal())
      return callee;
    if (isPure(callee) || hasPassthrough(callee, "noreturn") ||
        prohibition.appliesTo(callee))
      return LLVM::LLVMFuncOp();
    return report(op, "'" + callee.getName().str() + "'");
  }

  LogicalResult report(Operation *op, const Twine &what) {
    InFlightDiagnostic diagnostic = mlir::emitError(op->getLoc())
                                    << what << " may " << prohibition.deed
                                    << ", but '" << root.getName() << "' has "
                                    << prohibition.name;
    for (size_t i = chain.size(); i-- > 1;)
      diagnostic.attachNote(chain[i].call->getLoc())
          << "'" << chain[i - 1].function.getName() << "' calls '"
          << chain[i].function.getName() << "' here";
    return diagnostic;
  }

  const Prohibition &prohibition;
  SymbolTableCollection &symbols;
  /// The functions that this search or an earlier one has visited, so that all
  /// searches together take linear time.
  DenseSet<LLVM::LLVMFuncOp> &visited;
  LLVM::LLVMFuncOp root;
  SmallVector<Link> chain;
};

struct CheckConstraints
    : mlir::zyn::impl::ZynCheckConstraintsBase<CheckConstraints> {
  void runOnOperation() override {
    SymbolTableCollection symbols;
    bool hasFailed = false;
    for (const Prohibition &prohibition : prohibitions) {
      DenseSet<LLVM::LLVMFuncOp> visited;
      for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>())
        if (!function.isExternal() && prohibition.appliesTo(function))
          hasFailed |=
              failed(Search(prohibition, symbols, visited, function).run());
    }
    if (hasFailed)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
