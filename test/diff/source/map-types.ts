import type { Api, Name, Namespace, Struct, Union } from "../../../src/ir/api.js";

/** Returns the API with each struct and union replaced. */
export function mapTypes(api: Api, map: (type: Struct | Union, name: Name) => Struct | Union): Api {
  const inNamespace = (namespace: Namespace): Namespace => ({
    ...namespace,
    types: namespace.types.map((type) => map(type, { namespace: namespace.name, name: type.name })),
  });
  return { namespaces: api.namespaces.map(inNamespace), stoneCfg: api.stoneCfg && inNamespace(api.stoneCfg) };
}

/** Returns the API without documentation and examples, which do not affect types. */
export function withoutWords(api: Api): Api {
  const bare = mapTypes(api, (type) => ({
    ...type,
    doc: undefined,
    examples: [],
    fields: type.fields.map((field) => ({ ...field, doc: undefined })),
  }));
  return {
    ...bare,
    namespaces: bare.namespaces.map((namespace) => ({
      ...namespace,
      doc: undefined,
      aliases: namespace.aliases.map((alias) => ({ ...alias, doc: undefined })),
      routes: namespace.routes.map((route) => ({ ...route, doc: undefined })),
    })),
  };
}
