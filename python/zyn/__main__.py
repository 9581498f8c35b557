"""The tools: python -m zyn run|opt|translate|show|cache|devices."""
import argparse
import signal
import sys
from pathlib import Path

from . import Error, _zyn, cache, show

TOOLS = {"run": _zyn.run_main, "opt": _zyn.opt_main, "translate": _zyn.translate_main}

USAGE = """usage: python -m zyn COMMAND ...

  run ...         runs a function, a program or a kernel, as zyn-run does
  opt ...         runs passes, as zyn-opt does
  translate ...   translates formats, as zyn-translate does
  show FILE       shows the lowering of a module as a page of HTML
  devices         prints the devices
  cache           prints the compiled kernels and others that are kept on disk
  cache export X  writes them to an archive, such as kernels.tar.gz
  cache clear     removes them

run, opt and translate have the options of these tools; --help lists them, and those of show.
"""


def fail(message):
    print(f"zyn: error: {message}", file=sys.stderr)
    return 1


def run_tool(command, words):
    # The tools end at signals like other processes, and not when Python would notice.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    return TOOLS[command]([f"zyn-{command}", *words])


class ShowOptions(argparse.ArgumentParser):
    def __init__(self):
        super().__init__(prog="python -m zyn show", description="Shows the lowering of a module as a page of HTML.",
                         allow_abbrev=False)
        self.add_argument("file", metavar="FILE", help="MLIR as text or bytecode")
        self.add_argument("-o", dest="page", metavar="PAGE", help="the page (default: the name of FILE with .html, in "
                          "the current folder)")
        self.add_argument("--device", default="cuda", help="cuda, cpu, emulate or auto (default: cuda); the machine "
                          "need not have it")
        self.add_argument("--entry", help="the function to show (default: all of the module)")
        self.add_argument("--chip", default="", help="the architecture, such as sm_90a (default: sm_80)")
        self.add_argument("--features", default="", help="its features, such as +ptx80")

    def error(self, message):
        raise ValueError(message)


def run_show(words):
    try:
        options = ShowOptions().parse_args(words)
        page = options.page or Path(options.file).with_suffix(".html").name
        show(Path(options.file), page, entry=options.entry, device=options.device, chip=options.chip,
             features=options.features)
    except Error as error:
        if not error.file:
            return fail(error)
        print(error, file=sys.stderr)
        return 1
    except (OSError, ValueError) as error:
        return fail(error)
    print(page)
    return 0


def _count_files(count):
    return f"{count} {'file' if count == 1 else 'files'}"


def run_cache(words):
    if words == ["clear"]:
        cache.clear()
        return 0
    if len(words) == 2 and words[0] == "export":
        count = cache.export(words[1])
        print(f"{words[1]}: {_count_files(count)}")
        return 0
    if words:
        return fail(f"expected 'cache', 'cache export ARCHIVE' or 'cache clear', found 'cache {' '.join(words)}'")
    entries = cache.entries()
    for entry in entries:
        print(f"{entry.time:%Y-%m-%d %H:%M}  {entry.bytes:>10}  {entry.path}")
    print(f"{_count_files(len(entries))}, {sum(entry.bytes for entry in entries)} bytes in "
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
    if command == "show":
        return run_show(rest)
    if command == "cache":
        try:
            return run_cache(rest)
        except (Error, OSError, ValueError) as error:
            return fail(error)
    return fail(f"unknown command '{command}': expected run, opt, translate, show, devices or cache")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
