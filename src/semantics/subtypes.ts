import * as say from "../diagnostics/catalogue.js";
import { withRelated } from "../diagnostics/diagnostic.js";
import type * as ast from "../syntax/ast.js";
import { listDefinitions, kindOfType, referred, type Program, type TypeDefinition } from "./program.js";
import type { Resolver } from "./resolve.js";

type Parents = ReadonlyMap<TypeDefinition, TypeDefinition>;

/** A struct that a list of subtypes names, with its tag. */
export interface SubtypeInfo {
  readonly tag: string;
  readonly node: ast.Subtype;
  readonly type: TypeDefinition;
}

/** The listed subtypes of each struct that enumerates them. Reports SUB errors; wrong members are left out. */
export function resolveSubtypes(
  program: Program,
  resolver: Resolver,
  parents: Parents,
): Map<TypeDefinition, readonly SubtypeInfo[]> {
  const children = childrenByParent(parents);
  const subtypes = new Map<TypeDefinition, readonly SubtypeInfo[]>();
  for (const type of listDefinitions(program, "type")) {
    const list = type.node.kind === "struct" ? type.node.subtypes : undefined;
    if (list !== undefined) {
      subtypes.set(type, members(type, list, program, resolver, parents));
    }
  }
  for (const [type, list] of subtypes) {
    checkComplete(type, list, children, program);
    for (const { type: subtype } of list) {
      const [child] = children.get(subtype) ?? [];
      if (child !== undefined) {
        const finding = say.subtypeExtended(subtype.node.span, subtype.node.name.text, child.node.name.text);
        program.report(withRelated(finding, child.node.span, "extends it here"));
      }
    }
  }
  return subtypes;
}

function childrenByParent(parents: Parents): Map<TypeDefinition, TypeDefinition[]> {
  const children = new Map<TypeDefinition, TypeDefinition[]>();
  for (const [child, parent] of parents) {
    const list = children.get(parent) ?? [];
    list.push(child);
    children.set(parent, list);
  }
  return children;
}

function members(
  type: TypeDefinition,
  list: ast.Subtypes,
  program: Program,
  resolver: Resolver,
  parents: Parents,
): SubtypeInfo[] {
  const { report } = program;
  const name = type.node.name.text;
  // SUB-2
  if (type.node.parent !== undefined) {
    report(withRelated(say.subtypesOfChild(type.node.span, name), list.span, "the list of subtypes"));
  }
  const found: SubtypeInfo[] = [];
  for (const node of list.members) {
    const member = findStruct(node, type, program, resolver);
    if (member === undefined) {
      continue;
    }
    const memberName = member.node.name.text;
    const first = found.find((other) => other.type === member);
    if (first !== undefined) {
      report(withRelated(say.duplicateSubtype(node.span, memberName), first.node.span, "first listed here"));
      continue;
    }
    if (parents.get(member) !== type) {
      const finding = say.subtypeNotChild(node.span, memberName, name);
      report(withRelated(finding, member.node.span, `'${memberName}' is declared here`));
      continue;
    }
    found.push({ tag: node.name.text, node, type: member });
  }
  checkTags(type, list, program);
  return found;
}

function findStruct(
  node: ast.Subtype,
  type: TypeDefinition,
  program: Program,
  resolver: Resolver,
): TypeDefinition | undefined {
  const found = resolver.type(type.scope, node.type);
  if (found === undefined) {
    return undefined;
  }
  const definition = found.kind === "ref" ? referred(program, found) : undefined;
  if (definition?.kind !== "type" || definition.node.kind !== "struct") {
    program.report(say.subtypeNotStruct(node.span, node.type.name.text, kindOfType(program, found)));
    return undefined;
  }
  return definition;
}

/** SUB-5: tags are distinct, and none is a field of the struct that lists them. */
function checkTags(type: TypeDefinition, list: ast.Subtypes, { report }: Program): void {
  const seen = new Map<string, ast.Subtype>();
  for (const node of list.members) {
    const tag = node.name.text;
    const field = type.fields.find(({ name }) => name.text === tag);
    const first = seen.get(tag);
    if (first !== undefined) {
      report(withRelated(say.duplicateSubtypeTag(node.span, tag), first.span, "first used here"));
    } else if (field !== undefined) {
      report(withRelated(say.subtypeTagIsField(field.span, tag), node.span, "the tag"));
    }
    seen.set(tag, first ?? node);
  }
}

/** SUB-3: all that extend the struct are listed. */
function checkComplete(
  type: TypeDefinition,
  list: readonly SubtypeInfo[],
  children: ReadonlyMap<TypeDefinition, readonly TypeDefinition[]>,
  { report }: Program,
): void {
  const listed = new Set(list.map((member) => member.type));
  for (const child of children.get(type) ?? []) {
    const written = type.node.kind === "struct" ? (type.node.subtypes?.members ?? []) : [];
    const isWritten = written.some((member) => member.type.name.text === child.node.name.text);
    if (!listed.has(child) && !isWritten) {
      const finding = say.subtypeMissing(type.node.span, child.node.name.text, type.node.name.text);
      report(withRelated(finding, child.node.span, "extends it here"));
    }
  }
}
