//===- KernelBuilder.cpp - Builds a kernel and its launch -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "KernelWork.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;

KernelBuilder::KernelBuilder(KernelModules &kernels, OpBuilder &host,
                             Operation *source, ArrayRef<int64_t> blockSize,
                             ValueRange arguments)
    : host(host), hints(kernels.getHints()), source(source),
      blockSize(blockSize), hostArguments(arguments),
      body(source->getLoc(), source->getContext()) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(source->getRegions(), captured);
  for (Value value : captured)
    if (!matchPattern(value, m_Constant()))
      hostArguments.push_back(value);

  Builder builder(source->getContext());
  function = kernels.addKernel(
      source,
      builder.getFunctionType(ValueRange(hostArguments).getTypes(), {}));
  SmallVector<int32_t> size(blockSize.begin(), blockSize.end());
  function.setKnownBlockSizeAttr(builder.getDenseI32ArrayAttr(size));
  hints.stateBlock(blockSize);
  hints.setLimits(function);
  body.setInsertionPointToEnd(&function.getBody().front());
  auto end = gpu::ReturnOp::create(body);
  body.setInsertionPoint(end);

  unsigned nextArgument = arguments.size();
  for (Value value : captured)
    if (matchPattern(value, m_Constant()))
      body.captures.map(value,
                        body.clone(*value.getDefiningOp())->getResult(0));
    else
      body.captures.map(value, function.getArgument(nextArgument++));
}

SmallVector<Value> KernelBuilder::arguments(unsigned first, unsigned count) {
  auto range = function.getArguments().slice(first, count);
  return SmallVector<Value>(range.begin(), range.end());
}

SmallVector<Value> KernelBuilder::importSizes(unsigned first,
                                              ValueRange sizes) {
  SmallVector<Value> result;
  for (Value size : sizes) {
    std::optional<int64_t> known = getConstantIntValue(size);
    result.push_back(known ? body.constant(*known) : argument(first++));
  }
  return result;
}

Value KernelBuilder::shared(ArrayRef<int64_t> shape, Type element) {
  auto space = gpu::AddressSpaceAttr::get(body.getContext(),
                                          gpu::AddressSpace::Workgroup);
  OpBuilder::InsertionGuard guard(body);
  body.setInsertionPointToStart(&function.getBody().front());
  return kernel::SharedOp::create(
      body,
      MemRefType::get(shape, element, MemRefLayoutAttrInterface(), space));
}

Value KernelBuilder::dynamicShared(int64_t offset, ArrayRef<int64_t> shape,
                                   Type element, int64_t alignment) {
  auto space = gpu::AddressSpaceAttr::get(body.getContext(),
                                          gpu::AddressSpace::Workgroup);
  return kernel::DynamicSharedOp::create(
      body, MemRefType::get(shape, element, MemRefLayoutAttrInterface(), space),
      body.constant(offset), alignment);
}

void KernelBuilder::setMinBlocks(int64_t blocks) {
  if (!hints.limitsResources())
    function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                      body.getI32IntegerAttr(blocks));
}

void KernelBuilder::setClusterSize(int32_t blocks) {
  function.setKnownClusterSizeAttr(body.getDenseI32ArrayAttr({blocks, 1, 1}));
}

void KernelBuilder::launch(Value gridX, int64_t dynamicSharedBytes) {
  Location loc = source->getLoc();
  Value dynamicShared;
  if (dynamicSharedBytes != 0)
    dynamicShared = arith::ConstantOp::create(
        host, loc, host.getI32IntegerAttr(dynamicSharedBytes));
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(host, loc, value);
  };
  Value one = constant(1);
  auto launch = gpu::LaunchFuncOp::create(
      host, loc, function, gpu::KernelDim3{gridX, one, one},
      gpu::KernelDim3{constant(blockSize[0]), constant(blockSize[1]),
                      constant(blockSize[2])},
      dynamicShared, hostArguments);
  if (auto op = dyn_cast<ComputeOpInterface>(source))
    launch->setAttr(kernel::KernelDialect::getWorkAttrName(),
                    getKernelWork(op, function, hostArguments, isPartOfOp));
}

SmallVector<Value> mlir::zyn::withoutConstants(ValueRange sizes) {
  return llvm::filter_to_vector(
      sizes, [](Value size) { return !getConstantIntValue(size); });
}

Value mlir::zyn::makeArgument(IndexBuilder &h, Value size) {
  // Not folded before the kernel is created.
  Value integer = arith::IndexCastOp::create(h, h.getI64Type(), size);
  return arith::IndexCastOp::create(h, h.getIndexType(), integer);
}

Value mlir::zyn::allocateBuffer(IndexBuilder &h, Value size, Type element) {
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return memref::AllocOp::create(h, MemRefType::get({*known}, element));
  return memref::AllocOp::create(
      h, MemRefType::get({ShapedType::kDynamic}, element), size);
}

void mlir::zyn::clearBuffer(IndexBuilder &h, Value buffer) {
  auto map = MapOp::create(h, TypeRange(), ValueRange(), ValueRange{buffer},
                           ArrayAttr());
  OpBuilder::InsertionGuard guard(h);
  h.createBlock(&map.getBody());
  Type type = cast<MemRefType>(buffer.getType()).getElementType();
  Value zero = arith::ConstantIntOp::create(h, type, 0);
  YieldOp::create(h, zero);
}

void mlir::zyn::buildBranches(IndexBuilder &h, Value condition,
                              function_ref<void(IndexBuilder &)> buildThen,
                              function_ref<void(IndexBuilder &)> buildElse) {
  h.buildIf(condition, [&] { buildThen(h); }, [&] { buildElse(h); });
}

std::string
mlir::zyn::describeMemoryTime(Operation *op,
                              const ::zyn::schedule::GPUTarget &target) {
  int64_t bytes = 0;
  for (Value buffer :
       llvm::SetVector<Value>(op->operand_begin(), op->operand_end())) {
    auto type = cast<MemRefType>(buffer.getType());
    std::optional<int64_t> size;
    if (type.hasStaticShape())
      size = kernel::getBufferBytes(type);
    if (!size || llvm::AddOverflow(bytes, *size, bytes))
      return "";
  }
  int64_t cycles = llvm::divideCeil(bytes, target.memoryBytes);
  return llvm::formatv("; the memory takes at least {0} {1} for {2} bytes",
                       cycles, cycles == 1 ? "cycle" : "cycles", bytes);
}

void mlir::zyn::reportForms(Operation *op,
                            const ::zyn::schedule::GPUTarget &target,
                            StringRef name, StringRef what,
                            ArrayRef<StringRef> forms) {
  llvm::SetVector<StringRef> distinct(forms.begin(), forms.end());
  bool isKnown = llvm::all_of(op->getOperandTypes(), [](Type type) {
    return cast<MemRefType>(type).hasStaticShape();
  });
  std::string list = llvm::join(distinct, isKnown ? ", then " : "; ");
  remark::passed(op->getLoc(),
                 remark::RemarkOpts::name(name).category("schedule"))
      << remark::reason(
             isKnown || distinct.size() == 1
                 ? "the {0} uses {1}{2}"
                 : "the {0} chooses by its sizes at run time: {1}{2}",
             what, list, describeMemoryTime(op, target));
}
