import { childNodes, mapChildren, allNodes, type Conditional, type Node } from "../tree.js";

/** The maximum number of conditions that are expanded, because each of them may double the size of the pattern. */
const maxConditions = 4;

/**
 * Expands conditions on an optional group before them: `(<)?a(?(1)>)` becomes `(<)a>|a`. Other conditions are
 * unchanged, such as those on a group in a repetition, which an earlier repetition may have captured.
 */
export function expandConditions(node: Node): Node {
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
