# zyn_link_static_llvm(TARGET)
#
# Links LLVM, MLIR, the C++ library and the compression libraries into TARGET,
# so that it needs glibc alone. Only the code generators that Zyn uses come
# along: the machine's own and NVPTX.
#
# The exported CMake targets pull in the shared libraries, so the archives are
# named themselves; the linker takes from them what is reached.
function(zyn_link_static_llvm target)
  set(all_targets AArch64 AMDGPU ARM AVR BPF Hexagon Lanai LoongArch M68k MSP430
      Mips PowerPC RISCV SPIRV Sparc SystemZ VE WebAssembly X86 XCore Xtensa)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    list(REMOVE_ITEM all_targets AArch64)
  else()
    list(REMOVE_ITEM all_targets X86)
  endif()
  list(JOIN all_targets "|" unused_targets)

  file(GLOB archives ${LLVM_LIBRARY_DIRS}/libMLIR*.a
       ${LLVM_LIBRARY_DIRS}/libLLVM*.a)
  list(FILTER archives EXCLUDE REGEX "Test|CAPI|Python|BOLT|Exegesis")
  list(FILTER archives EXCLUDE REGEX
       "/libLLVM(${unused_targets})(AsmParser|CodeGen|Desc|Disassembler|Info|Utils|TargetMCA|Analysis)\\.a$")

  # gc-sections drops what nothing reaches; --icf=safe folds equal template
  # instances, of which MLIR has thousands.
  target_link_options(${target} PRIVATE -s -Wl,--gc-sections -Wl,--icf=safe
    -Wl,--exclude-libs,ALL -Wl,-z,defs -static-libstdc++ -static-libgcc)
  target_link_libraries(${target} PRIVATE
    -Wl,--start-group ${archives} -Wl,--end-group
    -l:libz.a -l:libzstd.a)
endfunction()
