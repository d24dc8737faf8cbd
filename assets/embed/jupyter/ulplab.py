"""States of ULP Lab in a notebook: ulplab(LINK) shows the copy that serve/render made of the link."""
import json
from pathlib import Path

from IPython.display import HTML

HOME = "https://HOST/"  # of the lab


def ulplab(link, folder="ulplab"):
    folder = Path(folder)
    copies = {c["link"]: c["name"] for c in json.loads((folder / "index.json").read_text())}
    if link not in copies:
        raise ValueError("serve/render made no copy of " + link)
    style = (folder / "still.css").read_text()
    return HTML(f'<style>{style}</style><script src="{HOME}embed.js" async></script>' + (folder / (copies[link] + ".html")).read_text())
