import { toDiagnostics, type Diagnostic, type Finding } from "./diagnostics/diagnostic.js";
import type { Api } from "./ir/api.js";
import { toJson } from "./ir/json.js";
import { analyze } from "./semantics/analyze.js";
import { Source, type SourceFile } from "./source/source.js";
import { parse } from "./syntax/parse.js";

export interface Compilation {
  /** The compiled API; undefined if there are errors. */
  readonly api: Api | undefined;
  /** The IR JSON of the API as text, made when it is first asked for; undefined if there are errors. */
  readonly ir: string | undefined;
  /** All errors and warnings, by file in the order given, then by place. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles specifications. Never throws for what they say, and reads nothing but its arguments. The order of the files
 * matters for the order of diagnostics, of patches and of namespace documentation only.
 */
export function compile(files: readonly SourceFile[]): Compilation {
  const findings: Finding[] = [];
  const report = (finding: Finding): void => {
    findings.push(finding);
  };
  const specs = files.map((file) => parse(new Source(file), report));
  const analyzed = analyze(specs, report);
  const hasErrors = findings.some(({ severity }) => severity === "error");
  const api = hasErrors ? undefined : analyzed;
  let ir: string | undefined;
  return {
    api,
    get ir() {
      return (ir ??= api && toJson(api));
    },
    diagnostics: toDiagnostics(
      findings,
      files.map(({ path }) => path),
    ),
  };
}
