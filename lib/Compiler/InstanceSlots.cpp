//===- InstanceSlots.cpp - Instances in the memory of a device-------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/InstanceSlots.h"
#include "CompiledFunctionCode.h"
#include "InstanceCode.h"
#include "InstancePages.h"
#include "SlotSizes.h"
#include "Zyn/Conversion/InstanceToKernel/InstanceToKernel.h"
#include "Zyn/Runtime/ByteSize.h"
#include "Zyn/Runtime/HostPortABI.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>

using namespace zyn::compiler;
using zyn::runtime::Context;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::runtime::InstanceOutcome;

/// What is left of the stack of a thread for the frame of a function that
/// checks it and for functions that are not recursive.
static constexpr int64_t remainingStackBytes = 8 << 10;
static constexpr int64_t stackGrowth = 4;
/// What larger stacks leave to the driver.
static constexpr uint64_t leastFreeBytes = 64 << 20;

namespace {
/// What recursive calls may use of the stack at first, and at most.
struct StackLimits {
  int64_t usual, most;
};
} // namespace

/// A thread of a GPU can have 512 KiB of local memory. Frames of emulated
/// functions are larger.
static StackLimits getStackLimits(const zyn::runtime::Device &device) {
  if (device.kind == zyn::runtime::DeviceKind::Emulator)
    return {96 << 10, 6 << 20};
  return {24 << 10, 384 << 10};
}

InstanceSlots::InstanceSlots(const CompiledWasm &code, Context &context)
    : code(code), context(context),
      stackBytes(getStackLimits(context.device()).usual) {}

InstanceSlots::~InstanceSlots() {
  if (enlargedStack)
    context.restoreStack(enlargedStack);
  for (void *pointer : owned)
    (void)context.free(pointer);
  (void)context.unshareHost(ports);
  (void)context.freeHost(ports);
}

/// Some memory is left for arguments and for the driver.
static uint64_t getUsableBytes(uint64_t available) { return available / 8 * 7; }

/// What the pool has cached is not available to the driver.
static uint64_t getUncachedBytes(const Context &context) {
  uint64_t available = context.availableMemory(),
           cached = context.memoryStatistics().cached;
  return getUsableBytes(available - std::min(available, cached));
}

bool InstanceSlots::hasLastingEffects() const {
  return code.kernel->hasLastingEffects;
}

uint64_t InstanceSlots::warpBytes() const {
  return (windowEnd - code.kernel->windowBegin) * slotsPerWarp;
}

Expected<char *> InstanceSlots::allocateBytes(uint64_t bytes) {
  Expected<void *> memory = context.allocate(std::max<uint64_t>(bytes, 1));
  if (!memory)
    return memory.takeError();
  owned.push_back(*memory);
  return static_cast<char *>(*memory);
}

/// Chooses the number of slots and the memory of each.
Error InstanceSlots::allocate(int64_t count) {
  const InstanceCode &kernel = *code.kernel;
  if (kernel.needsStack)
    if (Error error = context.reserveStack(stackBytes + remainingStackBytes))
      return error;
  Expected<std::unique_ptr<DeviceEnvironment>> environment =
      DeviceEnvironment::create(context, /*instances=*/1, {});
  if (!environment)
    return environment.takeError();
  noEnvironment = std::move(*environment);
  uint64_t available = getUsableBytes(context.availableMemory());
  SlotSizes sizes = chooseSlotSizes(
      kernel, kernel.stateWords * 8 + (2 + kernel.maxResults) * 8, count,
      available, context.maxOnDemand());
  if (sizes.warps == 0)
    return Error("out of memory: 32 instances need " +
                 runtime::formatBytes(sizes.warpBytes) + ", " +
                 runtime::formatBytes(available) + " available");
  // Bounds the memory of ports, which is page-locked, to 155 MB.
  constexpr uint64_t maxPorts = uint64_t(1) << 17;
  if (kernel.callsHost)
    sizes.warps = std::min(sizes.warps, maxPorts / slotsPerWarp);
  uint64_t allocated = sizes.warps * slotsPerWarp;
  turn = slots = std::min<uint64_t>(count, allocated);
  windowEnd = sizes.windowEnd;
  memoryBytes = sizes.memoryBytes;
  auto set = [&](char *&pointer, uint64_t bytes) {
    Expected<char *> memory = allocateBytes(bytes);
    if (!memory)
      return memory.takeError();
    pointer = *memory;
    return Error::success();
  };
  if (Error error = set(states, allocated * kernel.stateWords * 8))
    return error;
  if (Error error = set(windows, allocated / slotsPerWarp * warpBytes()))
    return error;
  if (Error error = set(outcomes, slots * (2 + kernel.maxResults) * 8))
    return error;
  if (Error error = set(instances, slots * sizeof(uint32_t)))
    return error;
  if (kernel.hasMemoryOutsideWindow)
    if (Error error = allocatePages(sizes))
      return error;
  return kernel.callsHost ? allocatePorts() : Error::success();
}

Error InstanceSlots::allocatePages(const SlotSizes &sizes) {
  uint64_t least = sizes.initialPages * Context::onDemandPageBytes;
  if (getUncachedBytes(context) < least)
    context.trimMemory();
  auto created = InstancePages::create(
      context, sizes.warps, memoryBytes, sizes.usesPages,
      getUncachedBytes(context) / Context::onDemandPageBytes);
  if (!created)
    return created.takeError();
  pages = std::move(*created);
  limitTurn(sizes.initialPages);
  return Error::success();
}

void InstanceSlots::limitTurn(uint64_t neededByWarp) {
  pagesOfWarp = neededByWarp;
  turn = slots;
  if (pagesOfWarp)
    turn = std::clamp<int64_t>(pages->limit() / pagesOfWarp * slotsPerWarp,
                               std::min<int64_t>(slots, slotsPerWarp), slots);
}

Error InstanceSlots::measurePages(int64_t count) {
  Expected<uint64_t> used = pages->countUsed();
  if (!used)
    return used.takeError();
  usedPages = *used;
  occupied = std::max(occupied, count);
  // Other instances may need more.
  limitTurn(2 * llvm::divideCeil(usedPages,
                                 llvm::divideCeil(occupied, slotsPerWarp)));
  return Error::success();
}

bool InstanceSlots::canGrowStack() const {
  return code.kernel->needsStack &&
         stackBytes < getStackLimits(context.device()).most;
}

Expected<bool> InstanceSlots::growStack() {
  if (!canGrowStack())
    return false;
  // Stacks take memory from pages.
  context.trimMemory();
  if (pages)
    if (Error error = pages->release(/*limit=*/0))
      return error;
  int64_t larger = stackBytes * stackGrowth;
  uint64_t bytes = larger + remainingStackBytes,
           needed = leastFreeBytes + pagesOfWarp * Context::onDemandPageBytes;
  bool grows = !context.enlargeStack(bytes);
  if (grows && getUncachedBytes(context) < needed) {
    context.restoreStack(bytes);
    grows = false;
  }
  if (grows) {
    if (enlargedStack)
      context.restoreStack(enlargedStack);
    enlargedStack = bytes;
    stackBytes = larger;
  }
  if (pages) {
    usedPages = occupied = 0;
    if (Error error = pages->release(getUncachedBytes(context) /
                                     Context::onDemandPageBytes))
      return error;
    limitTurn(pagesOfWarp);
  }
  return grows;
}

Error InstanceSlots::allocatePorts() {
  uint64_t bytes =
      llvm::divideCeil(slots, slotsPerWarp) * runtime::hostPortBytes;
  Expected<void *> memory = context.allocateHost(bytes);
  if (!memory)
    return memory.takeError();
  ports = static_cast<uint32_t *>(*memory);
  return context.shareHost(ports, bytes);
}

Expected<std::unique_ptr<InstanceSlots>>
InstanceSlots::create(const CompiledWasm &code, Context &context,
                      int64_t count) {
  std::unique_ptr<InstanceSlots> slots(new InstanceSlots(code, context));
  if (Error error = checkDevice(code.kernel->code->compilation, context))
    return error;
  if (Error error = slots->allocate(count))
    return error;
  // Launching no threads only loads the kernel.
  if (Error error = slots->invoke(/*count=*/0, Call()))
    return error;
  return std::move(slots);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

Error InstanceSlots::clear(int64_t count, const Call &call) {
  if (pages && call.othersHaveEnded &&
      usedPages > (call.needsAllPages ? 0 : pages->limit() / 4 * 3)) {
    if (Error error = pages->release(pages->limit()))
      return error;
    usedPages = occupied = 0;
  }
  const InstanceCode &kernel = *code.kernel;
  uint64_t end = std::min(kernel.memoryBytes, windowEnd);
  return context.mainStream().clear(
      windows, (end - kernel.windowBegin) * slotsPerWarp, warpBytes(),
      llvm::divideCeil(count, slotsPerWarp));
}

Error InstanceSlots::setArguments(const Call &call) {
  uint64_t bytes = call.arguments.size() * 8;
  if (bytes > argumentBytes || !arguments) {
    Expected<char *> memory = allocateBytes(bytes);
    if (!memory)
      return memory.takeError();
    arguments = *memory;
    argumentBytes = bytes;
  }
  return bytes ? context.copyToDevice(arguments, call.arguments.data(), bytes)
               : Error::success();
}

Error InstanceSlots::setInputs(const std::vector<uint32_t> &words) {
  uint64_t bytes = words.size() * sizeof(uint32_t);
  if (!inputs) {
    Expected<char *> memory = allocateBytes(bytes);
    if (!memory)
      return memory.takeError();
    inputs = *memory;
  }
  return context.copyToDevice(inputs, words.data(), bytes);
}

Error InstanceSlots::setInstances(int64_t count, const Call &call) {
  std::vector<uint32_t> wanted = call.instances;
  if (wanted.empty()) {
    wanted.resize(count);
    std::iota(wanted.begin(), wanted.end(), 0);
  }
  if (wanted == numbers)
    return Error::success();
  numbers.clear();
  if (Error error = context.copyToDevice(instances, wanted.data(),
                                         wanted.size() * sizeof(uint32_t)))
    return error;
  numbers = std::move(wanted);
  return Error::success();
}

Error InstanceSlots::invoke(int64_t count, const Call &call) {
  const runtime::CallType *type = nullptr;
  if (call.function)
    type = &code.module()->types[code.module()->functions[*call.function].type];
  lastCount = count;
  lastResults = type ? type->results.size() : 0;
  int64_t end = windowEnd, memory = memoryBytes,
          pagesWords = pages ? pages->wordsOfWarp() : 0, stack = stackBytes;
  int64_t stride = type && call.arguments.size() > type->parameters.size()
                       ? type->parameters.size()
                       : 0;
  int32_t function = call.function ? static_cast<int32_t>(*call.function) : -1;
  uint32_t start = call.isNew          ? mlir::zyn::kSlotNew
                   : call.onlyReturned ? mlir::zyn::kSlotUsedIfReturned
                                       : mlir::zyn::kSlotUsed;
  const DeviceEnvironment *environment = call.environment;
  if (!environment)
    environment = noEnvironment.get();
  // In the order of `SlotParameters`.
  void *parameters[] = {states,
                        windows,
                        &end,
                        &count,
                        arguments,
                        &stride,
                        outcomes,
                        &stack,
                        &function,
                        &start,
                        ports,
                        inputs,
                        environment->address(),
                        instances,
                        pages ? pages->outside() : nullptr,
                        &memory,
                        pages ? pages->words() : nullptr,
                        &pagesWords};
  static_assert(std::size(parameters) ==
                mlir::zyn::SlotParameters::kNumParameters);
  return context.invoke(code.kernel->code->jit.entry(), parameters);
}

Error InstanceSlots::run(int64_t count, const Call &call) {
  const InstanceCode &kernel = *code.kernel;
  if (kernel.callsHost && !call.server)
    return Error("the module imports functions: expected a server of calls");
  // There are no ports otherwise.
  runtime::HostCallServer *server = kernel.callsHost ? call.server : nullptr;
  if (server && server->turnSize() < count)
    return Error("instances in the turn of the server: " +
                 std::to_string(server->turnSize()) + ", expected at least " +
                 std::to_string(count));
  if (!call.instances.empty() &&
      static_cast<int64_t>(call.instances.size()) != count)
    return Error(
        "numbers of instances: " + std::to_string(call.instances.size()) +
        ", expected " + std::to_string(count));
  if (Error error = setArguments(call))
    return error;
  if (Error error = setInstances(count, call))
    return error;
  if (server)
    if (Error error = setInputs(server->inputs()))
      return error;
  if (call.isNew)
    if (Error error = clear(count, call))
      return error;
  if (server)
    server->start(ports);
  Error error = invoke(count, call);
  if (!error)
    error = context.synchronize();
  if (server)
    server->stop();
  if (!error && pages && count > 0)
    error = measurePages(count);
  return error;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static InstanceOutcome toOutcome(uint64_t status, uint64_t site) {
  InstanceOutcome outcome;
  auto code = static_cast<uint32_t>(status) & ~mlir::zyn::kSlotLackedPages;
  outcome.lackedMemory = status & mlir::zyn::kSlotLackedPages;
  if (code == mlir::zyn::kSlotReturned) {
    outcome.kind = InstanceOutcome::Returned;
  } else if (code == mlir::zyn::kSlotExited) {
    outcome.kind = InstanceOutcome::Exited;
    outcome.exitCode = status >> 32;
  } else if (code >= mlir::zyn::kSlotTrapped) {
    outcome.kind = InstanceOutcome::Trapped;
    outcome.trap.kind =
        static_cast<zynrt_trap_kind>(code - mlir::zyn::kSlotTrapped);
    outcome.trap.function = status >> 32;
    outcome.trap.site = site;
  }
  return outcome;
}

Error InstanceSlots::readOutcomes(InstanceOutcome *results) {
  std::unique_ptr<uint64_t[]> columns(new uint64_t[2 * lastCount]);
  if (Error error = context.copyToHost(columns.get(), outcomes,
                                       2 * lastCount * sizeof(uint64_t)))
    return error;
  for (int64_t i = 0; i < lastCount; ++i)
    results[i] = toOutcome(columns[i], columns[lastCount + i]);
  return Error::success();
}

Error InstanceSlots::readResults(uint64_t *rows) {
  const char *first = outcomes + 2 * lastCount * sizeof(uint64_t);
  uint64_t bytes = lastCount * sizeof(uint64_t);
  // A single column is what the rows consist of.
  if (lastResults == 1)
    return context.copyToHost(rows, first, bytes);
  std::unique_ptr<uint64_t[]> column(new uint64_t[lastCount]);
  for (size_t i = 0; i < lastResults; ++i) {
    if (Error error =
            context.copyToHost(column.get(), first + i * bytes, bytes))
      return error;
    for (int64_t row = 0; row < lastCount; ++row)
      rows[row * lastResults + i] = column[row];
  }
  return Error::success();
}

Expected<uint64_t> InstanceSlots::readGlobal(uint32_t index) {
  const InstanceCode::Global &global = code.kernel->globals[index];
  if (!global.word)
    return global.value;
  uint64_t value = 0;
  if (Error error = context.copyToHost(
          &value, states + *global.word * slotsPerWarp * sizeof(uint64_t),
          sizeof(value)))
    return error;
  return value;
}
