import type { Rule } from "../rule.js";
import type { Name } from "../../ir/api.js";

export const singleTagUnion: Rule = {
  id: "single-tag-union",
  recommended: "off",
  strict: "info",
  summary: "A union with a single tag, which nothing extends",
  check({ types, lookup }, report) {
    const keyOf = ({ namespace, name }: Name): string => `${namespace}.${name}`;
    const extended = new Set(types.flatMap(({ type }) => (type.parent === undefined ? [] : [keyOf(type.parent)])));
    for (const type of types) {
      if (type.type.kind === "union" && !extended.has(type.target)) {
        const tags = lookup.allFields(type).filter(({ field }) => !field.catchAll);
        if (tags.length === 1) {
          report(type, `Union '${type.name}' has only the tag '${tags[0]?.field.name ?? ""}'.`);
        }
      }
    }
  },
};
