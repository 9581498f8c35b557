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
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace llvm::opt;
using llvm::StringRef;
using zyn::runtime::Error;
using zyn::runtime::Expected;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
#define OPTTABLE_STR_TABLE_CODE
#include "RunOptions.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "RunOptions.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

enum OptionID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "RunOptions.inc"
#undef OPTION
};

constexpr OptTable::Info optionInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "RunOptions.inc"
#undef OPTION
};

class RunOptionTable : public GenericOptTable {
public:
  RunOptionTable()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, optionInfos) {
    setDashDashParsing(true);
  }
};
} // namespace

static constexpr char usage[] =
    R"(zyn-run FILE.mlir [--entry NAME] [INPUT...] [-o OUTPUT.npy]... [options]
       zyn-run FILE.mlir|FILE.vmx [INPUT...] [-o OUTPUT.npy]... [--instances N]
               [--engine NAME] [options]
       zyn-run FILE.ptx|FILE.offload --kernel NAME --grid X[,Y[,Z]]
               --block X[,Y[,Z]] [--shared BYTES] [--arg ARGUMENT]...
               [-o OUTPUT.npy]... [options]
       zyn-run FILE.wasm [--invoke NAME] [--args ARGUMENT...] [--instances N]
               [options]
       zyn-run --list-devices

Options may appear anywhere. An .mlir file is text or bytecode. There is one
INPUT for each argument of the function or each input buffer of the program:
  x.npy               an array
  random:f32:64x32    normally distributed; integers are uniform from -100 to 100
  bits:i32:64x32      random bits, of which integers have the whole range
  zeros:f32:64x32, ones:f32:64x32
  3, 0.5, true        a number)";

static constexpr char trailer[] =
    R"(
Types: i1 (NumPy's bool), i8, i16, i32, i64, f8E4M3FN (one raw byte in NumPy),
f8E5M2, f16, bf16 (two raw bytes), f32, f64.
Exit status: 0, that of a WebAssembly program, or 1 after printing an error.
Environment: ZYN_THREADS is the number of host threads, which stay on their
cores with ZYN_PIN_THREADS=1; ZYN_CACHE_DIR is the folder of compiled kernels
and of measured tiles.

Examples:
  zyn-run model.mlir images.npy w1.npy b1.npy w2.npy b2.npy \
          -o classes.npy -o probabilities.npy
  zyn-run matmul.mlir random:f32:1024x1024 random:f32:1024x1024 \
          --device cpu --time --repeat 30 --no-output
  zyn-run search.vmx wanted.npy --instances 100000 -o found.npy
  zyn-run add.ptx --kernel add --grid 4 --block 256 \
          --arg x.npy --arg out:f32:1024 --arg i32:1024 -o y.npy
  zyn-run fac.wasm --invoke fac --args 5
  zyn-run count.wasm --dir data::. --args input.txt --instances 10240 \
          --output all
)";

void zyn::tools::printRunHelp() {
  RunOptionTable().printHelp(
      llvm::outs(), usage,
      "zyn-run: runs a function of an .mlir file, a program of the matrix VM, "
      "a kernel of a .ptx or .offload file, or a WebAssembly module");
  llvm::outs() << trailer;
}

Error zyn::tools::programOptionsError(const RunOptions &options) {
  return Error(
      std::string(options.hasMachineOptions()
                      ? "--engine, --max-epochs, --state and --report apply to "
                        "programs of the matrix VM"
                      : "--instances applies to programs of the matrix VM and "
                        "to WebAssembly modules") +
      "; '" + options.file + "' is not one");
}

Error zyn::tools::wasmOptionsError(const RunOptions &options) {
  return Error("--invoke, --args, --args-file, --dir, --env, --output, "
               "--results, --input-rows, --output-rows and --shared-array "
               "apply to WebAssembly modules; '" +
               options.file + "' is not one");
}

Error zyn::tools::functionOptionsError(const RunOptions &options) {
  const char *given = options.verify       ? "--verify"
                      : options.copies > 1 ? "--copies"
                      : options.lockstep   ? "--lockstep"
                      : options.graph      ? "--graph"
                      : options.latency    ? "--latency"
                      : options.profile    ? "--profile"
                                           : "--tune";
  return Error(given +
               (" applies to functions of .mlir files; '" + options.file) +
               "' is run as a " +
               (options.hasKernelFile() ? "kernel"
                : StringRef(options.file).ends_with(".wasm")
                    ? "WebAssembly module"
                    : "program of the matrix VM"));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static Error invalidValue(StringRef option, StringRef value,
                          const char *expected) {
  return Error("'" + value.str() + "' is not a valid value for " +
               option.str() + ": expected " + expected);
}

static Error parseCount(StringRef option, StringRef value, int64_t &count) {
  if (value.getAsInteger(10, count) || count < 1)
    return invalidValue(option, value, "a positive number");
  return Error::success();
}

/// Parses X, X,Y or X,Y,Z.
static Error parseSizes(StringRef option, StringRef value, int64_t sizes[3]) {
  llvm::SmallVector<StringRef> parts;
  value.split(parts, ',');
  if (parts.size() > 3)
    return invalidValue(option, value, "X, X,Y or X,Y,Z");
  for (auto [i, part] : llvm::enumerate(parts))
    if (part.getAsInteger(10, sizes[i]) || sizes[i] < 1)
      return invalidValue(option, value,
                          "X, X,Y or X,Y,Z with positive numbers");
  return Error::success();
}

/// Whether `text`, which starts with a dash, is a number or a file name.
static bool isInput(StringRef text) {
  StringRef rest = text.drop_front();
  return rest.empty() || llvm::isDigit(rest[0]) || rest[0] == '.' ||
         rest == "inf" || rest == "nan";
}

/// Their times take 16 bytes each.
static constexpr int64_t maxLatencyCalls = 100'000'000;
static constexpr int64_t defaultLatencyCalls = 100'000;

static Error setNumber(OptionID id, StringRef name, StringRef value,
                       zyn::tools::RunOptions &options) {
  switch (id) {
  case OPT_latency_EQ:
    if (value.getAsInteger(10, options.latency.emplace()) ||
        *options.latency < 1 || *options.latency > maxLatencyCalls)
      return invalidValue(name, value, "a number of calls from 1 to 100000000");
    return Error::success();
  case OPT_grid:
    options.hasGrid = true;
    return parseSizes(name, value, options.shape.grid);
  case OPT_block:
    options.hasBlock = true;
    return parseSizes(name, value, options.shape.block);
  case OPT_repeat:
    return parseCount(name, value, options.repeat.emplace());
  case OPT_copies:
    return parseCount(name, value, options.copies);
  case OPT_instances:
    if (Error error = parseCount(name, value, options.instances.emplace()))
      return error;
    // Instances are indexed by 31 bits.
    if (*options.instances > INT32_MAX)
      return invalidValue(name, value, "a number up to 2147483647");
    return Error::success();
  case OPT_max_epochs:
    return parseCount(name, value, options.maxEpochs.emplace());
  case OPT_timeout:
    if (value.getAsDouble(options.timeout) || !(options.timeout > 0))
      return invalidValue(name, value, "a positive number of seconds");
    return Error::success();
  case OPT_verify_EQ:
    options.verify = true;
    if (value.getAsDouble(options.tolerance.emplace()) ||
        !(*options.tolerance >= 0) || std::isinf(*options.tolerance))
      return invalidValue(name, value, "a nonnegative number such as 1e-3");
    return Error::success();
  case OPT_seed:
    if (value.getAsInteger(10, options.seed))
      return invalidValue(name, value, "a nonnegative number");
    return Error::success();
  default:
    break;
  }
  Expected<uint64_t> bytes = zyn::runtime::parseBytes(value.str());
  if (!bytes)
    return Error(name.str() + ": " + bytes.takeError().message());
  if (id == OPT_memory_limit) {
    options.memoryLimit = *bytes;
  } else {
    options.hasShared = true;
    options.shape.dynamicSharedBytes = static_cast<int64_t>(*bytes);
  }
  return Error::success();
}

static Error setValue(OptionID id, StringRef name, StringRef value,
                      zyn::tools::RunOptions &options) {
  if (value.empty())
    return Error(name.str() + " needs a value");
  switch (id) {
  case OPT_output:
    options.outputs.push_back(value.str());
    break;
  case OPT_arg:
    options.kernelArguments.push_back(value.str());
    break;
  case OPT_entry:
    options.entry = value.str();
    break;
  case OPT_invoke:
    options.invoke = value.str();
    break;
  case OPT_args:
    options.hasArguments = true;
    options.inputs.push_back(value.str());
    break;
  case OPT_args_file:
    options.argumentsFile = value.str();
    break;
  case OPT_dir:
    options.folders.push_back(value.str());
    break;
  case OPT_env:
    if (!value.contains('=') || value.starts_with("="))
      return invalidValue(name, value, "NAME=VALUE");
    options.environment.push_back(value.str());
    break;
  case OPT_output_mode:
    if (!llvm::is_contained({"first", "all", "merged", "per-instance"}, value))
      return invalidValue(name, value,
                          "first, all, merged or per-instance FOLDER");
    options.outputMode = value.str();
    break;
  case OPT_input_rows:
    options.inputRows = value.str();
    break;
  case OPT_output_rows:
    options.outputRows = value.str();
    break;
  case OPT_shared_array:
    options.sharedArray = value.str();
    break;
  case OPT_results:
    options.results = value.str();
    break;
  case OPT_kernel:
    options.kernel = value.str();
    break;
  case OPT_device:
    options.device = value.str();
    break;
  case OPT_chip:
    options.chip = value.str();
    break;
  case OPT_state:
    options.state = value.str();
    break;
  case OPT_profile_EQ:
    options.profile = true;
    options.trace = value.str();
    break;
  case OPT_report_EQ:
    if (value != "json")
      return invalidValue(name, value, "json");
    options.report = options.reportIsJSON = true;
    break;
  case OPT_engine:
    if (value != "aot" && value != "interpreter" && value != "epochs")
      return invalidValue(name, value, "aot, interpreter or epochs");
    options.engine = value.str();
    break;
  case OPT_check:
    if (value != "all" && value != "none")
      return invalidValue(name, value, "all or none");
    options.check = value == "all";
    break;
  default:
    return setNumber(id, name, value, options);
  }
  return Error::success();
}

static bool *findSwitch(OptionID id, zyn::tools::RunOptions &options) {
  switch (id) {
  case OPT_time:
    return &options.time;
  case OPT_no_output:
    return &options.noOutput;
  case OPT_list_devices:
    return &options.listDevices;
  case OPT_report:
    return &options.report;
  case OPT_verify:
    return &options.verify;
  case OPT_lockstep:
    return &options.lockstep;
  case OPT_graph:
    return &options.graph;
  case OPT_profile:
    return &options.profile;
  case OPT_tune:
    return &options.tune;
  case OPT_help:
    return &options.help;
  default:
    return nullptr;
  }
}

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

static Error unknownOption(const OptTable &table, StringRef word) {
  auto [name, value] = word.split('=');
  std::string nearest;
  unsigned distance = table.findNearest(name, nearest);
  if (distance == 0 && word.contains('='))
    return Error(name.str() + " takes no value");
  if (distance == 1)
    return Error("unknown option '" + name.str() + "'; did you mean '" +
                 nearest + "'?");
  return Error("unknown option '" + name.str() +
               "'; zyn-run --help lists them");
}

Expected<zyn::tools::RunOptions> zyn::tools::parseRunOptions(int argc,
                                                             char **argv) {
  RunOptionTable table;
  unsigned missing, numMissing;
  InputArgList arguments = table.ParseArgs(
      llvm::ArrayRef(argv + 1, argv + argc), missing, numMissing);
  if (numMissing)
    return Error(std::string(arguments.getArgString(missing)) +
                 " needs a value");
  RunOptions options;
  for (const Arg *argument : arguments) {
    const Option &option = argument->getOption().getUnaliasedOption();
    auto id = static_cast<OptionID>(option.getID());
    // A negative number looks like an option.
    StringRef word = arguments.getArgString(argument->getIndex());
    if (id == OPT_INPUT || (id == OPT_UNKNOWN && isInput(word))) {
      if (options.file.empty())
        options.file = word.str();
      else if (options.outputMode == "per-instance" &&
               options.outputFolder.empty())
        options.outputFolder = word.str();
      else
        options.inputs.push_back(word.str());
    } else if (id == OPT_UNKNOWN) {
      return unknownOption(table, word);
    } else if (bool *flag = findSwitch(id, options)) {
      *flag = true;
    } else if (id == OPT_latency) {
      options.latency = defaultLatencyCalls;
    } else if (Error error =
                   setValue(id, StringRef(option.getPrefixedName()).rtrim('='),
                            argument->getValue(), options)) {
      return error;
    }
  }
  if (options.outputMode == "per-instance" && options.outputFolder.empty())
    return Error("--output per-instance needs a folder");
  if (options.latency && (options.time || options.lockstep || options.repeat))
    return Error("--latency measures calls of its own, which does not go with "
                 "--time, --repeat and --lockstep");
  if (options.profile && (options.time || options.lockstep || options.graph ||
                          options.latency || options.copies > 1))
    return Error("--profile times each kernel of calls of its own, which does "
                 "not go with --time, --lockstep, --graph, --latency and "
                 "--copies");
  return options;
}
