import type { AppliedAnnotation, ImportReason, Name, Namespace, Type } from "../ir/api.js";
import type { Query } from "../queries/query.js";
import type { AliasDefinition, RouteDefinition, Scope, TypeDefinition } from "./definitions.js";
import { compareNames, type Lowered } from "./lower.js";
import { referred, schemaNamespace, type Program } from "./program.js";

/** What each namespace uses of others, and for what (MODEL-9). */
export function resolveImportReasons(program: Program, lowered: Lowered): Query<Scope, Namespace["imports"]> {
  const { queries, scopes } = program;
  const usedBy = queries.query((definition: User) => findUses(definition, program, lowered));
  const used = queries.query((scope: Scope) => {
    const { aliases, types, routes } = lowered.members.get(scope);
    return joinUses([...aliases, ...types, ...routes].map((definition) => usedBy.get(definition)));
  });
  const reached = queries.single((): ReadonlyMap<string, ReadonlySet<string>> => {
    const all = [...scopes.values()];
    // Most specifications apply no annotations of their own.
    return all.some((scope) => used.get(scope).applied.length > 0)
      ? reachedAnnotationTypes(all.map((scope) => lowered.namespaces.get(scope)))
      : new Map();
  });
  return queries.query((scope) => {
    const { alias, type, applied } = used.get(scope);
    const annotationTypes = new Set([
      ...lowered.annotations
        .get(scope)
        .flatMap((annotation) => (annotation.kind === "custom" ? [annotation.type.namespace] : [])),
      ...applied.map((annotation) => annotation.type.namespace),
      ...(scope.name === schemaNamespace ? [] : (reached.get().get(scope.name) ?? [])),
    ]);
    const reasons: Readonly<Record<ImportReason, ReadonlySet<string>>> = {
      alias: new Set(alias),
      annotation: new Set(applied.map(({ annotation }) => annotation.namespace)),
      annotationType: annotationTypes,
      dataType: new Set(type),
    };
    const order: readonly ImportReason[] = ["alias", "annotation", "annotationType", "dataType"];
    const others = new Set(order.flatMap((reason) => [...reasons[reason]]));
    others.delete(scope.name);
    return [...others]
      .sort(compareNames)
      .map((other) => ({ namespace: other, for: order.filter((reason) => reasons[reason].has(other)) }));
  });
}

/** What can use other namespaces. */
type User = AliasDefinition | TypeDefinition | RouteDefinition;

/** What is used of other namespaces: those whose types and aliases are named (REF-5), and all annotations that are applied. */
interface Uses {
  readonly type: readonly string[];
  readonly alias: readonly string[];
  readonly applied: readonly AppliedAnnotation[];
}

const noUses: Uses = { type: [], alias: [], applied: [] };

function joinUses(all: readonly Uses[]): Uses {
  const some = all.filter((uses) => uses !== noUses);
  return {
    type: [...new Set(some.flatMap(({ type }) => type))],
    alias: [...new Set(some.flatMap(({ alias }) => alias))],
    applied: some.flatMap(({ applied }) => applied),
  };
}

function findUses(user: User, program: Program, { aliases, types, routes }: Lowered): Uses {
  switch (user.kind) {
    case "alias": {
      const { type, annotations } = aliases.get(user);
      return usesOf(user, referencedNames(type), annotations, program);
    }
    case "type": {
      const type = types.get(user);
      const names = [
        ...type.fields.flatMap((field) => referencedNames(field.type)),
        ...(type.parent === undefined ? [] : [type.parent]),
        ...(type.kind === "struct" ? (type.subtypes?.tags.map((member) => member.type) ?? []) : []),
      ];
      const applied = type.fields.flatMap(({ annotations }) => annotations);
      return usesOf(user, names, applied, program);
    }
    case "route": {
      const { arg, result, error } = routes.get(user);
      return usesOf(user, [arg, result, error].flatMap(referencedNames), [], program);
    }
  }
}

function usesOf(
  { scope }: User,
  names: readonly Name[],
  applied: readonly AppliedAnnotation[],
  program: Program,
): Uses {
  const foreign = names.filter(({ namespace }) => namespace !== scope.name);
  if (foreign.length === 0 && applied.length === 0) {
    return noUses;
  }
  const namespacesOf = (kind: "type" | "alias"): string[] => [
    ...new Set(foreign.flatMap((name) => (referred(program, name).kind === kind ? [name.namespace] : []))),
  ];
  return { type: namespacesOf("type"), alias: namespacesOf("alias"), applied };
}

/**
 * The namespaces of the annotation types that can be reached from the types of each namespace (MODEL-16, QUIRK-28: the full
 * closure).
 */
function reachedAnnotationTypes(namespaces: readonly Namespace[]): Map<string, ReadonlySet<string>> {
  const reach = new AnnotationReach(namespaces);
  return new Map(namespaces.map((namespace) => [namespace.name, reach.of(namespace)]));
}

class AnnotationReach {
  /** By full name: the references of a type or alias, and the namespaces of the annotation types applied in it. */
  readonly #nodes = new Map<string, { readonly next: readonly string[]; readonly types: readonly string[] }>();

  constructor(namespaces: readonly Namespace[]) {
    for (const namespace of namespaces) {
      for (const alias of namespace.aliases) {
        this.#add(
          { namespace: namespace.name, name: alias.name },
          referencedNames(alias.type).map(key),
          alias.annotations,
        );
      }
      for (const type of namespace.types) {
        const refs = [
          ...type.fields.flatMap((field) => referencedNames(field.type).map(key)),
          ...(type.parent === undefined ? [] : [key(type.parent)]),
        ];
        const annotations = type.fields.flatMap((field) => field.annotations);
        this.#add({ namespace: namespace.name, name: type.name }, refs, annotations);
      }
    }
  }

  of(namespace: Namespace): Set<string> {
    const found = new Set<string>();
    const seen = new Set<string>();
    const pending = [
      ...[...namespace.aliases, ...namespace.types].map(({ name }) => key({ namespace: namespace.name, name })),
      ...namespace.routes.flatMap(({ arg, result, error }) => [arg, result, error].flatMap(referencedNames).map(key)),
    ];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const node = this.#nodes.get(at);
      if (node !== undefined && !seen.has(at)) {
        seen.add(at);
        node.types.forEach((type) => found.add(type));
        node.next.forEach((next) => pending.push(next));
      }
    }
    return found;
  }

  #add(name: Name, next: readonly string[], applied: readonly AppliedAnnotation[]): void {
    this.#nodes.set(key(name), { next, types: applied.map(({ type }) => type.namespace) });
  }
}

function key({ namespace, name }: Name): string {
  return `${namespace}.${name}`;
}

function referencedNames(type: Type): Name[] {
  switch (type.kind) {
    case "ref":
      return [type];
    case "list":
    case "nullable":
      return referencedNames(type.of);
    case "map":
      return referencedNames(type.value);
    default:
      return [];
  }
}
