import type { Api, Name, Namespace, Route, Struct, Union } from "../../ir/api.js";
import { isEqual } from "../../ir/equal.js";
import type { AliasEntry } from "../../ir/walk.js";
import { Key } from "../../compiler/queries/key.js";
import type { Input } from "../../compiler/queries/input.js";
import type { Queries } from "../../compiler/queries/queries.js";

/** What a type name can refer to. */
export type Definition = Struct | Union | AliasEntry;

/** A name, and the definition under it, if any. The object exists as long as the API, whatever is defined under the name. */
export class DefinitionData extends Key implements Name {
  readonly namespace: string;
  readonly name: string;
  readonly #definition: Input<Definition | undefined>;
  readonly #surface: Input<Definition | undefined>;

  constructor({ namespace, name }: Name, queries: Queries) {
    super();
    this.namespace = namespace;
    this.name = name;
    this.#definition = queries.input<Definition | undefined>(undefined, isEqual);
    this.#surface = queries.input<Definition | undefined>(undefined, haveSameSurface);
  }

  /** The definition. A query that reads it depends on all of it, including documentation and examples. */
  get definition(): Definition | undefined {
    return this.#definition.get();
  }

  set definition(definition: Definition | undefined) {
    this.#definition.set(definition);
    this.#surface.set(definition);
  }

  /** The definition without a dependency on its documentation and examples, which may be those of an earlier version. */
  get surface(): Definition | undefined {
    return this.#surface.get();
  }
}

/** Whether two definitions are equal except for documentation and examples. */
function haveSameSurface(a: Definition | undefined, b: Definition | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && isEqual(toSurface(a), toSurface(b)));
}

function toSurface(definition: Definition): unknown {
  if (definition.kind === "alias") {
    return { ...definition.alias, doc: undefined };
  }
  const fields = definition.fields.map((field) => ({ ...field, doc: undefined }));
  return { ...definition, doc: undefined, examples: [], fields };
}

/** A namespace. The object exists as long as the API. A query that reads one of its lists depends on the whole list. */
export class NamespaceData extends Key implements Namespace {
  readonly name: string;
  readonly #namespace: Input<Namespace>;
  readonly #doc: Input<Namespace["doc"]>;
  readonly #routes: Input<readonly Route[]>;
  readonly #definitions: Input<readonly DefinitionData[]>;

  constructor(namespace: Namespace, queries: Queries) {
    super();
    this.name = namespace.name;
    this.#namespace = queries.input(namespace, isEqual);
    this.#doc = queries.input(namespace.doc, isEqual);
    this.#routes = queries.input(namespace.routes, isEqual);
    this.#definitions = queries.input<readonly DefinitionData[]>([], isEqual);
  }

  update(namespace: Namespace, definitions: readonly DefinitionData[]): void {
    this.#namespace.set(namespace);
    this.#doc.set(namespace.doc);
    this.#routes.set(namespace.routes);
    this.#definitions.set(definitions);
  }

  /** The aliases, then the structs and unions. A query that reads the list does not depend on their content. */
  get definitions(): readonly DefinitionData[] {
    return this.#definitions.get();
  }

  get doc(): Namespace["doc"] {
    return this.#doc.get();
  }

  get routes(): Namespace["routes"] {
    return this.#routes.get();
  }

  get imports(): Namespace["imports"] {
    return this.#namespace.get().imports;
  }

  get annotationTypes(): Namespace["annotationTypes"] {
    return this.#namespace.get().annotationTypes;
  }

  get annotations(): Namespace["annotations"] {
    return this.#namespace.get().annotations;
  }

  get aliases(): Namespace["aliases"] {
    return this.#namespace.get().aliases;
  }

  get types(): Namespace["types"] {
    return this.#namespace.get().types;
  }
}

/** An API that changes from version to version. A query that reads a part of it is recomputed if that part changes. */
export class ApiData implements Api {
  readonly #queries: Queries;
  readonly #byName = new Map<string, NamespaceData>();
  /** The namespaces of the current version, as they were passed to {@link update}. */
  #current: ReadonlySet<Namespace> = new Set();
  /** Namespace to name to the definition. */
  readonly #definitions = new Map<string, Map<string, DefinitionData>>();
  readonly #namespaces: Input<readonly NamespaceData[]>;
  readonly #stoneCfg: Input<NamespaceData | undefined>;

  constructor(queries: Queries, api: Api) {
    this.#queries = queries;
    this.#namespaces = queries.input<readonly NamespaceData[]>([], isEqual);
    this.#stoneCfg = queries.input<NamespaceData | undefined>(undefined, isEqual);
    this.update(api);
  }

  /** Replaces the API with its next version. */
  update({ namespaces, stoneCfg }: Api): void {
    const schema = stoneCfg && this.#updateNamespace(stoneCfg);
    const all = namespaces.map((namespace) => this.#updateNamespace(namespace));
    this.#namespaces.set(all);
    this.#stoneCfg.set(schema);
    this.#current = new Set([...namespaces, ...(stoneCfg === undefined ? [] : [stoneCfg])]);
    const names = new Set([...this.#current].map(({ name }) => name));
    for (const [name, definitions] of this.#definitions) {
      if (!names.has(name)) {
        definitions.forEach((definition) => {
          definition.definition = undefined;
        });
      }
    }
  }

  get namespaces(): readonly NamespaceData[] {
    return this.#namespaces.get();
  }

  get stoneCfg(): NamespaceData | undefined {
    return this.#stoneCfg.get();
  }

  /** Returns the namespace with a name. Throws an Error if there is none. */
  namespace(name: string): NamespaceData {
    const namespace = this.#byName.get(name);
    if (namespace === undefined) {
      throw new Error(`The IR has no namespace ${name}.`);
    }
    return namespace;
  }

  /** Returns the data of a name, even if nothing is defined under it. */
  definition(name: Name): DefinitionData {
    const names = this.#names(name.namespace);
    let definition = names.get(name.name);
    if (definition === undefined) {
      definition = new DefinitionData(name, this.#queries);
      names.set(name.name, definition);
    }
    return definition;
  }

  #names(namespace: string): Map<string, DefinitionData> {
    let names = this.#definitions.get(namespace);
    if (names === undefined) {
      names = new Map();
      this.#definitions.set(namespace, names);
    }
    return names;
  }

  #updateNamespace(namespace: Namespace): NamespaceData {
    const before = this.#byName.get(namespace.name);
    if (before !== undefined && this.#current.has(namespace)) {
      return before; // it is the same object as in the version before
    }
    const defined: DefinitionData[] = [];
    const define = (name: string, definition: Definition): void => {
      const data = this.definition({ namespace: namespace.name, name });
      data.definition = definition;
      defined.push(data);
    };
    namespace.aliases.forEach((alias) => define(alias.name, { kind: "alias", alias }));
    namespace.types.forEach((type) => define(type.name, type));
    const present = new Set(defined);
    this.#names(namespace.name).forEach((data) => {
      if (!present.has(data)) {
        data.definition = undefined;
      }
    });
    const known = before ?? new NamespaceData(namespace, this.#queries);
    this.#byName.set(namespace.name, known);
    known.update(namespace, defined);
    return known;
  }
}
