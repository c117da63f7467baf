import { schemaName } from "../names.js";
import type { Api, Namespace, Route } from "../api.js";
import { unknownName, type Problems } from "./problems.js";
import { schemaFields } from "./schema.js";

/** The name that selects all fields that the schema itself declares, without inherited ones. */
const all = ":all";

/**
 * Returns the API with only these attributes in the routes and in the schema, which then has no parent (CLI-17). Stone
 * includes only attributes that are requested. Ashlar includes all unless this filter restricts them, because generated
 * code uses them.
 */
export function selectAttributes(api: Api, names: readonly string[]): Api | Problems {
  const schema = schemaFields(api);
  const known = schema.map(({ field }) => field.name);
  const unknown = names.filter((name) => name !== all && !known.includes(name));
  if (unknown.length > 0) {
    return { problems: unknown.map((name) => unknownName("route attribute", name, known)) };
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
