#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the documentation site. Usage: site_pages.py OUTPUT [ROOT]

Doxygen reads the public headers. Sphinx makes pages of them, of the Markdown pages and of the notebooks (configuration: docs/site). All links inside
the finished site are followed. Exit 1 on a warning or a dead link. OUTPUT/html/index.html needs no network.
"""
import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse
import xml.etree.ElementTree as xml

LINKED = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CITATION.cff", "packages.txt", "docs", "certificates", "schemas", "scripts",
          "api", "bench", "checks", "cli", "controls", "empirical", "experiments", "lib", "props", "python", "tests")
OWN = ("index.md", "maths.md", "notebooks.md")
ABOVE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")  # pages beside docs/
# Sphinx would treat the name after @throws as a type; here it is plain text.
DOXYGEN = r"""
OUTPUT_DIRECTORY={}
GENERATE_HTML=NO
INPUT_FILTER="sed -E 's/@cite/@source/; s/@throws/@refuses/'"
ALIASES += "refuses=@par Throws^^"
"""


def lay_out(root, sources):
    """The folder that Sphinx reads: the repository's files at their paths, and the pages of the site only."""
    shutil.rmtree(sources, ignore_errors=True)
    sources.mkdir(parents=True)
    for name in LINKED:
        (sources / name).symlink_to(root / name)
    for name in OWN:
        text = (root / "docs/site" / name).read_text()
        (sources / name).write_text(text.replace("](../../", "](").replace("](../", "](docs/"))


def listed(root):
    """The pages in the toctrees of the site's own pages, without file ending, with repetitions."""
    found = []
    for name in OWN:
        text = (root / "docs/site" / name).read_text()
        for block in re.findall(r"```\{toctree\}\n(.*?)```", text, re.DOTALL):
            for entry in (line for line in block.splitlines() if line and not line.startswith(":")):
                entry = (re.search(r"<(.*)>$", entry) or [None, entry])[1]
                found += sorted(path.relative_to(root).with_suffix("").as_posix() for path in root.glob(f"{entry}.*") if path.suffix in (".md", ".ipynb")) if "*" in entry else [entry]
    return found


def page_complaints(root):
    """Pages in no toctree, and entries of a toctree that are no pages."""
    pages = {path.relative_to(root).with_suffix("").as_posix() for pattern in ("docs/*.md", "docs/maths/*.md", "docs/notebooks/*.ipynb", "certificates/*.md") for path in root.glob(pattern)}
    pages |= {name.removesuffix(".md") for name in (*ABOVE, *OWN)} - {"index"} | {"reference/index"}
    entries = listed(root)
    yield from (f"{page}: stands in no toctree of docs/site" for page in sorted(pages - set(entries)))
    yield from (f"{entry}: listed in docs/site, and no page" for entry in sorted(set(entries) - pages))
    yield from (f"{entry}: listed twice in docs/site" for entry in sorted({entry for entry in entries if entries.count(entry) > 1}))


def headers(api_xml):
    for compound in xml.parse(api_xml / "index.xml").getroot().iter("compound"):
        if compound.get("kind") == "file" and compound.findtext("name").endswith(".hpp"):
            place = xml.parse(api_xml / f"{compound.get('refid')}.xml").getroot().find(".//location").get("file")
            yield pathlib.PurePath(place)


def write_api(api_xml, folder):
    """A page for every public header, listed by folder."""
    groups = {}
    for header in sorted(headers(api_xml)):
        groups.setdefault(header.parent.as_posix(), []).append(header)
    folder.mkdir()
    for group, members in groups.items():
        for header in members:
            page = folder / header.with_suffix(".md")
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(f"# {header.name}\n\n```cpp\n#include <{header}>\n```\n\n```{{doxygenfile}} {header}\n:sections: briefdescription detaileddescription "
                            "innernamespace innerclass public-type public-attrib public-func public-static-attrib public-static-func define enum func typedef var\n```\n")
        names = "\n".join(header.stem for header in members)
        (folder / group / "index.md").write_text(f"# {group}\n\n```{{toctree}}\n:maxdepth: 1\n{names}\n```\n")
    listed = "\n".join(f"{group}/index" for group in groups)
    (folder / "index.md").write_text(f"# C++ reference\n\nThe public headers, by folder.\n\n```{{toctree}}\n:maxdepth: 2\n{listed}\n```\n")


class Page(html.parser.HTMLParser):
    """The anchors and local links of a page, and the resources that it would fetch from the network."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.fetched = {"", "top"}, set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors |= {attributes[name] for name in ("id", "name") if attributes.get(name)}
        for name in ("href", "src"):
            target = attributes.get(name)
            if target and urllib.parse.urlsplit(target).scheme in ("", "file") and not target.startswith("//"):
                self.links.add(target)
            elif target and (name == "src" or tag == "link") and not target.startswith("data:"):
                self.fetched.add(target)


def dead_links(site):
    pages = {path: Page(path.read_text()) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        where = path.relative_to(site)
        yield from (f"{where}: fetches {target} from the network" for target in sorted(page.fetched))
        for link in sorted(page.links):
            parts = urllib.parse.urlsplit(link)
            target = pathlib.Path(os.path.normpath(path.parent / urllib.parse.unquote(parts.path))) if parts.path else path
            if not target.exists():
                yield f"{where}: link to {link}, which is not there"
            elif target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
                yield f"{where}: link to {link}, a page without this anchor"


def main():
    output = pathlib.Path(sys.argv[1]).resolve()
    root = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).parent.parent).resolve()
    output.mkdir(parents=True, exist_ok=True)
    doxygen = (root / "docs/Doxyfile").read_text() + DOXYGEN.format(output)
    subprocess.run(["doxygen", "-"], input=doxygen, text=True, cwd=root, check=True)
    lay_out(root, output / "source")
    write_api(output / "xml", output / "source/reference")
    shutil.rmtree(output / "html", ignore_errors=True)
    sphinx = ["/usr/bin/python3", "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-c", str(root / "docs/site"), "-d", str(output / "doctrees"),
              "-D", f"breathe_projects.hearsay={output / 'xml'}", str(output / "source"), str(output / "html")]
    made = subprocess.run(sphinx).returncode
    complaints = list(dead_links(output / "html"))
    print("\n".join(complaints) or "site: every link leads somewhere")
    sys.exit(1 if made or complaints else 0)


if __name__ == "__main__":
    main()
