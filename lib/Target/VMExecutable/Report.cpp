//===- Report.cpp - Statistics about executables --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/VMExecutable/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::vm;
using namespace mlir::vm::executable;
namespace json = llvm::json;

/// Size in bytes of a matrix with all elements.
static constexpr uint64_t kMatrixBytes = 4 * kNumWords * kNumWords;

/// Names of the fields of an executable.
static constexpr const char *kWordTypes[] = {"i32", "f32"};
static constexpr const char *kKinds[] = {"shared", "instance", "channel"};
static constexpr const char *kRoles[] = {"temporary", "input", "output",
                                         "inout"};

namespace {
/// A text table; columns of numbers are right-aligned.
class Table {
public:
  explicit Table(SmallVector<bool> isNumber) : isNumber(std::move(isNumber)) {}

  void add(std::initializer_list<std::string> cells) {
    rows.emplace_back(cells);
  }

  std::string format() const {
    SmallVector<size_t> widths(isNumber.size(), 0);
    for (const auto &row : rows)
      for (auto [i, cell] : llvm::enumerate(row))
        widths[i] = std::max(widths[i], cell.size());
    std::string text;
    for (const auto &row : rows) {
      std::string line;
      for (auto [i, cell] : llvm::enumerate(row)) {
        std::string padding(widths[i] - cell.size(), ' ');
        line += i ? "  " : "";
        line += isNumber[i] ? padding + cell : cell + padding;
      }
      text += StringRef(line).rtrim().str() + "\n";
    }
    return text;
  }

private:
  SmallVector<bool> isNumber;
  SmallVector<SmallVector<std::string>> rows;
};

/// Counts over all instructions.
struct Counts {
  uint64_t classes[4] = {0, 0, 0, 0};
  uint64_t shortForms = 0, csr = 0, dense = 0;
  uint64_t nonZeros = 0; // in all linear instructions, with identity rows

  explicit Counts(const Executable &file);
  uint64_t getLinear() const { return classes[0]; }
  /// Returns the bytes of the matrices if all were dense.
  uint64_t getDenseBytes() const { return getLinear() * kMatrixBytes; }
};
} // namespace

static std::string percent(uint64_t part, uint64_t whole) {
  return whole ? llvm::formatv("{0:F1} %", 100.0 * part / whole).str() : "-";
}

static std::string name(StringRef symbol) { return "@" + escape(symbol); }

static std::string printVersion(const Executable &file) {
  uint32_t version = file.getHeader(kVersionWord);
  return (Twine(version >> 16) + "." + Twine(version & 0xffff)).str();
}

static std::string printDepth(uint32_t depth) {
  return depth == kRecursion ? "recursive" : std::to_string(depth);
}

/// Returns the number of non-zeros of the matrix of a short form, including
/// those of identity rows.
static unsigned countNonZeros(const Executable::Instruction &form) {
  switch (form.opcode) {
  case kLoadImmediate:
    return form.immediate ? kNumWords : kNumWords - 1;
  case kMove:
  case kScale:
  case kSwap:
    return kNumWords;
  default:
    return kNumWords + 1;
  }
}

Counts::Counts(const Executable &file) {
  for (uint32_t pc : llvm::seq(file.getNumInstructions())) {
    Executable::Instruction fields = file.getInstruction(pc);
    InstructionClass kind = getClass(fields.opcode);
    ++classes[static_cast<uint32_t>(kind)];
    if (kind != InstructionClass::Linear)
      continue;
    if (fields.opcode != kCSRMatrix && fields.opcode != kDenseMatrix) {
      ++shortForms;
      nonZeros += countNonZeros(fields);
      continue;
    }
    ++(fields.opcode == kCSRMatrix ? csr : dense);
    Executable::Matrix matrix = file.getMatrix(fields.x);
    nonZeros += matrix.nonZeros + kNumWords - llvm::popcount(matrix.rows);
  }
}

static std::string formatProgram(const Executable &file) {
  Table table({false, false});
  table.add({"program", name(file.getName())});
  table.add({"words", kWordTypes[file.isFloat()]});
  table.add({"version", printVersion(file)});
  table.add({"file", std::to_string(file.getHeader(kFileBytes)) + " bytes"});
  table.add(
      {"estimated epochs", std::to_string(file.getHeader(kEstimatedEpochs))});
  table.add({"call depth",
             printDepth(file.getHeader(kCallDepth)) + ", the stack has " +
                 std::to_string(file.getHeader(kStackDepth)) + " frames"});
  table.add({"instances in 80 GB",
             "up to " + std::to_string(file.getHeader(kMaxInstances))});
  return table.format();
}

static std::string formatInstructions(const Executable &file,
                                      const Counts &counts) {
  uint64_t total = file.getNumInstructions();
  static constexpr const char *classes[] = {"  linear", "  oracle", "  branch",
                                            "  input/output"};
  Table table({false, true, true});
  table.add({"instructions", std::to_string(total), ""});
  for (auto [label, count] : llvm::zip(classes, counts.classes))
    table.add({label, std::to_string(count), percent(count, total)});
  uint64_t linear = counts.getLinear();
  table.add({"linear instructions", std::to_string(linear), ""});
  table.add({"  short forms", std::to_string(counts.shortForms),
             percent(counts.shortForms, linear)});
  table.add({"  CSR", std::to_string(counts.csr), percent(counts.csr, linear)});
  table.add(
      {"  dense", std::to_string(counts.dense), percent(counts.dense, linear)});
  table.add(
      {"distinct matrices", std::to_string(file.getCount(kMatrices)), ""});
  table.add({"non-zeros", std::to_string(counts.nonZeros),
             percent(counts.nonZeros, linear * kNumWords * kNumWords)});
  return table.format();
}

static uint64_t countMatrixBytes(const Executable &file) {
  uint64_t bytes = 0;
  for (Section section : {kMatrices, kValues, kStructure})
    bytes += file.getSection(section).size();
  return bytes;
}

static std::string formatMatrixBytes(const Executable &file,
                                     const Counts &counts) {
  uint64_t bytes = countMatrixBytes(file), allDense = counts.getDenseBytes();
  Table table({false, true});
  table.add({"bytes of matrices", std::to_string(bytes)});
  table.add({"  if all were dense", std::to_string(allDense)});
  table.add({"  saved", bytes <= allDense ? percent(allDense - bytes, allDense)
                                          : "nothing"});
  return table.format();
}

static std::string formatRoutines(const Executable &file) {
  Table table({false, true, true, true, true, true});
  table.add({"routines", "entry", "instructions", "epochs", "bytes", "calls"});
  for (uint32_t i : llvm::seq(file.getCount(kRoutines))) {
    Executable::Routine routine = file.getRoutine(i);
    table.add({"  " + name(routine.name), std::to_string(routine.entry),
               std::to_string(routine.count), std::to_string(routine.epochs),
               std::to_string(routine.memory), printDepth(routine.callDepth)});
  }
  return table.format();
}

static std::string formatPhases(const Executable &file) {
  Table table({false, false, true});
  table.add({"phases", "launches", "instances"});
  for (const Executable::Phase &phase : file.getPhases()) {
    std::string label = "  " + name(phase.name);
    if (phase.launches.empty())
      table.add({label, "none", ""});
    for (const Executable::Launch &launch : phase.launches) {
      table.add({label, name(file.getRoutine(launch.routine).name),
                 launch.instances ? std::to_string(launch.instances)
                                  : "--instances"});
      label.clear();
    }
  }
  return table.format();
}

static std::string formatBuffers(const Executable &file) {
  SmallVector<Executable::Phase> phases = file.getPhases();
  Table table({false, false, false, false, true, true, false});
  table.add({"buffers", "kind", "role", "type", "size", "offset", "used in"});
  for (uint32_t i : llvm::seq(file.getCount(kBuffers))) {
    Executable::Buffer buffer = file.getBuffer(i);
    std::string uses = "nothing";
    if (buffer.firstPhase != kNoPhase)
      uses = name(phases[buffer.firstPhase].name);
    if (buffer.lastPhase != buffer.firstPhase)
      uses += " to " + name(phases[buffer.lastPhase].name);
    table.add({"  " + name(buffer.name), kKinds[buffer.kind],
               kRoles[buffer.role], kWordTypes[buffer.type],
               std::to_string(buffer.size), std::to_string(buffer.offset),
               uses});
  }
  Table totals({false, true});
  totals.add({"shared words", std::to_string(file.getHeader(kSharedWords))});
  totals.add(
      {"words of an instance", std::to_string(file.getHeader(kInstanceWords))});
  totals.add({"channel slots", std::to_string(file.getHeader(kChannelSlots))});
  return (file.getCount(kBuffers) ? table.format() + "\n" : "") +
         totals.format();
}

//===----------------------------------------------------------------------===//
// Text and data
//===----------------------------------------------------------------------===//

std::string vm::formatReport(const Executable &file) {
  Counts counts(file);
  return llvm::join(
      std::initializer_list<std::string>{
          formatProgram(file), formatInstructions(file, counts),
          formatMatrixBytes(file, counts), formatRoutines(file),
          formatPhases(file), formatBuffers(file)},
      "\n");
}

static json::Value describeDepth(uint32_t depth) {
  return depth == kRecursion ? json::Value(nullptr) : json::Value(depth);
}

static json::Array describeRoutines(const Executable &file) {
  json::Array routines;
  for (uint32_t i : llvm::seq(file.getCount(kRoutines))) {
    Executable::Routine routine = file.getRoutine(i);
    routines.push_back(
        json::Object{{"name", escape(routine.name)},
                     {"entry", routine.entry},
                     {"instructions", routine.count},
                     {"epochs", routine.epochs},
                     {"bytes", routine.memory},
                     {"call_depth", describeDepth(routine.callDepth)}});
  }
  return routines;
}

static json::Array describePhases(const Executable &file) {
  json::Array phases;
  for (const Executable::Phase &phase : file.getPhases()) {
    json::Array launches;
    for (const Executable::Launch &launch : phase.launches)
      launches.push_back(json::Object{
          {"routine", escape(file.getRoutine(launch.routine).name)},
          {"instances", launch.instances ? json::Value(launch.instances)
                                         : json::Value(nullptr)}});
    phases.push_back(json::Object{{"name", escape(phase.name)},
                                  {"launches", std::move(launches)}});
  }
  return phases;
}

static json::Array describeBuffers(const Executable &file) {
  SmallVector<Executable::Phase> phases = file.getPhases();
  auto phase = [&](uint32_t number) -> json::Value {
    if (number == kNoPhase)
      return nullptr;
    return escape(phases[number].name);
  };
  json::Array buffers;
  for (uint32_t i : llvm::seq(file.getCount(kBuffers))) {
    Executable::Buffer buffer = file.getBuffer(i);
    buffers.push_back(json::Object{{"name", escape(buffer.name)},
                                   {"kind", kKinds[buffer.kind]},
                                   {"role", kRoles[buffer.role]},
                                   {"type", kWordTypes[buffer.type]},
                                   {"size", buffer.size},
                                   {"offset", buffer.offset},
                                   {"first_phase", phase(buffer.firstPhase)},
                                   {"last_phase", phase(buffer.lastPhase)}});
  }
  return buffers;
}

json::Object vm::createReport(const Executable &file) {
  Counts counts(file);
  const auto &classes = counts.classes;
  return json::Object{
      {"program", escape(file.getName())},
      {"words", kWordTypes[file.isFloat()]},
      {"version", printVersion(file)},
      {"file_bytes", file.getHeader(kFileBytes)},
      {"estimated_epochs", file.getHeader(kEstimatedEpochs)},
      {"call_depth", describeDepth(file.getHeader(kCallDepth))},
      {"stack_frames", file.getHeader(kStackDepth)},
      {"instances_in_80_gb", file.getHeader(kMaxInstances)},
      {"instructions", json::Object{{"total", file.getNumInstructions()},
                                    {"linear", classes[0]},
                                    {"oracle", classes[1]},
                                    {"branch", classes[2]},
                                    {"input_output", classes[3]}}},
      {"linear", json::Object{{"short_forms", counts.shortForms},
                              {"csr", counts.csr},
                              {"dense", counts.dense},
                              {"matrices", file.getCount(kMatrices)},
                              {"non_zeros", counts.nonZeros}}},
      {"matrix_bytes", json::Object{{"stored", countMatrixBytes(file)},
                                    {"dense", counts.getDenseBytes()}}},
      {"routines", describeRoutines(file)},
      {"phases", describePhases(file)},
      {"buffers", describeBuffers(file)},
      {"shared_words", file.getHeader(kSharedWords)},
      {"instance_words", file.getHeader(kInstanceWords)},
      {"channel_slots", file.getHeader(kChannelSlots)}};
}
