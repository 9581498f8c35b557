"""Kernels as functions."""
import os

from . import _progress, _zyn


def is_file(source):
    """Whether a source is the path of a file, and not MLIR."""
    # No module fits on a line that ends like a file name.
    return isinstance(source, os.PathLike) or (
        isinstance(source, str) and "\n" not in source and source.endswith((".mlir", ".mlirbc")))


def _to_module(source):
    if isinstance(source, _zyn.Module):
        return source
    if is_file(source):
        return _zyn.Module.parse_file(source)
    if isinstance(source, bytes):
        return _zyn.Module.parse(source)
    if not isinstance(source, str):
        raise TypeError(f"expected MLIR text, a path or a zyn.Module, found an object of type {type(source).__name__!r}")
    return _zyn.Module.parse(source)


def compile(source, entry=None, device="auto", *, chip="", features="", remarks=".*", progress=None):
    """Compiles a function and returns a zyn.Function, which is called like one of Python.

    source    MLIR text, the path of a file, or a zyn.Module
    entry     the name of the function; by default "main", or else the only public one
    device    "cuda:N", "cuda" (the first GPU), "cpu", "emulate" (a GPU that is emulated and checked on the CPU), or
              "auto" (the first GPU, or else the CPU)
    chip      the architecture, such as "sm_90a"; by default that of the device
    features  its features, such as "+ptx80"
    remarks   a regular expression for the categories of remarks to keep
    progress  a function that is called with how many of the steps are done, and how many there are; by default, a
              terminal and Jupyter show a bar if it takes longer than a second

    Raises zyn.Error.

    >>> f = zyn.compile('''
    ... func.func @double(%x: tensor<?xf32>) -> tensor<?xf32> {
    ...   %y = zyn.map ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) {
    ...   ^bb0(%p: f32):
    ...     %s = arith.addf %p, %p : f32
    ...     zyn.yield %s : f32
    ...   } -> tensor<?xf32>
    ...   return %y : tensor<?xf32>
    ... }''', device="cpu")
    >>> f(np.array([1, 2, 3], np.float32))
    array([2., 4., 6.], dtype=float32)
    >>> f(np.array([1, 2, 3]))
    Traceback (most recent call last):
    ...
    zyn.Error: -:2:1: error: argument #0 of 'double' is tensor<?xf32>, found an array of 3xi64
    """
    return _zyn.Function(_to_module(source), device=device, entry=entry or "", chip=chip, features=features,
                         remarks=remarks, progress=progress or _progress.bar("compiling", delay=1))


def devices():
    """Returns the names of the devices: the GPUs, if any, and "cpu"."""
    return _zyn.devices()


def trim_memory():
    """Returns memory that functions no longer use to the devices.

    It is kept for the next calls otherwise, and other libraries cannot allocate it.

    >>> zyn.trim_memory()
    """
    _zyn.trim_memory()
