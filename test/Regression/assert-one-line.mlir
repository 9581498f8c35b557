// The message of an assertion is one line, whatever is in it.
// RUN: not zyn-run %s false --device cpu 2>&1 | FileCheck %s

// CHECK: error: two lines
func.func @main(%c: i1) {
  cf.assert %c, "two\0Alines"
  return
}
