import type { Heading, Root } from "mdast";
import { plainText } from "./plain-text.js";

/** Ids of other elements of pages. */
const taken = ["content", "menu"];

/** Returns the ids of the headings of a guide, derived from their texts. */
export function headingIds({ children }: Root): ReadonlyMap<Heading, string> {
  const ids = new Set(taken);
  return new Map(
    children.flatMap((node) => {
      if (node.type !== "heading") {
        return [];
      }
      const words =
        plainText(node)
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu) ?? [];
      const id = words.join("-");
      let unique = id;
      for (let count = 2; ids.has(unique) || unique === ""; count++) {
        unique = `${id}-${count}`;
      }
      ids.add(unique);
      return [[node, unique]];
    }),
  );
}
