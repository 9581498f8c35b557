//===- ProgramConstants.cpp - Constants of compiled code ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramConstants.h"

#include "Zyn/Conversion/GPUToRuntime/HostCode.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/MathExtras.h"

#include <complex>
#include <cstring>
#include <new>

using namespace zyn::compiler;
using zyn::runtime::Constant;

/// LLVM can evaluate accesses to smaller constants.
static constexpr uint64_t minHostBytes = 16 << 10;

std::shared_ptr<char> zyn::compiler::allocateConstant(uint64_t size,
                                                      uint64_t alignment) {
  std::align_val_t align{std::max<uint64_t>(alignment, 16)};
  return std::shared_ptr<char>(
      static_cast<char *>(::operator new(size, align)),
      [align](char *bytes) { ::operator delete(bytes, align); });
}

/// Returns the elements as they are in memory, or an empty array if the
/// attribute stores them in another form. A splat is a single element.
static llvm::ArrayRef<char> getRawElements(mlir::ElementsAttr elements,
                                           uint64_t elementBytes) {
  if (auto resource =
          llvm::dyn_cast<mlir::DenseResourceElementsAttr>(elements)) {
    mlir::AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    return blob ? blob->getData() : llvm::ArrayRef<char>();
  }
  auto dense = llvm::dyn_cast<mlir::DenseElementsAttr>(elements);
  if (!dense || llvm::isa<mlir::DenseStringElementsAttr>(dense))
    return {};
  // The unused bits of other integers are not specified.
  mlir::Type type = elements.getElementType();
  if (type.isInteger() && type.getIntOrFloatBitWidth() % 8 != 0)
    return {};
  uint64_t stored = dense.isSplat() ? 1 : dense.getNumElements();
  llvm::ArrayRef<char> raw = dense.getRawData();
  return raw.size() == stored * elementBytes ? raw : llvm::ArrayRef<char>();
}

/// Whether LLVM has the layout that MLIR assumes, of which the alignment of
/// integers such as i96 differs. No kernel can access these.
static bool hasLayoutOfLLVM(mlir::Type element) {
  if (auto complex = llvm::dyn_cast<mlir::ComplexType>(element))
    element = complex.getElementType();
  auto integer = llvm::dyn_cast<mlir::IntegerType>(element);
  return !integer || integer.getWidth() <= 64 ||
         llvm::isPowerOf2_32(integer.getWidth());
}

/// Writes elements that occupy more bits in memory than in the attribute.
static bool writePadded(mlir::DenseElementsAttr elements, uint64_t elementBytes,
                        char *bytes) {
  auto write = [&](const llvm::APInt &value, uint64_t size) {
    llvm::APInt padded = value.zext(size * 8);
    std::memcpy(bytes, padded.getRawData(), size);
    bytes += size;
  };
  auto writeParts = [&](const auto &value) {
    write(value.real(), elementBytes / 2);
    write(value.imag(), elementBytes / 2);
  };
  mlir::Type type = elements.getElementType();
  auto complex = llvm::dyn_cast<mlir::ComplexType>(type);
  if (type.isIntOrIndex())
    for (const llvm::APInt &value : elements.getValues<llvm::APInt>())
      write(value, elementBytes);
  else if (llvm::isa<mlir::FloatType>(type))
    for (const llvm::APFloat &value : elements.getValues<llvm::APFloat>())
      write(value.bitcastToAPInt(), elementBytes);
  else if (complex && complex.getElementType().isInteger())
    for (const auto &value : elements.getValues<std::complex<llvm::APInt>>())
      writeParts(value);
  else
    return false;
  return true;
}

std::shared_ptr<Constant> ConstantTable::create(mlir::ElementsAttr elements,
                                                uint64_t size,
                                                uint64_t alignment) const {
  auto count = static_cast<uint64_t>(elements.getNumElements());
  if (!count)
    return std::make_shared<Constant>(nullptr, 0);
  if (auto sparse = llvm::dyn_cast<mlir::SparseElementsAttr>(elements))
    elements = mlir::DenseElementsAttr::get(
        sparse.getType(), llvm::to_vector(sparse.getValues<mlir::Attribute>()));
  uint64_t elementBytes = size / count;
  llvm::ArrayRef<char> raw = getRawElements(elements, elementBytes);
  if (context && raw.size() == size &&
      llvm::isAddrAligned(llvm::Align(alignment), raw.data()))
    return std::make_shared<Constant>(
        std::shared_ptr<const void>(context, raw.data()), size);
  std::shared_ptr<char> bytes = allocateConstant(size, alignment);
  if (raw.size() == size)
    std::memcpy(bytes.get(), raw.data(), size);
  else if (elements.isSplat() && raw.size() == elementBytes)
    for (uint64_t i = 0; i < count; ++i)
      std::memcpy(bytes.get() + i * elementBytes, raw.data(), elementBytes);
  else if (auto dense = llvm::dyn_cast<mlir::DenseElementsAttr>(elements);
           !dense || !writePadded(dense, elementBytes, bytes.get()))
    return nullptr;
  return std::make_shared<Constant>(std::move(bytes), size);
}

std::shared_ptr<Constant> ConstantTable::get(mlir::ElementsAttr elements,
                                             uint64_t size,
                                             uint64_t alignment) {
  std::weak_ptr<Constant> &shared = constants[elements];
  std::shared_ptr<Constant> constant = shared.lock();
  if (constant && constant->size() == size &&
      llvm::isAddrAligned(llvm::Align(alignment), constant->bytes()))
    return constant;
  constant = create(elements, size, alignment);
  shared = constant;
  return constant;
}

/// Replaces the definition of a symbol by a declaration.
static void declare(mlir::LLVM::GlobalOp global) {
  global.removeValueAttr();
  global.getInitializerRegion().getBlocks().clear();
  global.setLinkage(mlir::LLVM::Linkage::External);
}

/// Returns the constant of a variable with these elements, which are null if
/// they are not initialized. Returns null if they have no representation in
/// memory.
static std::shared_ptr<Constant> createConstant(mlir::LLVM::GlobalOp global,
                                                uint64_t size,
                                                ConstantTable &table) {
  if (!global)
    return std::make_shared<Constant>(nullptr, size);
  auto elements =
      llvm::dyn_cast_or_null<mlir::ElementsAttr>(global.getValueOrNull());
  if (!elements)
    return nullptr;
  // What kernels write to a variable is not seen by other programs.
  return global.getConstant() ? table.get(elements, size, /*alignment=*/1)
                              : table.create(elements, size, /*alignment=*/1);
}

ProgramConstants zyn::compiler::takeConstants(mlir::ModuleOp module,
                                              ConstantTable &table) {
  ProgramConstants taken;
  mlir::DataLayout layout(module);
  mlir::SymbolTable symbols(module);
  llvm::DenseSet<Constant *> known;
  auto take = [&](mlir::LLVM::GlobalOp symbol,
                  std::shared_ptr<Constant> constant, const void *address) {
    declare(symbol);
    taken.symbols.emplace_back(symbol.getSymName().str(),
                               const_cast<void *>(address));
    if (known.insert(constant.get()).second)
      taken.constants.push_back(std::move(constant));
  };
  // The copies of a variable that stays in the code exist until their context
  // is destroyed, so only invalid elements do.
  for (auto variable : module.getOps<mlir::LLVM::GlobalOp>()) {
    std::optional<mlir::zyn::ConstantVariable> replaced =
        mlir::zyn::matchConstantVariable(variable);
    if (!replaced)
      continue;
    auto elements = symbols.lookup<mlir::LLVM::GlobalOp>(replaced->global);
    std::shared_ptr<Constant> constant =
        createConstant(elements, replaced->bytes, table);
    if (!constant)
      continue;
    take(variable, constant, constant->variable());
    if (elements)
      symbols.erase(elements);
  }
  for (auto global : module.getOps<mlir::LLVM::GlobalOp>()) {
    auto elements =
        llvm::dyn_cast_or_null<mlir::ElementsAttr>(global.getValueOrNull());
    uint64_t size = layout.getTypeSize(global.getGlobalType());
    if (!elements || !global.getConstant() || size < minHostBytes ||
        !hasLayoutOfLLVM(elements.getElementType()) ||
        mlir::zyn::findConstantVariable(symbols, global.getSymName()))
      continue;
    uint64_t alignment = global.getAlignment().value_or(16);
    std::shared_ptr<Constant> constant = table.get(elements, size, alignment);
    if (!constant)
      continue;
    take(global, constant, constant->bytes());
    taken.alignment = std::max(taken.alignment, alignment);
  }
  return taken;
}
