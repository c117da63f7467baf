import type { Api, Type } from "./api.js";
import { isTypeKind, partsOf } from "./kinds.js";
import { qualified, routeName } from "./names.js";

/**
 * Returns the first error in the types of an API from an external source; undefined if every type is of a known kind
 * and every reference resolves.
 */
export function findBrokenType(api: Api): string | undefined {
  const namespaces = api.stoneCfg === undefined ? api.namespaces : [...api.namespaces, api.stoneCfg];
  const names = new Set(
    namespaces.flatMap(({ name: namespace, aliases, types }) =>
      [...aliases, ...types].map(({ name }) => qualified({ namespace, name })),
    ),
  );
  const problemOf = (type: Type): string | undefined => {
    const { kind }: { readonly kind: string } = type;
    if (!isTypeKind(kind)) {
      return `has a type of the unknown kind '${kind}'`;
    }
    if (type.kind === "ref") {
      return names.has(qualified(type)) ? undefined : `refers to ${qualified(type)}, which does not exist`;
    }
    return partsOf(type)
      .map(problemOf)
      .find((problem) => problem !== undefined);
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
