//===- MergeInlineAssembly.cpp - Merges inline assembly -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNMERGEINLINEASSEMBLY
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

/// A register that inline assembly updates: its type is that of an element of
/// the result, and the operand with its old value is tied to this element.
struct Update {
  StringRef constraint;
  Value operand;
  /// What extracts the new value, if anything does.
  LLVM::ExtractValueOp extraction;
};

/// Inline assembly that updates registers and reads operands.
struct Assembly {
  LLVM::InlineAsmOp op;
  SmallVector<Update> updates;
  /// The constraints and values of operands that are only read.
  SmallVector<std::pair<StringRef, Value>> reads;
  SmallVector<StringRef> clobbers;
  /// The operands in the order in which the text numbers them, after the
  /// results: the number of an update, or that of a read plus `updates.size()`.
  SmallVector<unsigned> operands;
};

} // namespace

/// Prints the text with other numbers of operands and results.
static void printRenumbered(StringRef text, raw_ostream &os,
                            function_ref<unsigned(unsigned)> getNumber) {
  for (size_t dollar; (dollar = text.find('$')) != StringRef::npos;) {
    os << text.take_front(dollar + 1);
    text = text.drop_front(dollar + 1);
    unsigned number;
    if (!text.consumeInteger(10, number))
      os << getNumber(number);
    else if (text.consume_front("$")) // an escaped dollar sign
      os << '$';
  }
  os << text;
}

/// Returns the parts of inline assembly, or nothing if it is not one that can
/// be merged: with side effects, results that are all tied to operands, and
/// each of which is extracted once at most.
static std::optional<Assembly> parse(LLVM::InlineAsmOp op) {
  auto type = op.getRes()
                  ? dyn_cast<LLVM::LLVMStructType>(op.getRes().getType())
                  : LLVM::LLVMStructType();
  // References with a modifier, such as ${0:h}, are not renumbered.
  if (!type || !op.getHasSideEffects() || op.getIsAlignStack() ||
      op.getTailCallKind() != LLVM::TailCallKind::None || op.getAsmDialect() ||
      op.getOperandAttrs() || op.getAsmString().contains("${"))
    return std::nullopt;
  Assembly assembly{op, {}, {}, {}, {}};
  assembly.updates.resize(type.getBody().size());
  SmallVector<StringRef> constraints;
  op.getConstraints().split(constraints, ',');
  ArrayRef<StringRef> rest(constraints);
  for (Update &update : assembly.updates) {
    if (rest.empty())
      return std::nullopt;
    update.constraint = rest.front();
    if (!update.constraint.consume_front("="))
      return std::nullopt;
    update.constraint.consume_front("&");
    rest = rest.drop_front();
  }
  for (Value operand : op.getOperands()) {
    unsigned tied;
    if (rest.empty())
      return std::nullopt;
    if (rest.front().getAsInteger(10, tied)) {
      assembly.operands.push_back(assembly.updates.size() +
                                  assembly.reads.size());
      assembly.reads.emplace_back(rest.front(), operand);
    } else if (tied < assembly.updates.size() &&
               !assembly.updates[tied].operand) {
      assembly.operands.push_back(tied);
      assembly.updates[tied].operand = operand;
    } else {
      return std::nullopt;
    }
    rest = rest.drop_front();
  }
  assembly.clobbers.assign(rest.begin(), rest.end());
  if (!llvm::all_of(assembly.clobbers,
                    [](StringRef name) { return name.starts_with("~"); }) ||
      !llvm::all_of(assembly.updates,
                    [](const Update &update) { return update.operand; }))
    return std::nullopt;
  // LLVM reports a number of an operand that there is not.
  unsigned count = assembly.updates.size() + assembly.operands.size();
  bool areKnown = true;
  printRenumbered(op.getAsmString(), llvm::nulls(), [&](unsigned number) {
    areKnown &= number < count;
    return number;
  });
  if (!areKnown)
    return std::nullopt;
  for (Operation *user : op->getUsers()) {
    auto extraction = dyn_cast<LLVM::ExtractValueOp>(user);
    if (!extraction || extraction.getPosition().size() != 1)
      return std::nullopt;
    Update &update = assembly.updates[extraction.getPosition().front()];
    if (update.extraction)
      return std::nullopt;
    update.extraction = extraction;
  }
  return assembly;
}

namespace {

/// Assembly of one block that becomes a single op, in the place of the last
/// one.
class Group {
public:
  /// Adds assembly if it updates a register of the group, or is the first one.
  bool add(Assembly &assembly) {
    auto isTied = [&](const Update &update) { return getRegister(update); };
    if (!members.empty() && !llvm::any_of(assembly.updates, isTied))
      return false;
    // All other operands have to be computed without the group.
    for (const auto &[constraint, value] : assembly.reads)
      if (registers.contains(value))
        return false;
    for (const Update &update : assembly.updates)
      if (registers.contains(update.operand) && !update.operand.hasOneUse())
        return false;
    SmallVector<unsigned> numbers;
    for (Update &update : assembly.updates) {
      std::optional<unsigned> number = getRegister(update);
      if (!number) {
        number = latest.size();
        latest.push_back({});
        initial.push_back(update);
      }
      registers.erase(update.operand);
      latest[*number] = update.extraction;
      if (update.extraction)
        registers[update.extraction.getRes()] = *number;
      numbers.push_back(*number);
    }
    members.push_back({assembly, std::move(numbers)});
    return true;
  }

  /// Whether `op` neither reads what the group computes nor has to stay behind
  /// it.
  bool mayPrecede(Operation *op) const {
    if (auto extraction = dyn_cast<LLVM::ExtractValueOp>(op);
        extraction && registers.contains(extraction.getRes()))
      return true;
    return isMemoryEffectFree(op) && !op->hasTrait<OpTrait::IsTerminator>() &&
           op->getNumRegions() == 0 &&
           llvm::none_of(op->getOperands(), [&](Value operand) {
             return registers.contains(operand);
           });
  }

  /// Merges the ops and starts again without any. Returns how many there were
  /// if they were merged, and otherwise 0.
  unsigned flush() {
    unsigned count = members.size() > 1 ? members.size() : 0;
    if (count)
      merge();
    *this = Group();
    return count;
  }

private:
  std::optional<unsigned> getRegister(const Update &update) const {
    auto found = registers.find(update.operand);
    return found == registers.end() ? std::nullopt
                                    : std::optional<unsigned>(found->second);
  }

  void merge() {
    SmallVector<Value> operands;
    SmallVector<Type> types;
    SmallVector<std::string> outputs, inputs;
    SmallVector<Location> locations;
    llvm::SetVector<StringRef> clobbers;
    for (const Update &update : initial) {
      // A register is written before all operands have been read.
      outputs.push_back(("=&" + update.constraint).str());
      inputs.push_back(std::to_string(inputs.size()));
      operands.push_back(update.operand);
      types.push_back(update.operand.getType());
    }
    std::string text;
    llvm::raw_string_ostream stream(text);
    for (Member &member : members) {
      Assembly &assembly = member.assembly;
      size_t numUpdates = assembly.updates.size();
      size_t firstRead = outputs.size() + operands.size();
      for (const auto &[constraint, value] : assembly.reads) {
        inputs.push_back(constraint.str());
        operands.push_back(value);
      }
      clobbers.insert_range(assembly.clobbers);
      locations.push_back(assembly.op.getLoc());
      if (!text.empty() && text.back() != '\n')
        stream << '\n';
      auto getNumber = [&](unsigned number) -> unsigned {
        if (number >= numUpdates)
          number = assembly.operands[number - numUpdates];
        return number < numUpdates ? member.numbers[number]
                                   : firstRead + number - numUpdates;
      };
      printRenumbered(assembly.op.getAsmString(), stream, getNumber);
    }
    SmallVector<std::string> constraints(outputs);
    llvm::append_range(constraints, inputs);
    for (StringRef clobber : clobbers)
      constraints.push_back(clobber.str());
    LLVM::InlineAsmOp last = members.back().assembly.op;
    OpBuilder b(last);
    Location loc = FusedLoc::get(b.getContext(), locations);
    auto merged = LLVM::InlineAsmOp::create(
        b, loc, LLVM::LLVMStructType::getLiteral(b.getContext(), types),
        operands, text, llvm::join(constraints, ","),
        /*has_side_effects=*/true, /*is_align_stack=*/false,
        LLVM::TailCallKind::None, /*asm_dialect=*/{}, /*operand_attrs=*/{});
    for (auto [number, extraction] : llvm::enumerate(latest)) {
      if (!extraction)
        continue;
      extraction.getContainerMutable().assign(merged.getRes());
      extraction.setPosition(static_cast<int64_t>(number));
      if (extraction->getBlock() == last->getBlock() &&
          extraction->isBeforeInBlock(last))
        extraction->moveAfter(last);
    }
    for (Member &member : llvm::reverse(members)) {
      for (auto [update, number] :
           llvm::zip_equal(member.assembly.updates, member.numbers))
        if (update.extraction && update.extraction != latest[number])
          update.extraction.erase();
      member.assembly.op.erase();
    }
  }

  struct Member {
    Assembly assembly;
    /// The register of each update.
    SmallVector<unsigned> numbers;
  };
  SmallVector<Member, 0> members;
  /// What the first member with a register does with it.
  SmallVector<Update> initial;
  /// What extracts the latest value of each register.
  SmallVector<LLVM::ExtractValueOp> latest;
  /// The registers whose latest values are extracted.
  llvm::SmallDenseMap<Value, unsigned> registers;
};

struct ZynMergeInlineAssembly
    : zyn::impl::ZynMergeInlineAssemblyBase<ZynMergeInlineAssembly> {
  void runOnOperation() override {
    getOperation()->walk([&](Block *block) { mergeIn(*block); });
  }

private:
  void mergeIn(Block &block) {
    Group group;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (auto assemblyOp = dyn_cast<LLVM::InlineAsmOp>(op)) {
        std::optional<Assembly> assembly = parse(assemblyOp);
        if (assembly && group.add(*assembly))
          continue;
        numMerged += group.flush();
        if (assembly)
          group.add(*assembly);
      } else if (!group.mayPrecede(&op)) {
        numMerged += group.flush();
      }
    }
    numMerged += group.flush();
  }
};

} // namespace
