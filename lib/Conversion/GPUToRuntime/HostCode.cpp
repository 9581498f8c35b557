//===- HostCode.cpp - Lowers host code that launches kernels --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/GPUToRuntime/HostCode.h"

#include "Zyn/Conversion/RuntimeCalls.h"
#include "Zyn/Conversion/SourceLocation.h"
#include "Zyn/Dialect/Kernel/IR/LaunchWork.h"
#include "Zyn/Runtime/CABI.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

#include <cstddef>

using namespace mlir;

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

/// Names with a colon do not collide with those of the program.
static std::string imageName(StringRef kernels) {
  return ("zynrt:image:" + kernels).str();
}

/// Returns a zero-terminated constant that all uses of `name` share.
static LLVM::GlobalOp getString(OpBuilder &builder,
                                SymbolTableCollection &symbolTables,
                                ModuleOp module, StringRef name,
                                StringRef text) {
  SymbolTable &symbols = symbolTables.getSymbolTable(module);
  if (auto existing = symbols.lookup<LLVM::GlobalOp>(name))
    return existing;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  std::string terminated = (text + StringRef("\0", 1)).str();
  auto string = LLVM::GlobalOp::create(
      builder, module.getLoc(),
      LLVM::LLVMArrayType::get(builder.getI8Type(), terminated.size()),
      /*isConstant=*/true, LLVM::Linkage::Internal, name,
      builder.getStringAttr(terminated));
  symbols.insert(string);
  return string;
}

LLVM::GlobalOp mlir::zyn::createImage(OpBuilder &builder,
                                      SymbolTableCollection &symbolTables,
                                      ModuleOp module, StringRef kernels,
                                      StringRef format, LLVM::GlobalOp bytes,
                                      int64_t size) {
  Location loc = module.getLoc();
  LLVM::GlobalOp name = getString(builder, symbolTables, module,
                                  ("zynrt:format:" + format).str(), format);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  Type ptr = LLVM::LLVMPointerType::get(builder.getContext()),
       i64 = builder.getI64Type();
  static_assert(
      offsetof(zynrt_image, format) == 0 && offsetof(zynrt_image, bytes) == 8 &&
      offsetof(zynrt_image, size) == 16 &&
      offsetof(zynrt_image, loaded) == 24 && sizeof(zynrt_image) == 32);
  auto type = LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                               {ptr, ptr, i64, ptr});
  auto image = LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/false,
                                      LLVM::Linkage::Internal,
                                      imageName(kernels), Attribute());
  symbolTables.getSymbolTable(module).insert(image);
  builder.createBlock(&image.getInitializerRegion());
  Value fields[] = {LLVM::AddressOfOp::create(builder, loc, name),
                    LLVM::AddressOfOp::create(builder, loc, bytes),
                    LLVM::ConstantOp::create(builder, loc, i64, size),
                    LLVM::ZeroOp::create(builder, loc, ptr)};
  Value value = LLVM::PoisonOp::create(builder, loc, type);
  for (auto [i, field] : llvm::enumerate(fields))
    value = LLVM::InsertValueOp::create(builder, loc, value, field, i);
  LLVM::ReturnOp::create(builder, loc, value);
  return image;
}

LLVM::GlobalOp mlir::zyn::findImage(SymbolTableCollection &symbolTables,
                                    ModuleOp module, StringRef kernels) {
  return symbolTables.getSymbolTable(module).lookup<LLVM::GlobalOp>(
      imageName(kernels));
}

//===----------------------------------------------------------------------===//
// Tokens: all work is on one stream, in order, so they carry no value
//===----------------------------------------------------------------------===//

/// Replaces `op` with `results`, followed by a value for its token if it has
/// one.
static void replaceAsyncOp(ConversionPatternRewriter &rewriter, Operation *op,
                           SmallVector<Value> results = {}) {
  if (cast<gpu::AsyncOpInterface>(op).getAsyncToken())
    results.push_back(LLVM::ZeroOp::create(
        rewriter, op->getLoc(), LLVM::LLVMPointerType::get(op->getContext())));
  rewriter.replaceOp(op, results);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Returns the address of the `zynrt_work` of a launch: a constant that is
/// shared, or a record on the stack if amounts depend on sizes.
static Value createWork(ConversionPatternRewriter &rewriter,
                        SymbolTableCollection &symbolTables,
                        gpu::LaunchFuncOp launch) {
  static_assert(offsetof(zynrt_work, bytes) == 0 &&
                offsetof(zynrt_work, flops) == 8 &&
                offsetof(zynrt_work, unit) == 16 && sizeof(zynrt_work) == 24);
  Location loc = launch.getLoc();
  auto module = launch->getParentOfType<ModuleOp>();
  Type i64 = rewriter.getI64Type(),
       ptr = LLVM::LLVMPointerType::get(launch.getContext());
  auto type = LLVM::LLVMArrayType::get(i64, 3);
  kernel::WorkAttr work = kernel::getWork(launch);
  AffineMap amounts = work.getAmounts();
  int64_t unit = static_cast<int64_t>(work.getUnit());
  if (amounts.getNumSymbols() == 0) {
    SmallVector<int64_t> fields = amounts.getConstantResults();
    fields.push_back(unit);
    std::string name =
        "zynrt:work:" +
        llvm::join(
            llvm::map_range(
                fields, [](int64_t field) { return std::to_string(field); }),
            ":");
    SymbolTable &symbols = symbolTables.getSymbolTable(module);
    auto global = symbols.lookup<LLVM::GlobalOp>(name);
    if (!global) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(module.getBody());
      global =
          LLVM::GlobalOp::create(rewriter, module.getLoc(), type,
                                 /*isConstant=*/true, LLVM::Linkage::Internal,
                                 name, rewriter.getI64TensorAttr(fields));
      symbols.insert(global);
    }
    return LLVM::AddressOfOp::create(rewriter, loc, global);
  }
  SmallVector<Value> sizes;
  for (ArrayRef<int64_t> pairs = work.getSizes(); !pairs.empty();
       pairs = pairs.drop_front(2)) {
    Value argument = launch.getKernelOperands()[pairs[0]];
    sizes.push_back(
        pairs[1] < 0 ? argument
                     : memref::DimOp::create(rewriter, loc, argument, pairs[1])
                           .getResult());
  }
  Value record;
  {
    OpBuilder::InsertionGuard guard(rewriter);
    auto function = launch->getParentOfType<FunctionOpInterface>();
    rewriter.setInsertionPointToStart(&function.getFunctionBody().front());
    Value one = LLVM::ConstantOp::create(rewriter, loc, i64, 1);
    record = LLVM::AllocaOp::create(rewriter, loc, ptr, type, one);
  }
  auto store = [&](int32_t field, Value value) {
    Value address = LLVM::GEPOp::create(rewriter, loc, ptr, i64, record,
                                        ArrayRef<LLVM::GEPArg>{field});
    LLVM::StoreOp::create(rewriter, loc, value, address);
  };
  for (auto [i, amount] : llvm::enumerate(amounts.getResults()))
    store(i, arith::IndexCastOp::create(
                 rewriter, loc, i64,
                 affine::expandAffineExpr(rewriter, loc, amount, {}, sizes)));
  store(2, LLVM::ConstantOp::create(rewriter, loc, i64, unit));
  return record;
}

/// Creates an array of pointers to the kernel's arguments. `fields` are the
/// arguments in the kernel's calling convention, in which a buffer is passed as
/// the fields of its descriptor. The array is allocated in the entry block of
/// the function, so that loops do not grow the stack.
static Value packArguments(OpBuilder &builder, gpu::LaunchFuncOp launch,
                           ValueRange fields) {
  Location loc = launch.getLoc();
  Type ptr = LLVM::LLVMPointerType::get(launch.getContext());
  Value array;
  SmallVector<Value> slots;
  {
    OpBuilder::InsertionGuard guard(builder);
    auto function = launch->getParentOfType<FunctionOpInterface>();
    builder.setInsertionPointToStart(&function.getFunctionBody().front());
    Value one = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), 1);
    array = LLVM::AllocaOp::create(
        builder, loc, ptr,
        LLVM::LLVMArrayType::get(ptr, std::max<size_t>(fields.size(), 1)), one);
    for (Value field : fields)
      slots.push_back(
          LLVM::AllocaOp::create(builder, loc, ptr, field.getType(), one));
  }
  for (auto [i, field] : llvm::enumerate(fields)) {
    LLVM::StoreOp::create(builder, loc, field, slots[i]);
    Value element =
        LLVM::GEPOp::create(builder, loc, ptr, ptr, array,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    LLVM::StoreOp::create(builder, loc, slots[i], element);
  }
  return array;
}

LogicalResult mlir::zyn::replaceLaunch(ConversionPatternRewriter &rewriter,
                                       const LLVMTypeConverter &converter,
                                       SymbolTableCollection &symbolTables,
                                       gpu::LaunchFuncOp op,
                                       gpu::LaunchFuncOp::Adaptor adaptor,
                                       LLVM::GlobalOp image) {
  if (op.hasClusterSize())
    return op.emitOpError("expected the cluster size in 'known_cluster_size' "
                          "of the kernel, found it in the launch");
  Location loc = op.getLoc();
  auto module = op->getParentOfType<ModuleOp>();
  Type i64 = rewriter.getI64Type(),
       ptr = LLVM::LLVMPointerType::get(rewriter.getContext());
  auto launch = declareRuntimeFunction<decltype(zynrtLaunch)>(
      rewriter, module, "zynrtLaunch", &symbolTables);
  if (failed(launch))
    return failure();

  auto constant = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(rewriter, loc, i64, value);
  };
  auto toI64 = [&](Value value) -> Value {
    return value.getType().isInteger(32)
               ? LLVM::SExtOp::create(rewriter, loc, i64, value)
               : value;
  };
  StringRef kernel = op.getKernelName();
  LLVM::GlobalOp name = getString(rewriter, symbolTables, module,
                                  ("zynrt:kernel:" + kernel).str(), kernel);
  SmallVector<Value> arguments = {
      LLVM::AddressOfOp::create(rewriter, loc, image),
      LLVM::AddressOfOp::create(rewriter, loc, name)};
  for (Value size : {adaptor.getGridSizeX(), adaptor.getGridSizeY(),
                     adaptor.getGridSizeZ(), adaptor.getBlockSizeX(),
                     adaptor.getBlockSizeY(), adaptor.getBlockSizeZ()})
    arguments.push_back(toI64(size));
  Value sharedBytes = adaptor.getDynamicSharedMemorySize();
  arguments.push_back(sharedBytes ? toI64(sharedBytes) : constant(0));
  SmallVector<Value> fields = converter.promoteOperands(
      loc, op.getKernelOperands(), adaptor.getKernelOperands(), rewriter);
  arguments.push_back(packArguments(rewriter, op, fields));
  arguments.push_back(constant(fields.size()));
  if (std::optional<std::string> text = getSourceLocation(loc))
    arguments.push_back(
        LLVM::AddressOfOp::create(rewriter, loc,
                                  getString(rewriter, symbolTables, module,
                                            "zynrt:location:" + *text, *text)));
  else
    arguments.push_back(LLVM::ZeroOp::create(rewriter, loc, ptr));
  arguments.push_back(createWork(rewriter, symbolTables, op));
  auto after =
      op->getAttrOfType<IntegerAttr>(kernel::KernelDialect::getAfterAttrName());
  arguments.push_back(
      constant(after ? after.getInt() : int64_t(ZYNRT_AFTER_ALL)));
  LLVM::CallOp::create(rewriter, loc, *launch, arguments);
  replaceAsyncOp(rewriter, op);
  return success();
}

//===----------------------------------------------------------------------===//
// Calls to the runtime
//===----------------------------------------------------------------------===//

template <typename Function>
static FailureOr<LLVM::CallOp> callRuntime(ConversionPatternRewriter &rewriter,
                                           SymbolTableCollection &symbolTables,
                                           Operation *op, StringRef name,
                                           ValueRange operands) {
  FailureOr<LLVM::LLVMFuncOp> callee =
      mlir::zyn::declareRuntimeFunction<Function>(
          rewriter, op->getParentOfType<ModuleOp>(), name, &symbolTables);
  if (failed(callee))
    return failure();
  return LLVM::CallOp::create(rewriter, op->getLoc(), *callee, operands);
}

namespace {
using mlir::zyn::HostCodePattern;

struct ConvertWait : HostCodePattern<gpu::WaitOp> {
  using HostCodePattern::HostCodePattern;

  LogicalResult
  matchAndRewrite(gpu::WaitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool blocksHost = !op.getAsyncToken() && !op.getAsyncDependencies().empty();
    if (blocksHost && failed(callRuntime<decltype(zynrtSynchronize)>(
                          rewriter, symbolTables, op, "zynrtSynchronize", {})))
      return failure();
    replaceAsyncOp(rewriter, op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

struct ConvertAlloc : HostCodePattern<gpu::AllocOp> {
  using HostCodePattern::HostCodePattern;

  LogicalResult
  matchAndRewrite(gpu::AllocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MemRefType type = op.getType();
    if (!isConvertibleAndHasIdentityMaps(type))
      return op.emitOpError("expected a buffer without a layout, found ")
             << type;
    SmallVector<Value> sizes, strides;
    Value bytes;
    getMemRefDescriptorSizes(loc, type, adaptor.getDynamicSizes(), rewriter,
                             sizes, strides, bytes);
    FailureOr<LLVM::CallOp> call = callRuntime<decltype(zynrtAlloc)>(
        rewriter, symbolTables, op,
        op.getHostShared() ? "zynrtAllocShared" : "zynrtAlloc", bytes);
    if (failed(call))
      return failure();
    Value pointer = call->getResult();
    replaceAsyncOp(rewriter, op,
                   {createMemRefDescriptor(loc, type, pointer, pointer, sizes,
                                           strides, rewriter)});
    return success();
  }
};

/// Lowers `gpu.host_register` and `gpu.host_unregister`.
template <typename SourceOp>
struct ConvertRegister : HostCodePattern<SourceOp> {
  ConvertRegister(const LLVMTypeConverter &converter,
                  SymbolTableCollection &symbolTables, StringRef function)
      : HostCodePattern<SourceOp>(converter, symbolTables), function(function) {
  }

  LogicalResult
  matchAndRewrite(SourceOp op, typename SourceOp::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    UnrankedMemRefDescriptor descriptor(adaptor.getValue());
    Value elementBytes = this->getSizeInBytes(
        loc, cast<UnrankedMemRefType>(op.getValue().getType()).getElementType(),
        rewriter);
    if (failed(callRuntime<decltype(zynrtRegister)>(
            rewriter, this->symbolTables, op, function,
            {descriptor.rank(rewriter, loc),
             descriptor.memRefDescPtr(rewriter, loc), elementBytes})))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }

private:
  StringRef function;
};

struct ConvertCopy : HostCodePattern<gpu::MemcpyOp> {
  using HostCodePattern::HostCodePattern;

  LogicalResult
  matchAndRewrite(gpu::MemcpyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<MemRefType>(op.getSrc().getType());
    for (Value buffer : {op.getSrc(), op.getDst()})
      if (!memref::isStaticShapeAndContiguousRowMajor(
              cast<MemRefType>(buffer.getType())) &&
          !cast<MemRefType>(buffer.getType()).getLayout().isIdentity())
        return op.emitOpError("expected buffers without a layout, found ")
               << buffer.getType();
    MemRefDescriptor source(adaptor.getSrc()), target(adaptor.getDst());
    // A static offset is part of the type only.
    auto first = [&](MemRefDescriptor &descriptor, Value buffer) -> Value {
      return descriptor.bufferPtr(rewriter, loc, *getTypeConverter(),
                                  cast<MemRefType>(buffer.getType()));
    };
    Value bytes = getSizeInBytes(loc, type.getElementType(), rewriter);
    for (int64_t i = 0; i < type.getRank(); ++i)
      bytes = LLVM::MulOp::create(rewriter, loc, bytes,
                                  source.size(rewriter, loc, i));
    if (failed(callRuntime<decltype(zynrtCopy)>(
            rewriter, symbolTables, op, "zynrtCopy",
            {first(target, op.getDst()), first(source, op.getSrc()), bytes})))
      return failure();
    replaceAsyncOp(rewriter, op);
    return success();
  }
};
} // namespace

void mlir::zyn::populateHostCodePatterns(LLVMTypeConverter &converter,
                                         SymbolTableCollection &symbolTables,
                                         RewritePatternSet &patterns) {
  converter.addConversion([](gpu::AsyncTokenType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext());
  });
  patterns.add<ConvertAlloc, ConvertCopy, ConvertWait>(converter, symbolTables);
  patterns.add<ConvertRegister<gpu::HostRegisterOp>>(converter, symbolTables,
                                                     "zynrtRegister");
  patterns.add<ConvertRegister<gpu::HostUnregisterOp>>(converter, symbolTables,
                                                       "zynrtUnregister");
}

void mlir::zyn::addIllegalHostOps(ConversionTarget &target) {
  target.addIllegalOp<gpu::AllocOp, gpu::HostRegisterOp, gpu::HostUnregisterOp,
                      gpu::LaunchFuncOp, gpu::MemcpyOp, gpu::WaitOp>();
}
