# Compile options of all components, which are those of LLVM.
function(zyn_set_compile_options name)
  target_compile_options(${name} PRIVATE -fno-rtti -fno-exceptions)
  separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_compile_definitions(${name} PRIVATE ${definitions})
endfunction()

include(Layers)

# The upstream headers that most files include, precompiled once for all
# components, which reduces the build time to a quarter. A file still has to
# include what it uses.
file(WRITE ${CMAKE_BINARY_DIR}/ZynPrecompiled.cpp "")
add_library(ZynPrecompiled OBJECT ${CMAKE_BINARY_DIR}/ZynPrecompiled.cpp)
zyn_set_compile_options(ZynPrecompiled)
target_compile_options(ZynPrecompiled PRIVATE ${zyn_layering_options})
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

# add_zyn_library(NAME source... [LINK_LIBS library...])
#
# Adds a component of libZyn.so. It is an object library, so that components
# compile independently and all tools share one copy of the code. LINK_LIBS are
# the components whose headers it includes; including any other header is an
# error. All components depend on all generated headers, which are few and take
# little time to generate.
function(add_zyn_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK_LIBS")
  add_library(${name} OBJECT ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${arg_LINK_LIBS})
  zyn_set_compile_options(${name})
  target_precompile_headers(${name} REUSE_FROM ZynPrecompiled)
  add_dependencies(${name} zyn-headers)
  zyn_declare_layer(${name} LINK_LIBS ${arg_LINK_LIBS})
  zyn_enforce_layer(${name})
  set_property(GLOBAL APPEND PROPERTY ZYN_COMPONENTS ${name})
endfunction()

# add_zyn_tablegen_target(NAME): ends a group of mlir_tablegen calls.
macro(add_zyn_tablegen_target name)
  add_public_tablegen_target(${name})
  add_dependencies(zyn-headers ${name})
endmacro()

# zyn_install_library(TARGET NAME): installs a library that other projects link
# as Zyn::NAME.
function(zyn_install_library target name)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} INTERFACE cxx_std_17)
  target_include_directories(${target} INTERFACE
    $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  install(TARGETS ${target} EXPORT ZynTargets LIBRARY DESTINATION lib)
endfunction()
