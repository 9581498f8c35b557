// Options of other translations, and outputs that would overwrite each other, are one line and exit status 1.
// DEFINE: %{args} =
// DEFINE: %{run} = not zyn-translate %s %{args} 2>&1 | FileCheck %s --match-full-lines --implicit-check-not error: --check-prefix

// REDEFINE: %{args} = --zyn-to-ptx --header=%t.h
// RUN: %{run} HEADER
// HEADER: zyn-translate: error: --header applies to --zyn-to-object, not to --zyn-to-ptx
// REDEFINE: %{args} = --zyn-to-object --manifest=%t.json -o %t.o
// RUN: %{run} MANIFEST
// MANIFEST: zyn-translate: error: --manifest applies to --zyn-to-ptx, not to --zyn-to-object
// REDEFINE: %{args} = --zyn-to-llvmir --chip=sm_90a
// RUN: %{run} CHIP
// CHIP: zyn-translate: error: --chip applies to --zyn-to-ptx and --zyn-to-object, not to --zyn-to-llvmir
// REDEFINE: %{args} = --mlir-to-llvmir --strict
// RUN: %{run} STRICT
// STRICT: zyn-translate: error: --strict applies to --zyn-to-object, not to --mlir-to-llvmir
// REDEFINE: %{args} = --zyn-to-ptx --program=f
// RUN: %{run} PROGRAM
// PROGRAM: zyn-translate: error: --program applies to --vm-to-executable, not to --zyn-to-ptx

// REDEFINE: %{args} = --zyn-to-object --split-input-file -o %t.o
// RUN: %{run} SPLIT-OBJECT
// SPLIT-OBJECT: zyn-translate: error: --split-input-file translates several modules, but the output of -o can only be one
// REDEFINE: %{args} = --zyn-to-object --split-input-file --header=%t.h
// RUN: %{run} SPLIT-HEADER
// SPLIT-HEADER: zyn-translate: error: --split-input-file translates several modules, but the output of --header can only be one
// REDEFINE: %{args} = --zyn-to-ptx --split-input-file --manifest=%t.json
// RUN: %{run} SPLIT-MANIFEST
// SPLIT-MANIFEST: zyn-translate: error: --split-input-file translates several modules, but the output of --manifest can only be one

// REDEFINE: %{args} = --zyn-to-object -o %t.same --header=%t.same
// RUN: %{run} SAME
// SAME: zyn-translate: error: expected -o and --header to name two files, found '{{.*}}.same' for both
// RUN: mkdir -p %t.folder
// RUN: cd %t.folder && not zyn-translate --zyn-to-ptx %s -o same --manifest=./same 2>&1 | FileCheck %s --match-full-lines --check-prefix RELATIVE
// RELATIVE: zyn-translate: error: expected -o and --manifest to name two files, found './same' for both
// REDEFINE: %{args} = --zyn-to-object --header=-
// RUN: %{run} STDOUT
// STDOUT: zyn-translate: error: expected -o and --header to name two files, found '-' for both
// Nothing was written.
// RUN: not ls %t.same %t.h %t.json %t.o

// A header on the standard output, and outputs that are thrown away.
// RUN: zyn-translate --zyn-to-object --header=- %s -o %t.f.o | FileCheck %s --check-prefix=PRINTED
// PRINTED: #ifndef FUNCTIONS_H
// PRINTED: int64_t f(int64_t arg0);
// RUN: zyn-translate --zyn-to-object --header=/dev/null %s -o /dev/null

func.func @f(%x: i64) -> i64 {
  return %x : i64
}
