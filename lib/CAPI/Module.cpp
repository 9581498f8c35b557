//===- Module.cpp - Modules and their ops ------------------------------ ===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn-c/Module.h"
#include "Handles.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/raw_ostream.h"

using namespace zyn::capi;
using mlir::ModuleOp;
using mlir::Operation;
using zyn::compiler::SourceModule;
using zyn::runtime::Expected;

DEFINE_SIMPLE_CONVERSION_FUNCTIONS(Operation, ZynOpRef)

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
    unwrap(op)->print(stream);
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

void zynOpForEachOperand(ZynModuleRef module, ZynOpRef op,
                         void (*callback)(ZynStringRef, ZynOpRef, size_t, bool,
                                          void *),
                         void *userData) {
  auto types = collect(module, [&] {
    std::vector<std::string> types;
    for (mlir::Value operand : unwrap(op)->getOperands())
      types.push_back(toText(operand.getType()));
    return types;
  });
  for (auto [operand, type] : llvm::zip(unwrap(op)->getOperands(), types)) {
    if (auto result = llvm::dyn_cast<mlir::OpResult>(operand)) {
      callback(wrap(type), wrap(result.getOwner()), result.getResultNumber(),
               false, userData);
      continue;
    }
    auto argument = llvm::cast<mlir::BlockArgument>(operand);
    callback(wrap(type), wrap(argument.getOwner()->getParentOp()),
             argument.getArgNumber(), true, userData);
  }
}

void zynOpForEachResult(ZynModuleRef module, ZynOpRef op,
                        ZynStringCallback callback, void *userData) {
  auto types = collect(module, [&] {
    std::vector<std::string> types;
    for (mlir::Type type : unwrap(op)->getResultTypes())
      types.push_back(toText(type));
    return types;
  });
  for (const std::string &type : types)
    callback(wrap(type), userData);
}
