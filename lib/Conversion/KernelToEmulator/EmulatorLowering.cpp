//===- EmulatorLowering.cpp - Common parts of emulator lowerings ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorLowering.h"

#include "Zyn/Conversion/SourceLocation.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

Value mlir::zyn::emulator::getThread(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function.getFunctionBody().front().getArgument(0);
}

/// Returns the symbol table for constants and declarations: the kernels'
/// module.
static Operation *getSymbolTable(Operation *op) {
  return SymbolTable::getNearestSymbolTable(op);
}

static LLVM::GlobalOp createConstant(OpBuilder &builder, Operation *table,
                                     StringRef name, Type type,
                                     Attribute value) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&table->getRegion(0).front());
  return LLVM::GlobalOp::create(builder, table->getLoc(), type,
                                /*isConstant=*/true, LLVM::Linkage::Internal,
                                name, value);
}

static LLVM::GlobalOp findConstant(Operation *table, StringRef name) {
  return dyn_cast_or_null<LLVM::GlobalOp>(
      SymbolTable::lookupSymbolIn(table, name));
}

static std::string getStringSymbol(StringRef text) {
  return ("zynemu:" + text).str();
}

static LLVM::GlobalOp createString(OpBuilder &builder, Operation *table,
                                   StringRef text) {
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), text.size() + 1);
  return createConstant(
      builder, table, getStringSymbol(text), type,
      builder.getStringAttr((text + StringRef("\0", 1)).str()));
}

LLVM::GlobalOp mlir::zyn::emulator::getString(OpBuilder &builder,
                                              Operation *table,
                                              StringRef text) {
  if (LLVM::GlobalOp found = findConstant(table, getStringSymbol(text)))
    return found;
  return createString(builder, table, text);
}

LLVM::GlobalOp mlir::zyn::emulator::createRecord(
    OpBuilder &builder, Operation *table, StringRef name, Type type,
    function_ref<SmallVector<Value>(OpBuilder &)> fields) {
  Location loc = table->getLoc();
  LLVM::GlobalOp record =
      createConstant(builder, table, name, type, Attribute());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&record.getInitializerRegion());
  Value value = LLVM::PoisonOp::create(builder, loc, type);
  for (auto [i, field] : llvm::enumerate(fields(builder)))
    value = LLVM::InsertValueOp::create(builder, loc, value, field, i);
  LLVM::ReturnOp::create(builder, loc, value);
  return record;
}

/// The prefix of the symbols of sites: the location and the name of the op
/// follow, so that an address identifies them.
static constexpr char sitePrefix[] = "zynemu:site:";

static std::string getSiteSymbol(Location loc, StringRef name) {
  std::string location =
      mlir::zyn::getSourceLocation(loc).value_or("unknown location");
  return (sitePrefix + location + ":" + name).str();
}

/// Creates the site of a symbol.
static LLVM::GlobalOp
createSite(OpBuilder &builder, Operation *table, StringRef symbol,
           function_ref<LLVM::GlobalOp(StringRef)> getText) {
  StringRef text = symbol;
  text.consume_front(sitePrefix);
  auto [location, name] = text.rsplit(':');
  LLVM::GlobalOp texts[] = {getText(location), getText(name)};
  Location loc = table->getLoc();
  auto pointer = LLVM::LLVMPointerType::get(table->getContext());
  static_assert(offsetof(zynemu_site, location) == 0 &&
                offsetof(zynemu_site, op) == 8 && sizeof(zynemu_site) == 16);
  auto type =
      LLVM::LLVMStructType::getLiteral(table->getContext(), {pointer, pointer});
  return createRecord(builder, table, symbol, type, [&](OpBuilder &b) {
    SmallVector<Value> fields;
    for (LLVM::GlobalOp text : texts)
      fields.push_back(LLVM::AddressOfOp::create(b, loc, text));
    return fields;
  });
}

LLVM::GlobalOp mlir::zyn::emulator::getSite(OpBuilder &builder,
                                            Operation *table, Location loc,
                                            StringRef name) {
  std::string symbol = getSiteSymbol(loc, name);
  if (LLVM::GlobalOp found = findConstant(table, symbol))
    return found;
  return createSite(builder, table, symbol, [&](StringRef text) {
    return getString(builder, table, text);
  });
}

void mlir::zyn::emulator::createSites(gpu::GPUModuleOp module) {
  SymbolTable symbols(module);
  llvm::SetVector<StringRef> missing;
  module.walk([&](LLVM::AddressOfOp op) {
    StringRef name = op.getGlobalName();
    if (name.starts_with(sitePrefix) && !symbols.lookup(name))
      missing.insert(name);
  });
  OpBuilder builder(module.getContext());
  llvm::StringMap<LLVM::GlobalOp> texts;
  for (StringRef symbol : missing)
    createSite(builder, module, symbol, [&](StringRef text) {
      LLVM::GlobalOp &global = texts[text];
      if (!global)
        global = symbols.lookup<LLVM::GlobalOp>(getStringSymbol(text));
      if (!global)
        global = createString(builder, module, text);
      return global;
    });
}

Value mlir::zyn::emulator::getSiteAddress(OpBuilder &builder, Operation *op,
                                          StringRef name) {
  if (name.empty())
    name = op->getName().getStringRef();
  return LLVM::AddressOfOp::create(builder, op->getLoc(),
                                   LLVM::LLVMPointerType::get(op->getContext()),
                                   getSiteSymbol(op->getLoc(), name));
}

LLVM::CallOp mlir::zyn::emulator::callRuntime(OpBuilder &builder, Operation *op,
                                              StringRef function, Type result,
                                              ValueRange operands) {
  SmallVector<Value> arguments = {getThread(op), getSiteAddress(builder, op)};
  llvm::append_range(arguments, operands);
  if (!result)
    result = LLVM::LLVMVoidType::get(op->getContext());
  LLVM::LLVMFuncOp callee = *LLVM::lookupOrCreateFn(
      builder, getSymbolTable(op), function,
      llvm::to_vector(ValueRange(arguments).getTypes()), result);
  return LLVM::CallOp::create(builder, op->getLoc(), callee, arguments);
}

Value mlir::zyn::emulator::createSlot(OpBuilder &builder, Operation *op,
                                      Type type) {
  OpBuilder::InsertionGuard guard(builder);
  auto function = op->getParentOfType<FunctionOpInterface>();
  builder.setInsertionPointToStart(&function.getFunctionBody().front());
  Location loc = op->getLoc();
  return LLVM::AllocaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(op->getContext()), type,
      LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), 1));
}

Value mlir::zyn::emulator::spillToStack(OpBuilder &builder, Operation *op,
                                        Value value) {
  Value slot = createSlot(builder, op, value.getType());
  LLVM::StoreOp::create(builder, op->getLoc(), value, slot);
  return slot;
}

Value mlir::zyn::emulator::loadFromThread(OpBuilder &builder, Operation *op,
                                          Type type, unsigned index) {
  Location loc = op->getLoc();
  auto pointer = LLVM::LLVMPointerType::get(op->getContext());
  Value address = LLVM::GEPOp::create(
      builder, loc, pointer, builder.getI64Type(), getThread(op),
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
  return LLVM::LoadOp::create(builder, loc, type, address);
}

Value mlir::zyn::emulator::getElementAddress(
    const LLVMTypeConverter &converter, ConversionPatternRewriter &rewriter,
    Location loc, MemRefType type, Value descriptor, ValueRange indices) {
  return LLVM::getStridedElementPtr(rewriter, loc, converter, type, descriptor,
                                    indices);
}

Value mlir::zyn::emulator::getCheckedAddress(
    const LLVMTypeConverter &converter, ConversionPatternRewriter &rewriter,
    Operation *op, const Access &access) {
  Location loc = op->getLoc();
  Type i64 = rewriter.getI64Type();
  auto pointer = LLVM::LLVMPointerType::get(op->getContext());
  auto constant = [&](Type type, int64_t value) -> Value {
    return LLVM::ConstantOp::create(rewriter, loc, type, value);
  };
  Value bytes = constant(i64, access.bytes);
  Value kind =
      constant(rewriter.getI32Type(), static_cast<int64_t>(access.kind));

  // The finding names the last dimension whose index is out of bounds.
  MemRefDescriptor buffer(access.descriptor);
  Value inBounds, badDimension, badIndex, badSize;
  for (auto [i, index] : llvm::enumerate(access.indices)) {
    Value size = access.type.isDynamicDim(i)
                     ? buffer.size(rewriter, loc, i)
                     : constant(i64, access.type.getDimSize(i));
    Value dimensionInBounds = LLVM::ICmpOp::create(
        rewriter, loc, LLVM::ICmpPredicate::ult, index, size);
    Value dimension = constant(i64, i);
    if (!inBounds) {
      inBounds = dimensionInBounds;
      badDimension = dimension;
      badIndex = index;
      badSize = size;
      continue;
    }
    inBounds = LLVM::AndOp::create(rewriter, loc, inBounds, dimensionInBounds);
    auto choose = [&](Value here, Value other) -> Value {
      return LLVM::SelectOp::create(rewriter, loc, dimensionInBounds, other,
                                    here);
    };
    badDimension = choose(dimension, badDimension);
    badIndex = choose(index, badIndex);
    badSize = choose(size, badSize);
  }

  auto checkAccess = [&]() -> Value {
    Value address = getElementAddress(converter, rewriter, loc, access.type,
                                      access.descriptor, access.indices);
    return callRuntime(rewriter, op, "zynemuAccess", pointer,
                       {address, bytes, constant(i64, access.alignment), kind})
        .getResult();
  };
  if (!inBounds)
    return checkAccess();

  Block *before = rewriter.getInsertionBlock();
  Block *after = rewriter.splitBlock(before, rewriter.getInsertionPoint());
  Value address = after->addArgument(pointer, loc);
  Block *inBoundsBlock = rewriter.createBlock(after);
  Value allowed = checkAccess();
  LLVM::BrOp::create(rewriter, loc, allowed, after);
  Block *outOfBoundsBlock = rewriter.createBlock(after);
  Value substitute = callRuntime(rewriter, op, "zynemuOutOfBounds", pointer,
                                 {bytes, kind, badDimension, badIndex, badSize})
                         .getResult();
  LLVM::BrOp::create(rewriter, loc, substitute, after);
  rewriter.setInsertionPointToEnd(before);
  LLVM::CondBrOp::create(rewriter, loc, inBounds, inBoundsBlock,
                         outOfBoundsBlock);
  rewriter.setInsertionPointToStart(after);
  return address;
}
