# What every component is compiled with, as LLVM is.
function(zyn_set_compile_options name)
  target_compile_options(${name} PRIVATE -fno-rtti -fno-exceptions)
  separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_compile_definitions(${name} PRIVATE ${definitions})
endfunction()

# Upstream's headers that most files read, precompiled once for all components:
# a build takes a quarter of the time. A file still includes what it uses.
file(WRITE ${CMAKE_BINARY_DIR}/ZynPrecompiled.cpp "")
add_library(ZynPrecompiled OBJECT ${CMAKE_BINARY_DIR}/ZynPrecompiled.cpp)
zyn_set_compile_options(ZynPrecompiled)
target_precompile_headers(ZynPrecompiled PRIVATE
  <mlir/Conversion/LLVMCommon/Pattern.h>
  <mlir/Dialect/Arith/IR/Arith.h>
  <mlir/Dialect/Func/IR/FuncOps.h>
  <mlir/Dialect/GPU/IR/GPUDialect.h>
  <mlir/Dialect/LLVMIR/LLVMDialect.h>
  <mlir/Dialect/LLVMIR/NVVMDialect.h>
  <mlir/Dialect/MemRef/IR/MemRef.h>
  <mlir/Dialect/SCF/IR/SCF.h>
  <mlir/Dialect/Vector/IR/VectorOps.h>
  <mlir/IR/Builders.h>
  <mlir/IR/OpImplementation.h>
  <mlir/Pass/Pass.h>
  <mlir/Transforms/DialectConversion.h>
  <mlir/Transforms/GreedyPatternRewriteDriver.h>)

# add_zyn_library(NAME source...)
#
# One component of libZyn.so: an object library, so that each part compiles on
# its own and all tools share one copy of the code.
function(add_zyn_library name)
  add_library(${name} OBJECT ${ARGN})
  zyn_set_compile_options(${name})
  target_precompile_headers(${name} REUSE_FROM ZynPrecompiled)
  add_dependencies(${name} zyn-headers)
  set_property(GLOBAL APPEND PROPERTY ZYN_COMPONENTS ${name})
endfunction()

# add_zyn_tablegen_target(NAME): ends a group of mlir_tablegen calls. Every
# component waits for all generated headers: they are few and quick.
macro(add_zyn_tablegen_target name)
  add_public_tablegen_target(${name})
  add_dependencies(zyn-headers ${name})
endmacro()
