import type { Api, Field, Json, Namespace, Route, Struct, Union } from "../../ir/api.js";
import type { DeclaredType } from "../symbols/names.js";
import type * as ast from "../../syntax/ast.js";

/** Returns a namespace of the compiled API, which may be the schema of attributes. */
function namespaceIn({ namespaces, stoneCfg }: Api, name: string): Namespace | undefined {
  return namespaces.find((namespace) => namespace.name === name) ?? (stoneCfg?.name === name ? stoneCfg : undefined);
}

/** Returns the compiled struct or union that a declaration declares. */
export function compiledType(api: Api, { namespace, node }: DeclaredType): Struct | Union | undefined {
  return namespaceIn(api, namespace)?.types.find(({ name }) => name === node.name.text);
}

export function compiledField(api: Api, owner: DeclaredType, node: ast.Field): Field | undefined {
  return compiledType(api, owner)?.fields.find(({ name }) => name === node.name.text);
}

export function compiledRoute(api: Api, namespace: string, node: ast.Route): Route | undefined {
  return namespaceIn(api, namespace)?.routes.find(
    ({ name, version }) => name === node.name.text && version === node.version,
  );
}

/** Formats JSON. Integers are printed in full. */
export function printJson(value: Json, indentation = ""): string {
  if (typeof value === "bigint") {
    return value.toString();
  }
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  const inner = `${indentation}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const parts = Array.isArray(value)
    ? value.map((item: Json) => printJson(item, inner))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${printJson(member, inner)}`);
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indentation}${close}`;
}
