import { schemaNamespace } from "../../ir/names.js";
import type { Finding } from "../../text/diagnostics/diagnostic.js";
import type { Api } from "../../ir/api.js";
import type { Runs } from "../queries/queries.js";
import type { Result } from "../queries/result.js";
import type { Steps } from "../../text/steps.js";
import type * as ast from "../../syntax/ast.js";
import { applyAnnotations, resolveAnnotations, resolveAnnotationTypes } from "./annotations.js";
import { Declarer } from "./declare.js";
import { resolveDefaults } from "./defaults.js";
import type { AliasDefinition, Scope, TypeDefinition } from "./definitions.js";
import { Examples } from "./examples.js";
import { checkFieldNames, resolveFields } from "./fields.js";
import { checkFragments } from "./fragments.js";
import { resolveImportReasons } from "./import-reasons.js";
import { resolveImports } from "./imports.js";
import { checkParent, resolveInheritance } from "./inherit.js";
import { compareNames, lower, type Lowered } from "./lower.js";
import { listDefinitions, Program } from "./program.js";
import { checkAliasRedactor, checkFieldRedactors } from "./redactors.js";
import { Resolver } from "./resolve.js";
import { resolveRoutes } from "./routes.js";
import { checkSubtypes, resolveSubtypes } from "./subtypes.js";

/**
 * Analyzes files incrementally: after a change, only what depends on the change is analyzed again. One analysis reports
 * all errors: each pass leaves out invalid parts, so that later passes do not report them again.
 */
export class Analyzer {
  readonly #declarer = new Declarer();
  readonly #program: Program;
  readonly #results: Results;

  constructor(runs: Runs) {
    this.#program = new Program(runs);
    this.#results = analysis(this.#program);
  }

  /**
   * Returns the API that the files describe together, in many small steps. It is valid only if no finding is an error.
   */
  *analyze(files: readonly ast.SpecFile[]): Steps<{ readonly api: Api; readonly findings: readonly Finding[] }> {
    const { parts, types, namespaceParts, api } = this.#results;
    const declarations = yield* this.#declarer.declare(files);
    yield* this.#program.update(declarations);
    // The results below read these results of every type. Computing these first keeps the steps small.
    const outdated = listDefinitions(this.#program, "type").filter((type) => !types.isUpToDate(type));
    for (const compute of parts) {
      for (const type of outdated) {
        compute(type);
        yield;
      }
    }
    for (const compute of namespaceParts) {
      for (const scope of this.#program.scopes.values()) {
        compute(scope);
        yield;
      }
    }
    yield* this.#program.queries.keepInSteps(api);
    return { api: api.get(), findings: [...declarations.findings, ...this.#program.queries.findings(api)] };
  }
}

interface Results {
  /** Functions that compute what the results for a type are derived from, to be called in this order. */
  readonly parts: readonly ((type: TypeDefinition) => void)[];
  readonly types: Lowered["types"];
  /** The same for the API, which is derived from results for its namespaces. */
  readonly namespaceParts: readonly ((scope: Scope) => void)[];
  readonly api: Result<Api>;
}

/** Connects the passes. A pass runs only when its result is requested. */
function analysis(program: Program): Results {
  const { queries } = program;
  const imports = resolveImports(program);
  const resolver = new Resolver(program, imports);
  const annotationTypes = resolveAnnotationTypes(program, resolver);
  const annotations = resolveAnnotations(program, resolver, annotationTypes);
  const aliases = queries.query(({ node, scope, name }: AliasDefinition) =>
    applyAnnotations(node.annotations, { scope, name, kind: "alias" }, program, resolver, annotations),
  );
  const inheritance = resolveInheritance(program, resolver);
  const { parents } = inheritance;
  const fields = resolveFields(program, resolver, annotations);
  const defaults = resolveDefaults(program, resolver, fields, parents);
  const subtypes = resolveSubtypes(program, resolver, parents);
  const routes = resolveRoutes({ program, resolver, fields, parents, defaults });
  const examples = new Examples({ program, resolver, fields, parents, defaults, subtypes });

  const checkAlias = (alias: AliasDefinition): void => {
    resolver.checkAlias(alias);
    checkAliasRedactor(alias, program, resolver, aliases);
  };
  const checkType = (type: TypeDefinition): void => {
    checkParent(type, parents, program);
    checkFieldNames(type, program, fields, parents);
    checkSubtypes(type, subtypes, inheritance, program);
    checkFieldRedactors(type, program, resolver, fields, aliases);
  };

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
    examples: examples.of,
    checkAlias,
    checkType,
  });
  const importReasons = resolveImportReasons(program, lowered);
  const fragments = checkFragments({ program, resolver, fields, parents, defaults, routes });
  const namespaces = queries.query((scope: Scope) => {
    imports.get(scope);
    fragments.get(scope);
    return { ...lowered.namespaces.get(scope), imports: importReasons.of.get(scope) };
  });
  const api = queries.single(() => {
    const all = [...program.scopes.values()].map((scope) => namespaces.get(scope));
    examples.checkTogether();
    all.sort((a, b) => compareNames(a.name, b.name));
    return {
      namespaces: all.filter(({ name }) => name !== schemaNamespace),
      stoneCfg: all.find(({ name }) => name === schemaNamespace),
    };
  });
  const parts = [
    (type: TypeDefinition) => fields.get(type),
    (type: TypeDefinition) => {
      examples.findIncluded(type);
    },
    (type: TypeDefinition) => lowered.types.get(type),
  ];
  const namespaceParts = [
    (scope: Scope) => importReasons.used.get(scope),
    (scope: Scope) => examples.sizes.get(scope),
    (scope: Scope) => namespaces.get(scope),
  ];
  return { parts, types: lowered.types, namespaceParts, api };
}
