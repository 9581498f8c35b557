#ifndef ZYN_CONVERSION_PASSES_H
#define ZYN_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;

namespace gpu {
class GPUModuleOp;
} // namespace gpu

namespace zyn {

#define GEN_PASS_DECL
#include "Zyn/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Zyn/Conversion/Passes.h.inc"

} // namespace zyn
} // namespace mlir

#endif // ZYN_CONVERSION_PASSES_H
