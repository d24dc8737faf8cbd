// Tries the Cloudflare entry under workerd, the platform's own runtime: node serve/worker/try.mjs, after ./build.sh build.
// It asks for the page, the program, the single file, what announces a link, a missing path and a wrong method, and checks status, type and
// headers. miniflare comes from npm into .npm/ beside this file; where that is not possible, the script says so, and on
// a build server it fails.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "../../dist");
const build = join(here, "build");
const cache = join(here, ".npm");
const version = "4.20260426.0";

for (const needed of [join(dist, "index.html"), join(build, "app.wasm")]) {
  if (!existsSync(needed)) {
    console.error(`worker: ${needed} is missing, run ./build.sh build first`);
    process.exit(1);
  }
}

function miniflare() {
  const manifest = join(cache, "node_modules/miniflare/package.json");
  if (!existsSync(manifest) || JSON.parse(readFileSync(manifest, "utf8")).version !== version) {
    mkdirSync(cache, { recursive: true });
    execFileSync("npm", ["install", "--prefix", cache, "--no-save", "--no-package-lock", "--ignore-scripts",
      "--no-audit", "--no-fund", "--loglevel=error", `miniflare@${version}`], { stdio: ["ignore", "ignore", "pipe"], timeout: 240000 });
  }
  return createRequire(manifest)("miniflare");
}

let library;
try {
  library = miniflare();
} catch (error) {
  const why = String(error.stderr || error.message || error).trim().split("\n").slice(-3).join(" ");
  console.log(`worker: not tried, miniflare ${version} could not be installed by npm: ${why}`);
  process.exit(process.env.CI === "true" ? 1 : 0);
}

const text = (name) => ({ type: "ESModule", path: join(build, name), contents: readFileSync(join(build, name), "utf8") });
const mf = new library.Miniflare({
  modulesRoot: build,
  modules: [text("worker.mjs"), text("runtime.mjs"), text("wasm_exec.js"),
    { type: "CompiledWasm", path: join(build, "app.wasm"), contents: readFileSync(join(build, "app.wasm")) }],
  compatibilityDate: "2026-04-01",
  cf: false,
  // As in wrangler.toml.
  assets: {
    directory: dist,
    binding: "ASSETS",
    routerConfig: { has_user_worker: true, static_routing: { user_worker: ["/s", "/s.png", "/s.svg", "/oembed"] } },
    assetConfig: { html_handling: "auto-trailing-slash", not_found_handling: "none" },
  },
});

let failed = 0, passed = 0;
function check(what, ok, got) {
  if (ok) { passed++; return; }
  failed++;
  console.error(`worker: ${what}: got ${JSON.stringify(got)}`);
}

const program = readdirSync(dist).find((name) => /^lab\.[0-9a-f]{12}\.wasm$/.test(name));
const common = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };
const policy = /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; .*frame-ancestors \*$/;
const cases = [
  { path: "/", status: 200, type: "text/html; charset=utf-8", cache: "no-cache", policy, coep: "require-corp", body: /<div id="app">/ },
  { path: "/embed", status: 200, type: "text/html; charset=utf-8", cache: "no-cache", policy, coep: "require-corp", body: /data-embed="1"/ },
  { path: "/ulplab", status: 200, type: "text/html; charset=utf-8", cache: "no-cache", policy: /^$/, coep: "require-corp", body: /class="ulplab-program"/ },
  { path: "/" + program, status: 200, type: "application/wasm", cache: "public, max-age=31536000, immutable", policy: /^$/, coep: "" },
  { path: "/embed.js", status: 200, type: "text/javascript; charset=utf-8", cache: "no-cache", policy: /^$/, coep: "", body: /ulp-lab/ },
  { path: "/no/such/page", status: 404, type: "text/html; charset=utf-8", cache: "no-cache", policy: /^default-src 'none'; style-src 'sha256-/, coep: "require-corp", body: /There is no such page/ },
  { path: "/_headers", status: 404, type: "text/html; charset=utf-8", cache: "no-cache", policy: /style-src/, coep: "require-corp", body: /There is no such page/ },
  { path: "/" + program + ".br", status: 404, type: "text/html; charset=utf-8", cache: "no-cache", policy: /style-src/, coep: "require-corp", body: /There is no such page/ },
  { path: "/s?v1/enc?b=3dcccccd&f=f32", status: 200, type: "text/html; charset=utf-8", cache: "no-cache", policy, coep: "require-corp", body: /og:image" content="http:\/\/lab.test\/s.png\?v1\/enc\?b=3dcccccd&amp;f=f32"/ },
  { path: "/s.png?v1/enc?b=3dcccccd&f=f32", status: 200, type: "image/png", cache: "no-cache", policy: /^$/, coep: "", body: /^.PNG/ },
  { path: "/s.svg?v1/enc?b=3dcccccd&f=f32", status: 200, type: "image/svg+xml", cache: "no-cache", policy: /^$/, coep: "", body: /<title>≈0.10000000149011612 in binary32/ },
  { path: "/oembed?url=" + encodeURIComponent("http://lab.test/#/v1/op"), status: 200, type: "application/json", cache: "no-cache", policy: /^$/, coep: "", body: /"type":"rich"/ },
  { path: "/no/such/page", method: "POST", status: 405, type: "text/html; charset=utf-8", cache: "no-cache", policy: /style-src/, coep: "require-corp", body: /Method not allowed/ },
];
try {
  for (const c of cases) {
    const method = c.method || "GET", name = `${method} ${c.path}`;
    const response = await mf.dispatchFetch("http://lab.test" + c.path, { method });
    const body = new Uint8Array(await response.arrayBuffer());
    const header = (field) => response.headers.get(field) || "";
    check(`${name}: status ${c.status}`, response.status === c.status, response.status);
    check(`${name}: type ${c.type}`, header("content-type") === c.type, header("content-type"));
    check(`${name}: cache ${c.cache}`, header("cache-control") === c.cache, header("cache-control"));
    check(`${name}: policy ${c.policy}`, c.policy.test(header("content-security-policy")), header("content-security-policy"));
    check(`${name}: embedder policy "${c.coep}"`, header("cross-origin-embedder-policy") === c.coep, header("cross-origin-embedder-policy"));
    for (const [field, value] of Object.entries(common)) {
      check(`${name}: ${field} ${value}`, header(field) === value, header(field));
    }
    if (c.body) { check(`${name}: body ${c.body}`, c.body.test(new TextDecoder().decode(body)), body.length + " bytes"); }
    if (c.path === "/" + program) {
      check(`${name}: the bytes of the file`, Buffer.compare(Buffer.from(body), readFileSync(join(dist, program))) === 0, body.length + " bytes");
    }
  }
} finally {
  await mf.dispose();
}
console.log(`worker: ${passed} checks passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
