import { schemaNamespace } from "../../ir/names.js";
import * as diagnostics from "../../text/diagnostics/catalogue.js";
import { withRelated } from "../../text/diagnostics/diagnostic.js";
import type { Value } from "../../ir/api.js";
import { isPrimitive } from "../../ir/kinds.js";
import type * as ast from "../../syntax/ast.js";
import { allFields, fieldNamed, fieldNode, type FieldInfo, type Fields } from "./fields.js";
import { isOpen, mayBeIncomplete, type Parents } from "./inherit.js";
import { qualifiedName, type TypeDefinition } from "./definitions.js";
import { kindOfType, referred, spanOnLine, type Program } from "./program.js";
import type { Resolver } from "./resolve.js";
import { refusalReason, describe, fitPrimitive } from "./values.js";

export interface Defaults {
  /** Returns the default of a field; undefined if there is none, or if it is invalid. */
  get(field: FieldInfo): Value | undefined;
}

/** The reason why a word is not a valid default: the union has no such tag, or the tag has a value. */
export type TagProblem =
  { readonly kind: "unknown"; readonly names: () => readonly string[] } | { readonly kind: "value" };

/** Returns the query for the defaults of struct fields. Reports DEF errors, and leaves out invalid defaults. */
export function resolveDefaults(program: Program, resolver: Resolver, fields: Fields, parents: Parents): Defaults {
  const byName = program.queries.query((owner: TypeDefinition) => {
    const defaults = new Map<string, Value>();
    for (const field of owner.head.kind === "struct" ? fields.get(owner) : []) {
      const value = field.hasDefault ? readDefault(field, program, resolver, fields, parents) : undefined;
      if (value !== undefined) {
        defaults.set(field.name, value);
      }
    }
    return defaults;
  });
  return { get: ({ owner, name, hasDefault }) => (hasDefault ? byName.get(owner).get(name) : undefined) };
}

function readDefault(
  field: FieldInfo,
  program: Program,
  resolver: Resolver,
  fields: Fields,
  parents: Parents,
): Value | undefined {
  const written = fieldNode(field);
  const node = written.default;
  if (node === undefined || field.type === undefined || field.type.kind === "nullable") {
    return undefined;
  }
  const { report } = program;
  const span = spanOnLine(written.span, node.span);
  const target = resolver.withoutAliases(field.type);
  // DEF-3: null is a default only through an alias of a nullable type.
  if (target?.kind === "nullable" && node.kind === "literal" && node.value === null) {
    return null;
  }
  const type = resolver.bare(field.type);
  if (type === undefined) {
    return undefined;
  }
  if (type.kind === "ref") {
    const definition = referred(program, type);
    if (definition.kind === "type" && definition.head.kind === "union") {
      return defaultTag(field, node, definition, program, fields, parents);
    }
  }
  if (!isPrimitive(type)) {
    report(diagnostics.defaultImpossible(span, field.name, kindOfType(program, type)));
    return undefined;
  }
  const fit = fitPrimitive(type, node);
  if (!fit.ok) {
    report(diagnostics.invalidDefault(span, field.name, fit.reason));
    return undefined;
  }
  // DEF-2: if the type is directly a float, not through an alias, integer literals are accepted and stored as floats.
  const isFloat = field.type.kind === "float32" || field.type.kind === "float64";
  if (isFloat) {
    return Number(fit.value);
  }
  if (typeof fit.value === "bigint" && type.kind !== "float32" && type.kind !== "float64") {
    report(diagnostics.defaultNotExact(span, field.name, fit.value));
  }
  const refusal = refusalReason(type, fit.value);
  // Attributes of routes are not decoded.
  if (refusal !== undefined && field.owner.scope.name !== schemaNamespace) {
    report(diagnostics.defaultRefused(span, field.name, refusal));
  }
  return fit.value;
}

function defaultTag(
  field: FieldInfo,
  node: ast.Literal | ast.Word,
  union: TypeDefinition,
  program: Program,
  fields: Fields,
  parents: Parents,
): Value | undefined {
  const span = spanOnLine(fieldNode(field).span, node.span);
  const unionName = union.name;
  if (node.kind === "literal") {
    const reason = `expected a tag of '${unionName}', found ${describe(node)}`;
    program.report(diagnostics.invalidDefault(span, field.name, reason));
    return undefined;
  }
  const problem = tagProblem(node.text, union, fields, parents);
  if (problem === undefined) {
    return { tag: node.text, union: qualifiedName(union) };
  }
  const finding =
    problem.kind === "unknown"
      ? diagnostics.unknownDefaultTag(span, node.text, unionName, program.suggestions.nearest(node.text, problem.names))
      : diagnostics.defaultTagWithValue(span, node.text, unionName);
  program.report(withRelated(finding, union.node.span, `'${unionName}' is declared here`));
  return undefined;
}

/**
 * Returns the reason why a union has no tag of this name without a value; undefined if it has one, or if the tag may
 * have syntax errors. `other` and inherited tags count.
 */
export function tagProblem(
  tag: string,
  union: TypeDefinition,
  fields: Fields,
  parents: Parents,
): TagProblem | undefined {
  const open = isOpen(union, parents);
  if (open && tag === "other") {
    return undefined;
  }
  const field = fieldNamed(tag, union, fields, parents);
  if (field === undefined && mayBeIncomplete(union, parents)) {
    return undefined;
  }
  if (field === undefined) {
    return {
      kind: "unknown",
      names: () => [...allFields(union, fields, parents).map(({ name }) => name), ...(open ? ["other"] : [])],
    };
  }
  // A tag whose type could not be read has already been reported.
  return field.type === undefined || field.type.kind === "void" ? undefined : { kind: "value" };
}
