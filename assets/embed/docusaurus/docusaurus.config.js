const fs = require("fs");
const folder = "static/ulplab/";

// The copies that serve/render made, by their links, as data of the site: a component looks them up.
function copies() {
  return {
    name: "ulplab",
    async contentLoaded({ actions }) {
      const index = JSON.parse(fs.readFileSync(folder + "index.json", "utf8"));
      actions.setGlobalData(Object.fromEntries(index.map((c) => [c.link, fs.readFileSync(folder + c.name + ".html", "utf8")])));
    },
  };
}

module.exports = {
  title: "ULP Lab in Docusaurus",
  url: "https://example.org",
  baseUrl: "/",
  plugins: [copies],
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
  stylesheets: ["/ulplab/still.css"],
  scripts: [{ src: "https://HOST/embed.js", async: true }], // of the lab
};
