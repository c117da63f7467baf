import { toCodePoints } from "./characters/code-points.js";
import { isProblem, parsePattern } from "./parse.js";
import { remembered } from "./remembered.js";
import { commonSyntax, hasSurrogate } from "./translation/common-syntax.js";
import { isUntranslatable, portable } from "./translation/portable.js";
import { print } from "./translation/print.js";
import { childNodes, type Node } from "./tree.js";

/** A pattern for validators of other languages. */
export interface ExportedForm {
  /** A regular expression that matches whole strings, in JavaScript with the flag `u` and in Python. */
  readonly source: string;
  /**
   * Whether the source contains only the syntax that JSON Schema recommends: characters, sets, repetitions, groups,
   * alternatives and the two anchors. Linear-time engines such as RE2 support only these, and at most 1,000
   * repetitions.
   */
  readonly isPortable: boolean;
}

/**
 * The form of a pattern for export; undefined for the empty pattern, which is ignored (TYPE-7). Throws an Error for a
 * pattern that `runtimeForm` refuses.
 */
export const exportedForm: (source: string) => ExportedForm | undefined = remembered((source) => {
  if (source === "") {
    return undefined;
  }
  const pattern = parsePattern(source);
  const node = isProblem(pattern) ? undefined : portable(pattern, "whole");
  if (node === undefined || isUntranslatable(node)) {
    throw new Error(`The pattern ${source} cannot be translated, which has been checked before.`);
  }
  const printed = print(node, commonSyntax);
  return {
    source: node.kind === "alternation" ? `^(?:${printed})$` : `^${printed}$`,
    isPortable: isPortable(node, maxTurns),
  };
});

/** The maximum number of repetitions of a part, which is the product of all nested repetitions. */
const maxTurns = 1000;

function isPortable(node: Node, turns: number): boolean {
  const areChildren = (left: number): boolean => childNodes(node).every((child) => isPortable(child, left));
  switch (node.kind) {
    case "characters":
      return !hasSurrogate(toCodePoints(node.set));
    case "sequence":
    case "alternation":
    case "group":
      return areChildren(turns);
    case "repeat": {
      const most = node.max === Infinity ? node.min : node.max;
      return most <= turns && areChildren(turns / Math.max(most, 1));
    }
    case "assertion":
      return node.at === "start";
    case "look":
    case "atomic":
    case "reference":
    case "conditional":
      return false;
  }
}
