//===- ProgramMemory.cpp - The memory of a program's run ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/ProgramMemory.h"
#include "Descriptor.h"
#include "Zyn/Compiler/Signature.h"
#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/Runtime/ByteSize.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace zyn::compiler;
using mlir::vm::Executable;
using zyn::Diagnostic;
using zyn::Severity;
using zyn::runtime::Array;
using zyn::runtime::Context;
using zyn::runtime::ElementType;
using zyn::runtime::Error;
using zyn::runtime::Expected;
namespace format = mlir::vm::executable;

static constexpr uint64_t counterBytes = 12;

static bool isKind(const Executable::Buffer &buffer,
                   mlir::vm::BufferKind kind) {
  return buffer.kind == static_cast<uint32_t>(kind);
}

ProgramMemory::ProgramMemory(Context &context, const Executable &program,
                             const ProgramOptions &options)
    : context(context), program(program), phases(program.getPhases()),
      options(options), lanes(options.instances) {
  for (uint32_t pc = 0; pc < program.getNumInstructions(); ++pc)
    hasCalls |= program.getInstruction(pc).opcode == format::kCall;
  sizes = measure(lanes);
  for (const Executable::Phase &phase : phases)
    maxPositions = std::max(maxPositions, countPositions(phase));
}

ProgramMemory::~ProgramMemory() {
  for (void *memory : owned)
    (void)context.free(memory);
}

uint64_t ProgramMemory::countPositions(const Executable::Launch &launch) const {
  return launch.instances ? launch.instances : lanes;
}

static uint64_t countPositionsOf(const Executable::Phase &phase,
                                 uint64_t lanes) {
  uint64_t count = 0;
  for (const Executable::Launch &launch : phase.launches)
    count += launch.instances ? launch.instances : lanes;
  return count;
}

uint64_t ProgramMemory::countPositions(const Executable::Phase &phase) const {
  return countPositionsOf(phase, lanes);
}

/// The sizes in a program are below 2^32, as are positions and lanes. Products
/// that exceed 64 bits saturate, since such memory cannot be allocated anyway.
ProgramMemory::Sizes ProgramMemory::measure(uint64_t lanes) const {
  auto multiply = [](uint64_t a, uint64_t b) {
    return std::min(llvm::SaturatingMultiply(a, b), uint64_t(1) << 60);
  };
  uint64_t positions = 0;
  for (const Executable::Phase &phase : phases)
    positions = std::max(positions, countPositionsOf(phase, lanes));
  Sizes result;
  result.state = multiply(mlir::vm::kStateBytes, positions);
  result.executed = multiply(8, positions);
  uint64_t depth = hasCalls ? program.getHeader(format::kStackDepth) : 0;
  result.frames = multiply(mlir::vm::kFrameBytes * depth, positions);
  // Each buffer has a second copy for its initial content.
  result.buffers =
      2 * (4 * uint64_t(program.getHeader(format::kSharedWords)) +
           multiply(4 * uint64_t(program.getHeader(format::kInstanceWords)),
                    lanes));
  result.slots = 2 * mlir::vm::kSlotBytes *
                 uint64_t(program.getHeader(format::kChannelSlots));
  return result;
}

static Error errorIn(const ProgramOptions &options, std::string message) {
  return Error(
      Diagnostic{Severity::Error, {options.file}, std::move(message), {}});
}

/// Checks that each instance of a launch has a lane of the instance buffers.
Error ProgramMemory::checkLaunches() const {
  if (program.getHeader(format::kInstanceWords) == 0)
    return Error::success();
  for (const Executable::Phase &phase : phases)
    for (const Executable::Launch &launch : phase.launches)
      if (launch.instances > lanes)
        return errorIn(
            options,
            "phase @" + mlir::vm::escape(phase.name) + " launches " +
                std::to_string(launch.instances) + " instances of @" +
                mlir::vm::escape(program.getRoutine(launch.routine).name) +
                ", but instance buffers have " + std::to_string(lanes) +
                " lanes; use --instances " + std::to_string(launch.instances) +
                " or more");
  return Error::success();
}

/// Checks the size before anything is allocated, so that the error can state
/// what would fit.
Error ProgramMemory::checkSize() {
  Expected<uint64_t> available = runtime::freeDeviceMemory(context.device());
  if (!available)
    return available.takeError();
  uint64_t limit = std::min(*available, options.memoryLimit.value_or(~0ull));
  // Positions and lanes are limited to 31 bits.
  uint64_t most = INT32_MAX;
  if (sizes.total() <= limit && maxPositions <= most)
    return Error::success();
  uint64_t fits = 0;
  for (uint64_t step = uint64_t(1) << 30; step; step /= 2)
    if (fits + step <= most && measure(fits + step).total() <= limit)
      fits += step;
  return errorIn(options, std::to_string(lanes) + " instances need " +
                              runtime::formatBytes(sizes.total()) + ", found " +
                              runtime::formatBytes(limit) +
                              " of free memory, enough for " +
                              std::to_string(fits));
}

Expected<void *> ProgramMemory::allocateZeros(uint64_t bytes) {
  Expected<void *> memory = context.allocate(bytes);
  if (!memory)
    return memory;
  owned.push_back(*memory);
  // Copies zeros from the host in chunks; large memory is only initialized
  // once.
  static constexpr uint64_t chunkBytes = 1 << 24;
  std::vector<char> chunk(std::min(bytes, chunkBytes));
  for (uint64_t done = 0; done < bytes; done += chunkBytes)
    if (Error error = context.copyToDevice(static_cast<char *>(*memory) + done,
                                           chunk.data(),
                                           std::min(chunkBytes, bytes - done)))
      return error;
  return memory;
}

Error ProgramMemory::allocate() {
  // They are numbered by words.
  if (options.instances < 1 || options.instances > INT32_MAX)
    return Error("expected 1 to 2147483647 instances, found " +
                 std::to_string(options.instances));
  if (Error error = checkLaunches())
    return error;
  if (Error error = checkSize())
    return error;
  auto allocateInto = [&](char *&pointer, uint64_t bytes, bool zero) -> Error {
    Expected<void *> memory =
        zero ? allocateZeros(bytes) : context.allocate(bytes);
    if (!memory)
      return memory.takeError();
    if (!zero)
      owned.push_back(*memory);
    pointer = static_cast<char *>(*memory);
    return Error::success();
  };
  struct Part {
    char **pointer;
    uint64_t bytes;
    bool zero;
  };
  llvm::StringRef bytes = program.getBytes();
  uint64_t zeroBytes = std::max(sizes.slots / 2, counterBytes);
  for (Part part : {Part{&state, sizes.state, false},
                    {&executed, sizes.executed, false},
                    {&frames, sizes.frames, false},
                    {&buffers, sizes.buffers / 2, false},
                    {&initial, sizes.buffers / 2, true},
                    {&slots, sizes.slots / 2, false},
                    {&zeros, zeroBytes, true},
                    {&counters, counterBytes, true},
                    {&image, bytes.size(), false}})
    if (Error error = allocateInto(*part.pointer, part.bytes, part.zero))
      return error;
  if (Error error = context.copyToDevice(image, bytes.data(), bytes.size()))
    return error;
  return uploadLaunches();
}

Error ProgramMemory::uploadLaunches() {
  for (const Executable::Phase &phase : phases) {
    std::vector<int32_t> rows;
    int64_t first = 0;
    for (const Executable::Launch &launch : phase.launches) {
      rows.push_back(static_cast<int32_t>(first));
      rows.push_back(
          static_cast<int32_t>(program.getRoutine(launch.routine).entry));
      first += countPositions(launch);
    }
    Expected<void *> memory = context.allocate(4 * rows.size());
    if (!memory)
      return memory.takeError();
    owned.push_back(*memory);
    launches.push_back(static_cast<char *>(*memory));
    if (Error error =
            context.copyToDevice(*memory, rows.data(), 4 * rows.size()))
      return error;
  }
  return Error::success();
}

uint64_t ProgramMemory::getOffset(const Executable::Buffer &buffer) const {
  if (isKind(buffer, mlir::vm::BufferKind::shared))
    return 4 * uint64_t(buffer.offset);
  return 4 * (program.getHeader(format::kSharedWords) +
              uint64_t(buffer.offset) * lanes);
}

uint64_t ProgramMemory::getBytes(const Executable::Buffer &buffer) const {
  return 4 * uint64_t(buffer.size) *
         (isKind(buffer, mlir::vm::BufferKind::instance) ? lanes : 1);
}

std::vector<int64_t>
ProgramMemory::getShape(const Executable::Buffer &buffer) const {
  if (isKind(buffer, mlir::vm::BufferKind::instance))
    return {buffer.size, static_cast<int64_t>(lanes)};
  return {buffer.size};
}

static ElementType getElementType(const Executable::Buffer &buffer) {
  return buffer.type ? ElementType::F32 : ElementType::I32;
}

static llvm::SmallVector<Executable::Buffer>
getInputs(const Executable &program) {
  llvm::SmallVector<Executable::Buffer> inputs;
  for (uint32_t i = 0; i < program.getCount(format::kBuffers); ++i)
    if (program.getBuffer(i).isInput())
      inputs.push_back(program.getBuffer(i));
  return inputs;
}

Error ProgramMemory::checkInputCount(size_t given) const {
  size_t expected = getInputs(program).size();
  if (given == expected)
    return Error::success();
  return errorIn(options,
                 "program '" + mlir::vm::escape(program.getName()) + "' has " +
                     std::to_string(expected) +
                     (expected == 1 ? " input buffer, " : " input buffers, ") +
                     std::to_string(given) + " given");
}

Error ProgramMemory::setInput(size_t number, const Array &array) {
  Executable::Buffer buffer = getInputs(program)[number];
  bool fits = array.type() == getElementType(buffer) ||
              (array.type() == ElementType::U32 && !buffer.type);
  if (!fits || array.shape() != getShape(buffer))
    return Error("input #" + std::to_string(number) + ", buffer @" +
                 mlir::vm::escape(buffer.name) + ", is " +
                 formatShape(getShape(buffer), getElementType(buffer)) +
                 (isKind(buffer, mlir::vm::BufferKind::instance)
                      ? " (words by instances)"
                      : "") +
                 ", found an array of " +
                 formatShape(array.shape(), array.type()));
  return context.copyToDevice(initial + getOffset(buffer), array.begin(),
                              array.bytes());
}

Error ProgramMemory::reset() {
  if (Error error = clearCounters())
    return error;
  if (sizes.buffers)
    if (Error error = context.copy(buffers, initial, sizes.buffers / 2))
      return error;
  if (sizes.slots)
    return context.copy(slots, zeros, sizes.slots / 2);
  return Error::success();
}

Error ProgramMemory::enterPhase(uint32_t phase) {
  for (uint32_t i = 0; i < program.getCount(format::kBuffers); ++i) {
    Executable::Buffer buffer = program.getBuffer(i);
    bool isTemporary = !buffer.isInput() && !buffer.isOutput();
    // Before the first phase, buffers are already zero.
    if (!isTemporary || buffer.firstPhase != phase || phase == 0)
      continue;
    Error error =
        isKind(buffer, mlir::vm::BufferKind::channel)
            ? context.copy(slots + mlir::vm::kSlotBytes * buffer.offset, zeros,
                           mlir::vm::kSlotBytes * buffer.size)
            : context.copy(buffers + getOffset(buffer),
                           initial + getOffset(buffer), getBytes(buffer));
    if (error)
      return error;
  }
  return Error::success();
}

Error ProgramMemory::clearCounters() {
  return context.copy(counters, zeros, counterBytes);
}

std::vector<void *> ProgramMemory::getArguments(uint32_t number,
                                                int32_t roundNumber) {
  const Executable::Phase &phase = phases[number];
  uint64_t positions = countPositions(phase);
  auto toSize = [](uint64_t size) { return static_cast<int64_t>(size); };
  descriptors.clear();
  descriptors.emplace_back(
      state, std::vector<int64_t>{mlir::vm::kNumWords, toSize(positions)});
  descriptors.emplace_back(executed, std::vector<int64_t>{toSize(positions)});
  int64_t depth = hasCalls ? program.getHeader(format::kStackDepth) : 0;
  descriptors.emplace_back(frames,
                           std::vector<int64_t>{depth, 8, toSize(positions)});
  descriptors.emplace_back(buffers,
                           std::vector<int64_t>{toSize(sizes.buffers / 2)});
  descriptors.emplace_back(
      slots, std::vector<int64_t>{program.getHeader(format::kChannelSlots)});
  descriptors.emplace_back(counters, std::vector<int64_t>{3});
  descriptors.emplace_back(
      launches[number], std::vector<int64_t>{toSize(phase.launches.size()), 2});
  descriptors.emplace_back(
      image, std::vector<int64_t>{toSize(program.getBytes().size())});
  laneCount = toSize(lanes);
  positionCount = toSize(positions);
  budget = options.maxInstructions.value_or(INT64_MAX / 2);
  seed = static_cast<int32_t>(options.seed);
  round = roundNumber;
  std::vector<void *> arguments;
  for (Descriptor &descriptor : descriptors)
    arguments.push_back(descriptor.address());
  arguments.insert(arguments.end(),
                   {&laneCount, &budget, &seed, &round, &positionCount});
  return arguments;
}

Expected<std::vector<uint32_t>> ProgramMemory::readCounters() {
  std::vector<uint32_t> values(counterBytes / 4);
  if (Error error = context.copyToHost(values.data(), counters, counterBytes))
    return error;
  return values;
}

Expected<std::vector<uint32_t>> ProgramMemory::readWord(unsigned word,
                                                        uint64_t positions) {
  std::vector<uint32_t> values(positions);
  if (Error error = context.copyToHost(
          values.data(), state + 4 * word * positions, 4 * positions))
    return error;
  return values;
}

Expected<std::vector<int64_t>> ProgramMemory::readExecuted(uint64_t positions) {
  std::vector<int64_t> values(positions);
  if (Error error = context.copyToHost(values.data(), executed, 8 * positions))
    return error;
  return values;
}

Expected<std::vector<Array>> ProgramMemory::readOutputs() {
  std::vector<Array> arrays;
  for (uint32_t i = 0; i < program.getCount(format::kBuffers); ++i) {
    Executable::Buffer buffer = program.getBuffer(i);
    if (!buffer.isOutput())
      continue;
    Expected<Array> array =
        Array::create(getElementType(buffer), getShape(buffer));
    if (!array)
      return array.takeError();
    if (Error error = context.copyToHost(
            array->begin(), buffers + getOffset(buffer), array->bytes()))
      return error;
    arrays.push_back(std::move(*array));
  }
  return arrays;
}

Expected<Array> ProgramMemory::readState(uint64_t positions) {
  Expected<Array> array = Array::create(
      ElementType::I32, {mlir::vm::kNumWords, static_cast<int64_t>(positions)});
  if (!array)
    return array;
  if (Error error = context.copyToHost(array->begin(), state, array->bytes()))
    return error;
  return array;
}
