//===- Manifest.cpp - Descriptions of compiled kernels --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Manifest.h"

#include "Assembler.h"
#include "Zyn/Target/PTX/PTXKernels.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace ::zyn::compiler;
namespace json = llvm::json;
using llvm::StringRef;
using mlir::zyn::ConstraintsAttr;
using mlir::zyn::KernelAttr;

static json::Object toJSON(KernelAttr attr) {
  json::Value workgroup = nullptr;
  if (DenseI32ArrayAttr size = attr.getWorkgroup())
    workgroup = json::Array(size.asArrayRef());
  return json::Object{{"type", stringifyKernelType(attr.getType())},
                      {"device", stringifyDeviceTarget(attr.getDevice())},
                      {"workgroup", std::move(workgroup)},
                      {"shared_memory", attr.getSharedMemory()},
                      {"max_registers", attr.getMaxRegisters()},
                      {"min_blocks", attr.getMinBlocks()},
                      {"tensor_cores", attr.getTensorCores()},
                      {"vector_width", attr.getVectorWidth()},
                      {"unroll_factor", attr.getUnrollFactor()},
                      {"coalesced", attr.getCoalesced()},
                      {"async_copy", attr.getAsyncCopy()}};
}

static json::Object toJSON(ConstraintsAttr attr) {
  return json::Object{{"no_alloc", attr.getNoAlloc()},
                      {"no_syscalls", attr.getNoSyscalls()},
                      {"inline_always", attr.getInlineAlways()},
                      {"unchecked", attr.getUnchecked()},
                      {"critical_path", attr.getCriticalPath()},
                      {"cpu_affinity", attr.getCpuAffinity()},
                      {"target_latency_ns", attr.getTargetLatencyNs()},
                      {"opt_level", stringifyOptLevel(attr.getOptLevel())}};
}

/// Returns the attributes of a function, null if it does not have them.
static json::Object getAttributes(FunctionOpInterface function) {
  json::Object attributes{{"zyn.kernel", nullptr},
                          {"zyn.constraints", nullptr}};
  if (auto kernel =
          function->getAttrOfType<KernelAttr>(mlir::zyn::kKernelAttrName))
    attributes["zyn.kernel"] = toJSON(kernel);
  if (auto constraints = function->getAttrOfType<ConstraintsAttr>(
          mlir::zyn::kConstraintsAttrName))
    attributes["zyn.constraints"] = toJSON(constraints);
  return attributes;
}

/// Returns a constant, or null.
static json::Value getConstant(Value value) {
  llvm::APInt constant;
  if (!value || !matchPattern(value, m_ConstantInt(&constant)))
    return nullptr;
  return constant.getSExtValue();
}

static json::Array getConstants(gpu::KernelDim3 sizes) {
  return json::Array{getConstant(sizes.x), getConstant(sizes.y),
                     getConstant(sizes.z)};
}

void KernelSources::add(ModuleOp module) {
  module.walk([&](gpu::LaunchFuncOp launch) {
    auto function = launch->getParentOfType<FunctionOpInterface>();
    if (!function)
      return;
    json::Object description = getAttributes(function);
    description["function"] = function.getName().str();
    description["grid"] = getConstants(launch.getGridSizeOperandValues());
    description["block"] = getConstants(launch.getBlockSizeOperandValues());
    description["cluster"] = nullptr;
    if (launch.hasClusterSize())
      description["cluster"] =
          getConstants(launch.getClusterSizeOperandValues());
    Value dynamicShared = launch.getDynamicSharedMemorySize();
    description["dynamic_shared_memory"] =
        dynamicShared ? getConstant(dynamicShared) : json::Value(0);
    launches[launch.getKernelName().getValue()].push_back(
        std::move(description));
  });
  for (auto device : module.getOps<gpu::GPUModuleOp>())
    for (auto function : device.getOps<FunctionOpInterface>())
      attributes[function.getName()] = getAttributes(function);
}

void KernelSources::describe(StringRef kernel,
                             json::Object &description) const {
  auto own = attributes.find(kernel);
  for (const char *name : {"zyn.kernel", "zyn.constraints"})
    description[name] =
        own == attributes.end() ? json::Value(nullptr) : *own->second.get(name);
  description["launches"] = launches.lookup(kernel);
}

static json::Value orNull(std::optional<int64_t> value) {
  return value ? json::Value(*value) : json::Value(nullptr);
}

static json::Value orNull(const std::optional<PTXSize> &size) {
  return size ? json::Value(json::Array(*size)) : json::Value(nullptr);
}

static json::Object describeBounds(const PTXKernel &kernel) {
  return json::Object{{"required_threads", orNull(kernel.requiredThreads)},
                      {"max_threads", orNull(kernel.maxThreads)},
                      {"min_blocks", orNull(kernel.minBlocks)},
                      {"max_registers", orNull(kernel.maxRegisters)},
                      {"cluster", orNull(kernel.cluster)}};
}

json::Array(::zyn::compiler::describeKernels)(StringRef ptx, StringRef chip,
                                              const KernelSources &sources,
                                              StringRef assembler) {
  std::optional<llvm::StringMap<AssembledKernel>> assembled;
  if (!assembler.empty())
    assembled = assemble(assembler, ptx, chip);
  json::Array descriptions;
  for (const PTXKernel &kernel : readPTXKernels(ptx)) {
    std::optional<AssembledKernel> machineCode;
    if (assembled)
      if (auto found = assembled->find(kernel.name); found != assembled->end())
        machineCode = found->second;
    json::Object description{
        {"name", kernel.name.str()},
        {"architecture", chip.str()},
        {"ptx_version", readPTXVersion(ptx).str()},
        {"registers", nullptr},
        {"stack_bytes", nullptr},
        {"spill_bytes", nullptr},
        {"static_shared_memory", kernel.staticSharedBytes},
        {"uses_dynamic_shared_memory", kernel.usesDynamicShared},
        {"launch_bounds", describeBounds(kernel)},
        {"features", json::Array(kernel.features)}};
    if (machineCode) {
      description["registers"] = machineCode->registers;
      description["stack_bytes"] = machineCode->stackBytes;
      description["spill_bytes"] = machineCode->spillBytes;
    }
    sources.describe(kernel.name, description);
    descriptions.push_back(std::move(description));
  }
  return descriptions;
}
