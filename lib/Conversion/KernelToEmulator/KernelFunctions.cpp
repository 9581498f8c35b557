//===- KernelFunctions.cpp - Kernels as host functions --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelFunctions.h"
#include "EmulatorLowering.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::zyn::emulator;

/// The address space of global memory in the llvm dialect.
static constexpr unsigned globalSpace = 1;

static int64_t getSizeInBytes(MemRefType type) {
  return kernel::getBufferBytes(type).value_or(
      std::numeric_limits<int64_t>::max());
}

//===----------------------------------------------------------------------===//
// Before the conversion
//===----------------------------------------------------------------------===//

/// Replaces buffers that are arguments of the function's entry block with ops.
static void replaceAttributions(gpu::GPUFuncOp function) {
  ImplicitLocOpBuilder b(function.getLoc(), function.getContext());
  b.setInsertionPointToStart(&function.getBody().front());
  for (BlockArgument buffer : function.getWorkgroupAttributions())
    buffer.replaceAllUsesWith(
        kernel::SharedOp::create(b, buffer.getType(), b.getI64IntegerAttr(16)));
  for (BlockArgument buffer : function.getPrivateAttributions())
    buffer.replaceAllUsesWith(
        memref::AllocaOp::create(b, cast<MemRefType>(buffer.getType())));
  unsigned parameters = function.getFunctionType().getNumInputs();
  Block &entry = function.getBody().front();
  entry.eraseArguments(parameters, entry.getNumArguments() - parameters);
}

static func::FuncOp toFunc(gpu::GPUFuncOp function) {
  replaceAttributions(function);
  OpBuilder b(function);
  auto result = func::FuncOp::create(b, function.getLoc(), function.getName(),
                                     function.getFunctionType());
  result.getBody().takeBody(function.getBody());
  // Launches require the attribute of their kernel until they are lowered.
  if (function.isKernel())
    result->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  result.walk([&](gpu::ReturnOp op) {
    b.setInsertionPoint(op);
    if (function.isKernel())
      callRuntime(b, op, "zynemuExit", {}, {});
    func::ReturnOp::create(b, op.getLoc(), op.getOperands());
    op.erase();
  });
  return result;
}

/// Adds the thread as the first argument of `function`.
static void addThread(func::FuncOp function) {
  auto pointer = LLVM::LLVMPointerType::get(function.getContext());
  (void)function.insertArgument(0, pointer, {}, function.getLoc());
}

/// Assigns offsets to the buffers in shared memory that `function` declares,
/// starting at `kernel.sharedBytes`.
static void assignSharedMemory(func::FuncOp function, KernelFunction &kernel) {
  Builder b(function.getContext());
  function.walk([&](kernel::SharedOp op) {
    int64_t offset = llvm::alignTo(kernel.sharedBytes, op.getAlignment());
    int64_t bytes = getSizeInBytes(cast<MemRefType>(op.getResult().getType()));
    op->setAttr(sharedOffsetName, b.getI64IntegerAttr(offset));
    kernel.sharedBytes = offset + bytes;
    kernel.buffers.push_back(
        {offset, bytes, op.getLoc(), op->getName().getStringRef().str(), ""});
  });
}

/// Adds the globals of the module, which are memory of all its kernels.
static void addGlobals(gpu::GPUModuleOp module, KernelFunction &kernel) {
  for (auto global : module.getOps<memref::GlobalOp>())
    if (!global.isExternal())
      kernel.buffers.push_back(
          {0, getSizeInBytes(global.getType()), global.getLoc(),
           global->getName().getStringRef().str(), global.getName().str()});
  for (auto global : module.getOps<LLVM::GlobalOp>())
    if (global.getAddrSpace() == globalSpace)
      kernel.buffers.push_back(
          {0,
           static_cast<int64_t>(
               DataLayout::closest(global).getTypeSize(global.getType())),
           global.getLoc(), global->getName().getStringRef().str(),
           global.getSymName().str()});
}

static int64_t getLocalBytes(func::FuncOp function) {
  int64_t bytes = 0;
  function.walk([&](memref::AllocaOp op) {
    if (op.getType().hasStaticShape())
      bytes += llvm::alignTo(getSizeInBytes(op.getType()), 16);
  });
  // The runtime accesses a fragment in memory, while LLVM may keep it in
  // registers.
  function.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto fragment = dyn_cast<kernel::FragmentType>(type))
        bytes += 2 * llvm::alignTo(8 * fragment.getRegistersPerThread(), 16);
  });
  return bytes;
}

static int64_t getVolume(ArrayRef<int32_t> sizes) {
  int64_t result = 1;
  for (int32_t size : sizes)
    result *= size;
  return result;
}

static KernelFunction describe(gpu::GPUFuncOp function) {
  KernelFunction kernel(function.getName(), function.getLoc());
  if (std::optional<ArrayRef<int32_t>> size = function.getKnownBlockSize())
    kernel.maxThreads = getVolume(*size);
  if (auto attribute =
          function->getAttrOfType<IntegerAttr>("kernel.max_threads"))
    kernel.maxThreads = attribute.getInt();
  if (std::optional<ArrayRef<int32_t>> size = function.getKnownClusterSize())
    llvm::copy(*size, kernel.clusterSize);
  return kernel;
}

SmallVector<KernelFunction>
mlir::zyn::emulator::prepareFunctions(gpu::GPUModuleOp module) {
  SmallVector<KernelFunction> kernels;
  SmallVector<std::pair<func::FuncOp, bool>> functions;
  for (Operation &op : llvm::make_early_inc_range(module.getOps())) {
    if (auto function = dyn_cast<gpu::GPUFuncOp>(op)) {
      bool isKernel = function.isKernel();
      if (isKernel)
        kernels.push_back(describe(function));
      // Add the thread first, since `toFunc` creates ops that use it.
      (void)function.insertArgument(
          0, LLVM::LLVMPointerType::get(op.getContext()), {}, op.getLoc());
      functions.emplace_back(toFunc(function), isKernel);
      function.erase();
    } else if (auto function = dyn_cast<func::FuncOp>(op);
               function && !function.isExternal()) {
      addThread(function);
      functions.emplace_back(function, false);
    }
  }
  SymbolTable symbols(module);
  for (auto [function, isKernel] : functions)
    function.walk([&](func::CallOp call) {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      if (callee && !callee.isExternal())
        call->insertOperands(0, getThread(call));
    });
  // The buffers that device functions declare belong to all kernels.
  KernelFunction common("", module.getLoc());
  addGlobals(module, common);
  for (auto [function, isKernel] : functions)
    if (!isKernel) {
      assignSharedMemory(function, common);
      common.localBytes += getLocalBytes(function);
    }
  // Dynamic shared memory follows, aligned for all kernels of the module.
  int64_t dynamicAlignment = 1;
  module.walk([&](kernel::DynamicSharedOp op) {
    dynamicAlignment = std::max<int64_t>(dynamicAlignment, op.getAlignment());
  });
  auto *kernel = kernels.begin();
  for (auto [function, isKernel] : functions)
    if (isKernel) {
      kernel->sharedBytes = common.sharedBytes;
      kernel->buffers = common.buffers;
      assignSharedMemory(function, *kernel);
      kernel->sharedBytes =
          llvm::alignTo(kernel->sharedBytes, dynamicAlignment);
      kernel->localBytes = common.localBytes + getLocalBytes(function);
      ++kernel;
    }
  return kernels;
}

//===----------------------------------------------------------------------===//
// After the conversion
//===----------------------------------------------------------------------===//

std::string mlir::zyn::emulator::getRecordName(StringRef kernel) {
  return (kernel + "_kernel").str();
}

/// Creates a function that calls `kernel` with arguments that it loads through
/// an array of pointers.
static LLVM::LLVMFuncOp createEntry(LLVM::LLVMFuncOp kernel) {
  ImplicitLocOpBuilder b(kernel.getLoc(), kernel.getContext());
  b.setInsertionPointAfter(kernel);
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(b.getContext()), {pointer, pointer});
  auto entry = LLVM::LLVMFuncOp::create(b, (kernel.getName() + "_entry").str(),
                                        type, LLVM::Linkage::Internal);
  Block *block = entry.addEntryBlock(b);
  b.setInsertionPointToStart(block);
  SmallVector<Value> arguments = {block->getArgument(0)};
  for (auto [i, type] :
       llvm::enumerate(kernel.getArgumentTypes().drop_front())) {
    Value field =
        LLVM::GEPOp::create(b, pointer, pointer, block->getArgument(1),
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    Value address = LLVM::LoadOp::create(b, pointer, field);
    arguments.push_back(LLVM::LoadOp::create(b, type, address));
  }
  LLVM::CallOp::create(b, kernel, arguments);
  LLVM::ReturnOp::create(b, ValueRange());
  return entry;
}

/// Returns the address of `global`, or null if its name is empty.
static Value getAddress(ImplicitLocOpBuilder &b, gpu::GPUModuleOp module,
                        StringRef global) {
  if (global.empty())
    return LLVM::ZeroOp::create(b, LLVM::LLVMPointerType::get(b.getContext()));
  Value address =
      LLVM::AddressOfOp::create(b, module.lookupSymbol<LLVM::GlobalOp>(global));
  Type generic = LLVM::LLVMPointerType::get(b.getContext());
  if (address.getType() == generic)
    return address;
  return LLVM::AddrSpaceCastOp::create(b, generic, address);
}

/// Creates the array of `zynemu_buffer` of a kernel.
static LLVM::GlobalOp createBufferArray(OpBuilder &builder,
                                        gpu::GPUModuleOp module,
                                        const KernelFunction &kernel) {
  MLIRContext *context = module.getContext();
  auto pointer = LLVM::LLVMPointerType::get(context);
  Type i64 = builder.getI64Type();
  static_assert(offsetof(zynemu_buffer, offset) == 0 &&
                offsetof(zynemu_buffer, address) == 8 &&
                offsetof(zynemu_buffer, bytes) == 16 &&
                offsetof(zynemu_buffer, site) == 24 &&
                sizeof(zynemu_buffer) == 32);
  auto type =
      LLVM::LLVMStructType::getLiteral(context, {i64, pointer, i64, pointer});
  SmallVector<LLVM::GlobalOp> sites;
  for (const DeclaredBuffer &buffer : kernel.buffers)
    sites.push_back(getSite(builder, module, buffer.loc, buffer.op));
  return createRecord(
      builder, module, kernel.name + "_buffers",
      LLVM::LLVMArrayType::get(type, kernel.buffers.size()),
      [&](OpBuilder &opBuilder) {
        ImplicitLocOpBuilder b(module.getLoc(), opBuilder);
        SmallVector<Value> elements;
        for (auto [buffer, site] : llvm::zip(kernel.buffers, sites)) {
          Value element = LLVM::PoisonOp::create(b, type);
          Value fields[] = {LLVM::ConstantOp::create(b, i64, buffer.offset),
                            getAddress(b, module, buffer.global),
                            LLVM::ConstantOp::create(b, i64, buffer.bytes),
                            LLVM::AddressOfOp::create(b, site)};
          for (auto [i, field] : llvm::enumerate(fields))
            element = LLVM::InsertValueOp::create(b, element, field, i);
          elements.push_back(element);
        }
        return elements;
      });
}

static void createKernelRecord(gpu::GPUModuleOp module,
                               const KernelFunction &kernel) {
  MLIRContext *context = module.getContext();
  OpBuilder builder(context);
  auto pointer = LLVM::LLVMPointerType::get(context);
  Type i64 = builder.getI64Type();
  auto cluster = LLVM::LLVMArrayType::get(i64, 3);
  static_assert(offsetof(zynemu_kernel, function) == 0 &&
                offsetof(zynemu_kernel, name) == 8 &&
                offsetof(zynemu_kernel, site) == 16 &&
                offsetof(zynemu_kernel, static_shared_bytes) == 24 &&
                offsetof(zynemu_kernel, local_bytes) == 32 &&
                offsetof(zynemu_kernel, max_threads) == 40 &&
                offsetof(zynemu_kernel, cluster_size) == 48 &&
                offsetof(zynemu_kernel, buffers) == 72 &&
                offsetof(zynemu_kernel, num_buffers) == 80 &&
                offsetof(zynemu_kernel, num_arguments) == 88 &&
                sizeof(zynemu_kernel) == 96);
  auto type = LLVM::LLVMStructType::getLiteral(
      context,
      {pointer, pointer, pointer, i64, i64, i64, cluster, pointer, i64, i64});
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(kernel.name);
  LLVM::LLVMFuncOp entry = createEntry(function);
  // The first argument is the thread.
  int64_t numArguments = function.getNumArguments() - 1;
  LLVM::GlobalOp name = getString(builder, module, kernel.name);
  LLVM::GlobalOp site = getSite(builder, module, kernel.loc, "gpu.func");
  LLVM::GlobalOp buffers = createBufferArray(builder, module, kernel);
  LLVM::GlobalOp record =
      createRecord(builder, module, getRecordName(kernel.name), type,
                   [&](OpBuilder &opBuilder) -> SmallVector<Value> {
                     ImplicitLocOpBuilder b(module.getLoc(), opBuilder);
                     auto constant = [&](int64_t value) -> Value {
                       return LLVM::ConstantOp::create(b, i64, value);
                     };
                     Value sizes = LLVM::PoisonOp::create(b, cluster);
                     for (int i = 0; i < 3; ++i)
                       sizes = LLVM::InsertValueOp::create(
                           b, sizes, constant(kernel.clusterSize[i]), i);
                     return {LLVM::AddressOfOp::create(b, entry),
                             LLVM::AddressOfOp::create(b, name),
                             LLVM::AddressOfOp::create(b, site),
                             constant(kernel.sharedBytes),
                             constant(kernel.localBytes),
                             constant(kernel.maxThreads),
                             sizes,
                             LLVM::AddressOfOp::create(b, buffers),
                             constant(kernel.buffers.size()),
                             constant(numArguments)};
                   });
  // Host code refers to it.
  record.setLinkage(LLVM::Linkage::External);
}

void mlir::zyn::emulator::createRecords(gpu::GPUModuleOp module,
                                        ArrayRef<KernelFunction> kernels) {
  for (const KernelFunction &kernel : kernels)
    createKernelRecord(module, kernel);
}
