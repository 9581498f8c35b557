//===- Edit.cpp - Changes the ops of a module -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn-c/Edit.h"
#include "Handles.h"
#include "Ops.h"
#include "Zyn/Compiler/ModuleEdit.h"

using namespace zyn::capi;
using namespace zyn::compiler;
using zyn::runtime::Expected;

static_assert(static_cast<int>(InsertPosition::Inside) ==
                  ZynInsertPositionInside,
              "the enumerations must agree");

ZynModuleRef zynModuleCopy(ZynModuleRef module) {
  return wrap(new SourceModule(unwrap(module)->copy()));
}

ZynErrorRef zynModuleVerify(ZynModuleRef module) {
  return wrap(ModuleEditor(*unwrap(module)).verify());
}

ZynErrorRef zynOpSetAttribute(ZynModuleRef module, ZynOpRef op,
                              ZynStringRef name, ZynStringRef value) {
  return wrap(ModuleEditor(*unwrap(module))
                  .setAttribute(unwrap(op), toView(name), toView(value)));
}

void zynOpRemoveAttribute(ZynModuleRef module, ZynOpRef op, ZynStringRef name) {
  ModuleEditor(*unwrap(module)).removeAttribute(unwrap(op), toView(name));
}

ZynErrorRef zynOpSetOperand(ZynModuleRef module, ZynOpRef op, size_t index,
                            ZynValueRef value) {
  return wrap(ModuleEditor(*unwrap(module))
                  .setOperand(unwrap(op), index, unwrap(value)));
}

ZynErrorRef zynValueReplaceUses(ZynModuleRef module, ZynValueRef value,
                                ZynValueRef replacement) {
  return wrap(ModuleEditor(*unwrap(module))
                  .replaceUses(unwrap(value), unwrap(replacement)));
}

ZynErrorRef zynOpErase(ZynModuleRef module, ZynOpRef op) {
  return wrap(ModuleEditor(*unwrap(module)).erase(unwrap(op)));
}

ZynErrorRef zynOpsCreate(ZynModuleRef module, ZynStringRef text,
                         const ZynValueRef *operands, size_t numOperands,
                         ZynOpRef anchor, ZynInsertPosition position,
                         void (*callback)(ZynOpRef, void *), void *userData) {
  std::vector<mlir::Value> values;
  for (size_t i = 0; i < numOperands; ++i)
    values.push_back(unwrap(operands[i]));
  Expected<std::vector<mlir::Operation *>> created =
      ModuleEditor(*unwrap(module))
          .create(toView(text), values, unwrap(anchor),
                  static_cast<InsertPosition>(position));
  if (!created)
    return wrap(created.takeError());
  for (mlir::Operation *op : *created)
    callback(wrap(op), userData);
  return nullptr;
}
