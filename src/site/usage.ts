import type { Api, Name, Namespace, Route, Type } from "../ir/api.js";
import { qualified } from "../ir/names.js";
import { namesInType } from "../ir/references.js";

type RoutePart = "argument" | "result" | "error";

/** A route that uses a type in its argument, result or error, and its namespace. */
export interface RouteUse {
  readonly namespace: Namespace;
  readonly route: Route;
  readonly parts: readonly RoutePart[];
}

/** The uses of a type: in routes, and in fields, tags and aliases of other types. */
export interface Usage {
  readonly routes: readonly RouteUse[];
  readonly types: readonly Name[];
  /** The structs and unions that extend the type. */
  readonly children: readonly Name[];
}

const none: Usage = { routes: [], types: [], children: [] };

/** Where the types of an API are used (SITE-18). */
export class Usages {
  readonly #found = new Map<string, { routes: RouteUse[]; types: Name[]; children: Name[] }>();

  constructor(api: Api) {
    for (const namespace of api.namespaces) {
      for (const { name, type } of namespace.aliases) {
        this.#addTypes([type], { namespace: namespace.name, name });
      }
      for (const { name, fields, parent } of namespace.types) {
        const user = { namespace: namespace.name, name };
        this.#addTypes(
          fields.map(({ type }) => type),
          user,
        );
        if (parent !== undefined) {
          this.#of(parent).children.push(user);
        }
      }
      namespace.routes.forEach((route) => this.#addRoute(namespace, route));
    }
  }

  of({ namespace, name }: Name): Usage {
    return this.#found.get(`${namespace}.${name}`) ?? none;
  }

  /** Whether callers send values of a type, but services do not. */
  isOnlyWritten(name: Name): boolean {
    return this.#isReached(name, "argument") && !this.#isReached(name, "result") && !this.#isReached(name, "error");
  }

  /** Whether a part of some route contains a type, at any depth. */
  #isReached(name: Name, part: RoutePart): boolean {
    const queue = [name];
    const seen = new Set<string>();
    for (const each of queue) {
      const { children, routes, types } = this.of(each);
      if (routes.some(({ parts }) => parts.includes(part))) {
        return true;
      }
      const users = [...types, ...children].filter((user) => !seen.has(qualified(user)));
      users.forEach((user) => seen.add(qualified(user)));
      queue.push(...users);
    }
    return false;
  }

  #of({ namespace, name }: Name): { routes: RouteUse[]; types: Name[]; children: Name[] } {
    const key = `${namespace}.${name}`;
    const usage = this.#found.get(key) ?? { routes: [], types: [], children: [] };
    this.#found.set(key, usage);
    return usage;
  }

  #addTypes(types: readonly Type[], user: Name): void {
    const used = new Set(types.flatMap(namesInType));
    for (const usage of new Set([...used].map((name) => this.#of(name)))) {
      usage.types.push(user);
    }
  }

  #addRoute(namespace: Namespace, route: Route): void {
    const parts = new Map<object, { readonly name: Name; readonly parts: RoutePart[] }>();
    for (const [part, type] of [
      ["argument", route.arg],
      ["result", route.result],
      ["error", route.error],
    ] as const) {
      for (const name of namesInType(type)) {
        const usage = this.#of(name);
        const entry = parts.get(usage) ?? { name, parts: [] };
        entry.parts.push(part);
        parts.set(usage, entry);
      }
    }
    for (const entry of parts.values()) {
      this.#of(entry.name).routes.push({ namespace, route, parts: entry.parts });
    }
  }
}
