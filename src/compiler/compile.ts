import { Compiler, type Analysis } from "./compiler.js";
import { toDiagnostics, type Diagnostic } from "../text/diagnostics/diagnostic.js";
import type { Api } from "../ir/api.js";
import { toJson } from "../ir/json.js";
import type { SourceFile } from "../text/source.js";

export interface Compilation {
  /** The compiled API; undefined if there are errors. */
  readonly api: Api | undefined;
  /** The IR JSON of the API, which is created on first access; undefined if there are errors. */
  readonly ir: string | undefined;
  /** All errors and warnings, by file in the given order, then by position. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles specifications. Does not throw for any specification, and reads nothing except its arguments. The order of
 * the files affects only the order of diagnostics, of patches and of namespace documentation.
 */
export function compile(files: readonly SourceFile[]): Compilation {
  return toCompilation(new Compiler("once").compile(files), files);
}

/** Converts the result of an analysis to the result of {@link compile}. */
export function toCompilation({ api, findings }: Analysis, files: readonly SourceFile[]): Compilation {
  const right = findings.some(({ severity }) => severity === "error") ? undefined : api;
  let ir: string | undefined;
  return {
    api: right,
    get ir() {
      return (ir ??= right && toJson(right));
    },
    diagnostics: toDiagnostics(
      findings,
      files.map(({ path }) => path),
    ),
  };
}
