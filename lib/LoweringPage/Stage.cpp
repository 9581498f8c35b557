//===- Stage.cpp - A stage of a lowering as text --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stage.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace ::zyn::compiler;

/// Constants with more elements are left out.
static constexpr int64_t maxElements = 4096;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static std::string formatPlace(StringRef file, uint32_t line) {
  // The page is UTF-8, and names of files need not be.
  return llvm::json::fixUTF8((file + ":" + llvm::Twine(line)).str());
}

unsigned SourcePlaces::number(StringRef file, uint32_t line) {
  auto [found, isNew] =
      numbers.try_emplace(formatPlace(file, line), texts.size());
  if (isNew)
    texts.push_back(found->getKey().str());
  return found->getValue();
}

/// Adds the lines of source files that `location` names.
static void addOrigins(Location location, Origins &origins,
                       SourcePlaces &places) {
  location->walk([&](Location part) {
    auto position = dyn_cast<FileLineColLoc>(part);
    // Line 0 is the whole file.
    if (position && position.getLine())
      origins.push_back(
          places.number(position.getFilename().getValue(), position.getLine()));
    return WalkResult::advance();
  });
  llvm::sort(origins);
  origins.erase(llvm::unique(origins), origins.end());
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static LaunchSize getConstants(gpu::KernelDim3 sizes) {
  return {getConstantIntValue(sizes.x), getConstantIntValue(sizes.y),
          getConstantIntValue(sizes.z)};
}

/// Adds the launches in a module, and where its functions come from.
static void addKernels(ModuleOp module, Stage &stage, SourcePlaces &places) {
  module.walk([&](Operation *op) {
    if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op)) {
      Value shared = launch.getDynamicSharedMemorySize();
      // In the first block of a function, and not in a loop or branch.
      bool runsOnce = isa<FunctionOpInterface>(op->getParentOp()) &&
                      op->getBlock()->isEntryBlock();
      stage.launches.push_back(
          {launch.getKernelName().str(),
           getConstants(launch.getGridSizeOperandValues()),
           getConstants(launch.getBlockSizeOperandValues()),
           shared ? getConstantIntValue(shared) : 0, runsOnce});
    } else if (auto function = dyn_cast<FunctionOpInterface>(op);
               function && op->getParentOfType<gpu::GPUModuleOp>()) {
      op->getLoc()->walk([&](Location part) {
        auto position = dyn_cast<FileLineColLoc>(part);
        if (!position || !position.getLine())
          return WalkResult::advance();
        stage.kernels[function.getName()] = places.number(
            position.getFilename().getValue(), position.getLine());
        return WalkResult::interrupt();
      });
    }
  });
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

Stage zyn::compiler::recordStage(ModuleOp module, StringRef name,
                                 SourcePlaces &places) {
  Stage stage;
  stage.name = name.str();
  OpPrintingFlags flags;
  flags.elideLargeElementsAttrs(maxElements)
      .elideLargeResourceString(maxElements);
  AsmState::LocationMap lines;
  AsmState state(module, flags, &lines);
  llvm::raw_string_ostream stream(stage.text);
  module->print(stream, state);
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Terminators that are implied are not printed.
    auto found = lines.find(op);
    if (found == lines.end())
      return;
    Origins origins;
    addOrigins(op->getLoc(), origins, places);
    if (origins.empty())
      return;
    Origins &known = stage.origins[found->second.first];
    known.append(origins);
    llvm::sort(known);
    known.erase(llvm::unique(known), known.end());
  });
  addKernels(module, stage, places);
  return stage;
}

Stage zyn::compiler::recordSource(ModuleOp module, StringRef text,
                                  StringRef file, SourcePlaces &places) {
  Stage stage;
  stage.name = "source";
  stage.text = text.str();
  for (uint32_t line = 1, end = text.count('\n') + 1; line <= end; ++line)
    stage.origins[line] = {places.number(file, line)};
  addKernels(module, stage, places);
  return stage;
}
