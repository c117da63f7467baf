import { childNodes, allNodes, mapChildren, type Node, type Pattern, type Conditional } from "../tree.js";
import { referredGroups, deniedCapture, emptyTurn, forgottenCapture, uncertainReference } from "./captures.js";
import { simplify, withoutEnd, withoutStart } from "./simplify.js";
import type { Untranslatable } from "./untranslatable.js";

/**
 * The use of a pattern: to match a whole string, to match at its start (TYPE-8), or to find it anywhere in a string and
 * read its groups by their numbers (WIRE-54).
 */
export type Mode = "whole" | "prefix" | "search";

/** Returns a simplified tree that JavaScript can express, or the reason why there is none. */
export function portable(pattern: Pattern, mode: Mode): Node | Untranslatable {
  switch (mode) {
    case "whole":
      // Stone's runtime puts the pattern into a group, where Python does not allow such flags.
      return pattern.globalFlagsAt === undefined
        ? withoutGroups(withoutEnd(withoutStart(pattern.body)))
        : {
            untranslatable: "flags for the whole pattern fail at run time; write (?i:…) instead of (?i)",
            index: pattern.globalFlagsAt,
          };
    case "prefix":
      return withoutGroups(withoutStart(pattern.body));
    case "search": {
      const node = simplify(pattern.body, new Set(groupNumbers(pattern)));
      return obstacleForReading(node) ?? node;
    }
  }
}

export function isUntranslatable(result: Node | string | Untranslatable): result is Untranslatable {
  return typeof result === "object" && "untranslatable" in result;
}

function groupNumbers({ groupCount }: Pattern): number[] {
  return Array.from({ length: groupCount }, (_, index) => index + 1);
}

function withoutGroups(body: Node): Node | Untranslatable {
  const node = expandConditions(body);
  const simple = simplify(node, referredGroups(node));
  return obstacleIn(simple) ?? simple;
}

/** Returns the first part of a simplified tree that JavaScript cannot express; undefined if there is none. */
function obstacleIn(node: Node): Untranslatable | undefined {
  return unknownSyntax(node, false) ?? uncertainReference(node) ?? forgottenCapture(node);
}

/** Does the same as {@link obstacleIn} for patterns whose captures will be read by number. */
function obstacleForReading(node: Node): Untranslatable | undefined {
  const atomic = allNodes(node).find((below) => below.kind === "atomic");
  const renumbering = atomic && {
    untranslatable: "an atomic group would change the numbers of the capturing groups",
    index: atomic.index,
  };
  return obstacleIn(node) ?? renumbering ?? deniedCapture(node) ?? emptyTurn(node);
}

function unknownSyntax(node: Node, isBehind: boolean): Untranslatable | undefined {
  switch (node.kind) {
    case "conditional":
      return { untranslatable: "JavaScript has no conditional groups", index: node.index };
    case "reference":
      return node.ignoreCase
        ? { untranslatable: "JavaScript cannot ignore case in a backreference", index: node.index }
        : undefined;
    case "atomic":
      return isBehind
        ? { untranslatable: "JavaScript has no atomic groups in a lookbehind", index: node.index }
        : (emptyTurn(node.body) ?? unknownSyntax(node.body, isBehind));
    case "look":
      return unknownSyntax(node.body, !node.ahead);
    default:
      return childNodes(node)
        .map((child) => unknownSyntax(child, isBehind))
        .find((found) => found !== undefined);
  }
}

/** The maximum number of conditions that are expanded, because each of them may double the size of the pattern. */
const maxConditions = 4;

/**
 * Expands conditions on an optional group before them: `(<)?a(?(1)>)` becomes `(<)a>|a`. Other conditions are
 * unchanged, such as those on a group in a repetition, which an earlier repetition may have captured.
 */
function expandConditions(node: Node): Node {
  const all = allNodes(node);
  const conditions = all.filter(({ kind }) => kind === "conditional");
  // Groups that are duplicated must not be referred to by number.
  const isExpandable = conditions.length <= maxConditions && all.every(({ kind }) => kind !== "reference");
  return conditions.length > 0 && isExpandable ? expanded(node) : node;
}

function expanded(node: Node): Node {
  switch (node.kind) {
    case "alternation":
    case "group":
      return mapChildren(node, expanded);
    case "sequence":
      return expandedSequence(node.items);
    default:
      return node;
  }
}

function expandedSequence(items: readonly Node[]): Node {
  for (const [index, item] of items.entries()) {
    const rest = items.slice(index + 1);
    if (item.kind === "repeat" && item.max === 1 && item.min === 0 && item.body.kind === "group") {
      const { number } = item.body;
      if (rest.some((following) => hasConditionOn(following, number))) {
        const before = items.slice(0, index);
        const filled = [...before, item.body, ...rest.map((following) => decided(following, number, "yes"))];
        const unfilled = [...before, ...rest.map((following) => decided(following, number, "no"))];
        return { kind: "alternation", options: [expandedSequence(filled), expandedSequence(unfilled)] };
      }
    }
  }
  return { kind: "sequence", items: items.map(expanded) };
}

function hasConditionOn(node: Node, group: number): boolean {
  return isConditionOn(node, group) || childNodes(node).some((child) => hasConditionOn(child, group));
}

function decided(node: Node, group: number, branch: "yes" | "no"): Node {
  const child = isConditionOn(node, group) ? node[branch] : node;
  return child === node ? mapChildren(node, (below) => decided(below, group, branch)) : decided(child, group, branch);
}

function isConditionOn(node: Node, group: number): node is Conditional {
  return node.kind === "conditional" && node.group === group;
}
