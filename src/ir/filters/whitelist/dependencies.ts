import type { Api, Doc, DocPart, Field, Name, Route, Type } from "../../api.js";
import { namesInType } from "../../references.js";
import { qualified } from "../../names.js";
import { Lookup } from "../../walk.js";

/** The definitions that a whitelist keeps in addition to the routes that it lists. */
export interface Kept {
  /** The full names of structs and unions, such as `files.Metadata`. */
  readonly types: ReadonlySet<string>;
  /** The keys of routes that the documentation of kept types refers to. */
  readonly routes: ReadonlySet<string>;
  /** Unresolved references in documentation. */
  readonly problems: readonly string[];
}

/** Finds what is reachable from starting points through types and documentation (CLI-21 to CLI-23). */
export class Dependencies {
  readonly #lookup: Lookup;
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #seen = new Set<string>();
  readonly #pending: Name[] = [];
  readonly #types = new Set<string>();
  readonly #keptRoutes = new Set<string>();
  readonly #problems: string[] = [];

  constructor(api: Api) {
    this.#lookup = new Lookup(api);
    this.#routes = new Map(
      api.namespaces.flatMap(({ name, routes }) => routes.map((route) => [routeKey(name, route), route] as const)),
    );
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
        this.#keptRoutes.add(routeKey(part.namespace, part));
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
      const route = this.#routes.get(routeKey(part.namespace, part));
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

export function routeKey(
  namespace: string,
  { name, version }: { readonly name: string; readonly version: number },
): string {
  return `${namespace}.${name}:${version}`;
}
