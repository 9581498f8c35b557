//===- PTX.cpp - Kernels of PTX ---------------------------------------- ===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn-c/PTX.h"
#include "Handles.h"
#include "Zyn/Runtime/KernelCall.h"
#include "Zyn/Runtime/PTXEntries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>

using namespace zyn::capi;
using zyn::runtime::Context;
using zyn::runtime::DeviceKind;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::runtime::Kernel;
using zyn::runtime::KernelCallArgument;
using zyn::runtime::KernelSignature;
using zyn::runtime::LaunchShape;
using zyn::runtime::Module;

namespace {
struct PTX {
  zyn::runtime::OwnedImage image;
  std::string name;
  std::vector<KernelSignature> kernels;
};

/// A kernel, with the context that owns it.
struct LoadedKernel {
  std::shared_ptr<Context> context;
  Kernel *kernel;
};
} // namespace

DEFINE_SIMPLE_CONVERSION_FUNCTIONS(PTX, ZynPTXRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(LoadedKernel, ZynKernelRef)

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

ZynErrorRef zynPTXParse(ZynStringRef text, ZynStringRef name, ZynPTXRef *ptx) {
  std::vector<KernelSignature> kernels =
      zyn::runtime::parsePTXEntries(toView(text));
  if (kernels.empty())
    return wrap(Error::at(toString(name),
                          "found no kernel: expected PTX text with an .entry"));
  *ptx = wrap(new PTX{{zyn::runtime::formats::ptx, toString(text)},
                      toString(name),
                      std::move(kernels)});
  return nullptr;
}

void zynPTXDestroy(ZynPTXRef ptx) { delete unwrap(ptx); }

size_t zynPTXGetNumKernels(ZynPTXRef ptx) {
  return unwrap(ptx)->kernels.size();
}

ZynStringRef zynPTXGetKernelName(ZynPTXRef ptx, size_t kernel) {
  return wrap(unwrap(ptx)->kernels[kernel].name);
}

size_t zynPTXGetNumParameters(ZynPTXRef ptx, size_t kernel) {
  return unwrap(ptx)->kernels[kernel].parameters.size();
}

ZynKernelParameter zynPTXGetParameter(ZynPTXRef ptx, size_t kernel,
                                      size_t parameter) {
  const zyn::runtime::KernelParameter &found =
      unwrap(ptx)->kernels[kernel].parameters[parameter];
  return {wrap(found.name), wrap(found.type), found.bytes};
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

ZynErrorRef zynKernelLoad(ZynPTXRef ptx, size_t kernel, ZynContextRef context,
                          ZynKernelRef *loaded) {
  const PTX &source = *unwrap(ptx);
  const SharedContext &target = *unwrap(context);
  if (target.context->device().kind != DeviceKind::CUDA)
    return wrap(Error::at(source.name, "PTX runs on a CUDA device, not on '" +
                                           target.label + "'"));
  Expected<Module *> module = target.context->loadModule(source.image);
  if (!module)
    return wrap(Error::at(source.name, module.takeError().message()));
  Expected<Kernel *> found =
      target.context->findKernel(**module, source.kernels[kernel].name);
  if (!found)
    return wrap(Error::at(source.name, found.takeError().message()));
  *loaded = wrap(new LoadedKernel{target.context, *found});
  return nullptr;
}

void zynKernelDestroy(ZynKernelRef kernel) { delete unwrap(kernel); }

static KernelCallArgument toArgument(const ZynLaunchArgument &given) {
  using Kind = KernelCallArgument::Kind;
  Kind kind = !given.isArray     ? Kind::Value
              : given.isOnDevice ? Kind::DeviceArray
                                 : Kind::HostArray;
  return {kind, given.memory, given.bytes};
}

ZynErrorRef zynKernelLaunch(ZynKernelRef kernel, ZynStreamRef stream,
                            const ZynLaunchShape *shape,
                            const ZynLaunchArgument *arguments,
                            size_t numArguments) {
  llvm::SmallVector<KernelCallArgument, 16> converted(
      llvm::map_range(llvm::ArrayRef(arguments, numArguments), toArgument));
  LaunchShape launch;
  std::copy_n(shape->grid, 3, launch.grid);
  std::copy_n(shape->block, 3, launch.block);
  launch.dynamicSharedBytes = shape->sharedBytes;
  LoadedKernel &loaded = *unwrap(kernel);
  zyn::runtime::Stream &queue =
      stream ? *unwrap(stream) : loaded.context->mainStream();
  return wrap(zyn::runtime::callKernel(queue, *loaded.kernel, launch,
                                       converted.data(), converted.size()));
}
