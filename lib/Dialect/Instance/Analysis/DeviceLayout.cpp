//===- DeviceLayout.cpp - Layout of an instance on a GPU-------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Instance/Analysis/DeviceLayout.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::instance;

/// How many elements a table can grow by.
static constexpr uint64_t tableGrowth = 1024;

/// How much of the initial memory is in the window at least, if there is so
/// much.
static constexpr uint64_t leastWindowBytes = uint64_t(4) << 20;

static std::optional<uint64_t> getConstant(Value value) {
  llvm::APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)))
    return std::nullopt;
  return number.getZExtValue();
}

/// Returns the function that initializes instances, unless it is also called
/// later.
static func::FuncOp getStart(ModuleOp module) {
  for (auto start : module.getOps<StartOp>()) {
    auto function = module.lookupSymbol<func::FuncOp>(start.getFunction());
    auto uses =
        function ? SymbolTable::getSymbolUses(function, module) : std::nullopt;
    if (uses && llvm::hasSingleElement(*uses))
      return function;
  }
  return {};
}

namespace {
/// What code does to the objects of a module.
struct ObjectUses {
  explicit ObjectUses(ModuleOp module, func::FuncOp start);

  DenseSet<StringRef> grown, set, dropped, changedTables;
  DenseSet<Operation *> initializations;
  /// The elements that initialization gives to tables.
  DenseMap<StringRef, SmallVector<Attribute>> contents;

private:
  void initialize(ModuleOp module, func::FuncOp start);
  bool apply(ModuleOp module, TableInitOp init);
};
} // namespace

/// Copies elements, if what is copied, and where to, is known.
bool ObjectUses::apply(ModuleOp module, TableInitOp init) {
  auto elements = module.lookupSymbol<ElementsOp>(init.getElements());
  std::optional<uint64_t> index = getConstant(init.getIndex()),
                          from = getConstant(init.getFrom()),
                          count = getConstant(init.getCount());
  SmallVector<Attribute> &table = contents[init.getTable()];
  if (!index || !from || !count || dropped.contains(init.getElements()) ||
      *index + *count > table.size() ||
      *from + *count > elements.getValues().size())
    return false;
  for (uint64_t i = 0; i < *count; ++i) {
    Attribute value = elements.getValues()[*from + i];
    if (auto name = dyn_cast<FlatSymbolRefAttr>(value))
      if (!module.lookupSymbol<func::FuncOp>(name.getValue()))
        return false;
    table[*index + i] = value;
  }
  return true;
}

/// Initialization begins with ops that apply the segments.
void ObjectUses::initialize(ModuleOp module, func::FuncOp start) {
  for (Operation &op : start.front()) {
    if (auto init = dyn_cast<TableInitOp>(op)) {
      if (!apply(module, init))
        return;
      initializations.insert(init);
    } else if (auto drop = dyn_cast<ElementsDropOp>(op)) {
      dropped.insert(drop.getElements());
    } else if (isa<func::CallOp, CallIndirectOp>(op)) {
      return;
    }
  }
}

ObjectUses::ObjectUses(ModuleOp module, func::FuncOp start) {
  for (auto table : module.getOps<TableOp>()) {
    // Larger tables are not worth a constant.
    constexpr uint64_t maxElements = 1 << 20;
    if (table.getMinimum() > maxElements)
      changedTables.insert(table.getSymName());
    else
      contents[table.getSymName()].assign(table.getMinimum(),
                                          UnitAttr::get(table.getContext()));
  }
  if (start)
    initialize(module, start);
  dropped.clear();
  module.walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<MemoryGrowOp>([&](auto grow) { grown.insert(grow.getMemory()); })
        .Case<GlobalSetOp>([&](auto access) { set.insert(access.getGlobal()); })
        .Case<DataDropOp>([&](auto drop) { dropped.insert(drop.getData()); })
        .Case<ElementsDropOp>(
            [&](auto drop) { dropped.insert(drop.getElements()); })
        .Case<TableGrowOp>([&](auto grow) {
          grown.insert(grow.getTable());
          changedTables.insert(grow.getTable());
        })
        .Case<TableSetOp, TableFillOp>(
            [&](auto access) { changedTables.insert(access.getTable()); })
        .Case<TableCopyOp>(
            [&](auto copy) { changedTables.insert(copy.getDestination()); })
        .Case<TableInitOp>([&](auto init) {
          if (!initializations.contains(init))
            changedTables.insert(init.getTable());
        });
  });
}

/// Whether a segment is only used by initialization, which applies it before it
/// drops it.
static bool isUsedOnce(Operation *segment, ModuleOp module,
                       func::FuncOp start) {
  auto uses = SymbolTable::getSymbolUses(segment, module);
  if (!uses || !start)
    return false;
  Operation *drop = nullptr;
  for (const SymbolTable::SymbolUse &use : *uses) {
    Operation *user = use.getUser();
    if (user->getBlock() != &start.front())
      return false;
    if (isa<DataDropOp, ElementsDropOp>(user) &&
        (!drop || user->isBeforeInBlock(drop)))
      drop = user;
  }
  return llvm::all_of(*uses, [&](const SymbolTable::SymbolUse &use) {
    return !drop || use.getUser() == drop ||
           use.getUser()->isBeforeInBlock(drop);
  });
}

/// Returns the initial value of the stack pointer, which compilers of C and
/// Rust declare as the first global.
static std::optional<uint64_t> findStackPointer(ModuleOp module) {
  for (auto global : module.getOps<GlobalOp>()) {
    auto value =
        dyn_cast_or_null<IntegerAttr>(global.getValue().value_or(Attribute()));
    if (global.getMutable_() && value && value.getType().isInteger(32))
      return value.getValue().getZExtValue();
    return std::nullopt;
  }
  return std::nullopt;
}

static uint64_t findWindowBegin(ModuleOp module, func::FuncOp start) {
  // Most programs do not use more of it.
  constexpr uint64_t usedStackBytes = 128 << 10;
  std::optional<uint64_t> stack = findStackPointer(module);
  auto memories = module.getOps<MemoryOp>();
  // Addresses in the code of kernels are signed numbers of 32 bits, times 32.
  constexpr uint64_t mostBytes = 32 << 20;
  if (!stack || memories.empty() || *stack <= usedStackBytes ||
      *stack > mostBytes ||
      *stack > uint64_t((*memories.begin()).getMinimum()) * kPageBytes)
    return 0;
  uint64_t begin = *stack - usedStackBytes;
  if (start)
    start.walk([&](MemoryInitOp init) {
      begin = std::min(begin, getConstant(init.getAddress()).value_or(begin));
    });
  return begin / kPageBytes * kPageBytes;
}

DeviceLayout::DeviceLayout(ModuleOp module) {
  func::FuncOp start = getStart(module);
  ObjectUses uses(module, start);
  windowBegin = findWindowBegin(module, start);
  for (Operation &op : *module.getBody()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (!symbol)
      continue;
    StringRef name = symbol.getName();
    bool changes =
        llvm::TypeSwitch<Operation *, bool>(&op)
            .Case<MemoryOp, TableOp>(
                [&](auto) { return uses.grown.contains(name); })
            .Case<GlobalOp>([&](auto) { return uses.set.contains(name); })
            .Case<DataOp, ElementsOp>([&](auto) {
              return uses.dropped.contains(name) &&
                     !isUsedOnce(&op, module, start);
            })
            .Default(false);
    if (!changes)
      continue;
    words[name] = objects.size();
    objects.push_back(&op);
  }
  for (auto memory : module.getOps<MemoryOp>()) {
    uint64_t size = uint64_t(memory.getMinimum()) * kPageBytes;
    leastWindowEnd = std::min(size, windowBegin + leastWindowBytes);
    isOutsideWindow = windowBegin > 0 || leastWindowEnd < size ||
                      uses.grown.contains(memory.getSymName());
  }
  numWords = objects.size();
  for (auto op : module.getOps<TableOp>()) {
    Table &table = tables[op.getSymName()];
    table.changes = uses.changedTables.contains(op.getSymName());
    table.capacity = op.getMinimum();
    if (uses.grown.contains(op.getSymName()))
      table.capacity = std::min<uint64_t>(op.getMaximum().value_or(UINT64_MAX),
                                          op.getMinimum() + tableGrowth);
    if (!table.changes) {
      table.contents = uses.contents.lookup(op.getSymName());
      continue;
    }
    table.word = numWords;
    numWords += table.capacity;
  }
}

std::optional<unsigned> DeviceLayout::getWord(StringRef name) const {
  auto found = words.find(name);
  if (found == words.end())
    return std::nullopt;
  return found->second;
}

uint64_t
instance::getInitialWord(Operation *object,
                         llvm::function_ref<uint64_t(StringRef)> getReference) {
  return llvm::TypeSwitch<Operation *, uint64_t>(object)
      .Case<MemoryOp>([](auto memory) {
        return uint64_t(memory.getMinimum()) * kPageBytes;
      })
      .Case<TableOp>([](auto table) { return table.getMinimum(); })
      .Case<DataOp>([](auto data) { return data.getBytes().size(); })
      .Case<ElementsOp>(
          [](auto elements) { return elements.getValues().size(); })
      .Case<GlobalOp>([&](auto global) -> uint64_t {
        Attribute value = global.getValueAttr();
        if (auto integer = dyn_cast_or_null<IntegerAttr>(value))
          return integer.getValue().getZExtValue();
        if (auto number = dyn_cast_or_null<FloatAttr>(value))
          return number.getValue().bitcastToAPInt().getZExtValue();
        if (auto symbol = dyn_cast_or_null<FlatSymbolRefAttr>(value))
          return getReference(symbol.getValue());
        return 0;
      });
}
