//===- WasiTest.cpp - Calls of WASI preview 1 -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Wasi/WasiModule.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

using namespace zyn::runtime;
using namespace zyn::runtime::wasi;
namespace fs = std::filesystem;

namespace {
/// The memory of a program, a page.
class TestMemory : public GuestMemory {
public:
  bool read(uint32_t address, void *to, uint64_t size) const override {
    if (address > sizeof(bytes) || size > sizeof(bytes) - address)
      return false;
    if (size)
      std::memcpy(to, bytes + address, size);
    return true;
  }
  bool write(uint32_t address, const void *from, uint64_t size) override {
    if (address > sizeof(bytes) || size > sizeof(bytes) - address)
      return false;
    if (size)
      std::memcpy(bytes + address, from, size);
    return true;
  }

  char bytes[65536] = {};
};

/// Collects the output of all instances.
class TestOutput : public OutputRouter {
public:
  std::unique_ptr<ProgramOutput> open(int64_t instance) override {
    class Output : public ProgramOutput {
    public:
      explicit Output(std::string &text) : text(text) {}
      bool write(int stream, std::string_view bytes) override {
        text += std::to_string(stream) + ":" + std::string(bytes) + ";";
        return true;
      }
      std::string &text;
    };
    return std::make_unique<Output>(texts[instance]);
  }

  std::map<int64_t, std::string> texts;
};

// Addresses in the memory.
constexpr uint32_t result = 0, path = 1024, otherPath = 3072, buffer = 8192,
                   vectors = 512;
constexpr uint64_t allRights = 0x1fffffff;
constexpr uint64_t fileRights = 0x08e001ff;
constexpr uint32_t folder = 3;

// Errors.
constexpr uint64_t success = 0, badDescriptor = 8, exists = 20, fault = 21,
                   invalid = 28, isFolder = 31, loop = 32, noEntry = 44,
                   noSpace = 51, notImplemented = 52, notFolder = 54,
                   notEmpty = 55, notSocket = 57, notCapable = 76;

class Wasi : public testing::Test {
protected:
  void SetUp() override {
    char name[] = "/tmp/zyn-wasi-XXXXXX";
    root = ::mkdtemp(name);
    fs::create_directories(root / "inside/sub");
    std::ofstream(root / "secret.txt") << "secret";
    std::ofstream(root / "inside/input.txt") << "0123456789";
    fs::create_symlink("../secret.txt", root / "inside/up");
    fs::create_symlink(root / "secret.txt", root / "inside/absolute");
    fs::create_symlink("input.txt", root / "inside/good");
    fs::create_symlink("around", root / "inside/around");
    options.arguments = {"program", "x y"};
    options.environment = {"A=1"};
    options.folders = {{(root / "inside").string(), "."}};
    options.output = &output;
  }
  void TearDown() override { fs::remove_all(root); }

  void start(int64_t index = 0) {
    auto created = createWasiModule(options);
    ASSERT_TRUE(created) << created.takeError().message();
    module = std::move(*created);
    instance = module->createInstance(index);
  }

  uint64_t call(const std::string &name, std::vector<uint64_t> slots) {
    for (uint32_t i = 0; i < module->functions.size(); ++i)
      if (module->functions[i].name == name) {
        EXPECT_EQ(module->functions[i].type.parameters.size(), slots.size());
        // For the result.
        slots.push_back(0);
        reply = instance->call(i, memory, slots.data());
        return slots[0];
      }
    ADD_FAILURE() << "no call " << name;
    return ~uint64_t(0);
  }

  template <typename T>
  T load(uint32_t address) {
    T value;
    EXPECT_TRUE(memory.read(address, &value, sizeof(value)));
    return value;
  }

  uint64_t store(uint32_t address, const std::string &text) {
    EXPECT_TRUE(memory.write(address, text.data(), text.size()));
    return text.size();
  }

  uint64_t open(const std::string &name, uint64_t openFlags = 0,
                uint64_t lookup = 1, uint64_t rights = fileRights) {
    return call("path_open", {folder, lookup, path, store(path, name),
                              openFlags, rights, 0, 0, result});
  }

  /// Sets the only vector.
  void setVector(uint32_t address, uint32_t size) {
    uint32_t vector[] = {address, size};
    memory.write(vectors, vector, sizeof(vector));
  }

  uint64_t write(uint32_t fd, const std::string &text) {
    setVector(buffer, store(buffer, text));
    return call("fd_write", {fd, vectors, 1, result});
  }

  std::string readAll(uint32_t fd) {
    setVector(buffer, 1000);
    EXPECT_EQ(call("fd_pread", {fd, vectors, 1, 0, result}), success);
    return std::string(memory.bytes + buffer, load<uint32_t>(result));
  }

  uint64_t withPath(const std::string &function, const std::string &name) {
    return call(function, {folder, path, store(path, name)});
  }

  fs::path root;
  WasiOptions options;
  TestOutput output;
  TestMemory memory;
  std::unique_ptr<HostModule> module;
  std::unique_ptr<HostInstance> instance;
  HostReply reply;
};
} // namespace

TEST_F(Wasi, InputsAreAddressesAndCounts) {
  start();
  InstanceModule program;
  size_t numInputs = 0;
  for (const HostModule::Function &function : module->functions) {
    InstanceModule::Function import;
    import.type = program.types.size();
    import.import = {module->name, function.name};
    program.functions.push_back(import);
    program.types.push_back(function.type);
    numInputs += function.inputs.size();
  }
  auto references = resolveHostFunctions(program, {module.get()});
  EXPECT_TRUE(references) << references.takeError().message();
  EXPECT_EQ(numInputs, 17u);
}

TEST_F(Wasi, PassesArgumentsAndEnvironment) {
  options.instanceArguments = {{}, {"own"}};
  start(1);
  EXPECT_EQ(call("args_sizes_get", {0, 4}), success);
  EXPECT_EQ(load<uint32_t>(0), 3u);
  EXPECT_EQ(load<uint32_t>(4), 16u);
  EXPECT_EQ(call("args_get", {0, buffer}), success);
  EXPECT_STREQ(memory.bytes + load<uint32_t>(4), "x y");
  EXPECT_STREQ(memory.bytes + load<uint32_t>(8), "own");
  EXPECT_EQ(call("args_get", {65534, buffer}), fault);
  EXPECT_EQ(call("environ_sizes_get", {0, 4}), success);
  EXPECT_EQ(load<uint32_t>(4), 4u);
  EXPECT_EQ(call("environ_get", {0, buffer}), success);
  EXPECT_STREQ(memory.bytes + buffer, "A=1");
}

TEST_F(Wasi, WritesOutput) {
  start();
  EXPECT_EQ(write(1, "out"), success);
  EXPECT_EQ(write(2, "err"), success);
  EXPECT_EQ(output.texts[0], "1:out;2:err;");
  setVector(65530, 100);
  EXPECT_EQ(call("fd_write", {1, vectors, 1, result}), fault);
  EXPECT_EQ(call("fd_write", {1, 65535, 1, result}), fault);
  EXPECT_EQ(call("fd_write", {9, vectors, 1, result}), badDescriptor);
  EXPECT_EQ(call("fd_write", {folder, vectors, 1, result}), isFolder);
  // Without an input, reading is at the end of it.
  EXPECT_EQ(call("fd_read", {0, vectors, 1, result}), success);
  EXPECT_EQ(load<uint32_t>(result), 0u);
}

TEST_F(Wasi, KeepsPathsInTheirFolder) {
  start();
  EXPECT_EQ(open("input.txt"), success);
  EXPECT_EQ(open("sub/../input.txt"), success);
  EXPECT_EQ(open("good"), success);
  EXPECT_EQ(open("good", 0, /*lookup=*/0), loop);
  EXPECT_EQ(open("../secret.txt"), notCapable);
  EXPECT_EQ(open("sub/../../secret.txt"), notCapable);
  EXPECT_EQ(open((root / "secret.txt").string()), notCapable);
  EXPECT_EQ(open("up"), notCapable);
  EXPECT_EQ(open("absolute"), notCapable);
  EXPECT_EQ(open("around"), loop);
  EXPECT_EQ(open("input.txt/"), notFolder);
  EXPECT_EQ(open("input.txt/x"), notFolder);
  EXPECT_EQ(open("missing/x"), noEntry);
  EXPECT_EQ(open(std::string("input.txt\0x", 11)), invalid);
  EXPECT_EQ(open(""), noEntry);
  // Nor by a link that the program makes.
  uint64_t size = store(otherPath, "../secret.txt");
  EXPECT_EQ(call("path_symlink",
                 {otherPath, size, folder, path, store(path, "mine")}),
            success);
  EXPECT_EQ(open("mine"), notCapable);
  size = store(otherPath, "/etc/passwd");
  EXPECT_EQ(call("path_symlink",
                 {otherPath, size, folder, path, store(path, "other")}),
            notCapable);
  EXPECT_EQ(call("path_rename", {folder, path, store(path, "input.txt"), folder,
                                 otherPath, store(otherPath, "../moved")}),
            notCapable);
  // A folder is the limit for the paths that start from it.
  EXPECT_EQ(open("sub", /*openFlags=*/2, 1, allRights & ~fileRights), success);
  uint32_t sub = load<uint32_t>(result);
  EXPECT_EQ(call("path_open", {sub, 1, path, store(path, "../input.txt"), 0, 0,
                               0, 0, result}),
            notCapable);
}

TEST_F(Wasi, GivesEachInstanceItsOwnFiles) {
  start();
  std::unique_ptr<HostInstance> first = std::move(instance);
  instance = module->createInstance(1);
  ASSERT_EQ(open("input.txt"), success);
  EXPECT_EQ(write(load<uint32_t>(result), "abc"), success);
  EXPECT_EQ(withPath("path_unlink_file", "good"), success);
  std::swap(first, instance);
  ASSERT_EQ(open("good"), success);
  EXPECT_EQ(readAll(load<uint32_t>(result)), "0123456789");
  std::swap(first, instance);
  ASSERT_EQ(open("input.txt"), success);
  EXPECT_EQ(readAll(load<uint32_t>(result)), "abc3456789");
  EXPECT_FALSE(instance->finish());
  std::string text;
  std::ifstream(root / "inside/input.txt") >> text;
  EXPECT_EQ(text, "0123456789");
}

TEST_F(Wasi, WritesBack) {
  options.writesBack = true;
  start();
  // A folder of the host is renamed, and its former contents are modified.
  std::ofstream(root / "inside/sub/a.txt") << "a";
  EXPECT_EQ(call("path_rename", {folder, path, store(path, "sub"), folder,
                                 otherPath, store(otherPath, "new")}),
            success);
  ASSERT_EQ(open("sub", /*openFlags=*/1), success);
  EXPECT_EQ(write(load<uint32_t>(result), "now a file"), success);
  EXPECT_EQ(withPath("path_unlink_file", "input.txt"), success);
  EXPECT_EQ(withPath("path_create_directory", "new/deep"), success);
  EXPECT_EQ(withPath("path_remove_directory", "new"), notEmpty);
  Error error = instance->finish();
  EXPECT_FALSE(error) << error.message();
  EXPECT_EQ(fs::file_size(root / "inside/new/a.txt"), 1u);
  EXPECT_TRUE(fs::is_directory(root / "inside/new/deep"));
  EXPECT_EQ(fs::file_size(root / "inside/sub"), 10u);
  EXPECT_FALSE(fs::exists(root / "inside/input.txt"));
  EXPECT_TRUE(fs::is_symlink(root / "inside/up"));
  EXPECT_TRUE(fs::exists(root / "secret.txt"));
}

TEST_F(Wasi, ListsFolders) {
  start();
  auto list = [&](uint64_t cookie, uint32_t bytes) {
    EXPECT_EQ(call("fd_readdir", {folder, buffer, bytes, cookie, result}),
              success);
    return load<uint32_t>(result);
  };
  std::string names;
  uint32_t used = list(0, 4096);
  for (uint32_t i = 0; i < used;) {
    auto size = load<uint32_t>(buffer + i + 16);
    names += std::string(memory.bytes + buffer + i + 24, size) + " ";
    i += 24 + size;
  }
  EXPECT_EQ(names, ". .. absolute around good input.txt sub up ");
  // The listing does not change while it is read.
  EXPECT_EQ(withPath("path_unlink_file", "absolute"), success);
  list(4, 4096);
  EXPECT_EQ(std::string(memory.bytes + buffer + 24, 4), "good");
  EXPECT_EQ(list(0, 30), 30u);
  EXPECT_EQ(list(1000, 4096), 0u);
}

TEST_F(Wasi, LimitsWhatFilesOccupy) {
  options.fileBytes = 10000;
  start();
  ASSERT_EQ(open("input.txt"), success);
  uint32_t fd = load<uint32_t>(result);
  EXPECT_EQ(call("fd_filestat_set_size", {fd, 9000}), success);
  EXPECT_EQ(call("fd_allocate", {fd, 0, uint64_t(1) << 60}), noSpace);
  setVector(buffer, 10);
  EXPECT_EQ(call("fd_pwrite", {fd, vectors, 1, 20000, result}), noSpace);
  EXPECT_EQ(call("fd_filestat_set_size", {fd, 0}), success);
  EXPECT_EQ(call("fd_pwrite", {fd, vectors, 1, 9000, result}), success);
  // Folders inside each other.
  EXPECT_EQ(call("fd_filestat_set_size", {fd, 0}), success);
  uint64_t error = success;
  int folders = 0;
  for (std::string name = "d"; error == success; name += "/d", ++folders)
    error = withPath("path_create_directory", name);
  EXPECT_EQ(error, noSpace);
  EXPECT_GT(folders, 10);
}

TEST_F(Wasi, DrawsRepeatableNumbers) {
  auto draw = [&](int64_t index, uint64_t seed) {
    options.seed = seed;
    start(index);
    EXPECT_EQ(call("random_get", {buffer, 20}), success);
    EXPECT_EQ(call("random_get", {buffer + 20, 12}), success);
    return std::string(memory.bytes + buffer, 32);
  };
  std::string first = draw(0, 7);
  EXPECT_EQ(draw(0, 7), first);
  EXPECT_NE(draw(1, 7), first);
  EXPECT_NE(draw(0, 8), first);
  EXPECT_EQ(call("random_get", {65530, 20}), fault);
}

TEST_F(Wasi, ReadsClocksAndWaits) {
  start();
  EXPECT_EQ(call("clock_time_get", {1, 0, 0}), success);
  EXPECT_EQ(call("clock_time_get", {1, 0, 8}), success);
  EXPECT_GE(load<uint64_t>(8), load<uint64_t>(0));
  EXPECT_EQ(call("clock_res_get", {0, 0}), success);
  EXPECT_GT(load<uint64_t>(0), 0u);
  EXPECT_EQ(call("clock_time_get", {9, 0, 0}), invalid);
  // A clock, 5 ms from now, and another one, 3 ms.
  constexpr uint32_t subscriptions = 16384, events = 20000;
  uint64_t clock[6] = {11, 0, 1, 5000000, 0, 0};
  memory.write(subscriptions, clock, sizeof(clock));
  clock[0] = 22;
  clock[3] = 3000000;
  memory.write(subscriptions + 48, clock, sizeof(clock));
  EXPECT_EQ(call("poll_oneoff", {subscriptions, events, 2, result}), success);
  EXPECT_EQ(reply.kind, HostReply::Sleep);
  EXPECT_EQ(load<uint32_t>(result), 1u);
  EXPECT_EQ(load<uint64_t>(events), 22u);
  // A stream is ready at once.
  uint64_t stream[6] = {33, 2, 1, 0, 0, 0};
  memory.write(subscriptions, stream, sizeof(stream));
  EXPECT_EQ(call("poll_oneoff", {subscriptions, events, 2, result}), success);
  EXPECT_EQ(reply.kind, HostReply::Return);
  EXPECT_EQ(load<uint64_t>(events), 33u);
  EXPECT_EQ(call("poll_oneoff", {subscriptions, events, 0, result}), invalid);
  EXPECT_EQ(call("sched_yield", {}), success);
}

TEST_F(Wasi, ManagesDescriptors) {
  start();
  EXPECT_EQ(call("fd_prestat_get", {folder, result}), success);
  EXPECT_EQ(load<uint32_t>(result + 4), 1u);
  EXPECT_EQ(call("fd_prestat_dir_name", {folder, buffer, 1}), success);
  EXPECT_EQ(memory.bytes[buffer], '.');
  EXPECT_EQ(call("fd_prestat_get", {folder + 1, result}), badDescriptor);
  ASSERT_EQ(open("input.txt"), success);
  uint32_t fd = load<uint32_t>(result);
  EXPECT_EQ(call("fd_seek", {fd, uint64_t(-3), 2, result}), success);
  EXPECT_EQ(call("fd_tell", {fd, result}), success);
  EXPECT_EQ(load<uint64_t>(result), 7u);
  EXPECT_EQ(call("fd_seek", {fd, uint64_t(-8), 1, result}), invalid);
  EXPECT_EQ(call("fd_renumber", {fd, 1}), success);
  EXPECT_EQ(call("fd_tell", {fd, result}), badDescriptor);
  EXPECT_EQ(readAll(1), "0123456789");
  // Rights are only given up.
  EXPECT_EQ(call("fd_fdstat_set_rights", {1, 2, 0}), success);
  EXPECT_EQ(write(1, "x"), notCapable);
  EXPECT_EQ(call("fd_fdstat_set_rights", {1, 66, 0}), notCapable);
  EXPECT_EQ(call("fd_close", {1}), success);
  EXPECT_EQ(call("fd_close", {1}), badDescriptor);
  EXPECT_EQ(open("input.txt", /*openFlags=*/5), exists);
}

TEST_F(Wasi, EndsWithACode) {
  start();
  call("proc_exit", {7});
  EXPECT_EQ(reply.kind, HostReply::Exit);
  EXPECT_EQ(reply.exitCode, 7u);
  EXPECT_EQ(call("proc_raise", {6}), notImplemented);
  EXPECT_EQ(call("sock_shutdown", {1, 0}), notSocket);
  EXPECT_EQ(call("sock_accept", {77, 0, result}), badDescriptor);
  EXPECT_EQ(call("sock_recv", {1, vectors, 1, 0, 0, 4}), notSocket);
  EXPECT_EQ(call("sock_send", {1, vectors, 1, 0, 0}), notSocket);
}

/// No call may crash, whatever its arguments are.
TEST_F(Wasi, AcceptsAnyArguments) {
  options.fileBytes = 1 << 20;
  start();
  static const uint64_t values[] = {
      0,     1,     2,      3,          4,          16,    path,
      65535, 65536, 100000, 0x80000000, 0xffffffff, ~0ull, 1ull << 63};
  store(path, "input.txt");
  uint64_t state = 1;
  for (int i = 0; i < 200000; ++i) {
    auto next = [&](uint64_t count) {
      state = state * 6364136223846793005 + 1442695040888963407;
      return (state >> 33) % count;
    };
    uint32_t function = next(module->functions.size());
    const CallType &type = module->functions[function].type;
    std::vector<uint64_t> slots(std::max<size_t>(type.parameters.size(), 1));
    for (uint64_t &slot : slots)
      slot = values[next(std::size(values))];
    for (size_t j = 0; j < type.parameters.size(); ++j)
      if (type.parameters[j] == ValueKind::I32)
        slots[j] = static_cast<uint32_t>(slots[j]);
    instance->call(function, memory, slots.data());
    if (!type.results.empty()) {
      EXPECT_LE(slots[0], 76u) << module->functions[function].name;
    }
  }
}

//===----------------------------------------------------------------------===//
// Output of instances that run again
//===----------------------------------------------------------------------===//

TEST(WasiOutputTest, WritesTheSameOutputOnce) {
  auto router = createFirstOutput();
  testing::internal::CaptureStdout();
  auto output = router->open(0);
  EXPECT_TRUE(output->write(1, "one\ntwo at 1\n"));
  EXPECT_TRUE(output->canRepeat(/*isSame=*/true));
  EXPECT_FALSE(output->canRepeat(/*isSame=*/false));
  output = router->open(0);
  EXPECT_TRUE(output->write(1, "on"));
  EXPECT_TRUE(output->write(1, "e\n"));
  EXPECT_TRUE(output->write(1, "two at 2\nthree\n"));
  output = router->open(0);
  EXPECT_TRUE(output->write(1, "one\ntwo at 2\nthree\nfour\n"));
  EXPECT_FALSE(output->finish());
  // Of another run of the program.
  output = router->open(0);
  EXPECT_TRUE(output->canRepeat(/*isSame=*/false));
  EXPECT_TRUE(output->write(1, "one\n"));
  EXPECT_FALSE(output->finish());
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "one\ntwo at 1\ntwo at 2\nthree\nfour\none\n");
}

TEST(WasiOutputTest, WritesOutputsInOrderOnce) {
  auto router = createOrderedOutput();
  testing::internal::CaptureStdout();
  auto first = router->open(0), second = router->open(1);
  EXPECT_TRUE(second->write(1, "3"));
  EXPECT_TRUE(first->write(1, "1"));
  EXPECT_TRUE(second->canRepeat(/*isSame=*/true));
  first = router->open(0);
  second = router->open(1);
  EXPECT_TRUE(first->write(1, "1"));
  EXPECT_TRUE(first->write(1, "2"));
  EXPECT_FALSE(first->finish());
  EXPECT_TRUE(second->write(1, "3"));
  second = router->open(1);
  EXPECT_TRUE(second->write(1, "34"));
  EXPECT_FALSE(second->finish());
  first = router->open(0);
  EXPECT_TRUE(first->write(1, "5"));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "12345");
}

TEST(WasiOutputTest, KeepsAMebibyte) {
  auto router = createFirstOutput();
  testing::internal::CaptureStdout();
  auto output = router->open(0);
  std::string text(size_t(1) << 20, 'a');
  EXPECT_TRUE(output->write(1, text));
  EXPECT_TRUE(output->canRepeat(/*isSame=*/true));
  EXPECT_TRUE(output->write(1, "b"));
  EXPECT_FALSE(output->canRepeat(/*isSame=*/true));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), text + "b");
}
