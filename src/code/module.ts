import type { ImportDeclarationStructure, StatementStructures } from "ts-morph";
import { importKind } from "./kinds.js";

/** A generated TypeScript module as ts-morph structures: plain data that is printed later. */
export interface EmittedModule {
  readonly kind: "module";
  /** The path relative to the folder of the package, such as `src/files/types.ts`. */
  readonly path: string;
  readonly statements: readonly Statement[];
}

export type Statement = StatementStructures | string;

/** A generated file that is not a module, as text. */
export interface EmittedText {
  readonly kind: "text";
  readonly path: string;
  readonly text: string;
}

export type EmittedFile = EmittedModule | EmittedText;

/** A name that the parts of a module share: that of an import, or of a declaration that several of them need. */
export interface SharedName {
  /**
   * What it is a name of: all types or all values of another module, one type or value of it, or a declaration. Those from
   * other modules have a path, declarations an id.
   */
  readonly kind: "types" | "values" | "type" | "value" | "declaration";
  readonly from: string;
  /** The name to take unless something else has it. */
  readonly wish: string;
}

/** The shared names that a module has asked for. The same name is the same object, so that it can be compared quickly. */
export class SharedNames {
  /** By kind, by where they are from, then by wish. */
  readonly #known: Readonly<Record<SharedName["kind"], Map<string, Map<string, SharedName>>>> = {
    types: new Map(),
    values: new Map(),
    type: new Map(),
    value: new Map(),
    declaration: new Map(),
  };

  get(kind: SharedName["kind"], from: string, wish: string): SharedName {
    let known = this.#known[kind].get(from);
    if (known === undefined) {
      known = new Map();
      this.#known[kind].set(from, known);
    }
    let name = known.get(wish);
    if (name === undefined) {
      name = { kind, from, wish };
      known.set(wish, name);
    }
    return name;
  }
}

/** Gives each shared name of a module a name that nothing else has there, in the order in which they are asked for. */
export class Allocation {
  readonly #names = new Map<SharedName, string>();
  /** Those of declarations, by id: the first that needs one says what it is called. */
  readonly #declarations = new Map<string, string>();
  readonly #taken: Set<string>;
  readonly #given: ReadonlyMap<SharedName, string>;

  /** `locals` are the names that the module declares itself; `given` are shared names that have names already. */
  constructor(locals: Iterable<string>, given: ReadonlyMap<SharedName, string> = new Map()) {
    this.#taken = new Set(locals);
    this.#given = given;
  }

  /** What is called like that in the module. */
  name(shared: SharedName): string {
    const { kind, from } = shared;
    let name =
      this.#given.get(shared) ?? (kind === "declaration" ? this.#declarations.get(from) : this.#names.get(shared));
    if (name === undefined) {
      name = this.#free(shared.wish);
      this.#names.set(shared, name);
      if (kind === "declaration") {
        this.#declarations.set(from, name);
      }
    }
    return name;
  }

  /** All that have been asked for, in that order. */
  names(): ReadonlyMap<SharedName, string> {
    return this.#names;
  }

  #free(wish: string): string {
    let name = wish;
    while (this.#taken.has(name)) {
      name += "_";
    }
    this.#taken.add(name);
    return name;
  }
}

/** A statement, and the id of the declaration if several parts of a module may have it; only the first one stands there. */
export interface PartStatement {
  readonly statement: Statement;
  readonly shared: string | undefined;
}

/** Collects the statements of a part of a module, and the names that they share with other parts. */
export class ModulePart {
  readonly #statements: PartStatement[] = [];
  readonly #asked = new Map<SharedName, string>();
  readonly #allocation: Allocation;
  readonly #names: SharedNames;
  readonly #added = new Set<string>();

  constructor(allocation: Allocation, names: SharedNames) {
    this.#allocation = allocation;
    this.#names = names;
  }

  add(...statements: readonly Statement[]): void {
    statements.forEach((statement) => this.#statements.push({ statement, shared: undefined }));
  }

  /**
   * The name of a declaration that several parts of the module may need. The first of them adds it, by `create`, which is
   * given the name.
   */
  share(id: string, wish: string, create: (name: string) => Statement): string {
    const name = this.#name("declaration", id, wish);
    if (!this.#added.has(id)) {
      this.#added.add(id);
      const statement = create(name);
      this.#statements.push({ statement, shared: id });
    }
    return name;
  }

  /** Imports all types of another module as a namespace. Returns its name. */
  importTypes(path: string, wish: string): string {
    return this.#name("types", path, wish);
  }

  /** The name of the namespace import of another module's types; undefined if there is none yet. */
  typesImportName(path: string): string | undefined {
    for (const [{ kind, from }, name] of this.#asked) {
      if (kind === "types" && from === path) {
        return name;
      }
    }
    return undefined;
  }

  /** Imports all values of another module as a namespace. Returns its name. */
  importValues(path: string, wish: string): string {
    return this.#name("values", path, wish);
  }

  /** Imports a value of another module. Returns its local name. */
  value(path: string, name: string): string {
    return this.#name("value", path, name);
  }

  /** Imports a type of another module. Returns its local name. */
  type(path: string, name: string): string {
    return this.#name("type", path, name);
  }

  /** The statements that were added. */
  get statements(): readonly PartStatement[] {
    return this.#statements;
  }

  /** The shared names that were asked for, in that order, and what they are called here. */
  get asked(): ReadonlyMap<SharedName, string> {
    return this.#asked;
  }

  #name(kind: SharedName["kind"], from: string, wish: string): string {
    const shared = this.#names.get(kind, from, wish);
    let name = this.#asked.get(shared);
    if (name === undefined) {
      name = this.#allocation.name(shared);
      this.#asked.set(shared, name);
    }
    return name;
  }
}

/** Collects the statements of a whole module, and the imports that they need. */
export class Module extends ModulePart {
  readonly #path: string;
  readonly #source: string;

  /** `locals` are the names that the module declares itself, which imports must not use. */
  constructor(path: string, source: string, locals: Iterable<string>) {
    super(new Allocation(locals), new SharedNames());
    this.#path = path;
    this.#source = source;
  }

  finish(): EmittedModule {
    const statements = this.statements.map(({ statement }) => statement);
    const above = opening(this.#source, this.asked, statements.length === 0);
    return { kind: "module", path: this.#path, statements: [...above, ...statements] };
  }
}

/** What stands above the declarations of a module: where it is from, and its imports. */
export function opening(source: string, names: ReadonlyMap<SharedName, string>, isEmpty: boolean): Statement[] {
  const imports = importStatements(names);
  return [
    `// @generated by Ashlar from ${source}. Do not edit.`,
    ...imports,
    // An empty module would be a script without it.
    ...(isEmpty && imports.length === 0 ? ["export {};"] : []),
  ];
}

function importStatements(names: ReadonlyMap<SharedName, string>): ImportDeclarationStructure[] {
  const types: ImportDeclarationStructure[] = [];
  const values: ImportDeclarationStructure[] = [];
  const named = new Map<string, { values: [string, string][]; types: [string, string][] }>();
  for (const [{ kind, from, wish }, local] of names) {
    switch (kind) {
      case "types":
        types.push({ kind: importKind, isTypeOnly: true, moduleSpecifier: from, namespaceImport: local });
        break;
      case "values":
        values.push({ kind: importKind, moduleSpecifier: from, namespaceImport: local });
        break;
      case "type":
      case "value": {
        const known = named.get(from) ?? { values: [], types: [] };
        named.set(from, known);
        known[kind === "type" ? "types" : "values"].push([wish, local]);
        break;
      }
      case "declaration":
    }
  }
  const lists = [...named].map(([moduleSpecifier, { values, types }]): ImportDeclarationStructure => {
    const isTypeOnly = values.length === 0;
    const namedImports = [
      ...values.map(([name, local]) => ({ name, ...importAlias(name, local) })),
      ...types.map(([name, local]) => ({ name, isTypeOnly: !isTypeOnly, ...importAlias(name, local) })),
    ].sort((a, b) => order(a.name, b.name));
    return { kind: importKind, isTypeOnly, moduleSpecifier, namedImports };
  });
  return [...types, ...values, ...lists].sort((a, b) => order(a.moduleSpecifier, b.moduleSpecifier));
}

function importAlias(name: string, local: string): { alias?: string } {
  return local === name ? {} : { alias: local };
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
