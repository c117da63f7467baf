import type { Analysis } from "../compiler/compiler.js";
import type { Config } from "./config.js";
import { toDiagnostics, type Diagnostic, type Finding } from "../diagnostics/diagnostic.js";
import { withSeverities } from "../diagnostics/severities.js";
import { applyFilters } from "../filters/filters.js";
import { hasProblems } from "../filters/problems.js";
import type { Api } from "../ir/api.js";
import type { SourceFile } from "../source/source.js";
import { UsageError } from "./failure.js";
import { findUnknownStyles } from "./route-styles.js";

/** Specifications as seen with a configuration. */
export interface Review {
  /** The API after filters; undefined if there are errors. */
  readonly api: Api | undefined;
  /** Errors and warnings, with the configured severities. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Applies the filters and severities of a configuration. Throws a UsageError for filters that do not match the API. */
export function review(
  { api, findings, specs }: Analysis,
  files: readonly SourceFile[],
  config: Pick<Config, "filters" | "binding" | "diagnostics" | "int64">,
): Review {
  const { filters = {}, binding = {} } = config;
  // A bigint represents every default exactly.
  const severities = {
    ...(config.int64 === "bigint" && { "default-not-exact": "off" as const }),
    ...config.diagnostics,
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
    // With filters, the wanted routes are only known once there are no errors.
    const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
    const styles = isFiltered ? [] : findUnknownStyles(api, specs, binding);
    return { api: undefined, diagnostics: judge([...findings, ...styles]) };
  }
  const outcome = applyFilters(api, filters);
  if (hasProblems(outcome)) {
    throw new UsageError(outcome.problems.join("\n"));
  }
  const diagnostics = judge([...findings, ...findUnknownStyles(outcome, specs, binding)]);
  return { api: diagnostics.some(isError) ? undefined : outcome, diagnostics };
}

function isError({ severity }: { readonly severity: string }): boolean {
  return severity === "error";
}
