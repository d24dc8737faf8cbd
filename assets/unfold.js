/*
unfold.js is a part of the single file: ulplabProgram(bytes) returns the WebAssembly program from the bytes of its part,
whose code the packer has folded (serve/pack, fold) so that it packs smaller by a fifth. It walks through the code section
as the packer did and takes its end from the lengths of the functions, which fold left as they were. What is damaged
throws an Error in words.
*/
var ulplabProgram = function (input) {
  "use strict";
  if (input[1] === 0x61 && input[2] === 0x73) { return input; }  // "\0asm": not folded
  var size = input[0] | input[1] << 8 | input[2] << 16 | input[3] << 24, at = 4, n = 0;
  if (size < 8 || size > 1 << 28) { throw damaged(); }
  var out = new Uint8Array(size);

  // What follows an opcode: 0 nothing, 1 a number, 2 two numbers, 3 something of its own.
  var kinds = new Uint8Array(256);
  [2, 3, 4, 11, 12, 13, 14, 65, 66, 67, 68, 252].forEach(function (op) { kinds[op] = 3; });
  [16, 32, 33, 34, 35, 36, 63, 64].forEach(function (op) { kinds[op] = 1; });
  for (var op = 40; op < 63; op++) { kinds[op] = kinds[17] = 2; }

  function damaged() { return new Error("the packed program is damaged"); }

  // Numbers are LEB128. read reads one, put writes one, copy does both and returns the last byte.
  function read(signed) {
    var v = 0, place = 1, c;
    do {
      if (at >= input.length) { throw damaged(); }
      c = input[at++];
      v += (c & 127) * place;
      place *= 128;
    } while (c > 127);
    return signed && c > 63 ? v - place : v;
  }
  function put(v, signed) {
    if (v >= 0 && v < 64) {
      out[n++] = v;
      return;
    }
    for (;;) {
      var rest = Math.floor(v / 128), c = v - rest * 128;
      v = rest;
      if (signed ? v === 0 && c < 64 || v === -1 && c > 63 : v === 0) { out[n++] = c; return; }
      if (n >= size) { throw damaged(); }
      out[n++] = c | 128;
    }
  }
  function copy() {
    var begin = at, v = input[at];
    if (v < 128) {
      at++;
      return out[n++] = v;
    }
    v = read(false);
    while (begin < at) { out[n++] = input[begin++]; }
    return v;
  }
  function raw(count) { while (count-- > 0) { out[n++] = input[at++]; } }
  function span(from) {
    while (input[from] > 127) { from++; }
    return from + 1;
  }

  function body(k) {
    var end = copy() + n, table = null, depth = 0, top = 0, block = 0, next = 0;
    for (var locals = copy(); locals > 0; locals--) {
      copy();
      raw(1);
    }
    while (n < end) {
      if (at >= input.length) { throw damaged(); }
      var op = out[n++] = input[at++], kind = kinds[op], after;
      if (kind < 3) {
        if (kind > 0) { copy(); }
        if (kind > 1) { copy(); }
      } else if (op === 12 || op === 13) {
        put(depth - read(false), false);
      } else if (op === 14) {
        var entries = [], last = 0;
        for (var left = copy(); left >= 0; left--) {
          entries.push(last += read(true));
          put(last, false);
        }
        if (!table) {
          table = entries;
          top = depth;
        }
      } else if (op === 65) {
        after = span(at);
        if (table && input[after] === 33 && input[after + 1] === 0) { put(read(true) + next, true); } else { copy(); }
      } else if (op === 66) {
        after = span(at);
        if (after - at <= 6 && input[after] === 55 && out[n - 5] === 36 && out[n - 4] === 0 && out[n - 3] === 32 && out[n - 2] === 1) {
          put(read(true) + (k + 4096) * 65536 + next, true);
        } else {
          copy();
        }
      } else if (op > 1 && op < 5) {
        depth++;
        copy();
      } else if (op === 11) {
        depth--;
        if (table && depth < top) {
          top = depth;
          block++;
          while (next < table.length && table[next] < block) { next++; }
        }
      } else if (op === 67 || op === 68) {
        raw(op === 67 ? 4 : 8);
      } else {
        var sub = copy();
        raw(sub === 10 ? 2 : sub === 11 ? 1 : 0);
      }
    }
    if (n !== end) { throw damaged(); }
  }

  raw(8);
  while (at < input.length) {
    var id = out[n++] = input[at++], length = copy();
    if (id === 10) {
      for (var k = 0, count = copy(); k < count; k++) { body(k); }
    } else {
      if (length > size - n) { throw damaged(); }
      out.set(input.subarray(at, at + length), n);
      at += length;
      n += length;
    }
  }
  if (n !== size) { throw damaged(); }
  return out;
};
