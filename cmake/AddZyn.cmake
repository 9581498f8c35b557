# add_zyn_library(NAME source...)
#
# One component of libZyn.so: an object library, so that each part compiles on
# its own and all tools share one copy of the code.
function(add_zyn_library name)
  add_library(${name} OBJECT ${ARGN})
  target_compile_options(${name} PRIVATE -fno-rtti -fno-exceptions)
  separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_compile_definitions(${name} PRIVATE ${definitions})
  add_dependencies(${name} zyn-headers)
  set_property(GLOBAL APPEND PROPERTY ZYN_COMPONENTS ${name})
endfunction()

# add_zyn_tablegen_target(NAME): ends a group of mlir_tablegen calls. Every
# component waits for all generated headers: they are few and quick.
macro(add_zyn_tablegen_target name)
  add_public_tablegen_target(${name})
  add_dependencies(zyn-headers ${name})
endmacro()
