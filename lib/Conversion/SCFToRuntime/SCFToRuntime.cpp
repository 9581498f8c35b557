//===- SCFToRuntime.cpp - Runs scf.parallel on threads --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"

#include "Zyn/Conversion/RuntimeCalls.h"
#include "Zyn/Conversion/SourceLocation.h"
#include "Zyn/Runtime/CABI.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTSCFPARALLELTORUNTIME
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

/// Returns the number of iterations of each loop of `parallel`.
SmallVector<Value> getTripCounts(OpBuilder &builder, scf::ParallelOp parallel) {
  Location loc = parallel.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<Value> counts;
  for (auto [lower, upper, step] :
       llvm::zip(parallel.getLowerBound(), parallel.getUpperBound(),
                 parallel.getStep())) {
    Value distance = arith::SubIOp::create(builder, loc, upper, lower);
    Value count = arith::CeilDivSIOp::create(builder, loc, distance, step);
    counts.push_back(arith::MaxSIOp::create(builder, loc, count, zero));
  }
  return counts;
}

/// The values from outside the body that it uses: those to pack into the
/// struct, and constants, which are cloned into the body.
struct Captures {
  SmallVector<Value> packed;
  SmallVector<Operation *> constants;
};

class Outliner {
public:
  explicit Outliner(ModuleOp module)
      : symbols(module), converter(module.getContext()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())) {}

  LogicalResult outline(scf::ParallelOp parallel) {
    if (!parallel->getParentOfType<FunctionOpInterface>())
      return parallel.emitOpError("expected to be inside a function");
    OpBuilder builder(parallel);
    Location loc = parallel.getLoc();
    SmallVector<Value> counts = getTripCounts(builder, parallel);
    Captures captures = collectCaptures(parallel, counts);

    SmallVector<Type> fields;
    for (Value value : captures.packed) {
      Type field = converter.convertType(value.getType());
      if (!field)
        return parallel.emitOpError("uses a value of type ")
               << value.getType()
               << " from outside its body, which has no LLVM type";
      fields.push_back(field);
    }
    auto record =
        LLVM::LLVMStructType::getLiteral(parallel.getContext(), fields);

    auto parallelFor =
        mlir::zyn::declareRuntimeFunction<decltype(zynrtParallelFor)>(
            builder, symbols.getOp(), "zynrtParallelFor");
    if (failed(parallelFor))
      return failure();
    func::FuncOp body = createBody(parallel, captures, record, counts);

    Value total = arith::ConstantIndexOp::create(builder, loc, 1);
    for (Value count : counts)
      total = arith::MulIOp::create(builder, loc, total, count);
    Value total64 =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), total);
    Value packed = pack(builder, parallel, captures, record);
    Value reference = func::ConstantOp::create(
        builder, loc, body.getFunctionType(), body.getSymName());
    LLVM::CallOp::create(
        builder, loc, *parallelFor,
        {total64, cast(builder, loc, reference, pointer), packed,
         getString(builder, loc, "zynrt:loop:", body.getSymName()),
         getString(builder, loc,
                   "zynrt:location:", mlir::zyn::getSourceLocation(loc))});
    parallel.erase();
    return success();
  }

private:
  static Value cast(OpBuilder &builder, Location loc, Value value, Type type) {
    if (value.getType() == type)
      return value;
    return UnrealizedConversionCastOp::create(builder, loc, type, value)
        .getResult(0);
  }

  /// Returns the address of a zero-terminated constant that all uses of `text`
  /// share, or null.
  Value getString(OpBuilder &builder, Location loc, StringRef prefix,
                  std::optional<StringRef> text) {
    if (!text)
      return LLVM::ZeroOp::create(builder, loc, pointer);
    std::string name = (prefix + *text).str();
    auto string = symbols.lookup<LLVM::GlobalOp>(name);
    if (!string) {
      std::string terminated = (*text + StringRef("\0", 1)).str();
      OpBuilder atStart(builder.getContext());
      string = LLVM::GlobalOp::create(
          atStart, loc,
          LLVM::LLVMArrayType::get(builder.getI8Type(), terminated.size()),
          /*isConstant=*/true, LLVM::Linkage::Internal, name,
          builder.getStringAttr(terminated));
      symbols.insert(string);
    }
    return LLVM::AddressOfOp::create(builder, loc, string);
  }

  static Captures collectCaptures(scf::ParallelOp parallel, ValueRange counts) {
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(parallel.getRegion(), used);
    used.insert_range(parallel.getLowerBound());
    used.insert_range(parallel.getStep());
    used.insert_range(counts);
    Captures captures;
    for (Value value : used) {
      Operation *definition = value.getDefiningOp();
      if (definition && definition->hasTrait<OpTrait::ConstantLike>())
        captures.constants.push_back(definition);
      else
        captures.packed.push_back(value);
    }
    return captures;
  }

  /// Stores the captured values on the stack. The memory is allocated in the
  /// entry block of the function, so that an enclosing loop does not grow the
  /// stack.
  Value pack(OpBuilder &builder, scf::ParallelOp parallel,
             const Captures &captures, LLVM::LLVMStructType record) {
    Location loc = parallel.getLoc();
    if (captures.packed.empty())
      return LLVM::ZeroOp::create(builder, loc, pointer);
    Value filled = LLVM::PoisonOp::create(builder, loc, record);
    for (auto [i, value] : llvm::enumerate(captures.packed))
      filled = LLVM::InsertValueOp::create(
          builder, loc, filled, cast(builder, loc, value, record.getBody()[i]),
          i);
    Value address;
    {
      OpBuilder::InsertionGuard guard(builder);
      auto function = parallel->getParentOfType<FunctionOpInterface>();
      builder.setInsertionPointToStart(&function.getFunctionBody().front());
      Value one =
          LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), 1);
      address = LLVM::AllocaOp::create(builder, loc, pointer, record, one);
    }
    LLVM::StoreOp::create(builder, loc, filled, address);
    return address;
  }

  func::FuncOp createBody(scf::ParallelOp parallel, const Captures &captures,
                          LLVM::LLVMStructType record, ValueRange counts) {
    Location loc = parallel.getLoc();
    OpBuilder builder(parallel.getContext());
    auto parent = parallel->getParentOfType<FunctionOpInterface>();
    auto function = func::FuncOp::create(
        builder, loc, (parent.getName() + "_parallel").str(),
        builder.getFunctionType({pointer, builder.getI64Type()}, {}));
    function.setPrivate();
    symbols.insert(function);

    Block *entry = function.addEntryBlock();
    builder.setInsertionPointToStart(entry);
    IRMapping mapping;
    for (Operation *constant : captures.constants)
      builder.clone(*constant, mapping);
    if (!captures.packed.empty()) {
      Value filled =
          LLVM::LoadOp::create(builder, loc, record, entry->getArgument(0));
      for (auto [i, value] : llvm::enumerate(captures.packed)) {
        Value field = LLVM::ExtractValueOp::create(builder, loc, filled, i);
        mapping.map(value, cast(builder, loc, field, value.getType()));
      }
    }

    // The last loop's index varies fastest.
    Value rest = arith::IndexCastOp::create(
        builder, loc, builder.getIndexType(), entry->getArgument(1));
    for (int64_t i = parallel.getNumLoops() - 1; i >= 0; --i) {
      Value number = rest;
      if (i > 0) {
        Value count = mapping.lookup(counts[i]);
        number = arith::RemUIOp::create(builder, loc, rest, count);
        rest = arith::DivUIOp::create(builder, loc, rest, count);
      }
      Value distance = arith::MulIOp::create(
          builder, loc, number, mapping.lookup(parallel.getStep()[i]));
      Value index = arith::AddIOp::create(
          builder, loc, distance, mapping.lookup(parallel.getLowerBound()[i]));
      mapping.map(parallel.getInductionVars()[i], index);
    }
    for (Operation &op : parallel.getBody()->without_terminator())
      builder.clone(op, mapping);
    func::ReturnOp::create(builder, loc);
    return function;
  }

  SymbolTable symbols;
  LLVMTypeConverter converter;
  LLVM::LLVMPointerType pointer;
};

struct ConvertSCFParallelToRuntime
    : mlir::zyn::impl::ConvertSCFParallelToRuntimeBase<
          ConvertSCFParallelToRuntime> {
  void runOnOperation() override {
    SmallVector<scf::ParallelOp> loops;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      auto parallel = dyn_cast<scf::ParallelOp>(op);
      if (!parallel || parallel.getNumReductions() != 0)
        return WalkResult::advance();
      loops.push_back(parallel);
      return WalkResult::skip();
    });
    Outliner outliner(getOperation());
    for (scf::ParallelOp parallel : loops)
      if (failed(outliner.outline(parallel)))
        return signalPassFailure();
  }
};

} // namespace
