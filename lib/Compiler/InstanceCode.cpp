//===- InstanceCode.cpp - Compiles kernels of instances--------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstanceCode.h"
#include "Zyn/Conversion/InstanceToKernel/InstanceToKernel.h"
#include "Zyn/Dialect/Instance/Analysis/DeviceLayout.h"
#include "Zyn/Dialect/Instance/Analysis/InstanceLayout.h"

#include "mlir/Analysis/CallGraph.h"
#include "llvm/ADT/SCCIterator.h"

#include <algorithm>

using namespace zyn::compiler;
using zyn::runtime::Device;
using zyn::runtime::Expected;
namespace instance = mlir::instance;

/// Slots have at most 65535 pages, so that sizes have 32 bits.
static constexpr uint64_t maxPages = instance::kMaxPages - 1;

static bool mayRecurse(mlir::ModuleOp module) {
  auto isIndirect = module.walk(
      [](instance::CallIndirectOp) { return mlir::WalkResult::interrupt(); });
  if (isIndirect.wasInterrupted())
    return true;
  const mlir::CallGraph graph(module);
  for (auto cycle = llvm::scc_begin(&graph); !cycle.isAtEnd(); ++cycle)
    if (cycle.hasCycle())
      return true;
  return false;
}

static bool changesSharedBuffer(mlir::Operation *op) {
  if (auto write = llvm::dyn_cast<instance::BufferWriteOp>(op))
    return write.getBuffer() == instance::Buffer::shared;
  return llvm::isa<instance::AtomicStoreOp, instance::AtomicUpdateOp,
                   instance::AtomicCompareExchangeOp>(op);
}

static void measure(mlir::ModuleOp module, InstanceCode &code) {
  instance::InstanceLayout functions(module);
  instance::DeviceLayout layout(module);
  code.stateWords = layout.getNumWords();
  code.windowBegin = layout.getWindowBegin();
  code.leastWindowEnd = layout.getLeastWindowEnd();
  code.hasMemoryOutsideWindow = layout.hasMemoryOutsideWindow();
  for (auto memory : module.getOps<instance::MemoryOp>()) {
    uint64_t minimum = memory.getMinimum(),
             maximum = std::min<uint64_t>(
                 memory.getMaximum().value_or(maxPages), maxPages);
    code.memoryBytes = minimum * instance::kPageBytes;
    code.maxMemoryBytes =
        layout.getWord(memory.getSymName())
            ? std::max(minimum, maximum) * instance::kPageBytes
            : code.memoryBytes;
  }
  for (mlir::Operation *function : functions.getFunctions())
    code.maxResults = std::max<size_t>(
        code.maxResults, instance::getFunctionType(function).getNumResults());
  for (auto global : module.getOps<instance::GlobalOp>())
    code.globals.push_back(
        {layout.getWord(global.getSymName()),
         instance::getInitialWord(global, [&](llvm::StringRef name) {
           return uint64_t(functions.getFunctionNumber(name)) + 1;
         })});
  code.needsStack = mayRecurse(module);
  auto result = module.walk([](mlir::Operation *op) {
    return changesSharedBuffer(op) ? mlir::WalkResult::interrupt()
                                   : mlir::WalkResult::advance();
  });
  code.hasLastingEffects = result.wasInterrupted();
  code.callsHost = !module.getOps<instance::HostFunctionOp>().empty();
}

/// Removes exports of other functions.
static void selectEntry(mlir::ModuleOp module, const std::string &entry) {
  if (entry.empty())
    return;
  for (auto op :
       llvm::make_early_inc_range(module.getOps<instance::ExportOp>()))
    if (op.getName() != entry && op.getName() != initializerName)
      op.erase();
}

Expected<InstanceCode>
zyn::compiler::compileInstances(mlir::ModuleOp module, const std::string &bytes,
                                const std::string &file, const Device &device,
                                const CompileOptions &options) {
  InstanceCode result;
  measure(module, result);
  selectEntry(module, options.entry);
  Expected<CompiledCode> code =
      compile({module, mlir::zyn::kRunInstancesName.str(),
               CompileSource::Instances, file, /*constants=*/nullptr,
               /*identity=*/options.entry + '\0' + bytes},
              device, options);
  if (!code)
    return code.takeError();
  result.code = std::move(*code);
  return result;
}
