//===- Registry.h - Lists passes, pipelines and dialects ------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_REGISTRY_H
#define ZYN_COMPILER_REGISTRY_H

#include <string>
#include <vector>

namespace zyn::compiler {

/// An option of a pass.
struct PassOption {
  std::string name;
  std::string description;
};

/// A pass that pipelines can contain.
struct PassDescription {
  std::string name;
  std::string description;
  std::vector<PassOption> options;
};

/// A pipeline that other pipelines can contain.
struct PipelineDescription {
  std::string name;
  std::string description;
};

/// A dialect that modules can contain.
struct DialectDescription {
  std::string name;
  /// The names of its ops, such as "zyn.matmul".
  std::vector<std::string> ops;
};

/// Registers Zyn's passes and pipelines, and upstream's, once.
void initializePasses();

/// Returns all passes in alphabetical order.
std::vector<PassDescription> listPasses();

/// The same for pipelines.
std::vector<PipelineDescription> listPipelines();

/// The same for dialects.
std::vector<DialectDescription> listDialects();

} // namespace zyn::compiler

#endif // ZYN_COMPILER_REGISTRY_H
