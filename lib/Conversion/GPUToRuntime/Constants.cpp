//===- Constants.cpp - Lowers constants that kernels use ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/GPUToRuntime/HostCode.h"

#include "Zyn/Conversion/RuntimeCalls.h"
#include "Zyn/Runtime/CABI.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/SetVector.h"

#include <cstddef>

using namespace mlir;

static constexpr llvm::StringLiteral prefix = "zynrt:constant:";

static std::string variableName(StringRef global) {
  return (prefix + global).str();
}

LLVM::GlobalOp mlir::zyn::findConstantVariable(SymbolTable &symbols,
                                               StringRef global) {
  return symbols.lookup<LLVM::GlobalOp>(variableName(global));
}

std::optional<mlir::zyn::ConstantVariable>
mlir::zyn::matchConstantVariable(LLVM::GlobalOp global) {
  StringRef name = global.getSymName();
  if (!name.consume_front(prefix))
    return std::nullopt;
  // Its size is the only constant of the initializer.
  for (auto size : global.getInitializerRegion().getOps<LLVM::ConstantOp>())
    if (auto bytes = dyn_cast<IntegerAttr>(size.getValue()))
      return ConstantVariable{name, bytes.getValue().getZExtValue()};
  return std::nullopt;
}

/// Kernels have their own globals, which are in memory of the device.
static bool isInHostCode(memref::GetGlobalOp op) {
  return !op->getParentOfType<gpu::GPUModuleOp>() &&
         !op.getType().getMemorySpace();
}

/// Returns the elements as those of an array: a buffer of rank 0 has one.
static Attribute getElements(memref::GlobalOp global) {
  auto elements = cast<ElementsAttr>(*global.getInitialValue());
  if (global.getType().getRank() > 0)
    return elements;
  auto type = RankedTensorType::get({1}, elements.getElementType());
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  return cast<DenseElementsAttr>(elements).reshape(type);
}

static Type getArrayType(const LLVMTypeConverter &converter, MemRefType type) {
  Type array = converter.convertType(type.getElementType());
  for (int64_t size : llvm::reverse(type.getShape()))
    array = LLVM::LLVMArrayType::get(array, size);
  return type.getRank() ? array : LLVM::LLVMArrayType::get(array, 1);
}

/// Replaces a global by the same elements in the LLVM dialect, or returns null
/// if it is not initialized.
static LLVM::GlobalOp createElements(OpBuilder &builder, Type type,
                                     memref::GlobalOp global) {
  if (global.isUninitialized())
    return {};
  bool isDeclaration = global.isExternal();
  bool isInternal = global.isPrivate() && !isDeclaration;
  return LLVM::GlobalOp::create(
      builder, global.getLoc(), type, global.getConstant(),
      isInternal ? LLVM::Linkage::Internal : LLVM::Linkage::External,
      global.getSymName(), isDeclaration ? Attribute() : getElements(global),
      global.getAlignment().value_or(0));
}

/// Creates the `zynrt_constant` variable of a global.
static void createVariable(OpBuilder &builder,
                           const LLVMTypeConverter &converter,
                           memref::GlobalOp global) {
  static_assert(offsetof(zynrt_constant, bytes) == 0 &&
                offsetof(zynrt_constant, size) == 8 &&
                offsetof(zynrt_constant, loaded) == 16 &&
                sizeof(zynrt_constant) == 24);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(global);
  Location loc = global.getLoc();
  Type array = getArrayType(converter, global.getType());
  LLVM::GlobalOp elements = createElements(builder, array, global);
  Type ptr = LLVM::LLVMPointerType::get(builder.getContext()),
       i64 = builder.getI64Type();
  auto record =
      LLVM::LLVMStructType::getLiteral(builder.getContext(), {ptr, i64, ptr});
  auto variable = LLVM::GlobalOp::create(
      builder, loc, record, /*isConstant=*/false, LLVM::Linkage::Internal,
      variableName(global.getSymName()), Attribute());
  builder.createBlock(&variable.getInitializerRegion());
  uint64_t size = DataLayout::closest(global).getTypeSize(array);
  Value null = LLVM::ZeroOp::create(builder, loc, ptr);
  Value fields[] = {
      elements ? LLVM::AddressOfOp::create(builder, loc, elements) : null,
      LLVM::ConstantOp::create(builder, loc, i64, static_cast<int64_t>(size)),
      null};
  Value value = LLVM::PoisonOp::create(builder, loc, record);
  for (auto [i, field] : llvm::enumerate(fields))
    value = LLVM::InsertValueOp::create(builder, loc, value, field, i);
  LLVM::ReturnOp::create(builder, loc, value);
}

void mlir::zyn::createConstantVariables(const LLVMTypeConverter &converter,
                                        ModuleOp root) {
  SymbolTableCollection symbolTables;
  llvm::SetVector<memref::GlobalOp> globals;
  root.walk([&](memref::GetGlobalOp op) {
    if (isInHostCode(op))
      globals.insert(symbolTables.lookupNearestSymbolFrom<memref::GlobalOp>(
          op, op.getNameAttr()));
  });
  OpBuilder builder(root.getContext());
  for (memref::GlobalOp global : globals) {
    createVariable(builder, converter, global);
    global.erase();
  }
}

namespace {
using mlir::zyn::HostCodePattern;

struct ConvertGetGlobal : HostCodePattern<memref::GetGlobalOp> {
  using HostCodePattern::HostCodePattern;

  LogicalResult
  matchAndRewrite(memref::GetGlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto module = op->getParentOfType<ModuleOp>();
    LLVM::GlobalOp variable = mlir::zyn::findConstantVariable(
        symbolTables.getSymbolTable(module), op.getName());
    if (!variable)
      return rewriter.notifyMatchFailure(op, "is no global of the module");
    FailureOr<LLVM::LLVMFuncOp> callee =
        mlir::zyn::declareRuntimeFunction<decltype(zynrtConstant)>(
            rewriter, module, "zynrtConstant", &symbolTables);
    if (failed(callee))
      return failure();
    Location loc = op.getLoc();
    Value address = LLVM::AddressOfOp::create(rewriter, loc, variable);
    Value memory =
        LLVM::CallOp::create(rewriter, loc, *callee, address).getResult();
    rewriter.replaceOp(
        op, {MemRefDescriptor::fromStaticShape(
                rewriter, loc, *getTypeConverter(), op.getType(), memory)});
    return success();
  }
};
} // namespace

void mlir::zyn::populateConstantPatterns(const LLVMTypeConverter &converter,
                                         SymbolTableCollection &symbolTables,
                                         RewritePatternSet &patterns,
                                         ConversionTarget &target) {
  patterns.add<ConvertGetGlobal>(converter, symbolTables);
  target.addDynamicallyLegalOp<memref::GetGlobalOp>(
      [](memref::GetGlobalOp op) { return !isInHostCode(op); });
}
