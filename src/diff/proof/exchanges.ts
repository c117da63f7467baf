import type { Api, Route } from "../../ir/api.js";
import { routeName } from "../../ir/names.js";
import { Side } from "../pairing.js";
import type { Part } from "../verdict.js";
import type { Party, RouteCodecs } from "./exchange.js";
import type { Exchange } from "./judge.js";

/** An API, and the codecs that are generated from it. */
export interface ExecutableApi {
  readonly api: Api;
  /** Returns the codecs of a route such as `files/get_metadata:2`. */
  codecs(route: string): RouteCodecs;
}

const parts = ["arg", "result", "error"] as const;

/** The exchanges of the routes that both APIs have. */
export class Exchanges {
  readonly #before: ExecutableApi;
  readonly #after: ExecutableApi;
  readonly #old: Side;
  readonly #now: Side;
  readonly #routes: ReadonlyMap<string, { readonly before: Route; readonly after: Route }>;

  constructor(before: ExecutableApi, after: ExecutableApi) {
    this.#before = before;
    this.#after = after;
    this.#old = new Side(before.api);
    this.#now = new Side(after.api);
    const newRoutes = routesOf(after.api);
    this.#routes = new Map(
      [...routesOf(before.api)].flatMap(([name, route]) => {
        const other = newRoutes.get(name);
        return other === undefined ? [] : [[name, { before: route, after: other }]];
      }),
    );
  }

  /** Returns the exchanges of all parts except those that are Void on both sides. */
  get all(): readonly Exchange[] {
    return [...this.#routes].flatMap(([route, { before, after }]) =>
      parts
        .filter((part) => before[part].kind !== "void" || after[part].kind !== "void")
        .flatMap((part) => this.find(route, part) ?? []),
    );
  }

  /** Returns the writer and the reader of a part. The old side writes arguments, the new side results and errors. */
  find(route: string, part: Part): Exchange | undefined {
    const sides = this.#routes.get(route);
    if (sides === undefined) {
      return undefined;
    }
    const old: Party = { side: this.#old, type: sides.before[part], codecs: this.#before.codecs(route) };
    const now: Party = { side: this.#now, type: sides.after[part], codecs: this.#after.codecs(route) };
    return part === "arg" ? { route, part, writer: old, reader: now } : { route, part, writer: now, reader: old };
  }
}

function routesOf({ namespaces }: Api): ReadonlyMap<string, Route> {
  return new Map(
    namespaces.flatMap((namespace) => namespace.routes.map((route) => [routeName(namespace.name, route), route])),
  );
}
