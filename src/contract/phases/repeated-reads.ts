import type { JsonPath } from "../../../templates/runtime/arbitraries/value-at.js";
import { pathText } from "../../../templates/runtime/codecs/path.js";
import type { Json } from "../../ir/api.js";
import type { ContractRoute } from "../contract-route.js";
import type { Problem } from "../findings/problem.js";
import { resultOf } from "../http/exchange.js";
import type { Tester } from "../tester.js";
import { noOrigins } from "../values/argument-maker.js";
import { exclusive, type Task } from "./task.js";
import { isObject } from "../../ir/is-object.js";

/** Names of fields that may differ between two reads of a correct server. */
const volatile = /cursor|token|url|link|expir|nonce|request_?id|time|date|age$|now|uptime|etag|last_|ago|seen|_at$/i;

/** The differences that are permitted between two equal reads. */
export interface IgnoredDifferences {
  /** Names of fields. */
  readonly volatile: readonly string[];
  /** Names of fields that contain lists in any order. */
  readonly unordered: readonly string[];
}

/** Returns a task that makes the same read twice in a row and compares the results. */
export function repeatedRead(tester: Tester, route: ContractRoute, ignored: IgnoredDifferences): Task[] {
  if (route.effect !== "reads" || route.isPoll || route.isLongPoll) {
    return [];
  }
  return [
    exclusive(async () => {
      const successfulCall = tester.successfulCall(route);
      if ((route.hasArg && successfulCall === undefined) || tester.openJobs.size > 0) {
        return;
      }
      await tester.runFrom(
        route,
        successfulCall ?? { ...noOrigins, arg: null },
        ({ arg }) =>
          async (send): Promise<Problem | undefined> => {
            const { writes } = tester;
            const call = { route, arg: route.hasArg ? arg : undefined };
            const [first, second] = [await send(call), await send(call)];
            const [a, b] = [resultOf(first, tester.parts.context), resultOf(second, tester.parts.context)];
            if (a === undefined || b === undefined || tester.writes !== writes) {
              return undefined;
            }
            const path = differenceOf(a, b, [], ignored);
            return path === undefined
              ? undefined
              : {
                  code: "reads-change",
                  title: `Two equal calls in a row give different results${path.length === 0 ? "" : `, at ${pathText(path)}`}`,
                  expected: "The configuration says that the route only reads, and nothing was written in between.",
                  cause: path.map((key) => (typeof key === "number" ? "[]" : key)).join("."),
                };
          },
      );
    }),
  ];
}

/** Returns the path of the first difference between two results; undefined if they are equal. */
function differenceOf(a: Json, b: Json, path: JsonPath, ignored: IgnoredDifferences): JsonPath | undefined {
  if (a === b) {
    return undefined;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return differenceOfLists(a as readonly Json[], b as readonly Json[], path, ignored);
  }
  if (isObject(a) && isObject(b)) {
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const [one, other] = [a[name], b[name]];
      if (!volatile.test(name) && !ignored.volatile.includes(name) && one !== other) {
        const place = [...path, name];
        const difference = one === undefined || other === undefined ? place : differenceOf(one, other, place, ignored);
        if (difference !== undefined) {
          return difference;
        }
      }
    }
    return undefined;
  }
  return path;
}

function differenceOfLists(
  a: readonly Json[],
  b: readonly Json[],
  path: JsonPath,
  ignored: IgnoredDifferences,
): JsonPath | undefined {
  if (a.length !== b.length) {
    return path;
  }
  const isUnordered = ignored.unordered.includes(String(path.findLast((key) => typeof key === "string")));
  const [ones, others] = isUnordered ? [sortItems(a), sortItems(b)] : [a, b];
  for (const [index, one] of ones.entries()) {
    const difference = differenceOf(one, others[index] ?? null, [...path, index], ignored);
    if (difference !== undefined) {
      return difference;
    }
  }
  return undefined;
}

function sortItems(items: readonly Json[]): readonly Json[] {
  return items.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : textOf(one) > textOf(other) ? 1 : 0));
}

function textOf(json: Json): string {
  return JSON.stringify(json, (name, value: unknown) =>
    typeof value === "bigint" ? String(value) : volatile.test(name) ? undefined : value,
  );
}
