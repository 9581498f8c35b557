//===- ExportToC.cpp - Functions with types of C --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNEXPORTTOC
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// Returns the attribute of an argument or result that the calling convention
/// of C extends to 32 bits, or null. `bool` is the only unsigned type.
static NamedAttrList getExtension(Type type) {
  NamedAttrList attributes;
  auto integer = dyn_cast<IntegerType>(type);
  if (integer && integer.getWidth() < 32)
    attributes.set(integer.getWidth() == 1
                       ? LLVM::LLVMDialect::getZExtAttrName()
                       : LLVM::LLVMDialect::getSExtAttrName(),
                   UnitAttr::get(type.getContext()));
  return attributes;
}

/// Returns the attributes of a buffer that hold for the pointer, too.
static NamedAttrList getPointerAttributes(func::FuncOp function, unsigned i) {
  NamedAttrList attributes;
  for (StringRef name : {LLVM::LLVMDialect::getReadonlyAttrName(),
                         LLVM::LLVMDialect::getNoAliasAttrName()})
    if (Attribute attribute = function.getArgAttr(i, name))
      attributes.set(name, attribute);
  return attributes;
}

namespace {
/// Creates the function that C calls for one function.
class CFunction {
public:
  CFunction(func::FuncOp callee, SymbolTable &symbols)
      : callee(callee), symbols(symbols), builder(callee.getContext()),
        function(func::FuncOp::create(callee.getLoc(), callee.getName(),
                                      builder.getFunctionType({}, {}))) {
    builder.setInsertionPointToStart(function.addEntryBlock());
  }
  CFunction(const CFunction &) = delete;
  ~CFunction() {
    if (!function->getBlock())
      function->erase();
  }

  LogicalResult create();

private:
  Value addArgument(Type type, const NamedAttrList &attributes) {
    unsigned i = function.getNumArguments();
    (void)function.insertArgument(i, type,
                                  attributes.getDictionary(callee.getContext()),
                                  function.getLoc());
    return function.getArgument(i);
  }
  Value addArgument(Type type);
  Value addBuffer(MemRefType type, const NamedAttrList &attributes);
  void addReturn(func::CallOp call);

  func::FuncOp callee;
  SymbolTable &symbols;
  OpBuilder builder;
  func::FuncOp function;
};
} // namespace

/// Returns the type in which C passes a scalar. A bf16 is an integer in
/// compiled code, but in a register for floats between functions, like an f16.
static Type getPassedType(Type type) {
  return type.isBF16() ? Float16Type::get(type.getContext()) : type;
}

/// Adds the argument for a scalar, and returns its value.
Value CFunction::addArgument(Type type) {
  Value argument = addArgument(getPassedType(type), getExtension(type));
  return type == argument.getType()
             ? argument
             : arith::BitcastOp::create(builder, function.getLoc(), type,
                                        argument);
}

/// Adds the arguments for a buffer, and returns it.
Value CFunction::addBuffer(MemRefType type, const NamedAttrList &attributes) {
  // A buffer with static sizes is passed as a pointer.
  if (type.hasStaticShape())
    return addArgument(type, attributes);
  Location loc = function.getLoc();
  Value first =
      addArgument(MemRefType::get({}, type.getElementType()), attributes);
  SmallVector<OpFoldResult> sizes, strides(type.getRank());
  for (int64_t size : type.getShape())
    sizes.push_back(ShapedType::isDynamic(size)
                        ? OpFoldResult(addArgument(builder.getIndexType()))
                        : OpFoldResult(builder.getIndexAttr(size)));
  OpFoldResult stride = builder.getIndexAttr(1);
  for (int64_t dim = type.getRank(); dim-- > 0;) {
    strides[dim] = stride;
    if (dim == 0)
      break;
    Value a = getValueOrCreateConstantIndexOp(builder, loc, stride);
    Value b = getValueOrCreateConstantIndexOp(builder, loc, sizes[dim]);
    stride = builder.createOrFold<arith::MulIOp>(loc, a, b);
    if (std::optional<int64_t> constant = getConstantIntValue(stride))
      stride = builder.getIndexAttr(*constant);
  }
  Value view = memref::ReinterpretCastOp::create(
      builder, loc, first, OpFoldResult(builder.getIndexAttr(0)), sizes,
      strides);
  return builder.createOrFold<memref::CastOp>(loc, type, view);
}

void CFunction::addReturn(func::CallOp call) {
  Location loc = function.getLoc();
  if (call.getNumResults() == 1) {
    Value result = call.getResult(0);
    Type type = result.getType(), passed = getPassedType(type);
    (void)function.insertResult(
        0, passed, getExtension(type).getDictionary(callee.getContext()));
    if (passed != type)
      result = arith::BitcastOp::create(builder, loc, passed, result);
    func::ReturnOp::create(builder, loc, result);
    return;
  }
  for (Value result : call.getResults())
    memref::StoreOp::create(builder, loc, result,
                            addArgument(MemRefType::get({}, result.getType())));
  func::ReturnOp::create(builder, loc);
}

LogicalResult CFunction::create() {
  for (Type type : callee.getResultTypes())
    if (isa<ShapedType>(type))
      return callee.emitError("expected results of scalar types to be called "
                              "from C, found ")
             << type;
  SmallVector<Value> arguments;
  for (auto [i, type] : llvm::enumerate(callee.getArgumentTypes())) {
    auto buffer = dyn_cast<MemRefType>(type);
    if (isa<ShapedType>(type) && (!buffer || !buffer.getLayout().isIdentity()))
      return callee.emitError("expected contiguous buffers to be called from "
                              "C, found ")
             << type;
    arguments.push_back(buffer
                            ? addBuffer(buffer, getPointerAttributes(callee, i))
                            : addArgument(type));
  }
  Attribute internal =
      LLVM::LinkageAttr::get(callee.getContext(), LLVM::Linkage::Internal);
  std::string name = callee.getName().str() + "_buffers";
  for (unsigned i = 0; symbols.lookup(name); ++i)
    name = (callee.getName() + "_buffers_" + Twine(i)).str();
  if (failed(symbols.rename(callee, name)))
    return callee.emitError("cannot rename '") << callee.getName() << "'";
  symbols.insert(function, callee->getIterator());
  // Other attributes of dialects, such as constraints, hold for both.
  for (NamedAttribute attribute : callee->getDiscardableAttrs())
    function->setAttr(attribute.getName(), attribute.getValue());
  function->setAttr("llvm.bareptr", builder.getUnitAttr());
  callee.setPrivate();
  callee->setAttr("llvm.linkage", internal);
  addReturn(
      func::CallOp::create(builder, function.getLoc(), callee, arguments));
  return success();
}

namespace {
struct ExportToC : mlir::zyn::impl::ZynExportToCBase<ExportToC> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (func::FuncOp function :
         llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (function.isPublic() && !function.isExternal() &&
          failed(CFunction(function, symbols).create()))
        return signalPassFailure();
  }
};
} // namespace
