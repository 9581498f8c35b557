//===- CheckInput.cpp - Rejects IR that upstream crashes on ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNCHECKINPUT
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

/// Finds builtin types that have no LLVM type or no lowering.
class TypeCheck {
public:
  explicit TypeCheck(MLIRContext *context) : converter(context) {
    // The types of other dialects are verified by these dialects: a fragment of
    // tf32 is valid.
    walker.addWalk([](Type type) {
      return isa<BuiltinDialect>(type.getDialect()) ? WalkResult::advance()
                                                    : WalkResult::skip();
    });
    walker.addWalk([&](IntegerType type) {
      return rejectIf(type.getWidth() == 0, type,
                      "expected integers of at least one bit");
    });
    walker.addWalk([&](FloatTF32Type type) {
      return rejectIf(true, type,
                      "expected f32, which tensor cores read as tf32");
    });
    walker.addWalk([&](VectorType type) {
      return rejectIf(type.isScalable(), type,
                      "expected vectors of a fixed length");
    });
    walker.addWalk([&](RankedTensorType type) {
      return rejectIf(overflows(type), type,
                      "expected at most 2^63 - 1 bytes of elements");
    });
    walker.addWalk([&](MemRefType type) {
      return rejectIf(overflows(type), type,
                      "expected at most 2^63 - 1 bytes of elements");
    });
    walker.addWalk([&](UnrankedMemRefType type) {
      return rejectIf(!converter.convertType(type.getElementType()), type,
                      "expected elements that have an LLVM type");
    });
  }

  /// Checks the types of the attributes, results and block arguments of `op`.
  LogicalResult check(Operation *op) {
    for (NamedAttribute attribute : op->getAttrs())
      if (auto type = dyn_cast<TypeAttr>(attribute.getValue()))
        if (failed(check(type.getValue(), op->getLoc())))
          return failure();
    for (Type type : op->getResultTypes())
      if (failed(check(type, op->getLoc())))
        return failure();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (failed(check(argument.getType(), argument.getLoc())))
            return failure();
    return success();
  }

private:
  /// Whether the static sizes alone exceed 64 bits, which allocations and
  /// strides assume that they do not.
  static bool overflows(ShapedType type) {
    Type element = type.getElementType();
    int64_t product = element.isIntOrFloat()
                          ? (element.getIntOrFloatBitWidth() + 7) / 8
                      : element.isIndex() ? 8
                                          : 1;
    for (int64_t size : type.getShape())
      if (size > 0 && !ShapedType::isDynamic(size) &&
          llvm::MulOverflow(product, size, product))
        return true;
    return false;
  }

  WalkResult rejectIf(bool isInvalid, Type type, StringRef why) {
    if (!isInvalid)
      return WalkResult::advance();
    rejected = type;
    reason = why;
    return WalkResult::interrupt();
  }

  LogicalResult check(Type type, Location loc) {
    if (!walker.walk<WalkOrder::PreOrder>(type).wasInterrupted())
      return success();
    return emitError(loc) << reason << ", found " << rejected;
  }

  LLVMTypeConverter converter;
  AttrTypeWalker walker;
  Type rejected;
  StringRef reason;
};

/// Checks that a constant dimension index is not negative.
LogicalResult checkDimension(ShapedDimOpInterface op) {
  std::optional<int64_t> index = getConstantIntValue(op.getDimension());
  if (!index || *index >= 0)
    return success();
  return op->emitOpError("expected a non-negative dimension index, found ")
         << *index;
}

/// Checks that an op of a kernel module, other than a symbol, is in a function.
LogicalResult checkParent(Operation *op) {
  if (!isa_and_nonnull<gpu::GPUModuleOp>(op->getParentOp()) ||
      isa<SymbolOpInterface>(op) ||
      op->getName().getDialectNamespace() == "llvm")
    return success();
  return op->emitOpError("expected to be inside a function");
}

/// Checks that a definition does not have the name of an intrinsic.
LogicalResult checkName(Operation *op) {
  auto symbol = dyn_cast<SymbolOpInterface>(op);
  if (!symbol || symbol.isDeclaration() ||
      op->getName().getDialectNamespace() == "llvm")
    return success();
  StringAttr name = symbol.getNameAttr();
  if (!name || !name.getValue().starts_with("llvm."))
    return success();
  return op->emitOpError("expected a name that does not start with 'llvm.', "
                         "which LLVM reserves for its intrinsics, found ")
         << name;
}

/// Checks that the elements of constants that are stored apart from the ops,
/// such as the weights of a model, are there.
LogicalResult checkResources(Operation *op) {
  for (NamedAttribute attribute : op->getAttrs()) {
    auto elements = dyn_cast<DenseResourceElementsAttr>(attribute.getValue());
    if (!elements)
      continue;
    StringRef key = elements.getRawHandle().getKey();
    AsmResourceBlob *blob = elements.getRawHandle().getBlob();
    if (!blob)
      return op->emitOpError("expected the elements of the resource '")
             << key
             << "', found none: the program was exported without its weights, "
                "which belong into 'dialect_resources' at the end of the file";
    ShapedType type = elements.getType();
    Type element = type.getElementType();
    if (!element.isIntOrIndexOrFloat())
      continue;
    unsigned bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
    uint64_t bytes = llvm::divideCeil(bits, 8) * type.getNumElements();
    if (blob->getData().size() != bytes)
      return op->emitOpError("expected ")
             << bytes << " bytes of elements of the resource '" << key
             << "', found " << blob->getData().size();
  }
  return success();
}

/// Checks that inline assembly does not return memory as if it were a register,
/// on which LLVM crashes.
LogicalResult checkAssembly(Operation *op) {
  auto assembly = dyn_cast<LLVM::InlineAsmOp>(op);
  if (!assembly)
    return success();
  for (const llvm::InlineAsm::ConstraintInfo &constraint :
       llvm::InlineAsm::ParseConstraints(assembly.getConstraints()))
    if (constraint.Type == llvm::InlineAsm::isOutput &&
        llvm::is_contained(constraint.Codes, "{memory}"))
      return op->emitOpError("expected a register as output, found memory, "
                             "which is clobbered by '~{memory}'");
  return success();
}

/// Checks the elements of a softmax, which its decomposition upstream assumes
/// to be floating-point numbers.
LogicalResult checkSoftmax(Operation *op) {
  auto softmax = dyn_cast<linalg::SoftmaxOp>(op);
  if (!softmax || isa<FloatType>(getElementTypeOrSelf(softmax.getInput())))
    return success();
  return op->emitOpError("expected floating-point elements, found ")
         << softmax.getInput().getType();
}

struct ZynCheckInput : mlir::zyn::impl::ZynCheckInputBase<ZynCheckInput> {
  void runOnOperation() override {
    TypeCheck types(&getContext());
    WalkResult walk =
        getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
          auto dimension = dyn_cast<ShapedDimOpInterface>(op);
          if (failed(types.check(op)) || failed(checkName(op)) ||
              failed(checkParent(op)) || failed(checkResources(op)) ||
              failed(checkAssembly(op)) || failed(checkSoftmax(op)) ||
              (dimension && failed(checkDimension(dimension))))
            return WalkResult::interrupt();
          return WalkResult::advance();
        });
    if (walk.wasInterrupted())
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
