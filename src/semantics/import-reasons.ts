import type { AppliedAnnotation, ImportReason, Name, Namespace, Type } from "../ir/api.js";
import type { Query } from "../queries/queries.js";
import type { Scope } from "./definitions.js";
import { compareNames } from "./lower.js";
import { referred, schemaNamespace, type Program } from "./program.js";

/** What each namespace uses of others, and for what (MODEL-9). */
export function resolveImportReasons(
  program: Program,
  namespaces: Query<Scope, Namespace>,
): Query<Scope, Namespace["imports"]> {
  const { queries, scopes } = program;
  const used = queries.query((scope: Scope) => usedNamespaces(namespaces.get(scope), program));
  const applied = queries.query((scope: Scope) => appliedIn(namespaces.get(scope)));
  const reached = queries.single((): ReadonlyMap<string, ReadonlySet<string>> => {
    const all = [...scopes.values()];
    // Most specifications apply no annotations of their own.
    return all.some((scope) => applied.get(scope).length > 0)
      ? reachedAnnotationTypes(all.map((scope) => namespaces.get(scope)))
      : new Map();
  });
  return queries.query((scope) => {
    const uses = used.get(scope);
    const annotationTypes = new Set([
      ...namespaces
        .get(scope)
        .annotations.flatMap((annotation) => (annotation.kind === "custom" ? [annotation.type.namespace] : [])),
      ...applied.get(scope).map(({ type }) => type.namespace),
      ...(scope.name === schemaNamespace ? [] : (reached.get().get(scope.name) ?? [])),
    ]);
    const reasons: Readonly<Record<ImportReason, ReadonlySet<string>>> = {
      alias: uses.alias,
      annotation: new Set(applied.get(scope).map(({ annotation }) => annotation.namespace)),
      annotationType: annotationTypes,
      dataType: uses.type,
    };
    const order: readonly ImportReason[] = ["alias", "annotation", "annotationType", "dataType"];
    const others = new Set(order.flatMap((reason) => [...reasons[reason]]));
    others.delete(scope.name);
    return [...others]
      .sort(compareNames)
      .map((other) => ({ namespace: other, for: order.filter((reason) => reasons[reason].has(other)) }));
  });
}

/** The namespaces whose types and aliases a namespace names (REF-5). */
function usedNamespaces(namespace: Namespace, program: Program): Record<"type" | "alias", Set<string>> {
  const uses = { type: new Set<string>(), alias: new Set<string>() };
  const note = (name: Name): void => {
    if (name.namespace !== namespace.name) {
      uses[referred(program, name).kind].add(name.namespace);
    }
  };
  const noteType = (type: Type): void => {
    referencedNames(type).forEach(note);
  };
  namespace.aliases.forEach(({ type }) => {
    noteType(type);
  });
  for (const type of namespace.types) {
    type.fields.forEach((field) => {
      noteType(field.type);
    });
    if (type.parent !== undefined) {
      note(type.parent);
    }
    if (type.kind === "struct") {
      type.subtypes?.tags.forEach((member) => {
        note(member.type);
      });
    }
  }
  for (const { arg, result, error } of namespace.routes) {
    [arg, result, error].forEach(noteType);
  }
  return uses;
}

function appliedIn(namespace: Namespace): AppliedAnnotation[] {
  return [
    ...namespace.aliases.flatMap(({ annotations }) => annotations),
    ...namespace.types.flatMap(({ fields }) => fields.flatMap(({ annotations }) => annotations)),
  ];
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
