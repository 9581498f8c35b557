//===- CheckKernelConstraints.cpp - Attributes without effect -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNCHECKKERNELCONSTRAINTS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

static constexpr char category[] = "zyn-check-kernel-constraints";

/// Returns `attr` without the parameters that describe a handwritten kernel.
static KernelAttr getIgnored(KernelAttr attr) {
  return KernelAttr::get(
      attr.getContext(), KernelType::Custom, DeviceTarget::Auto,
      attr.getWorkgroup(), attr.getSharedMemory(), attr.getMaxRegisters(),
      attr.getMinBlocks(), attr.getTensorCores(), attr.getVectorWidth(),
      attr.getUnrollFactor(), attr.getCoalesced(), attr.getAsyncCopy());
}

/// Returns `attr` without the parameters that hold for all handwritten kernels.
static ConstraintsAttr getIgnored(ConstraintsAttr attr) {
  return ConstraintsAttr::get(
      attr.getContext(), attr.getNoAlloc(), attr.getNoSyscalls(),
      attr.getInlineAlways(), /*unchecked=*/false, attr.getCriticalPath(),
      attr.getCpuAffinity(), attr.getTargetLatencyNs(), attr.getOptLevel());
}

static LogicalResult checkFunction(FunctionOpInterface function) {
  auto kernel = function->getAttrOfType<KernelAttr>(kKernelAttrName);
  auto constraints =
      function->getAttrOfType<ConstraintsAttr>(kConstraintsAttrName);
  if (kernel && kernel.getDevice() == DeviceTarget::CPU)
    return emitError(function.getLoc())
           << "'" << function.getName()
           << "' has device = cpu, but is a function of a GPU: expected auto "
              "or cuda";
  if (constraints && (constraints.getNoAlloc() || constraints.getNoSyscalls()))
    return emitError(function.getLoc())
           << "'" << function.getName() << "' has "
           << (constraints.getNoAlloc() ? "no_alloc" : "no_syscalls")
           << ", which is only proved for functions of the host: remove it";
  std::string ignored;
  auto add = [&](Attribute attr, StringRef withoutParameters) {
    if (attr == parseAttribute(withoutParameters, attr.getContext()))
      return;
    llvm::raw_string_ostream stream(ignored);
    stream << (ignored.empty() ? "" : ", ") << attr;
  };
  if (kernel)
    add(getIgnored(kernel), "#zyn.kernel<>");
  if (constraints)
    add(getIgnored(constraints), "#zyn.constraints<>");
  if (!ignored.empty())
    remark::missed(
        function.getLoc(),
        remark::RemarkOpts::name("KernelConstraints").category(category))
        << remark::reason("not obeyed: {0}; a handwritten kernel is compiled "
                          "as it is",
                          ignored);
  return success();
}

namespace {
struct CheckKernelConstraints
    : mlir::zyn::impl::ZynCheckKernelConstraintsBase<CheckKernelConstraints> {
  void runOnOperation() override {
    for (auto device : getOperation().getOps<gpu::GPUModuleOp>())
      for (auto function : device.getOps<FunctionOpInterface>())
        if (failed(checkFunction(function)))
          return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
