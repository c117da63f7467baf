import type { Analysis } from "../compiler/compiler.js";
import type { Config } from "./config.js";
import { toDiagnostics, type Diagnostic, type Finding } from "../text/diagnostics/diagnostic.js";
import { withSeverities } from "../text/diagnostics/severities.js";
import { createContext } from "../generator/facts/context.js";
import { applyFilters } from "../ir/filters/filters.js";
import { hasProblems } from "../ir/filters/problems.js";
import type { Api } from "../ir/api.js";
import type { SourceFile } from "../text/source.js";
import { UsageError } from "./failure.js";
import { reportNameClashes } from "./name-clashes.js";
import { findUnknownStyles } from "./route-styles.js";

/** The API and the diagnostics of specifications, after a configuration has been applied. */
export interface CheckedApi {
  /** The API after filters; undefined if there are errors. */
  readonly api: Api | undefined;
  /** Errors and warnings, with the configured severities. */
  readonly diagnostics: readonly Diagnostic[];
}

type ReviewedConfig = Pick<Config, "filters" | "binding" | "diagnostics" | "int64" | "names">;

/** Returns the problems of an API. The API may be incomplete. */
type Check = (api: Api) => Finding[];

/**
 * Applies the filters and severities of a configuration, and reports unknown styles of routes. Throws a UsageError if the filters name something that the API
 * does not contain.
 */
export function checkApi(analysis: Analysis, files: readonly SourceFile[], config: ReviewedConfig): CheckedApi {
  return reviewWith(analysis, files, config, (api) => findUnknownStyles(api, analysis.specs, config.binding ?? {}));
}

/** Does the same as {@link checkApi} for a generated package, in which clashing names are also errors. */
export function reviewForPackage(analysis: Analysis, files: readonly SourceFile[], config: ReviewedConfig): CheckedApi {
  const { binding = {}, names } = config;
  return reviewWith(analysis, files, config, (api) => [
    ...findUnknownStyles(api, analysis.specs, binding),
    ...reportNameClashes(createContext(api, { name: "", version: "", binding, names }), analysis.specs),
  ]);
}

function reviewWith(
  { api, findings }: Analysis,
  files: readonly SourceFile[],
  config: ReviewedConfig,
  check: Check,
): CheckedApi {
  const { filters = {} } = config;
  const severities = {
    ...config.diagnostics,
    // A bigint represents every default of an integer exactly.
    ...(config.int64 === "bigint" && { "default-not-exact": "off" as const }),
  };
  const judge = (all: readonly Finding[]): Diagnostic[] =>
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
    const others = isFiltered
      ? []
      : check(api).filter((finding) => !findings.some((error) => isSamePlace(error, finding)));
    return { api: undefined, diagnostics: judge([...findings, ...others]) };
  }
  const outcome = applyFilters(api, filters);
  if (hasProblems(outcome)) {
    throw new UsageError(outcome.problems.join("\n"));
  }
  const diagnostics = judge([...findings, ...check(outcome)]);
  return { api: diagnostics.some(isError) ? undefined : outcome, diagnostics };
}

function isSamePlace({ span: a }: Finding, { span: b }: Finding): boolean {
  return a.source === b.source && a.start === b.start;
}

function isError({ severity }: { readonly severity: string }): boolean {
  return severity === "error";
}
