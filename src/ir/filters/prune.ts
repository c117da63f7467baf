import type { Api, Doc, DocPart, Field, Name, Route, Type, Alias } from "../api.js";
import { qualified, routeName, routesByName } from "../names.js";
import { namesInType, reachableNames } from "../references.js";
import { Lookup } from "../walk.js";
import { schemaFields } from "./attributes.js";
import type { Problems } from "./problems.js";
import { canonicalRoute, routeId, unknownNames, type RouteWhitelist } from "./whitelist.js";

/**
 * Returns the API with only the routes and types of a whitelist and their dependencies (CLI-20 to CLI-24). Only routes,
 * structs and unions are removed. An alias may then refer to a removed type; see `dropDanglingAliases`. References in
 * documentation may also refer to removed definitions. Types that the schema of route attributes refers to are always
 * kept.
 */
export function pruneToWhitelist(api: Api, whitelist: RouteWhitelist): Api | Problems {
  const unknown = unknownNames(whitelist, api);
  if (unknown.length > 0) {
    return { problems: unknown.map((problem) => `Route whitelist: ${problem}`) };
  }
  const isListed = routeTest(whitelist);
  const kept = collectDependencies(whitelist, api, isListed).follow();
  if (kept.problems.length > 0) {
    return { problems: kept.problems };
  }
  const namespaces = api.namespaces.map((namespace) => ({
    ...namespace,
    types: namespace.types.filter(({ name }) => kept.types.has(qualified({ namespace: namespace.name, name }))),
    routes: namespace.routes.filter(
      (route) => isListed(namespace.name, route) || kept.routes.has(routeName(namespace.name, route)),
    ),
  }));
  return { ...api, namespaces };
}

type IsListed = (namespace: string, route: { readonly name: string; readonly version: number }) => boolean;

function routeTest({ route_whitelist }: RouteWhitelist): IsListed {
  const listed = new Map(
    Object.entries(route_whitelist).map(([namespace, routes]) => [namespace, new Set(routes.map(canonicalRoute))]),
  );
  return (namespace, route) => {
    const routes = listed.get(namespace);
    return routes !== undefined && (routes.has("*") || routes.has(routeId(route)));
  };
}

function collectDependencies(whitelist: RouteWhitelist, api: Api, isListed: IsListed): Dependencies {
  const { route_whitelist, datatype_whitelist } = whitelist;
  const dependencies = new Dependencies(api);
  for (const { name, doc, routes } of api.namespaces) {
    if (Object.hasOwn(route_whitelist, name) || Object.hasOwn(datatype_whitelist, name)) {
      dependencies.startFromNamespaceDoc(doc, name);
    }
    for (const route of routes.filter((candidate) => isListed(name, candidate))) {
      dependencies.startFromRoute(route);
    }
  }
  for (const [namespace, names] of Object.entries(datatype_whitelist)) {
    for (const name of names) {
      dependencies.startFromType({ namespace, name });
    }
  }
  // Stone removes these types, although values of attributes still refer to them.
  dependencies.startFromFields(schemaFields(api).map(({ field }) => field));
  return dependencies;
}

/** The definitions that a whitelist keeps in addition to the routes that it lists. */
interface Kept {
  /** The full names of structs and unions, such as `files.Metadata`. */
  readonly types: ReadonlySet<string>;
  /** The keys of routes that the documentation of kept types refers to. */
  readonly routes: ReadonlySet<string>;
  /** Unresolved references in documentation. */
  readonly problems: readonly string[];
}

/** Finds what is reachable from starting points through types and documentation (CLI-21 to CLI-23). */
class Dependencies {
  readonly #lookup: Lookup;
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #seen = new Set<string>();
  readonly #pending: Name[] = [];
  readonly #types = new Set<string>();
  readonly #keptRoutes = new Set<string>();
  readonly #problems: string[] = [];

  constructor(api: Api) {
    this.#lookup = new Lookup(api);
    this.#routes = routesByName(api);
  }

  /** Adds the types of a route, and those that its documentation refers to, as starting points. */
  startFromRoute(route: Route): void {
    this.#addRouteTypes(route);
    this.startFromDoc(route.doc);
  }

  startFromType(name: Name): void {
    this.#pending.push(name);
  }

  /**
   * Adds the types that documentation refers to as starting points. Of routes that it refers to, only the types are
   * added.
   */
  startFromDoc(doc: Doc | undefined): void {
    for (const part of doc?.parts ?? []) {
      this.#addDocPart(part);
    }
  }

  /**
   * Checks the references in the documentation of a namespace, which the compiler does not (CLI-23), and starts from
   * it.
   */
  startFromNamespaceDoc(doc: Doc | undefined, namespace: string): void {
    this.#checkDoc(doc, `the namespace '${namespace}'`);
    this.startFromDoc(doc);
  }

  startFromFields(fields: readonly Field[]): void {
    this.#addTypes(fields.map(({ type }) => type));
  }

  /** Returns everything that is reachable from the starting points. */
  follow(): Kept {
    for (let name = this.#pending.pop(); name !== undefined; name = this.#pending.pop()) {
      const id = qualified(name);
      if (!this.#seen.has(id)) {
        this.#seen.add(id);
        this.#followDefinition(name, id);
      }
    }
    return { types: this.#types, routes: this.#keptRoutes, problems: this.#problems };
  }

  #followDefinition(name: Name, id: string): void {
    const definition = this.#lookup.definition(name);
    if (definition.kind === "alias") {
      this.#checkDoc(definition.alias.doc, `the alias '${id}'`);
      this.#followDoc(definition.alias.doc);
      this.#addTypes([definition.alias.type]);
      return;
    }
    this.#types.add(id);
    this.#followDoc(definition.doc);
    for (const field of definition.fields) {
      this.#followDoc(field.doc);
    }
    this.#addTypes(definition.fields.map(({ type }) => type));
    if (definition.parent !== undefined) {
      this.#pending.push(definition.parent);
    }
    if (definition.kind === "struct" && definition.subtypes !== undefined) {
      this.#pending.push(...definition.subtypes.tags.map(({ type }) => type));
    }
  }

  /**
   * Follows the documentation of a definition that has been reached. Unlike for a starting point, routes that it refers
   * to are kept (CLI-22).
   */
  #followDoc(doc: Doc | undefined): void {
    for (const part of doc?.parts ?? []) {
      this.#addDocPart(part);
      if (typeof part === "object" && part.kind === "route") {
        this.#keptRoutes.add(routeName(part.namespace, part));
      }
    }
  }

  #addDocPart(part: DocPart): void {
    if (typeof part === "string") {
      return;
    }
    if (part.kind === "type") {
      this.#pending.push(part);
    } else if (part.kind === "field") {
      this.#pending.push(part.type);
    } else if (part.kind === "route") {
      const route = this.#routes.get(routeName(part.namespace, part));
      if (route !== undefined) {
        this.#addRouteTypes(route);
      }
    }
  }

  #addRouteTypes({ arg, result, error }: Route): void {
    this.#addTypes([arg, result, error]);
  }

  #addTypes(types: readonly Type[]): void {
    this.#pending.push(...types.flatMap(namesInType));
  }

  /** Reports unresolved references, which are still text in compiled documentation. */
  #checkDoc(doc: Doc | undefined, owner: string): void {
    for (const part of doc?.parts ?? []) {
      const [reference] = (typeof part === "string" ? /:[A-z]+:`[^\n`]*`/.exec(part) : undefined) ?? [];
      if (reference !== undefined) {
        this.#problems.push(
          `The documentation of ${owner} has the unresolved reference ${reference}. With a route whitelist, all references must be valid.`,
        );
      }
    }
  }
}

/**
 * Returns the API without aliases that refer to types removed by a route whitelist, directly or through other aliases.
 * CLI-24 keeps all aliases, but emitters require that every reference resolves.
 */
export function dropDanglingAliases(api: Api): Api {
  const types = new Set<string>(
    [...api.namespaces, ...(api.stoneCfg === undefined ? [] : [api.stoneCfg])].flatMap((namespace) =>
      namespace.types.map(({ name }) => `${namespace.name}.${name}`),
    ),
  );
  const aliases = new Map<string, Alias>(
    api.namespaces.flatMap((namespace) =>
      namespace.aliases.map((alias) => [`${namespace.name}.${alias.name}`, alias] as const),
    ),
  );
  const namesInAlias = (name: Name): readonly Name[] => {
    const alias = aliases.get(qualified(name));
    return alias === undefined ? [] : namesInType(alias.type);
  };
  const isWhole = (type: Type): boolean =>
    reachableNames(namesInType(type), namesInAlias).every(
      (name) => aliases.has(qualified(name)) || types.has(qualified(name)),
    );
  const keep = (list: readonly Alias[]): readonly Alias[] => list.filter((alias) => isWhole(alias.type));
  return {
    ...api,
    namespaces: api.namespaces.map((namespace) => ({ ...namespace, aliases: keep(namespace.aliases) })),
  };
}
