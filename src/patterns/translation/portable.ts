import type { Node, Pattern } from "../tree.js";
import { referredGroups } from "./captures.js";
import { expandConditions } from "./conditionals.js";
import { obstacleForReading, obstacleIn } from "./obstacle.js";
import type { Untranslatable } from "./untranslatable.js";
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
