/*
embed.js defines <ulp-lab>, one view of ULP Lab inside another page. It loads nothing else until the view is wanted: a copy made by
serve/render stands there until the reader comes to it, and of elements without one the first that comes near the window starts. So
a page starts one program by itself at most, however many views it shows.

  <script src="https://HOST/embed.js" async></script>
  <ulp-lab src="#/v1/enc?…" title="One third in binary32">
    <p>What to show without scripts, in print and until the view is ready.</p>
  </ulp-lab>

Attributes
  src      a link to a state: only the fragment (#/v1/…, opened in the lab beside this script), or a whole address; fig=FIGURE
           in it shows one figure of the view alone
  height   a number of CSS pixels, which are reserved from the start: nothing on the page moves; or auto, as high as the view
           asks for. Without it, a copy made by serve/render (.ulplab-still) gives its own height, until the reader does
           something in the view; without a copy, auto
  theme    auto | light | dark; without it the frame follows the system
  loading  when it starts: approach (the default): when the pointer moves over it, when it is pressed, or by its button; the
           first element of a page without a copy starts as lazy does | lazy: when it comes near the window | eager: at once |
           click: by its button alone. Until then, what stands inside is shown
  isolated the frame gets an origin of its own that nobody else has; see below
  title    the frame's name for screen readers
Methods  getState() -> Promise of the fragment, setState(fragment), reset()
Events   ulplab-ready, ulplab-state {url}, ulplab-resize {height}, ulplab-error {code, text}
Part     ::part(frame)

Origin. The frame is sandboxed, and keeps the origin of the lab: an opaque one would make every frame, and every visit, download
the program again. What guards the page around is that the lab lies on another origin; what guards the lab is its own policy
(default-src 'none', no inline or evaluated script, connections to its own files only). It has no account, no cookie and no data
but a theme, so there is nothing that a frame could give away. A lab on the host's own origin is as trusted as any page of it.
With the attribute isolated the origin is opaque all the same. Frames of one origin start one after the other, and each later
one gets the compiled program from the one that started last (want, give; boot.js).

History. A frame makes no entry in the history of the page around.

Messages. Plain objects with v: 1; anything else is ignored on both sides. The parent knows the frame by event.source, as its
origin may be opaque, and nothing secret is ever sent.
  page -> parent   {v, type: "ulplab:ready", views}          after the first render; views: names of the views
                   {v, type: "ulplab:resize", height}        height of the root in CSS px, at each change of 2 px or more
                   {v, type: "ulplab:state", url, id, run}   url: the fragment "#/v1/…"; after a change (at most every
                                                             150 ms), with a text that is the same during one run of
                                                             typing or dragging, and in answer to get, whose id it repeats
                   {v, type: "ulplab:want", address} + port  another frame is to send the program of this address to the port
                   {v, type: "ulplab:error", code, text}     the start failed, the program ended, a message was refused
  parent -> page   {v, type: "ulplab:set", url}              show this state ("#/v1/…", at most 64 KB)
                   {v, type: "ulplab:get", id}               answer with ulplab:state
                   {v, type: "ulplab:theme", theme}          auto | light | dark
                   {v, type: "ulplab:reset"}                 the view's first example
                   {v, type: "ulplab:give", address} + port  send the program to the port, if it is of this address
The page sends to window.parent with target "*" and takes messages from window.parent only.
*/
(function () {
  "use strict";
  if (!window.customElements || customElements.get("ulp-lab")) { return; }
  var home = new URL("embed.html", (document.currentScript || {}).src || document.baseURI);
  var css = ":host{display:flow-root;position:relative}:host([hidden]){display:none}" +
    "iframe{display:block;width:100%;height:360px;border:0}" +
    ".wait iframe{position:absolute;inset:0 0 auto;visibility:hidden}.live slot,.live button{display:none}" +
    "button{font:inherit;padding:.25em .75em;min-height:28px}.room button{position:absolute;left:0;bottom:0}.wait{cursor:progress}" +
    "@media print{button{display:none}.kept iframe{display:none}.kept slot{display:block}}";
  var count = 0;
  var waiting = [], starting = null;  // elements that start one after the other
  var giver = null;                   // the frame that started last and keeps its origin
  var first = null;                   // the element without a copy that starts by itself

  // One observer hears of the elements in the order of the page.
  var near = window.IntersectionObserver && new IntersectionObserver(function (seen) {
    seen.forEach(function (s) {
      if (!s.isIntersecting) { return; }
      near.unobserve(s.target);
      if (s.target.getAttribute("loading") === "lazy" || !first) { s.target._come(); }
    });
  }, { rootMargin: "300px" });

  // next starts the element that has waited longest, once the one before has ended starting.
  function next(done) {
    if (done && done !== starting) { waiting = waiting.filter(function (e) { return e !== done; }); return; }
    starting = waiting.shift() || null;
    if (starting) { starting._start(); }
  }

  function enqueue(element) {
    waiting.push(element);
    if (!starting) { next(); }
  }

  // A style sheet made by script passes the Content-Security-Policy of the page around.
  function style(shadow) {
    try {
      var sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      shadow.adoptedStyleSheets = [sheet];
    } catch (e) {
      shadow.appendChild(document.createElement("style")).textContent = css;
    }
  }

  class UlpLab extends HTMLElement {
    static get observedAttributes() { return ["src", "height", "theme", "title"]; }

    constructor() {
      super();
      var shadow = this.attachShadow({ mode: "open" });
      style(shadow);
      this._box = shadow.appendChild(document.createElement("div"));
      this._box.appendChild(document.createElement("slot"));
      this._hear = this._hear.bind(this);
      this._asked = {};
    }

    connectedCallback() {
      var self = this;
      window.addEventListener("message", this._hear);
      if (document.readyState !== "loading") { this._await(); return; }
      document.addEventListener("DOMContentLoaded", function () {  // what stands inside is not there yet
        if (self.isConnected) { self._await(); }
      }, { once: true });
    }

    // await waits for the reader.
    _await() {
      var self = this, loading = this.getAttribute("loading"), height = parseFloat(this.getAttribute("height"));
      if (loading === "eager" || loading === "lazy" && !near) { enqueue(this); return; }
      if (height > 0) { this._box.style.minHeight = height + "px"; }
      if (height > 0 || this._copy()) { this._box.className = "room"; }  // the button takes no place of its own
      if (loading !== "lazy") { this._offer(); }
      if (loading === "click") { return; }
      if (loading !== "lazy") {
        this.addEventListener("pointermove", this._near = function (event) {
          if (event.movementX || event.movementY) { self._come(); }  // not what is scrolled under a pointer that rests
        });
        this.addEventListener("pointerdown", this._press = function () { self._come(); });
        if (this._copy() || first || !near) { return; }
      }
      near.observe(this);
    }

    // offer shows the button, which starts the view and gives it the focus.
    _offer() {
      var self = this, button = this._button = this._box.appendChild(document.createElement("button"));
      button.type = "button";
      button.textContent = "Start: " + this._name();
      button.onclick = function () { self._focus = true; self._come(); };
    }

    // come starts the view, once.
    _come() {
      if (this._came) { return; }
      this._came = true;
      if (!this._copy()) { first = first || this; }
      this.removeEventListener("pointermove", this._near);
      this.removeEventListener("pointerdown", this._press);
      if (this._button) { this._button.textContent = "Starting …"; }
      enqueue(this);
    }

    _copy() { return this.querySelector(".ulplab-still"); }

    disconnectedCallback() {
      window.removeEventListener("message", this._hear);
      clearTimeout(this._timer);
      if (near) { near.unobserve(this); }
      this.removeEventListener("pointermove", this._near);
      this.removeEventListener("pointerdown", this._press);
      if (first === this) { first = null; }
      next(this);
      this._came = this._focus = false;
      this._frame = null;
      this._ready = false;
      while (this._box.children.length > 1) { this._box.lastChild.remove(); }
    }

    attributeChangedCallback(name) {
      if (!this._frame) { return; }
      if (name === "height") { this._fit(); }
      if (name === "title") { this._frame.title = this._name(); }
      if (name === "theme") { this._tell({ type: "ulplab:theme", theme: this.getAttribute("theme") || "auto" }); }
      if (name === "src") {
        var next = this._url(), now = this._at;
        if (this._ready && next.pathname === now.pathname && next.host === now.host && next.hash) { this.setState(next.hash); }
        else { this._ready = false; this._frame.contentWindow.location.replace(next); this._at = next; }
      }
    }

    getState() {
      var self = this, id = "g" + (++count);
      return new Promise(function (resolve, reject) {
        if (!self._ready) { reject(new Error("the view has not started")); return; }
        self._asked[id] = resolve;
        self._tell({ type: "ulplab:get", id: id });
      });
    }

    setState(url) { this._tell({ type: "ulplab:set", url: String(url) }); }
    reset() { this._tell({ type: "ulplab:reset" }); }

    _name() { return this.getAttribute("title") || "ULP Lab"; }

    _url() {
      var src = this.getAttribute("src") || "";
      var url = new URL(src, src === "" || src[0] === "#" ? home : document.baseURI);
      if (!/^(https?|file):$/.test(url.protocol)) { url = new URL(home); }
      url.searchParams.set("embed", "1");
      var theme = this.getAttribute("theme");
      if (theme) { url.searchParams.set("theme", theme); }
      return url;
    }

    _start() {
      var self = this, frame = document.createElement("iframe");
      this._frame = frame;
      var isolated = this.hasAttribute("isolated");
      frame.setAttribute("sandbox", (isolated ? "" : "allow-same-origin ") + "allow-scripts allow-popups allow-downloads");
      if (giver && !isolated) { frame.name = "ulplab-shared"; }  // boot.js asks that frame first
      frame.setAttribute("part", "frame");
      frame.allow = "clipboard-write";
      frame.referrerPolicy = "no-referrer";
      frame.title = this._name();
      frame.src = this._at = this._url();
      this._own = this._copy() && !this.hasAttribute("height");  // the height of the copy, until the reader is inside
      this._fit(this._own ? this.offsetHeight : 0);
      var kept = this.textContent.trim() !== "" || this.childElementCount > 0;
      this._box.className = (this._box.className + (kept ? " kept wait" : " live")).trim();
      this._box.appendChild(frame);
      this._timer = setTimeout(function () {
        self._fire("error", { code: "timeout", text: "The view has not answered for 30 seconds." });
        next(self);
      }, 30000);
    }

    _fit(asked) {
      var fixed = parseFloat(this.getAttribute("height"));
      var height = fixed > 0 ? fixed : asked;
      if (height) { this._frame.style.height = Math.min(Math.max(height, 40), 20000) + "px"; }
    }

    _tell(message) {
      if (this._frame && this._frame.contentWindow) {
        message.v = 1;
        this._frame.contentWindow.postMessage(message, "*");
      }
    }

    _hear(event) {
      var m = event.data;
      if (!this._frame || event.source !== this._frame.contentWindow || !m || m.v !== 1) { return; }
      if (m.type === "ulplab:ready") {
        clearTimeout(this._timer);
        this._ready = true;
        this._since = Date.now();
        var here = this._focus || this.shadowRoot.activeElement || this.contains(document.activeElement);
        if (!this.hasAttribute("isolated")) { giver = this._frame.contentWindow; }
        this._box.className = this._box.className.replace("wait", "live");
        this._box.style.minHeight = "";
        if (here) { this._frame.focus(); }
        this._fire("ready", { views: m.views });
        next(this);
      } else if (m.type === "ulplab:resize" && m.height > 0) {
        // What the view finds its height to be as it settles, which takes seconds on a busy machine, is not what the reader has made it.
        if (!this._own || this.shadowRoot.activeElement === this._frame && Date.now() - this._since > 5000) { this._fit(+m.height); }
        this._asks = +m.height;
        this._fire("resize", { height: +m.height });
      } else if (m.type === "ulplab:state") {
        if (this._asked[m.id]) { this._asked[m.id](m.url); delete this._asked[m.id]; }
        else {
          if (this._own) { this._own = false; this._fit(this._asks); }
          this._fire("state", { url: m.url });
        }
      } else if (m.type === "ulplab:want" && giver && event.ports[0]) {
        giver.postMessage({ v: 1, type: "ulplab:give", address: m.address }, "*", [event.ports[0]]);
      } else if (m.type === "ulplab:error") {
        clearTimeout(this._timer);
        if (this._button) { this._button.remove(); }
        this._fire("error", { code: m.code, text: m.text });
        next(this);
      }
    }

    _fire(name, detail) {
      this.dispatchEvent(new CustomEvent("ulplab-" + name, { bubbles: true, detail: detail }));
    }
  }

  customElements.define("ulp-lab", UlpLab);
})();
