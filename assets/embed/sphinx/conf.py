import sys

sys.path.insert(0, ".")
project = "ULP Lab in Sphinx"
extensions = ["ulplab"]
ulplab_home = "https://HOST/"  # of the lab
html_static_path = ["ulplab"]  # for still.css
exclude_patterns = ["out"]
