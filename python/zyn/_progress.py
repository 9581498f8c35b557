"""Progress bars."""
import sys
import time

_WIDTH = 40


def _is_shown():
    """Whether someone watches standard error: on a terminal, or in Jupyter."""
    return sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules)


def bar(label, delay=0):
    """Returns a function that draws how much of the work is done after `delay` seconds, and None if nobody would see it."""
    if not _is_shown():
        return None
    start = time.monotonic()
    is_drawn = False

    def draw(done, total):
        nonlocal is_drawn
        is_drawn = is_drawn or (done < total and time.monotonic() - start >= delay)
        if not is_drawn:
            return
        filled = _WIDTH * done // total if total else _WIDTH
        line = f"{label} [{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{total}"
        # Other output begins on an empty line.
        end = "\r" + " " * len(line) + "\r" if done == total else ""
        print(f"\r{line}{end}", end="", file=sys.stderr, flush=True)
    return draw
