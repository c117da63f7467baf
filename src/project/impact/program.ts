import { dirname, join, resolve } from "node:path";
import { existsSync, statSync } from "node:fs";
import { Project, ts } from "ts-morph";
import type { PrintedFile } from "../../generator/code/module.js";
import type { NamedApi } from "./generated-names.js";

/** A program that calls an API, as its `tsconfig.json` describes it. */
export interface CallerProject {
  /** The path of the `tsconfig.json`. */
  readonly path: string;
  readonly options: ts.CompilerOptions;
  readonly rootNames: readonly string[];
}

/** A version of a package: what it was made from, and the files that a compiler reads. */
export interface PackageVersion extends NamedApi {
  readonly files: readonly PrintedFile[];
}

/** A package in the two versions that are compared. */
export interface ComparedPackage {
  readonly name: string;
  readonly old: PackageVersion;
  readonly now: PackageVersion;
}

/** Reads the project of a `tsconfig.json`, or of a folder with one. Returns a text that says what is wrong if it cannot be read. */
export function readProject(path: string): CallerProject | string {
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, "tsconfig.json") : path;
  if (!existsSync(file)) {
    return `${path} has no tsconfig.json`;
  }
  let problem: string | undefined;
  const host: ts.ParseConfigFileHost = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      problem = ts.flattenDiagnosticMessageText(messageText, " ");
    },
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(resolve(file), { noEmit: true, incremental: false }, host);
  if (parsed === undefined) {
    return `${file} cannot be read: ${problem ?? "it is not valid"}`;
  }
  if (parsed.fileNames.length === 0) {
    const others = parsed.projectReferences?.map(({ path: reference }) => reference) ?? [];
    return `${file} has no source files${others.length === 0 ? "" : `, but refers to ${others.join(", ")}`}`;
  }
  return { path: resolve(file), options: parsed.options, rootNames: parsed.fileNames };
}

/** The files that two programs of a project have in common. */
export type SharedFiles = Map<string, ts.SourceFile | undefined>;

/**
 * Creates the program of a project in which the files of a package take the place of the installed one. The rest of the disk is
 * read as it is, but for the files with a text in `changed`.
 */
export function createProgram(
  { path, options, rootNames }: CallerProject,
  packageName: string,
  files: readonly PrintedFile[],
  shared: SharedFiles,
  changed: ReadonlyMap<string, string> = new Map(),
): ts.Program {
  const root = packageFolder(path, packageName);
  const texts = new Map([
    ...files.map((file) => [`${root}/${file.path}`, file.text] as const),
    ...librariesOf(options),
  ]);
  const folders = new Set([root, ...[...texts.keys()].map((file) => dirname(file))]);
  const isInside = (name: string): boolean => name === root || name.startsWith(`${root}/`) || isLibrary(name);
  const host = ts.createCompilerHost(options);
  const overlay: ts.CompilerHost = {
    ...host,
    getDefaultLibLocation: () => libraryFolder,
    getDefaultLibFileName: () => `${libraryFolder}/${ts.getDefaultLibFileName(options)}`,
    fileExists: (name) => (isInside(name) ? texts.has(name) : host.fileExists(name)),
    readFile: (name) => (isInside(name) ? texts.get(name) : host.readFile(name)),
    directoryExists: (name) =>
      isInside(name) ? folders.has(name) : root.startsWith(`${name}/`) || (host.directoryExists?.(name) ?? true),
    realpath: (name) => (isInside(name) ? name : (host.realpath?.(name) ?? name)),
    getSourceFile: (name, ...rest) => {
      const text = texts.get(name) ?? changed.get(name);
      if (text !== undefined && !isLibrary(name)) {
        return ts.createSourceFile(name, text, rest[0]);
      }
      const [known, key] = isLibrary(name) ? [libraries, `${options.target ?? ""} ${name}`] : [shared, name];
      if (!known.has(key)) {
        known.set(
          key,
          text === undefined ? host.getSourceFile(name, ...rest) : ts.createSourceFile(name, text, rest[0]),
        );
      }
      return known.get(key);
    },
  };
  overlay.resolveModuleNameLiterals = moduleResolution(path, packageName, overlay);
  return ts.createProgram({ rootNames: [...rootNames], options, host: overlay });
}

/** Resolves modules of a package from the folder of the project, also in files of other folders, and others as the compiler does. */
function moduleResolution(
  project: string,
  packageName: string,
  host: ts.ModuleResolutionHost,
): NonNullable<ts.CompilerHost["resolveModuleNameLiterals"]> {
  const createCache = (): ts.ModuleResolutionCache => ts.createModuleResolutionCache(dirname(project), (name) => name);
  const [ofPackage, ofOthers] = [createCache(), createCache()];
  return (literals, containingFile, redirected, options, file) =>
    literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(file, literal, options);
      if (literal.text === packageName || literal.text.startsWith(`${packageName}/`)) {
        const { paths: _, ...others } = options; // which would lead to the installed package
        return ts.resolveModuleName(literal.text, project, others, host, ofPackage, undefined, mode);
      }
      return ts.resolveModuleName(literal.text, containingFile, options, host, ofOthers, redirected, mode);
    });
}

/** The libraries of TypeScript, which all programs have in common, by target and path. */
const libraries: SharedFiles = new Map();

/** The folder in which ts-morph has the libraries of TypeScript in memory. */
const libraryFolder = "/node_modules/typescript/lib";

function isLibrary(name: string): boolean {
  return name.startsWith(`${libraryFolder}/`);
}

/** Returns the texts of the libraries of TypeScript that a program with these options loads, by path. */
function librariesOf({ target, lib }: ts.CompilerOptions): (readonly [path: string, text: string])[] {
  const compilerOptions = { ...(target !== undefined && { target }), ...(lib !== undefined && { lib }) };
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions });
  project.createSourceFile("/index.ts", "");
  const files = project.getProgram().compilerObject.getSourceFiles();
  return files.filter(({ fileName }) => isLibrary(fileName)).map(({ fileName, text }) => [fileName, text] as const);
}

/** Returns the folder in which the program of a project finds a package. */
export function packageFolder(project: string, packageName: string): string {
  return `${dirname(project).replaceAll("\\", "/")}/node_modules/${packageName}`;
}

/** Returns the files that a project itself consists of. */
export function ownFiles(program: ts.Program): ts.SourceFile[] {
  return program
    .getSourceFiles()
    .filter(
      (file) =>
        (!file.isDeclarationFile || program.getRootFileNames().includes(file.fileName)) &&
        !program.isSourceFileFromExternalLibrary(file),
    );
}
