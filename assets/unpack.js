/*
unpack.js stands in the head of the single file (serve/pack, single) and turns its packed parts back into what they
were:
  ulplabUnpack(text)   the bytes of a part, a Uint8Array, from the text of its element
  ulplabPicture(place) shows the static picture in an element
When it runs, it unpacks the texts of the page, the part "ulplab-page": style sheet, boot.js, the start script of the Go
distribution, unfold.js and the static picture, with a NUL between them. What is damaged throws an Error in words.

The text of a part holds 335 bits in 21 code units (units in serve/pack says how). The bits are a stream in the format
.lzma of the LZMA SDK: a header of 13 bytes (properties, size of the dictionary, size of the data), then a range coder.
For this program the format is smaller by a third than gzip, which the browser could unpack by itself.

The names are those of the format's specification. The state of the range coder lies in a typed array, because
numbers above 2^31 in variables of a closure would be made anew for each bit.
*/
var ulplabUnpack = (function () {
  "use strict";
  // Where the adaptive probabilities of each kind begin.
  var isMatch = 0, isRep = 192, isRepG0 = 204, isRepG1 = 216, isRepG2 = 228, isRep0Long = 240, posSlot = 432,
    posSpecial = 687, posAlign = 802, lengths = 818, repLengths = 1332, literals = 1846;

  function bytesOf(text) {
    var bytes = new Uint8Array(text.length * 2), bits = 0, held = 0, at = 0;
    function put(v, n) {
      bits = bits << n | v;
      held += n;
      while (held >= 8) {
        held -= 8;
        bytes[at++] = bits >> held;
      }
      bits &= 255;
    }
    var digits = new Uint8Array(21);
    for (var i = 0; i < text.length;) {
      for (var k = 0; k < 21; k++) {
        var u = text.charCodeAt(i++), digit;
        if (u >>> 11 === 27) { u = ((u & 1023) << 10 | text.charCodeAt(i++) & 1023) & 65535 ^ 16; }
        digit = u >>> 11;
        digits[k] = digit > 27 ? digit - 1 : digit;
        put(u & 2047, 11);
      }
      // The number, in four pieces of 26 bits.
      var a = 0, b = 0, c = 0, d = 0;
      while (k-- > 0) {
        d = d * 31 + digits[k];
        c = c * 31 + (d >>> 26);
        b = b * 31 + (c >>> 26);
        a = a * 31 + (b >>> 26);
        d &= 0x3ffffff;
        c &= 0x3ffffff;
        b &= 0x3ffffff;
      }
      put(a >>> 13, 13);
      put(a & 8191, 13);
      put(b >>> 13, 13);
      put(b & 8191, 13);
      put(c >>> 13, 13);
      put(c & 8191, 13);
      put(d >>> 13, 13);
      put(d & 8191, 13);
    }
    return bytes.subarray(0, at);
  }

  function damaged() { return new Error("the packed data is damaged"); }

  return function (text) {
    var input = bytesOf(text), props = input[0];
    var size = input[5] | input[6] << 8 | input[7] << 16 | input[8] << 24;
    if (input.length < 18 || props >= 225 || size < 0 || size > 1 << 28 || input[9] | input[10] | input[11] | input[12] | input[13]) {
      throw new Error("the packed data has no header of a known form");
    }
    var lc = props % 9, lp = Math.floor(props / 9) % 5, pb = Math.floor(props / 45);
    var probs = new Uint16Array(literals + (768 << lc + lp));
    for (var i = 0; i < probs.length; i++) { probs[i] = 1024; }
    var out = new Uint8Array(size), at = 18;
    var coder = new Uint32Array(2); // range, code
    coder[0] = 0xffffffff;
    coder[1] = input[14] << 24 | input[15] << 16 | input[16] << 8 | input[17];

    function bit(i) {
      var p = probs[i], range = coder[0], code = coder[1], bound = (range >>> 11) * p, b = 0;
      if (code < bound) {
        range = bound;
        probs[i] = p + (2048 - p >> 5);
      } else {
        range -= bound;
        code -= bound;
        probs[i] = p - (p >> 5);
        b = 1;
      }
      if (range < 0x1000000) {
        range <<= 8;
        code = code << 8 | input[at++];
      }
      coder[0] = range;
      coder[1] = code;
      return b;
    }

    // direct reads n bits that have no model.
    function direct(n) {
      for (var v = 0; n > 0; n--) {
        var half = coder[0] >>> 1;
        coder[0] = half;
        if (coder[1] >= half) {
          coder[1] -= half;
          v = v << 1 | 1;
        } else {
          v <<= 1;
        }
        if (half < 0x1000000) {
          coder[0] = half << 8;
          coder[1] = coder[1] << 8 | input[at++];
        }
      }
      return v;
    }

    // tree reads n bits, the highest first; reverse, the lowest first.
    function tree(base, n) {
      for (var m = 1, k = n; k > 0; k--) { m = m << 1 | bit(base + m); }
      return m - (1 << n);
    }
    function reverse(base, n) {
      for (var m = 1, v = 0, k = 0; k < n; k++) {
        var b = bit(base + m);
        m = m << 1 | b;
        v |= b << k;
      }
      return v;
    }

    function length(base, posState) {
      if (!bit(base)) { return 2 + tree(base + 2 + (posState << 3), 3); }
      if (!bit(base + 1)) { return 10 + tree(base + 130 + (posState << 3), 3); }
      return 18 + tree(base + 258, 8);
    }

    function distance(len) {
      var slot = tree(posSlot + (Math.min(len, 5) - 2 << 6), 6);
      if (slot < 4) { return slot; }
      var n = (slot >> 1) - 1, high = (2 | slot & 1) << n;
      if (slot < 14) { return high + reverse(posSpecial + high - slot, n); }
      return (high | direct(n - 4) << 4) + reverse(posAlign, 4);
    }

    var state = 0, rep0 = 0, rep1 = 0, rep2 = 0, rep3 = 0, posMask = (1 << pb) - 1, litMask = (1 << lp) - 1;
    for (var n = 0; n < size;) {
      var posState = n & posMask, len;
      if (!bit(isMatch + (state << 4) + posState)) {
        var base = literals + 768 * (((n & litMask) << lc) + ((n ? out[n - 1] : 0) >> 8 - lc)), m = 1;
        if (state >= 7) {
          var match = out[n - rep0 - 1], b;
          do {
            var want = match >> 7 & 1;
            match <<= 1;
            b = bit(base + (1 + want << 8) + m);
            m = m << 1 | b;
          } while (want === b && m < 256);
        }
        while (m < 256) { m = m << 1 | bit(base + m); }
        out[n++] = m;
        state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
        continue;
      }
      if (!bit(isRep + state)) {
        rep3 = rep2;
        rep2 = rep1;
        rep1 = rep0;
        len = length(lengths, posState);
        rep0 = distance(len);
        state = state < 7 ? 7 : 10;
      } else {
        if (!bit(isRepG0 + state)) {
          if (!bit(isRep0Long + (state << 4) + posState)) {
            if (rep0 >= n) { throw damaged(); }
            out[n] = out[n - rep0 - 1];
            n++;
            state = state < 7 ? 9 : 11;
            continue;
          }
        } else {
          var older = rep1;
          if (bit(isRepG1 + state)) {
            older = rep2;
            if (bit(isRepG2 + state)) {
              older = rep3;
              rep3 = rep2;
            }
            rep2 = rep1;
          }
          rep1 = rep0;
          rep0 = older;
        }
        len = length(repLengths, posState);
        state = state < 7 ? 8 : 11;
      }
      if (rep0 >= n || len > size - n || at > input.length + 8) { throw damaged(); }
      for (var from = n - rep0 - 1; len > 0; len--) { out[n++] = out[from++]; }
    }
    return out;
  };
})();

// The texts of the page. Its scripts and styles are inserted, which the policy allows by their hashes.
var ulplabPicture = (function () {
  "use strict";
  var bytes = ulplabUnpack(document.getElementById("ulplab-page").textContent), text = "";
  for (var i = 0; i < bytes.length; i += 4096) { text += String.fromCharCode.apply(null, bytes.subarray(i, i + 4096)); }
  var texts = decodeURIComponent(escape(text)).split("\0");
  function add(name, text, id) {
    var e = document.createElement(name);
    if (id) { e.id = id; }
    e.textContent = text;
    document.head.appendChild(e);
  }
  add("style", texts[0]);
  add("script", texts[1], "ulplab-boot");
  add("script", texts[2], "ulplab-go");
  add("script", texts[3]);
  return function (place) { place.innerHTML = texts[4]; };
})();
