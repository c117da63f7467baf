import * as diagnostics from "../../text/diagnostics/catalogue.js";
import { withRelated } from "../../text/diagnostics/diagnostic.js";
import type { Query } from "../queries/query.js";
import { describeDefinition, type TypeDefinition } from "./definitions.js";
import { kindOfType, listDefinitions, referred, type Program } from "./program.js";
import type { Resolver } from "./resolve.js";

/** The inheritance between types. */
export interface Inheritance {
  readonly parents: Parents;
  /** The types that extend a type directly. */
  readonly children: Query<TypeDefinition, readonly TypeDefinition[]>;
}

export interface Parents {
  /** Returns the parent of a type; undefined if it has none. */
  get(type: TypeDefinition): TypeDefinition | undefined;
}

/** Returns the inheritance without invalid parents. Reports E-STRUCT-1/2, E-UNION-1/2/5 and E-REF-8. */
export function resolveInheritance(program: Program, resolver: Resolver): Inheritance {
  const { queries } = program;
  const written = queries.query((type: TypeDefinition) => findParent(type, program, resolver));
  // Cycles and long chains are searched in all types at once, so that results do not depend on the order of requests.
  const parents = queries.single(() => {
    const parentsByType = new Map<TypeDefinition, TypeDefinition>();
    for (const type of listDefinitions(program, "type")) {
      const parent = type.head.hasParent ? written.get(type) : undefined;
      if (parent !== undefined) {
        parentsByType.set(type, parent);
      }
    }
    breakCircles(parentsByType, program);
    cutLongChains(parentsByType, program);
    return parentsByType;
  });
  const children = queries.single(() => {
    const childrenByType = new Map<TypeDefinition, TypeDefinition[]>();
    for (const [child, parent] of parents.get()) {
      const list = childrenByType.get(parent) ?? [];
      list.push(child);
      childrenByType.set(parent, list);
    }
    return childrenByType;
  });
  const parent = queries.query((type: TypeDefinition) => parents.get().get(type));
  return {
    parents: { get: (type) => (type.head.hasParent ? parent.get(type) : undefined) },
    children: queries.query((type) => children.get().get(type) ?? []),
  };
}

/** Reports a closed union that extends an open one. */
export function checkParent(type: TypeDefinition, parents: Parents, { report }: Program): void {
  const parent = parents.get(type);
  if (type.head.closed && parent !== undefined && isOpen(parent, parents)) {
    const finding = diagnostics.closedExtendsOpen(type.node.span, type.name, parent.name);
    report(withRelated(finding, parent.node.span, "declared here"));
  }
}

/** More ancestors than any real specification has. There is a limit because inherited fields are read repeatedly. */
const maxAncestors = 1_000;

/** Reports types with too many ancestors, and removes their parents. */
function cutLongChains(parents: Map<TypeDefinition, TypeDefinition>, { report }: Program): void {
  const counts = new Map<TypeDefinition, number>();
  for (const start of [...parents.keys()]) {
    const chain: TypeDefinition[] = [];
    let at: TypeDefinition | undefined = start;
    for (; at !== undefined && !counts.has(at); at = parents.get(at)) {
      chain.push(at);
    }
    let count = at === undefined ? -1 : (counts.get(at) ?? 0);
    for (const type of chain.toReversed()) {
      count++;
      if (count > maxAncestors) {
        report(diagnostics.tooManyAncestors(type.node.span, type.name, maxAncestors));
        parents.delete(type);
        count = 0;
      }
      counts.set(type, count);
    }
  }
}

/** Returns the ancestors, from the nearest to the root. */
export function ancestors(type: TypeDefinition, parents: Parents): TypeDefinition[] {
  const chain: TypeDefinition[] = [];
  for (let at = parents.get(type); at !== undefined; at = parents.get(at)) {
    chain.push(at);
  }
  return chain;
}

/** Whether a union has the tag `other`, declared or inherited (UNION-2). */
export function isOpen(type: TypeDefinition, parents: Parents): boolean {
  return [type, ...ancestors(type, parents)].some(({ head }) => head.kind === "union" && !head.closed);
}

/** Whether part of the definition of a type, such as a patch or its parent, could not be read. */
export function mayBeIncomplete(type: TypeDefinition, parents: Parents): boolean {
  return [type, ...ancestors(type, parents)].some(
    (at) => at.scope.brokenNames.has(at.name) || (at.head.hasParent && parents.get(at) === undefined),
  );
}

function findParent(type: TypeDefinition, program: Program, resolver: Resolver): TypeDefinition | undefined {
  const ref = type.node.parent;
  const target = ref && resolver.type(type.scope, ref);
  if (ref === undefined || target === undefined) {
    return undefined;
  }
  const { kind } = type.head;
  const parent = target.kind === "ref" ? referred(program, target) : undefined;
  if (parent?.kind === "alias") {
    const finding = diagnostics.extendsAlias(ref.span, ref.name.text);
    program.report(withRelated(finding, parent.node.span, "declared here"));
    return undefined;
  }
  if (parent?.head.kind !== kind) {
    program.report(diagnostics.extendsWrongKind(ref.span, kind, ref.name.text, kindText(target, parent, program)));
    return undefined;
  }
  return parent;
}

function kindText(
  type: Parameters<typeof kindOfType>[1],
  definition: TypeDefinition | undefined,
  program: Program,
): string {
  return definition === undefined ? kindOfType(program, type) : describeDefinition(definition);
}

function breakCircles(parents: Map<TypeDefinition, TypeDefinition>, program: Program): void {
  const safe = new Set<TypeDefinition>();
  for (const start of [...parents.keys()]) {
    const path = new Set<TypeDefinition>();
    let at: TypeDefinition | undefined = start;
    while (at !== undefined && !safe.has(at) && !path.has(at)) {
      path.add(at);
      at = parents.get(at);
    }
    if (at !== undefined && path.has(at)) {
      reportCircle(at, parents, program);
    }
    path.forEach((type) => safe.add(type));
  }
}

/** Reports a cycle at its last type, as Stone does, and removes the parents of all types in the cycle. */
function reportCircle(member: TypeDefinition, parents: Map<TypeDefinition, TypeDefinition>, program: Program): void {
  const circle = [member];
  for (let at = parents.get(member); at !== undefined && at !== member; at = parents.get(at)) {
    circle.push(at);
  }
  const last = circle.at(-1) ?? member;
  const ref = last.node.parent ?? last.node;
  program.report(
    withRelated(diagnostics.circularInheritance(ref.span, last.name), member.node.span, "part of the cycle"),
  );
  circle.forEach((type) => parents.delete(type));
}
