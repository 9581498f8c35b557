//===- PTXKernels.cpp - What PTX says about its kernels -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/PTX/PTXKernels.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

#include <set>

using namespace zyn::compiler;
using llvm::StringRef;

namespace {
/// The first word of instructions, and what they need. The first match counts.
struct InstructionFeature {
  StringRef prefix, feature;
};
constexpr InstructionFeature instructionFeatures[] = {
    {"wgmma.", "wgmma"},
    {"mma.", "mma"},
    {"wmma.", "mma"},
    {"tcgen05.", "tcgen05"},
    {"cp.async.bulk", "tma"},
    {"cp.reduce.async.bulk", "tma"},
    {"cp.async.", "async_copy"},
    {"mbarrier.", "mbarrier"},
    {"barrier.cluster", "clusters"},
    {"mapa", "clusters"},
    {"setmaxnreg", "set_max_registers"},
};

/// A kernel or a function: its declaration and body.
struct Function {
  StringRef name, text;
  bool isKernel;
};

struct Variable {
  int64_t bytes = 0, alignment = 1;
  bool isDynamic = false;
};

class PTXReader {
public:
  explicit PTXReader(StringRef ptx) { split(ptx); }

  std::vector<PTXKernel> read() const {
    std::vector<PTXKernel> kernels;
    for (const Function &function : functions)
      if (function.isKernel)
        kernels.push_back(readKernel(function));
    return kernels;
  }

private:
  /// Finds the functions and the shared variables. Inline assembly has lines of
  /// its own, so that a function ends where the next one begins.
  void split(StringRef ptx);
  void addVariable(StringRef line);
  PTXKernel readKernel(const Function &kernel) const;

  std::vector<Function> functions;
  llvm::StringMap<size_t> functionsByName;
  llvm::StringMap<Variable> variables;
};
} // namespace

static bool isWordCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || c == '%' || c == '.';
}

static StringRef takeWord(StringRef &text) {
  text = text.drop_until(isWordCharacter);
  StringRef word = text.take_while(isWordCharacter);
  text = text.drop_front(word.size());
  return word;
}

/// Parses ".align 16 .b8 name[64]" after the state space, and returns the name.
static StringRef parseVariable(StringRef rest, Variable &variable) {
  StringRef name = takeWord(rest);
  for (; name.starts_with("."); name = takeWord(rest)) {
    if (name == ".align")
      (void)takeWord(rest).getAsInteger(10, variable.alignment);
    // The element type, of which a variable has one if it is no array.
    else if (size_t digits = name.find_first_of("0123456789");
             digits != StringRef::npos) {
      (void)name.drop_front(digits).getAsInteger(10, variable.bytes);
      variable.bytes /= 8;
    }
  }
  while (rest.consume_front("[")) {
    StringRef count = rest.take_until([](char c) { return c == ']'; });
    rest = rest.drop_front(std::min(count.size() + 1, rest.size()));
    int64_t size = 0;
    variable.isDynamic |= count.trim().getAsInteger(10, size);
    variable.bytes *= size;
  }
  return name;
}

void PTXReader::addVariable(StringRef line) {
  Variable variable;
  StringRef name = parseVariable(line.split(".shared").second, variable);
  variables[name] = variable;
}

void PTXReader::split(StringRef ptx) {
  const char *begin = nullptr;
  auto endFunction = [&](const char *end) {
    if (begin)
      functions.back().text = StringRef(begin, end - begin);
  };
  for (StringRef rest = ptx, line; !rest.empty();) {
    std::tie(line, rest) = rest.split('\n');
    StringRef code = line.split("//").first;
    if (code.contains(".shared .align"))
      addVariable(code);
    if (!code.starts_with("."))
      continue;
    bool isKernel = code.contains(".entry ");
    if (!isKernel && !code.contains(".func "))
      continue;
    endFunction(line.begin());
    begin = line.begin();
    StringRef declaration = ptx.drop_front(begin - ptx.begin())
                                .split(isKernel ? ".entry" : ".func")
                                .second.ltrim();
    // The result of a function.
    if (declaration.starts_with("("))
      declaration = declaration.split(')').second;
    functions.push_back({takeWord(declaration), "", isKernel});
  }
  endFunction(ptx.end());
  for (auto [i, function] : llvm::enumerate(functions))
    functionsByName[function.name] = i;
}

/// Parses ".maxntid 128, 1, 1" and the like.
static void readDirective(StringRef line, PTXKernel &kernel) {
  StringRef directive = takeWord(line);
  llvm::SmallVector<int64_t> values;
  for (int64_t value; !takeWord(line).getAsInteger(10, value);)
    values.push_back(value);
  if (values.empty())
    return;
  if (directive == ".minnctapersm")
    kernel.minBlocks = values[0];
  else if (directive == ".maxnreg")
    kernel.maxRegisters = values[0];
  values.resize(3, 1);
  PTXSize size = {values[0], values[1], values[2]};
  if (directive == ".reqntid")
    kernel.requiredThreads = size;
  else if (directive == ".maxntid")
    kernel.maxThreads = size;
  else if (directive == ".reqnctapercluster")
    kernel.cluster = size;
}

/// Adds what a line of the kernel's own body says.
static void readBody(StringRef line, PTXKernel &kernel) {
  bool isDeclaration = line.consume_front("\t");
  line = line.trim();
  if (isDeclaration && line.consume_front(".reg ")) {
    // ".b32 %r<20>;" declares 19, the first of which is %r1.
    StringRef type = takeWord(line);
    type.consume_front(".");
    (void)takeWord(line);
    int64_t end;
    if (line.consume_front("<") && !line.consumeInteger(10, end))
      kernel.registers[type] += end - 1;
  } else if (isDeclaration && line.consume_front(".local ")) {
    Variable variable;
    (void)parseVariable(line, variable);
    kernel.localBytes += variable.bytes;
  } else if (!line.empty() && !StringRef(".{}()$").contains(line.front())) {
    ++kernel.instructions;
  }
}

/// Adds what an instruction needs.
static void addFeatures(StringRef statement, std::set<StringRef> &features) {
  statement = statement.trim(" \t{}");
  if (statement.starts_with("@"))
    statement = statement.drop_until([](char c) { return c == ' '; }).ltrim();
  StringRef instruction = statement.take_while(isWordCharacter);
  if (instruction.starts_with("."))
    return;
  for (const InstructionFeature &entry : instructionFeatures)
    if (instruction.starts_with(entry.prefix)) {
      features.insert(entry.feature);
      break;
    }
  if (instruction.contains(".f64"))
    features.insert("f64");
}

PTXKernel PTXReader::readKernel(const Function &kernel) const {
  PTXKernel result;
  result.name = kernel.name;
  std::set<StringRef> features, used;
  llvm::SetVector<const Function *> reached;
  reached.insert(&kernel);
  for (size_t i = 0; i < reached.size(); ++i) {
    for (StringRef rest = reached[i]->text, line; !rest.empty();) {
      std::tie(line, rest) = rest.split('\n');
      line = line.split("//").first;
      // The variables of another module may follow the function.
      if (line.starts_with(".") && line.contains(".shared .align"))
        continue;
      if (line.starts_with("."))
        readDirective(line, result);
      if (i == 0)
        readBody(line, result);
      for (StringRef statements = line, statement; !statements.empty();) {
        std::tie(statement, statements) = statements.split(';');
        addFeatures(statement, features);
      }
      for (StringRef word; !(word = takeWord(line)).empty();) {
        if (variables.contains(word))
          used.insert(word);
        if (auto called = functionsByName.find(word);
            called != functionsByName.end())
          reached.insert(&functions[called->second]);
      }
    }
  }
  for (StringRef name : used) {
    const Variable &variable = variables.find(name)->second;
    result.usesDynamicShared |= variable.isDynamic;
    if (!variable.isDynamic)
      result.staticSharedBytes =
          llvm::alignTo(result.staticSharedBytes, variable.alignment) +
          variable.bytes;
  }
  if (result.cluster)
    features.insert("clusters");
  result.features.assign(features.begin(), features.end());
  return result;
}

std::vector<PTXKernel> zyn::compiler::readPTXKernels(StringRef ptx) {
  return PTXReader(ptx).read();
}

StringRef zyn::compiler::readPTXVersion(StringRef ptx) {
  return ptx.split(".version ").second.take_while(isWordCharacter);
}
