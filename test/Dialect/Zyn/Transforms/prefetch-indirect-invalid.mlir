// RUN: zyn-opt --zyn-prefetch-indirect=distance=0 --verify-diagnostics %s

// expected-error @+1 {{expected a distance of at least 1 iteration, found 0}}
func.func @f() attributes {zyn.constraints = #zyn.constraints<critical_path = true>} {
  return
}
