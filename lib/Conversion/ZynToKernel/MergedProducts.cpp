//===- MergedProducts.cpp - Products that share a launch ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergedProducts.h"

#include "Zyn/Dialect/Kernel/IR/LaunchWork.h"
#include "Zyn/Dialect/Zyn/Analysis/SimilarOps.h"

#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::zyn;

/// On an op, while it is converted.
static constexpr llvm::StringLiteral kMergedAttrName = "zyn.merged_products";

/// Groups of products of the same A, the last ones, that another one may join.
static constexpr size_t kMostGroups = 8;

namespace {
/// Similar products that do not depend on each other.
struct Group {
  SmallVector<ProductOpInterface, 4> products;
  unsigned first; ///< number of the first one among all ops
};

/// The numbers of the last ops that have accessed each buffer. Different
/// buffers do not overlap, except for arguments, which functions do not write.
class LastAccesses {
public:
  void add(Operation *op, unsigned number) {
    forEachAccess(op, [&](Value buffer, bool isWritten) {
      (isWritten ? writes : reads)[buffer] = number;
    });
  }
  /// Whether `op` could be executed before op `number`.
  bool isIndependentSince(Operation *op, unsigned number) const {
    bool isIndependent = true;
    auto isSince = [&](const DenseMap<Value, unsigned> &last, Value buffer) {
      auto access = last.find(buffer);
      return access != last.end() && access->second >= number;
    };
    forEachAccess(op, [&](Value buffer, bool isWritten) {
      isIndependent &= !isSince(writes, buffer);
      isIndependent &= !isWritten || !isSince(reads, buffer);
    });
    return isIndependent;
  }

private:
  static void forEachAccess(Operation *op,
                            function_ref<void(Value, bool)> access) {
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    if (!effects)
      return;
    SmallVector<MemoryEffects::EffectInstance> instances;
    effects.getEffects(instances);
    for (const MemoryEffects::EffectInstance &effect : instances)
      if (auto buffer = dyn_cast_if_present<MemrefValue>(effect.getValue()))
        access(memref::skipViewLikeOps(buffer),
               !isa<MemoryEffects::Read>(effect.getEffect()));
  }

  DenseMap<Value, unsigned> reads, writes;
};
} // namespace

void mlir::zyn::findMergedProducts(ArrayRef<Operation *> ops) {
  llvm::MapVector<std::pair<Block *, Value>, SmallVector<Group, 1>> products;
  LastAccesses accesses;
  for (unsigned number = 0; number < ops.size(); ++number) {
    Operation *op = ops[number];
    auto product = dyn_cast<ProductOpInterface>(op);
    if (product) {
      SmallVector<Group, 1> &groups =
          products[{op->getBlock(), product.getLhs()}];
      auto recent = MutableArrayRef(groups).take_back(kMostGroups);
      auto group = llvm::find_if(recent, [&](const Group &group) {
        return areSimilar(product, group.products.front()) &&
               accesses.isIndependentSince(op, group.first);
      });
      if (group != recent.end())
        group->products.push_back(product);
      else
        groups.push_back({{product}, number});
    }
    accesses.add(op, number);
  }
  size_t most = kernel::maxMergedLaunches;
  for (const auto &[lhs, groups] : products)
    for (const Group &group : groups)
      if (group.products.size() > 1)
        for (ProductOpInterface op : group.products)
          op->setAttr(kMergedAttrName, Builder(op->getContext())
                                           .getI64IntegerAttr(std::min(
                                               group.products.size(), most)));
}

int64_t mlir::zyn::getMergedProducts(Operation *op) {
  auto count = op->getAttrOfType<IntegerAttr>(kMergedAttrName);
  return count ? count.getInt() : 1;
}
