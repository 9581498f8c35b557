//===- Debug.cpp - Clocks, traps, printing and assertions -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels print through a ring buffer in host memory. The runtime's side is in
// lib/Runtime/Backends/Cuda/PrintRing.cpp; PrintABI.h defines the layout of a
// record. A module that prints has
//
// - `__zyn_print_ring`: the address of the ring buffer in host memory and the
//   number of the module, both set by the runtime when it loads the module;
// - `__zyn_print_formats`: for each op its source location, its format and the
//   letters of its values' types, each terminated by a zero;
// - `__zyn_print_begin`, a function that reserves a record, and
//   `__zyn_print_unused`, which receives records that do not fit.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include "Zyn/Conversion/SourceLocation.h"
#include "Zyn/Runtime/PrintABI.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace ::zyn::runtime;

namespace {

//===----------------------------------------------------------------------===//
// Clocks and traps
//===----------------------------------------------------------------------===//

template <typename SourceOp, typename RegisterOp>
struct LowerClock : ConvertOpToLLVMPattern<SourceOp> {
  using ConvertOpToLLVMPattern<SourceOp>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(SourceOp op, typename SourceOp::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<RegisterOp>(op, rewriter.getI64Type());
    return success();
  }
};

struct LowerNanosleep : ConvertOpToLLVMPattern<kernel::NanosleepOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  /// `nvvm.nanosleep` only takes a constant.
  LogicalResult
  matchAndRewrite(kernel::NanosleepOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, rewriter.getStringAttr("llvm.nvvm.nanosleep"),
        adaptor.getNanoseconds());
    return success();
  }
};

struct LowerTrap : ConvertOpToLLVMPattern<kernel::TrapOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::TrapOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::Trap>(op);
    return success();
  }
};

struct LowerExit : ConvertOpToLLVMPattern<kernel::ExitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::ExitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // Not nvvm.exit, after which LLVM would have to return.
    LLVM::CallIntrinsicOp::create(rewriter, op.getLoc(),
                                  rewriter.getStringAttr("llvm.nvvm.exit"),
                                  ValueRange());
    rewriter.replaceOpWithNewOp<LLVM::UnreachableOp>(op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Printing and assertions
//===----------------------------------------------------------------------===//

constexpr StringLiteral unusedName = "__zyn_print_unused",
                        beginName = "__zyn_print_begin";

constexpr unsigned globalSpace = 1;

constexpr int64_t recordWords = sizeof(PrintRecord) / sizeof(uint64_t);

LLVM::GlobalOp createGlobal(ImplicitLocOpBuilder &b, StringRef name, Type type,
                            bool isConstant, Attribute value) {
  constexpr uint64_t alignment = 8;
  return LLVM::GlobalOp::create(b, type, isConstant, LLVM::Linkage::External,
                                name, value, alignment, globalSpace);
}

/// Adds an op's texts and returns their offset, which identifies the op.
int32_t addFormat(gpu::GPUModuleOp module, ConversionPatternRewriter &rewriter,
                  Location loc, StringRef format, StringRef types) {
  std::string text =
      mlir::zyn::getSourceLocation(loc).value_or("unknown location");
  for (StringRef part : {format, types})
    (text += '\0') += part;
  text += '\0';
  auto formats = module.lookupSymbol<LLVM::GlobalOp>(printFormatsName);
  std::string all;
  if (formats)
    all = cast<StringAttr>(formats.getValueOrNull()).str();
  int32_t number = all.size();
  auto value = rewriter.getStringAttr(all + text);
  auto type =
      LLVM::LLVMArrayType::get(rewriter.getI8Type(), value.getValue().size());
  if (formats) {
    rewriter.modifyOpInPlace(formats, [&] {
      formats.setValueAttr(value);
      formats.setGlobalType(type);
    });
    return number;
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(module.getBody());
  ImplicitLocOpBuilder b(module.getLoc(), rewriter);
  createGlobal(b, printFormatsName, type, /*isConstant=*/true, value);
  return number;
}

Value makeI32(ImplicitLocOpBuilder &b, int32_t value) {
  return LLVM::ConstantOp::create(b, b.getI32Type(), value);
}

Value offsetBy(ImplicitLocOpBuilder &b, Value address, LLVM::GEPArg bytes) {
  return LLVM::GEPOp::create(b, address.getType(), b.getI8Type(), address,
                             bytes);
}

void storeAt(ImplicitLocOpBuilder &b, Value record, int32_t offset,
             Value value) {
  LLVM::StoreOp::create(b, value, offsetBy(b, record, offset));
}

/// Returns the generic address of a global of the module.
Value genericAddress(ImplicitLocOpBuilder &b, LLVM::GlobalOp global) {
  return LLVM::AddrSpaceCastOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext()),
      LLVM::AddressOfOp::create(b, global));
}

/// Fills in a record except for the values and the field that publishes it.
void fillHeader(ImplicitLocOpBuilder &b, Value record, Value format) {
  storeAt(b, record, offsetof(PrintRecord, format), format);
  Type i32 = b.getI32Type();
  Value position[] = {
      NVVM::BlockIdXOp::create(b, i32),  NVVM::BlockIdYOp::create(b, i32),
      NVVM::BlockIdZOp::create(b, i32),  NVVM::ThreadIdXOp::create(b, i32),
      NVVM::ThreadIdYOp::create(b, i32), NVVM::ThreadIdZOp::create(b, i32)};
  for (auto [i, coordinate] : llvm::enumerate(position))
    storeAt(b, record,
            offsetof(PrintRecord, block) + i * sizeof(PrintRecord::block[0]),
            coordinate);
}

/// Creates the function that reserves a record for a format.
LLVM::LLVMFuncOp createBegin(ImplicitLocOpBuilder &b) {
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  LLVM::GlobalOp ring =
      createGlobal(b, printRingName, LLVM::LLVMArrayType::get(i64, 2),
                   /*isConstant=*/false,
                   DenseElementsAttr::get(RankedTensorType::get(2, i64),
                                          ArrayRef<int64_t>{0, 0}));
  LLVM::GlobalOp unused =
      createGlobal(b, unusedName, LLVM::LLVMArrayType::get(i64, recordWords),
                   /*isConstant=*/false,
                   DenseElementsAttr::get(
                       RankedTensorType::get(recordWords, i64), int64_t(0)));
  auto function = LLVM::LLVMFuncOp::create(
      b, beginName, LLVM::LLVMFunctionType::get(pointer, {i32}),
      LLVM::Linkage::Internal);
  Block *entry = function.addEntryBlock(b);
  Region &body = function.getBody();
  Block *reserve = b.createBlock(&body), *fill = b.createBlock(&body),
        *full = b.createBlock(&body);
  Value format = entry->getArgument(0);

  b.setInsertionPointToStart(entry);
  Value start = LLVM::LoadOp::create(b, pointer, genericAddress(b, ring));
  Value isMissing = LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, start,
                                         LLVM::ZeroOp::create(b, pointer));
  LLVM::CondBrOp::create(b, isMissing, full, reserve);

  // Inline assembly, since LLVM drops the scope of an `atomicrmw` and the host
  // shares this memory.
  b.setInsertionPointToStart(reserve);
  Value ticket =
      LLVM::InlineAsmOp::create(
          b, i32, start, "atom.relaxed.sys.add.u32 $0, [$1], 1;",
          "=r,l,~{memory}", /*has_side_effects=*/true,
          /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
          LLVM::AsmDialectAttr(), ArrayAttr())
          .getResult(0);
  Value capacity = LLVM::LoadOp::create(
      b, i32, offsetBy(b, start, offsetof(PrintRingHead, capacity)));
  Value hasRoom =
      LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ult, ticket, capacity);
  LLVM::CondBrOp::create(b, hasRoom, fill, full);

  b.setInsertionPointToStart(fill);
  Value index = LLVM::ZExtOp::create(b, i64, ticket);
  Value bytes = LLVM::MulOp::create(
      b, index, LLVM::ConstantOp::create(b, i64, int64_t(sizeof(PrintRecord))));
  Value record = offsetBy(b, offsetBy(b, start, sizeof(PrintRingHead)), bytes);
  fillHeader(b, record, format);
  LLVM::ReturnOp::create(b, record);

  b.setInsertionPointToStart(full);
  LLVM::ReturnOp::create(b, genericAddress(b, unused));
  return function;
}

Value beginRecord(gpu::GPUModuleOp module, ConversionPatternRewriter &rewriter,
                  Location loc, StringRef format, StringRef types) {
  int32_t number = addFormat(module, rewriter, loc, format, types);
  auto begin = module.lookupSymbol<LLVM::LLVMFuncOp>(beginName);
  if (!begin) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(module.getBody());
    ImplicitLocOpBuilder b(module.getLoc(), rewriter);
    begin = createBegin(b);
  }
  ImplicitLocOpBuilder b(loc, rewriter);
  return LLVM::CallOp::create(b, begin, makeI32(b, number)).getResult();
}

/// Stores the module's number plus one, after everything else in the record.
void publish(gpu::GPUModuleOp module, ConversionPatternRewriter &rewriter,
             Location loc, Value record) {
  ImplicitLocOpBuilder b(loc, rewriter);
  auto ring = module.lookupSymbol<LLVM::GlobalOp>(printRingName);
  Value number = LLVM::LoadOp::create(
      b, b.getI32Type(),
      offsetBy(b, genericAddress(b, ring), offsetof(PrintRingGlobal, module)));
  number = LLVM::AddOp::create(b, number, makeI32(b, 1));
  LLVM::StoreOp::create(b, number, record, /*alignment=*/4,
                        /*isVolatile=*/false, /*isNonTemporal=*/false,
                        /*isInvariantGroup=*/false,
                        LLVM::AtomicOrdering::release);
}

/// Returns the value in 64 bits and the letter of its type.
std::pair<Value, char> encode(ImplicitLocOpBuilder &b, Value value, Type type) {
  if (isa<FloatType>(type)) {
    unsigned bits = type.getIntOrFloatBitWidth();
    if (bits < 64)
      value = LLVM::FPExtOp::create(b, b.getF64Type(), value);
    return {value, bits == 16 ? 'h' : bits == 32 ? 'f' : 'd'};
  }
  if (type.isInteger(1))
    return {LLVM::ZExtOp::create(b, b.getI64Type(), value), 'b'};
  if (value.getType().getIntOrFloatBitWidth() < 64)
    value = LLVM::SExtOp::create(b, b.getI64Type(), value);
  return {value, 'i'};
}

struct LowerPrint : ConvertOpToLLVMPattern<kernel::PrintOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::PrintOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<Value> values;
    std::string types;
    for (auto [value, type] :
         llvm::zip(adaptor.getValues(), op.getValues().getTypes())) {
      auto [bits, letter] = encode(b, value, type);
      values.push_back(bits);
      types += letter;
    }
    Value record =
        beginRecord(module, rewriter, op.getLoc(), op.getFormat(), types);
    for (auto [i, value] : llvm::enumerate(values))
      storeAt(b, record, offsetof(PrintRecord, values) + 8 * i, value);
    publish(module, rewriter, op.getLoc(), record);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerAssert : ConvertOpToLLVMPattern<kernel::AssertOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, rewriter.getInsertionPoint());
    Block *failed = rewriter.createBlock(after);
    Value record = beginRecord(module, rewriter, loc, op.getMessage(),
                               StringRef(&printAssertionLetter, 1));
    publish(module, rewriter, loc, record);
    // The host has to see the record when the grid ends.
    LLVM::FenceOp::create(rewriter, loc, LLVM::AtomicOrdering::seq_cst,
                          StringRef());
    LLVM::Trap::create(rewriter, loc);
    LLVM::UnreachableOp::create(rewriter, loc);
    rewriter.setInsertionPointToEnd(before);
    LLVM::CondBrOp::create(rewriter, loc, adaptor.getCondition(), after,
                           failed);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void mlir::zyn::populateDebugPatterns(const LLVMTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<LowerClock<kernel::ClockOp, NVVM::Clock64Op>,
               LowerClock<kernel::NanotimeOp, NVVM::GlobalTimerOp>,
               LowerNanosleep, LowerTrap, LowerExit, LowerPrint, LowerAssert>(
      converter);
}
