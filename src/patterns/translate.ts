import type { Untranslatable } from "./translation/untranslatable.js";
import { isUntranslatable, portable, type Mode } from "./translation/portable.js";
import { javaScript } from "./translation/javascript.js";
import { print } from "./translation/print.js";
import type { Node, Pattern } from "./tree.js";
import { measureWidth } from "./width.js";

/**
 * Returns the source of a JavaScript regular expression with only the flag `u` that behaves as the pattern does in
 * Python. The source can be used in a literal. For `search`, groups have the same numbers as in Python. For other
 * modes, groups must not be read.
 */
export function toJavaScript(pattern: Pattern, mode: Mode): string | Untranslatable {
  const node = portable(pattern, mode);
  return isUntranslatable(node) ? node : anchored(node, mode);
}

function anchored(node: Node, mode: Mode): string {
  const source = print(node, javaScript);
  const enclosed = node.kind === "alternation" ? `(?:${source})` : source;
  switch (mode) {
    case "whole":
      return `^${enclosed}$`;
    case "prefix":
      return `^${enclosed}`;
    case "search":
      // V8 also searches between the two halves of a character beyond U+FFFF, where only an empty match is possible.
      return measureWidth(node).min === 0 ? `(?=[^]|$)${enclosed}` : source;
  }
}
