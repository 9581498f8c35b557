// RUN: zyn-opt %s --split-input-file --verify-diagnostics

func.func @value(%ok: i1, %m: index) {
  // expected-error @+1 {{'zyn.assert' op has {1} in its message, but the number of values is 1}}
  zyn.assert %ok, "found {1}"(%m)
  return
}

// -----

func.func @brace(%ok: i1, %m: index) {
  // expected-error @+1 {{'zyn.assert' op expected '{' in the message to be followed by the number of a value and '}', or by another '{'}}
  zyn.assert %ok, "found {m}"(%m)
  return
}

// -----

func.func @end(%ok: i1) {
  // expected-error @+1 {{'zyn.assert' op expected '{' in the message to be followed by the number of a value and '}', or by another '{'}}
  zyn.assert %ok, "found {"
  return
}
