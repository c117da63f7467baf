import { decimalValue, noneOf, oneOf, range, type CharacterSet } from "./characters/character-set.js";
import { withOtherCases } from "./characters/fold-case.js";
import { remembered } from "./remembered.js";
import { parseEscape, parseSet } from "./syntax/escape.js";
import { beginsFlags, checkKinds, noFlags, parseFlags, withFlags, skipIgnored, type Flags } from "./syntax/flags.js";
import { Groups } from "./syntax/groups.js";
import { fail, PatternError, Reader } from "./syntax/reader.js";
import { empty, type Node, type Pattern } from "./tree.js";
import { isFixed, measureWidth } from "./width.js";

/**
 * The reason why a string is not a regular expression of Python, as a phrase without a final period, and the offset in
 * UTF-16 code units.
 */
interface PatternProblem {
  readonly problem: string;
  readonly index: number;
}

export function isProblem(result: Pattern | PatternProblem): result is PatternProblem {
  return "problem" in result;
}

/**
 * Parses a regular expression as Python 3.11's `re` does (TYPE-7). Returns the tree, or the problem that Python finds.
 * The only difference is `\N{…}`, which is refused although Python supports it.
 */
export const parsePattern: (source: string) => Pattern | PatternProblem = remembered((source) => {
  try {
    return new Parser(source).parse();
  } catch (thrown) {
    if (thrown instanceof PatternError) {
      return { problem: thrown.message, index: thrown.index };
    }
    throw thrown;
  }
});

/** The maximum depth. Python's limit is about 500 levels. */
const deepest = 400;

/** A node, and how it was written, which determines whether it can be repeated: `(?:a*)*` is valid, `a**` is not. */
interface Item {
  readonly node: Node;
  readonly written: "whole" | "assertion" | "repetition";
}

class Parser {
  readonly #reader: Reader;
  readonly #groups = new Groups();
  #depth = 0;

  constructor(source: string) {
    this.#reader = new Reader(source);
  }

  parse(): Pattern {
    const { flags, index: globalFlagsAt } = this.#globalFlags();
    const body = this.#alternatives(flags, 0);
    if (this.#reader.next !== undefined) {
      fail("unmatched ')'", this.#reader.index);
    }
    this.#groups.checkConditions();
    return { body, groupCount: this.#groups.count, groupNames: this.#groups.names, globalFlagsAt };
  }

  /**
   * Parses flags for the whole pattern, such as `(?i)`, which are allowed only at its start or after comments at its
   * start.
   */
  #globalFlags(): { flags: Flags; index: number | undefined } {
    let flags = noFlags;
    let letters = "";
    let first: number | undefined;
    for (;;) {
      skipIgnored(this.#reader, flags);
      const { index } = this.#reader;
      const inline = this.#reader.attempt(() => {
        const begins = this.#reader.skip("(") && this.#reader.skip("?") && beginsFlags(this.#reader.next ?? "");
        const read = begins ? parseFlags(this.#reader) : undefined;
        return read?.scope === "pattern" ? read : undefined;
      });
      if (inline === undefined) {
        return { flags, index: first };
      }
      letters += inline.on;
      checkKinds(letters, index);
      flags = withFlags(flags, inline);
      first ??= index;
    }
  }

  #alternatives(flags: Flags, start: number): Node {
    if (this.#depth === deepest) {
      fail("the groups are nested too deeply", start);
    }
    this.#depth += 1;
    const options = [this.#sequence(flags)];
    while (this.#reader.skip("|")) {
      options.push(this.#sequence(flags));
    }
    this.#depth -= 1;
    return onlyOne(options) ?? { kind: "alternation", options };
  }

  #sequence(flags: Flags): Node {
    const items: Item[] = [];
    for (;;) {
      skipIgnored(this.#reader, flags);
      const { index, next } = this.#reader;
      if (next === undefined || next === "|" || next === ")") {
        const nodes = items.map(({ node }) => node);
        return onlyOne(nodes) ?? { kind: "sequence", items: nodes };
      }
      this.#reader.take();
      const quantifier = parseQuantifier(this.#reader, next, index);
      if (quantifier === undefined) {
        items.push(this.#item(next, index, flags));
      } else if (flags.template) {
        fail("the flag 't' does not allow repetition", index);
      } else {
        items.push(repeat(items.pop(), quantifier, index));
      }
    }
  }

  /** Parses the item that starts with `token`, which has already been consumed. */
  #item(token: string, index: number, flags: Flags): Item {
    switch (token) {
      case "(":
        return { node: this.#group(index, flags), written: "whole" };
      case "[":
        return characters(parseSet(this.#reader, index, flags), flags);
      case ".":
        return characters(flags.dotAll ? noneOf() : noneOf(range(0x0a)));
      case "^":
        return { node: { kind: "assertion", at: flags.multiline ? "line start" : "start" }, written: "assertion" };
      case "$":
        return {
          node: { kind: "assertion", at: flags.multiline ? "line end" : "last line end" },
          written: "assertion",
        };
      default:
        break;
    }
    if (!token.startsWith("\\")) {
      return characters(oneOf(range(token.codePointAt(0) ?? 0)), flags);
    }
    const escape = parseEscape(this.#reader, token, index, flags, this.#groups);
    return escape.kind === "characters"
      ? characters(escape.set, flags)
      : { node: escape, written: escape.kind === "assertion" ? "assertion" : "whole" };
  }

  /** Parses the rest of a group after the `(` at `start`, including the `)`. */
  #group(start: number, flags: Flags): Node {
    if (!this.#reader.skip("?")) {
      return this.#capture(undefined, start, flags);
    }
    const { next } = this.#reader;
    if (next !== undefined && beginsFlags(next)) {
      const inline = parseFlags(this.#reader);
      return inline.scope === "group"
        ? this.#untilClosed(start, withFlags(flags, inline))
        : fail("flags for the whole pattern are allowed only at its start", start);
    }
    switch (this.#reader.take()) {
      case undefined:
        return fail("the pattern ends inside a group", start);
      case ":":
        return this.#untilClosed(start, flags);
      case ">":
        return { kind: "atomic", body: this.#untilClosed(start, flags), index: start };
      case "=":
        return this.#lookAhead(start, flags, false);
      case "!":
        return this.#lookAhead(start, flags, true);
      case "<":
        return this.#lookBehind(start, flags);
      case "P":
        return this.#named(start, flags);
      case "(":
        return this.#conditional(start, flags);
      default:
        return fail(`unknown kind of group (?${next ?? ""}`, start);
    }
  }

  #untilClosed(start: number, flags: Flags): Node {
    const body = this.#alternatives(flags, start);
    this.#close(start);
    return body;
  }

  #close(start: number): void {
    if (!this.#reader.skip(")")) {
      fail("the group is never closed", start);
    }
  }

  #capture(name: string | undefined, start: number, flags: Flags): Node {
    const number = this.#groups.open(name, start);
    const body = this.#untilClosed(start, flags);
    this.#groups.close(number, measureWidth(body, this.#groups.widths));
    return { kind: "group", number, body, index: start };
  }

  #lookAhead(start: number, flags: Flags, negated: boolean): Node {
    return { kind: "look", ahead: true, negated, body: this.#untilClosed(start, flags), width: 0, index: start };
  }

  #lookBehind(start: number, flags: Flags): Node {
    const sign = this.#reader.take();
    if (sign !== "=" && sign !== "!") {
      return fail(`unknown kind of group (?<${sign ?? ""}; write a named group as (?P<name>…)`, start);
    }
    const body = this.#groups.inLookBehind(() => this.#untilClosed(start, flags));
    const width = measureWidth(body, this.#groups.widths);
    return isFixed(width)
      ? { kind: "look", ahead: false, negated: sign === "!", body, width: width.min, index: start }
      : fail("a lookbehind must have a fixed width", start);
  }

  /** Parses the rest of `(?P<name>…)` or `(?P=name)` after the `P`. */
  #named(start: number, flags: Flags): Node {
    const sign = this.#reader.take();
    if (sign !== "<" && sign !== "=") {
      return fail("(?P must be followed by <name> or =name", start);
    }
    const { index } = this.#reader;
    const name = this.#reader.takeUntil(sign === "<" ? ">" : ")", "group name");
    if (!isName(name)) {
      fail(`'${name}' is not a valid group name`, index);
    }
    if (sign === "<") {
      return this.#capture(name, start, flags);
    }
    const group = this.#groups.named(name, index);
    this.#groups.checkReference(group, index);
    return { kind: "reference", group, ignoreCase: flags.ignoreCase, index: start };
  }

  #conditional(start: number, flags: Flags): Node {
    const { index } = this.#reader;
    const name = this.#reader.takeUntil(")", "group name");
    const group = isName(name) ? this.#groups.named(name, index) : groupNumber(name, index);
    this.#groups.checkCondition(group, index);
    const yes = this.#sequence(flags);
    const no = this.#reader.skip("|") ? this.#sequence(flags) : empty;
    if (this.#reader.next === "|") {
      fail("a conditional group has at most two branches", this.#reader.index);
    }
    this.#close(start);
    return { kind: "conditional", group, yes, no, index: start };
  }
}

function onlyOne(nodes: readonly Node[]): Node | undefined {
  return nodes.length === 1 ? nodes[0] : undefined;
}

/** Returns a set of characters; with the flag `i`, it includes the other cases of its letters. */
function characters(set: CharacterSet, flags = noFlags): Item {
  const items = flags.ignoreCase ? withOtherCases(set.items, flags.ascii) : set.items;
  return { node: { kind: "characters", set: { ...set, items } }, written: "whole" };
}

function repeat(item: Item | undefined, { min, max, style }: Quantifier, index: number): Item {
  if (item === undefined || item.written === "assertion") {
    return fail("nothing to repeat", index);
  }
  if (item.written === "repetition") {
    return fail("a quantifier cannot follow another quantifier", index);
  }
  const node: Node = { kind: "repeat", body: item.node, min, max, lazy: style === "lazy", index };
  return { node: style === "possessive" ? { kind: "atomic", body: node, index } : node, written: "repetition" };
}

function isName(text: string): boolean {
  return /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(text);
}

/**
 * Parses the group number of a condition as Python's `int` does: it may contain spaces, a sign, underscores, and digits
 * of any script.
 */
function groupNumber(text: string, index: number): number {
  const digits =
    /^\s*\+?(\p{Nd}+(?:_\p{Nd}+)*)\s*$/u.exec(text)?.[1] ?? fail(`'${text}' is not a valid group name`, index);
  return decimalValue(digits.replaceAll("_", "")) || fail("groups are numbered from 1", index);
}

interface Quantifier {
  readonly min: number;
  readonly max: number;
  readonly style: "greedy" | "lazy" | "possessive";
}

/** Python's limit for both numbers. */
const most = 2 ** 32 - 2;

/** Parses a quantifier after its first token. Returns undefined if that token is literal text, such as `{` in `x{y}`. */
function parseQuantifier(reader: Reader, token: string, index: number): Quantifier | undefined {
  const bounds = parseBounds(reader, token, index);
  if (bounds === undefined) {
    return undefined;
  }
  return { ...bounds, style: reader.skip("?") ? "lazy" : reader.skip("+") ? "possessive" : "greedy" };
}

function parseBounds(reader: Reader, token: string, index: number): { min: number; max: number } | undefined {
  switch (token) {
    case "?":
      return { min: 0, max: 1 };
    case "*":
      return { min: 0, max: Infinity };
    case "+":
      return { min: 1, max: Infinity };
    case "{":
      return reader.attempt(() => parseBraces(reader, index));
    default:
      return undefined;
  }
}

/** `{n}`, `{n,}`, `{,m}`, `{n,m}`, even `{,}`; but `{}` is literal text. */
function parseBraces(reader: Reader, index: number): { min: number; max: number } | undefined {
  const low = reader.takeWhile(/^[0-9]$/);
  const hasComma = reader.skip(",");
  const high = hasComma ? reader.takeWhile(/^[0-9]$/) : low;
  if (!reader.skip("}") || (low === "" && !hasComma)) {
    return undefined;
  }
  const min = Number(low);
  const max = high === "" ? Infinity : Number(high);
  if (min > most || (max > most && high !== "")) {
    fail("the number of repetitions is too large", index);
  }
  return min <= max ? { min, max } : fail("the minimum number of repetitions is greater than the maximum", index);
}
