//===- ModuleEdit.cpp - Changes the ops of a module -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/ModuleEdit.h"
#include "SourceModuleCode.h"
#include "Zyn/Compiler/DiagnosticCollector.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace zyn::compiler;
using llvm::StringRef;
using mlir::Block;
using mlir::ModuleOp;
using mlir::Operation;
using mlir::Value;
using zyn::Diagnostic;
using zyn::Severity;
using zyn::runtime::Error;
using zyn::runtime::Expected;

using Lock = std::lock_guard<std::recursive_mutex>;

ModuleOp ModuleEditor::module() const { return *source->module; }

Error ModuleEditor::errorAt(Operation *op, std::string message) const {
  return Error(Diagnostic{Severity::Error,
                          toSourceLocation(op->getLoc(), source->file),
                          std::move(message),
                          {}});
}

/// Returns the first message without its source location, which is one in the
/// text of an argument.
static std::string getMessage(DiagnosticCollector &diagnostics) {
  return diagnostics.takeError("it is not valid").diagnostics().front().message;
}

static std::string print(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return text;
}

//===----------------------------------------------------------------------===//
// Attributes and operands
//===----------------------------------------------------------------------===//

/// Whether the attribute is a part of the op's properties.
static bool isInherent(Operation *op, StringRef name,
                       mlir::DictionaryAttr properties) {
  return op->getPropertiesStorageSize() &&
         (op->getInherentAttr(name) || (properties && properties.get(name)));
}

Error ModuleEditor::setAttribute(Operation *op, StringRef name,
                                 StringRef text) {
  Lock lock(*source->mutex);
  auto reject = [&](const std::string &why) {
    return errorAt(op, "cannot set the attribute '" + name.str() + "' of '" +
                           op->getName().getStringRef().str() + "' to '" +
                           text.str() + "': " + why);
  };
  if (name.empty())
    return reject("the name is empty");
  if (findDeepNesting(text))
    return reject("brackets are nested more than " +
                  std::to_string(maxNesting) + " levels deep");
  mlir::MLIRContext *context = op->getContext();
  DiagnosticCollector diagnostics(*context, source->file);
  mlir::Attribute value = mlir::parseAttribute(text, context);
  if (!value)
    return reject(getMessage(diagnostics));
  auto symbol = llvm::dyn_cast<mlir::StringAttr>(value);
  if (llvm::isa<mlir::SymbolOpInterface>(op) && symbol && symbol.empty() &&
      name == mlir::SymbolTable::getSymbolAttrName())
    return reject("the name of a symbol cannot be empty");
  auto properties = llvm::dyn_cast_if_present<mlir::DictionaryAttr>(
      op->getPropertiesAsAttribute());
  if (!isInherent(op, name, properties)) {
    op->setDiscardableAttr(name, value);
    return Error::success();
  }
  // Unlike `setInherentAttr`, this does not ignore an attribute of another
  // kind.
  mlir::NamedAttrList changed(properties);
  changed.set(name, value);
  auto emitError = [&] { return mlir::emitError(op->getLoc()); };
  if (mlir::succeeded(op->setPropertiesFromAttribute(
          changed.getDictionary(context), emitError)))
    return Error::success();
  (void)op->setPropertiesFromAttribute(properties, emitError);
  return reject(getMessage(diagnostics));
}

void ModuleEditor::removeAttribute(Operation *op, StringRef name) {
  Lock lock(*source->mutex);
  op->removeAttr(name);
  // Printers expect those with default values.
  if (op->getPropertiesStorageSize())
    op->getName().populateDefaultProperties(op->getPropertiesStorage());
}

Error ModuleEditor::setOperand(Operation *op, size_t index, Value value) {
  Lock lock(*source->mutex);
  unsigned count = op->getNumOperands();
  if (index >= count)
    return errorAt(op, "'" + op->getName().getStringRef().str() + "' has " +
                           std::to_string(count) +
                           (count == 1 ? " operand" : " operands") +
                           ", there is no operand #" + std::to_string(index));
  op->setOperand(index, value);
  return Error::success();
}

Error ModuleEditor::replaceUses(Value value, Value replacement) {
  Lock lock(*source->mutex);
  if (value == replacement)
    return Error::success();
  if (value.getType() != replacement.getType()) {
    Operation *op = value.getDefiningOp();
    return errorAt(op ? op : module().getOperation(),
                   "cannot replace a value of type '" + print(value.getType()) +
                       "' with one of type '" + print(replacement.getType()) +
                       "'");
  }
  value.replaceAllUsesWith(replacement);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Erasing and creating ops
//===----------------------------------------------------------------------===//

/// Returns an op that is not erased together with `op` and uses `values`, or
/// null.
static Operation *findUserOutside(Operation *op, mlir::ValueRange values) {
  for (Value value : values)
    for (Operation *user : value.getUsers())
      if (!op->isAncestor(user))
        return user;
  return nullptr;
}

/// The same for all values that are defined in `op`.
static Operation *findUserOutside(Operation *op) {
  Operation *found = nullptr;
  op->walk([&](Operation *nested) {
    found = findUserOutside(op, nested->getResults());
    for (mlir::Region &region : nested->getRegions())
      for (Block &block : region)
        if (!found)
          found = findUserOutside(op, block.getArguments());
    return found ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return found;
}

Error ModuleEditor::erase(Operation *op) {
  Lock lock(*source->mutex);
  if (op == module().getOperation())
    return errorAt(op, "cannot erase the module itself");
  if (Operation *user = findUserOutside(op))
    return errorAt(op, "cannot erase '" + op->getName().getStringRef().str() +
                           "', which '" + user->getName().getStringRef().str() +
                           "' still uses");
  op->erase();
  return Error::success();
}

/// Returns the block at a position, and the op before which an op would be
/// inserted there. The block is null if the position is not in one.
static std::pair<Block *, Block::iterator>
findPosition(Operation *anchor, InsertPosition position) {
  if (position == InsertPosition::Inside) {
    if (anchor->getNumRegions() == 0 || anchor->getRegion(0).empty())
      return {nullptr, {}};
    Block *block = &anchor->getRegion(0).back();
    return {block, block->end()};
  }
  if (!anchor->getBlock())
    return {nullptr, {}};
  auto where = anchor->getIterator();
  return {anchor->getBlock(),
          position == InsertPosition::Before ? where : std::next(where)};
}

static int countParents(Operation *op) {
  int count = 0;
  while ((op = op->getParentOp()))
    ++count;
  return count;
}

/// Returns a module with a function whose arguments are the operands, and whose
/// body is `text` from the second line on.
static std::string wrapInFunction(StringRef text,
                                  llvm::ArrayRef<Value> operands) {
  std::string source = "func.func @ops(";
  for (size_t i = 0; i < operands.size(); ++i)
    source += (i ? ", %" : "%") + std::to_string(i) + ": " +
              print(operands[i].getType());
  return source + ") {\n" + text.str() + "\n}\n";
}

/// Returns the only block of the only function in `module`, or null.
static Block *findBody(ModuleOp module) {
  if (!llvm::hasSingleElement(module.getOps()))
    return nullptr;
  auto function = llvm::dyn_cast<mlir::func::FuncOp>(*module.getOps().begin());
  if (!function || !llvm::hasSingleElement(function.getBody()) ||
      function.getBody().front().empty())
    return nullptr;
  return &function.getBody().front();
}

Expected<std::vector<Operation *>>
ModuleEditor::create(StringRef text, llvm::ArrayRef<Value> operands,
                     Operation *anchor, InsertPosition position) {
  Lock lock(*source->mutex);
  auto [block, where] = findPosition(anchor, position);
  if (!block)
    return errorAt(anchor,
                   "there is no block to create ops in " +
                       std::string(position == InsertPosition::Before ? "before"
                                   : position == InsertPosition::After
                                       ? "after"
                                       : "inside") +
                       " '" + anchor->getName().getStringRef().str() + "'");
  if (findDeepNesting(text, maxNesting - countParents(anchor)))
    return errorAt(anchor, "ops are nested more than " +
                               std::to_string(maxNesting) + " levels deep");

  mlir::MLIRContext *context = anchor->getContext();
  static constexpr char file[] = "<ops>";
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(
                                 wrapInFunction(text, operands), file),
                             llvm::SMLoc());
  DiagnosticCollector diagnostics(*context, file);
  mlir::OwningOpRef<ModuleOp> parsed = mlir::parseSourceFile<ModuleOp>(
      sources, mlir::ParserConfig(context, /*verifyAfterParse=*/false));
  if (!parsed) {
    Diagnostic failure =
        diagnostics.takeError("cannot parse").diagnostics().front();
    // On the first line, it is about the function that has no body then.
    if (failure.location.line > 1) {
      --failure.location.line;
      return Error(std::move(failure));
    }
  }
  Block *body = parsed ? findBody(*parsed) : nullptr;
  if (!body || body->getNumArguments() != operands.size())
    return errorAt(anchor, "expected the text of one or more ops in one block, "
                           "found '" +
                               text.str() + "'");

  std::vector<Operation *> created;
  for (Operation &op : *body) {
    created.push_back(&op);
    op.walk([&](Operation *nested) { nested->setLoc(anchor->getLoc()); });
  }
  for (auto [argument, operand] :
       llvm::zip_equal(body->getArguments(), operands))
    argument.replaceAllUsesWith(operand);
  block->getOperations().splice(where, body->getOperations());
  return created;
}

Error ModuleEditor::verify() {
  Lock lock(*source->mutex);
  DiagnosticCollector diagnostics(*module()->getContext(), source->file);
  if (mlir::succeeded(mlir::verify(module())))
    return Error::success();
  return diagnostics.takeError("the module is not valid");
}
