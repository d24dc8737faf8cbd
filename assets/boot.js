/*
boot.js starts the lab and says in words why it could not. It is written in the oldest JavaScript (ES5), so that a
browser too old for the rest can still read the message.

Where it stands: in the head of the page, in both editions. Hosted, its own element names the program and its size in
bytes on the wire, and the data files that are fetched when they are asked for:
<script id="ulplab-boot" src="boot.js" data-wasm="lab.wasm" data-bytes="…" data-files="name=address …">. Where a first
visit gets a program that has only some of the views, data-views lists them and data-whole, data-whole-bytes name the
program that has all of them; the address in the bar says which is loaded. In the single file it stands inline; the
program lies in the elements <template class="ulplab-program">, the style of what it shows in <template id="ulplab-style">,
the start script of Go in "ulplab-start", the data files in "ulplab-data", a line of their names and lengths before them, all as gzip in text (see decoded).

What the Go program can rely on:
  <html data-embed="1">         the page shows one view without the chrome: set for embed.html, ?embed=1 and the
                                same flag inside the fragment, before the first paint
  window.name                   "ulplab-shared" in a frame of embed.js beside one that has started: other frames are asked for
                                the compiled program first
  <html data-shell="start">      the view that the static page shows, at its first example
  <html data-theme="light|dark"> set before the first paint from theme= in the query or the fragment, else from
                                localStorage "ulplab.theme"; absent: the system decides (theme=auto removes it)
  window.__ready                false; the program sets it to true after its first render, nobody else does
  window.ulplab.load(name)      a promise of the bytes of a data file (Uint8Array); it fails with an Error in words
  window.ulplab.worker()        a new Web Worker that runs this same program in its other role; see worker below
  window.localStorage           null where the browser refuses it (sandboxed frames), instead of throwing;
                                the same for window.sessionStorage
  performance marks             boot, compiled, instantiated, run; the program adds ready, with __ready

If the program ends, by a panic or by returning, the page says so, keeps the address and offers to load it again.
Inside a frame every failure is also told to the parent: {v: 1, type: "ulplab:error", code, text} (see embed.js).
*/
(function () {
  "use strict";
  var root = document.documentElement;
  var script = document.getElementById("ulplab-boot");
  var whole = script.getAttribute("data-whole");
  var opening = !whole || enough(location.hash);  // the first program will do
  var address = script.getAttribute(opening ? "data-wasm" : "data-whole");
  var failure = null;  // [code, detail] of the first failure
  var blocked = "";    // the directive of a Content-Security-Policy that stopped something
  var printed = "";    // the end of what the program wrote
  var ready = null;    // the compiled program

  window.__ready = false;
  window.ulplab = { load: load, worker: worker };
  mark("boot");
  present();
  document.addEventListener("securitypolicyviolation", function (event) {
    if (/^(script-src|default-src|connect-src)/.test(event.violatedDirective)) { blocked = event.violatedDirective; }
  });

  // In the head: fetching and compiling start before the page is parsed.
  var program = null;
  if (!supported()) { fail("old", "missing: " + missing()); }
  else {
    program = !address ? unpacked(arriving(), "application/wasm").then(compiled) :
      window.name === "ulplab-shared" ? shared(address) : fetched(address);
    program.then(null, function () {});
  }

  whenParsed(function () {
    var note = document.getElementById("boot");
    note.textContent = "";
    if (failure) { show(); return; }
    window.addEventListener("hashchange", followed);
    if (address) { run(); return; }
    // Compiling goes on while the browser paints the static page.
    var others = [unpacked(part("style")).then(textOf).then(adopted), unpacked(part("start")).then(textOf).then(added)];
    program = Promise.all([program].concat(others)).then(function (all) { return all[0]; }).then(null, damaged);
    program.then(null, function () {});
    afterPaint(run);
  });

  // What is presented has smaller pictures, then smaller type, down to four fifths, until it fits the screen; beside a lesson, which
  // has smaller type already, the pictures alone: at 1280 by 720 nothing is below 12 pixels.
  function fit() {
    var app = document.getElementById("app"), main = document.getElementById("main"), lesson = document.getElementById("lesson"), least, part, room;
    if (!app || !app.classList.contains("presenting")) { root.style.removeProperty("--fit"); return; }
    least = app.classList.contains("taught") ? 20 : 16;
    for (part = 20, room = 26; part >= least; room > 15 ? room-- : part--) {
      root.style.setProperty("--fit", part / 20);
      root.style.setProperty("--room", room + "rem");
      if (main.scrollHeight <= main.clientHeight + 1 && lesson.scrollHeight <= lesson.clientHeight + 1) { return; }
    }
  }
  new MutationObserver(fit).observe(document.documentElement, { subtree: true, childList: true, characterData: true, attributeFilter: ["class", "hidden", "open"] });
  window.addEventListener("resize", fit);

  // A sheet of paper says where its page can be opened.
  window.addEventListener("beforeprint", function () {
    var place = location.protocol === "file:" ? "ulplab.html" + location.hash : location.href;
    document.getElementById("printed").textContent = "ULP Lab · " + place;
  });

  function present() {
    var said = location.search + "&" + location.hash.replace(/^#/, "");
    if (/[?&]embed=1(&|$)/.test(said)) { root.setAttribute("data-embed", "1"); }
    var theme = (/[?&]theme=(light|dark|auto)(&|$)/.exec(said) || [])[1];
    // In a sandboxed frame even reading window.localStorage throws, and a Go program cannot catch what a property
    // throws: for it, storage is then not there.
    var stored = null;
    try {
      stored = localStorage.getItem("ulplab.theme");
      sessionStorage.getItem("ulplab.kept");
    } catch (e) {
      Object.defineProperty(window, "localStorage", { value: null });
      Object.defineProperty(window, "sessionStorage", { value: null });
    }
    theme = theme || stored;
    if (theme === "light" || theme === "dark") { root.setAttribute("data-theme", theme); }
    // The static page shows one view at its first example; a link to another state must not flash it.
    var link = /^#\/./.test(location.hash) ? location.hash : root.getAttribute("data-embed") ? "#/v1/enc" : "#/v1/start";
    if (link !== "#/v1/" + root.getAttribute("data-shell")) { root.setAttribute("data-link", "1"); }
  }

  // A link of the static page that is followed before the program runs: the one that has its view is loaded.
  function followed() {
    root.setAttribute("data-link", "1");
    if (opening && !enough(location.hash)) { location.reload(); }
  }

  // enough says whether the program of a first visit has the view of a link.
  function enough(link) {
    var view = (/^#\/v\d+\/([^?]*)/.exec(link) || [])[1];
    return !view || (" " + script.getAttribute("data-views") + " ").indexOf(" " + view + " ") >= 0;
  }

  // A reader who points at a link that needs the whole program will not wait for all of it.
  function foresee() {
    function seen(event) {
      var link = event.target.closest && event.target.closest('a[href^="#/v1/"]');
      if (!link || enough(link.hash)) { return; }
      document.removeEventListener("pointerover", seen);
      document.removeEventListener("focusin", seen);
      fetch(whole).then(function (response) { return response.arrayBuffer(); }).then(null, function () {});
    }
    document.addEventListener("pointerover", seen);
    document.addEventListener("focusin", seen);
  }

  // keep has the browser store the hosted page for use without a connection (offline.js), and says when a newer version
  // than the one shown is there. It takes over when the reader says so, or with the last page of this one.
  function keep() {
    if (!script.src || root.getAttribute("data-embed")) { return; }
    attempt(function () { return navigator.serviceWorker.register("offline.js"); }).then(function (registration) {
      function newer() {
        if (registration.waiting && navigator.serviceWorker.controller) { offer(registration.waiting); }
      }
      newer();
      registration.addEventListener("updatefound", function () {
        registration.installing.addEventListener("statechange", newer);
      });
    }).then(null, function () {});  // not every browser, mode and host allows it: then the page needs its connection
  }

  function offer(worker) {
    var load = element("button", "Load it"), later = element("button", "Later");
    load.addEventListener("click", function () {
      navigator.serviceWorker.addEventListener("controllerchange", function () { location.reload(); });
      worker.postMessage("use");
    });
    later.addEventListener("click", function () { say("", "", []); });
    say("boot-newer", "status", [element("p", "A newer version of the lab is here. What you see stays in the address."), load, later]);
  }

  function missing() {
    if (typeof WebAssembly !== "object" || !WebAssembly.instantiate) { return "WebAssembly"; }
    if (typeof Promise !== "function" || typeof BigInt !== "function" || typeof globalThis !== "object") { return "JavaScript of 2020"; }
    if (address) { return typeof fetch === "function" ? "" : "fetch"; }
    return typeof DecompressionStream === "function" ? "" :
      "DecompressionStream, which unpacks this file (Chrome and Edge from 80, Firefox from 113, Safari from 16.4)";
  }

  function supported() { return missing() === ""; }

  function attempt(f) {
    return new Promise(function (resolve) { resolve(f()); });
  }

  function fetched(url) {
    return fetch(url).then(function (response) {
      if (!response.ok) { throw problem("status", "the server answered " + response.status + " for " + url); }
      return compiled(response);
    });
  }

  // A frame asks embed.js in the page around for the program, which another frame of this origin has compiled and sends
  // through the port. Where nobody answers, it is fetched.
  function shared(url) {
    return new Promise(function (resolve) {
      var line = new MessageChannel();
      var late = setTimeout(function () { line.port1.close(); resolve(fetched(url)); }, 250);
      line.port1.onmessage = function (event) {
        clearTimeout(late);
        line.port1.close();
        resolve(event.data);
      };
      window.parent.postMessage({ v: 1, type: "ulplab:want", address: url }, "*", [line.port2]);
    });
  }

  // share gives the program to a frame that embed.js sends a port of.
  function share() {
    window.addEventListener("message", function (event) {
      var m = event.data;
      if (event.source === window.parent && m && m.type === "ulplab:give" && m.address === address && event.ports[0]) {
        event.ports[0].postMessage(ready);
      }
    });
  }

  // Streaming compilation accepts only the right media type; any other server gets the slower way.
  function compiled(response) {
    var type = response.headers.get("Content-Type") || "";
    if (WebAssembly.compileStreaming && /^application\/wasm\s*(;|$)/i.test(type)) {
      return WebAssembly.compileStreaming(response);
    }
    return response.arrayBuffer().then(function (bytes) { return WebAssembly.compile(bytes); });
  }

  // unpacked opens a packed part of the single file: a promise of a Response with its bytes. What is damaged fails.
  function unpacked(packed, type) {
    return attempt(function () {
      return new Response(packed.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type || "" } });
    });
  }

  function part(name) { return new Blob([decoded(document.getElementById("ulplab-" + name).content.textContent)]).stream(); }

  // arriving streams the program of the single file piece by piece as the browser reads them, so that it is unpacked and
  // compiled meanwhile. A piece is whole when something follows it.
  function arriving() {
    var pieces = document.getElementsByClassName("ulplab-program"), next = 0;
    return new ReadableStream({
      start: function (stream) {
        function take() {
          for (var end = pieces.length - (document.readyState === "loading" ? 1 : 0); next < end; next++) {
            stream.enqueue(decoded(pieces[next].content.textContent));
          }
        }
        var watch = new MutationObserver(take);
        watch.observe(root, { subtree: true, childList: true });
        whenParsed(function () {
          watch.disconnect();
          take();
          stream.close();
        });
      }
    });
  }

  function damaged(error) { throw problem("compile", message(error)); }

  function textOf(response) { return response.text(); }

  function adopted(text) {
    var sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }

  // added runs the start script of the single file, which the page's policy knows by its hash.
  function added(text) {
    var go = element("script", text);
    go.id = "ulplab-go";
    document.head.appendChild(go);
  }

  // decoded returns the bytes of a text of 91 characters: 13 bits in two of them, 6 bits in a last one alone, the lowest
  // first. A template keeps them as they are, and a browser passes over them faster than over the text of a script.
  function decoded(text) {
    var from = new TextEncoder().encode(text + "!"), digit = new Uint8Array(256), n = 0, bits = 0, held = 0, at = 0, i;
    for (i = 33; i < 127; i++) {
      if ("\"&<".indexOf(String.fromCharCode(i)) < 0) { digit[i] = n++; }
    }
    var bytes = new Uint8Array((text.length >> 1) * 13 + (text.length & 1) * 6 >> 3);
    for (i = 0; i < text.length; i += 2) {
      bits |= digit[from[i]] + 91 * digit[from[i + 1]] << held;
      held += 5;  // 13 come, 8 go
      bytes[at++] = bits;
      bits >>>= 8;
      if (held >= 8) { held -= 8; bytes[at++] = bits; bits >>>= 8; }
    }
    return bytes;
  }

  function unknown(name) { return new Error("this copy of the lab has no data file named " + name); }

  var data;  // of the single file, once one was asked for
  function load(name) {
    if (!address) {
      data = data || unpacked(part("data")).then(bytesOf);
      return data.then(function (bytes) {
        var at = bytes.indexOf(10) + 1, list = new TextDecoder().decode(bytes.subarray(0, at - 1)).split(" ");
        for (var i = 0; i < list.length; i += 2) {
          if (list[i] === name) { return bytes.slice(at, at + +list[i + 1]); }
          at += +list[i + 1];
        }
        throw unknown(name);
      });
    }
    var list = (script.getAttribute("data-files") || "").split(" "), url = "";
    for (var i = 0; i < list.length; i++) {
      if (list[i].indexOf(name + "=") === 0) { url = list[i].slice(name.length + 1); }
    }
    return attempt(function () {
      if (!url) { throw unknown(name); }
      return fetch(url);
    }).then(function (response) {
      if (!response.ok) { throw new Error("the server answered " + response.status + " for the data file " + url); }
      return bytesOf(response);
    }, function (error) {
      throw error instanceof TypeError ? new Error("the data file " + url + " could not be fetched; check the connection") : error;
    });
  }

  function bytesOf(response) {
    return response.arrayBuffer().then(function (bytes) { return new Uint8Array(bytes); });
  }

  // A worker is made from text, because a page opened from a folder or in a sandboxed frame may not name a file for it.
  // It runs the program that is compiled already, which costs no second download and starts in about 20 ms.
  function worker() {
    var go = document.getElementById("ulplab-go");
    var text = go.src ? "importScripts(" + JSON.stringify(go.src) + ")" : go.textContent;
    var address = URL.createObjectURL(new Blob([text, ";\n(", serve, ")()"], { type: "text/javascript" }));
    var made = new Worker(address);
    made.postMessage(ready);
    setTimeout(function () { URL.revokeObjectURL(address); }, 60000);
    return made;
  }

  // serve is what a worker runs; it stands alone. The first message is the program. How it ends is told as {kind: "end"}.
  function serve() {
    var said = "";
    self.document = {};  // Vecty looks for one when it is loaded; a worker makes no use of it
    self.ulplabWorker = true;
    self.onmessage = function (first) {
      self.onmessage = null;
      var go = new Go(), write = fs.writeSync, decoder = new TextDecoder();
      fs.writeSync = function (fd, bytes) {
        said = (said + decoder.decode(bytes)).slice(-2000);
        return write.call(fs, fd, bytes);
      };
      function end(error) { self.postMessage({ kind: "end", text: said || String(error && error.message || error || "") }); }
      go.env.GOGC = "400";
      WebAssembly.instantiate(first.data, go.importObject).then(function (instance) { return go.run(instance); }).then(end, end);
    };
  }

  function run() {
    var slow = setTimeout(function () {
      var size = script.getAttribute(opening ? "data-bytes" : "data-whole-bytes");
      say("boot-slow", "status", [element("p", "Still loading the program" +
        (size ? ", " + (size / 1e6).toFixed(1) + " MB." : "."))]);
    }, 4000);
    program.then(function (module) {
      mark("compiled");
      ready = module;
      if (address && window.parent !== window) { share(); }
      if (typeof Go !== "function") { throw problem("script", "the start script go.js did not run"); }
      var go = new Go();
      go.env.GOGC = "800";  // fewer collections, so fewer slow answers; the heap is small
      listen();
      return WebAssembly.instantiate(module, go.importObject).then(function (instance) {
        mark("instantiated");
        clearTimeout(slow);
        say("", "", []);
        window.removeEventListener("hashchange", followed);
        var ended = go.run(instance);
        mark("run");
        if (whole && opening) { foresee(); }
        setTimeout(keep, 3000);
        return ended;
      });
    }).then(function () {
      fail("exit", reported());
    }, function (error) {
      clearTimeout(slow);
      // A policy's report comes as an event of its own, after the rejection.
      setTimeout(function () { fail(reason(error), message(error)); }, 50);
    });
  }

  // listen keeps the last words of the program: the Go runtime prints a panic before it ends.
  function listen() {
    var fs = globalThis.fs, write = fs.writeSync, decoder = new TextDecoder();
    fs.writeSync = function (fd, bytes) {
      printed = (printed + decoder.decode(bytes)).slice(-8000);
      return write.call(fs, fd, bytes);
    };
  }

  function reported() {
    var from = printed.search(/^(panic|fatal error): /m);
    return from < 0 ? "the program returned" : printed.slice(from, from + 1500);
  }

  function message(error) { return String(error && error.message || error); }

  function problem(code, text) {
    var error = new Error(text);
    error.ulplab = code;
    return error;
  }

  function reason(error) {
    var text = String(error && error.message || "");
    if (error && error.ulplab) { return error.ulplab; }
    if (blocked || /content security policy|unsafe-eval|blocked by CSP/i.test(text)) { return "policy"; }
    if (error instanceof RangeError || /out of memory/i.test(text)) { return "memory"; }
    if (error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError) { return "compile"; }
    // A stream that breaks off: of a file on a server, or of what the single file holds.
    if (error instanceof TypeError) { return !address ? "compile" : location.protocol === "file:" ? "folder" : "network"; }
    return "fault";
  }

  var words = {
    old: ["This browser cannot run the lab.",
      "Use a current Firefox, Chrome, Edge or Safari. If WebAssembly was turned off, by a lockdown mode or by a rule of your organisation, allow it for this page."],
    folder: ["A page opened from a folder may not read the files beside it.",
      "Open ulplab.html instead, the edition in one file, or serve the folder: ./build.sh serve prints the address to open."],
    network: ["The program of the lab could not be fetched.",
      "Check the connection and load the page again. A blocker or a proxy can be the cause too."],
    status: ["The program of the lab is not where it should be.",
      "The site may just have been updated: load the page again. If that does not help, the copy on this server is incomplete."],
    policy: ["A Content-Security-Policy does not let the program run.",
      "Whoever serves the page must allow 'self' and 'wasm-unsafe-eval' in script-src and 'self' in connect-src."],
    memory: ["There is not enough memory for the program.", "Close other pages and load this one again."],
    compile: ["This browser cannot compile the program.",
      "It may be too old (Chrome and Edge from 84, Firefox from 79, Safari from 15.2), or the program arrived damaged: load the page again."],
    script: ["A part of the page did not arrive or could not be read.",
      "Load the page again. If that does not help, the browser is too old: use a current Firefox, Chrome, Edge or Safari."],
    fault: ["The program could not start.", "Load the page again."],
    exit: ["The program has stopped because of a fault of its own.",
      "The address still holds what you were looking at: load the page again to go on from there."]
  };

  function fail(code, detail) {
    if (failure) { return; }
    failure = [code, detail];
    whenParsed(show);
    if (window.parent !== window) {
      window.parent.postMessage({ v: 1, type: "ulplab:error", code: code, text: words[code][0] + (detail ? " " + detail : "") }, "*");
    }
  }

  function show() {
    var code = failure[0], parts = [
      element("h2", code === "exit" ? "ULP Lab has stopped" : "ULP Lab did not start"),
      element("p", words[code][0] + " " + words[code][1])
    ];
    var links = element("p", "");
    var again = element("a", "Load the page again");
    again.href = location.href;
    again.addEventListener("click", function (event) { event.preventDefault(); location.reload(); });
    links.appendChild(again);
    if (location.hash.length > 2) {
      var bare = element("a", "Start without the state in the address");
      bare.href = location.href.split("#")[0];
      links.appendChild(bare);
    }
    parts.push(links);
    if (failure[1]) {
      var more = element("details", "");
      more.appendChild(element("summary", "Technical detail"));
      more.appendChild(element("pre", failure[1] + (blocked ? "\nblocked by the directive " + blocked : "")));
      parts.push(more);
    }
    root.setAttribute("data-failed", code);
    window.addEventListener("hashchange", function () { location.reload(); });  // another link, back: start anew
    say("boot-failed", "alert", parts);
  }

  function say(name, role, parts) {
    var place = document.getElementById("boot");
    place.textContent = "";
    if (!parts.length) { return; }
    var box = element("div", "");
    box.className = name;
    box.setAttribute("role", role);
    for (var i = 0; i < parts.length; i++) { box.appendChild(parts[i]); }
    place.appendChild(box);
  }

  function element(name, text) {
    var e = document.createElement(name);
    if (text) { e.textContent = text; }
    return e;
  }

  function mark(name) {
    if (window.performance && performance.mark) { performance.mark(name); }
  }

  function whenParsed(f) {
    if (document.readyState === "loading") { document.addEventListener("DOMContentLoaded", f); } else { f(); }
  }

  // afterPaint lets the browser paint the static page before the work starts. A page in the background gets no
  // frames, so a timer stands behind.
  function afterPaint(f) {
    var done = false;
    function once() { if (!done) { done = true; f(); } }
    setTimeout(once, 250);
    requestAnimationFrame(function () { setTimeout(once, 0); });
  }
})();
