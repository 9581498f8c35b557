# The compilers of the presets: those of the LLVM that Zyn is built with, found
# in PATH. They are not set in the presets themselves, since CMake would discard
# the cache when it configures again.
set(CMAKE_C_COMPILER clang-22)
set(CMAKE_CXX_COMPILER clang++-22)
