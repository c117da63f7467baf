import type { Type } from "../ir/api.js";
import type { Lookup } from "../ir/walk.js";
import { isSuccessStatus } from "./http/exchange.js";
import { errorPathsThroughFields } from "../values/error-paths.js";

/** What was seen of a route. */
export interface RouteCoverage {
  success: number;
  /** The path of an error to how often it was answered. */
  readonly errors: Record<string, number>;
  /** Other statuses to how often they were answered; 0 is no reply. */
  readonly refusals: Record<number, number>;
  /** Calls whose argument was right, and how many of them were answered with 400. */
  valid: number;
  refused: number;
  /** How many of them were answered with 401. */
  unauthorized: number;
}

/** What was seen of all routes. */
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

/** The paths of an error type that a server is expected to answer: without the tag `other`, which is for what has no tag. */
export function expectedErrorPaths(error: Type, lookup: Lookup): readonly string[] {
  return errorPathsThroughFields(error, lookup)
    .map(({ path }) => path)
    .filter((path) => !/(?:^|\/)other$/.test(path));
}

/** All expected error paths with how often they were seen, and others that were. */
export function errorCoverage(
  error: Type,
  seen: Readonly<Record<string, number>>,
  lookup: Lookup,
): Readonly<Record<string, number>> {
  return { ...Object.fromEntries(expectedErrorPaths(error, lookup).map((path) => [path, 0] as const)), ...seen };
}
