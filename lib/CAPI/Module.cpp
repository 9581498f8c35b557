//===- Module.cpp - Modules and their ops ------------------------------ ===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn-c/Module.h"
#include "Handles.h"
#include "Ops.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

using namespace zyn::capi;
using mlir::ModuleOp;
using mlir::Operation;
using zyn::compiler::SourceModule;
using zyn::runtime::Expected;

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

static ZynErrorRef take(Expected<SourceModule> parsed, ZynModuleRef *module) {
  if (!parsed)
    return wrap(parsed.takeError());
  *module = wrap(new SourceModule(*std::move(parsed)));
  return nullptr;
}

ZynErrorRef zynModuleParse(ZynStringRef source, ZynStringRef name,
                           ZynModuleRef *module) {
  return take(SourceModule::parse(toView(source), toString(name)), module);
}

ZynErrorRef zynModuleRead(ZynStringRef path, ZynModuleRef *module) {
  return take(SourceModule::read(toString(path)), module);
}

void zynModuleDestroy(ZynModuleRef module) { delete unwrap(module); }

void zynModulePrint(ZynModuleRef module, ZynStringCallback callback,
                    void *userData) {
  callback(wrap(unwrap(module)->str()), userData);
}

void zynModulePrintShort(ZynModuleRef module, int64_t maxElements,
                         ZynStringCallback callback, void *userData) {
  std::string text;
  unwrap(module)->visit([&](ModuleOp root) {
    mlir::OpPrintingFlags flags;
    flags.elideLargeElementsAttrs(maxElements)
        .elideLargeResourceString(maxElements);
    llvm::raw_string_ostream stream(text);
    root->print(stream, flags);
  });
  callback(wrap(text), userData);
}

void zynModuleWriteBytecode(ZynModuleRef module, ZynStringCallback callback,
                            void *userData) {
  callback(wrap(unwrap(module)->bytecode()), userData);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

template <typename T>
static std::string toText(T printable) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  printable.print(stream);
  return text;
}

/// Collects what `visitor` returns while nothing else uses the module's
/// context. Callbacks run after that, so that they may use the module.
template <typename Visitor>
static auto collect(ZynModuleRef module, Visitor visitor) {
  decltype(visitor()) result;
  unwrap(module)->visit([&](ModuleOp) { result = visitor(); });
  return result;
}

ZynOpRef zynModuleGetOp(ZynModuleRef module) {
  Operation *op = nullptr;
  unwrap(module)->visit([&](ModuleOp root) { op = root; });
  return wrap(op);
}

ZynOpRef zynOpGetParent(ZynOpRef op) { return wrap(unwrap(op)->getParentOp()); }

ZynStringRef zynOpGetName(ZynOpRef op) {
  return wrap(std::string_view(unwrap(op)->getName().getStringRef()));
}

void zynOpForEachChild(ZynModuleRef module, ZynOpRef op,
                       void (*callback)(ZynOpRef, void *), void *userData) {
  for (mlir::Region &region : unwrap(op)->getRegions())
    for (Operation &child : region.getOps())
      callback(wrap(&child), userData);
}

void zynOpPrint(ZynModuleRef module, ZynOpRef op, ZynStringCallback callback,
                void *userData) {
  std::string text = collect(module, [&] {
    std::string text;
    llvm::raw_string_ostream stream(text);
    // To number the values of a whole module for each of its ops is quadratic.
    mlir::OpPrintingFlags flags;
    unwrap(op)->print(stream, unwrap(op)->getParentOp() ? flags.useLocalScope()
                                                        : flags);
    return text;
  });
  callback(wrap(text), userData);
}

void zynOpPrintLocation(ZynModuleRef module, ZynOpRef op,
                        ZynStringCallback callback, void *userData) {
  callback(wrap(unwrap(module)->locate(unwrap(op)->getLoc()).str()), userData);
}

void zynOpForEachAttribute(ZynModuleRef module, ZynOpRef op,
                           void (*callback)(ZynStringRef, ZynStringRef, void *),
                           void *userData) {
  auto attributes = collect(module, [&] {
    std::vector<std::pair<std::string, std::string>> attributes;
    // Inherent attributes, which are properties, and discardable ones.
    for (mlir::NamedAttribute attribute :
         unwrap(op)->getAttrDictionary().getValue())
      attributes.emplace_back(attribute.getName().str(),
                              toText(attribute.getValue()));
    return attributes;
  });
  for (auto &[name, value] : attributes)
    callback(wrap(name), wrap(value), userData);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Calls `callback` with each of `values`, which may change during the calls.
static void forEach(mlir::ValueRange values, ZynValueCallback callback,
                    void *userData) {
  for (mlir::Value value : llvm::to_vector(values))
    callback(wrap(value), userData);
}

void zynOpForEachOperand(ZynModuleRef, ZynOpRef op, ZynValueCallback callback,
                         void *userData) {
  forEach(unwrap(op)->getOperands(), callback, userData);
}

void zynOpForEachResult(ZynModuleRef, ZynOpRef op, ZynValueCallback callback,
                        void *userData) {
  forEach(unwrap(op)->getResults(), callback, userData);
}

void zynOpForEachBlockArgument(ZynModuleRef, ZynOpRef op,
                               ZynValueCallback callback, void *userData) {
  for (mlir::Region &region : unwrap(op)->getRegions())
    for (mlir::Block &block : region)
      forEach(block.getArguments(), callback, userData);
}

void zynValuePrintType(ZynModuleRef module, ZynValueRef value,
                       ZynStringCallback callback, void *userData) {
  std::string text =
      collect(module, [&] { return toText(unwrap(value).getType()); });
  callback(wrap(text), userData);
}

bool zynValueIsBlockArgument(ZynValueRef value) {
  return llvm::isa<mlir::BlockArgument>(unwrap(value));
}

ZynOpRef zynValueGetOwner(ZynValueRef value) {
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(unwrap(value)))
    return wrap(argument.getOwner()->getParentOp());
  return wrap(unwrap(value).getDefiningOp());
}

size_t zynValueGetIndex(ZynValueRef value) {
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(unwrap(value)))
    return argument.getArgNumber();
  return llvm::cast<mlir::OpResult>(unwrap(value)).getResultNumber();
}

void zynValueForEachUser(ZynModuleRef, ZynValueRef value,
                         void (*callback)(ZynOpRef, void *), void *userData) {
  for (Operation *user : llvm::to_vector(unwrap(value).getUsers()))
    callback(wrap(user), userData);
}
