import type { StatementStructures } from "ts-morph";
import type { Declaration, Import, ListedName } from "./tree/declaration.js";

/** A TypeScript module of a user's emitter: ts-morph structures, or statements as text. */
export interface EmittedModule {
  readonly kind: "module";
  /** The path relative to the package folder, such as `src/files/types.ts`. */
  readonly path: string;
  readonly statements: readonly (StatementStructures | string)[];
}

/** A generated file that is not a module, as text. */
export interface EmittedText {
  readonly kind: "text";
  readonly path: string;
  readonly text: string;
}

/** A file of a user's emitter. */
export type EmittedFile = EmittedModule | EmittedText;

/**
 * The files that are built from a module: JavaScript and declarations; only declarations, for a module without values; or
 * only JavaScript, for a module that no declarations of other modules refer to.
 */
export type BuildOutput = "all" | "declarations" | "script";

/** A module of our own emitters: declarations as plain data, to be printed later. */
export interface TypeScriptModule {
  readonly kind: "module";
  readonly path: string;
  readonly output: BuildOutput;
  /** The source that the first line of the module names: `the namespace files`. */
  readonly source: string;
  readonly imports: readonly Import[];
  readonly declarations: readonly Declaration[];
}

/** A file of our own emitters. */
export type GeneratedFile = TypeScriptModule | EmittedText;

/** An import of a module, with its local name. */
interface ImportedName {
  /** Whether all types or all values of another module are imported, or a single type or value. */
  readonly kind: "types" | "values" | "type" | "value";
  readonly from: string;
  /** The name that the other module exports; the local name if everything is imported. */
  readonly name: string;
  readonly local: string;
}

/** Collects the declarations of a module, and the imports that they need. */
export class Module {
  readonly #path: string;
  readonly #source: string;
  readonly #declarations: Declaration[] = [];
  readonly #shared = new Set<string>();
  /** Local name to the import. */
  readonly #imports = new Map<string, ImportedName>();
  readonly #locals: ReadonlySet<string>;

  /** `locals` are names of the module itself. An import that would clash with one of them gets an underscore. */
  constructor(path: string, source: string, locals: Iterable<string> = []) {
    this.#path = path;
    this.#source = source;
    this.#locals = new Set(locals);
  }

  add(...declarations: readonly Declaration[]): void {
    this.#declarations.push(...declarations);
  }

  /** Adds a declaration that several others may need, unless it was already added under this name. */
  share(name: string, create: () => Declaration): void {
    if (!this.#shared.has(name)) {
      this.#shared.add(name);
      this.add(create());
    }
  }

  /** Imports all types of another module as a namespace. Returns the local name. */
  importTypes(from: string, name: string): string {
    return this.#import("types", from, name);
  }

  /** Returns the name of the namespace import of another module's types; undefined if there is none yet. */
  typesImportName(path: string): string | undefined {
    for (const { kind, from, local } of this.#imports.values()) {
      if (kind === "types" && from === path) {
        return local;
      }
    }
    return undefined;
  }

  /** Imports all values of another module as a namespace. Returns the local name. */
  importValues(from: string, name: string): string {
    return this.#import("values", from, name);
  }

  /** Imports a value of another module. Returns the local name. */
  value(from: string, name: string): string {
    return this.#import("value", from, name);
  }

  /** Imports a type of another module. Returns the local name. */
  type(from: string, name: string): string {
    return this.#import("type", from, name);
  }

  finish(output: BuildOutput = "all"): TypeScriptModule {
    return {
      kind: "module",
      path: this.#path,
      output,
      source: this.#source,
      imports: importsOf(this.#imports.values()),
      declarations: this.#declarations,
    };
  }

  #import(kind: ImportedName["kind"], from: string, name: string): string {
    let local = name;
    while (this.#locals.has(local)) {
      local += "_";
    }
    const isNamespace = kind === "types" || kind === "values";
    const same = this.#imports.get(local);
    // A function and a type of another module may share a name. An import of the function then imports both.
    const isBoth = same?.from === from && !isNamespace && (same.kind === "type" || same.kind === "value");
    if (same === undefined || (isBoth && kind === "value")) {
      this.#imports.set(local, { kind, from, name: isNamespace ? local : name, local });
    } else if (!isBoth && (same.kind !== kind || same.from !== from)) {
      throw new Error(`Two imports of a module are called '${local}': from ${same.from} and from ${from}.`);
    }
    return local;
  }
}

/** Returns the import statements of a module. */
function importsOf(imported: Iterable<ImportedName>): Import[] {
  const namespaces: Import[] = [];
  const named = new Map<string, { values: ListedName[]; types: ListedName[] }>();
  for (const { kind, from, name, local } of imported) {
    if (kind === "types" || kind === "values") {
      namespaces.push({ from, isTypeOnly: kind === "types", names: local });
    } else {
      const namesFrom = named.get(from) ?? { values: [], types: [] };
      named.set(from, namesFrom);
      namesFrom[kind === "type" ? "types" : "values"].push(local === name ? { name } : { name, alias: local });
    }
  }
  const lists = [...named].map(([from, { values, types }]): Import => {
    const isTypeOnly = values.length === 0;
    const list = isTypeOnly ? types : [...values, ...types.map((type) => ({ ...type, isType: true }))];
    return { from, isTypeOnly, names: list.sort((a, b) => order(a.name, b.name)) };
  });
  // The types of a module come before its values.
  namespaces.sort((a, b) => Number(b.isTypeOnly) - Number(a.isTypeOnly));
  return [...namespaces, ...lists].sort((a, b) => order(a.from, b.from));
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A file of a package as text. */
export interface PrintedFile {
  /** The path relative to the package folder. */
  readonly path: string;
  readonly text: string;
  /** The module whose declarations the file contains. */
  readonly declares?: TypeScriptModule | undefined;
}
