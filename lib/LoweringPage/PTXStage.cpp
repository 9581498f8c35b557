//===- PTXStage.cpp - PTX as a stage of a lowering ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stage.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace ::zyn::compiler;

namespace {
/// Copies PTX line by line without the directives of source locations.
class LocationReader {
public:
  LocationReader(Stage &stage, SourcePlaces &places)
      : stage(stage), places(places) {}

  void read(StringRef ptx);

private:
  void readFiles(StringRef ptx);
  bool readDirective(StringRef line);
  void copy(StringRef line);

  Stage &stage;
  SourcePlaces &places;
  uint32_t line = 0;
  llvm::DenseMap<unsigned, std::string> files;
  /// Where the instructions that follow come from.
  std::optional<unsigned> current;
};
} // namespace

/// Returns what a quoted string at the beginning of `text` stands for.
static std::string parseString(StringRef text) {
  std::string value;
  if (!text.consume_front("\""))
    return value;
  for (; !text.empty() && text.front() != '"'; text = text.drop_front()) {
    if (text.front() == '\\' && text.size() > 1) {
      unsigned code;
      text = text.drop_front();
      if (text.size() >= 2 && llvm::isHexDigit(text[0]) &&
          !text.take_front(2).getAsInteger(16, code)) {
        value += static_cast<char>(code);
        text = text.drop_front();
        continue;
      }
    }
    value += text.front();
  }
  return value;
}

/// Reads the names of files, which may follow their uses.
void LocationReader::readFiles(StringRef ptx) {
  files.clear();
  for (StringRef text; !ptx.empty();) {
    std::tie(text, ptx) = ptx.split('\n');
    text = text.ltrim();
    unsigned file;
    if (text.consume_front(".file") && !text.ltrim().consumeInteger(10, file))
      files[file] =
          parseString(text.drop_until([](char c) { return c == '"'; }));
  }
}

/// Returns whether a line is a directive of source locations, or a label or
/// section that comes with them.
bool LocationReader::readDirective(StringRef text) {
  text = text.trim();
  unsigned file, sourceLine;
  if (text.starts_with(".file"))
    return true;
  if (text.consume_front(".loc")) {
    text = text.ltrim();
    if (text.consumeInteger(10, file))
      return true;
    text = text.ltrim();
    // Line 0 is code of no line of the source.
    if (text.consumeInteger(10, sourceLine) || sourceLine == 0)
      current.reset();
    else
      current = places.number(files.lookup(file), sourceLine);
    return true;
  }
  return text.starts_with("$L__tmp") || text.starts_with("$L__func_begin") ||
         text.starts_with("$L__func_end") ||
         text.starts_with(".section\t.debug_") ||
         text.starts_with(".section .debug_");
}

void LocationReader::copy(StringRef text) {
  stage.text += text;
  stage.text += '\n';
  ++line;
  if (text.starts_with("}"))
    current.reset();
  StringRef code = text.ltrim();
  // Only instructions have a location.
  bool isDeclaration = code.empty() ||
                       StringRef(".{}()$").contains(code.front()) ||
                       code.starts_with("//");
  if (current && !isDeclaration)
    stage.origins[line] = {*current};
}

void LocationReader::read(StringRef ptx) {
  readFiles(ptx);
  for (StringRef text; !ptx.empty();) {
    std::tie(text, ptx) = ptx.split('\n');
    if (!readDirective(text))
      copy(text);
  }
}

std::optional<Stage> zyn::compiler::recordPTX(ModuleOp module,
                                              SourcePlaces &places) {
  Stage stage;
  stage.name = "PTX";
  LocationReader reader(stage, places);
  module.walk([&](gpu::BinaryOp binary) {
    for (Attribute attribute : binary.getObjects()) {
      auto object = dyn_cast<gpu::ObjectAttr>(attribute);
      if (!object || object.getFormat() != gpu::CompilationTarget::Assembly)
        continue;
      StringRef ptx = object.getObject().getValue().rtrim('\0');
      // The text has one header.
      if (!stage.text.empty())
        ptx = ptx.split(".address_size").second.split('\n').second;
      reader.read(ptx);
    }
  });
  if (stage.text.empty())
    return std::nullopt;
  stage.text.resize(StringRef(stage.text).rtrim('\n').size());
  stage.text += '\n';
  return stage;
}
