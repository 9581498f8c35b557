//===- RunOptions.cpp - The command line of zyn-run -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunOptions.h"
#include "Zyn/Runtime/ByteSize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

using llvm::StringRef;
using zyn::runtime::Error;
using zyn::runtime::Expected;

const char *const zyn::tools::runHelp =
    R"(zyn-run: runs a function of an .mlir file, a program of the matrix machine, or a
kernel of a .ptx file

usage: zyn-run FILE.mlir [--entry NAME] [INPUT...] [-o OUTPUT.npy]... [options]
       zyn-run FILE.mlir|FILE.vmx [INPUT...] [-o OUTPUT.npy]... [--instances N]
               [--engine NAME] [options]
       zyn-run FILE.ptx --kernel NAME --grid X[,Y[,Z]] --block X[,Y[,Z]]
               [--shared BYTES] [--arg ARGUMENT]... [-o OUTPUT.npy]... [options]
       zyn-run --list-devices

A function:
  --entry NAME      the function to run (default: main, or else the only public
                    function)
  INPUT             one for each argument of the function:
                      x.npy               an array
                      random:f32:64x32    normally distributed; integers are
                                          uniform from -100 to 100
                      zeros:f32:64x32, ones:f32:64x32
                      3, 0.5, true        a number
  -o OUTPUT.npy     where a result is written, once for each result, in order;
                    without -o, the results are printed

A program of the matrix machine (docs/vm-machine.md); an .mlir may have several:
  --entry NAME      the program to run, if there are several
  INPUT             one for each input buffer, in order: as above
  -o OUTPUT.npy     where an output buffer is written, in order
  --instances N     how many run at once (default: 1024)
  --engine NAME     aot (the default): compiled; interpreter: one kernel that
                    reads the program; epochs: an instruction at a time, sorted
                    by its class
  --max-epochs N    instructions that an instance may execute; it is an error
                    if one has not ended then (default: no bound)
  --state FILE.npy  where the final states of the last phase are written, 32
                    words by instances
  --report          print what the program consists of, and what was executed;
                    without inputs where it has some, it does not run

A kernel (needs a CUDA device):
  --kernel NAME     the kernel to launch
  --grid, --block   blocks of the grid, threads of a block
  --shared BYTES    dynamic shared memory of a block
  --arg ARGUMENT    one for each parameter of the kernel:
                      x.npy, random:..., zeros:..., ones:...  an array, passed
                                          as a pointer to its copy on the device
                      inout:x.npy         the same, and an output
                      out:f32:1024        an array of zeros, and an output
                      i32:5, f32:0.5      a number
  -o OUTPUT.npy     where an output is written, in order

Options, which may stand anywhere:
  --device NAME     auto (the first GPU, or else the host; the default), cuda,
                    cuda:N, cpu, or emulate: a GPU emulated on the host
  --check KINDS     what the emulator checks: all (the default) or none, which
                    is faster
  --timeout SECONDS stop a kernel of the emulator that runs longer, and say
                    where it was; on other devices, stop all runs together
  --time            print the device's name and the time of a run, without
                    compilation and without copying inputs and results
  --repeat N        runs (default: 1, with --time 10); --time adds warm-up runs
  --no-output       do not print results
  --seed N          of random inputs, of the random numbers of a program of the
                    machine, and of the order in which the emulator runs threads
                    (default: 0, their order)
  --memory-limit N  the most device memory to use, such as 512MiB or 2GiB
  --list-devices    print the devices and their properties
  --help            print this

Types: i1 (NumPy's bool), i8, i16, i32, i64, f16, bf16 (two raw bytes in NumPy),
f32, f64. Exit status: 0, or 1 after one line that says what is wrong.
Environment: ZYN_THREADS is the number of host threads; ZYN_CACHE_DIR keeps
compiled kernels.

Examples:
  zyn-run model.mlir images.npy w1.npy b1.npy w2.npy b2.npy \
          -o classes.npy -o probabilities.npy
  zyn-run matmul.mlir random:f32:1024x1024 random:f32:1024x1024 \
          --device cpu --time --repeat 30 --no-output
  zyn-run search.vmx wanted.npy --instances 100000 -o found.npy
  zyn-run add.ptx --kernel add --grid 4 --block 256 \
          --arg x.npy --arg out:f32:1024 --arg i32:1024 -o y.npy
)";

Error zyn::tools::notForPrograms(const RunOptions &options) {
  return Error("--engine, --instances, --max-epochs, --state and --report are "
               "for a program of the matrix machine; '" +
               options.file + "' is none");
}

static Error wrongValue(StringRef option, StringRef value,
                        const char *expected) {
  return Error("'" + value.str() + "' is no value of " + option.str() +
               ": expected " + expected);
}

static Error parseCount(StringRef option, StringRef value, int64_t &count) {
  if (value.getAsInteger(10, count) || count < 1)
    return wrongValue(option, value, "a number from 1");
  return Error::success();
}

/// Reads X, X,Y or X,Y,Z.
static Error parseSizes(StringRef option, StringRef value, int64_t sizes[3]) {
  llvm::SmallVector<StringRef> parts;
  value.split(parts, ',');
  if (parts.size() > 3)
    return wrongValue(option, value, "X, X,Y or X,Y,Z");
  for (auto [i, part] : llvm::enumerate(parts))
    if (part.getAsInteger(10, sizes[i]) || sizes[i] < 1)
      return wrongValue(option, value, "X, X,Y or X,Y,Z, from 1");
  return Error::success();
}

/// Whether `text`, which begins with a dash, is a number or a file name.
static bool isInput(StringRef text) {
  StringRef rest = text.drop_front();
  return rest.empty() || llvm::isDigit(rest[0]) || rest[0] == '.' ||
         rest == "inf" || rest == "nan";
}

namespace {
class OptionParser {
public:
  OptionParser(int argc, char **argv) : words(argv + 1, argv + argc) {}

  Expected<zyn::tools::RunOptions> parse() {
    while (!words.empty()) {
      StringRef word = take();
      if (word == "--" && !onlyInputs) {
        onlyInputs = true;
        continue;
      }
      if (onlyInputs || !word.starts_with("-") || isInput(word)) {
        addPositional(word);
        continue;
      }
      if (Error error = parseOption(word))
        return error;
    }
    return std::move(options);
  }

private:
  StringRef take() {
    StringRef word = words.front();
    words = words.drop_front();
    return word;
  }

  void addPositional(StringRef word) {
    if (options.file.empty())
      options.file = word.str();
    else
      options.inputs.push_back(word.str());
  }

  Error parseOption(StringRef word) {
    if (bool *flag = findFlag(word)) {
      *flag = true;
      return Error::success();
    }
    auto [name, value] = word.split('=');
    if (!llvm::is_contained(valued, name)) {
      if (findFlag(name))
        return Error(name.str() + " takes no value");
      return Error("unknown option '" + name.str() +
                   "'; zyn-run --help lists them");
    }
    if (!word.contains('=')) {
      if (words.empty())
        return Error(name.str() + " needs a value");
      value = take();
    }
    return setValue(name, value);
  }

  bool *findFlag(StringRef name) {
    if (name == "--time")
      return &options.time;
    if (name == "--no-output")
      return &options.noOutput;
    if (name == "--list-devices")
      return &options.listDevices;
    if (name == "--report")
      return &options.report;
    if (name == "--help" || name == "-h")
      return &options.help;
    return nullptr;
  }

  Error setValue(StringRef name, StringRef value) {
    if (value.empty())
      return Error(name.str() + " needs a value");
    if (name == "-o")
      options.outputs.push_back(value.str());
    else if (name == "--arg")
      options.kernelArguments.push_back(value.str());
    else if (name == "--entry")
      options.entry = value.str();
    else if (name == "--kernel")
      options.kernel = value.str();
    else if (name == "--device")
      options.device = value.str();
    else if (name == "--state")
      options.state = value.str();
    else
      return setNumber(name, value);
    return Error::success();
  }

  Error setNumber(StringRef name, StringRef value) {
    if (name == "--grid") {
      options.hasGrid = true;
      return parseSizes(name, value, options.shape.grid);
    }
    if (name == "--block") {
      options.hasBlock = true;
      return parseSizes(name, value, options.shape.block);
    }
    if (name == "--repeat")
      return parseCount(name, value, options.repeat.emplace());
    if (name == "--instances") {
      if (Error error = parseCount(name, value, options.instances.emplace()))
        return error;
      // Positions are counted in 31 bits.
      if (*options.instances > INT32_MAX)
        return wrongValue(name, value, "a number up to 2147483647");
      return Error::success();
    }
    if (name == "--max-epochs")
      return parseCount(name, value, options.maxEpochs.emplace());
    if (name == "--engine") {
      if (value != "aot" && value != "interpreter" && value != "epochs")
        return wrongValue(name, value, "aot, interpreter or epochs");
      options.engine = value.str();
      return Error::success();
    }
    if (name == "--check") {
      if (value != "all" && value != "none")
        return wrongValue(name, value, "all or none");
      options.check = value == "all";
      return Error::success();
    }
    if (name == "--timeout") {
      if (value.getAsDouble(options.timeout) || !(options.timeout > 0))
        return wrongValue(name, value, "a number of seconds above 0");
      return Error::success();
    }
    if (name == "--seed") {
      if (value.getAsInteger(10, options.seed))
        return wrongValue(name, value, "a number from 0");
      return Error::success();
    }
    Expected<uint64_t> bytes = zyn::runtime::parseBytes(value.str());
    if (!bytes)
      return Error(name.str() + ": " + bytes.takeError().message());
    if (name == "--memory-limit") {
      options.memoryLimit = *bytes;
      return Error::success();
    }
    options.hasShared = true;
    options.shape.dynamicSharedBytes = static_cast<int64_t>(*bytes);
    return Error::success();
  }

  static constexpr StringRef valued[] = {
      "-o",       "--arg",    "--entry",   "--kernel",    "--device",
      "--grid",   "--block",  "--seed",    "--repeat",    "--memory-limit",
      "--check",  "--shared", "--timeout", "--instances", "--max-epochs",
      "--engine", "--state"};

  llvm::ArrayRef<char *> words;
  /// After --, everything is a file or an input.
  bool onlyInputs = false;
  zyn::tools::RunOptions options;
};
} // namespace

Expected<zyn::tools::RunOptions> zyn::tools::parseRunOptions(int argc,
                                                             char **argv) {
  return OptionParser(argc, argv).parse();
}
