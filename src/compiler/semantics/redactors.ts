import * as diagnostics from "../../text/diagnostics/catalogue.js";
import { withRelated, type Finding } from "../../text/diagnostics/diagnostic.js";
import type { Type } from "../../ir/api.js";
import { isPrimitive } from "../../ir/kinds.js";
import type { Span } from "../../text/span.js";
import type { Query } from "../queries/query.js";
import type { Applied } from "./annotations.js";
import type { AliasDefinition, TypeDefinition } from "./definitions.js";
import { fieldNode, type Fields } from "./fields.js";
import { kindOfType, referred, type Program } from "./program.js";
import type { Resolver } from "./resolve.js";

export type AliasAnnotations = Query<AliasDefinition, Applied>;

/** Reports redactors of fields whose type does not support them (RED-1, RED-2). */
export function checkFieldRedactors(
  owner: TypeDefinition,
  program: Program,
  resolver: Resolver,
  fields: Fields,
  aliases: AliasAnnotations,
): void {
  for (const field of fields.get(owner)) {
    const { applied, type, name } = field;
    if (applied.redactor === undefined || type === undefined) {
      continue;
    }
    const node = fieldNode(field);
    const { span } = node.annotations[applied.redactor.index] ?? node;
    const definition = type.kind === "ref" ? referred(program, type) : undefined;
    if (definition?.kind === "alias") {
      program.report(diagnostics.redactorOnAliasedField(span, name, definition.name));
    } else {
      check(type, span, name, program, resolver, aliases);
    }
  }
}

/** Reports a redactor of an alias whose type does not support it. */
export function checkAliasRedactor(
  alias: AliasDefinition,
  program: Program,
  resolver: Resolver,
  aliases: AliasAnnotations,
): void {
  const { redactor } = aliases.get(alias);
  const type = resolver.aliasType(alias);
  if (redactor !== undefined && type !== undefined) {
    const { span } = alias.node.annotations[redactor.index] ?? alias.node;
    check(type, span, alias.name, program, resolver, aliases);
  }
}

function check(
  type: Type,
  span: Span,
  name: string,
  program: Program,
  resolver: Resolver,
  aliases: AliasAnnotations,
): void {
  let at: Type | undefined = type;
  while (at?.kind === "ref" || at?.kind === "nullable") {
    if (at.kind === "nullable") {
      at = at.of;
      continue;
    }
    const definition = referred(program, at);
    if (definition.kind === "type") {
      break;
    }
    if (aliases.get(definition).redactor !== undefined) {
      const finding: Finding = diagnostics.redactorTwice(span, name, definition.name);
      program.report(withRelated(finding, definition.node.span, "declared here"));
      return;
    }
    at = resolver.aliasType(definition);
  }
  const inner = at && innermost(at);
  if (inner?.kind === "void" || (inner?.kind === "ref" && referred(program, inner).kind === "type")) {
    program.report(diagnostics.redactorImpossible(span, name, kindOfType(program, inner)));
  }
}

/** Returns the type inside lists, maps and `?`. Does not look into aliases (RED-3). */
function innermost(type: Type): Type {
  if (isPrimitive(type)) {
    return type;
  }
  switch (type.kind) {
    case "list":
    case "nullable":
      return innermost(type.of);
    case "map":
      return innermost(type.value);
    case "void":
    case "ref":
      return type;
  }
}
