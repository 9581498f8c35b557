//===- Pass.cpp - Pass pipelines --------------------------------------- ===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn-c/Pass.h"
#include "Handles.h"
#include "Zyn/Compiler/PassPipeline.h"
#include "Zyn/Compiler/Registry.h"

using namespace zyn::capi;
using namespace zyn::compiler;
using zyn::runtime::Expected;

DEFINE_SIMPLE_CONVERSION_FUNCTIONS(PassPipeline, ZynPipelineRef)

ZynErrorRef zynPipelineParse(ZynStringRef text, ZynPipelineRef *pipeline) {
  Expected<PassPipeline> parsed = PassPipeline::parse(toString(text));
  if (!parsed)
    return wrap(parsed.takeError());
  *pipeline = wrap(new PassPipeline(*std::move(parsed)));
  return nullptr;
}

void zynPipelineDestroy(ZynPipelineRef pipeline) { delete unwrap(pipeline); }

ZynErrorRef zynPipelineRun(ZynPipelineRef pipeline, ZynModuleRef module,
                           ZynStringRef remarks,
                           const ZynPipelineCallbacks *callbacks,
                           ZynModuleRef *result) {
  PassPipelineOptions options;
  options.remarks = toString(remarks);
  if (callbacks && callbacks->afterPass)
    options.afterPass = [callbacks](const std::string &pass,
                                    const std::string &ir) {
      return callbacks->afterPass(wrap(pass), wrap(ir), callbacks->userData);
    };
  if (callbacks && callbacks->diagnostic)
    options.report = [callbacks](const zyn::Diagnostic &diagnostic) {
      callbacks->diagnostic(wrap(&diagnostic), callbacks->userData);
    };
  Expected<SourceModule> run = unwrap(pipeline)->run(*unwrap(module), options);
  if (!run)
    return wrap(run.takeError());
  *result = wrap(new SourceModule(*std::move(run)));
  return nullptr;
}

void zynForEachPass(void (*callback)(ZynStringRef, ZynStringRef,
                                     const ZynPassOption *, size_t, void *),
                    void *userData) {
  for (const PassDescription &pass : listPasses()) {
    std::vector<ZynPassOption> options;
    for (const PassOption &option : pass.options)
      options.push_back({wrap(option.name), wrap(option.description)});
    callback(wrap(pass.name), wrap(pass.description), options.data(),
             options.size(), userData);
  }
}

void zynForEachPipeline(void (*callback)(ZynStringRef, ZynStringRef, void *),
                        void *userData) {
  for (const PipelineDescription &pipeline : listPipelines())
    callback(wrap(pipeline.name), wrap(pipeline.description), userData);
}

void zynForEachDialect(void (*callback)(ZynStringRef, const ZynStringRef *,
                                        size_t, void *),
                       void *userData) {
  for (const DialectDescription &dialect : listDialects()) {
    std::vector<ZynStringRef> ops;
    for (const std::string &op : dialect.ops)
      ops.push_back(wrap(op));
    callback(wrap(dialect.name), ops.data(), ops.size(), userData);
  }
}
