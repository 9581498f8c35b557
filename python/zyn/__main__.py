"""The tools: python -m zyn run|opt|translate|cache|devices."""
import signal
import sys

from . import Error, _zyn, cache

TOOLS = {"run": _zyn.run_main, "opt": _zyn.opt_main, "translate": _zyn.translate_main}

USAGE = """usage: python -m zyn COMMAND ...

  run ...         runs a function, a program or a kernel, as zyn-run does
  opt ...         runs passes, as zyn-opt does
  translate ...   translates formats, as zyn-translate does
  devices         prints the devices
  cache           prints the compiled kernels and others that are kept on disk
  cache clear     removes them

run, opt and translate have the options of these tools; --help lists them.
"""


def fail(message):
    print(f"zyn: error: {message}", file=sys.stderr)
    return 1


def run_tool(command, words):
    # The tools end at signals like other processes, and not when Python would notice.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    return TOOLS[command]([f"zyn-{command}", *words])


def run_cache(words):
    if words == ["clear"]:
        cache.clear()
        return 0
    if words:
        return fail(f"expected 'cache' or 'cache clear', found 'cache {' '.join(words)}'")
    entries = cache.entries()
    for entry in entries:
        print(f"{entry.time:%Y-%m-%d %H:%M}  {entry.bytes:>10}  {entry.path}")
    print(f"{len(entries)} {'file' if len(entries) == 1 else 'files'}, {sum(entry.bytes for entry in entries)} bytes in "
          f"{cache.folder() or 'no folder'}")
    return 0


def main(words):
    if not words or words[0] in ("-h", "--help"):
        print(USAGE, end="")
        return 0 if words else 1
    command, *rest = words
    if command in TOOLS:
        return run_tool(command, rest)
    if command == "devices":
        return run_tool("run", ["--list-devices"]) if not rest else fail("'devices' takes no arguments")
    if command == "cache":
        try:
            return run_cache(rest)
        except Error as error:
            return fail(error)
    return fail(f"unknown command '{command}': expected run, opt, translate, devices or cache")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
