//===- SpecRunner.cpp - Runs scripts of the specification suite------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpecRunner.h"
#include "SpecValues.h"
#include "Zyn/Runtime/AtomicFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

#include <cstdio>

using namespace zyn::runtime;
using zyn::compiler::CompiledWasm;
using zyn::spec::SpecInstance;
using zyn::spec::SpecResult;
using zyn::spec::SpecRunner;

SpecRunner::SpecRunner(std::string folder, Context &context, bool optimize)
    : folder(std::move(folder)), context(context) {
  options.optimize = optimize;
  defineHostModule();
}

namespace {
/// Functions that do nothing.
class SilentModule : public HostModule {
public:
  using HostModule::HostModule;
  std::unique_ptr<HostInstance> createInstance(int64_t) override {
    class Silent : public HostInstance {
      HostReply call(uint32_t, GuestMemory &, uint64_t *) override {
        return {};
      }
    };
    return std::make_unique<Silent>();
  }
};
} // namespace

/// The module that scripts may import, with functions that print nothing.
void SpecRunner::defineHostModule() {
  auto define = [&](const char *name, InstanceObject object) {
    imports[{"spectest", name}] = std::move(object);
  };
  std::vector<HostModule::Function> functions;
  auto print = [&](const char *name, std::vector<ValueKind> parameters) {
    functions.push_back({name, {std::move(parameters), {}}});
    define(name, store.createFunction(functions.back().type, [](uint64_t *) {
      return Error::success();
    }));
  };
  print("print", {});
  print("print_i32", {ValueKind::I32});
  print("print_i64", {ValueKind::I64});
  print("print_f32", {ValueKind::F32});
  print("print_f64", {ValueKind::F64});
  print("print_i32_f32", {ValueKind::I32, ValueKind::F32});
  print("print_f64_f64", {ValueKind::F64, ValueKind::F64});
  host = std::make_unique<SilentModule>("spectest", std::move(functions));
  define("global_i32", store.createGlobal(ValueKind::I32, false, 666));
  define("global_i64", store.createGlobal(ValueKind::I64, false, 666));
  define("global_f32", store.createGlobal(ValueKind::F32, false,
                                          llvm::bit_cast<uint32_t>(666.6f)));
  define("global_f64", store.createGlobal(ValueKind::F64, false,
                                          llvm::bit_cast<uint64_t>(666.6)));
  define("table", store.createTable(ValueKind::FuncRef, {10, 20}));
  if (Expected<InstanceMemory *> memory = store.createMemory({1, 2}))
    define("memory", *memory);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static std::string text(const llvm::json::Object &object, const char *key) {
  return object.getString(key).value_or("").str();
}

static void print(const char *result, const llvm::json::Object &command,
                  const std::string &reason) {
  std::printf("%s: line %lld: %s: %s\n", result,
              static_cast<long long>(command.getInteger("line").value_or(0)),
              text(command, "type").c_str(), reason.c_str());
}

void SpecRunner::fail(const Object &command, const std::string &reason) {
  ++counts.failed;
  print("failed", command, reason);
}

void SpecRunner::skip(const Object &command, const std::string &reason) {
  ++counts.skipped;
  print("skipped", command, reason);
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

Expected<CompiledWasm> SpecRunner::compile(const std::string &bytes,
                                           const std::string &file) {
  return CompiledWasm::compile(bytes, context.device(), options, file);
}

Expected<std::unique_ptr<SpecInstance>>
SpecRunner::instantiate(const CompiledWasm &code) {
  if (context.device().kind == DeviceKind::CPU)
    return createHostInstance(code, store, imports);
  return createDeviceInstance(code, context, *host);
}

bool SpecRunner::skipIfUnsupported(const Object &command,
                                   const std::string &message) {
  // On a device, modules cannot import what others export.
  if (context.device().kind == DeviceKind::CPU)
    return false;
  for (const char *reason :
       {"only imports of functions", "unknown import", "parameters and results",
        "pages on a GPU", "out of memory"})
    if (message.find(reason) != message.npos) {
      skip(command, std::string("the device: ") + reason);
      // The module would have changed what these export.
      for (SpecInstance *instance : registered)
        skipped.insert(instance);
      return true;
    }
  return false;
}

void SpecRunner::runModule(const Object &command) {
  std::string name = text(command, "name");
  last = nullptr;
  if (!name.empty())
    named[name] = nullptr;
  std::string file = text(command, "filename");
  Expected<std::string> bytes = readFile(folder + "/" + file);
  if (!bytes)
    return fail(command, bytes.takeError().message());
  Expected<CompiledWasm> code = compile(*bytes, file);
  Expected<std::unique_ptr<SpecInstance>> instance =
      code ? instantiate(*code) : code.takeError();
  if (!instance) {
    std::string message = instance.takeError().message();
    if (!skipIfUnsupported(command, message))
      fail(command, message);
    return;
  }
  instances.push_back(std::move(*instance));
  last = instances.back().get();
  if (!name.empty())
    named[name] = last;
  pass();
}

void SpecRunner::runRegister(const Object &command) {
  if (isSkipped(command))
    return skip(command, "the module was skipped");
  SpecInstance *instance = findInstance(command);
  registered.insert(instance);
  if (const Instance *exports = instance->getExports()) {
    std::string module = text(command, "as");
    for (auto &[name, object] : exports->exports())
      imports[{module, name}] = object;
  }
  pass();
}

/// Messages are checked as far as they are specified: those of imports.
void SpecRunner::runRefused(const Object &command, bool isCompiled) {
  if (text(command, "module_type") == "text")
    return skip(command, "the text format is not read");
  std::string file = text(command, "filename");
  Expected<std::string> bytes = readFile(folder + "/" + file);
  if (!bytes)
    return fail(command, bytes.takeError().message());
  Expected<CompiledWasm> code = compile(*bytes, file);
  if (!code) {
    std::string message = code.takeError().message();
    if (isCompiled && skipIfUnsupported(command, message))
      return;
    return isCompiled ? fail(command, message) : pass();
  }
  if (!isCompiled)
    return fail(command, "accepted, expected: " + text(command, "text"));
  Expected<std::unique_ptr<SpecInstance>> instance = instantiate(*code);
  if (instance)
    return fail(command, "instantiated, expected: " + text(command, "text"));
  std::string message = instance.takeError().message();
  if (message.find(text(command, "text")) == message.npos) {
    if (!skipIfUnsupported(command, message))
      fail(command,
           "expected: " + text(command, "text") + ", found: " + message);
    return;
  }
  pass();
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

SpecInstance *SpecRunner::findInstance(const Object &action) {
  std::string name = text(action, "module");
  if (name.empty())
    name = text(action, "name");
  if (name.empty())
    return last;
  return named[name];
}

bool SpecRunner::isSkipped(const Object &action) {
  SpecInstance *instance = findInstance(action);
  return !instance || skipped.count(instance);
}

Expected<SpecResult> SpecRunner::act(const Object &action) {
  std::vector<uint64_t> arguments;
  if (const llvm::json::Array *values = action.getArray("args"))
    for (const llvm::json::Value &value : *values) {
      std::optional<uint64_t> bits = parseArgument(*value.getAsObject());
      if (!bits)
        return Error("unknown argument");
      arguments.push_back(*bits);
    }
  return findInstance(action)->act(text(action, "field"), std::move(arguments));
}

void SpecRunner::runReturn(const Object &command) {
  const Object &action = *command.getObject("action");
  if (isSkipped(action))
    return skip(command, "the module was skipped");
  Expected<SpecResult> result = act(action);
  if (!result)
    return fail(command, result.takeError().message());
  const llvm::json::Array *expected = command.getArray("expected");
  // An action without an assertion has types only.
  if (command.getString("type") == "action")
    return pass();
  if (result->kinds.size() != expected->size())
    return fail(command, "wrong number of results");
  for (size_t i = 0; i < expected->size(); ++i) {
    std::string difference = compareResult(result->kinds[i], result->bits[i],
                                           *(*expected)[i].getAsObject());
    if (!difference.empty())
      return fail(command, difference);
  }
  pass();
}

void SpecRunner::runTrap(const Object &command) {
  const Object &action = *command.getObject("action");
  if (isSkipped(action))
    return skip(command, "the module was skipped");
  Expected<SpecResult> result = act(action);
  if (result)
    return fail(command, "returned, expected: " + text(command, "text"));
  std::string message = result.takeError().message();
  // "uninitialized element 2" names the index, too.
  std::string expected = text(command, "text");
  if (llvm::StringRef(expected).starts_with("uninitialized element"))
    expected = "uninitialized element";
  if (message.find(expected) == message.npos)
    return fail(command, "expected: " + expected + ", found: " + message);
  pass();
}

void SpecRunner::run(const Object &command) {
  std::string type = text(command, "type");
  if (type == "module")
    return runModule(command);
  if (type == "register")
    return runRegister(command);
  if (type == "action" || type == "assert_return")
    return runReturn(command);
  if (type == "assert_trap" || type == "assert_exhaustion")
    return runTrap(command);
  if (type == "assert_invalid" || type == "assert_malformed")
    return runRefused(command, /*isCompiled=*/false);
  if (type == "assert_unlinkable" || type == "assert_uninstantiable")
    return runRefused(command, /*isCompiled=*/true);
  skip(command, "unknown command");
}
