//===- UnrollRegionLoops.cpp - Unrolls loops in a CFG ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/RegionLoops.h"

#include "Zyn/Transforms/KnownWordsAnalysis.h"
#include "Zyn/Transforms/PartialEvaluation.h"
#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// A natural loop with one back edge, with its blocks in region order.
struct Loop {
  Block *header, *latch;
  SmallVector<Block *> blocks;
  uint64_t numOps = 0;

  bool contains(Block *block) const {
    return llvm::is_contained(blocks, block);
  }
};

/// Unrolls one loop after the other.
class LoopUnroller {
public:
  LoopUnroller(RewriterBase &rewriter, EvaluationScopeOpInterface scope,
               const UnrollOptions &options)
      : rewriter(rewriter), scope(scope), region(scope->getRegion(0)),
        options(options) {}

  unsigned run();

private:
  /// Returns an innermost loop that is not in `done`.
  FailureOr<Loop> findLoop();
  LogicalResult unroll(const Loop &loop);
  /// Returns how often the header is executed, if known.
  FailureOr<uint64_t> countIterations(const Loop &loop);
  void createCopies(const Loop &loop, uint64_t factor);
  LogicalResult reject(Block *header, const Twine &reason) {
    rejections.emplace_back(header->front().getLoc(), reason.str());
    return failure();
  }

  RewriterBase &rewriter;
  EvaluationScopeOpInterface scope;
  Region &region;
  const UnrollOptions &options;
  SmallPtrSet<Block *, 8> done;
  SmallVector<std::pair<Location, std::string>> rejections;
};

} // namespace

FailureOr<Loop> LoopUnroller::findLoop() {
  if (region.hasOneBlock())
    return failure();
  DominanceInfo dominance;
  CFGLoopInfo info(dominance.getDomTree(&region));
  SmallVector<CFGLoop *> loops(info.getLoopsInPreorder());
  for (CFGLoop *found : llvm::reverse(loops)) {
    Loop loop;
    loop.header = found->getHeader();
    if (!done.insert(loop.header).second)
      continue;
    loop.latch = found->getLoopLatch();
    if (!loop.latch) {
      (void)reject(loop.header, "the loop has more than one back edge");
      continue;
    }
    for (Block &block : region)
      if (found->contains(&block)) {
        loop.blocks.push_back(&block);
        loop.numOps += std::distance(block.begin(), block.end());
      }
    return loop;
  }
  return failure();
}

FailureOr<uint64_t> LoopUnroller::countIterations(const Loop &loop) {
  KnownWordsAnalysis before;
  before.run(&region.front(), scope.getKnownArguments());
  auto meet = [](std::optional<SmallVector<KnownWords>> &all,
                 ArrayRef<KnownWords> more) {
    if (!all) {
      all.emplace(more);
      return;
    }
    for (auto [known, other] : llvm::zip(*all, more))
      known.meet(other);
  };
  std::optional<SmallVector<KnownWords>> known;
  for (Block *predecessor : loop.header->getPredecessors())
    if (!loop.contains(predecessor) && before.isExecutable(predecessor))
      before.forEachEdge(predecessor,
                         [&](Block *to, ArrayRef<KnownWords> arguments) {
                           if (to == loop.header)
                             meet(known, arguments);
                         });
  if (!known)
    return reject(loop.header, "the loop is unreachable");
  for (uint64_t count = 1; count <= options.maxIterations; ++count) {
    KnownWordsAnalysis iteration;
    iteration.run(loop.header, *known, [&](Block *, Block *to) {
      return to != loop.header && loop.contains(to);
    });
    std::optional<SmallVector<KnownWords>> next;
    bool canLeave = false;
    for (Block *block : loop.blocks)
      if (iteration.isExecutable(block))
        iteration.forEachEdge(block,
                              [&](Block *to, ArrayRef<KnownWords> arguments) {
                                if (to == loop.header)
                                  meet(next, arguments);
                                canLeave |= !loop.contains(to);
                              });
    if (!next)
      return count;
    if (canLeave)
      return reject(loop.header, "the number of iterations is not known");
    known = std::move(next);
  }
  return reject(loop.header, "the loop has more than " +
                                 Twine(options.maxIterations) + " iterations");
}

void LoopUnroller::createCopies(const Loop &loop, uint64_t factor) {
  Block *last = loop.blocks.back();
  SmallVector<std::pair<Block *, Block *>> copies = {{loop.header, loop.latch}};
  for (uint64_t copy = 1; copy < factor; ++copy) {
    IRMapping mapping;
    for (Block *block : loop.blocks) {
      SmallVector<Location> locs;
      for (BlockArgument argument : block->getArguments())
        locs.push_back(argument.getLoc());
      last = rewriter.createBlock(&region, std::next(last->getIterator()),
                                  block->getArgumentTypes(), locs);
      mapping.map(block, last);
      mapping.map(block->getArguments(), last->getArguments());
    }
    for (Block *block : loop.blocks) {
      rewriter.setInsertionPointToEnd(mapping.lookup(block));
      for (Operation &op : *block)
        rewriter.clone(op, mapping);
    }
    copies.emplace_back(mapping.lookup(loop.header),
                        mapping.lookup(loop.latch));
  }
  // The latch of each copy branches to the next one, the last to the first.
  for (size_t number = 0; number < copies.size(); ++number) {
    Block *header = copies[number].first;
    Block *next = copies[(number + 1) % copies.size()].first;
    Operation *terminator = copies[number].second->getTerminator();
    rewriter.modifyOpInPlace(terminator, [&] {
      for (unsigned i = 0; i < terminator->getNumSuccessors(); ++i)
        if (terminator->getSuccessor(i) == header)
          terminator->setSuccessor(next, i);
    });
  }
}

LogicalResult LoopUnroller::unroll(const Loop &loop) {
  for (Block *block : loop.blocks) {
    auto isUsedOutside = [&](Value value) {
      return llvm::any_of(value.getUsers(), [&](Operation *user) {
        Block *block = region.findAncestorBlockInRegion(*user->getBlock());
        return !loop.contains(block);
      });
    };
    if (llvm::any_of(block->getArguments(), isUsedOutside) ||
        llvm::any_of(*block, [&](Operation &op) {
          return llvm::any_of(op.getResults(), isUsedOutside);
        }))
      return reject(loop.header, "a value of the loop is used outside of it");
  }
  uint64_t factor = options.factor;
  if (factor == 0) {
    FailureOr<uint64_t> count = countIterations(loop);
    if (failed(count))
      return failure();
    factor = *count;
  }
  // Avoids a multiplication, which could overflow.
  if (factor > options.maxInstructions / loop.numOps)
    return reject(loop.header, Twine(factor) + " copies of " +
                                   Twine(loop.numOps) +
                                   " ops exceed the limit of " +
                                   Twine(options.maxInstructions) + " ops");
  createCopies(loop, factor);
  return success();
}

unsigned LoopUnroller::run() {
  unsigned count = 0;
  while (true) {
    FailureOr<Loop> loop = findLoop();
    if (failed(loop))
      break;
    if (failed(unroll(*loop)))
      continue;
    ++count;
    if (options.factor != 0)
      continue;
    // The loop disappears. Loops that could not be unrolled before are tried
    // again.
    partiallyEvaluate(rewriter, scope);
    done.clear();
    rejections.clear();
  }
  for (auto &[loc, reason] : rejections)
    (void)rewriter.notifyMatchFailure(loc, Twine(reason));
  if (count == 0 && rejections.empty())
    (void)rewriter.notifyMatchFailure(scope.getLoc(), "there is no loop");
  return count;
}

unsigned zyn::unrollRegionLoops(RewriterBase &rewriter,
                                EvaluationScopeOpInterface scope,
                                const UnrollOptions &options) {
  return LoopUnroller(rewriter, scope, options).run();
}
