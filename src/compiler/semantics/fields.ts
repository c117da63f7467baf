import * as diagnostics from "../../text/diagnostics/catalogue.js";
import { withRelated } from "../../text/diagnostics/diagnostic.js";
import type { Type } from "../../ir/api.js";
import type * as ast from "../../syntax/ast.js";
import { applyAnnotations, type Annotations, type Applied } from "./annotations.js";
import type { Query } from "../queries/query.js";
import type { TypeDefinition } from "./definitions.js";
import { ancestors, type Parents } from "./inherit.js";
import { spanOnLine, type Program } from "./program.js";
import type { Resolver } from "./resolve.js";

/** The facts about a field or tag that other definitions depend on, which exclude its documentation. */
export interface FieldInfo {
  readonly name: string;
  readonly owner: TypeDefinition;
  /** The index among the fields of the owner. */
  readonly index: number;
  /** Void for a tag without a type; undefined for an invalid type, which has been reported. */
  readonly type: Type | undefined;
  readonly hasDefault: boolean;
  readonly applied: Applied;
}

export type Fields = Query<TypeDefinition, readonly FieldInfo[]>;

/** Returns the syntax node of a field. */
export function fieldNode({ owner, index, name }: FieldInfo): ast.Field {
  const node = owner.fields[index];
  if (node === undefined) {
    throw new Error(`The field ${name} is gone.`);
  }
  return node;
}

/** Returns the query for the own fields or tags of a type, without `other`. Reports STRUCT, UNION and AREF errors. */
export function resolveFields(program: Program, resolver: Resolver, annotations: Annotations): Fields {
  return program.queries.query((owner) => {
    const readType = owner.head.kind === "struct" ? structField : tag;
    return owner.fields.map((node, index) => ({
      name: node.name.text,
      owner,
      index,
      type: readType(node, owner, program, resolver),
      hasDefault: node.default !== undefined,
      applied: applyAnnotations(
        node.annotations,
        { scope: owner.scope, name: node.name.text, kind: "field" },
        program,
        resolver,
        annotations,
      ),
    }));
  });
}

function structField(node: ast.Field, owner: TypeDefinition, program: Program, resolver: Resolver): Type | undefined {
  const name = node.name.text;
  const type = node.type && resolver.type(owner.scope, node.type);
  if (node.type === undefined || (type !== undefined && resolver.withoutAliases(type)?.kind === "void")) {
    program.report(diagnostics.fieldWithoutType(node.span, name));
    return undefined;
  }
  if (type?.kind === "nullable" && node.default !== undefined) {
    program.report(diagnostics.nullableWithDefault(node.span, name));
  }
  return type;
}

function tag(node: ast.Field, owner: TypeDefinition, program: Program, resolver: Resolver): Type | undefined {
  const name = node.name.text;
  if (name === "other") {
    program.report(diagnostics.tagOther(node.span));
  }
  if (node.default !== undefined) {
    program.report(diagnostics.ignoredTagDefault(spanOnLine(node.span, node.default.span), name));
  }
  if (node.type === undefined) {
    return { kind: "void" };
  }
  const type = resolver.type(owner.scope, node.type);
  if (type !== undefined && resolver.withoutAliases(type)?.kind === "void") {
    program.report(diagnostics.explicitVoid(spanOnLine(node.span, node.type.span), name));
  }
  return type;
}

/** Reports names that a type or its ancestors declare twice (E-STRUCT-5/6, E-UNION-6/7). */
export function checkFieldNames(owner: TypeDefinition, program: Program, fields: Fields, parents: Parents): void {
  const kind = owner.head.kind === "struct" ? "field" : "tag";
  const inherited = new Map<string, FieldInfo>();
  for (const ancestor of ancestors(owner, parents)) {
    for (const field of fields.get(ancestor)) {
      inherited.set(field.name, inherited.get(field.name) ?? field);
    }
  }
  const seen = new Map<string, FieldInfo>();
  for (const field of fields.get(owner)) {
    const first = seen.get(field.name);
    const above = inherited.get(field.name);
    if (first !== undefined) {
      const finding = diagnostics.duplicateField(fieldNode(field).span, kind, field.name);
      program.report(withRelated(finding, fieldNode(first).span, "first declared here"));
    } else if (above !== undefined) {
      const finding = diagnostics.inheritedField(fieldNode(field).span, kind, field.name, above.owner.name);
      program.report(withRelated(finding, fieldNode(above).span, "declared here"));
    }
    seen.set(field.name, first ?? field);
  }
}

/** Returns all fields of a struct or tags of a union without `other`, starting with those of the root ancestor. */
export function allFields(type: TypeDefinition, fields: Fields, parents: Parents): FieldInfo[] {
  return fromRoot(type, parents).flatMap((owner) => fields.get(owner));
}

/**
 * Returns the first field with a name, own or inherited. Does not build a list, because there may be many lookups in
 * one huge union.
 */
export function fieldNamed(
  name: string,
  type: TypeDefinition,
  fields: Fields,
  parents: Parents,
): FieldInfo | undefined {
  for (const owner of fromRoot(type, parents)) {
    const field = fields.get(owner).find((field) => field.name === name);
    if (field !== undefined) {
      return field;
    }
  }
  return undefined;
}

function fromRoot(type: TypeDefinition, parents: Parents): TypeDefinition[] {
  return [type, ...ancestors(type, parents)].toReversed();
}
