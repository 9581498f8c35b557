//===- Fuse.cpp - Fuses ops with their producers --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "Zyn/Interfaces/FusableOpInterface.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNFUSE
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

static remark::RemarkOpts fuseRemark() {
  return remark::RemarkOpts::name("Fuse").category("zyn-fuse");
}

namespace {

/// Collects the reasons of match failures: what is refused may become possible
/// by another fusion.
class Refusals : public RewriterBase::Listener {
public:
  void notifyMatchFailure(Location loc,
                          function_ref<void(Diagnostic &)> getReason) override {
    if (isPaused)
      return;
    Diagnostic reason(loc, DiagnosticSeverity::Remark);
    getReason(reason);
    reasons.emplace_back(loc, reason.str());
  }

  void clear() { reasons.clear(); }
  void pause(bool paused) { isPaused = paused; }

  void report() {
    for (const auto &[loc, reason] : reasons)
      remark::missed(loc, fuseRemark()) << remark::reason("{0}", reason);
    clear();
  }

private:
  SmallVector<std::pair<Location, std::string>> reasons;
  bool isPaused = false;
};

/// The number of uses of an operand that are considered. All of them are
/// visited for each of them, which without a limit takes a time that is
/// quadratic in the number of ops; with 64, it is that of a few ops' bodies.
/// Arrays of real programs have up to about ten uses.
constexpr unsigned kMostUsers = 64;

/// The number of uses for each of which an operand may be computed again. All
/// of the fused ops are created for each use.
constexpr unsigned kMostCopies = 8;

/// A fused op that may replace others.
struct Candidate {
  FusableOpInterface op;
  /// The estimated times of the ops that it replaces, and of the ops after the
  /// replacement.
  int64_t before = 0, after = 0;

  int64_t getGain() const { return before - after; }
};

/// Fuses the ops of a block.
class BlockFusion {
public:
  BlockFusion(RewriterBase &rewriter, Refusals &refusals,
              const FusionOptions &options)
      : rewriter(rewriter), refusals(refusals), options(options) {}

  void run(Block &block);

private:
  /// Fuses `op` with the producers of its operands, and others that read these,
  /// as long as possible.
  void fuseProducers(FusableOpInterface op);
  /// Replaces `consumer`, and `producer` unless other ops use it, with a fused
  /// op and returns it.
  FailureOr<FusableOpInterface> fuse(FusableOpInterface producer,
                                     FusableOpInterface consumer);
  /// Fuses `op` with another op that reads one of its operands. Returns the
  /// fused op, or null.
  FusableOpInterface fuseWithSibling(FusableOpInterface op);
  /// Creates the fused op; its op is null if that is impossible.
  Candidate makeCandidate(FusableOpInterface producer,
                          FusableOpInterface consumer, bool keepsProducer);
  /// Adds the costs of fusing copies of `producer` with all other `users`, and
  /// of omitting it, to those of `chosen`. Returns false if that is impossible.
  bool addOtherUsers(FusableOpInterface producer, FusableOpInterface consumer,
                     ArrayRef<Operation *> users, Candidate &chosen);
  /// Replaces the ops that `chosen` is fused from.
  void replace(FusableOpInterface producer, FusableOpInterface consumer,
               FusableOpInterface chosen, ArrayRef<OpResult> kept);
  bool isBefore(Operation *user, Operation *op);

  RewriterBase &rewriter;
  Refusals &refusals;
  FusionOptions options;
  /// The positions of ops in the block; a fused op has that of its consumer.
  /// Those of the block itself are computed anew when ops are inserted.
  DenseMap<Operation *, unsigned> positions;
};

} // namespace

/// Returns the results of `producer` that other ops than `consumer` use.
static SmallVector<OpResult> getOtherResults(Operation *producer,
                                             Operation *consumer) {
  return llvm::filter_to_vector(producer->getResults(), [&](OpResult result) {
    return llvm::any_of(result.getUsers(),
                        [&](Operation *user) { return user != consumer; });
  });
}

bool BlockFusion::isBefore(Operation *user, Operation *op) {
  user = op->getBlock()->findAncestorOpInBlock(*user);
  auto position = positions.find(user);
  return position == positions.end() || position->second < positions.at(op);
}

Candidate BlockFusion::makeCandidate(FusableOpInterface producer,
                                     FusableOpInterface consumer,
                                     bool keepsProducer) {
  FusionOptions candidateOptions = options;
  candidateOptions.keepsProducer = keepsProducer;
  rewriter.setInsertionPoint(consumer);
  FailureOr<Operation *> made =
      consumer.makeFused(rewriter, producer, candidateOptions);
  Candidate candidate;
  if (failed(made))
    return candidate;
  candidate.op = cast<FusableOpInterface>(*made);
  candidate.before = producer.getFusionCost() + consumer.getFusionCost();
  candidate.after = candidate.op.getFusionCost();
  return candidate;
}

bool BlockFusion::addOtherUsers(FusableOpInterface producer,
                                FusableOpInterface consumer,
                                ArrayRef<Operation *> users,
                                Candidate &chosen) {
  if (users.size() > kMostCopies)
    return false;
  int64_t before = chosen.before + producer.getFusionCost(),
          after = chosen.after;
  for (Operation *user : users) {
    if (user == consumer)
      continue;
    auto fusable = dyn_cast<FusableOpInterface>(user);
    if (!fusable || user->getBlock() != consumer->getBlock())
      return false;
    // Why it is refused is not a matter of `consumer`.
    refusals.pause(true);
    Candidate other = makeCandidate(producer, fusable, /*keepsProducer=*/false);
    refusals.pause(false);
    if (!other.op)
      return false;
    rewriter.eraseOp(other.op);
    before += fusable.getFusionCost();
    after += other.after;
  }
  chosen.before = before;
  chosen.after = after;
  return true;
}

void BlockFusion::replace(FusableOpInterface producer,
                          FusableOpInterface consumer,
                          FusableOpInterface chosen, ArrayRef<OpResult> kept) {
  positions[chosen] = positions.at(consumer);
  unsigned numResults = consumer->getNumResults();
  for (auto [result, replacement] :
       llvm::zip(kept, chosen->getResults().drop_front(numResults)))
    rewriter.replaceAllUsesExcept(result, replacement, consumer);
  rewriter.replaceOp(consumer, chosen->getResults().take_front(numResults));
  if (producer->use_empty())
    rewriter.eraseOp(producer);
}

FailureOr<FusableOpInterface> BlockFusion::fuse(FusableOpInterface producer,
                                                FusableOpInterface consumer) {
  if (producer->getBlock() != consumer->getBlock())
    return rewriter.notifyMatchFailure(
        consumer, "its operand is produced in another block");
  if (llvm::hasNItemsOrMore(producer->getUsers(), kMostUsers + 1))
    return rewriter.notifyMatchFailure(
        consumer, "its operand has more than " + Twine(kMostUsers) + " uses");
  SmallVector<OpResult> kept = getOtherResults(producer, consumer);
  llvm::SmallSetVector<Operation *, 4> users;
  for (Operation *user : producer->getUsers())
    users.insert(user);

  Candidate chosen;
  if (llvm::any_of(users, [&](Operation *user) {
        return consumer->isProperAncestor(user);
      }))
    return rewriter.notifyMatchFailure(consumer,
                                       "its body uses its operand as a whole");
  bool isUsedBefore = llvm::any_of(
      users, [&](Operation *user) { return isBefore(user, consumer); });
  if (isUsedBefore)
    (void)rewriter.notifyMatchFailure(
        consumer, "another op before it uses its operand as well");
  else
    chosen = makeCandidate(producer, consumer, /*keepsProducer=*/!kept.empty());

  // Otherwise, each consumer computes the operand itself, which saves the
  // producer if all of them do.
  StringRef fusedTime = "the fused op would take ", time = "both ops take ";
  bool isWorthwhile = chosen.op && chosen.getGain() > 0;
  if (!isWorthwhile && !kept.empty()) {
    if (chosen.op)
      rewriter.eraseOp(chosen.op);
    chosen = makeCandidate(producer, consumer, /*keepsProducer=*/false);
    kept.clear();
    chosen.before -= producer.getFusionCost();
    time = "the op alone takes ";
    isWorthwhile = chosen.op && chosen.getGain() > 0;
    if (!isWorthwhile && chosen.op &&
        addOtherUsers(producer, consumer, users.getArrayRef(), chosen)) {
      fusedTime = "fused ops for all uses of the operand would take ";
      time = "the ops take ";
      // Estimates are no more exact than this, and what is fused may be fused
      // further.
      isWorthwhile = chosen.after < chosen.before + chosen.before / 16;
    }
  }
  if (!chosen.op)
    return failure();
  if (!isWorthwhile) {
    rewriter.eraseOp(chosen.op);
    return rewriter.notifyMatchFailure(consumer, [&](Diagnostic &reason) {
      reason << fusedTime << chosen.after << " units of time, " << time
             << chosen.before;
    });
  }
  remark::passed(consumer.getLoc(), fuseRemark()) << remark::reason(
      "fused with the producer of its operand, which takes {0} units of time "
      "instead of {1}",
      chosen.after, chosen.before);
  replace(producer, consumer, chosen.op, kept);
  return chosen.op;
}

FusableOpInterface BlockFusion::fuseWithSibling(FusableOpInterface op) {
  auto styled = dyn_cast<DestinationStyleOpInterface>(op.getOperation());
  if (!styled)
    return nullptr;
  llvm::SmallSetVector<Operation *, 4> siblings;
  for (Value operand : styled.getDpsInputs()) {
    if (llvm::hasNItemsOrMore(operand.getUsers(), kMostUsers + 1))
      continue;
    for (Operation *user : operand.getUsers())
      if (user != op && user->getBlock() == op->getBlock() &&
          isa<FusableOpInterface>(user) && isBefore(user, op) &&
          !user->use_empty())
        siblings.insert(user);
  }
  for (Operation *other : siblings) {
    auto sibling = cast<FusableOpInterface>(other);
    // In particular, it is not a producer of the op's operands.
    if (llvm::hasNItemsOrMore(sibling->getUsers(), kMostUsers + 1) ||
        llvm::any_of(sibling->getUsers(), [&](Operation *user) {
          return op->isAncestor(user) || isBefore(user, op);
        }))
      continue;
    rewriter.setInsertionPoint(op);
    // Few ops that read the same operand can be fused.
    refusals.pause(true);
    FailureOr<Operation *> made = op.makeFusedWithSibling(rewriter, sibling);
    refusals.pause(false);
    if (failed(made))
      continue;
    auto fused = cast<FusableOpInterface>(*made);
    int64_t before = sibling.getFusionCost() + op.getFusionCost(),
            after = fused.getFusionCost();
    if (after >= before) {
      rewriter.eraseOp(fused);
      continue;
    }
    remark::passed(op.getLoc(), fuseRemark()) << remark::reason(
        "fused with another op that reads its operand, which takes {0} units "
        "of time instead of {1}",
        after, before);
    replace(sibling, op, fused, getOtherResults(sibling, op));
    return fused;
  }
  return nullptr;
}

void BlockFusion::fuseProducers(FusableOpInterface op) {
  bool changed = true, hasProducer = false;
  while (changed) {
    changed = false;
    refusals.clear();
    llvm::SmallSetVector<Operation *, 4> producers;
    for (Value operand : op->getOperands())
      if (auto producer = operand.getDefiningOp<FusableOpInterface>())
        producers.insert(producer);
    hasProducer |= !producers.empty();
    for (Operation *producer : producers) {
      FailureOr<FusableOpInterface> fused =
          fuse(cast<FusableOpInterface>(producer), op);
      if (failed(fused))
        continue;
      op = *fused;
      changed = true;
      break;
    }
    if (changed)
      continue;
    if (FusableOpInterface fused = fuseWithSibling(op)) {
      op = fused;
      changed = true;
    }
  }
  if (!hasProducer)
    (void)rewriter.notifyMatchFailure(
        op, "no operand is produced by an op that can be fused");
  refusals.report();
}

void BlockFusion::run(Block &block) {
  for (auto [position, op] : llvm::enumerate(block))
    positions[&op] = position;
  for (Operation &op : llvm::make_early_inc_range(block))
    if (auto fusable = dyn_cast<FusableOpInterface>(op))
      fuseProducers(fusable);
}

namespace {

struct ZynFuse : zyn::impl::ZynFuseBase<ZynFuse> {
  using ZynFuseBase::ZynFuseBase;

  void runOnOperation() override {
    Refusals refusals;
    IRRewriter rewriter(&getContext(), &refusals);
    FusionOptions options;
    options.allowReassociation = allowReassociation;
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Block *block) { blocks.push_back(block); });
    for (Block *block : blocks)
      BlockFusion(rewriter, refusals, options).run(*block);
  }
};

} // namespace
