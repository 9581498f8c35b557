//===- Process.h - What WASI knows about an instance ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_WASI_PROCESS_H
#define ZYN_LIB_RUNTIME_WASI_PROCESS_H

#include "Overlay.h"
#include "Zyn/Runtime/HostModule.h"
#include "Zyn/Runtime/Wasi/WasiModule.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace zyn::runtime::wasi {

/// An open file, folder or stream.
struct Descriptor {
  /// Null for a stream.
  std::shared_ptr<Node> node;
  /// The number of a stream of the host: 0, 1 or 2.
  int stream = -1;
  FileType type = FileType::Unknown;
  uint16_t flags = 0;
  uint64_t rights = 0, inheriting = 0;
  uint64_t position = 0;
  /// The name of a preopened folder.
  std::optional<std::string> name;
  /// The entries when the folder was first read, so that removing some does not
  /// hide others.
  std::vector<std::pair<std::string, std::shared_ptr<Node>>> listing;
};

/// What a path refers to.
struct PathTarget {
  /// The folder and the name in it; null for the folder that the path starts
  /// from.
  std::shared_ptr<Node> folder;
  std::string name;
  /// Null if there is no such entry.
  std::shared_ptr<Node> node;
  /// Whether the path ends with a slash.
  bool mustBeFolder = false;
};

/// Resolves a path that must not leave `root`.
Errno resolvePath(const std::shared_ptr<Node> &root, const std::string &path,
                  bool followsLast, PathTarget &target);

/// Sets the times that `flags` select.
Errno setTimes(Node &node, uint64_t accessTime, uint64_t modifyTime,
               uint32_t flags);

/// What the processes of all instances share.
struct Environment {
  WasiOptions options;
  /// In the order of `options.folders`.
  std::vector<std::unique_ptr<HostNode>> folders;
  /// The types of the host's streams.
  std::array<FileType, 3> streams;
};

/// The state of WASI for one instance.
class Process : public HostInstance {
public:
  Process(const Environment &environment, int64_t index);

  HostReply call(uint32_t function, GuestMemory &memory,
                 uint64_t *slots) override;
  Error finish() override;
  bool canRepeat(bool isSame) const override;

#define WASI_CALL(NAME, METHOD, PARAMETERS) Errno METHOD PARAMETERS;
#define WASI_VOID_CALL(NAME, METHOD, PARAMETERS) void METHOD PARAMETERS;
#include "Calls.def"

private:
  template <typename T>
  Errno store(uint32_t address, const T &value) {
    return memory->write(address, &value, sizeof(T)) ? Errno::Success
                                                     : Errno::Fault;
  }
  template <typename T>
  Errno load(uint32_t address, T &value) {
    return memory->read(address, &value, sizeof(T)) ? Errno::Success
                                                    : Errno::Fault;
  }
  Errno storeSizes(const std::vector<std::string> &strings, uint32_t count,
                   uint32_t size);
  Errno storeStrings(const std::vector<std::string> &strings, uint32_t pointers,
                     uint32_t bytes);

  /// Finds an open descriptor that has the rights.
  Errno find(uint32_t fd, uint64_t rights, Descriptor *&descriptor);
  /// The same for something with contents: a file or a stream.
  Errno findContents(uint32_t fd, uint64_t rights, Descriptor *&descriptor);
  /// The same for one of a file.
  Errno findFile(uint32_t fd, uint64_t rights, Descriptor *&descriptor);
  Errno open(Descriptor descriptor, uint32_t &fd);

  Errno loadVectors(uint32_t vectors, uint32_t count,
                    std::vector<IOVector> &result);
  Errno readVectors(Descriptor &descriptor, uint32_t vectors, uint32_t count,
                    uint64_t offset, uint32_t &total);
  Errno writeVectors(Descriptor &descriptor, uint32_t vectors, uint32_t count,
                     uint64_t offset, uint32_t &total);
  using Transfer = decltype(&Process::readVectors);
  /// Calls `transfer` for a file that has `rights`, and stores the total.
  Errno transferAt(uint32_t fd, uint64_t rights, Transfer transfer,
                   uint32_t vectors, uint32_t count, uint64_t offset,
                   uint32_t size);

  /// Resolves a path in memory from the folder `fd`, which must have `rights`.
  Errno resolve(uint32_t fd, uint64_t rights, uint32_t path, uint32_t size,
                bool followsLast, PathTarget &target);
  Errno loadPath(uint32_t path, uint32_t size, std::string &result);

  const WasiOptions &options;
  const int64_t index;
  std::vector<std::string> arguments;
  std::unique_ptr<ProgramOutput> output;
  /// Whether the standard input has been read, which another run cannot repeat.
  bool hasReadInput = false;
  Quota quota;
  std::vector<std::shared_ptr<Node>> roots;
  std::vector<std::optional<Descriptor>> descriptors;
  /// The number of blocks of random bytes that were drawn.
  uint64_t numRandomBlocks = 0;

  // Of the current call.
  GuestMemory *memory = nullptr;
  HostReply reply;
};

/// The name and the type of each call, in the order of Calls.def.
std::vector<HostModule::Function> getFunctions();

} // namespace zyn::runtime::wasi

#endif // ZYN_LIB_RUNTIME_WASI_PROCESS_H
