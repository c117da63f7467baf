import * as say from "../diagnostics/catalogue.js";
import { withRelated } from "../diagnostics/diagnostic.js";
import { listDefinitions, describeKind, kindOfType, referred, type Program, type TypeDefinition } from "./program.js";
import type { Resolver } from "./resolve.js";

/** The parent of each type that has one. Reports E-STRUCT-1/2, E-UNION-1/2/5, E-REF-8; wrong parents are left out. */
export function resolveParents(program: Program, resolver: Resolver): Map<TypeDefinition, TypeDefinition> {
  const parents = new Map<TypeDefinition, TypeDefinition>();
  for (const type of listDefinitions(program, "type")) {
    const parent = findParent(type, program, resolver);
    if (parent !== undefined) {
      parents.set(type, parent);
    }
  }
  breakCircles(parents, program);
  cutLongChains(parents, program);
  for (const [type, parent] of parents) {
    if (type.node.kind === "union" && type.node.closed && isOpen(parent, parents)) {
      const finding = say.closedExtendsOpen(type.node.span, type.node.name.text, parent.node.name.text);
      program.report(withRelated(finding, parent.node.span, "declared here"));
    }
  }
  return parents;
}

/** More than anybody needs, for what is inherited is looked at again and again. */
const mostAncestors = 1_000;

/** Reports types with too many ancestors, and takes their parents away. */
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
      if (count > mostAncestors) {
        report(say.tooManyAncestors(type.node.span, type.node.name.text, mostAncestors));
        parents.delete(type);
        count = 0;
      }
      counts.set(type, count);
    }
  }
}

/** The ancestors from the nearest to the root. */
export function ancestors(
  type: TypeDefinition,
  parents: ReadonlyMap<TypeDefinition, TypeDefinition>,
): TypeDefinition[] {
  const found: TypeDefinition[] = [];
  for (let at = parents.get(type); at !== undefined; at = parents.get(at)) {
    found.push(at);
  }
  return found;
}

/** Whether a union has the tag `other`, of its own or by inheritance (UNION-2). */
export function isOpen(type: TypeDefinition, parents: ReadonlyMap<TypeDefinition, TypeDefinition>): boolean {
  return [type, ...ancestors(type, parents)].some(({ node }) => node.kind === "union" && !node.closed);
}

/** Whether something that belongs to the type, such as a patch or its parent, could not be read. */
export function mayBeIncomplete(type: TypeDefinition, parents: ReadonlyMap<TypeDefinition, TypeDefinition>): boolean {
  return [type, ...ancestors(type, parents)].some(
    (at) => at.scope.brokenNames.has(at.node.name.text) || (at.node.parent !== undefined && !parents.has(at)),
  );
}

function findParent(type: TypeDefinition, program: Program, resolver: Resolver): TypeDefinition | undefined {
  const ref = type.node.parent;
  const found = ref && resolver.type(type.scope, ref);
  if (ref === undefined || found === undefined) {
    return undefined;
  }
  const kind = type.node.kind;
  const parent = found.kind === "ref" ? referred(program, found) : undefined;
  if (parent?.kind === "alias") {
    const finding = say.extendsAlias(ref.span, ref.name.text);
    program.report(withRelated(finding, parent.node.span, "declared here"));
    return undefined;
  }
  if (parent?.node.kind !== kind) {
    program.report(say.extendsWrongKind(ref.span, kind, ref.name.text, kindText(found, parent, program)));
    return undefined;
  }
  return parent;
}

function kindText(
  type: Parameters<typeof kindOfType>[1],
  definition: TypeDefinition | undefined,
  program: Program,
): string {
  return definition === undefined ? kindOfType(program, type) : describeKind(definition);
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

/** Reports the circle on the last of its types, as Stone does, and cuts it open there. */
function reportCircle(member: TypeDefinition, parents: Map<TypeDefinition, TypeDefinition>, program: Program): void {
  const circle = [member];
  for (let at = parents.get(member); at !== undefined && at !== member; at = parents.get(at)) {
    circle.push(at);
  }
  const last = circle.at(-1) ?? member;
  const ref = last.node.parent ?? last.node;
  program.report(
    withRelated(say.circularInheritance(ref.span, last.node.name.text), member.node.span, "part of the cycle"),
  );
  circle.forEach((type) => parents.delete(type));
}
