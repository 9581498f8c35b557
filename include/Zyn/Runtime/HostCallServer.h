//===- HostCallServer.h - Calls of the host by kernels -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_HOSTCALLSERVER_H
#define ZYN_RUNTIME_HOSTCALLSERVER_H

#include "Zyn/Runtime/InstanceRun.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace zyn::runtime {

/// Calls functions of host modules for instances in slots of a device, which
/// request this through their ports (see HostPortABI.h) while a kernel runs. It
/// must only be used by one thread at a time. For example:
///
///   auto server = HostCallServer::create(program, request, threads);
///   ...
///   (*server)->begin(/*instances=*/{0, 1, 2});
///   (*server)->start(ports);
///   Error error = ...; // Runs the kernel and waits for its end.
///   (*server)->stop();
///   Error finished = (*server)->finish();
class HostCallServer {
public:
  /// Creates a server for runs of `request`, or returns null if the program
  /// imports no functions. Instances are stopped at their next call after the
  /// time limit of the request or `cancel`, and functions of the host that
  /// block then receive the signal SIGURG. Both arguments must outlive the
  /// server, which uses up to `threads` threads of its own. Errors: those of
  /// `resolveHostFunctions`.
  static Expected<std::unique_ptr<HostCallServer>>
  create(const InstanceModule &program, const InstanceRequest &request,
         unsigned threads);
  ~HostCallServer();
  HostCallServer(const HostCallServer &) = delete;
  HostCallServer &operator=(const HostCallServer &) = delete;

  /// Begins a turn: slot i has the new instance number `instances`[i], which
  /// may have been postponed.
  void begin(std::vector<uint32_t> instances);
  /// The number of instances of the turn; 0 before it begins.
  int64_t turnSize() const;
  /// Stops the instance in a slot when it makes a call: it has ended before.
  void end(int64_t slot);
  /// Postpones the end of the instance in a slot, which will run again from the
  /// beginning, and should do the same again if `isSame`. Returns false, and
  /// does nothing, if its calls do not allow this (`HostInstance::canRepeat`).
  bool postpone(int64_t slot, bool isSame);
  /// Ends the turn. Error: that of `HostInstance::finish`.
  Error finish();
  /// Ends the instances that were postponed and have not run again.
  Error finishPostponed();

  /// The inputs of each function of the program, as in HostPortABI.h.
  const std::vector<uint32_t> &inputs() const;

  /// Serves the ports of all slots of the turn, in memory that the kernel can
  /// access, until the kernel has ended.
  void start(uint32_t *ports);
  void stop();

private:
  struct State;
  explicit HostCallServer(std::unique_ptr<State> state);
  const std::unique_ptr<State> state;
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_HOSTCALLSERVER_H
