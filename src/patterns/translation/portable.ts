import {
  childNodes,
  allNodes,
  mapChildren,
  type Node,
  type Pattern,
  type Conditional,
  type Group,
  type Repeat,
} from "../tree.js";
import { measureWidth } from "../width.js";
import { simplify, withoutEnd, withoutStart } from "./simplify.js";

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
  return conditions.length > 0 && isExpandable ? expandNode(node) : node;
}

function expandNode(node: Node): Node {
  switch (node.kind) {
    case "alternation":
    case "group":
      return mapChildren(node, expandNode);
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
        const filled = [...before, item.body, ...rest.map((following) => chooseBranch(following, number, "yes"))];
        const unfilled = [...before, ...rest.map((following) => chooseBranch(following, number, "no"))];
        return { kind: "alternation", options: [expandedSequence(filled), expandedSequence(unfilled)] };
      }
    }
  }
  return { kind: "sequence", items: items.map(expandNode) };
}

function hasConditionOn(node: Node, group: number): boolean {
  return isConditionOn(node, group) || childNodes(node).some((child) => hasConditionOn(child, group));
}

function chooseBranch(node: Node, group: number, branch: "yes" | "no"): Node {
  const child = isConditionOn(node, group) ? node[branch] : node;
  return child === node
    ? mapChildren(node, (below) => chooseBranch(below, group, branch))
    : chooseBranch(child, group, branch);
}

function isConditionOn(node: Node, group: number): node is Conditional {
  return node.kind === "conditional" && node.group === group;
}

/** Returns the numbers of the groups that a pattern refers to. */
function referredGroups(node: Node): ReadonlySet<number> {
  const references = allNodes(node).filter((below) => below.kind === "reference" || below.kind === "conditional");
  return new Set(references.map(({ group }) => group));
}

/** Returns the groups that always have a capture after a node has matched. */
function certainGroups(node: Node): ReadonlySet<number> {
  switch (node.kind) {
    case "group":
      return new Set([node.number, ...certainGroups(node.body)]);
    case "sequence":
      return new Set(node.items.flatMap((item) => [...certainGroups(item)]));
    case "atomic":
      return certainGroups(node.body);
    case "repeat":
      return node.min > 0 ? certainGroups(node.body) : new Set();
    case "look":
      return node.negated ? new Set() : certainGroups(node.body);
    case "alternation":
    case "conditional":
      return childNodes(node).map(certainGroups).reduce(common);
    case "characters":
    case "reference":
    case "assertion":
      return new Set();
  }
}

function common(a: ReadonlySet<number>, b: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...a].filter((group) => b.has(group)));
}

/**
 * Finds the first reference to a group that may not have matched. Such a reference fails in Python, but matches in
 * JavaScript.
 */
function uncertainReference(node: Node, certain: ReadonlySet<number> = new Set()): Untranslatable | undefined {
  switch (node.kind) {
    case "reference":
      return certain.has(node.group)
        ? undefined
        : { untranslatable: `group ${node.group} may not have matched where it is referenced`, index: node.index };
    case "sequence": {
      const certainInBranch = new Set(certain);
      for (const item of node.items) {
        const uncertain = uncertainReference(item, certainInBranch);
        if (uncertain !== undefined) {
          return uncertain;
        }
        certainGroups(item).forEach((group) => certainInBranch.add(group));
      }
      return undefined;
    }
    default:
      return findFirst(childNodes(node), (child) => uncertainReference(child, certain));
  }
}

/**
 * Finds the first repeated group whose capture may differ from Python's. In Python, a group that a later repetition
 * skips keeps its capture, and the last repetition may match the empty string. JavaScript clears the capture,
 * never repeats the empty string, and matches a look-behind from right to left.
 */
function forgottenCapture(node: Node, isBehind = false): Untranslatable | undefined {
  const isBehindBelow = node.kind === "look" ? !node.ahead : isBehind;
  const forgotten = node.kind === "repeat" && node.max > 1 ? forgottenIn(node, isBehind) : undefined;
  return forgotten ?? findFirst(childNodes(node), (child) => forgottenCapture(child, isBehindBelow));
}

function forgottenIn({ body, min, max }: Repeat, isBehind: boolean): Untranslatable | undefined {
  const groups = allNodes(body).filter((below): below is Group => below.kind === "group");
  const certain = certainGroups(body);
  const isOther = isBehind || (max > min && measureWidth(body).min === 0);
  const group = groups.find(({ number }) => isOther || !certain.has(number));
  return (
    group && { untranslatable: `the repetition leaves a different value in group ${group.number}`, index: group.index }
  );
}

/**
 * Finds the first repetition whose captures differ if it is performed once with an empty match. Python does so even if
 * the body could have matched more, as in `(?:a*?)?`, or only looks around, as in `(?=(a))?`. JavaScript performs no
 * empty repetition.
 */
function emptyTurn(node: Node): Untranslatable | undefined {
  if (
    node.kind === "repeat" &&
    node.max > node.min &&
    measureWidth(node.body).min === 0 &&
    mindsEmptyTurns(node.body)
  ) {
    return { untranslatable: "JavaScript does not repeat an empty match", index: node.index };
  }
  return findFirst(childNodes(node), emptyTurn);
}

function mindsEmptyTurns(body: Node): boolean {
  return allNodes(body).some(
    (below) => below.kind === "alternation" || below.kind === "look" || (below.kind === "repeat" && below.lazy),
  );
}

/**
 * Finds the first group inside a negated look-around. In Python, such a group may have a capture even if the
 * look-around fails.
 */
function deniedCapture(node: Node): Untranslatable | undefined {
  if (node.kind !== "look" || !node.negated) {
    return findFirst(childNodes(node), deniedCapture);
  }
  const group = allNodes(node.body).find((below) => below.kind === "group");
  return group && { untranslatable: `group ${group.number} is inside a negative lookaround`, index: group.index };
}

function findFirst(
  nodes: readonly Node[],
  find: (node: Node) => Untranslatable | undefined,
): Untranslatable | undefined {
  for (const node of nodes) {
    const result = find(node);
    if (result !== undefined) {
      return result;
    }
  }
  return undefined;
}

/** A part of a pattern for which JavaScript has no equivalent. */
export interface Untranslatable {
  /** The reason, as a phrase without a final period. */
  readonly untranslatable: string;
  /** The offset in the pattern, in UTF-16 code units from 0. */
  readonly index: number;
}
