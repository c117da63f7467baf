import type { Type } from "../ir/api.js";
import type { Lookup } from "../ir/walk.js";
import { isSuccessStatus } from "./http/exchange.js";
import { errorPathsThroughFields } from "../values/error-paths.js";

/** The replies of a route that a run has seen. */
export interface RouteCoverage {
  success: number;
  /** The number of replies by error path. */
  readonly errors: Record<string, number>;
  /** The number of replies by any other status; 0 stands for no reply. */
  readonly refusals: Record<number, number>;
  /** The number of calls with a valid argument, */
  valid: number;
  /** how many of them were answered with 400, */ refused: number; /** and how many with 401. */
  unauthorized: number;
}

/** The replies of all routes. */
export class Coverage {
  readonly routes: ReadonlyMap<string, RouteCoverage>;

  constructor(routes: readonly string[]) {
    this.routes = new Map(
      routes.map((name) => [name, { success: 0, errors: {}, refusals: {}, valid: 0, refused: 0, unauthorized: 0 }]),
    );
  }

  of(route: string): RouteCoverage {
    const coverage = this.routes.get(route);
    if (coverage === undefined) {
      throw new Error(`There is no route ${route}.`);
    }
    return coverage;
  }

  /** Whether a route was called. */
  isCalled(route: string): boolean {
    const { success, errors, refusals } = this.of(route);
    return success > 0 || Object.keys(errors).length > 0 || Object.keys(refusals).length > 0;
  }

  add(route: string, status: number, errorPath: string | undefined): void {
    const coverage = this.of(route);
    if (isSuccessStatus(status)) {
      coverage.success += 1;
    } else if (status === 409 && errorPath !== undefined) {
      coverage.errors[errorPath] = (coverage.errors[errorPath] ?? 0) + 1;
    } else {
      coverage.refusals[status] = (coverage.refusals[status] ?? 0) + 1;
    }
  }
}

/** Returns the error paths that a server is expected to return: all but `other`, which stands for errors without a tag. */
export function expectedErrorPaths(error: Type, lookup: Lookup): readonly string[] {
  return errorPathsThroughFields(error, lookup)
    .map(({ path }) => path)
    .filter((path) => !/(?:^|\/)other$/.test(path));
}

/** Returns how many times each error path was seen: all expected paths, and others that occurred. */
export function errorCoverage(
  error: Type,
  seen: Readonly<Record<string, number>>,
  lookup: Lookup,
): Readonly<Record<string, number>> {
  return { ...Object.fromEntries(expectedErrorPaths(error, lookup).map((path) => [path, 0] as const)), ...seen };
}
