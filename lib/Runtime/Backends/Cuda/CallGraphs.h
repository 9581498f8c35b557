//===- CallGraphs.h - Calls of functions as graphs --------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a compiled function that is called again and again always launches the
// same kernels with the same shapes, these launches become a graph of the
// driver. A call then compares its launches with those of the graph, changes
// the arguments that differ, such as the addresses of results, and queues the
// graph when the function does anything else or ends. That takes the host far
// less time than to launch each kernel, and the device starts the next kernel
// sooner.
//
// Launches are kept back meanwhile. So everything that depends on the order of
// a stream's work queues them first: copies, events, waits, and the release of
// memory to the driver.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_CUDA_CALLGRAPHS_H
#define ZYN_LIB_RUNTIME_BACKENDS_CUDA_CALLGRAPHS_H

#include "CudaModule.h"
#include "Driver.h"
#include "Zyn/Runtime/Launch.h"

#include <atomic>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

namespace zyn::runtime {

/// The values of arguments, one after the other, at multiples of 16 bytes, or
/// of 64 for tensor maps and others that are as large.
class ArgumentValues {
public:
  /// What is added is zero.
  void resize(size_t bytes) {
    lines.resize((bytes + lineBytes - 1) / lineBytes);
  }
  void clear() { lines.clear(); }
  void swap(ArgumentValues &other) { lines.swap(other.lines); }
  char *at(size_t offset) {
    return reinterpret_cast<char *>(lines.data()) + offset;
  }

  /// Returns where an argument begins that follows `end` bytes, and advances
  /// `end` to its own end.
  static size_t place(const KernelParameter &parameter, size_t &end);

private:
  static constexpr size_t lineBytes = 64;
  struct alignas(lineBytes) Line {
    char bytes[lineBytes];
  };
  std::vector<Line> lines;
};

/// The graphs of the functions that are called on a stream. Thread-safe; the
/// device's context must be current.
class CallGraphs {
public:
  /// How often a function has to launch the same kernels before these become a
  /// graph, which takes about as long as ten launches of each.
  static constexpr unsigned callsBefore = 8;
  /// A kernel alone is left to `LaunchGraphs`.
  static constexpr size_t minLaunches = 2;
  /// The device should not wait for longer.
  static constexpr size_t maxLaunches = 512;
  /// A function that does other work in between more often launches its other
  /// kernels one by one.
  static constexpr size_t maxSegments = 32;
  /// Of those that were called longest ago, what is known is forgotten.
  static constexpr size_t maxFunctions = 256;

  /// `numGraphs` is the number of graphs of all streams.
  CallGraphs(const Driver &driver, cu::Stream queue,
             std::atomic<size_t> &numGraphs)
      : driver(driver), queue(queue), numGraphs(numGraphs) {}
  ~CallGraphs();

  CallGraphs(const CallGraphs &) = delete;
  CallGraphs &operator=(const CallGraphs &) = delete;

  /// Starts a call of a function on this thread. Returns false if another call
  /// has not ended; this one then launches its kernels as usual.
  bool begin(const void *function);
  /// Queues what is kept back and ends the call. Error: the driver's.
  Error end();

  /// Queues what is kept back, from any thread, before other work.
  Error flush() {
    return isOpen.load(std::memory_order_acquire) ? flushOpen()
                                                  : Error::success();
  }
  /// The same for callers that cannot fail: `end` returns the error.
  void flushAndKeepError();

  enum class Action {
    /// The launch is kept back or queued.
    None,
    /// It has to be launched. It may become a part of a graph later.
    Launch,
    /// It has to be launched, and will not.
    LaunchAlone,
  };
  /// Takes a launch of this thread's call.
  Action add(const CudaKernel &kernel, const LaunchShape &shape,
             void **arguments);

private:
  /// A launch without its arguments.
  struct Launch {
    const CudaKernel *kernel;
    LaunchShape shape;

    bool operator==(const Launch &other) const;
  };
  /// Launches of a call with no other work in between.
  struct Segment {
    /// Those of the last call, and for how many calls they have been the same.
    std::vector<Launch> launches;
    unsigned calls = 0;
    cu::Graph graph = nullptr;
    cu::GraphExec executable = nullptr;
    std::vector<cu::GraphNode> nodes;
    /// The arguments of the executable graph.
    ArgumentValues values;
  };
  struct Function {
    std::vector<Segment> segments;
    /// When it was called last, in calls of all functions.
    uint64_t lastCall = 0;
  };

  Error flushOpen();
  Error closeSegment();
  void keepError(Error error);
  /// Queues what is kept back for work of another thread.
  void disturb();
  /// Forgets the function that was called longest ago. Returns whether there
  /// was another than the current one.
  bool forgetOldest();
  Segment &segment() { return called->segments[segmentNumber]; }
  bool isMine() const { return caller == std::this_thread::get_id(); }
  void startSegment();
  bool isGraph(const Segment &segment) const;
  void forget(Segment &segment, size_t numKept);
  /// Launches what is kept back kernel by kernel.
  Error launchPending();
  /// Queues what is kept back as a graph; returns whether that was possible.
  bool launchGraph(Segment &segment);
  bool build(Segment &segment);
  bool capture(Segment &segment, cu::Stream recorder);
  bool update(Segment &segment);
  void release(Segment &segment);
  /// The addresses of the arguments of a launch, which begin at `offset` of
  /// those that are kept back; adds their size to it.
  std::vector<void *> pendingArguments(const Launch &launch, size_t &offset);

  const Driver &driver;
  const cu::Stream queue;
  std::atomic<size_t> &numGraphs;
  std::mutex mutex;
  std::unordered_map<const void *, Function> functions;
  uint64_t numCalls = 0;

  // The current call.
  std::atomic<bool> isOpen{false};
  std::thread::id caller;
  Function *called = nullptr;
  size_t segmentNumber = 0;
  /// The number of launches in the segment so far.
  size_t position = 0;
  bool keepsBack = false;
  /// The number of bytes of the arguments that are kept back.
  size_t pendingBytes = 0;
  /// Whether another thread has done work on the stream, so that what the call
  /// does says nothing about the next one.
  bool isDisturbed = false;
  ArgumentValues pendingValues;
  Error failure;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_CUDA_CALLGRAPHS_H
