import type { Name } from "../ir/api.js";
import type { VersionedName } from "../ir/names.js";
import type { Lookup } from "../ir/walk.js";
import type { Queries } from "../queries/queries.js";
import type { Query } from "../queries/query.js";
import type { Result } from "../queries/result.js";
import type { ApiData, DefinitionData, NamespaceData } from "./api-data.js";
import { unnamedParts, type RoutePart } from "./unnamed-parts.js";

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

/** The names of a struct, union or alias. */
interface DefinitionNames {
  readonly type: string;
  readonly input: string;
  /** Those of a struct with subtypes. */
  readonly tree: { readonly fields: string; readonly fieldsInput: string; readonly unknown: string } | undefined;
  /** Those of the variants that are structs, by tag. */
  readonly variants: ReadonlyMap<string, { readonly type: string; readonly input: string }>;
}

/** What the names of a definition are derived from. */
interface NamedParts {
  readonly isTree: boolean;
  /** The tags of the variants that are structs. */
  readonly variants: readonly string[];
}

/** The names of the routes of a namespace, by {@link routeKey}. */
interface RouteNames {
  readonly constants: ReadonlyMap<string, string>;
  /** The methods of clients and handlers that belong to the routes. */
  readonly methods: ReadonlyMap<string, string>;
  /** The stems for the parts of a route, by the key and the part. */
  readonly parts: ReadonlyMap<string, string>;
}

/** A class, so that other processes compare the names of definitions one by one, instead of all at once. */
class NamesInNamespace {
  readonly definitions: ReadonlyMap<string, DefinitionNames>;
  readonly routes: RouteNames;

  constructor(definitions: ReadonlyMap<string, DefinitionNames>, routes: RouteNames) {
    this.definitions = definitions;
    this.routes = routes;
  }
}

/** The names of a namespace among the others. */
interface NamespaceNames {
  readonly folder: string;
  readonly identifier: string;
  readonly handlers: string;
}

/** Spells every generated name. */
export class Naming {
  readonly #data: ApiData;
  readonly #namespaces: Result<undefined, ReadonlyMap<string, NamespaceNames>>;
  readonly #definitions: Query<DefinitionData, DefinitionNames | undefined>;
  readonly #routes: Query<NamespaceData, RouteNames>;

  /** `otherFolders` are additional folders of the package that no namespace may use. */
  constructor(data: ApiData, lookup: Lookup, queries: Queries, otherFolders: readonly string[] = []) {
    this.#data = data;
    this.#namespaces = queries.single(() => nameNamespaces(data, otherFolders), "namespace names");
    const parts = queries.query((definition: DefinitionData) => namedParts(definition, lookup));
    const routes = queries.query((namespace: NamespaceData) => namedRoutes(namespace));
    // A new name in a namespace may take the name of another definition, but hardly ever does.
    const inside = queries.query(
      (namespace: NamespaceData) => nameInside(namespace, routes.get(namespace), (definition) => parts.get(definition)),
      "names inside",
    );
    this.#definitions = queries.query(
      (definition) =>
        this.#namespaces.get().has(definition.namespace)
          ? inside.get(data.namespace(definition.namespace)).definitions.get(definition.name)
          : undefined,
      "definition names",
    );
    this.#routes = queries.query((namespace) => inside.get(namespace).routes, "route names");
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
    return this.#of(namespace).handlers;
  }

  /** The readable form of a type: `Metadata`. */
  type(name: Name): string {
    return this.#definition(name).type;
  }

  /** Whether there is a generated type: not for the schema of attributes, nor for filtered types. */
  hasType(name: Name): boolean {
    return this.#definitions.get(this.#data.definition(name)) !== undefined;
  }

  /** The writable form of a type: `MetadataInput`. */
  input(name: Name): string {
    return this.#definition(name).input;
  }

  /** The fields that all subtypes of a struct have: `MetadataFields`. */
  fields(name: Name): string {
    return this.#tree(name).fields;
  }

  fieldsInput(name: Name): string {
    return this.#tree(name).fieldsInput;
  }

  /** A variant that is a struct: `MetadataFile`. */
  variant(name: Name, tag: string): string {
    return this.#variant(name, tag).type;
  }

  variantInput(name: Name, tag: string): string {
    return this.#variant(name, tag).input;
  }

  /** The interface of unknown subtypes: `MetadataUnknown`. */
  unknownVariant(name: Name): string {
    return this.#tree(name).unknown;
  }

  /** The method of a route, which may be a reserved word: `delete`. */
  method(namespace: string, route: VersionedName): string {
    return this.#routesOf(namespace).methods.get(routeKey(route)) ?? missing(namespace, route.name);
  }

  /** The constant of a route: `listFolderContinue`. */
  route(namespace: string, route: VersionedName): string {
    return this.#routesOf(namespace).constants.get(routeKey(route)) ?? missing(namespace, route.name);
  }

  /** The stem of the codec names for a part of a route whose type has no name: `GroupsGetInfoResult`. */
  routePart(namespace: string, route: VersionedName, part: RoutePart): string {
    return this.#routesOf(namespace).parts.get(`${routeKey(route)} ${part}`) ?? missing(namespace, route.name);
  }

  #definition(name: Name): DefinitionNames {
    return this.#definitions.get(this.#data.definition(name)) ?? missing(name.namespace, name.name);
  }

  #tree(name: Name): NonNullable<DefinitionNames["tree"]> {
    return this.#definition(name).tree ?? missing(name.namespace, name.name);
  }

  #variant(name: Name, tag: string): { readonly type: string; readonly input: string } {
    return this.#definition(name).variants.get(tag) ?? missing(name.namespace, `${name.name}.${tag}`);
  }

  #routesOf(namespace: string): RouteNames {
    return this.#routes.get(this.#data.namespace(namespace));
  }

  #of(namespace: string): NamespaceNames {
    return this.#namespaces.get().get(namespace) ?? missing(namespace, "");
  }
}

function missing(namespace: string, name: string): never {
  throw new Error(`There is no generated name for ${namespace}.${name}.`);
}

function routeKey({ name, version }: VersionedName): string {
  return `${name}:${version}`;
}

function versionedName({ name, version }: VersionedName): string {
  return version === 1 ? name : `${name}_v${version}`;
}

function nameNamespaces({ namespaces }: ApiData, otherFolders: readonly string[]): ReadonlyMap<string, NamespaceNames> {
  const folders = new Allocator();
  [...reservedFolders, ...otherFolders].forEach((folder) => folders.take(folder));
  const identifiers = new Allocator();
  otherNames.forEach((name) => identifiers.take(name));
  const interfaces = new Allocator();
  return new Map(
    namespaces.map(({ name }) => {
      const identifier = identifiers.take(camelCase(name));
      // The identifiers of `a-b` and `a_b` differ in what PascalCase leaves out.
      const handlers = interfaces.take(`${pascalCase(identifier)}Handlers`);
      return [name, { folder: folders.take(name.toLowerCase()), identifier, handlers }];
    }),
  );
}

function namedParts(name: DefinitionData, lookup: Lookup): NamedParts {
  const definition = lookup.definition(name);
  switch (definition.kind) {
    case "alias":
      return { isTree: false, variants: [] };
    case "struct":
      return {
        isTree: definition.subtypes !== undefined,
        variants: definition.subtypes?.tags.map((tag) => tag.name) ?? [],
      };
    case "union":
      return {
        isTree: false,
        variants: definition.fields
          .filter((tag) => lookup.plainStruct(lookup.withoutNull(tag.type)))
          .map((tag) => tag.name),
      };
  }
}

/** A route of a namespace, and which of its parts have codecs that are named after it. */
interface NamedRoute extends VersionedName {
  readonly unnamed: readonly RoutePart[];
}

function namedRoutes({ routes }: NamespaceData): readonly NamedRoute[] {
  return routes.map((route) => ({
    name: route.name,
    version: route.version,
    unnamed: unnamedParts([route]).map(({ part }) => part),
  }));
}

function nameInside(
  namespace: NamespaceData,
  routes: readonly NamedRoute[],
  partsOf: (definition: DefinitionData) => NamedParts,
): NamesInNamespace {
  const taken = new Allocator();
  // The names from the specification take precedence over derived ones.
  const types = namespace.definitions.map((definition) => ({
    definition,
    type: taken.take(pascalCase(definition.name)),
  }));
  const named = types.map((each) => ({ ...each, input: taken.take(`${each.type}Input`) }));
  const definitions = new Map<string, DefinitionNames>();
  for (const { definition, type, input } of named) {
    const { isTree, variants } = partsOf(definition);
    const tree = isTree
      ? {
          fields: taken.take(`${type}Fields`),
          fieldsInput: taken.take(`${type}FieldsInput`),
          unknown: taken.take(`${type}Unknown`),
        }
      : undefined;
    const ofVariants = variants.map((tag) => {
      const stem = `${type}${pascalCase(tag)}`;
      return [tag, { type: taken.take(stem), input: taken.take(`${stem}Input`) }] as const;
    });
    definitions.set(definition.name, { type, input, tree, variants: new Map(ofVariants) });
  }
  const stems = types.map(({ type }) => type);
  return new NamesInNamespace(definitions, nameRoutes(namespace, routes, stems, taken));
}

function nameRoutes(
  { name: namespace }: NamespaceData,
  routes: readonly NamedRoute[],
  types: readonly string[],
  taken: Allocator,
): RouteNames {
  // A namespace's module also has codecs; and an object with `then` would be treated as a promise.
  const routeNames = new Allocator();
  ["then", `${camelCase(namespace)}Client`].forEach((name) => routeNames.take(name));
  const parts = new Map(
    routes.flatMap((route) =>
      (["arg", "result", "error"] as const).map(
        (part) => [`${routeKey(route)} ${part}`, taken.take(pascalCase(`${versionedName(route)}_${part}`))] as const,
      ),
    ),
  );
  const unnamed = routes.flatMap((route) => route.unnamed.map((part) => parts.get(`${routeKey(route)} ${part}`) ?? ""));
  [...types, ...unnamed].forEach((stem) =>
    ["decode", "encode", "redact"].forEach((verb) => routeNames.take(`${verb}${stem}`)),
  );
  const constants = new Map(routes.map((route) => [routeKey(route), routeNames.take(camelCase(versionedName(route)))]));
  // Methods may have the names of reserved words, constants may not.
  const methods = new Map(
    routes.map((route) => {
      const constant = constants.get(routeKey(route)) ?? "";
      const word = lowerCamelCase(versionedName(route));
      return [routeKey(route), constant === `${word}_` && reservedWords.has(word) ? word : constant];
    }),
  );
  return { constants, methods, parts };
}
