import { toDiagnostics, type Diagnostic, type Finding } from "./diagnostics/diagnostic.js";
import type { Api } from "./ir/api.js";
import { toJson } from "./ir/json.js";
import { analyze } from "./semantics/analyze.js";
import { Source, type SourceFile } from "./source/source.js";
import type { SpecFile } from "./syntax/ast.js";
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
  return new Compiler().compile(files);
}

/** Compiles specifications again and again. Files whose text is as before are not parsed anew. */
export class Compiler {
  #parsed: ReadonlyMap<string, ParsedFile> = new Map();

  /** What {@link compile} gives. */
  compile(files: readonly SourceFile[]): Compilation {
    const before = this.#parsed;
    const parsed = files.map((file): ParsedFile => {
      const known = before.get(file.path);
      return known?.text === file.text ? known : parseFile(file);
    });
    this.#parsed = new Map(parsed.map((file) => [file.path, file]));
    const findings = parsed.flatMap((file) => file.findings);
    const analyzed = analyze(
      parsed.map(({ spec }) => spec),
      (finding) => {
        findings.push(finding);
      },
    );
    return compilationOf(analyzed, findings, files);
  }
}

/** The tree of a text, and what is wrong with it. */
interface ParsedFile extends SourceFile {
  readonly spec: SpecFile;
  readonly findings: readonly Finding[];
}

function parseFile(file: SourceFile): ParsedFile {
  const findings: Finding[] = [];
  const spec = parse(new Source(file), (finding) => {
    findings.push(finding);
  });
  return { ...file, spec, findings };
}

function compilationOf(analyzed: Api, findings: readonly Finding[], files: readonly SourceFile[]): Compilation {
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
