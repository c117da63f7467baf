import { nearestName } from "../codecs/nearest-name.js";
import { checkPlan } from "./check-options.js";
import { routeKey, routeLabel, type TwinPaths } from "./data.js";
import { TwinError, type Plan } from "./outcome.js";
import { hasMembers } from "./has-members.js";

interface Planned {
  readonly plan: Plan;
  used: number;
}

/** The plans for future calls, in the order in which they were made. */
export class Plans {
  readonly #routes: readonly string[];
  readonly #paths: TwinPaths;
  readonly #planned = new Map<string, Planned[]>();

  constructor(routes: readonly string[], paths: TwinPaths) {
    this.#routes = routes;
    this.#paths = paths;
  }

  /**
   * Adds all plans, or none. Throws a {@link TwinError} for an unknown property of a plan, for an unknown route, and for an
   * error path that the route does not have.
   */
  add(plans: readonly unknown[]): void {
    const checked = plans.map((plan) => {
      checkPlan(plan);
      const key = this.key(plan.route);
      this.check(key, plan);
      return { key, plan };
    });
    for (const { key, plan } of checked) {
      this.#planned.set(key, [...(this.#planned.get(key) ?? []), { plan, used: 0 }]);
    }
  }

  /** Throws a {@link TwinError} if the route does not have the `error`, or the jobs that it launches cannot fail with `failed`. */
  check(key: string, { error, failed }: Pick<Plan, "error" | "failed">): void {
    if (error !== undefined) {
      this.checkPath(key, error);
    }
    const jobs = this.#paths.jobs[key];
    if (failed !== undefined && jobs === undefined) {
      throw new TwinError(`${routeLabel(key)} launches no job that can fail`);
    }
    if (typeof failed === "string") {
      this.#checkPath(`A job of ${routeLabel(key)}`, failed, jobs);
    }
  }

  /** Returns the key of the route with this name. Throws a {@link TwinError} if there is none. */
  key(route: string): string {
    const key = /:\d+$/.test(route) ? route : routeKey({ name: route, version: 1 });
    if (!this.#routes.includes(key)) {
      const nearest = nearestName(routeLabel(key), this.#routes.map(routeLabel));
      throw new TwinError(`There is no route ${route}${nearest === undefined ? "" : `. Did you mean ${nearest}?`}`);
    }
    return key;
  }

  /** Throws a {@link TwinError} that suggests a similar path if the route has no error with this path. */
  checkPath(key: string, path: string): void {
    this.#checkPath(routeLabel(key), path, this.#paths.routes[key]);
  }

  #checkPath(what: string, path: string, errorType = ""): void {
    const all = this.#paths.paths[errorType] ?? [];
    if (!all.includes(path)) {
      const last = path.split("/").at(-1) ?? "";
      const near = all.filter((each) => each.split("/").at(-1) === last);
      const [nearest = nearestName(path, all)] = near;
      const hint = nearest === undefined ? "" : ` Did you mean ${JSON.stringify(nearest)}?`;
      const list =
        all.length === 0
          ? "It has no errors."
          : `Its paths are ${all.slice(0, 12).join(", ")}${all.length > 12 ? ", …" : ""}.`;
      throw new TwinError(`${what} has no error with the path ${JSON.stringify(path)}.${hint} ${list}`);
    }
  }

  /** Returns the plan for a call and counts that use of it; undefined if there is none. */
  take(key: string, arg: unknown, json: unknown): Plan | undefined {
    const planned = this.#planned.get(key)?.find(({ plan: { times = Infinity, when }, used }) => {
      return used < times && (when === undefined || hasMembers(arg, when) || hasMembers(json, when));
    });
    if (planned !== undefined) {
      planned.used++;
    }
    return planned?.plan;
  }

  /** Returns a sentence for each plan that was not used, or not as often as planned. */
  unused(): string[] {
    return [...this.#planned].flatMap(([key, all]) =>
      all.flatMap(({ plan, used }) => {
        const what = `${plan.error ?? plan.status ?? "a fault"} of ${routeLabel(key)}`;
        if (used === 0) {
          return [`Planned but never reached: ${what}.`];
        }
        return used < (plan.times ?? 0) ? [`Planned ${plan.times} times, reached ${times(used)}: ${what}.`] : [];
      }),
    );
  }

  clear(): void {
    this.#planned.clear();
  }
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
