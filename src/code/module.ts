import type { StatementStructures } from "ts-morph";
import type { Declaration, Import, ListedName } from "./tree/declaration.js";

/** A TypeScript module of a user's emitter: ts-morph structures or statements as text. */
export interface EmittedModule {
  readonly kind: "module";
  /** The path relative to the folder of the package, such as `src/files/types.ts`. */
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
 * What is built from a module: JavaScript and declarations, only declarations if it has no values, or only JavaScript if no
 * declarations of other modules refer to it.
 */
export type BuildOutput = "all" | "declarations" | "script";

/** A module of our own emitters: declarations as plain data that is printed later. */
export interface TypeScriptModule {
  readonly kind: "module";
  readonly path: string;
  readonly output: BuildOutput;
  /** What it is generated from, for its first line: `files.stone`. */
  readonly source: string;
  readonly imports: readonly Import[];
  readonly declarations: readonly Declaration[];
}

/** A file of our own emitters. */
export type GeneratedFile = TypeScriptModule | EmittedText;

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

/** A declaration, and its id if several parts of a module may have it; only the first one stands there. */
export interface PartDeclaration {
  readonly declaration: Declaration;
  readonly shared: string | undefined;
}

/** Collects the declarations of a part of a module, and the names that they share with other parts. */
export class ModulePart {
  readonly #declarations: PartDeclaration[] = [];
  readonly #asked = new Map<SharedName, string>();
  readonly #allocation: Allocation;
  readonly #names: SharedNames;
  readonly #added = new Set<string>();

  constructor(allocation: Allocation, names: SharedNames) {
    this.#allocation = allocation;
    this.#names = names;
  }

  add(...declarations: readonly Declaration[]): void {
    declarations.forEach((declaration) => this.#declarations.push({ declaration, shared: undefined }));
  }

  /**
   * The name of a declaration that several parts of the module may need. The first of them adds it, by `create`, which is
   * given the name.
   */
  share(id: string, wish: string, create: (name: string) => Declaration): string {
    const name = this.#name("declaration", id, wish);
    if (!this.#added.has(id)) {
      this.#added.add(id);
      const declaration = create(name);
      this.#declarations.push({ declaration, shared: id });
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

  /** The declarations that were added. */
  get declarations(): readonly PartDeclaration[] {
    return this.#declarations;
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

/** Collects the declarations of a whole module, and the imports that they need. */
export class Module extends ModulePart {
  readonly #path: string;
  readonly #source: string;

  /** `locals` are the names that the module declares itself, which imports must not use. */
  constructor(path: string, source: string, locals: Iterable<string>) {
    super(new Allocation(locals), new SharedNames());
    this.#path = path;
    this.#source = source;
  }

  finish(output: BuildOutput = "all"): TypeScriptModule {
    return {
      kind: "module",
      path: this.#path,
      output,
      source: this.#source,
      imports: importsOf(this.asked),
      declarations: this.declarations.map(({ declaration }) => declaration),
    };
  }
}

/** The imports that give a module the names which it shares with others. */
export function importsOf(names: ReadonlyMap<SharedName, string>): Import[] {
  const types: Import[] = [];
  const values: Import[] = [];
  const named = new Map<string, { values: ListedName[]; types: ListedName[] }>();
  for (const [{ kind, from, wish }, local] of names) {
    switch (kind) {
      case "types":
        types.push({ from, isTypeOnly: true, names: local });
        break;
      case "values":
        values.push({ from, isTypeOnly: false, names: local });
        break;
      case "type":
      case "value": {
        const known = named.get(from) ?? { values: [], types: [] };
        named.set(from, known);
        known[kind === "type" ? "types" : "values"].push(
          local === wish ? { name: wish } : { name: wish, alias: local },
        );
        break;
      }
      case "declaration":
    }
  }
  const lists = [...named].map(([from, { values, types }]): Import => {
    const isTypeOnly = values.length === 0;
    const list = isTypeOnly ? types : [...values, ...types.map((type) => ({ ...type, isType: true }))];
    return { from, isTypeOnly, names: list.sort((a, b) => order(a.name, b.name)) };
  });
  return [...types, ...values, ...lists].sort((a, b) => order(a.from, b.from));
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
