//===- OptPage.cpp - zyn-opt --html ---------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptPage.h"
#include "CommandLine.h"
#include "Zyn/LoweringPage/LoweringPage.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace zyn::compiler;
using namespace zyn::tools;
using llvm::StringRef;
using mlir::MlirOptMainConfig;

static int fail(const std::string &message) {
  printMessage("zyn-opt: error: " + message);
  return 1;
}

/// Writes a file, and returns whether that succeeded.
static bool writeFile(const std::string &path, const std::string &text) {
  std::string error;
  std::unique_ptr<llvm::ToolOutputFile> file =
      mlir::openOutputFile(path, &error);
  if (!file) {
    (void)fail(error);
    return false;
  }
  file->os() << text;
  file->keep();
  return true;
}

/// Shows the stages in which a device lowers the module.
static int showDevice(const OptPageOptions &options,
                      const llvm::MemoryBuffer &buffer,
                      const std::string &file) {
  auto module = SourceModule::parse(buffer.getBuffer(), file);
  if (!module) {
    printMessage(module.takeError().message());
    return 1;
  }
  LoweringPageOptions shown;
  shown.device = options.device;
  shown.chip = options.chip;
  shown.source = buffer.getBuffer().str();
  auto page = showLowering(*module, shown);
  if (!page)
    return fail(page.takeError().message());
  if (!writeFile(options.path, page->html))
    return 1;
  if (page->failure)
    printMessage(page->failure.message());
  return page->failure ? 1 : 0;
}

/// Runs the passes on the command line, and shows what each of them does.
static int showPasses(const std::string &path,
                      std::unique_ptr<llvm::MemoryBuffer> buffer,
                      const std::string &file, std::optional<StringRef> output,
                      mlir::DialectRegistry &registry,
                      const MlirOptMainConfig &passes) {
  std::unique_ptr<llvm::ToolOutputFile> written;
  if (output) {
    std::string error;
    written = mlir::openOutputFile(*output, &error);
    if (!written)
      return fail(error);
  }
  LoweringRecorder recorder(buffer->getBuffer().str(), file);
  MlirOptMainConfig config = passes;
  config.setPassPipelineSetupFn([&](mlir::PassManager &manager) {
    // Without a filter on the command line, the engine reports nothing.
    if (!passes.shouldEmitRemarks())
      manager.getContext()->setRemarkEngine(nullptr);
    recorder.attach(manager);
    return passes.setupPassPipeline(manager);
  });
  llvm::raw_ostream &stream =
      written ? static_cast<llvm::raw_ostream &>(written->os()) : llvm::nulls();
  bool succeeded = mlir::succeeded(
      mlir::MlirOptMain(stream, std::move(buffer), registry, config));
  if (succeeded && written)
    written->keep();
  std::optional<std::string> page = recorder.page();
  if (page && !writeFile(path, *page))
    return 1;
  if (succeeded && !page)
    return fail(
        "no pass has run on a module, so that there is nothing to show");
  return succeeded ? 0 : 1;
}

int zyn::tools::writeOptPage(const OptPageOptions &options, StringRef input,
                             std::optional<StringRef> output,
                             mlir::DialectRegistry &registry) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (!config.inputSplitMarker().empty())
    return fail("a page shows one module; remove --split-input-file");
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      mlir::openInputFile(input, &error);
  if (!buffer)
    return fail(error);
  mlir::MLIRContext context(registry);
  mlir::PassManager passes(&context);
  if (mlir::failed(config.setupPassPipeline(passes)))
    return 1;
  std::string file = input.str();
  if (passes.empty())
    return showDevice(options, *buffer, file);
  if (options.device.getNumOccurrences() || options.chip.getNumOccurrences())
    return fail("--html-device and --html-chip are for pages without passes; "
                "remove them, or the passes");
  return showPasses(options.path, std::move(buffer), file, output, registry,
                    config);
}
