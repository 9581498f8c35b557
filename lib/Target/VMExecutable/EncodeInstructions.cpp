//===- EncodeInstructions.cpp - Encodes instructions ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EncodeInstructions.h"

#include "ShortForms.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::vm;
using namespace mlir::vm::executable;

namespace {
/// The fields of an instruction, except for its location.
struct Fields {
  uint32_t opcode;
  uint32_t d = 0, a = 0, b = 0;
  uint32_t immediate = 0;
  uint32_t x = 0, y = 0;
};

class InstructionEncoder {
public:
  InstructionEncoder(ProgramOp program, const InstructionNumbering &numbering,
                     const EncodeOptions &options, Sections &sections);

  Fields encode(Operation *op);

private:
  Fields encodeLinear(LinearOp op);
  Fields encodeOracle(OracleOp op);
  Fields encodeBranch(BranchOp op);
  Fields encodeCall(CallOp op);
  Fields encodeAtomic(AtomicOp op);

  uint32_t getBuffer(StringRef name) const { return buffers.lookup(name); }

  const InstructionNumbering &numbering;
  const EncodeOptions &options;
  MatrixTable matrices;
  llvm::StringMap<uint32_t> buffers;
  llvm::StringMap<std::pair<uint32_t, RoutineOp>> routines;
};
} // namespace

static uint32_t encodeRegister(std::optional<uint32_t> number) {
  return number.value_or(kNoRegister);
}

InstructionEncoder::InstructionEncoder(ProgramOp program,
                                       const InstructionNumbering &numbering,
                                       const EncodeOptions &options,
                                       Sections &sections)
    : numbering(numbering), options(options), matrices(sections) {
  for (auto buffer : program.getOps<BufferOp>())
    buffers.insert({buffer.getSymName(), buffers.size()});
  for (auto routine : program.getOps<RoutineOp>())
    routines.insert({routine.getSymName(), {routines.size(), routine}});
}

Fields InstructionEncoder::encodeLinear(LinearOp op) {
  if (options.shortForms)
    if (auto form = findShortForm(op.getMatrix().toMatrix()))
      return {form->opcode, form->dest, form->lhs, form->rhs, form->immediate};
  MatrixFormat format = chooseFormat(op);
  Fields fields{format == MatrixFormat::csr ? kCSRMatrix : kDenseMatrix};
  fields.x = matrices.add(op.getMatrix(), format);
  return fields;
}

Fields InstructionEncoder::encodeOracle(OracleOp op) {
  Fields fields{kOracle + static_cast<uint32_t>(op.getKind()), op.getDest(),
                op.getLhs()};
  if (getNumOperands(op.getKind()) >= 2)
    fields.b = encodeRegister(op.getRhs());
  fields.immediate = op.getImmediate().value_or(0);
  fields.x = op.getThird().value_or(0);
  return fields;
}

Fields InstructionEncoder::encodeBranch(BranchOp op) {
  return {kBranch,
          static_cast<uint32_t>(op.getPredicate()),
          op.getLhs(),
          encodeRegister(op.getRhs()),
          op.getImmediate().value_or(0),
          numbering.getNumber(op.getTrueTarget()),
          numbering.getNumber(op.getFalseTarget())};
}

Fields InstructionEncoder::encodeCall(CallOp op) {
  auto [number, routine] = routines.lookup(op.getCallee());
  return {
      kCall, 0, 0, 0, number, numbering.getEntry(routine), op.getSavedMask()};
}

Fields InstructionEncoder::encodeAtomic(AtomicOp op) {
  return {kAtomic,
          op.getDest(),
          encodeRegister(op.getAddress()),
          op.getValue(),
          op.getOffset(),
          getBuffer(op.getBuffer()),
          static_cast<uint32_t>(op.getKind()) | op.getThird().value_or(0) << 8};
}

Fields InstructionEncoder::encode(Operation *op) {
  return TypeSwitch<Operation *, Fields>(op)
      .Case([&](LinearOp op) { return encodeLinear(op); })
      .Case([&](OracleOp op) { return encodeOracle(op); })
      .Case([&](BranchOp op) { return encodeBranch(op); })
      .Case([&](CallOp op) { return encodeCall(op); })
      .Case([&](AtomicOp op) { return encodeAtomic(op); })
      .Case([&](JumpOp op) {
        Fields fields{kJump};
        fields.x = numbering.getNumber(op.getTarget());
        return fields;
      })
      .Case([](ReturnOp) { return Fields{kReturn}; })
      .Case([](YieldOp) { return Fields{kYield}; })
      .Case([](HaltOp) { return Fields{kHalt}; })
      .Case<LoadOp, ReceiveOp>([&](auto op) {
        return Fields{isa<LoadOp>(op) ? kLoad : kReceive,
                      op.getDest(),
                      encodeRegister(op.getAddress()),
                      0,
                      op.getOffset(),
                      getBuffer(op.getBuffer())};
      })
      .Case<StoreOp, SendOp>([&](auto op) {
        return Fields{isa<StoreOp>(op) ? kStore : kSend,
                      0,
                      encodeRegister(op.getAddress()),
                      op.getValue(),
                      op.getOffset(),
                      getBuffer(op.getBuffer())};
      })
      .Case([&](GatherOp op) {
        return Fields{kGather,
                      op.getDest(),
                      op.getAddress(),
                      op.getCount(),
                      0,
                      getBuffer(op.getBuffer())};
      })
      .Case([&](ScatterOp op) {
        return Fields{kScatter,
                      op.getValue(),
                      op.getAddress(),
                      op.getCount(),
                      0,
                      getBuffer(op.getBuffer())};
      })
      .Case([&](OutputOp op) {
        return Fields{kOutput,       0, 0,
                      op.getValue(), 0, getBuffer(op.getBuffer())};
      });
}

void executable::encodeInstructions(ProgramOp program,
                                    const InstructionNumbering &numbering,
                                    const EncodeOptions &options,
                                    Sections &sections) {
  InstructionEncoder encoder(program, numbering, options, sections);
  for (Operation *op : numbering.getInstructions()) {
    auto [opcode, d, a, b, immediate, x, y] = encoder.encode(op);
    sections.addWords(kInstructions,
                      {opcode | d << 8 | a << 16 | b << 24, immediate, x, y,
                       sections.addLocation(op->getLoc())});
  }
}
