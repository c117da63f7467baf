import { nearestName } from "../../text/diagnostics/nearest-name.js";
import type { Api, Namespace, Route, Value, Field } from "../api.js";
import { schemaName } from "../names.js";
import { Lookup } from "../walk.js";
import { holds, type Expression } from "./expression.js";
import { unknownName, type Problems } from "./problems.js";

/** The name that selects all fields that the schema itself declares, without inherited ones. */
const all = ":all";

/**
 * Returns the API with only these attributes in the routes and in the schema, which then has no parent (CLI-17). Stone
 * includes only attributes that are requested. Ashlar includes all unless this filter restricts them, because generated
 * code uses them.
 */
export function selectAttributes(api: Api, names: readonly string[]): Api | Problems {
  const schema = schemaFields(api);
  const attributeNames = schema.map(({ field }) => field.name);
  const unknown = names.filter((name) => name !== all && !attributeNames.includes(name));
  if (unknown.length > 0) {
    return { problems: unknown.map((name) => unknownName("route attribute", name, attributeNames)) };
  }
  const selected = schema
    .filter(({ field, isOwn }) => names.includes(field.name) || (isOwn && names.includes(all)))
    .map(({ field }) => field);
  const selectedNames = new Set(selected.map(({ name }) => name));
  const narrowRoute = (route: Route): Route => ({
    ...route,
    attributes: Object.fromEntries(Object.entries(route.attributes).filter(([name]) => selectedNames.has(name))),
  });
  const narrowSchema = (stoneCfg: Namespace): Namespace => ({
    ...stoneCfg,
    types: stoneCfg.types.map((type) =>
      type.name === schemaName.name ? { ...type, parent: undefined, fields: selected } : type,
    ),
  });
  return {
    namespaces: api.namespaces.map((namespace) => ({ ...namespace, routes: namespace.routes.map(narrowRoute) })),
    stoneCfg: api.stoneCfg && narrowSchema(api.stoneCfg),
  };
}

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
  const attributeNames = schemaFields(api).map(({ field }) => field.name);
  return [...new Set(attributesIn(expression))]
    .filter((name) => !attributeNames.includes(name) && nearestName(name, attributeNames) !== undefined)
    .map((name) => `Filter by route attributes: ${unknownName("route attribute", name, attributeNames)}`);
}

function attributesIn(expression: Expression): string[] {
  return "attribute" in expression
    ? [expression.attribute]
    : [...attributesIn(expression.left), ...attributesIn(expression.right)];
}

/** Returns the fields of the schema of route attributes, own and inherited (ATTR-2); empty if there is no schema. */
export function schemaFields(api: Api): readonly { readonly field: Field; readonly isOwn: boolean }[] {
  const hasSchema = api.stoneCfg?.types.some(({ name }) => name === schemaName.name) ?? false;
  return !hasSchema
    ? []
    : new Lookup(api)
        .allFields(schemaName)
        .map(({ field, owner }) => ({ field, isOwn: owner.namespace === schemaName.namespace }));
}
