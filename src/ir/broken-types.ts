import type { Api, Type } from "./api.js";
import { qualified, routeName } from "./names.js";

const kinds: ReadonlySet<string> = new Set<Type["kind"]>([
  ...(["boolean", "bytes", "void", "string", "timestamp", "list", "map", "nullable", "ref"] as const),
  ...(["int32", "uint32", "int64", "uint64", "float32", "float64"] as const),
]);

/**
 * The first error in the types of an API from an external source; undefined if every type is of a known kind and every
 * reference resolves.
 */
export function findBrokenType(api: Api): string | undefined {
  const namespaces = api.stoneCfg === undefined ? api.namespaces : [...api.namespaces, api.stoneCfg];
  const names = new Set(
    namespaces.flatMap(({ name: namespace, aliases, types }) =>
      [...aliases, ...types].map(({ name }) => qualified({ namespace, name })),
    ),
  );
  const problemOf = (type: Type): string | undefined => {
    if (!kinds.has(type.kind)) {
      return `has a type of the unknown kind '${type.kind}'`;
    }
    switch (type.kind) {
      case "ref":
        return names.has(qualified(type)) ? undefined : `refers to ${qualified(type)}, which does not exist`;
      case "list":
      case "nullable":
        return problemOf(type.of);
      case "map":
        return problemOf(type.key) ?? problemOf(type.value);
      default:
        return undefined;
    }
  };
  for (const { name: namespace, aliases, types, routes } of namespaces) {
    const typed: readonly (readonly [string, readonly Type[]])[] = [
      ...aliases.map(({ name, type }) => [qualified({ namespace, name }), [type]] as const),
      ...types.map((type) => [qualified({ namespace, name: type.name }), typesIn(type)] as const),
      ...routes.map((route) => [routeName(namespace, route), [route.arg, route.result, route.error]] as const),
    ];
    for (const [subject, mentioned] of typed) {
      const problem = mentioned.map(problemOf).find((text) => text !== undefined);
      if (problem !== undefined) {
        return `${subject} ${problem}`;
      }
    }
  }
  return undefined;
}

function typesIn(definition: Api["namespaces"][number]["types"][number]): readonly Type[] {
  const subtypes = definition.kind === "struct" ? (definition.subtypes?.tags.map(({ type }) => type) ?? []) : [];
  const parents = definition.parent === undefined ? [] : [definition.parent];
  return [
    ...definition.fields.map(({ type }) => type),
    ...[...parents, ...subtypes].map((name) => ({ kind: "ref" as const, ...name })),
  ];
}
