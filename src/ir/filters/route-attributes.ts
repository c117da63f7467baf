import { nearestName } from "../../text/diagnostics/nearest-name.js";
import type { Api, Value } from "../api.js";
import { Lookup } from "../walk.js";
import { holds } from "./expression/evaluate.js";
import type { Expression } from "./expression/parse.js";
import { unknownName } from "./problems.js";
import { schemaFields } from "./schema.js";

/** Returns the API with only the routes whose attributes satisfy the expression (CLI-14, CLI-15). */
export function filterByAttributes(api: Api, expression: Expression): Api {
  const opaque = opaqueAttributes(api);
  const namespaces = api.namespaces.map((namespace) => ({
    ...namespace,
    routes: namespace.routes.filter(({ attributes }) =>
      holds(expression, (name): Value | undefined => {
        const value = Object.hasOwn(attributes, name) ? (attributes[name] ?? null) : null;
        return value !== null && opaque.has(name) ? undefined : value;
      }),
    ),
  }));
  return { ...api, namespaces };
}

/** Returns the attributes that are strings in the IR, but not in Stone's model, where no string is equal to them. */
function opaqueAttributes(api: Api): Set<string> {
  const lookup = new Lookup(api);
  const isOpaque = ({ kind }: { readonly kind: string }): boolean => kind === "bytes" || kind === "timestamp";
  return new Set(
    schemaFields(api)
      .filter(({ field }) => isOpaque(lookup.bare(field.type)))
      .map(({ field }) => field.name),
  );
}

/**
 * Returns a message for each attribute in an expression that the schema does not declare but that resembles one of its
 * attributes. Other unknown attributes count as null (CLI-15).
 */
export function misspeltAttributes(api: Api, expression: Expression): string[] {
  const known = schemaFields(api).map(({ field }) => field.name);
  return [...new Set(attributesIn(expression))]
    .filter((name) => !known.includes(name) && nearestName(name, known) !== undefined)
    .map((name) => `Filter by route attributes: ${unknownName("route attribute", name, known)}`);
}

function attributesIn(expression: Expression): string[] {
  return "attribute" in expression
    ? [expression.attribute]
    : [...attributesIn(expression.left), ...attributesIn(expression.right)];
}
