import { childNodes, allNodes, type Node } from "../tree.js";
import { deniedCapture, emptyTurn, forgottenCapture, uncertainReference } from "./captures.js";
import type { Untranslatable } from "./untranslatable.js";

/** Returns the first part of a simplified tree that JavaScript cannot express; undefined if there is none. */
export function obstacleIn(node: Node): Untranslatable | undefined {
  return unknownSyntax(node, false) ?? uncertainReference(node) ?? forgottenCapture(node);
}

/** Does the same as {@link obstacleIn} for patterns whose captures will be read by number. */
export function obstacleForReading(node: Node): Untranslatable | undefined {
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
