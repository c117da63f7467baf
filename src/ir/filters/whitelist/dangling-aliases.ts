import type { Alias, Api, Name, Type } from "../../api.js";
import { qualified } from "../../names.js";
import { namesInType, reachableNames } from "../../references.js";

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
  const namesInAlias = (name: Name): readonly Name[] => {
    const alias = aliases.get(qualified(name));
    return alias === undefined ? [] : namesInType(alias.type);
  };
  const isWhole = (type: Type): boolean =>
    reachableNames(namesInType(type), namesInAlias).every(
      (name) => aliases.has(qualified(name)) || types.has(qualified(name)),
    );
  const keep = (list: readonly Alias[]): readonly Alias[] => list.filter((alias) => isWhole(alias.type));
  return {
    ...api,
    namespaces: api.namespaces.map((namespace) => ({ ...namespace, aliases: keep(namespace.aliases) })),
  };
}
