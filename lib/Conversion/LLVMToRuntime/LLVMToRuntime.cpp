//===- LLVMToRuntime.cpp - Functions that launch kernels for C ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"

#include "Zyn/Conversion/RuntimeCalls.h"
#include "Zyn/Runtime/DeviceCalls.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTLLVMTORUNTIME
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// Whether `--zyn-export-to-c` has created the function.
static bool isForC(LLVM::LLVMFuncOp function) {
  return !function.isExternal() && function.isPublic() &&
         function->hasAttr("llvm.bareptr");
}

namespace {
/// Creates the two functions that call one function.
class InvokedFunction {
public:
  InvokedFunction(LLVM::LLVMFuncOp code, LLVM::GlobalOp kind,
                  LLVM::LLVMFuncOp invoke, SymbolTable &symbols)
      : code(code), kind(kind), invoke(invoke), symbols(symbols),
        name(code.getName()), b(code.getLoc(), code),
        ptr(LLVM::LLVMPointerType::get(code.getContext())) {
    llvm::append_range(fields, code.getArgumentTypes());
    if (hasResult())
      fields.push_back(ptr);
    record = LLVM::LLVMStructType::getLiteral(code.getContext(), fields);
  }

  void create() {
    LLVM::LLVMFuncOp entry = createEntry();
    LLVM::LLVMFuncOp invocation = createInvocation();
    // No other function of the module calls it, so that it is renamed without
    // a search for uses.
    symbols.remove(code);
    code.setSymName(name + "_code");
    symbols.insert(entry);
    symbols.insert(invocation);
    symbols.insert(code);
    code.setLinkage(LLVM::Linkage::Internal);
    code.setPrivate();
    addEntryBody(entry, invocation);
    addInvocationBody(invocation);
  }

private:
  bool hasResult() {
    return !isa<LLVM::LLVMVoidType>(code.getFunctionType().getReturnType());
  }
  LLVM::LLVMFuncOp createEntry();
  LLVM::LLVMFuncOp createInvocation();
  void addEntryBody(LLVM::LLVMFuncOp entry, LLVM::LLVMFuncOp invocation);
  void addInvocationBody(LLVM::LLVMFuncOp invocation);

  /// Returns the address of field `i` of the arguments.
  Value getField(Value arguments, unsigned i) {
    return LLVM::GEPOp::create(
        b, ptr, record, arguments,
        ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(i)});
  }

  LLVM::LLVMFuncOp code;
  LLVM::GlobalOp kind;
  LLVM::LLVMFuncOp invoke;
  SymbolTable &symbols;
  const std::string name;
  ImplicitLocOpBuilder b;
  Type ptr;
  /// The types of the arguments and of a pointer to the result.
  SmallVector<Type> fields;
  LLVM::LLVMStructType record;
};
} // namespace

LLVM::LLVMFuncOp InvokedFunction::createEntry() {
  SmallVector<Type> parameters = {ptr};
  llvm::append_range(parameters, fields);
  auto entry = LLVM::LLVMFuncOp::create(
      b, name, LLVM::LLVMFunctionType::get(ptr, parameters));
  // How small integers are extended.
  for (unsigned i = 0, e = code.getNumArguments(); i < e; ++i)
    for (StringRef extension : {LLVM::LLVMDialect::getZExtAttrName(),
                                LLVM::LLVMDialect::getSExtAttrName()})
      if (Attribute attribute = code.getArgAttr(i, extension))
        entry.setArgAttr(i + 1, extension, attribute);
  return entry;
}

void InvokedFunction::addEntryBody(LLVM::LLVMFuncOp entry,
                                   LLVM::LLVMFuncOp invocation) {
  OpBuilder::InsertionGuard guard(b);
  Block *block = entry.addEntryBlock(b);
  b.setInsertionPointToStart(block);
  Value one = LLVM::ConstantOp::create(b, b.getI64Type(), 1);
  Value arguments = LLVM::AllocaOp::create(b, ptr, record, one);
  for (auto [i, argument] : llvm::enumerate(block->getArguments().drop_front()))
    LLVM::StoreOp::create(b, argument, getField(arguments, i));
  auto call = LLVM::CallOp::create(
      b, invoke,
      ValueRange{LLVM::AddressOfOp::create(b, kind), block->getArgument(0),
                 LLVM::AddressOfOp::create(b, invocation), arguments});
  LLVM::ReturnOp::create(b, call.getResult());
}

LLVM::LLVMFuncOp InvokedFunction::createInvocation() {
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(code.getContext()), {ptr});
  auto invocation = LLVM::LLVMFuncOp::create(b, name + "_invocation", type,
                                             LLVM::Linkage::Internal);
  invocation.setPrivate();
  return invocation;
}

void InvokedFunction::addInvocationBody(LLVM::LLVMFuncOp invocation) {
  OpBuilder::InsertionGuard guard(b);
  Block *block = invocation.addEntryBlock(b);
  b.setInsertionPointToStart(block);
  SmallVector<Value> values;
  for (auto [i, type] : llvm::enumerate(fields))
    values.push_back(
        LLVM::LoadOp::create(b, type, getField(block->getArgument(0), i)));
  Value address = hasResult() ? values.pop_back_val() : Value();
  auto call = LLVM::CallOp::create(b, code, values);
  if (address) {
    Value result = call.getResult();
    // A `bool` in memory is a byte.
    if (result.getType().isInteger(1))
      result = LLVM::ZExtOp::create(b, b.getI8Type(), result);
    LLVM::StoreOp::create(b, result, address);
  }
  LLVM::ReturnOp::create(b, ValueRange());
}

namespace {
struct ConvertLLVMToRuntime
    : mlir::zyn::impl::ConvertLLVMToRuntimeBase<ConvertLLVMToRuntime> {
  using ConvertLLVMToRuntimeBase::ConvertLLVMToRuntimeBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<LLVM::LLVMFuncOp> functions = llvm::filter_to_vector(
        module.getOps<LLVM::LLVMFuncOp>(), [](auto f) { return isForC(f); });
    if (functions.empty())
      return;
    auto builder = OpBuilder::atBlockBegin(module.getBody());
    auto invoke = mlir::zyn::declareRuntimeFunction<decltype(zynrtInvoke)>(
        builder, module, "zynrtInvoke");
    if (failed(invoke))
      return signalPassFailure();
    std::string text = device.getValue() + '\0';
    auto kind = LLVM::GlobalOp::create(
        builder, module.getLoc(),
        LLVM::LLVMArrayType::get(builder.getI8Type(), text.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, "zynrt:kind",
        builder.getStringAttr(text));
    SymbolTable symbols(module);
    for (LLVM::LLVMFuncOp function : functions)
      InvokedFunction(function, kind, *invoke, symbols).create();
  }
};
} // namespace
