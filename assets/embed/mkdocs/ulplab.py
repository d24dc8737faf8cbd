"""A MkDocs hook for states of ULP Lab: a line [[ulplab LINK]] becomes the copy that serve/render made of the link."""
import json
import re
from pathlib import Path

from mkdocs.exceptions import PluginError

FOLDER = Path(__file__).parent / "docs" / "ulplab"


def on_page_content(html, **_):
    copies = {c["link"]: c["name"] for c in json.loads((FOLDER / "index.json").read_text())}

    def copy(place):
        link = place[1].replace("&amp;", "&")
        if link not in copies:
            raise PluginError("serve/render made no copy of " + link)
        return (FOLDER / (copies[link] + ".html")).read_text()

    return re.sub(r"<p>\[\[ulplab (\S+)\]\]</p>", copy, html)
