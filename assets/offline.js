/*
offline.js is the service worker of the hosted page: after the first visit the lab opens without a connection, every
view of it. boot.js registers it once the program runs. The packer writes the list of files into it.

A version of the lab is one cache, filled as a whole or not at all: each file must have the bytes that the list names by
their SHA-256, so a site that is exchanged meanwhile cannot mix two versions. A new version waits until no page shows the
old one, or until the reader asks for it ({data: "use"}). The version before is kept, for pages of it that are still open.
*/
"use strict";
const version = "{{version}}";
const files = {{files}};  // address beside this file -> SHA-256 of its bytes
const family = "ulplab ";
const own = family + version;
const at = (address) => new URL(address, self.registration.scope).href;

self.addEventListener("install", (event) => event.waitUntil(install()));

self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("message", (event) => {
  if (event.data === "use") { self.skipWaiting(); }
});

self.addEventListener("fetch", (event) => {
  const request = event.request, url = request.url.split(/[?#]/)[0];
  if (request.method !== "GET" || !url.startsWith(self.registration.scope)) { return; }
  const address = url === at("index.html") ? "./" : url.slice(self.registration.scope.length) || "./";
  const page = address === "embed" ? "embed.html" : address;  // a host may leave the extension out
  if (Object.hasOwn(files, page)) {
    event.respondWith(kept(page, request));
  } else if (/\.[0-9a-f]{12}\.[a-z]+$/.test(address)) {  // named by its content: a file of another version
    event.respondWith(caches.match(url).then((found) => found || fetch(request)));
  } else if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(absent));
  }
});

async function install() {
  const cache = await caches.open(own);
  for (const [address, digest] of Object.entries(files)) {
    if (await cache.match(at(address))) { continue; }
    const hashed = address.includes("." + digest.slice(0, 12) + ".");
    const before = hashed && await caches.match(at(address));
    const response = before || await fetch(at(address), { cache: hashed ? "default" : "no-cache" });
    const bytes = await response.clone().arrayBuffer();
    if (!response.ok || await sha256(bytes) !== digest) {
      throw new Error("the site does not have version " + version + " of " + address);
    }
    // A response that was redirected cannot answer for a page, so each is made anew.
    const headers = new Headers(response.headers);
    headers.delete("Content-Encoding");
    await cache.put(at(address), new Response(bytes, { headers: headers }));
  }
}

async function activate() {
  const names = (await caches.keys()).filter((name) => name.startsWith(family));
  await Promise.all(names.slice(0, Math.max(0, names.indexOf(own) - 1)).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function kept(address, request) {
  const cache = await caches.open(own);
  return await cache.match(at(address)) || fetch(request);
}

async function sha256(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function absent() {
  return new Response("There is no connection, and this file is not part of what the lab keeps for that. Go back: the lab itself works.",
    { status: 503, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
