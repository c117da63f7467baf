import type { Rule } from "../rule.js";
import { reachedFromResults } from "../route-types.js";

export const closedUnionInResult: Rule = {
  id: "closed-union-in-result",
  recommended: "info",
  strict: "warn",
  summary: "A closed union in results, to which no tag can be added",
  check(project, report) {
    const reached = project.get(reachedFromResults);
    for (const type of project.types) {
      if (type.type.kind === "union" && type.type.closed && reached.has(type.target)) {
        report(type, `No tag can ever be added to '${type.name}', which clients receive.`, {
          help: "Use `union`: old clients then read new tags as the catch-all.",
        });
      }
    }
  },
};
