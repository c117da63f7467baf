import type { Analysis } from "../compiler/compiler.js";
import type { Config } from "./config.js";
import { toDiagnostics, type Diagnostic, type Finding, withRelated } from "../text/diagnostics/diagnostic.js";
import { withSeverities } from "../text/diagnostics/severities.js";
import { createContext, attributeText, hasKnownStyle, routeStyles, type Context } from "../generator/facts/context.js";
import { applyFilters } from "../ir/filters/filters.js";
import { hasProblems } from "../ir/filters/problems.js";
import type { Api } from "../ir/api.js";
import type { SourceFile } from "../text/source.js";
import { UsageError } from "./failure.js";
import * as diagnostics from "../text/diagnostics/catalogue.js";
import { nearestName } from "../text/diagnostics/nearest-name.js";
import { resolveBinding, type BindingOptions } from "../generator/facts/binding-options.js";
import { routeName } from "../ir/names.js";
import type { SpecFile } from "../syntax/ast.js";
import { locateDeclarations } from "./declaration-places.js";
import { findNameClashes } from "../generator/facts/name-clashes.js";
import type { Span } from "../text/span.js";

/** The API and the diagnostics of specifications, after a configuration has been applied. */
export interface CheckedApi {
  /** The API after filters; undefined if there are errors. */
  readonly api: Api | undefined;
  /** Errors and warnings, with the configured severities. */
  readonly diagnostics: readonly Diagnostic[];
}

type CheckedConfig = Pick<Config, "filters" | "binding" | "diagnostics" | "int64" | "names">;

/** Returns the problems of an API. The API may be incomplete. */
type Check = (api: Api) => Finding[];

/**
 * Applies the filters and severities of a configuration, and reports unknown styles of routes. Throws a UsageError if the
 * filters name something that the API does not contain.
 */
export function checkApi(analysis: Analysis, files: readonly SourceFile[], config: CheckedConfig): CheckedApi {
  return checkWith(analysis, files, config, (api) => findUnknownStyles(api, analysis.specs, config.binding ?? {}));
}

/** Does the same as {@link checkApi} for a generated package, in which clashing names are also errors. */
export function checkApiForPackage(
  analysis: Analysis,
  files: readonly SourceFile[],
  config: CheckedConfig,
): CheckedApi {
  const { binding = {}, names } = config;
  return checkWith(analysis, files, config, (api) => [
    ...findUnknownStyles(api, analysis.specs, binding),
    ...reportNameClashes(createContext(api, { name: "", version: "", binding, names }), analysis.specs),
  ]);
}

function checkWith(
  { api, findings }: Analysis,
  files: readonly SourceFile[],
  config: CheckedConfig,
  check: Check,
): CheckedApi {
  const { filters = {} } = config;
  const severities = {
    ...config.diagnostics,
    // A bigint represents every default of an integer exactly.
    ...(config.int64 === "bigint" && { "default-not-exact": "off" as const }),
  };
  const applySeverities = (all: readonly Finding[]): Diagnostic[] =>
    withSeverities(
      toDiagnostics(
        all,
        files.map(({ path }) => path),
      ),
      severities,
    );
  if (findings.some(isError)) {
    // Which routes the filters select is only known if there are no errors.
    const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
    const moreFindings = isFiltered
      ? []
      : check(api).filter((finding) => !findings.some((error) => isSamePlace(error, finding)));
    return { api: undefined, diagnostics: applySeverities([...findings, ...moreFindings]) };
  }
  const outcome = applyFilters(api, filters);
  if (hasProblems(outcome)) {
    throw new UsageError(outcome.problems.join("\n"));
  }
  const diagnostics = applySeverities([...findings, ...check(outcome)]);
  return { api: diagnostics.some(isError) ? undefined : outcome, diagnostics };
}

function isSamePlace({ span: a }: Finding, { span: b }: Finding): boolean {
  return a.source === b.source && a.start === b.start;
}

function isError({ severity }: { readonly severity: string }): boolean {
  return severity === "error";
}

/** Returns findings about routes whose style the binding does not know, located at their declarations. */
function findUnknownStyles(api: Api, specs: readonly SpecFile[], options: BindingOptions): Finding[] {
  const binding = resolveBinding(options);
  const attribute = binding.attributes.style;
  const unknown = api.namespaces.flatMap(({ name: namespace, routes }) =>
    routes.filter((route) => !hasKnownStyle(route, binding)).map((route) => ({ namespace, route })),
  );
  if (unknown.length === 0) {
    return [];
  }
  const places = locateDeclarations(specs);
  return unknown.flatMap(({ namespace, route }) => {
    const name = routeName(namespace, route);
    const span = places.span(`${name}@${attribute}`) ?? places.span(name);
    const style = attributeText(route, attribute) ?? "";
    return span === undefined
      ? []
      : [diagnostics.unknownRouteStyle(span, route.name, style, nearestName(style, routeStyles))];
  });
}

/** Returns findings about names that would not be unique in a package, located at their declarations. */
function reportNameClashes(context: Context, specs: readonly SpecFile[]): Finding[] {
  const clashes = findNameClashes(context);
  if (clashes.length === 0) {
    return [];
  }
  const places = locateDeclarations(specs);
  return clashes.flatMap(({ outcome, things }) => {
    const [first, second] = things
      .flatMap((thing) => {
        const span = places.span(thing.subject);
        return span === undefined ? [] : [{ ...thing, span }];
      })
      .sort((a, b) => compareSpans(a.span, b.span));
    if (first === undefined || second === undefined) {
      return [];
    }
    const option = second.option ?? first.option;
    const finding = diagnostics.nameClash(second.span, second.what, first.what, outcome, option);
    return [withRelated(finding, first.span, "the other one")];
  });
}

/** Compares positions in the same file, because routes in the IR are sorted by name. */
function compareSpans(a: Span, b: Span): number {
  return a.source.path === b.source.path ? a.source.offsetInFile(a.start) - b.source.offsetInFile(b.start) : 0;
}
