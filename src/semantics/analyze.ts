import type { Report } from "../diagnostics/diagnostic.js";
import { Suggestions } from "../diagnostics/nearest-name.js";
import type { Api, Namespace } from "../ir/api.js";
import type * as ast from "../syntax/ast.js";
import { applyAnnotations, resolveAnnotations, resolveAnnotationTypes } from "./annotations.js";
import { declare } from "./declare.js";
import { resolveDefaults } from "./defaults.js";
import { resolveExamples } from "./examples.js";
import { checkFieldNames, resolveFields } from "./fields.js";
import { withImports } from "./import-reasons.js";
import { resolveImports } from "./imports.js";
import { resolveParents } from "./inherit.js";
import { compareNames, lower } from "./lower.js";
import { applyPatches } from "./patch.js";
import { listDefinitions, schemaNamespace, type Program, type Scope } from "./program.js";
import { checkRedactors } from "./redactors.js";
import { Resolver } from "./resolve.js";
import { resolveRoutes } from "./routes.js";
import { resolveSubtypes } from "./subtypes.js";

/**
 * The API that the files describe together; the passes in the order of PHASE-1. All errors are reported: what a pass
 * cannot use it leaves out, and later ones say nothing of it. The API is right only if no error was reported.
 * Namespaces that are `known` it does not have: of these only what others need is looked at.
 */
export function analyze(files: readonly ast.SpecFile[], report: Report, known: readonly Namespace[] = []): Api {
  const knownNames = new Set(known.map(({ name }) => name));
  const isWanted = ({ name }: Scope): boolean => !knownNames.has(name);
  const program: Program = { ...declare(files, report), report, suggestions: new Suggestions() };
  const resolver = new Resolver(program, resolveImports(program));
  applyPatches(program);

  const annotationTypes = resolveAnnotationTypes(program, resolver);
  const annotations = resolveAnnotations(program, resolver, annotationTypes);
  const aliases = new Map(
    listDefinitions(program, "alias").map((alias) => {
      resolver.aliasType(alias);
      const owner = { scope: alias.scope, name: alias.node.name.text, kind: "alias" } as const;
      return [alias, applyAnnotations(alias.node.annotations, owner, program, resolver, annotations)] as const;
    }),
  );
  const parents = resolveParents(program, resolver);
  const fields = resolveFields(program, resolver, annotations);
  checkFieldNames(program, fields, parents);
  const defaults = resolveDefaults(program, resolver, fields, parents);
  const subtypes = resolveSubtypes(program, resolver, parents);
  const routes = resolveRoutes({ program, resolver, fields, parents, defaults }, isWanted);
  resolver.checkNullables();
  const examples = resolveExamples({ program, resolver, fields, parents, defaults, subtypes }, isWanted);
  checkRedactors(program, resolver, fields, aliases);

  const lowered = lower({
    program,
    resolver,
    annotationTypes,
    annotations,
    parents,
    fields,
    aliases,
    defaults,
    subtypes,
    routes,
    examples,
    isWanted,
  });
  const namespaces = withImports(lowered, known, program, resolver).sort((a, b) => compareNames(a.name, b.name));
  return {
    namespaces: namespaces.filter(({ name }) => name !== schemaNamespace),
    stoneCfg: namespaces.find(({ name }) => name === schemaNamespace),
  };
}
