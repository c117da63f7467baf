import { schemaNamespace } from "../../ir/names.js";
import type { Alias, AppliedAnnotation, ImportReason, Name, Namespace, Route, Struct, Union } from "../../ir/api.js";
import { namesInDefinition, namesInType } from "../../ir/references.js";
import type { Query } from "../queries/query.js";
import type { Scope } from "./definitions.js";
import { compareNames, type Lowered } from "./lower.js";
import { referred, type Program } from "./program.js";

export interface ImportReasons {
  /** The namespaces that a namespace uses, and the reasons (MODEL-9). */
  readonly of: Query<Scope, Namespace["imports"]>;
  /** What `of` reads of every namespace. */
  readonly used: Query<Scope, Uses>;
}

export function resolveImportReasons(program: Program, lowered: Lowered): ImportReasons {
  const { queries, scopes } = program;
  const mentions = new Mentions();
  const usedNamespaces = queries.query((scope: Scope) => usedBy(lowered.namespaces.get(scope), mentions, program));
  const reached = queries.single((): ReadonlyMap<string, ReadonlySet<string>> => {
    const all = [...scopes.values()];
    // Most specifications do not apply custom annotations.
    return all.some((scope) => usedNamespaces.get(scope).applied.length > 0)
      ? reachedAnnotationTypes(all.map((scope) => lowered.namespaces.get(scope)))
      : new Map();
  });
  const of = queries.query((scope: Scope) => {
    const { alias, type, applied } = usedNamespaces.get(scope);
    const annotationTypes = new Set([
      ...lowered.namespaces
        .get(scope)
        .annotations.flatMap((annotation) => (annotation.kind === "custom" ? [annotation.type.namespace] : [])),
      ...applied.map((annotation) => annotation.type.namespace),
      ...(scope.name === schemaNamespace ? [] : (reached.get().get(scope.name) ?? [])),
    ]);
    const reasons: Readonly<Record<ImportReason, ReadonlySet<string>>> = {
      alias,
      annotation: new Set(applied.map(({ annotation }) => annotation.namespace)),
      annotationType: annotationTypes,
      dataType: type,
    };
    const order: readonly ImportReason[] = ["alias", "annotation", "annotationType", "dataType"];
    const otherNamespaces = new Set(order.flatMap((reason) => [...reasons[reason]]));
    otherNamespaces.delete(scope.name);
    return [...otherNamespaces]
      .sort(compareNames)
      .map((other) => ({ namespace: other, for: order.filter((reason) => reasons[reason].has(other)) }));
  });
  return { of, used: usedNamespaces };
}

/** The other namespaces whose types and aliases a namespace refers to (REF-5), and all annotations that it applies. */
interface Uses {
  readonly type: ReadonlySet<string>;
  readonly alias: ReadonlySet<string>;
  readonly applied: readonly AppliedAnnotation[];
}

function usedBy(namespace: Namespace, mentions: Mentions, program: Program): Uses {
  const { aliases, types, routes } = namespace;
  const all = [...aliases, ...types, ...routes]
    .map((definition) => mentions.of(definition, namespace.name))
    .filter((mentioned) => mentioned !== nothing);
  const uses = { type: new Set<string>(), alias: new Set<string>() };
  for (const name of all.flatMap(({ names }) => names)) {
    uses[referred(program, name).kind].add(name.namespace);
  }
  return { ...uses, applied: all.flatMap(({ applied }) => applied) };
}

interface Mentioned {
  /** Names in other namespaces. */
  readonly names: readonly Name[];
  readonly applied: readonly AppliedAnnotation[];
}

const nothing: Mentioned = { names: [], applied: [] };

/** The names in each definition. They are computed only once, because definitions are immutable. */
class Mentions {
  readonly #known = new WeakMap<Alias | Struct | Union | Route, Mentioned>();

  of(definition: Alias | Struct | Union | Route, namespace: string): Mentioned {
    let mentioned = this.#known.get(definition);
    if (mentioned === undefined) {
      const { names, applied } = findMentioned(definition);
      const foreign = names.filter((name) => name.namespace !== namespace);
      mentioned = foreign.length + applied.length === 0 ? nothing : { names: foreign, applied };
      this.#known.set(definition, mentioned);
    }
    return mentioned;
  }
}

function findMentioned(definition: Alias | Struct | Union | Route): Mentioned {
  if ("arg" in definition) {
    const { arg, result, error } = definition;
    return { names: [arg, result, error].flatMap(namesInType), applied: [] };
  }
  const applied =
    "type" in definition ? definition.annotations : definition.fields.flatMap((field) => field.annotations);
  return { names: namesInDefinition(definition), applied };
}

/**
 * Returns the namespaces of the annotation types that are reachable from the types of each namespace (MODEL-16,
 * QUIRK-28: the full closure).
 */
function reachedAnnotationTypes(namespaces: readonly Namespace[]): Map<string, ReadonlySet<string>> {
  const reach = new AnnotationReach(namespaces);
  return new Map(namespaces.map((namespace) => [namespace.name, reach.of(namespace)]));
}

class AnnotationReach {
  /**
   * Full name of a type or alias to the names that it refers to, and to the namespaces of the annotation types that it
   * applies.
   */
  readonly #nodes = new Map<string, { readonly next: readonly string[]; readonly types: readonly string[] }>();

  constructor(namespaces: readonly Namespace[]) {
    for (const namespace of namespaces) {
      for (const alias of namespace.aliases) {
        this.#add({ namespace: namespace.name, name: alias.name }, namesInType(alias.type).map(key), alias.annotations);
      }
      for (const type of namespace.types) {
        const refs = [
          ...type.fields.flatMap((field) => namesInType(field.type).map(key)),
          ...(type.parent === undefined ? [] : [key(type.parent)]),
        ];
        const annotations = type.fields.flatMap((field) => field.annotations);
        this.#add({ namespace: namespace.name, name: type.name }, refs, annotations);
      }
    }
  }

  of(namespace: Namespace): Set<string> {
    const namespaces = new Set<string>();
    const seen = new Set<string>();
    const pending = [
      ...[...namespace.aliases, ...namespace.types].map(({ name }) => key({ namespace: namespace.name, name })),
      ...namespace.routes.flatMap(({ arg, result, error }) => [arg, result, error].flatMap(namesInType).map(key)),
    ];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const node = this.#nodes.get(at);
      if (node !== undefined && !seen.has(at)) {
        seen.add(at);
        node.types.forEach((type) => namespaces.add(type));
        node.next.forEach((next) => pending.push(next));
      }
    }
    return namespaces;
  }

  #add(name: Name, next: readonly string[], applied: readonly AppliedAnnotation[]): void {
    this.#nodes.set(key(name), { next, types: applied.map(({ type }) => type.namespace) });
  }
}

function key({ namespace, name }: Name): string {
  return `${namespace}.${name}`;
}
