import type { CharacterSet } from "./characters/character-set.js";

/**
 * A regular expression of Python's `re`. The tree no longer depends on flags: the parser has resolved the meaning of
 * each `.`, `^`, `$`, `\w` and cased letter. Groups that do not capture have no node.
 */
export interface Pattern {
  readonly body: Node;
  /** The number of capturing groups, which are numbered from 1. */
  readonly groupCount: number;
  /** Group name to number. */
  readonly groupNames: ReadonlyMap<string, number>;
  /** The offset of flags for the whole pattern, such as `(?i)`, in UTF-16 code units from 0. */
  readonly globalFlagsAt: number | undefined;
}

export type Node =
  Characters | Sequence | Alternation | Repeat | Group | Atomic | Look | Reference | Conditional | Assertion;

/** Exactly one character of a set. */
export interface Characters {
  readonly kind: "characters";
  readonly set: CharacterSet;
}

/** All items in sequence; an empty list matches the empty string. */
export interface Sequence {
  readonly kind: "sequence";
  readonly items: readonly Node[];
}

/** Alternatives, of which the earlier ones are tried first. */
interface Alternation {
  readonly kind: "alternation";
  readonly options: readonly Node[];
}

export interface Repeat {
  readonly kind: "repeat";
  readonly body: Node;
  readonly min: number;
  /** `Infinity` if unbounded. */
  readonly max: number;
  readonly lazy: boolean;
  readonly index: number;
}

/** A group that captures the text that it matches. */
export interface Group {
  readonly kind: "group";
  readonly number: number;
  readonly body: Node;
  /** The offset in the pattern, in UTF-16 code units from 0. The same applies to the nodes below. */
  readonly index: number;
}

/**
 * A part into which the engine never backtracks after it has matched: `(?>…)`, and possessive repetitions such as `*+`.
 */
interface Atomic {
  readonly kind: "atomic";
  readonly body: Node;
  readonly index: number;
}

/** `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`. */
export interface Look {
  readonly kind: "look";
  readonly ahead: boolean;
  readonly negated: boolean;
  readonly body: Node;
  /** The number of characters that a look-behind goes back. */
  readonly width: number;
  readonly index: number;
}

/** The text that a group has captured. */
export interface Reference {
  readonly kind: "reference";
  readonly group: number;
  readonly ignoreCase: boolean;
  readonly index: number;
}

/** `(?(1)yes|no)`: the branch depends on whether the group has matched. */
export interface Conditional {
  readonly kind: "conditional";
  readonly group: number;
  readonly yes: Node;
  readonly no: Node;
  readonly index: number;
}

/** A condition on the position in the string. */
interface Assertion {
  readonly kind: "assertion";
  readonly at: Place;
}

export type Place =
  | "start"
  | "end"
  /** `$`: the end, or before a line feed at the end of the string. */
  | "last line end"
  /** `^` and `$` with the flag `m`. */
  | "line start"
  | "line end"
  | "word boundary"
  | "no word boundary"
  | "ascii word boundary"
  | "no ascii word boundary";

export const empty: Sequence = { kind: "sequence", items: [] };

/** Returns the direct children of a node. */
export function childNodes(node: Node): readonly Node[] {
  switch (node.kind) {
    case "sequence":
      return node.items;
    case "alternation":
      return node.options;
    case "repeat":
    case "group":
    case "atomic":
    case "look":
      return [node.body];
    case "conditional":
      return [node.yes, node.no];
    case "characters":
    case "reference":
    case "assertion":
      return [];
  }
}

/** Returns the node with `change` applied to each child. */
export function mapChildren(node: Node, change: (child: Node) => Node): Node {
  switch (node.kind) {
    case "sequence":
      return { ...node, items: node.items.map(change) };
    case "alternation":
      return { ...node, options: node.options.map(change) };
    case "repeat":
    case "group":
    case "atomic":
    case "look":
      return { ...node, body: change(node.body) };
    case "conditional":
      return { ...node, yes: change(node.yes), no: change(node.no) };
    case "characters":
    case "reference":
    case "assertion":
      return node;
  }
}

/** Returns the node and all its descendants, in the order of the pattern. */
export function allNodes(root: Node): readonly Node[] {
  const nodes: Node[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes.push(node);
    childNodes(node)
      .toReversed()
      .forEach((child) => open.push(child));
  }
  return nodes;
}
