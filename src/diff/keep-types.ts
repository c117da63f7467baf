import type { Api, Name } from "../ir/api.js";
import { qualified } from "../ir/names.js";
import { namesInDefinition, reachableNames } from "../ir/references.js";

/** Returns the API with only the named types and aliases, and those that they refer to. */
export function keepTypes(api: Api, names: readonly Name[]): Api {
  const needed = findNeeded(api, names);
  return {
    ...api,
    namespaces: api.namespaces.map((namespace) => {
      const isNeeded = ({ name }: { readonly name: string }): boolean =>
        needed.has(qualified({ namespace: namespace.name, name }));
      return {
        ...namespace,
        aliases: namespace.aliases.filter(isNeeded),
        types: namespace.types.filter(isNeeded),
      };
    }),
  };
}

/** Returns the qualified names of all definitions that are reachable from some names. */
function findNeeded({ namespaces, stoneCfg }: Api, names: readonly Name[]): ReadonlySet<string> {
  const all = stoneCfg === undefined ? namespaces : [...namespaces, stoneCfg];
  const definitions = new Map(
    all.flatMap(({ name: namespace, aliases, types }) =>
      [...aliases, ...types].map((definition) => [qualified({ namespace, name: definition.name }), definition]),
    ),
  );
  const needed = reachableNames(names, (name) => {
    const definition = definitions.get(qualified(name));
    return definition === undefined ? [] : namesInDefinition(definition);
  });
  return new Set(needed.map(qualified));
}
