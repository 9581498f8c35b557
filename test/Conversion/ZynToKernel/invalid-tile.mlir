// RUN: not zyn-opt %s --convert-zyn-to-kernel='chip=sm_90a tile=99' 2>&1 | FileCheck %s
// CHECK: error: expected a tile from 0 to {{[0-9]+}}, or -1 for the model's choice, found 99
module {
}
