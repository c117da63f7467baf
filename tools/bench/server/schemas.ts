import type { Api, Type } from "../../../src/ir/api.js";
import { Lookup } from "../../../src/ir/walk.js";
import { jsonSchema } from "../peers/json-schema.js";
import type { Schemas } from "./scenario.js";

/** Returns the JSON Schemas of a route, such as `files/get_metadata`. Throws if the API does not have the route. */
export function routeSchemas(route: string, api: Api): Schemas {
  const [namespace = "", ...words] = route.split("/");
  const found = api.namespaces
    .find(({ name }) => name === namespace)
    ?.routes.find(({ name }) => name === words.join("/"));
  if (found === undefined) {
    throw new Error(`the API has no route ${route}`);
  }
  const lookup = new Lookup(api);
  const schema = (type: Type, unknownFields: boolean): object =>
    type.kind === "ref" ? jsonSchema(type, lookup, "discriminator", unknownFields) : { type: "null" };
  return { arg: schema(found.arg, false), result: schema(found.result, true), error: schema(found.error, true) };
}
