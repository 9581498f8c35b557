#!/usr/bin/python3
"""Copies the reference that `ninja mlir-doc` generates from TableGen to docs/reference/.

    docs/reference.py build/dev/docs            # what ./dev docs runs
    docs/reference.py build/dev/docs --check    # exits 1 if docs/reference/ is out of date
"""
import sys
from pathlib import Path

REFERENCE = Path(__file__).resolve().parent / "reference"
INDEX = "# Reference\n\nGenerated from TableGen by `./dev docs`; edit the `.td` files, not these pages.\n"
TITLES = {"Dialects": "Dialects", "Passes": "Passes"}


def page_title(path, text):
    for line in text.splitlines():
        if line.startswith("# "):
            return line[2:].strip()
    return path.stem


def page(path):
    """Returns the generated Markdown with a title and without the table of contents, which only MLIR's site expands."""
    text = path.read_text().replace("[TOC]\n\n", "")
    marker, _, body = text.partition("\n")
    if "\n# " not in text:
        body = f"\n# {path.stem}\n" + body
    return f"{marker}\n{body}".rstrip("\n") + "\n"


def generate(built):
    """Returns the text of each page by its path in docs/reference/."""
    pages, index = {}, INDEX
    for folder, title in TITLES.items():
        found = sorted((built / folder).glob("*.md"))
        if found:
            index += f"\n## {title}\n\n"
        for path in found:
            name = f"{folder.lower()}/{path.stem}.md"
            pages[name] = page(path)
            index += f"- [{page_title(path, pages[name])}]({name})\n"
    pages["README.md"] = index
    return pages


def main():
    built = Path(sys.argv[1])
    pages = generate(built)
    if len(pages) == 1:
        sys.exit(f"{built}: error: expected generated pages; build the target mlir-doc first")
    present = {str(path.relative_to(REFERENCE)): path for path in REFERENCE.rglob("*.md")}
    stale = sorted(set(present) - set(pages))
    changed = sorted(name for name, text in pages.items()
                     if name not in present or present[name].read_text() != text)
    if "--check" in sys.argv:
        for name in changed + stale:
            print(f"docs/reference/{name}: error: out of date; run ./dev docs and commit the result")
        sys.exit(1 if changed or stale else 0)
    for name in stale:
        present[name].unlink()
    for name in changed:
        (REFERENCE / name).parent.mkdir(parents=True, exist_ok=True)
        (REFERENCE / name).write_text(pages[name])
    print(f"docs/reference: {len(pages)} pages, {len(changed)} written, {len(stale)} removed")


if __name__ == "__main__":
    main()
