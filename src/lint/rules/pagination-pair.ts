import type { LintedType, Project } from "../project.js";
import type { Rule } from "../rule.js";
import { cursorNamespaces, hasNoEntries, resultStruct } from "../route-types.js";

export const paginationPair: Rule = {
  id: "pagination-pair",
  recommended: "warn",
  strict: "warn",
  summary: "A result with has_more and no cursor, or with a required cursor and no has_more",
  check(project, report) {
    const { routes, lookup } = project;
    const results = new Map(routes.map(({ route, namespace }) => [resultStruct(project, route), namespace]));
    for (const [type, namespace] of results) {
      const fields = new Map(type === undefined ? [] : lookup.allFields(type).map(({ field }) => [field.name, field]));
      const cursor = fields.get("cursor");
      const isRequired = cursor !== undefined && cursor.default === undefined && !lookup.isNullable(cursor.type);
      if (type !== undefined && fields.has("has_more") && cursor === undefined) {
        report(type, `'${type.name}' says 'has_more', but has no 'cursor' to get more with.`);
      } else if (type !== undefined && isRequired && !fields.has("has_more") && !isStart(type, namespace, project)) {
        report(type, `'${type.name}' always has a 'cursor', but does not say whether there is more.`, {
          help: "Add a field `has_more`, or make the cursor nullable.",
        });
      }
    }
  },
};

/** Whether the result of a route is a cursor to start from, not a page. */
function isStart(type: LintedType, namespace: string, project: Project): boolean {
  return hasNoEntries(project, type) && project.get(cursorNamespaces).has(namespace);
}
