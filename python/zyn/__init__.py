"""Zyn: compiles MLIR for GPUs and the host, and calls it with arrays of NumPy, PyTorch, CuPy and JAX.

zyn.compile(source) returns a function to call, zyn.function makes one of a function of Python that computes with
tensors, zyn.kernel of one that computes a point of a loop nest, and zyn.load_ptx(path) returns kernels of PTX to launch.
zyn.load(path) returns a program of the matrix VM or a WebAssembly module to run. zyn.Module and zyn.PassManager run
passes on modules; zyn.passes(), zyn.pipelines() and zyn.dialects() list what there is. zyn.show(module) shows a lowering
as a page of HTML. zyn.cache is what is kept on disk. Errors are zyn.Error. See docs/python.md.
"""
import atexit as _atexit
import os as _os

from . import _tracing, _zyn, cache
from ._compile import compile, devices, trim_memory
from ._diagnostics import Diagnostics
from ._error import Error
from ._kernels import load_ptx
from ._passes import DialectInfo, PassInfo, PassManager, PipelineInfo, dialects, passes, pipelines
from ._program import Buffer, Program, ProgramResults, load
from ._show import Page, show
from ._tracing import *  # noqa: F403
from ._wasm import WasmModule, WasmResults
from ._zyn import (PTX, Array, Comparison, Diagnostic, Function, KernelLaunch, Module, Op, Profile, ProfileRow, PTXKernel,
                   Value)

__all__ = [
    "Array", "Buffer", "Comparison", "Diagnostic", "Diagnostics", "DialectInfo", "Error", "Function", "KernelLaunch",
    "Module", "Op", "PTX", "PTXKernel", "Page", "PassInfo", "PassManager", "PipelineInfo", "Profile", "ProfileRow",
    "Program", "ProgramResults", "Value", "WasmModule", "WasmResults", "cache", "compile", "devices", "dialects", "load",
    "load_ptx", "passes", "pipelines", "show", "torch_op", "trim_memory",
    *_tracing.__all__,
]

for _class in (Array, Comparison, Diagnostic, Function, KernelLaunch, Module, Op, Profile, ProfileRow, PTX, PTXKernel,
               Value):
    _class.__module__ = "zyn"


# What Jupyter shows for objects of the extension module.
def _module_html(module):
    from ._notebook import format_module
    return format_module(module)


def _profile_html(profile):
    from ._notebook import format_text
    return format_text(str(profile))


Module._repr_html_ = _module_html
Profile._repr_html_ = _profile_html
Diagnostic._repr_html_ = lambda diagnostic: Diagnostics([diagnostic])._repr_html_()


# zyn.torch imports PyTorch, which zyn does not need otherwise.
def torch_op(function, name=None, shapes=None):
    """Returns an operator of PyTorch that calls a zyn.Function: that of zyn.torch.torch_op, which needs PyTorch."""
    from .torch import torch_op
    return torch_op(function, name, shapes)


_os.register_at_fork(after_in_child=_zyn.forget_contexts)
_os.register_at_fork(after_in_child=_zyn.forget_calls)
_os.register_at_fork(after_in_child=_tracing.forget_compiled)
_atexit.register(_zyn.wait_for_calls)
