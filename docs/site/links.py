# SPDX-License-Identifier: GPL-3.0-or-later
"""Links of the Markdown pages that MyST alone cannot follow.

The pages are written for readers of the repository: they link to folders, and to anchors that are HTML (`<a id="...">`). A link to a
folder leads to the page of that folder, where the site has one, and is plain text elsewhere; that anchors exist, scripts/site_pages.py checks in
the finished pages.
"""
import pathlib
import posixpath
import re

from docutils import nodes

FOLDERS = {"docs": "index", "docs/maths": "maths", "docs/notebooks": "notebooks", "lib/hearsay": "reference/index", "": "index"}
LINK = re.compile(r"(?<!!)\[([^\][]*)\]\(([^)#\s:]+?)/?\)")


def follow_folders(app, docname, source):
    here = posixpath.dirname(docname)
    code = re.split(r"(^```.*?^```\n)", source[0], flags=re.DOTALL | re.MULTILINE)

    def replaced(link):
        text, target = link.groups()
        path = posixpath.normpath(posixpath.join(here, target))
        path = "" if path == "." else path
        if not (app.srcdir_path / path).is_dir():
            return link[0]
        if path not in FOLDERS:
            return text
        return f"[{text}]({posixpath.relpath(FOLDERS[path], here or '.')}.md)"

    if docname.endswith(("README", "CONTRIBUTING")) or docname.startswith("docs/"):
        source[0] = "".join(part if index % 2 else LINK.sub(replaced, part) for index, part in enumerate(code))


def follow_anchors(app, env, node, contnode):
    target, _, anchor = node["reftarget"].partition("#")
    if not anchor:
        return None
    docname = node["refdoc"]
    if target:
        docname = posixpath.normpath(posixpath.join(posixpath.dirname(docname), target)).removesuffix(".md")
        if docname not in env.found_docs:
            return None
    uri = "" if docname == node["refdoc"] else app.builder.get_relative_uri(node["refdoc"], docname)
    return nodes.reference("", "", contnode, refuri=f"{uri}#{anchor}", internal=True)


def unlink_words(app, doctree):
    """Doxygen takes `file:PATH` of a comment for an address."""
    for reference in list(doctree.findall(nodes.reference)):
        if reference.get("refuri", "").startswith("file:"):
            reference.replace_self(reference.children)


def setup(app):
    app.srcdir_path = pathlib.Path(app.srcdir)
    app.connect("doctree-read", unlink_words)
    app.connect("source-read", follow_folders)
    app.connect("missing-reference", follow_anchors)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
