import * as say from "../diagnostics/catalogue.js";
import { withRelated, type Finding } from "../diagnostics/diagnostic.js";
import type { Type } from "../ir/api.js";
import type { Span } from "../source/span.js";
import type { Applied } from "./annotations.js";
import type { Fields } from "./fields.js";
import { kindOfType, referred, type AliasDefinition, type Program } from "./program.js";
import type { Resolver } from "./resolve.js";

export type AliasAnnotations = ReadonlyMap<AliasDefinition, Applied>;

/** Reports redactors where they cannot work (RED-1, RED-2). */
export function checkRedactors(program: Program, resolver: Resolver, fields: Fields, aliases: AliasAnnotations): void {
  for (const own of fields.values()) {
    for (const { applied, type, name } of own) {
      if (applied.redactor === undefined || type === undefined) {
        continue;
      }
      const definition = type.kind === "ref" ? referred(program, type) : undefined;
      if (definition?.kind === "alias") {
        program.report(say.redactorOnAliasedField(applied.redactor.node.span, name, definition.node.name.text));
      } else {
        check(type, applied.redactor.node.span, name, program, resolver, aliases);
      }
    }
  }
  for (const [alias, applied] of aliases) {
    const type = resolver.aliasType(alias);
    if (applied.redactor !== undefined && type !== undefined) {
      check(type, applied.redactor.node.span, alias.node.name.text, program, resolver, aliases);
    }
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
    if (aliases.get(definition)?.redactor !== undefined) {
      const finding: Finding = say.redactorTwice(span, name, definition.node.name.text);
      program.report(withRelated(finding, definition.node.span, "declared here"));
      return;
    }
    at = resolver.aliasType(definition);
  }
  const inner = at && innermost(at);
  if (inner?.kind === "void" || (inner?.kind === "ref" && referred(program, inner).kind === "type")) {
    program.report(say.redactorImpossible(span, name, kindOfType(program, inner)));
  }
}

/** The items of lists, the values of maps. The walk ends at an alias (RED-3). */
function innermost(type: Type): Type {
  switch (type.kind) {
    case "list":
    case "nullable":
      return innermost(type.of);
    case "map":
      return innermost(type.value);
    default:
      return type;
  }
}
