# What the package has beside the tools and libraries: examples, benchmarks,
# and the tests that need neither LLVM's tools nor a build.
install(FILES LICENSE README.md DESTINATION .)
install(DIRECTORY examples benchmarks DESTINATION .
        PATTERN __pycache__ EXCLUDE PATTERN .gitignore EXCLUDE)
install(PROGRAMS test/run-execution.py DESTINATION test)
install(DIRECTORY test/Execution test/VM DESTINATION test FILES_MATCHING PATTERN "*.py"
        PATTERN __pycache__ EXCLUDE)
if(TARGET ZynRuntimeTests)
  install(TARGETS ZynRuntimeTests RUNTIME DESTINATION test)
endif()
