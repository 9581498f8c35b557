"""Kernels that are written by hand."""
import os

from . import _zyn
from ._error import Error


def load_ptx(source, device="cuda"):
    """Loads PTX, from Zyn or another compiler, and returns a zyn.PTX, whose kernels are launched one by one.

    source  PTX text, or the path of a file (.ptx)
    device  "cuda:N" or "cuda" (the first GPU), which need not be there before a kernel is launched

    The kernel is compiled for the GPU by its first launch, unless the cache has it. Raises zyn.Error if the file cannot
    be read or declares no kernel.

    >>> ptx = zyn.load_ptx('''
    ... .version 7.0
    ... .target sm_80
    ... .address_size 64
    ... .visible .entry fill(.param .u64 x, .param .f32 value) {
    ...   .reg .f32 %f;
    ...   .reg .b64 %rd;
    ...   ld.param.u64 %rd, [x];
    ...   ld.param.f32 %f, [value];
    ...   st.global.f32 [%rd], %f;
    ...   ret;
    ... }''')
    >>> ptx.kernels
    ['fill']
    >>> fill = ptx.kernel("fill")
    >>> fill.parameters
    [('x', 'u64', 8), ('value', 'f32', 4)]
    >>> fill[1, 1](np.zeros(1, np.float32))
    Traceback (most recent call last):
    ...
    zyn.Error: kernel 'fill' takes 2 arguments, 1 given
    """
    if not (device == "cuda" or device.startswith("cuda:")):
        raise Error(f"PTX runs on a GPU, expected the device 'cuda' or 'cuda:N', found {device!r}; functions of "
                    "zyn.compile with kernels of the kernel dialect also run on 'emulate'")
    name = "-"
    if isinstance(source, os.PathLike) or isinstance(source, str) and "\n" not in source and source.endswith(".ptx"):
        name = os.fsdecode(source)
        try:
            with open(source, "rb") as file:
                source = file.read()
        except OSError as error:
            raise Error(f"{name}: error: cannot read: {error.strerror}") from None
    elif not isinstance(source, (str, bytes)):
        raise TypeError(f"expected PTX text or a path, found an object of type {type(source).__name__!r}")
    return _zyn.PTX.parse(source, name, device)
