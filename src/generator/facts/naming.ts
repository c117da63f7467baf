import type { Name, Route, Type } from "../../ir/api.js";
import { qualified, routeName, type VersionedName } from "../../ir/names.js";

/** Names that the configuration sets in place of derived names. */
export interface ConfiguredNames {
  /** Route, such as `files/copy`, or `files/copy:2` for version 2, to the name of its method and constant. */
  readonly routes?: Readonly<Record<string, string>> | undefined;
  /** Type, such as `files.Metadata`, to the name of its readable form, from which its other names derive. */
  readonly types?: Readonly<Record<string, string>> | undefined;
  /** Tag of a union or a subtype, such as `files.Metadata.file`, to the name of the type of its variant. */
  readonly variants?: Readonly<Record<string, string>> | undefined;
  /** Namespace to its property in clients. In lower case, the property is also the subpath of the namespace. */
  readonly namespaces?: Readonly<Record<string, string>> | undefined;
}

/* The words below are names that a package itself uses. A name of the specification that equals one of them gets an * underscore, whatever the options of the package are. Adding a word is a breaking change, because it renames * everything of this name.
 */

/** Folders and subpaths of a package that are not namespaces. */
const reservedFolders = new Set([
  ...[
    "arbitraries",
    "cjs",
    "client",
    "index",
    "mcp",
    "oauth",
    "otel",
    "query",
    "runtime",
    "schema",
    "schemas",
    "server",
  ],
  "testing",
]);

/** The members of clients, servers and the main module other than namespaces. */
const reservedNamespaces = new Set([
  ...["asAdmin", "asMember", "binding", "options", "then", "tokens", "with"],
  ...["allowedOrigins", "around", "authenticate", "bodyTimeoutMs", "handlerTimeoutMs", "hasPermission", "idempotency"],
  ...["maxBodyBytes", "maxUploadBytes", "onError", "onReply", "permissions", "random", "requestId"],
  ...[
    "call",
    "callChangingList",
    "callLaunch",
    "callList",
    "callPaged",
    "callPoll",
    "createClient",
    "createCore",
    "createHandler",
  ],
  ...["download", "downloadUrl", "errorPath", "errorSummary", "exactJson", "isApiError", "isRouteError", "match"],
  ...["notImplemented", "parseJson", "stringifyJson", "unimplemented", "upload", "uploadInPieces"],
]);

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

/** The types that the modules of types import. */
const reservedTypes = new Set(["UnknownVariant"]);

/** The name of a member that would make JavaScript treat an object or a module as a promise. */
const thenable = "then";

/** Whether a name is valid for a method and a constant. */
export function isRouteIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && !reservedWords.has(name) && name !== thenable;
}

/** Whether a name is valid for a type. */
export function isTypeIdentifier(name: string): boolean {
  return /^[A-Z][A-Za-z0-9]*$/.test(name) && !reservedTypes.has(name);
}

/** The functions of the runtime that modules of checks, codecs and routes import in addition to namespaces. */
const sharedFunctions = [
  "bare",
  "bigInt64",
  "bigUint64",
  "blot",
  "boolean",
  "bytes",
  "catchAll",
  "date",
  "decoder",
  "defineRoute",
  "encoder",
  "flat",
  "flatOrBare",
  "float32",
  "float64",
  "hash",
  "hiddenTag",
  "hiddenVariant",
  "int32",
  "int64",
  "isoDay",
  "isoDayDate",
  "isoMicrosecond",
  "isoSecond",
  "isoSecondDate",
  "list",
  "map",
  "nothing",
  "object",
  "objectOrNothing",
  "optional",
  "own",
  "permits",
  "redacter",
  "rejectUnknown",
  "string",
  "subtypeTag",
  "text",
  "textLinear",
  "timestamp",
  "uint32",
  "uint64",
  "under",
  "unionTag",
  "unknownTag",
  "unknownVariant",
  "unlessDefault",
  "unset",
  "valued",
  "valuedOrBare",
  "withDefault",
  "within",
  "withoutDefault",
] as const;

export type SharedFunction = (typeof sharedFunctions)[number];

/** The names that modules import in addition to namespaces, and the variables of check functions. */
const reservedImports: ReadonlySet<string> = new Set([
  ...sharedFunctions,
  ...["binding", "call", "callChangingList", "callLaunch", "callList", "callPaged", "callPoll", "checks"],
  ...["download", "routes", "rpc", "unimplemented", "upload", "uploadInPieces", "withoutArg", "withoutResult"],
  ...["createServerOfTools", "infiniteQuery", "instrument", "readingQuery", "schemaOf", "shapes", "signPayload"],
  ...["definitions", "errors", "read", "signWebhook", "webhookHandler", "write"],
  ...["fields", "mode", "tag", "value"],
]);

/** Matches the names of declarations in such modules, and of their imports of all values of another module. */
const reservedImport = /^(?:check|decode|encode|redact|tagsOf)(?![a-z])|(?:Checks|Client|Routes)$/;

/** Whether a name is valid for a namespace in clients, handlers and the main module, and for its subpath. */
export function isNamespaceIdentifier(name: string): boolean {
  const isFree = isRouteIdentifier(name) && !reservedNamespaces.has(name) && !reservedFolders.has(name.toLowerCase());
  return /^[a-z][A-Za-z0-9]*$/.test(name) && isFree;
}

/** Splits a name at all characters but letters and digits: `list_folder/continue` has three words. */
function words(name: string): string[] {
  return name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
}

/** The results of {@link pascalCase}, which is called dozens of times for each name of a specification. */
const pascalCased = new Map<string, string>();

export function pascalCase(name: string): string {
  const cachedName = pascalCased.get(name);
  if (cachedName !== undefined) {
    return cachedName;
  }
  const joined = words(name)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("");
  const result = /^[A-Za-z]/.test(joined) ? joined : `_${joined}`;
  pascalCased.set(name, result);
  return result;
}

/** Returns a name for a constant or function, such as `uploadSession`. */
export function camelCase(name: string): string {
  const camel = lowerCamelCase(name);
  return reservedWords.has(camel) || camel === thenable ? `${camel}_` : camel;
}

/** Returns a name for a method, which may be a reserved word. */
function lowerCamelCase(name: string): string {
  const joined = pascalCase(name);
  return `${joined.charAt(0).toLowerCase()}${joined.slice(1)}`;
}

/**
 * Spells every generated name. A name depends only on the thing that it names, so that a new definition never changes the
 * name of another one. `findNameClashes` finds names that are not unique.
 */
export class Naming {
  readonly #routes: ReadonlyMap<string, string>;
  readonly #types: ReadonlyMap<string, string>;
  readonly #variants: ReadonlyMap<string, string>;
  readonly #namespaces: ReadonlyMap<string, string>;

  constructor({ routes = {}, types = {}, variants = {}, namespaces = {} }: ConfiguredNames = {}) {
    this.#routes = new Map(Object.entries(routes));
    this.#types = new Map(Object.entries(types));
    this.#variants = new Map(Object.entries(variants));
    this.#namespaces = new Map(Object.entries(namespaces));
  }

  /** Returns the folder of a namespace, which is also its subpath in the package. */
  folder(namespace: string): string {
    const folder = (this.#namespaces.get(namespace) ?? namespace).toLowerCase();
    return reservedFolders.has(folder) ? `${folder}_` : folder;
  }

  /** Returns the identifier of a namespace: `files` in `files.Metadata`, and the property of the client. */
  namespace(namespace: string): string {
    const identifier = this.#namespaces.get(namespace) ?? camelCase(namespace);
    return reservedNamespaces.has(identifier) ? `${identifier}_` : identifier;
  }

  /** Returns the local name under which modules of the package import the types of a namespace: `files` in `files.Metadata`. */
  namespaceImport(namespace: string): string {
    const identifier = this.namespace(namespace);
    const isFree = /^[a-z]/.test(identifier) && !reservedImports.has(identifier) && !reservedImport.test(identifier);
    return isFree ? identifier : `${identifier}_`;
  }

  /** Returns the name of the function that creates the part of a client for a namespace: `filesClient`. */
  client(namespace: string): string {
    return `${this.namespace(namespace)}Client`;
  }

  /** Returns the interface of the handlers of a namespace: `FilesHandlers`. */
  handlers(namespace: string): string {
    return `${pascalCase(this.namespace(namespace))}Handlers`;
  }

  /** Returns the readable form of a type: `Metadata`. */
  type({ namespace, name }: Name): string {
    const configured = this.#types.size === 0 ? undefined : this.#types.get(`${namespace}.${name}`);
    const type = configured ?? pascalCase(name);
    return reservedTypes.has(type) ? `${type}_` : type;
  }

  /** Returns the writable form of a type: `MetadataInput`. */
  input(name: Name): string {
    return `${this.type(name)}Input`;
  }

  /** Returns the interface of the fields that all subtypes of a struct share: `MetadataFields`. */
  fields(name: Name): string {
    return `${this.type(name)}Fields`;
  }

  fieldsInput(name: Name): string {
    return `${this.type(name)}FieldsInput`;
  }

  /** Returns the interface of a variant whose value is a struct: `MetadataFile`. */
  variant(name: Name, tag: string): string {
    const configured = this.#variants.size === 0 ? undefined : this.#variants.get(`${qualified(name)}.${tag}`);
    return configured ?? `${this.type(name)}${pascalCase(tag)}`;
  }

  variantInput(name: Name, tag: string): string {
    return `${this.variant(name, tag)}Input`;
  }

  /** Returns the interface of unknown subtypes: `MetadataUnknown`. */
  unknownVariant(name: Name): string {
    return `${this.type(name)}Unknown`;
  }

  /** Returns the method of a route, which may be a reserved word: `delete`. */
  method(namespace: string, route: VersionedName): string {
    const method = this.#configured(namespace, route) ?? lowerCamelCase(versionedName(route));
    return method === thenable ? `${method}_` : method;
  }

  /** Returns the constant of a route: `listFolderContinue`. */
  route(namespace: string, route: VersionedName): string {
    return this.#configured(namespace, route) ?? camelCase(versionedName(route));
  }

  /** Returns the method of an upload session: `uploadSessionInPieces`. `session` is the common prefix of the route names. */
  session(session: string): string {
    return `${lowerCamelCase(session === "" ? "upload" : session)}InPieces`;
  }

  /**
   * Returns the stem of the codec names for a part of a route whose type has no name: `GroupsGetInfo_Result`. The stem is
   * unique, because type names contain no underscore inside.
   */
  routePart(namespace: string, route: VersionedName, part: RoutePart): string {
    const stem = pascalCase(this.#configured(namespace, route) ?? versionedName(route));
    return `${stem}_${pascalCase(part)}`;
  }

  #configured(namespace: string, route: VersionedName): string | undefined {
    return this.#routes.size === 0 ? undefined : this.#routes.get(routeName(namespace, route));
  }
}

export function versionedName({ name, version }: VersionedName): string {
  return version === 1 ? name : `${name}_v${version}`;
}

type RoutePart = "arg" | "result" | "error";

/**
 * A part of a route whose type has no name in the specification. Its codecs and its check are named after the route.
 */
export interface UnnamedPart {
  readonly route: VersionedName;
  readonly part: RoutePart;
  readonly type: Type;
}

/** Returns the parts of routes that have their own codecs. The codecs of Void are in the runtime. */
export function unnamedParts(routes: readonly Route[]): UnnamedPart[] {
  return routes.flatMap((route) =>
    (["arg", "result", "error"] as const)
      .map((part) => ({ route: { name: route.name, version: route.version }, part, type: route[part] }))
      .filter(({ type }) => type.kind !== "ref" && type.kind !== "void"),
  );
}
