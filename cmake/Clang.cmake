# The compilers of the presets: those of the LLVM that Zyn is built with, found
# on PATH. A preset that named them itself would lose its cache when it is
# configured again.
set(CMAKE_C_COMPILER clang-22)
set(CMAKE_CXX_COMPILER clang++-22)
