# Installs everything except for the tools and libraries: headers, the CMake
# package for other projects, examples, benchmarks, and the tests that require
# neither LLVM's tools nor a build.
include(CMakePackageConfigHelpers)

set(zyn_package_dir lib/cmake/Zyn)
set(zyn_links_mlir ON)
if(ZYN_STATIC_LLVM)
  set(zyn_links_mlir OFF)
endif()
set(zyn_tools_dir bin)
configure_package_config_file(cmake/ZynConfig.cmake.in
  ${CMAKE_BINARY_DIR}/cmake/ZynConfig.cmake
  INSTALL_DESTINATION ${zyn_package_dir}
  PATH_VARS zyn_tools_dir)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/cmake/ZynConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/cmake/ZynConfig.cmake
              ${CMAKE_BINARY_DIR}/cmake/ZynConfigVersion.cmake
        DESTINATION ${zyn_package_dir})
install(EXPORT ZynTargets NAMESPACE Zyn:: DESTINATION ${zyn_package_dir})

# TableGen files are included, since ops of other projects may implement
# interfaces.
install(DIRECTORY include/Zyn include/Zyn-c ${CMAKE_BINARY_DIR}/include/Zyn
        DESTINATION include
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.h.inc")

install(FILES LICENSE README.md DESTINATION .)
install(DIRECTORY examples benchmarks guest DESTINATION .
        PATTERN __pycache__ EXCLUDE PATTERN .gitignore EXCLUDE
        PATTERN target EXCLUDE)
install(PROGRAMS test/run-execution.py DESTINATION test)
install(DIRECTORY test/Emulator test/Execution test/VM DESTINATION test FILES_MATCHING PATTERN "*.py"
        PATTERN __pycache__ EXCLUDE)
if(TARGET ZynRuntimeTests)
  install(TARGETS ZynRuntimeTests RUNTIME DESTINATION test)
endif()
