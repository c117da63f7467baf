import type { Alias, Api, Type } from "../../ir/api.js";
import { qualified } from "../../ir/names.js";
import { namesInType } from "../../ir/references.js";

/**
 * Returns the API without aliases that refer to types removed by a route whitelist, directly or through other aliases.
 * CLI-24 keeps all aliases, but emitters require that every reference resolves.
 */
export function dropDanglingAliases(api: Api): Api {
  const types = new Set<string>(
    [...api.namespaces, ...(api.stoneCfg === undefined ? [] : [api.stoneCfg])].flatMap((namespace) =>
      namespace.types.map(({ name }) => `${namespace.name}.${name}`),
    ),
  );
  const aliases = new Map<string, Alias>(
    api.namespaces.flatMap((namespace) =>
      namespace.aliases.map((alias) => [`${namespace.name}.${alias.name}`, alias] as const),
    ),
  );
  const isWhole = (type: Type): boolean =>
    namesInType(type).every((name) => {
      const id = qualified(name);
      const alias = aliases.get(id);
      return alias === undefined ? types.has(id) : isWhole(alias.type);
    });
  const keep = (list: readonly Alias[]): readonly Alias[] => list.filter((alias) => isWhole(alias.type));
  return {
    ...api,
    namespaces: api.namespaces.map((namespace) => ({ ...namespace, aliases: keep(namespace.aliases) })),
  };
}
