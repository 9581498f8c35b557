//===- KernelBuilder.cpp - One generated kernel and its launch ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::zyn;

//===----------------------------------------------------------------------===//
// IndexBuilder
//===----------------------------------------------------------------------===//

Value IndexBuilder::threadId(kernel::Dimension dimension) {
  return kernel::ThreadIdOp::create(*this, getIndexType(), dimension);
}
Value IndexBuilder::blockId() {
  return kernel::BlockIdOp::create(*this, getIndexType(), kernel::Dimension::x);
}

Value IndexBuilder::constant(int64_t value) {
  return arith::ConstantIndexOp::create(*this, value);
}
Value IndexBuilder::add(Value a, Value b) {
  return createOrFold<arith::AddIOp>(a, b);
}
Value IndexBuilder::sub(Value a, Value b) {
  return createOrFold<arith::SubIOp>(a, b);
}
Value IndexBuilder::mul(Value a, Value b) {
  return createOrFold<arith::MulIOp>(a, b);
}
Value IndexBuilder::div(Value a, Value b) {
  return createOrFold<arith::DivUIOp>(a, b);
}
Value IndexBuilder::rem(Value a, Value b) {
  return createOrFold<arith::RemUIOp>(a, b);
}
Value IndexBuilder::min(Value a, Value b) {
  return createOrFold<arith::MinUIOp>(a, b);
}
Value IndexBuilder::bitXor(Value a, Value b) {
  return createOrFold<arith::XOrIOp>(a, b);
}
Value IndexBuilder::land(Value a, Value b) {
  return createOrFold<arith::AndIOp>(a, b);
}
Value IndexBuilder::ceilDiv(Value a, Value b) {
  return div(add(a, sub(b, constant(1))), b);
}
Value IndexBuilder::less(Value a, Value b) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ult, a, b);
}
Value IndexBuilder::lessEqual(Value a, Value b) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ule, a, b);
}
Value IndexBuilder::equal(Value a, Value b) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq, a, b);
}

Value IndexBuilder::size(Value memref, int64_t dim) {
  return createOrFold<memref::DimOp>(memref, dim);
}

Value IndexBuilder::product(ValueRange sizes) {
  Value result = constant(1);
  for (Value size : sizes)
    result = mul(result, size);
  return result;
}

SmallVector<Value> IndexBuilder::delinearize(Value linear,
                                             ArrayRef<Value> sizes) {
  SmallVector<Value> indices(sizes.size());
  for (size_t dim = sizes.size(); dim-- > 1;) {
    indices[dim] = rem(linear, sizes[dim]);
    linear = div(linear, sizes[dim]);
  }
  if (!sizes.empty())
    indices[0] = linear;
  return indices;
}

Value IndexBuilder::load(Value memref, ValueRange indices, int64_t width) {
  Type type = cast<MemRefType>(memref.getType()).getElementType();
  if (width > 1)
    type = VectorType::get(width, type);
  return kernel::LoadOp::create(*this, type, memref, indices);
}

void IndexBuilder::store(Value value, Value memref, ValueRange indices) {
  kernel::StoreOp::create(*this, value, memref, indices);
}

SmallVector<Value> IndexBuilder::cloneBody(Block &block, ValueRange elements,
                                           ValueRange indices) {
  IRMapping mapping = captures;
  mapping.map(block.getArguments(), elements);
  for (Operation &op : block.without_terminator()) {
    if (auto index = dyn_cast<IndexOp>(op))
      mapping.map(index.getResult(), indices[index.getDimension()]);
    else
      clone(op, mapping);
  }
  return llvm::map_to_vector(block.getTerminator()->getOperands(),
                             [&](Value v) { return mapping.lookup(v); });
}

//===----------------------------------------------------------------------===//
// KernelBuilder
//===----------------------------------------------------------------------===//

/// The one `gpu.module` that generated kernels stand in.
static gpu::GPUModuleOp getOrCreateModule(Operation *source) {
  auto module = source->getParentOfType<ModuleOp>();
  if (auto existing = module.lookupSymbol<gpu::GPUModuleOp>(kKernelModuleName))
    return existing;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                  builder.getUnitAttr());
  return gpu::GPUModuleOp::create(builder, module.getLoc(), kKernelModuleName);
}

KernelAttr mlir::zyn::getKernelAttr(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function ? function->getAttrOfType<KernelAttr>(kKernelAttrName)
                  : KernelAttr();
}

KernelBuilder::KernelBuilder(OpBuilder &host, Operation *source,
                             ArrayRef<int64_t> blockSize, ValueRange arguments)
    : host(host), source(source), blockSize(blockSize),
      hostArguments(arguments), body(source->getLoc(), source->getContext()) {
  gpu::GPUModuleOp module = getOrCreateModule(source);
  auto parent = source->getParentOfType<FunctionOpInterface>();
  std::string base =
      (parent.getName() + "_" + source->getName().stripDialect()).str();
  // A symbol that becomes a PTX name: dots and the like are not allowed there.
  for (char &c : base)
    if (!llvm::isAlnum(c))
      c = '_';
  if (llvm::isDigit(base.front()))
    base.insert(0, "_");
  // On from the last kernel of that name: a search from the first number on
  // would take time cubic in the number of kernels.
  std::string name;
  unsigned counter = 0;
  for (Operation &op : llvm::reverse(*module.getBody())) {
    auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
    StringRef suffix = kernel ? kernel.getName() : StringRef();
    if (suffix.consume_front(base + "_") && !suffix.getAsInteger(10, counter)) {
      ++counter;
      break;
    }
  }
  do {
    name = base + "_" + std::to_string(counter++);
  } while (module.lookupSymbol(name));

  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(source->getRegions(), captured);
  for (Value value : captured)
    if (!matchPattern(value, m_Constant()))
      hostArguments.push_back(value);

  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  function = gpu::GPUFuncOp::create(
      builder, source->getLoc(), name,
      builder.getFunctionType(ValueRange(hostArguments).getTypes(), {}));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                    builder.getUnitAttr());
  SmallVector<int32_t> size(blockSize.begin(), blockSize.end());
  function.setKnownBlockSizeAttr(builder.getDenseI32ArrayAttr(size));
  if (KernelAttr attr = getKernelAttr(source)) {
    if (attr.getMaxRegisters())
      function->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(),
                        builder.getI32IntegerAttr(attr.getMaxRegisters()));
    if (attr.getMinBlocks())
      function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                        builder.getI32IntegerAttr(attr.getMinBlocks()));
  }
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

Value KernelBuilder::shared(ArrayRef<int64_t> shape, Type element) {
  auto space = gpu::AddressSpaceAttr::get(body.getContext(),
                                          gpu::AddressSpace::Workgroup);
  OpBuilder::InsertionGuard guard(body);
  body.setInsertionPointToStart(&function.getBody().front());
  return kernel::SharedOp::create(
      body,
      MemRefType::get(shape, element, MemRefLayoutAttrInterface(), space));
}

void KernelBuilder::launch(Value gridX) {
  Location loc = source->getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(host, loc, value);
  };
  Value one = constant(1);
  gpu::LaunchFuncOp::create(
      host, loc, function, gpu::KernelDim3{gridX, one, one},
      gpu::KernelDim3{constant(blockSize[0]), constant(blockSize[1]),
                      constant(blockSize[2])},
      /*dynamicSharedMemorySize=*/Value(), hostArguments);
}

//===----------------------------------------------------------------------===//
// What the lowerings share
//===----------------------------------------------------------------------===//

SmallVector<Value> mlir::zyn::project(AffineMap map, ArrayRef<Value> indices) {
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
    return indices[cast<AffineDimExpr>(expr).getPosition()];
  });
}

bool mlir::zyn::areContiguous(ValueRange values) {
  return llvm::all_of(values, [](Value value) {
    return cast<MemRefType>(value.getType()).getLayout().isIdentity();
  });
}

int64_t mlir::zyn::vectorisableBits(Type element) {
  if (!element.isIntOrFloat())
    return 0;
  unsigned bits = element.getIntOrFloatBitWidth();
  return bits >= 8 && bits <= 64 && llvm::isPowerOf2_32(bits) ? bits : 0;
}
