"""A Sphinx directive for states of ULP Lab: ".. ulplab:: LINK" puts the copy that serve/render made of the link."""
import json
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective


class UlpLab(SphinxDirective):
    required_arguments = 1

    def run(self):
        folder = Path(self.env.srcdir, "ulplab")
        self.env.note_dependency(str(folder / "index.json"))
        for copy in json.loads((folder / "index.json").read_text()):
            if copy["link"] == self.arguments[0]:
                html = (folder / (copy["name"] + ".html")).read_text()
                return [nodes.raw("", html, format="html")]
        raise self.error("serve/render made no copy of " + self.arguments[0])


def setup(app):
    app.add_directive("ulplab", UlpLab)
    app.add_config_value("ulplab_home", "", "html")
    app.connect("builder-inited", lambda app: app.add_js_file(app.config.ulplab_home + "embed.js", loading_method="async"))
    app.add_css_file("still.css")
    return {"parallel_read_safe": True}
