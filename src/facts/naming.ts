import type { Api, Name, Namespace, Route } from "../ir/api.js";
import type { Lookup } from "../ir/walk.js";
import { unnamedParts } from "./unnamed-parts.js";

/** Subpaths of a generated package that are not namespaces. */
const reservedFolders = new Set(["client", "index", "oauth", "runtime", "schema", "server", "testing"]);

/** The members of clients, servers and the main module other than namespaces. */
const otherNames = [
  ...["asAdmin", "asMember", "binding", "options", "then", "tokens", "with"],
  ...["allowedOrigins", "authenticate", "bodyTimeout", "handlerTimeout", "hasPermission", "maxBodyBytes"],
  ...["maxUploadBytes", "onError", "onReply", "permissions", "random", "requestId"],
  ...["call", "callLaunch", "callList", "callPaged", "callPoll", "createClient", "createCore", "createHandler"],
  ...["download", "downloadUrl", "errorPath", "errorSummary", "exactJson", "isApiError", "isRouteError", "match"],
  ...["notImplemented", "parseJson", "stringifyJson", "unimplemented", "upload"],
];

/**
 * Words that cannot be names of constants and functions: reserved words, type operators (`readonly.Metadata` is not a
 * type), and the variables of CommonJS modules.
 */
const reservedWords = new Set(
  (
    "infer keyof readonly unique exports module require " +
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/** The words of a name in any spelling: `list_folder/continue` and `listFolderContinue` alike. */
function words(name: string): string[] {
  return name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
}

export function pascalCase(name: string): string {
  if (/^[A-Z][A-Za-z0-9]*$/.test(name)) {
    return name;
  }
  const joined = words(name)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("");
  return /^[A-Za-z]/.test(joined) ? joined : `_${joined}`;
}

/** A name for a constant or function, such as `uploadSession`. */
export function camelCase(name: string): string {
  const camel = lowerCamelCase(name);
  return reservedWords.has(camel) ? `${camel}_` : camel;
}

/** A name for a method, which may be a reserved word. */
function lowerCamelCase(name: string): string {
  const joined = pascalCase(name);
  return `${joined.charAt(0).toLowerCase()}${joined.slice(1)}`;
}

/** Allocates unique names. */
class Allocator {
  readonly #taken = new Set<string>();

  take(wish: string): string {
    let name = wish;
    while (this.#taken.has(name)) {
      name += "_";
    }
    this.#taken.add(name);
    return name;
  }
}

/** The names of a namespace. Those inside it are computed on demand: an incremental build does not need all of them. */
class NamespaceNames {
  readonly folder: string;
  readonly identifier: string;
  readonly #namespace: Namespace;
  readonly #lookup: Lookup;
  #names: NamesInNamespace | undefined;

  constructor(folder: string, identifier: string, namespace: Namespace, lookup: Lookup) {
    this.folder = folder;
    this.identifier = identifier;
    this.#namespace = namespace;
    this.#lookup = lookup;
  }

  get inside(): NamesInNamespace {
    return (this.#names ??= nameNamespace(this.#namespace, this.#lookup));
  }
}

interface NamesInNamespace {
  readonly types: ReadonlyMap<string, string>;
  /** Names derived from types: views, variants, and parts of routes without a name in the specification. */
  readonly derived: ReadonlyMap<string, string>;
  readonly routes: ReadonlyMap<string, string>;
  /** The methods of clients and handlers that belong to the routes. */
  readonly methods: ReadonlyMap<string, string>;
}

/** Spells every generated name. */
export class Naming {
  readonly #namespaces: ReadonlyMap<string, NamespaceNames>;

  /** `otherFolders` are additional folders of the package that no namespace may use. */
  constructor(api: Api, lookup: Lookup, otherFolders: readonly string[] = []) {
    const folders = new Allocator();
    [...reservedFolders, ...otherFolders].forEach((folder) => folders.take(folder));
    const identifiers = new Allocator();
    otherNames.forEach((name) => identifiers.take(name));
    this.#namespaces = new Map(
      api.namespaces.map((namespace) => [
        namespace.name,
        new NamespaceNames(
          folders.take(namespace.name.toLowerCase()),
          identifiers.take(camelCase(namespace.name)),
          namespace,
          lookup,
        ),
      ]),
    );
  }

  /** The folder of a namespace, which is also its subpath in the package. */
  folder(namespace: string): string {
    return this.#of(namespace).folder;
  }

  /** The identifier of a namespace: `files` in `files.Metadata`, and the property of the client. */
  namespace(namespace: string): string {
    return this.#of(namespace).identifier;
  }

  /** The function that creates the part of a client for a namespace: `filesClient`. */
  client(namespace: string): string {
    return `${this.namespace(namespace)}Client`;
  }

  /** The interface of the handlers of a namespace: `FilesHandlers`. */
  handlers(namespace: string): string {
    return `${pascalCase(this.namespace(namespace))}Handlers`;
  }

  /** The readable form of a type: `Metadata`. */
  type({ namespace, name }: Name): string {
    return this.#of(namespace).inside.types.get(name) ?? missing(namespace, name);
  }

  /** Whether there is a generated type: not for the schema of attributes, nor for filtered types. */
  hasType({ namespace, name }: Name): boolean {
    return this.#namespaces.get(namespace)?.inside.types.has(name) === true;
  }

  /** The writable form of a type: `MetadataInput`. */
  input(name: Name): string {
    return this.#derived(name, "Input");
  }

  /** The fields that all subtypes of a struct have: `MetadataFields`. */
  fields(name: Name): string {
    return this.#derived(name, "Fields");
  }

  fieldsInput(name: Name): string {
    return this.#derived(name, "FieldsInput");
  }

  /** A variant that is a struct: `MetadataFile`. */
  variant(name: Name, tag: string): string {
    return this.#derived(name, `variant ${tag}`);
  }

  variantInput(name: Name, tag: string): string {
    return this.#derived(name, `variant ${tag} Input`);
  }

  /** The interface of unknown subtypes: `MetadataUnknown`. */
  unknownVariant(name: Name): string {
    return this.#derived(name, "Unknown");
  }

  /** The method of a route, which may be a reserved word: `delete`. */
  method(namespace: string, route: Route): string {
    return this.#of(namespace).inside.methods.get(routeKey(route)) ?? missing(namespace, route.name);
  }

  /** The constant of a route: `listFolderContinue`. */
  route(namespace: string, route: Route): string {
    return this.#of(namespace).inside.routes.get(routeKey(route)) ?? missing(namespace, route.name);
  }

  /** The stem of the codec names for a part of a route whose type has no name: `GroupsGetInfoResult`. */
  routePart(namespace: string, route: Route, part: "arg" | "result" | "error"): string {
    return this.#of(namespace).inside.derived.get(`${routeKey(route)} ${part}`) ?? missing(namespace, route.name);
  }

  /** All names that are generated in a namespace. */
  allNames(namespace: string): readonly (readonly [string, string])[] {
    const { types, derived, routes } = this.#of(namespace).inside;
    return [...types, ...derived, ...routes];
  }

  #derived({ namespace, name }: Name, what: string): string {
    return this.#of(namespace).inside.derived.get(`${name} ${what}`) ?? missing(namespace, `${name} ${what}`);
  }

  #of(namespace: string): NamespaceNames {
    return this.#namespaces.get(namespace) ?? missing(namespace, "");
  }
}

function missing(namespace: string, name: string): never {
  throw new Error(`There is no generated name for ${namespace}.${name}.`);
}

function routeKey({ name, version }: Route): string {
  return `${name}:${version}`;
}

function versionedName({ name, version }: Route): string {
  return version === 1 ? name : `${name}_v${version}`;
}

function nameNamespace(namespace: Namespace, lookup: Lookup): NamesInNamespace {
  const taken = new Allocator();
  // The names from the specification take precedence over derived ones.
  const types = new Map(
    [...namespace.aliases, ...namespace.types].map(({ name }) => [name, taken.take(pascalCase(name))]),
  );
  const derived = new Map<string, string>();
  for (const [name, type] of types) {
    derived.set(`${name} Input`, taken.take(`${type}Input`));
  }
  for (const type of namespace.types) {
    const stem = types.get(type.name) ?? "";
    if (type.kind === "struct" && type.subtypes !== undefined) {
      derived.set(`${type.name} Fields`, taken.take(`${stem}Fields`));
      derived.set(`${type.name} FieldsInput`, taken.take(`${stem}FieldsInput`));
      derived.set(`${type.name} Unknown`, taken.take(`${stem}Unknown`));
    }
    const variants =
      type.kind === "struct"
        ? (type.subtypes?.tags ?? []).map((tag) => tag.name)
        : type.fields.filter((tag) => lookup.plainStruct(lookup.withoutNull(tag.type))).map((tag) => tag.name);
    for (const tag of variants) {
      derived.set(`${type.name} variant ${tag}`, taken.take(`${stem}${pascalCase(tag)}`));
      derived.set(`${type.name} variant ${tag} Input`, taken.take(`${stem}${pascalCase(tag)}Input`));
    }
  }
  // A namespace's module also has codecs; and an object with `then` would be treated as a promise.
  const routeNames = new Allocator();
  ["then", `${camelCase(namespace.name)}Client`].forEach((name) => routeNames.take(name));
  for (const route of namespace.routes) {
    for (const part of ["arg", "result", "error"] as const) {
      derived.set(`${routeKey(route)} ${part}`, taken.take(pascalCase(`${versionedName(route)}_${part}`)));
    }
  }
  const parts = unnamedParts(namespace).map(({ route, part }) => derived.get(`${routeKey(route)} ${part}`) ?? "");
  [...types.values(), ...parts].forEach((stem) =>
    ["decode", "encode", "redact"].forEach((verb) => routeNames.take(`${verb}${stem}`)),
  );
  const routes = new Map(
    namespace.routes.map((route) => [routeKey(route), routeNames.take(camelCase(versionedName(route)))]),
  );
  // Methods may have the names of reserved words, constants may not.
  const methods = new Map(
    namespace.routes.map((route) => {
      const constant = routes.get(routeKey(route)) ?? "";
      const word = lowerCamelCase(versionedName(route));
      return [routeKey(route), constant === `${word}_` && reservedWords.has(word) ? word : constant];
    }),
  );
  return { types, derived, routes, methods };
}
