import { nearestName } from "../codecs/nearest-name.js";
import { routeKey, type TwinPaths } from "./data.js";
import { TwinError, type Plan } from "./outcome.js";
import { hasMembers } from "./has-members.js";

interface Planned {
  readonly plan: Plan;
  used: number;
}

/** The plans for the calls to come, in the order in which they were made. */
export class Plans {
  readonly #routes: readonly string[];
  readonly #paths: TwinPaths;
  readonly #planned = new Map<string, Planned[]>();

  constructor(routes: readonly string[], paths: TwinPaths) {
    this.#routes = routes;
    this.#paths = paths;
  }

  /** Throws a {@link TwinError} for a route that does not exist, and for a path that is not one of the route's. */
  add(plan: Plan): void {
    const key = this.key(plan.route);
    if (plan.error !== undefined) {
      this.checkPath(key, plan.error);
    }
    this.#planned.set(key, [...(this.#planned.get(key) ?? []), { plan, used: 0 }]);
  }

  /** The key of a route that is given by its name. Throws a {@link TwinError} if there is none. */
  key(route: string): string {
    const key = /:\d+$/.test(route) ? route : routeKey({ name: route, version: 1 });
    if (!this.#routes.includes(key)) {
      const nearest = nearestName(key, this.#routes);
      throw new TwinError(`There is no route ${route}${nearest === undefined ? "" : `. Did you mean ${nearest}?`}`);
    }
    return key;
  }

  /** Throws a {@link TwinError} with the nearest paths if the errors of a route do not have this one. */
  checkPath(key: string, path: string): void {
    const all = this.#paths.paths[this.#paths.routes[key] ?? ""] ?? [];
    if (!all.includes(path)) {
      const last = path.split("/").at(-1) ?? "";
      const near = all.filter((each) => each.split("/").at(-1) === last);
      const [nearest = nearestName(path, all)] = near;
      const hint = nearest === undefined ? "" : ` Did you mean ${JSON.stringify(nearest)}?`;
      const list =
        all.length === 0 ? "It has none." : `There are ${all.slice(0, 12).join(", ")}${all.length > 12 ? ", …" : ""}.`;
      throw new TwinError(`${key} has no error with the path ${JSON.stringify(path)}.${hint} ${list}`);
    }
  }

  /** The plan for a call, which is used up by it; undefined if there is none. */
  take(key: string, arg: unknown, json: unknown): Plan | undefined {
    const planned = this.#planned.get(key)?.find(({ plan: { times = Infinity, when }, used }) => {
      return used < times && (when === undefined || hasMembers(arg, when) || hasMembers(json, when));
    });
    if (planned !== undefined) {
      planned.used++;
    }
    return planned?.plan;
  }

  /** What was planned and has not happened, as sentences. */
  unused(): string[] {
    return [...this.#planned].flatMap(([key, all]) =>
      all.flatMap(({ plan, used }) => {
        const what = `${plan.error ?? plan.status ?? "a fault"} of ${key}`;
        if (used === 0) {
          return [`Planned but never reached: ${what}.`];
        }
        return used < (plan.times ?? 0) ? [`Planned ${plan.times} times, reached ${used} times: ${what}.`] : [];
      }),
    );
  }

  clear(): void {
    this.#planned.clear();
  }
}
