import { schemaName } from "../../ir/names.js";
import type { Value } from "../../ir/api.js";
import type { Span } from "../../text/span.js";
import { spanning } from "../../text/span.js";
import type * as ast from "../../syntax/ast.js";
import { linesOf, mayHaveComment } from "../import-place.js";
import type { Project } from "../project.js";
import type { Details, Rule } from "../rule.js";

export const redundantAttribute: Rule = {
  id: "redundant-attribute",
  recommended: "off",
  strict: "info",
  summary: "An attribute that is written with the value of its default",
  check(project, report) {
    const defaults = schemaDefaults(project);
    for (const { target, route, node } of project.routes) {
      const redundant = node.attributes.filter(({ name: { text } }) => {
        const value = defaults.get(text);
        return value !== undefined && isEqual(value, route.attributes[text]);
      });
      const isAll = redundant.length === node.attributes.length;
      for (const [index, attribute] of redundant.entries()) {
        const { name, span } = attribute;
        const lines = linesOf(spanning(span, attribute.value.span));
        report(
          { target: `${target}.${name.text}`, span },
          `Attribute '${name.text}' has the value of its default.`,
          isAll ? (index === 0 ? removal(blockOf(redundant)) : {}) : removal(lines),
        );
      }
    }
  },
};

function schemaDefaults({ api, lookup }: Project): ReadonlyMap<string, Value> {
  const schema = api.stoneCfg?.types.find(({ name }) => name === "Route");
  const fields = schema === undefined ? [] : lookup.allFields(schemaName);
  return new Map(fields.flatMap(({ field }) => (field.default === undefined ? [] : [[field.name, field.default]])));
}

function isEqual(a: Value, b: Value | undefined): boolean {
  return typeof a === "object" && a !== null && typeof b === "object" && b !== null ? a.tag === b.tag : a === b;
}

/** Returns the lines of all attributes of a route, including the line `attrs` and the blank lines above it. */
function blockOf(attributes: readonly ast.Attribute[]): Span | undefined {
  const [first] = attributes;
  const last = attributes.at(-1);
  if (first === undefined || last === undefined) {
    return undefined;
  }
  const { source, start, end } = linesOf(spanning(first.span, last.value.span));
  const [head] = /(?:\n[ \t]*)*\n[ \t]*attrs[ \t]*\n(?:[ \t]*\n)*$/.exec(source.text.slice(0, start)) ?? [];
  return head === undefined ? undefined : { source, start: start - head.length + 1, end };
}

function removal(span: Span | undefined): Details {
  return span === undefined || mayHaveComment(span)
    ? {}
    : { fix: { title: "Remove the attribute", safe: true, changes: [{ span, text: "" }] } };
}
