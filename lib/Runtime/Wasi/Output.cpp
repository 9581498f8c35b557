//===- Output.cpp - Where instances write their output --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Wasi/Output.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace zyn::runtime;
using namespace zyn::runtime::wasi;

/// Writes all bytes to a descriptor of the host.
static bool writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR)
      return false;
    if (written > 0)
      bytes.remove_prefix(written);
  }
  return true;
}

namespace {
/// Writes the output of an instance that may run again: what it has already
/// written is left out as long as it is the same.
class RepeatableOutput {
public:
  /// Called before the instance runs again.
  void restart() { positions = {}; }

  bool write(int stream, std::string_view bytes) {
    std::string &text = written[stream - 1];
    size_t &position = positions[stream - 1];
    auto same = std::mismatch(bytes.begin(), bytes.end(),
                              text.begin() + position, text.end());
    position = same.second - text.begin();
    bytes.remove_prefix(same.first - bytes.begin());
    if (bytes.empty())
      return true;
    if (position < text.size() && !startLine(stream, text, position))
      return false;
    if (isRepeatable) {
      text += bytes;
      position = text.size();
      isRepeatable = position <= maxBytes;
    }
    bool succeeded = writeAll(stream, bytes);
    isRepeatable &= succeeded;
    return succeeded;
  }

  bool canRepeat(bool isSame) const {
    return isRepeatable &&
           (isSame || (written[0].empty() && written[1].empty()));
  }

private:
  /// Writes the beginning of a line again whose end differs.
  static bool startLine(int stream, std::string &text, size_t position) {
    bool isAtLine = text.back() == '\n';
    text.resize(position);
    return (isAtLine || writeAll(stream, "\n")) &&
           writeAll(stream, text.substr(text.rfind('\n') + 1));
  }

  static constexpr size_t maxBytes = size_t(1) << 20;

  /// Of standard output and error.
  std::array<std::string, 2> written;
  /// The lengths of what the present run has written of it.
  std::array<size_t, 2> positions = {};
  bool isRepeatable = true;
};
} // namespace

//===----------------------------------------------------------------------===//
// Nothing, or only the first
//===----------------------------------------------------------------------===//

namespace {
class DirectOutput : public ProgramOutput {
public:
  explicit DirectOutput(RepeatableOutput &output) : output(output) {
    output.restart();
  }
  bool write(int stream, std::string_view bytes) override {
    return output.write(stream, bytes);
  }
  Error finish() override {
    output = RepeatableOutput();
    return Error::success();
  }
  bool canRepeat(bool isSame) const override {
    return output.canRepeat(isSame);
  }

private:
  RepeatableOutput &output;
};

class DroppedOutput : public ProgramOutput {
public:
  bool write(int, std::string_view) override { return true; }
  bool canRepeat(bool) const override { return true; }
};

class NoOutput : public OutputRouter {
public:
  std::unique_ptr<ProgramOutput> open(int64_t) override {
    return std::make_unique<DroppedOutput>();
  }
};

class FirstOutput : public OutputRouter {
public:
  std::unique_ptr<ProgramOutput> open(int64_t instance) override {
    if (instance == 0)
      return std::make_unique<DirectOutput>(first);
    return std::make_unique<DroppedOutput>();
  }

private:
  RepeatableOutput first;
};
} // namespace

//===----------------------------------------------------------------------===//
// One after the other
//===----------------------------------------------------------------------===//

namespace {
/// What an instance has written, in order, and to which stream.
using Pieces = std::vector<std::pair<int, std::string>>;

void writePieces(const Pieces &pieces) {
  for (auto &[stream, bytes] : pieces)
    writeAll(stream, bytes);
}

class OrderedOutput : public OutputRouter {
public:
  std::unique_ptr<ProgramOutput> open(int64_t instance) override;

  void finish() override {
    for (auto &[instance, pieces] : waiting)
      writePieces(pieces);
    waiting.clear();
  }

  bool isNext(int64_t instance) const { return next.load() == instance; }

  /// That of the next instance.
  RepeatableOutput &nextOutput() { return written; }

  void end(int64_t instance, Pieces pieces) {
    std::lock_guard<std::mutex> lock(mutex);
    waiting[instance] = std::move(pieces);
    while (!waiting.empty() && isNext(waiting.begin()->first)) {
      writePieces(waiting.begin()->second);
      waiting.erase(waiting.begin());
      // Only the instance that is next uses it.
      written = RepeatableOutput();
      next.fetch_add(1);
    }
  }

private:
  std::mutex mutex;
  std::atomic<int64_t> next{0};
  std::map<int64_t, Pieces> waiting;
  RepeatableOutput written;
};

class OrderedProgramOutput : public ProgramOutput {
public:
  OrderedProgramOutput(OrderedOutput &router, int64_t instance)
      : router(router), instance(instance) {
    if (router.isNext(instance))
      router.nextOutput().restart();
  }
  bool write(int stream, std::string_view bytes) override {
    // Only this object can change whether it is the next one.
    if (router.isNext(instance)) {
      writeWaiting();
      return router.nextOutput().write(stream, bytes);
    }
    if (pieces.empty() || pieces.back().first != stream)
      pieces.push_back({stream, {}});
    pieces.back().second += bytes;
    return true;
  }

  Error finish() override {
    router.end(instance, std::move(pieces));
    return Error::success();
  }

  bool canRepeat(bool isSame) const override {
    return !router.isNext(instance) || router.nextOutput().canRepeat(isSame);
  }

private:
  void writeWaiting() {
    for (auto &[stream, bytes] : std::exchange(pieces, {}))
      router.nextOutput().write(stream, bytes);
  }

  OrderedOutput &router;
  const int64_t instance;
  Pieces pieces;
};
} // namespace

std::unique_ptr<ProgramOutput> OrderedOutput::open(int64_t instance) {
  if (instance == 0)
    next = 0; // of another run of the program
  return std::make_unique<OrderedProgramOutput>(*this, instance);
}

//===----------------------------------------------------------------------===//
// Line by line
//===----------------------------------------------------------------------===//

namespace {
class MergedOutput : public OutputRouter {
public:
  std::unique_ptr<ProgramOutput> open(int64_t instance) override;

  bool write(int stream, std::string_view lines) {
    std::lock_guard<std::mutex> lock(mutex);
    return writeAll(stream, lines);
  }

private:
  std::mutex mutex;
};

class MergedProgramOutput : public ProgramOutput {
public:
  explicit MergedProgramOutput(MergedOutput &router) : router(router) {}
  bool write(int stream, std::string_view bytes) override {
    std::string &line = rest[stream - 1];
    size_t end = bytes.rfind('\n') + 1;
    line += bytes.substr(0, end);
    bool succeeded = end == 0 || router.write(stream, line);
    if (end != 0) {
      isWritten = true;
      line.clear();
    }
    line += bytes.substr(end);
    return succeeded;
  }

  Error finish() override {
    for (int stream : {1, 2})
      if (!rest[stream - 1].empty())
        router.write(stream, rest[stream - 1] + "\n");
    return Error::success();
  }

  bool canRepeat(bool) const override { return !isWritten; }

private:
  MergedOutput &router;
  /// The incomplete line of each stream.
  std::array<std::string, 2> rest;
  bool isWritten = false;
};
} // namespace

std::unique_ptr<ProgramOutput> MergedOutput::open(int64_t instance) {
  return std::make_unique<MergedProgramOutput>(*this);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {
/// Does not keep files open, since a device may run many instances at once.
class FileOutput : public ProgramOutput {
public:
  explicit FileOutput(std::string prefix) : prefix(std::move(prefix)) {}

  bool write(int stream, std::string_view bytes) override {
    constexpr size_t bufferBytes = 65536;
    std::string &buffer = buffers[stream - 1];
    buffer += bytes;
    return buffer.size() < bufferBytes || flush(stream);
  }

  Error finish() override {
    for (int stream : {1, 2})
      if (!buffers[stream - 1].empty() && !flush(stream))
        return Error::at(getPath(stream),
                         std::string("cannot write: ") + std::strerror(errno));
    return Error::success();
  }

  bool canRepeat(bool) const override { return !created[0] && !created[1]; }

private:
  std::string getPath(int stream) const {
    return prefix + (stream == 1 ? ".stdout" : ".stderr");
  }

  bool flush(int stream) {
    bool &isCreated = created[stream - 1];
    int file = ::open(getPath(stream).c_str(),
                      O_WRONLY | O_CREAT | O_CLOEXEC |
                          (isCreated ? O_APPEND : O_TRUNC),
                      0666);
    if (file < 0)
      return false;
    isCreated = true;
    bool isWritten = writeAll(file, buffers[stream - 1]);
    buffers[stream - 1].clear();
    close(file);
    return isWritten;
  }

  const std::string prefix;
  std::array<std::string, 2> buffers;
  std::array<bool, 2> created = {};
};

class FolderOutput : public OutputRouter {
public:
  explicit FolderOutput(std::string folder) : folder(std::move(folder)) {}
  std::unique_ptr<ProgramOutput> open(int64_t instance) override {
    return std::make_unique<FileOutput>(folder + "/" +
                                        std::to_string(instance));
  }

private:
  const std::string folder;
};
} // namespace

//===----------------------------------------------------------------------===//
// In memory
//===----------------------------------------------------------------------===//

namespace {
class KeptProgramOutput : public ProgramOutput {
public:
  explicit KeptProgramOutput(KeptOutput &output) : output(output) {
    // That of an instance that runs again.
    output = {};
  }
  bool write(int stream, std::string_view bytes) override {
    output[stream - 1] += bytes;
    return true;
  }

  bool canRepeat(bool) const override { return true; }

private:
  KeptOutput &output;
};

class MemoryOutput : public OutputRouter {
public:
  explicit MemoryOutput(std::vector<KeptOutput> &outputs) : outputs(outputs) {}
  std::unique_ptr<ProgramOutput> open(int64_t instance) override {
    return std::make_unique<KeptProgramOutput>(outputs[instance]);
  }

private:
  std::vector<KeptOutput> &outputs;
};
} // namespace

std::unique_ptr<OutputRouter>
zyn::runtime::wasi::createKeptOutput(std::vector<KeptOutput> &outputs) {
  return std::make_unique<MemoryOutput>(outputs);
}

std::unique_ptr<OutputRouter> zyn::runtime::wasi::createNoOutput() {
  return std::make_unique<NoOutput>();
}

std::unique_ptr<OutputRouter> zyn::runtime::wasi::createFirstOutput() {
  return std::make_unique<FirstOutput>();
}

std::unique_ptr<OutputRouter> zyn::runtime::wasi::createOrderedOutput() {
  return std::make_unique<OrderedOutput>();
}

std::unique_ptr<OutputRouter> zyn::runtime::wasi::createMergedOutput() {
  return std::make_unique<MergedOutput>();
}

Expected<std::unique_ptr<OutputRouter>>
zyn::runtime::wasi::createFolderOutput(const std::string &folder) {
  if (mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST)
    return Error::at(folder, std::string("cannot create the folder: ") +
                                 std::strerror(errno));
  struct stat stat;
  if (::stat(folder.c_str(), &stat) != 0 || !S_ISDIR(stat.st_mode))
    return Error::at(folder, "expected a folder, found a file");
  return std::unique_ptr<OutputRouter>(std::make_unique<FolderOutput>(folder));
}
