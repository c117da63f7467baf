import { childNodes, allNodes, type Group, type Node, type Repeat } from "../tree.js";
import { measureWidth } from "../width.js";
import type { Untranslatable } from "./untranslatable.js";

/** Returns the numbers of the groups that a pattern refers to. */
export function referredGroups(node: Node): ReadonlySet<number> {
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
export function uncertainReference(node: Node, certain: ReadonlySet<number> = new Set()): Untranslatable | undefined {
  switch (node.kind) {
    case "reference":
      return certain.has(node.group)
        ? undefined
        : { untranslatable: `group ${node.group} may not have matched where it is referenced`, index: node.index };
    case "sequence": {
      const known = new Set(certain);
      for (const item of node.items) {
        const found = uncertainReference(item, known);
        if (found !== undefined) {
          return found;
        }
        certainGroups(item).forEach((group) => known.add(group));
      }
      return undefined;
    }
    default:
      return findFirst(childNodes(node), (child) => uncertainReference(child, certain));
  }
}

/**
 * Finds the first repeated group whose capture may differ from Python's. In Python, a group that a later repetition
 * skips keeps its capture, and the last repetition may match the empty string. JavaScript clears the capture, performs
 * no empty repetition, and repeats from right to left in a look-behind.
 */
export function forgottenCapture(node: Node, isBehind = false): Untranslatable | undefined {
  const isBehindBelow = node.kind === "look" ? !node.ahead : isBehind;
  const own = node.kind === "repeat" && node.max > 1 ? forgottenIn(node, isBehind) : undefined;
  return own ?? findFirst(childNodes(node), (child) => forgottenCapture(child, isBehindBelow));
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
export function emptyTurn(node: Node): Untranslatable | undefined {
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
export function deniedCapture(node: Node): Untranslatable | undefined {
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
    const found = find(node);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
