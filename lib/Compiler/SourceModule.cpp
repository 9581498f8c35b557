//===- SourceModule.cpp - Modules to compile ------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/SourceModule.h"
#include "CompiledFunctionCode.h"
#include "ParseErrors.h"
#include "SourceModuleCode.h"
#include "Zyn/Compiler/CompiledProgram.h"
#include "Zyn/Compiler/DiagnosticCollector.h"
#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/Dialect/VM/Transforms/Passes.h"
#include "Zyn/InitAll.h"
#include "Zyn/Target/VMExecutable/Decode.h"
#include "Zyn/Target/VMExecutable/Encode.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace zyn::compiler;
using mlir::ModuleOp;
using mlir::OwningOpRef;
using mlir::func::FuncOp;
using zyn::Severity;
using zyn::runtime::Error;
using zyn::runtime::Expected;
namespace vm = mlir::vm;

SourceModule::SourceModule(std::shared_ptr<Source> source)
    : source(std::move(source)) {}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

static std::unique_ptr<mlir::MLIRContext> createMLIRContext() {
  mlir::DialectRegistry registry;
  zyn::registerAllDialects(registry);
  auto context = std::make_unique<mlir::MLIRContext>(
      registry, mlir::MLIRContext::Threading::DISABLED);
  // Messages are a single line; the op itself is in the user's file.
  context->printOpOnDiagnostic(false);
  return context;
}

/// The largest alignment of weights in bytecode, which are used in place.
static constexpr llvm::Align bufferAlignment = llvm::Align::Constant<64>();

int zyn::compiler::findDeepNesting(llvm::StringRef text, int limit) {
  int depth = 0, line = 1;
  char previous = 0;
  for (char c : text) {
    switch (c) {
    case '\n':
      ++line;
      break;
    case '(':
    case '[':
    case '{':
    case '<':
      if (++depth > limit)
        return line;
      break;
    case '>':
      if (previous == '-')
        break;
      [[fallthrough]];
    case ')':
    case ']':
    case '}':
      depth = std::max(depth - 1, 0);
      break;
    default:
      break;
    }
    previous = c;
  }
  return 0;
}

Expected<SourceModule>
SourceModule::parseBuffer(std::unique_ptr<llvm::MemoryBuffer> buffer,
                          const std::string &name) {
  auto source = std::make_shared<Source>();
  source->file = name;
  if (!mlir::isBytecode(*buffer))
    if (int line = findDeepNesting(buffer->getBuffer()))
      return source->error("brackets are nested more than " +
                               std::to_string(maxNesting) + " levels deep",
                           line);
  source->context = createMLIRContext();
  // Shared with the module, which refers to weights in bytecode.
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  DiagnosticCollector diagnostics(*source->context, name);
  source->module =
      mlir::parseSourceFile<ModuleOp>(sources, source->context.get());
  if (!source->module)
    return explainParseError(
        diagnostics.takeError("cannot parse"),
        sources->getMemoryBuffer(sources->getMainFileID())->getBuffer(),
        *source->context);
  return SourceModule(std::move(source));
}

Expected<SourceModule> SourceModule::parse(std::string_view text,
                                           const std::string &name) {
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      text.size(), name, bufferAlignment);
  llvm::copy(text, buffer->getBufferStart());
  return parseBuffer(std::move(buffer), name);
}

Expected<SourceModule> SourceModule::read(const std::string &path) {
  // Not mapped into memory, since the file may change.
  auto buffer = llvm::MemoryBuffer::getFile(
      path, /*IsText=*/false, /*RequiresNullTerminator=*/true,
      /*IsVolatile=*/true, bufferAlignment);
  if (!buffer)
    return Error(Diagnostic{Severity::Error,
                            {path},
                            "cannot read: " + buffer.getError().message(),
                            {}});
  return parseBuffer(std::move(*buffer), path);
}

SourceModule SourceModule::clone(ModuleOp module, const std::string &name) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  module.getContext()->appendDialectRegistry(registry);
  auto source = std::make_shared<Source>();
  source->file = name;
  source->module = module.clone();
  return SourceModule(std::move(source));
}

std::shared_ptr<SourceModule::Source> SourceModule::Source::clone() const {
  auto copy = std::make_shared<Source>();
  copy->context = context;
  copy->mutex = mutex;
  copy->file = file;
  copy->module = mlir::OwningOpRef<ModuleOp>(ModuleOp(*module).clone());
  return copy;
}

SourceModule SourceModule::copy() const {
  std::lock_guard<std::recursive_mutex> lock(*source->mutex);
  return SourceModule(source->clone());
}

//===----------------------------------------------------------------------===//
// Inspection
//===----------------------------------------------------------------------===//

void SourceModule::visit(const std::function<void(ModuleOp)> &visitor) const {
  std::lock_guard<std::recursive_mutex> lock(*source->mutex);
  visitor(*source->module);
}

std::string SourceModule::str() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  visit([&](ModuleOp module) { module->print(stream); });
  return text;
}

std::string SourceModule::bytecode() const {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  // Only fails for a version of the format that was asked for.
  visit([&](ModuleOp module) {
    (void)mlir::writeBytecodeToFile(module, stream);
  });
  return bytes;
}

zyn::SourceLocation SourceModule::locate(mlir::Location location) const {
  return toSourceLocation(location, source->file);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static std::vector<FuncOp> publicFunctions(ModuleOp module) {
  std::vector<FuncOp> functions;
  for (FuncOp function : module.getOps<FuncOp>())
    if (function.isPublic() && !function.isExternal())
      functions.push_back(function);
  return functions;
}

static std::string listNames(const std::vector<FuncOp> &functions) {
  if (functions.empty())
    return "the file has no public function with a body";
  std::string text = "the public functions are ";
  for (auto [i, function] : llvm::enumerate(functions))
    text += (i ? ", '" : "'") + FuncOp(function).getName().str() + "'";
  return text;
}

Expected<FuncOp>
SourceModule::Source::chooseFunction(ModuleOp module,
                                     const std::string &entry) const {
  std::vector<FuncOp> functions = publicFunctions(module);
  for (FuncOp function : functions)
    if (function.getName() == (entry.empty() ? "main" : entry))
      return function;
  if (!entry.empty())
    return error("no function '" + entry + "' to run; " + listNames(functions));
  if (functions.size() == 1)
    return functions.front();
  return error("no function 'main' to run; " + listNames(functions) +
               "; choose one with 'entry'");
}

Expected<Signature> SourceModule::findFunction(const std::string &entry) const {
  std::lock_guard<std::recursive_mutex> lock(*source->mutex);
  Expected<FuncOp> function = source->chooseFunction(*source->module, entry);
  if (!function)
    return function.takeError();
  return readSignature(*function, source->file);
}

void zyn::compiler::hideOthers(FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  for (auto other : module.getOps<mlir::SymbolOpInterface>())
    if (other != function)
      other.setPrivate();
}

/// Whether an op has a constant that would take as long to hash as a function
/// takes to compile.
static bool hasLargeConstant(ModuleOp module) {
  constexpr int64_t maxElements = 64 << 10;
  auto isLarge = [](mlir::NamedAttribute attribute) {
    auto elements = llvm::dyn_cast<mlir::ElementsAttr>(attribute.getValue());
    return elements && !elements.isSplat() &&
           elements.getNumElements() > maxElements;
  };
  return module
      .walk([&](mlir::Operation *op) {
        return llvm::any_of(op->getAttrs(), isLarge)
                   ? mlir::WalkResult::interrupt()
                   : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns a text that determines the code of a function, or an empty one if it
/// is not kept on disk.
static std::string identify(ModuleOp module) {
  std::string text;
  if (hasLargeConstant(module))
    return text;
  llvm::raw_string_ostream stream(text);
  if (mlir::failed(mlir::writeBytecodeToFile(module, stream)))
    text.clear();
  return text;
}

Expected<CompiledFunction>
SourceModule::compile(const runtime::Device &device,
                      const CompileOptions &options) const {
  std::lock_guard<std::recursive_mutex> lock(*source->mutex);
  OwningOpRef<ModuleOp> module(source->module->clone());
  Expected<FuncOp> function = source->chooseFunction(*module, options.entry);
  if (!function)
    return function.takeError();
  Expected<Signature> signature = readSignature(*function, source->file);
  if (!signature)
    return signature.takeError();
  hideOthers(*function);
  if (!source->constants)
    source->constants = std::make_unique<ConstantTable>(source->context);
  Expected<CompiledCode> code = zyn::compiler::compile(
      {*module, signature->name, CompileSource::Function, source->file,
       source->constants.get(), identify(*module)},
      device, options);
  if (!code)
    return code.takeError();
  return CompiledFunction(std::make_shared<CompiledFunction::Code>(
      CompiledFunction::Code{std::move(*signature), std::move(*code)}));
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

Expected<SourceModule>
SourceModule::decodeProgram(const std::string &executable,
                            const std::string &name) {
  auto source = std::make_shared<Source>();
  source->file = name;
  std::string message;
  std::optional<vm::Executable> program =
      vm::Executable::load(executable, message);
  if (!program)
    return source->error(message);
  source->context = createMLIRContext();
  source->module = vm::decodeProgram(*program, source->context.get());
  return SourceModule(std::move(source));
}

bool SourceModule::hasProgram(const std::string &entry) const {
  std::lock_guard<std::recursive_mutex> lock(*source->mutex);
  ModuleOp module = *source->module;
  if (module.getOps<vm::ProgramOp>().empty())
    return false;
  return entry.empty() || !module.lookupSymbol<FuncOp>(entry);
}

/// Adds what an executable requires but a program may omit: phases of launches
/// and offsets of buffers.
static mlir::LogicalResult complete(ModuleOp module) {
  mlir::PassManager manager(module.getContext());
  manager.addNestedPass<vm::ProgramOp>(vm::createVMSchedulePhases());
  manager.addNestedPass<vm::ProgramOp>(vm::createVMAllocateBuffers());
  return manager.run(module);
}

Expected<std::string>
SourceModule::encodeProgram(const std::string &entry) const {
  std::lock_guard<std::recursive_mutex> lock(*source->mutex);
  OwningOpRef<ModuleOp> module(source->module->clone());
  std::string names;
  vm::ProgramOp chosen;
  int count = 0;
  for (auto program : module->getOps<vm::ProgramOp>()) {
    names +=
        (names.empty() ? "'" : ", '") + vm::escape(program.getSymName()) + "'";
    ++count;
    if (entry.empty() || program.getSymName() == entry)
      chosen = program;
  }
  if (!chosen)
    return source->error("no program '" + entry +
                         "' to run; the programs are " + names);
  if (entry.empty() && count > 1)
    return source->error("the programs are " + names +
                         "; choose one with 'entry'");
  DiagnosticCollector diagnostics(*module->getContext(), source->file);
  // Other programs may be invalid and are not run.
  for (auto program :
       llvm::make_early_inc_range(module->getOps<vm::ProgramOp>()))
    if (program != chosen)
      program.erase();
  if (mlir::failed(complete(*module)))
    return diagnostics.takeError("cannot complete the program");
  mlir::FailureOr<llvm::SmallVector<char>> bytes = vm::encodeProgram(chosen);
  if (mlir::failed(bytes))
    return diagnostics.takeError("cannot encode the program");
  return std::string(bytes->begin(), bytes->end());
}

Expected<CompiledProgram>
SourceModule::compileProgram(const runtime::Device &device,
                             const CompileOptions &options) const {
  Expected<std::string> executable = encodeProgram(options.entry);
  if (!executable)
    return executable.takeError();
  return CompiledProgram::compile(*executable, device, options, source->file);
}
