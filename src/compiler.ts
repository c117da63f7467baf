import type { Finding } from "./diagnostics/diagnostic.js";
import { isEqual } from "./ir/equal.js";
import type { Api, Namespace } from "./ir/api.js";
import { analyze } from "./semantics/analyze.js";
import { canonicalName } from "./semantics/declare.js";
import { schemaNamespace } from "./semantics/program.js";
import type { SourceFile } from "./source/source.js";
import type { SpecFile } from "./syntax/ast.js";
import { parse } from "./syntax/parse.js";

/** What the compiler has found out about files. */
export interface Analysis {
  /** Right only if no finding is an error. */
  readonly api: Api;
  readonly findings: readonly Finding[];
  /** The trees of the files. */
  readonly specs: readonly SpecFile[];
}

/**
 * Compiles specifications again and again. Files whose text is as before are not parsed anew; and if those that are not
 * stay right, only what their namespaces can see is analyzed anew, and what can see them if others see a change.
 */
export class Compiler {
  #parsed: ReadonlyMap<string, ParsedFile> = new Map();
  /** The last result without errors. */
  #lastRight: Result | undefined;

  compile(files: readonly SourceFile[]): Analysis {
    const parsed = files.map((file): ParsedFile => {
      const known = this.#parsed.get(file.path);
      return known?.text === file.text ? known : parseFile(file, known?.spec);
    });
    this.#parsed = new Map(parsed.map((file) => [file.path, file]));
    const result = (this.#lastRight && recompiled(this.#lastRight, parsed)) ?? compiled(parsed);
    if (!parsed.some(isWrong) && !result.findings.some(isError)) {
      this.#lastRight = result;
    }
    return {
      api: result.api,
      findings: [...parsed.flatMap((file) => file.findings), ...result.findings],
      specs: parsed.map(({ spec }) => spec),
    };
  }
}

/** The tree of a text, and what is wrong with it. */
interface ParsedFile extends SourceFile {
  readonly spec: SpecFile;
  readonly namespace: string | undefined;
  readonly imports: readonly string[];
  readonly findings: readonly Finding[];
}

function parseFile(file: SourceFile, before: SpecFile | undefined): ParsedFile {
  const spec = parse(file, before);
  const [first] = spec.items;
  return {
    ...file,
    spec,
    namespace: first?.kind === "namespace" ? first.name.text : undefined,
    imports: spec.items.flatMap((item) => (item.kind === "import" ? [item.name.text] : [])),
    findings: spec.findings,
  };
}

interface Result extends Omit<Analysis, "specs"> {
  readonly files: readonly ParsedFile[];
  /** Those of the analysis alone. */
  readonly findings: readonly Finding[];
}

function compiled(files: readonly ParsedFile[]): Result {
  return { files, ...analyzed(files) };
}

function analyzed(files: readonly ParsedFile[], known?: readonly Namespace[]): Omit<Analysis, "specs"> {
  const findings: Finding[] = [];
  const api = analyze(
    files.map(({ spec }) => spec),
    (finding) => {
      findings.push(finding);
    },
    known,
  );
  return { api, findings };
}

/** The result for changed files, from one without errors for other texts. Undefined if all has to be compiled. */
function recompiled(last: Result, files: readonly ParsedFile[]): Result | undefined {
  const changed = files.filter((file, index) => file !== last.files[index]);
  const isSameList =
    files.length === last.files.length && files.every(({ path }, index) => path === last.files[index]?.path);
  const isSameNamespace = files.every(({ namespace }, index) => namespace === last.files[index]?.namespace);
  if (!isSameList || !isSameNamespace || files.some(isWrong)) {
    return undefined;
  }
  const names = new Set(changed.flatMap(({ namespace }) => namespace ?? []));
  const imports = importsOf(files);
  if (isSeenByAllRoutes(names) || hasAlikeNames(imports.keys())) {
    return undefined;
  }
  const result = replaced(last, files, names, imports);
  if (result === undefined || isSeenTheSame(last.api, result.api, names)) {
    return result;
  }
  const all = reached(names, importersOf(imports));
  return isSeenByAllRoutes(all) ? undefined : replaced(last, files, all, imports);
}

/** Whether every route depends on one of the namespaces, without an import. */
function isSeenByAllRoutes(names: ReadonlySet<string>): boolean {
  return names.has(schemaNamespace);
}

/** Whether two namespaces have names so alike that theirs may clash without an import (NAME-4). */
function hasAlikeNames(namespaces: Iterable<string>): boolean {
  const names = [...namespaces].map(canonicalName);
  return new Set(names).size < names.length;
}

/** The result with some namespaces compiled anew, from their files and those that they can see. */
function replaced(
  last: Result,
  files: readonly ParsedFile[],
  names: ReadonlySet<string>,
  imports: ReadonlyMap<string, ReadonlySet<string>>,
): Result | undefined {
  const seen = reached(new Set([...names, schemaNamespace]), imports);
  const isIn = (set: ReadonlySet<string>, { namespace }: ParsedFile): boolean =>
    namespace !== undefined && set.has(namespace);
  const { api, findings } = analyzed(
    files.filter((file) => isIn(seen, file)),
    [...last.api.namespaces, ...(last.api.stoneCfg === undefined ? [] : [last.api.stoneCfg])].filter(
      ({ name }) => !names.has(name),
    ),
  );
  if (findings.some(isError)) {
    return undefined; // what to say of an error may depend on all namespaces
  }
  const paths = new Set(files.filter((file) => isIn(names, file)).map(({ path }) => path));
  const isOfThem = ({ span }: Finding): boolean => paths.has(span.source.path);
  const fresh = new Map(api.namespaces.map((namespace) => [namespace.name, namespace]));
  return {
    files,
    api: { ...last.api, namespaces: last.api.namespaces.map((old) => fresh.get(old.name) ?? old) },
    findings: [...last.findings.filter((finding) => !isOfThem(finding)), ...findings.filter(isOfThem)],
  };
}

/** Whether other namespaces see no change of these: only documentation has changed, if anything. */
function isSeenTheSame(before: Api, after: Api, names: ReadonlySet<string>): boolean {
  const old = new Map(before.namespaces.map((namespace) => [namespace.name, namespace]));
  const hasChanged = (namespace: Namespace): boolean =>
    names.has(namespace.name) && !isEqual(old.get(namespace.name), namespace, (key) => key === "doc");
  return !after.namespaces.some(hasChanged);
}

/** The namespaces that each one imports. */
function importsOf(files: readonly ParsedFile[]): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const { namespace, imports: imported } of files) {
    if (namespace !== undefined) {
      imports.set(namespace, new Set([...(imports.get(namespace) ?? []), ...imported]));
    }
  }
  return imports;
}

/** The namespaces that import each one. */
function importersOf(imports: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  for (const [namespace, imported] of imports) {
    for (const name of imported) {
      importers.set(name, new Set([...(importers.get(name) ?? []), namespace]));
    }
  }
  return importers;
}

/** Some namespaces, and all that lie on ways from them. */
function reached(from: ReadonlySet<string>, ways: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const found = new Set(from);
  // What is added meanwhile is visited too.
  for (const name of found) {
    ways.get(name)?.forEach((next) => found.add(next));
  }
  return found;
}

function isWrong({ spec, namespace, findings }: ParsedFile): boolean {
  const isHomeless = namespace === undefined && spec.items.length > 0;
  return spec.broken || isHomeless || findings.some(isError);
}

function isError({ severity }: Finding): boolean {
  return severity === "error";
}
