import * as diagnostics from "../../text/diagnostics/catalogue.js";
import { withRelated } from "../../text/diagnostics/diagnostic.js";
import type * as ast from "../../syntax/ast.js";
import type { TypeDefinition } from "./definitions.js";
import type { Inheritance, Parents } from "./inherit.js";
import { kindOfType, referred, type Program } from "./program.js";
import type { Resolver } from "./resolve.js";

/** A listed subtype, and its tag. */
export interface SubtypeInfo {
  readonly tag: string;
  readonly type: TypeDefinition;
}

/** The listed subtypes of each struct that enumerates them; undefined for other types. */
export interface SubtypeLists {
  get(type: TypeDefinition): readonly SubtypeInfo[] | undefined;
}

/** Returns the lists of subtypes without invalid members. Reports SUB errors. */
export function resolveSubtypes(program: Program, resolver: Resolver, parents: Parents): SubtypeLists {
  const lists = program.queries.query((type: TypeDefinition) => {
    const list = writtenSubtypes(type);
    return list && members(type, list, program, resolver, parents);
  });
  return { get: (type) => (type.head.hasSubtypes ? lists.get(type) : undefined) };
}

function writtenSubtypes({ node }: TypeDefinition): ast.Subtypes | undefined {
  return node.kind === "struct" ? node.subtypes : undefined;
}

/**
 * Reports types that extend a type without being in its list of subtypes, and listed subtypes that other types extend
 * (SUB-3).
 */
export function checkSubtypes(
  type: TypeDefinition,
  subtypes: SubtypeLists,
  { children }: Inheritance,
  { report }: Program,
): void {
  const list = subtypes.get(type);
  if (list === undefined) {
    return;
  }
  const listed = new Set(list.map((member) => member.type));
  for (const child of children.get(type)) {
    const written = writtenSubtypes(type)?.members ?? [];
    const isWritten = written.some((member) => member.type.name.text === child.name);
    if (!listed.has(child) && !isWritten) {
      const finding = diagnostics.subtypeMissing(type.node.span, child.name, type.name);
      report(withRelated(finding, child.node.span, "extends it here"));
    }
  }
  for (const { type: subtype } of list) {
    const [child] = children.get(subtype);
    if (child !== undefined) {
      const finding = diagnostics.subtypeExtended(subtype.node.span, subtype.name, child.name);
      report(withRelated(finding, child.node.span, "extends it here"));
    }
  }
}

function members(
  type: TypeDefinition,
  list: ast.Subtypes,
  program: Program,
  resolver: Resolver,
  parents: Parents,
): SubtypeInfo[] {
  const { report } = program;
  const { name } = type;
  // SUB-2
  if (type.head.hasParent) {
    report(withRelated(diagnostics.subtypesOfChild(type.node.span, name), list.span, "the list of subtypes"));
  }
  const subtypes = new Map<TypeDefinition, ast.Subtype>();
  for (const node of list.members) {
    const member = findStruct(node, type, program, resolver);
    if (member === undefined) {
      continue;
    }
    const memberName = member.name;
    const first = subtypes.get(member);
    if (first !== undefined) {
      report(withRelated(diagnostics.duplicateSubtype(node.span, memberName), first.span, "first listed here"));
      continue;
    }
    if (parents.get(member) !== type) {
      const finding = diagnostics.subtypeNotChild(node.span, memberName, name);
      report(withRelated(finding, member.node.span, `'${memberName}' is declared here`));
      continue;
    }
    subtypes.set(member, node);
  }
  checkTags(type, list, program);
  return [...subtypes].map(([member, node]) => ({ tag: node.name.text, type: member }));
}

function findStruct(
  node: ast.Subtype,
  type: TypeDefinition,
  program: Program,
  resolver: Resolver,
): TypeDefinition | undefined {
  const target = resolver.type(type.scope, node.type);
  if (target === undefined) {
    return undefined;
  }
  const definition = target.kind === "ref" ? referred(program, target) : undefined;
  if (definition?.kind !== "type" || definition.head.kind !== "struct") {
    program.report(diagnostics.subtypeNotStruct(node.span, node.type.name.text, kindOfType(program, target)));
    return undefined;
  }
  return definition;
}

/** Checks that tags are unique, and that none has the name of a field of the listing struct (SUB-5). */
function checkTags(type: TypeDefinition, list: ast.Subtypes, { report }: Program): void {
  const seen = new Map<string, ast.Subtype>();
  for (const node of list.members) {
    const tag = node.name.text;
    const field = type.fields.find(({ name }) => name.text === tag);
    const first = seen.get(tag);
    if (first !== undefined) {
      report(withRelated(diagnostics.duplicateSubtypeTag(node.span, tag), first.span, "first used here"));
    } else if (field !== undefined) {
      report(withRelated(diagnostics.subtypeTagIsField(field.span, tag), node.span, "the tag"));
    }
    seen.set(tag, first ?? node);
  }
}
