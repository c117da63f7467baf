import { fail, type Reader } from "./reader.js";

/** The inline flags that apply at some position of the pattern. */
export interface Flags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly verbose: boolean;
  readonly ascii: boolean;
  /** The flag `t`, which forbids all repetitions. Python reserves it for its own templates. */
  readonly template: boolean;
}

export const noFlags: Flags = {
  ignoreCase: false,
  multiline: false,
  dotAll: false,
  verbose: false,
  ascii: false,
  template: false,
};

/** Flags as written: `(?i)` applies to the whole pattern, `(?i-x:…)` to a group. */
interface InlineFlags {
  readonly on: string;
  readonly off: string;
  readonly scope: "pattern" | "group";
}

/** Whether a character after `(?` starts flags. */
export function beginsFlags(character: string): boolean {
  return flagLetter.test(character) || character === "-";
}

/** Parses the flags after `(?`, including the `)` or `:` that ends them. */
export function parseFlags(reader: Reader): InlineFlags {
  const start = reader.index;
  const on = reader.takeWhile(flagLetter);
  checkKinds(on, start);
  if (on !== "" && reader.skip(")")) {
    return { on, off: "", scope: "pattern" };
  }
  if (on.includes("t")) {
    fail("the flag 't' is allowed only for the whole pattern", start);
  }
  const off = reader.skip("-") ? reader.takeWhile(flagLetter) || fail("missing flag", reader.index) : "";
  if (/[aLut]/.test(off)) {
    fail("the flags 'a', 'L', 't' and 'u' cannot be turned off", start);
  }
  if (Array.from(on).some((letter) => off.includes(letter))) {
    fail("a flag is both turned on and turned off", start);
  }
  if (!reader.skip(":")) {
    const isLetter = /^\p{L}/u.test(reader.next ?? "");
    fail(isLetter ? `unknown flag '${reader.next ?? ""}'` : "missing ':' after the flags", reader.index);
  }
  return { on, off, scope: "group" };
}

/** Fails for `L`, which does not apply to strings, and for `a` and `u` together, which exclude each other. */
export function checkKinds(on: string, index: number): void {
  if (on.includes("L")) {
    fail("the flag 'L' applies only to bytes", index);
  }
  if (on.includes("a") && on.includes("u")) {
    fail("the flags 'a' and 'u' are incompatible", index);
  }
}

/** Returns the flags that apply inside a group whose inline flags change the outer flags. */
export function withFlags(outer: Flags, { on, off }: InlineFlags): Flags {
  const holds = (letter: string, before: boolean): boolean => on.includes(letter) || (before && !off.includes(letter));
  return {
    ignoreCase: holds("i", outer.ignoreCase),
    multiline: holds("m", outer.multiline),
    dotAll: holds("s", outer.dotAll),
    verbose: holds("x", outer.verbose),
    ascii: holds("a", outer.ascii) && !on.includes("u"),
    template: holds("t", outer.template),
  };
}

const flagLetter = /^[aiLmstux]$/;

/** Skips comments such as `(?#…)`. With the flag `x`, also skips white space and the rest of a line after `#`. */
export function skipIgnored(reader: Reader, { verbose }: Flags): void {
  for (;;) {
    const { index, next } = reader;
    if (skipCommentStart(reader)) {
      if (!skipBehind(reader, ")")) {
        fail("the comment is never closed", index);
      }
    } else if (verbose && next === "#") {
      skipBehind(reader, "\n");
    } else if (verbose && next !== undefined && /^[ \t\n\r\v\f]$/.test(next)) {
      reader.take();
    } else {
      return;
    }
  }
}

function skipCommentStart(reader: Reader): boolean {
  return reader.attempt(() => (reader.skip("(") && reader.skip("?") && reader.skip("#")) || undefined) ?? false;
}

/** Skips everything up to and including the terminator. Returns whether it was found. */
function skipBehind(reader: Reader, terminator: string): boolean {
  let token = reader.take();
  while (token !== undefined && token !== terminator) {
    token = reader.take();
  }
  return token !== undefined;
}
