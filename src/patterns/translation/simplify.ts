import type { CharacterSet, SetItem } from "../characters/character-set.js";
import { plainSet, toSymbols, union } from "../characters/symbols.js";
import { empty, mapChildren, allNodes, type Characters, type Node, type Place } from "../tree.js";
import { isFixed, measureWidth } from "../width.js";

/**
 * Returns a shorter tree that matches the same strings. Groups that are not in `read` do not capture. Alternatives that
 * are single characters become one set, because otherwise `(.|\n)*` overflows the engine's stack for long strings.
 * Unnecessary nesting is removed.
 */
export function simplify(node: Node, read: ReadonlySet<number>): Node {
  const simple = mapChildren(node, (child) => simplify(child, read));
  switch (simple.kind) {
    case "group":
      return read.has(simple.number) ? simple : simple.body;
    case "sequence": {
      const items = simple.items.flatMap((item) => (item.kind === "sequence" ? item.items : [item]));
      const [only] = items;
      return items.length === 1 && only !== undefined ? only : { kind: "sequence", items };
    }
    case "alternation":
      return joinCharacters(
        simple.options.flatMap((option) => (option.kind === "alternation" ? option.options : [option])),
      );
    case "atomic":
      // A part of fixed width does not have to be atomic, because backtracking cannot change what it consumes.
      return isFixed(measureWidth(simple.body)) && !hasGroup(simple.body) ? simple.body : simple;
    case "repeat":
      return simple.min === 1 && simple.max === 1 ? simple.body : simple;
    default:
      return simple;
  }
}

function hasGroup(node: Node): boolean {
  return allNodes(node).some(({ kind }) => kind === "group");
}

function joinCharacters(options: readonly Node[]): Node {
  const alternation: Node = { kind: "alternation", options };
  const sets = options.filter((option): option is Characters => option.kind === "characters").map(({ set }) => set);
  if (sets.length < options.length) {
    return alternation;
  }
  const joined = joinSets(sets);
  return joined === undefined ? alternation : { kind: "characters", set: joined };
}

function joinSets(sets: readonly CharacterSet[]): CharacterSet | undefined {
  if (sets.every(({ negated }) => !negated)) {
    return { negated: false, items: withoutRepetition(sets.flatMap(({ items }) => items)) };
  }
  return plainSet(union(sets.map(toSymbols)));
}

function withoutRepetition(items: readonly SetItem[]): SetItem[] {
  const byText = new Map(items.map((item) => [JSON.stringify(item), item]));
  return [...byText.values()];
}

/** Removes `^` and `\A` from the start of a node, where they always hold. */
export function withoutStart(node: Node): Node {
  return trimNode(node, 0, ["start", "line start"]);
}

/** Removes `$` and `\Z` from the end of a node, where they always hold if the whole string must match. */
export function withoutEnd(node: Node): Node {
  return trimNode(node, -1, ["end", "last line end", "line end"]);
}

function trimNode(node: Node, side: 0 | -1, places: readonly Place[]): Node {
  switch (node.kind) {
    case "assertion":
      return places.includes(node.at) ? empty : node;
    case "alternation":
    case "group":
      return mapChildren(node, (child) => trimNode(child, side, places));
    case "sequence":
      return trimmedSequence(node.items, side, places);
    default:
      return node;
  }
}

function trimmedSequence(items: readonly Node[], side: 0 | -1, places: readonly Place[]): Node {
  const edge = items.at(side);
  if (edge === undefined) {
    return empty;
  }
  const rest = side === 0 ? items.slice(1) : items.slice(0, -1);
  const left = trimNode(edge, side, places);
  if (left === empty) {
    return trimmedSequence(rest, side, places);
  }
  return { kind: "sequence", items: side === 0 ? [left, ...rest] : [...rest, left] };
}
