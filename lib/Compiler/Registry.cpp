//===- Registry.cpp - Lists passes, pipelines and dialects -------------- ===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/Registry.h"
#include "Zyn/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"

#include <mutex>

using namespace zyn::compiler;

void zyn::compiler::initializePasses() {
  static std::once_flag once;
  std::call_once(once, zyn::registerAllPasses);
}

/// Returns the names of all passes and pipelines. MLIR only enumerates its
/// registry for the command line, so they are read from the options of one.
static const std::vector<std::string> &listNames() {
  static const std::vector<std::string> names = [] {
    initializePasses();
    // Never destroyed: the options stay registered.
    static auto *parser = new mlir::PassPipelineCLParser("", "Passes to run");
    (void)parser;
    std::vector<std::string> names;
    for (const auto &option : llvm::cl::getRegisteredOptions())
      names.push_back(option.first.str());
    llvm::sort(names);
    return names;
  }();
  return names;
}

namespace {
/// Returns the options of any pass, which MLIR only prints: without their
/// descriptions, and for some upstream passes it crashes.
mlir::detail::PassOptions &getOptions(mlir::Pass &pass);

/// Defines `getOptions`; names in explicit instantiations may be private.
template <mlir::detail::PassOptions mlir::Pass::*member>
struct OptionsAccess {
  friend mlir::detail::PassOptions &getOptions(mlir::Pass &pass) {
    return pass.*member;
  }
};
template struct OptionsAccess<&mlir::Pass::passOptions>;
} // namespace

static std::vector<PassOption> listOptions(mlir::Pass &pass) {
  // Options are those of a command, whose base class is not accessible.
  auto &command = (llvm::cl::SubCommand &)getOptions(pass);
  std::vector<PassOption> options;
  for (const auto &[name, option] : command.OptionsMap)
    options.push_back({name.str(), option->HelpStr.str()});
  llvm::sort(options, [](const auto &left, const auto &right) {
    return left.name < right.name;
  });
  return options;
}

static std::vector<PassOption> listOptions(const mlir::PassInfo &info) {
  mlir::OpPassManager passes(mlir::OpPassManager::getAnyOpAnchorName(),
                             mlir::OpPassManager::Nesting::Implicit);
  auto ignore = [](const llvm::Twine &) { return mlir::failure(); };
  if (mlir::failed(info.addToPipeline(passes, "", ignore)))
    return {};
  // A pass on certain ops is nested in another one.
  for (mlir::Pass &pass : passes.getPasses())
    if (pass.getArgument() == info.getPassArgument())
      return listOptions(pass);
  return {};
}

std::vector<PassDescription> zyn::compiler::listPasses() {
  std::vector<PassDescription> passes;
  for (const std::string &name : listNames())
    if (const mlir::PassInfo *pass = mlir::PassInfo::lookup(name))
      passes.push_back(
          {name, pass->getPassDescription().str(), listOptions(*pass)});
  return passes;
}

std::vector<PipelineDescription> zyn::compiler::listPipelines() {
  std::vector<PipelineDescription> pipelines;
  for (const std::string &name : listNames())
    if (const auto *pipeline = mlir::PassPipelineInfo::lookup(name))
      pipelines.push_back({name, pipeline->getPassDescription().str()});
  return pipelines;
}

std::vector<DialectDescription> zyn::compiler::listDialects() {
  mlir::DialectRegistry registry;
  zyn::registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::vector<DialectDescription> dialects;
  for (llvm::StringRef name : context.getAvailableDialects())
    dialects.push_back({name.str(), {}});
  llvm::sort(dialects, [](const auto &left, const auto &right) {
    return left.name < right.name;
  });
  for (mlir::RegisteredOperationName op : context.getRegisteredOperations()) {
    auto dialect = llvm::find_if(dialects, [&](const auto &candidate) {
      return candidate.name == op.getDialectNamespace();
    });
    dialect->ops.push_back(op.getStringRef().str());
  }
  return dialects;
}
