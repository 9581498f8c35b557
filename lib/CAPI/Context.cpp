//===- Context.cpp - Devices in use ------------------------------------ ===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn-c/Context.h"
#include "Handles.h"

using namespace zyn::capi;
using zyn::runtime::Context;
using zyn::runtime::DeviceKind;
using zyn::runtime::Expected;

ZynErrorRef zynContextCreate(ZynStringRef name, ZynContextRef *context) {
  Expected<std::unique_ptr<Context>> created = Context::create(toString(name));
  if (!created)
    return wrap(created.takeError());
  std::string label = (*created)->device().label();
  *context = wrap(new SharedContext{*std::move(created), std::move(label)});
  return nullptr;
}

void zynContextDestroy(ZynContextRef context) { delete unwrap(context); }

ZynDeviceKind zynContextGetDeviceKind(ZynContextRef context) {
  static_assert(static_cast<int>(DeviceKind::Emulator) == ZynDeviceKindEmulator,
                "the enumerations must agree");
  return static_cast<ZynDeviceKind>(unwrap(context)->context->device().kind);
}

int zynContextGetDeviceOrdinal(ZynContextRef context) {
  return unwrap(context)->context->device().ordinal;
}

ZynStringRef zynContextGetDeviceLabel(ZynContextRef context) {
  return wrap(unwrap(context)->label);
}

ZynStringRef zynContextGetDeviceName(ZynContextRef context) {
  return wrap(unwrap(context)->context->device().name);
}

ZynErrorRef zynContextSynchronize(ZynContextRef context) {
  return wrap(unwrap(context)->context->synchronize());
}

void zynContextTrimMemory(ZynContextRef context) {
  unwrap(context)->context->trimMemory();
}

ZynErrorRef zynContextAdoptStream(ZynContextRef context, void *stream,
                                  ZynStreamRef *adopted) {
  Expected<zyn::runtime::Stream *> queue =
      unwrap(context)->context->adoptStream(stream);
  if (!queue)
    return wrap(queue.takeError());
  *adopted = wrap(*queue);
  return nullptr;
}

ZynErrorRef zynStreamWaitForStream(ZynStreamRef queue, void *stream) {
  return wrap(unwrap(queue)->waitForForeign(stream));
}

ZynErrorRef zynContextWaitForStream(ZynContextRef context, void *stream) {
  return wrap(unwrap(context)->context->mainStream().waitForForeign(stream));
}

ZynErrorRef zynContextHoldStream(ZynContextRef context, void *stream) {
  return wrap(unwrap(context)->context->mainStream().holdForeign(stream));
}

void zynContextForEachDiagnostic(ZynContextRef context,
                                 void (*callback)(ZynDiagnosticRef, void *),
                                 void *userData) {
  for (const zyn::Diagnostic &diagnostic :
       unwrap(context)->context->diagnostics())
    callback(wrap(&diagnostic), userData);
}

void zynForEachDevice(ZynStringCallback callback, void *userData) {
  for (const zyn::runtime::Device &device : zyn::runtime::listDevices())
    callback(wrap(device.label()), userData);
}
