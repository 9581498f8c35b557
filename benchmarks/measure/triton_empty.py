"""An empty kernel of Triton with three arrays."""
import triton


@triton.jit
def kernel(x, y, z):
    pass
