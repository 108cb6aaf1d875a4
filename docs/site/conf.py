# SPDX-License-Identifier: GPL-3.0-or-later
"""Configuration of the documentation site for Sphinx. scripts/site_pages.py lays out the sources and runs it."""
import logging
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))

project = "hearsay"
copyright = "the authors of hearsay; GPL-3.0-or-later"
release = re.search(r"project\(hearsay VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
version = release

extensions = ["myst_parser", "breathe", "nbsphinx", "formulas", "links"]
include_patterns = ["*.md", "docs/**.md", "docs/**.ipynb", "certificates/*.md", "reference/**.md"]
exclude_patterns = ["docs/site"]

myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # a heading may skip a level: the pages are written for readers of the repository
highlight_language = "none"

breathe_projects = {"hearsay": str(ROOT / "build/docs/xml")}
breathe_default_project = "hearsay"
breathe_default_members = ("members",)
breathe_show_include = False

nbsphinx_execute = "never"  # the tests run them, and their output is in the files
nbsphinx_requirejs_path = ""

smartquotes = False  # a prime is no apostrophe

html_theme = "furo"
html_title = f"hearsay {release}"
html_static_path = [str(HERE / "static")]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
pygments_style = "friendly"


def without_mathjax(app, pagename, templatename, context, doctree):
    """Notebooks ask for MathJax from the network; no page holds TeX."""
    context["script_files"] = [file for file in context["script_files"] if "mathjax" not in file]


def no_namespace_twice(record):
    """Every header opens the same namespaces, each time a declaration to Sphinx. Anything else that is declared twice is a warning."""
    return not (str(record.msg).startswith("Duplicate C++ declaration") and "'.. cpp:type:: " in record.getMessage()
                and record.getMessage().split("'.. cpp:type:: ")[1].rstrip("'.") in NAMESPACES)


def read_namespaces(app, config):
    index = xml.parse(pathlib.Path(config.breathe_projects["hearsay"]) / "index.xml").getroot()
    NAMESPACES.update(name.split("::")[-1] for name in (compound.findtext("name") for compound in index if compound.get("kind") == "namespace"))


NAMESPACES = set()
logging.getLogger("sphinx.sphinx.domains.cpp").addFilter(no_namespace_twice)


def setup(app):
    app.connect("config-inited", read_namespaces)
    app.connect("html-page-context", without_mathjax, priority=900)
