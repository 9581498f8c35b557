//===- CallGraphs.cpp - Calls of functions as graphs ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallGraphs.h"
#include "CapturedLaunches.h"
#include "LaunchGraphs.h"
#include "RelaxedCapture.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace zyn::runtime;

size_t ArgumentValues::place(const KernelParameter &parameter, size_t &end) {
  auto alignTo = [](size_t offset, size_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
  };
  constexpr size_t smallAlignment = 16;
  size_t begin =
      alignTo(end, parameter.bytes >= lineBytes ? lineBytes : smallAlignment);
  end = begin + parameter.bytes;
  return begin;
}

CallGraphs::~CallGraphs() {
  // The driver destroys executable graphs when they have no more work.
  for (auto &[address, function] : functions)
    for (Segment &segment : function.segments)
      release(segment);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

bool CallGraphs::begin(const void *function) {
  if (driver.version < LaunchGraphs::minVersion)
    return false;
  std::lock_guard<std::mutex> lock(mutex);
  if (isOpen.load(std::memory_order_relaxed)) {
    // A function that the current one calls numbers its launches itself.
    if (isMine())
      keepError(closeSegment());
    return false;
  }
  caller = std::this_thread::get_id();
  called = &functions[function];
  called->lastCall = ++numCalls;
  if (functions.size() > maxFunctions)
    (void)forgetOldest();
  segmentNumber = 0;
  isDisturbed = false;
  startSegment();
  isOpen.store(true, std::memory_order_release);
  return true;
}

bool CallGraphs::forgetOldest() {
  auto oldest = functions.end();
  for (auto entry = functions.begin(); entry != functions.end(); ++entry)
    if (&entry->second != called &&
        (oldest == functions.end() ||
         entry->second.lastCall < oldest->second.lastCall))
      oldest = entry;
  if (oldest == functions.end())
    return false;
  for (Segment &segment : oldest->second.segments)
    release(segment);
  functions.erase(oldest);
  return true;
}

Error CallGraphs::end() {
  std::lock_guard<std::mutex> lock(mutex);
  keepError(closeSegment());
  isOpen.store(false, std::memory_order_release);
  called = nullptr;
  return std::exchange(failure, Error::success());
}

Error CallGraphs::flushOpen() {
  std::lock_guard<std::mutex> lock(mutex);
  if (!isOpen.load(std::memory_order_relaxed))
    return Error::success();
  if (isMine())
    return closeSegment();
  disturb();
  return Error::success();
}

void CallGraphs::flushAndKeepError() {
  if (!isOpen.load(std::memory_order_acquire))
    return;
  std::lock_guard<std::mutex> lock(mutex);
  if (!isOpen.load(std::memory_order_relaxed))
    return;
  if (isMine())
    keepError(closeSegment());
  else
    disturb();
}

void CallGraphs::keepError(Error error) {
  if (error && !failure)
    failure = std::move(error);
}

void CallGraphs::disturb() {
  if (isDisturbed)
    return;
  if (keepsBack)
    keepError(launchPending());
  keepsBack = false;
  isDisturbed = true;
}

bool CallGraphs::isGraph(const Segment &segment) const {
  return segment.calls >= callsBefore && segment.launches.size() >= minLaunches;
}

void CallGraphs::startSegment() {
  position = 0;
  pendingValues.clear();
  pendingBytes = 0;
  keepsBack = segmentNumber < called->segments.size() && isGraph(segment());
}

/// Forgets the launches of a segment from `numKept` on: this call has others.
void CallGraphs::forget(Segment &segment, size_t numKept) {
  release(segment);
  segment.launches.resize(numKept);
  segment.calls = 0;
}

Error CallGraphs::closeSegment() {
  if (position == 0 || isDisturbed)
    return Error::success();
  Segment &closed = segment();
  bool isComplete = position == closed.launches.size();
  Error error;
  if (keepsBack && !(isComplete && launchGraph(closed)))
    error = launchPending();
  if (!isComplete)
    forget(closed, position);
  if (closed.calls < callsBefore)
    ++closed.calls;
  ++segmentNumber;
  startSegment();
  return error;
}

bool CallGraphs::Launch::operator==(const Launch &other) const {
  return kernel == other.kernel &&
         std::equal(shape.grid, shape.grid + 3, other.shape.grid) &&
         std::equal(shape.block, shape.block + 3, other.shape.block) &&
         shape.dynamicSharedBytes == other.shape.dynamicSharedBytes &&
         shape.after == other.shape.after;
}

CallGraphs::Action CallGraphs::add(const CudaKernel &kernel,
                                   const LaunchShape &shape, void **arguments) {
  if (!isOpen.load(std::memory_order_acquire))
    return Action::LaunchAlone;
  std::lock_guard<std::mutex> lock(mutex);
  if (!isOpen.load(std::memory_order_relaxed))
    return Action::LaunchAlone;
  if (!isMine())
    disturb();
  if (isDisturbed)
    return isMine() ? Action::Launch : Action::LaunchAlone;
  if (!kernel.fitsLaunchGraphs || position == maxLaunches)
    keepError(closeSegment());
  if (!kernel.fitsLaunchGraphs || segmentNumber == maxSegments)
    return Action::LaunchAlone;
  if (segmentNumber == called->segments.size())
    called->segments.emplace_back();
  Segment &current = segment();
  Launch launch{&kernel, shape};
  // They may not live as long as the segment.
  launch.shape.location = nullptr;
  launch.shape.work = nullptr;
  bool isSame = position < current.launches.size() &&
                launch == current.launches[position];
  if (!isSame) {
    if (keepsBack)
      keepError(launchPending());
    keepsBack = false;
    forget(current, position);
    current.launches.push_back(launch);
  }
  ++position;
  if (!keepsBack)
    return current.launches.size() < minLaunches ? Action::LaunchAlone
                                                 : Action::Launch;
  for (const KernelParameter &parameter : kernel.signature.parameters) {
    size_t begin = ArgumentValues::place(parameter, pendingBytes);
    pendingValues.resize(pendingBytes);
    std::memcpy(pendingValues.at(begin), *arguments++, parameter.bytes);
  }
  return Action::None;
}

std::vector<void *> CallGraphs::pendingArguments(const Launch &launch,
                                                 size_t &offset) {
  std::vector<void *> arguments;
  for (const KernelParameter &parameter : launch.kernel->signature.parameters)
    arguments.push_back(
        pendingValues.at(ArgumentValues::place(parameter, offset)));
  return arguments;
}

Error CallGraphs::launchPending() {
  size_t offset = 0;
  for (size_t i = 0; i < position; ++i) {
    const Launch &launch = segment().launches[i];
    std::vector<void *> arguments = pendingArguments(launch, offset);
    cu::Result result =
        launch.kernel->launch(driver, queue, launch.shape, arguments.data());
    if (Error error = launch.kernel->check(driver, result))
      return error;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

void CallGraphs::release(Segment &segment) {
  if (segment.executable)
    (void)driver.graphExecDestroy(segment.executable);
  if (segment.graph) {
    (void)driver.graphDestroy(segment.graph);
    --numGraphs;
  }
  segment.executable = nullptr;
  segment.graph = nullptr;
  segment.nodes.clear();
}

/// Captures what is kept back, with `recorder`, as the graph of a segment.
bool CallGraphs::capture(Segment &segment, cu::Stream recorder) {
  if (driver.streamBeginCapture(recorder, cu::streamCaptureModeRelaxed) !=
      cu::success)
    return false;
  CapturedLaunches captured(driver, recorder);
  size_t offset = 0;
  bool isComplete = true;
  for (const Launch &launch : segment.launches) {
    std::vector<void *> arguments = pendingArguments(launch, offset);
    isComplete = captured.add(*launch.kernel, launch.shape, arguments.data()) ==
                     cu::success &&
                 captured.lastNode();
    if (!isComplete)
      break;
    segment.nodes.push_back(captured.lastNode());
  }
  return driver.streamEndCapture(recorder, &segment.graph) == cu::success &&
         isComplete;
}

bool CallGraphs::build(Segment &segment) {
  while (numGraphs >= LaunchGraphs::maxGraphs)
    if (!forgetOldest())
      return false;
  RelaxedCapture relaxed(driver);
  cu::Stream recorder = nullptr;
  if (driver.streamCreate(&recorder, cu::streamNonBlocking) != cu::success)
    return false;
  bool isBuilt = capture(segment, recorder);
  (void)driver.streamDestroy(recorder);
  if (segment.graph)
    ++numGraphs;
  return isBuilt && driver.graphInstantiate(&segment.executable, segment.graph,
                                            /*flags=*/0) == cu::success;
}

/// Gives the executable graph the arguments that are kept back.
bool CallGraphs::update(Segment &segment) {
  size_t offset = 0;
  for (size_t i = 0; i < segment.launches.size(); ++i) {
    const Launch &launch = segment.launches[i];
    size_t begin = offset;
    std::vector<void *> arguments = pendingArguments(launch, offset);
    if (!std::memcmp(pendingValues.at(begin), segment.values.at(begin),
                     offset - begin))
      continue;
    cu::KernelNode node = launch.kernel->node(launch.shape, arguments.data());
    if (driver.graphKernelNodeSetParams(segment.executable, segment.nodes[i],
                                        &node) != cu::success)
      return false;
  }
  return true;
}

bool CallGraphs::launchGraph(Segment &segment) {
  bool isReady = segment.executable ? update(segment) : build(segment);
  if (isReady && driver.graphLaunch(segment.executable, queue) == cu::success) {
    segment.values.swap(pendingValues);
    return true;
  }
  // There are as many calls before another try.
  release(segment);
  segment.calls = 0;
  return false;
}
