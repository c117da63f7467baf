import type { AppliedAnnotation, ImportReason, Name, Namespace, Type } from "../ir/api.js";
import { compareNames } from "./lower.js";
import { schemaNamespace, type Program } from "./program.js";
import type { Resolver } from "./resolve.js";

/** The namespaces with what each one uses of others, of which some are `known`, and for what (MODEL-9). */
export function withImports(
  namespaces: readonly Namespace[],
  known: readonly Namespace[],
  program: Program,
  resolver: Resolver,
): Namespace[] {
  const all = [...namespaces, ...known];
  const appliedAnnotations = new Map(all.map((namespace) => [namespace, appliedIn(namespace)]));
  // Most specifications apply no annotations of their own.
  const isAnyApplied = [...appliedAnnotations.values()].some((applied) => applied.length > 0);
  const reach = new AnnotationReach(isAnyApplied ? all : []);
  return namespaces.map((namespace) => {
    const scope = program.scopes.get(namespace.name);
    const uses = scope && resolver.uses(scope);
    const applied = appliedAnnotations.get(namespace) ?? [];
    const annotationTypes = new Set([
      ...namespace.annotations.flatMap((annotation) =>
        annotation.kind === "custom" ? [annotation.type.namespace] : [],
      ),
      ...applied.map(({ type }) => type.namespace),
      ...(namespace.name === schemaNamespace ? [] : reach.of(namespace)),
    ]);
    const reasons: Readonly<Record<ImportReason, ReadonlySet<string>>> = {
      alias: uses?.aliases ?? new Set(),
      annotation: new Set(applied.map(({ annotation }) => annotation.namespace)),
      annotationType: annotationTypes,
      dataType: uses?.types ?? new Set(),
    };
    const order: readonly ImportReason[] = ["alias", "annotation", "annotationType", "dataType"];
    const others = new Set(order.flatMap((reason) => [...reasons[reason]]));
    others.delete(namespace.name);
    return {
      ...namespace,
      imports: [...others]
        .sort(compareNames)
        .map((other) => ({ namespace: other, for: order.filter((reason) => reasons[reason].has(other)) })),
    };
  });
}

function appliedIn(namespace: Namespace): AppliedAnnotation[] {
  return [
    ...namespace.aliases.flatMap(({ annotations }) => annotations),
    ...namespace.types.flatMap(({ fields }) => fields.flatMap(({ annotations }) => annotations)),
  ];
}

/** Which annotation types can be reached from the types of a namespace (MODEL-16, QUIRK-28: the full closure). */
class AnnotationReach {
  /** By full name: the references of a type or alias, and the namespaces of the annotation types applied in it. */
  readonly #nodes = new Map<string, { readonly next: readonly string[]; readonly types: readonly string[] }>();

  constructor(namespaces: readonly Namespace[]) {
    for (const namespace of namespaces) {
      for (const alias of namespace.aliases) {
        this.#add({ namespace: namespace.name, name: alias.name }, referencedNames(alias.type), alias.annotations);
      }
      for (const type of namespace.types) {
        const refs = [
          ...type.fields.flatMap((field) => referencedNames(field.type)),
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
      ...namespace.routes.flatMap(({ arg, result, error }) => [arg, result, error].flatMap(referencedNames)),
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

function referencedNames(type: Type): string[] {
  switch (type.kind) {
    case "ref":
      return [key(type)];
    case "list":
    case "nullable":
      return referencedNames(type.of);
    case "map":
      return referencedNames(type.value);
    default:
      return [];
  }
}
