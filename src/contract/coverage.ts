import type { Type } from "../ir/api.js";
import type { Lookup } from "../ir/walk.js";
import { errorPathsThroughFields } from "../values/error-paths.js";
import type { ContractRoute } from "./contract-route.js";
import { isSuccessStatus, statusOf, type Exchange } from "./http/exchange.js";

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

/** A route whose uploads were not compared with downloads. */
export interface UncomparedContent {
  readonly upload: string;
  /** Absent if no route is known that downloads them. */
  readonly download?: string;
  readonly why: string;
}

/** Which uploads were compared with their downloads, and why others were not. */
export class ComparedContents {
  readonly #compared = new Set<string>();
  readonly #refused = new Map<string, Exchange>();

  /** Remembers that a download was compared. */
  compare(upload: ContractRoute, download: ContractRoute): void {
    this.#compared.add(keyOf(upload, download));
  }

  /** Remembers that what was uploaded could not be downloaded. */
  skip(upload: ContractRoute, download: ContractRoute, refused: Exchange): void {
    this.#refused.set(keyOf(upload, download), refused);
  }

  /** Returns what was not compared of the pairs, and of all routes. */
  others(
    pairs: readonly { readonly upload: ContractRoute; readonly download: ContractRoute }[],
    routes: readonly ContractRoute[],
  ): UncomparedContent[] {
    const single = routes
      .filter(({ style, isSessionStep }) => style === "upload" && !isSessionStep)
      .filter((route) => !pairs.some(({ upload }) => upload === route))
      .map(({ name }) => ({
        upload: name,
        why: "no route is known that downloads it; `test.contents` in the configuration can name one",
      }));
    const refused = pairs
      .filter(({ upload, download }) => !this.#compared.has(keyOf(upload, download)))
      .map(({ upload, download }) => {
        const refused = this.#refused.get(keyOf(upload, download));
        const why =
          refused === undefined
            ? "no upload succeeded whose content could be compared"
            : `each download of what was uploaded was refused, the last one with status ${statusOf(refused)}`;
        return { upload: upload.name, download: download.name, why };
      });
    return [...refused, ...single];
  }
}

function keyOf(upload: ContractRoute, download: ContractRoute): string {
  return `${upload.name} ${download.name}`;
}
