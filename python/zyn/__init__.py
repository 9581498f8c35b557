"""Zyn: compiles MLIR for GPUs and the host, and calls it with arrays of NumPy, PyTorch, CuPy and JAX.

zyn.compile(source) returns a function to call. zyn.Module and zyn.PassManager run passes on modules; zyn.passes(),
zyn.pipelines() and zyn.dialects() list what there is. Errors are zyn.Error. See docs/python.md.
"""
import atexit as _atexit
import os as _os

from . import _zyn
from ._compile import compile, devices
from ._error import Error
from ._passes import DialectInfo, PassInfo, PassManager, PipelineInfo, dialects, passes, pipelines
from ._zyn import Array, Diagnostic, Function, Module, Op, Value

__all__ = [
    "Array", "Diagnostic", "DialectInfo", "Error", "Function", "Module", "Op", "PassInfo", "PassManager",
    "PipelineInfo", "Value", "compile", "devices", "dialects", "passes", "pipelines",
]

for _class in (Array, Diagnostic, Function, Module, Op, Value):
    _class.__module__ = "zyn"
_os.register_at_fork(after_in_child=_zyn.forget_contexts)
_os.register_at_fork(after_in_child=_zyn.forget_calls)
_atexit.register(_zyn.wait_for_calls)
