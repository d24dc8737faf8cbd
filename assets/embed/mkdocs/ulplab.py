"""A MkDocs hook for states of ULP Lab: a line [[ulplab LINK]] becomes the copy that serve/render made of the link."""
import json
import re
from pathlib import Path

FOLDER = Path(__file__).parent / "docs" / "ulplab"


def on_page_content(html, **_):
    copies = {c["link"]: c["name"] for c in json.loads((FOLDER / "index.json").read_text())}
    place = r"<p>\[\[ulplab (\S+)\]\]</p>"
    return re.sub(place, lambda m: (FOLDER / (copies[m[1].replace("&amp;", "&")] + ".html")).read_text(), html)
